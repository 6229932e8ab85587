//! The general reader of the movetext (8.2), token by token.
//!
//! Movetext is read in one of three ways:
//!
//! | way | reads | runs |
//! | --- | --- | --- |
//! | general reader (this module) | any text | wherever the fast paths stop |
//! | [`plain_moves`] | moves, move numbers and short comments in the layout of export format | at each word or number, unless a move number or the end of the game is pending |
//! | [`skim`] | nothing, but finds the end of the game | at [`ReadDepth::Tags`], once for each game |
//!
//! Both fast paths stop before the first byte that they do not know. A game that was skimmed can still be read
//! by [`Parser::read_on`](super::Parser::read_on).
//!
//! The test `fast_path_equals_general_reader` of this module proves that [`plain_moves`] reads the same nodes as
//! the general reader. The property `depths_agree` of `pgn-testkit` proves that [`skim`] finds the same ends.

use super::{
    Parser, Part, ReadDepth,
    ending::End,
    glyphs::{enclosed_sign, is_missing_move, push_glyph, read_nag, read_suffix, suffix_end},
    marks::{enclosed_mark_end, extend_move},
    number::{dotted_digits_end, read_number, read_number_with_letters},
    plain_moves,
    preamble::PreambleEnd,
    state::{State, Token, error, record_token, report_run, take_number},
    words::{extend_words, read_san, read_words},
};
use crate::{
    cut_points::tag_after,
    error::SyntaxErrorKind as Kind,
    game::Game,
    html,
    marker::{MarkerText, marker_at},
    movetext::{CommentKind, Node, NodeKind, NumberForm},
    san::SanCode,
    scan::{
        CLASS, Class, byte, char_at, class, is_delimiter, is_line_end, is_line_start, line_end,
        past_line_end, skip_blanks, skip_empty_lines,
    },
    skim,
    span::Span,
    tag_reader,
    word::{is_move_like, word_end},
};

/// The number of bytes of plain moves that are read at once.
const MAX_RUN: usize = 1 << 18;

impl Parser {
    /// Reads the movetext from `start` to the end of the game.
    pub(super) fn read_movetext(&mut self, part: &Part<'_>, game: &mut Game, start: usize) -> End {
        let src = part.src;
        if self.options.depth == ReadDepth::Tags
            && let Some(end) = self.skim_movetext(src, game, start)
        {
            return end;
        }
        let mut at = start;
        self.frames.clear();
        let mut state = State::at(start);
        // The elements before the movetext have been counted already.
        let before = game.n_elements();
        let max = before.saturating_add(self.options.max_elements());
        loop {
            self.keep_at_most(max, game, &mut state);
            if at >= src.len() {
                if !part.is_last && tag_after(part.after).is_none() {
                    return End::Unknown;
                }
                return self.end_without_marker(part, game, &mut state);
            }
            let first = src[at];
            if matches!(CLASS[first as usize], Class::Letter | Class::Digit) {
                let next = self.read_plain_moves(src, game, &mut state, at);
                if next > at {
                    at = next;
                    continue;
                }
            }
            match CLASS[first as usize] {
                Class::Blank => at += 1,
                Class::LineEnd => {
                    at = past_line_end(src, at);
                    if matches!(class(src, at), Class::Letter | Class::Digit) && at < src.len() {
                        continue;
                    }
                    match self.begin_line(src, game, &mut state, at) {
                        Some(next) => at = next,
                        None => return self.end_without_marker(part, game, &mut state),
                    }
                }
                Class::BraceOpen | Class::Semicolon => {
                    let Some(end) = self.read_comment(part, game, at) else { return End::Unknown };
                    state.line.is_annotated = true;
                    at = end;
                    // An open comment ends before an empty line.
                    if first == b'{' && is_line_start(src, at) && at < src.len() {
                        match self.begin_line(src, game, &mut state, at) {
                            Some(next) => at = next,
                            None => return self.end_without_marker(part, game, &mut state),
                        }
                    }
                }
                _ => match self.read_token(src, game, &mut state, at) {
                    Token::EndsAt(next) => at = next,
                    Token::Marker(marker) => {
                        return self.end_at_marker(part, game, &mut state, at, marker);
                    }
                    Token::NextGame => return self.end_without_marker(part, game, &mut state),
                },
            }
        }
    }

    /// Finds the end of the game without reading its movetext, which begins at `start`.
    fn skim_movetext(&mut self, src: &[u8], game: &mut Game, start: usize) -> Option<End> {
        let found = skim::end_of_game(src, start)?;
        let span = Span::new(found.start, found.start + found.marker.text().len());
        game.marker = Some((found.marker, span));
        game.end = span.end;
        self.skimmed_movetext = Some(start);
        // No text stands before the next game.
        self.preamble_end = Some(PreambleEnd::Game(found.next));
        Some(End::At(found.next))
    }

    /// Reads the token at `at`, which is not a comment.
    #[inline(always)]
    fn read_token(&mut self, src: &[u8], game: &mut Game, state: &mut State, at: usize) -> Token {
        let end = match CLASS[src[at] as usize] {
            Class::Letter => return self.read_letter(src, game, state, at),
            Class::Digit => return self.read_digit(src, game, state, at),
            Class::Suffix if state.is_in_words() => {
                let end = suffix_end(src, at);
                read_words(src, game, state, at, end);
                end
            }
            Class::Suffix if is_missing_move(src, game, state, at) => {
                return self.push_odd_move(game, state, at, suffix_end(src, at));
            }
            Class::Suffix => read_suffix(src, game, state, at),
            Class::Dollar => read_nag(src, game, state, at),
            Class::ParenOpen => self.open_paren(src, game, state, at),
            Class::ParenClose => {
                record_token(game, state, at, at + 1);
                if self.frames.is_empty() {
                    error(game, Kind::UnmatchedParen, at, at + 1);
                } else {
                    self.close_rav(game, state, Span::new(at, at + 1));
                }
                at + 1
            }
            Class::Star => return self.marker(game, state, at, MarkerText::STAR),
            Class::Dot => {
                if byte(src, at + 1).is_ascii_digit()
                    && let Some(token) = self.read_dotted_digits(src, game, state, at)
                {
                    return token;
                }
                // Dots without a number carry no information. Dots directly after words belong to the words.
                if state.words_end == at {
                    extend_words(game, state, at + 1);
                }
                at + 1
            }
            Class::Sign | Class::High | Class::Reserved => {
                return self.read_word(src, game, state, at);
            }
            Class::Blank | Class::LineEnd | Class::BraceOpen | Class::Semicolon => at,
            Class::BracketOpen => read_bracket(src, game, state, at),
            Class::BraceClose => {
                record_token(game, state, at, at + 1);
                error(game, Kind::StrayBrace, at, at + 1);
                at + 1
            }
            Class::Control => report_run(src, game, at, Class::Control, Kind::ControlChar),
            Class::Other => {
                if let Some(end) = latex_moves_end(src, at) {
                    return self.push_odd_move(game, state, at, end);
                }
                read_other(src, game, state, at)
            }
        };
        Token::EndsAt(end)
    }

    /// Reads a word that begins with a letter, or the tag pair that begins the next game.
    #[inline(always)]
    fn read_letter(&mut self, src: &[u8], game: &mut Game, state: &mut State, at: usize) -> Token {
        if let Some((code, len)) = read_san(src, at)
            && is_delimiter(byte(src, at + len))
        {
            let end = at + len;
            self.push_move(game, state, Span::new(at, end), code);
            // Skipping the blank here saves an iteration.
            return Token::EndsAt(end + usize::from(byte(src, end) == b' '));
        }
        if tag_reader::opens_line(src, at) {
            return Token::NextGame;
        }
        if matches!(src[at], b'l' | b'I' | b'O' | b'o')
            && let Some(end) = read_number_with_letters(src, game, state, at)
        {
            return Token::EndsAt(end);
        }
        self.read_word(src, game, state, at)
    }

    /// Reads a token that begins with a digit.
    #[inline(always)]
    fn read_digit(&mut self, src: &[u8], game: &mut Game, state: &mut State, at: usize) -> Token {
        let mut end = at + 1;
        while byte(src, end).is_ascii_digit() {
            end += 1;
        }
        // `0.5` may be a marker, and `00.` castling.
        if byte(src, end) == b'.' && src[at] != b'0' {
            if byte(src, end + 1).is_ascii_digit()
                && let Some(end) = dotted_digits_end(src, state, at)
            {
                read_words(src, game, state, at, end);
                return Token::EndsAt(end);
            }
            return Token::EndsAt(read_number(src, game, state, at, end));
        }
        self.read_digits(src, game, state, at, end)
    }

    /// Reads what is special at the start of a line: empty lines, escape lines, and the next game's tags.
    ///
    /// Returns the offset of the next token, or `None` if a tag pair begins the next game.
    fn begin_line(
        &mut self,
        src: &[u8],
        game: &mut Game,
        state: &mut State,
        start: usize,
    ) -> Option<usize> {
        let mut at = start;
        loop {
            let after = skip_empty_lines(src, at);
            if after > at {
                state.empty_line.get_or_insert(at);
                state.is_pending = true;
                at = after;
            }
            if at >= src.len() {
                return Some(at);
            }
            match src[at] {
                b'%' => {
                    let end = line_end(src, at);
                    let max = self.options.max_elements();
                    self.keep_at_most(max.saturating_mul(2), game, state);
                    error(game, Kind::EscapeLine, at, end);
                    at = past_line_end(src, end);
                    continue;
                }
                0xEF if char_at(src, at).0 == 0xFEFF => {
                    // A byte order mark between concatenated files. A `%` or `[` right after it is in column
                    // one.
                    error(game, Kind::Bom, at, at + 3);
                    at += 3;
                    continue;
                }
                _ => (),
            }
            let first = skip_blanks(src, at);
            let is_tag =
                byte(src, first) == b'[' && first < src.len() && tag_reader::opens(src, first);
            return (!is_tag).then_some(first);
        }
    }

    /// Reads plain moves with [`plain_moves::read`], unless the state needs the general reader. Returns their
    /// end.
    #[inline(always)]
    fn read_plain_moves(
        &mut self,
        src: &[u8],
        game: &mut Game,
        state: &mut State,
        at: usize,
    ) -> usize {
        if state.is_pending || state.number.is_some() {
            return at;
        }
        #[cfg(test)]
        if self.is_general_only {
            return at;
        }
        let n_plies = state.n_plies;
        // The number of bytes is limited, because elements are counted only after each run.
        let text = &src[..src.len().min(at.saturating_add(MAX_RUN))];
        let at = plain_moves::read(text, game, state, &mut self.san_cache, at);
        if !self.frames.is_empty() {
            state.n_plies = n_plies;
        }
        at
    }

    #[inline(always)]
    pub(super) fn push_move(
        &mut self,
        game: &mut Game,
        state: &mut State,
        span: Span,
        code: SanCode,
    ) {
        record_token(game, state, span.start as usize, span.end as usize);
        let number = take_number(state);
        // A number that names the other side is checked together with the move, outside of the fast path.
        let is_contrary = matches!(number, NumberForm::NamesWhite | NumberForm::NamesBlack);
        let code = if is_contrary { SanCode::NOT_PLAIN } else { code };
        game.nodes.push(Node { span, kind: NodeKind::Move { number, code } });
        self.count_move(state, span.end as usize);
    }

    #[inline(always)]
    pub(super) fn count_move(&mut self, state: &mut State, end: usize) {
        state.move_end = end;
        let line = &mut state.line;
        if line.is_black {
            line.number = line.number.wrapping_add(1);
            state.expected = state.expected.next(line.number);
        }
        line.is_black = !line.is_black;
        line.has_move = true;
        line.is_annotated = false;
        line.n_nags = 0;
        state.n_plies += u32::from(self.frames.is_empty());
    }
}

/// Reads a `[` in the movetext that does not begin a game. Returns the end of what was read.
fn read_bracket(src: &[u8], game: &mut Game, state: &mut State, at: usize) -> usize {
    let is_command = byte(src, at + 1) == b'%';
    if let Some(end) = bracket_end(src, state, at)
        && (is_command || tag_reader::opens(src, at))
    {
        record_token(game, state, at, end);
        error(
            game,
            if is_command { Kind::CommandOutsideComment } else { Kind::MalformedTag },
            at,
            end,
        );
        game.nodes
            .push(Node { span: Span::new(at, end), kind: NodeKind::Comment(CommentKind::Words) });
        return end;
    }
    if let Some(end) = enclosed_mark_end(src, game, state, at) {
        extend_move(game, state, end);
        return end;
    }
    if let Some(end) = bracketed_end(src, at) {
        if !state.is_in_words()
            && state.line.has_move
            && let Some(kind) = enclosed_sign(&src[at + 1..end - 1])
        {
            return push_glyph(game, state, (at, end), kind);
        }
        read_words(src, game, state, at, end);
        return end;
    }
    record_token(game, state, at, at + 1);
    error(game, Kind::UnexpectedChar, at, at + 1);
    at + 1
}

/// Returns the end of the text in brackets at `at`, as books have variations: `[3. Bb5 a6]`. Its moves are not those of
/// the game. Text that could end a game, begin one, or hold a comment or a variation is read token by token.
fn bracketed_end(src: &[u8], at: usize) -> Option<usize> {
    let mut end = at + 1;
    loop {
        match *src.get(end)? {
            b']' => break,
            b'[' | b'(' | b')' | b'{' | b'}' | b';' | b'"' => return None,
            b'\n' | b'\r' => {
                let line = skip_blanks(src, past_line_end(src, end));
                let ends_text = matches!(byte(src, line), b'\n' | b'\r' | b'%' | b'[');
                if ends_text || tag_reader::opens_line(src, line) {
                    return None;
                }
                end = line;
                continue;
            }
            _ if marker_at(src, end).is_some() => return None,
            _ => end += 1,
        }
    }
    let is_empty = src[at + 1..end].trim_ascii().is_empty();
    (!is_empty).then_some(end + 1)
}

/// Returns the end of the bracket at `at` if it is closed on its line. Each line is searched once.
fn bracket_end(src: &[u8], state: &mut State, at: usize) -> Option<usize> {
    if at >= state.bracket_end.0 {
        let found = memchr::memchr3(b']', b'\n', b'\r', &src[at..]).map_or(src.len(), |n| at + n);
        state.bracket_end = (found, found < src.len() && src[found] == b']');
    }
    let (end, is_closed) = state.bracket_end;
    is_closed.then_some(end + 1)
}

/// Returns the end of a command of LaTeX at `at` whose argument begins with a move or its number: `\textbf{1. e4 e5}`. These
/// moves belong to the game, so that the braces hold no comment; they are read as one move that cannot be played.
#[cold]
fn latex_moves_end(src: &[u8], at: usize) -> Option<usize> {
    let reach = &src[..src.len().min(at + MAX_COMMAND)];
    // `\\` ends a line of LaTeX.
    let name = at + reach[at..].iter().take_while(|&&byte| byte == b'\\').count();
    let n_letters = reach[name..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let name_end = name + n_letters;
    let open = name_end + usize::from(byte(reach, name_end) == b'*');
    if name == at || n_letters == 0 {
        return None;
    }
    let first = skip_blanks(reach, open + 1);
    if byte(reach, open) != b'{' || first >= reach.len() {
        return None;
    }
    let word = &reach[first..word_end(reach, first)];
    let n_digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_number = n_digits > 0 && n_digits == word.len() && byte(reach, first + n_digits) == b'.';
    let close = memchr::memchr2(b'}', b'{', &reach[first..]).map(|n| first + n)?;
    let is_line = !reach[first..close].iter().any(is_line_end);
    ((is_number || is_move_like(word)) && is_line && reach[close] == b'}').then_some(close + 1)
}

/// The number of bytes that are searched for the end of a command of LaTeX.
const MAX_COMMAND: usize = 1 << 10;

/// Reads a character entity of HTML, or reports characters that have no meaning in PGN. Returns their end.
fn read_other(src: &[u8], game: &mut Game, state: &mut State, at: usize) -> usize {
    // Its `;` begins no comment.
    if let Some(len) = html::entity_len(&src[at..]) {
        read_words(src, game, state, at, at + len);
        return at + len;
    }
    let is_in_words = state.is_in_words();
    record_token(game, state, at, at + 1);
    let end = report_run(src, game, at, Class::Other, Kind::UnexpectedChar);
    state.token_end = end;
    if is_in_words {
        state.prose_end = end;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens and gaps of movetext, most of which the fast path reads.
    const TOKENS: [&str; 73] = [
        "+0.35 ",
        ".5 ",
        "0.35/12 ",
        ".00 ",
        "(0.35) ",
        " ",
        " ",
        " ",
        " ",
        " ",
        " ",
        " ",
        " ",
        "\n",
        "\n",
        "\r\n",
        "\r",
        "  ",
        "\t",
        "\n\n",
        "",
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "exd5",
        "Qa6xb7#",
        "O-O",
        "O-O-O+",
        "fxg1=Q+",
        "Rbxb7",
        "N1d2",
        "Ke2",
        "e4",
        "Nf6",
        "1.",
        "1...",
        "2.",
        "2...",
        "3.",
        "1",
        "2",
        "12.",
        "1. ",
        "2. ",
        "1... ",
        "3. ",
        "{a}",
        "{a b}",
        "{}",
        "{[%clk 0:01:02]}",
        "{ [%eval 0.17] [%clk 0:04:59] }",
        "{a\n%b}",
        "{a\\}",
        "{",
        "}",
        "; x\n",
        "(",
        ")",
        "(",
        ")",
        "!",
        "?!",
        "$1",
        "$14",
        "+-",
        "--",
        "x",
        "0-0",
        "0",
        "castles",
        "Knight",
        "Z00-1",
    ];

    /// Returns everything that the parser finds in a text.
    fn read(text: &str, is_general_only: bool) -> Vec<String> {
        let mut parser = Parser { is_general_only, ..Parser::default() };
        let (mut game, part) = (Game::default(), Part::whole(text.as_bytes()));
        parser.start(&part);
        let next = || parser.next_game(&part, &mut game).then(|| format!("{game:?}"));
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn fast_path_equals_general_reader() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut below = |n: usize| random.usize(..n);
        for _ in 0..5_000 {
            let mut text = String::from("[Event \"x\"]\n\n");
            for n in 1..=below(12) {
                match below(4) {
                    0 => (0..below(8)).for_each(|_| text += TOKENS[below(TOKENS.len())]),
                    _ => text += &format!("{n}. e4 {}e5 ", TOKENS[below(TOKENS.len())]),
                }
            }
            // The fast path stops near the end of the text.
            text += "1-0\n\n[Event \"behind the first game\"]\n\n*\n";
            assert_eq!(read(&text, false), read(&text, true), "{text}");
        }
    }
}

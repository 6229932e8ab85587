//! The general reader of the movetext (8.2), token by token.
//!
//! Movetext is read in one of three ways:
//!
//! | way | reads | runs |
//! | --- | --- | --- |
//! | general reader ([`MovetextReader`]) | any text | wherever the fast paths stop |
//! | [`plain_moves`] | moves, move numbers and short comments in the layout of export format | at each word or number, unless a move number or the end of the game is pending |
//! | [`skim`] | only as much as it needs to find the end of the game | at [`ReadDepth::Tags`], once for each game |
//!
//! The general reader has a method for each kind of token, in the module of that kind: `words`, `digits`, `glyphs` and
//! others. A method reads the token at an offset, and returns its end in a [`Token`].
//!
//! Both fast paths stop before the first byte that they do not know. A game that was skimmed can still be read
//! by [`Parser::read_on`](super::Parser::read_on).
//!
//! The test `fast_path_equals_general_reader` of this module proves that [`plain_moves`] reads the same nodes as
//! the general reader. The property `depths_agree` of `pgn-testkit` proves that [`skim`] finds the same ends.
//!
//! [`plain_moves`]: super::plain_moves

use super::{
    Parser, Part, ReadDepth,
    expected::Expected,
    preamble::PreambleEnd,
    state::{LastBracket, LastWord, LineState, MoveNumber, Undecided, Words},
};
use crate::{
    cut_points::tag_after,
    game::{
        Game,
        error::SyntaxErrorKind as Kind,
        movetext::{Node, NodeKind, NumberForm},
        tag_reader,
    },
    parser::skim,
    text::{
        scan::{
            CLASS, Class, byte, char_at, class, is_delimiter, is_line_start, line_end,
            past_line_end, skip_blanks, skip_empty_lines,
        },
        span::Span,
    },
    tokens::{
        marker::{MarkerText, bold_end},
        san::SanCode,
    },
};

impl Parser {
    /// Reads the movetext from `start` to the end of the game, which is returned; `None` if the text ends before the end
    /// is known.
    pub(super) fn read_movetext(
        &mut self,
        part: &Part<'_>,
        game: &mut Game,
        start: usize,
    ) -> Option<usize> {
        if self.options.depth == ReadDepth::Tags
            && let Some(end) = self.skim_movetext(part.src, game, start)
        {
            return Some(end);
        }
        self.frames.clear();
        MovetextReader::new(self, part, game, start).read(start)
    }

    /// Finds the end of the game without reading its movetext, which begins at `start`.
    fn skim_movetext(&mut self, src: &[u8], game: &mut Game, start: usize) -> Option<usize> {
        let found = skim::end_of_game(src, start)?;
        let span = Span::new(found.start, found.start + found.marker.text().len());
        game.marker = Some((found.marker, span));
        game.end = span.end;
        self.skimmed_movetext = Some(start);
        // No text is before the next game.
        self.preamble_end = Some(PreambleEnd::Game(found.next));
        Some(found.next)
    }
}

/// The general reader of the movetext of one game, and what it remembers of the text before a token.
pub(super) struct MovetextReader<'a> {
    pub(super) parser: &'a mut Parser,
    pub(super) part: &'a Part<'a>,
    /// The text of the part.
    pub(super) src: &'a [u8],
    pub(super) game: &'a mut Game,
    pub(super) line: LineState,
    /// The text of `line.number`.
    pub(super) expected: Expected,
    pub(super) number: MoveNumber,
    pub(super) undecided: Undecided,
    pub(super) words: Words,
    /// The end of the last token other than a comment.
    pub(super) token_end: usize,
    /// The end of the last move, or [`usize::MAX`]. Text glued to the move belongs to it.
    pub(super) move_end: usize,
    /// The number of open variations within the outermost one that have no frame.
    pub(super) n_forgotten_frames: usize,
    /// True if the tags are those of bughouse; `None` if that was not determined yet.
    pub(super) is_bughouse: Option<bool>,
    pub(super) last_word: LastWord,
    pub(super) last_bracket: LastBracket,
}

/// The result of reading a token of the movetext.
pub(super) enum Token {
    /// A token of the game, which ends at this offset.
    EndsAt(usize),
    /// The marker of the game.
    Marker(MarkerText),
    /// A tag pair that begins the next game.
    NextGame,
}

impl<'a> MovetextReader<'a> {
    /// Returns a reader of the movetext that begins at `start`.
    #[inline(always)]
    fn new(
        parser: &'a mut Parser,
        part: &'a Part<'a>,
        game: &'a mut Game,
        start: usize,
    ) -> MovetextReader<'a> {
        MovetextReader {
            parser,
            part,
            src: part.src,
            game,
            line: LineState::FIRST,
            expected: Expected::NONE,
            number: MoveNumber::NONE,
            undecided: Undecided::default(),
            words: Words::NONE,
            token_end: start,
            move_end: usize::MAX,
            n_forgotten_frames: 0,
            is_bughouse: None,
            last_word: LastWord::default(),
            last_bracket: LastBracket::default(),
        }
    }

    /// Reads the movetext from `start` to the end of the game, as [`Parser::read_movetext`] does.
    #[inline(always)]
    fn read(&mut self, start: usize) -> Option<usize> {
        let src = self.src;
        let mut at = start;
        // The elements before the movetext have been counted already.
        let before = self.game.n_elements();
        let max = before.saturating_add(self.parser.options.max_elements());
        loop {
            self.keep_at_most(max);
            if at >= src.len() {
                if !self.part.is_last && tag_after(self.part.after).is_none() {
                    return None;
                }
                return self.end_without_marker();
            }
            let first = src[at];
            if matches!(CLASS[first as usize], Class::Letter | Class::Digit) {
                let next = self.read_plain_moves(at);
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
                    match self.begin_line(at) {
                        Some(next) => at = next,
                        None => return self.end_without_marker(),
                    }
                }
                Class::BraceOpen | Class::Semicolon => {
                    at = self.parser.read_comment(self.part, self.game, at)?;
                    self.line.is_annotated = true;
                    // An open comment ends before an empty line.
                    if first == b'{' && is_line_start(src, at) && at < src.len() {
                        match self.begin_line(at) {
                            Some(next) => at = next,
                            None => return self.end_without_marker(),
                        }
                    }
                }
                _ => match self.read_token(at) {
                    Token::EndsAt(next) => at = next,
                    Token::Marker(marker) => return self.end_at_marker(at, marker),
                    Token::NextGame => return self.end_without_marker(),
                },
            }
        }
    }

    /// Reads the token at `at`, which is not a comment.
    #[inline(always)]
    fn read_token(&mut self, at: usize) -> Token {
        match CLASS[self.src[at] as usize] {
            Class::Letter => self.read_letter(at),
            Class::Digit => self.read_digits(at),
            Class::Suffix => self.read_suffix(at),
            Class::Dollar => self.read_nag(at),
            Class::ParenOpen => self.read_paren_open(at),
            Class::ParenClose => self.read_paren_close(at),
            Class::Star => self.read_star(at),
            Class::Dot => self.read_dot(at),
            Class::Sign | Class::High | Class::Reserved => self.read_word(at),
            Class::Blank | Class::LineEnd | Class::BraceOpen | Class::Semicolon => {
                Token::EndsAt(at)
            }
            Class::BracketOpen => self.read_bracket(at),
            Class::BraceClose => {
                self.record_token(at, at + 1);
                self.game.report(Kind::StrayBrace, at, at + 1);
                Token::EndsAt(at + 1)
            }
            Class::Control => {
                let end = self.game.report_run(self.src, at, Class::Control, Kind::ControlChar);
                Token::EndsAt(end)
            }
            Class::Other => self.read_other(at),
        }
    }

    /// Reads the marker `*`, or asterisks that set a word in bold type.
    fn read_star(&mut self, at: usize) -> Token {
        let Some(end) = bold_end(self.src, at) else {
            return self.read_marker(at, MarkerText::STAR);
        };
        self.record_token(at, end);
        self.game.report(Kind::UnexpectedChar, at, end);
        Token::EndsAt(end)
    }

    /// Reads a word that begins with a letter, or the tag pair that begins the next game.
    #[inline(always)]
    fn read_letter(&mut self, at: usize) -> Token {
        let src = self.src;
        if let Some((code, len)) = SanCode::read_at(src, at)
            && is_delimiter(byte(src, at + len))
        {
            let end = at + len;
            self.push_move(Span::new(at, end), code);
            // Skipping the blank here saves an iteration.
            return Token::EndsAt(end + usize::from(byte(src, end) == b' '));
        }
        if tag_reader::opens_line(src, at) {
            return Token::NextGame;
        }
        if matches!(src[at], b'l' | b'I' | b'O' | b'o')
            && let Some(token) = self.read_number_with_letters(at)
        {
            return token;
        }
        self.read_word(at)
    }

    /// Reads the start of a line: empty lines, escape lines, byte order marks, and a tag pair of the next game.
    ///
    /// Returns the offset of the next token, or `None` if a tag pair begins the next game.
    fn begin_line(&mut self, start: usize) -> Option<usize> {
        let src = self.src;
        let mut at = start;
        loop {
            let after = skip_empty_lines(src, at);
            if after > at {
                self.undecided.add_empty_line(at);
                at = after;
            }
            if at >= src.len() {
                return Some(at);
            }
            match src[at] {
                b'%' => {
                    let end = line_end(src, at);
                    let max = self.parser.options.max_elements();
                    self.keep_at_most(max.saturating_mul(2));
                    self.game.report(Kind::EscapeLine, at, end);
                    at = past_line_end(src, end);
                    continue;
                }
                0xEF if char_at(src, at).0 == 0xFEFF => {
                    // A byte order mark between concatenated files. A `%` or `[` right after it is in column
                    // one.
                    self.game.report(Kind::Bom, at, at + 3);
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

    /// Records a token other than a comment.
    #[inline(always)]
    pub(super) fn record_token(&mut self, start: usize, end: usize) {
        self.token_end = end;
        if self.undecided.is_any {
            self.decide(start);
        }
    }

    /// Decides what depended on a token other than a comment, which begins at `start`.
    #[cold]
    fn decide(&mut self, start: usize) {
        let Undecided { empty_line, .. } = std::mem::take(&mut self.undecided);
        let movetext = self.game.movetext_start as usize;
        if let Some(empty) = empty_line
            && start > movetext
            && empty > movetext
            && !self.game.nodes.is_empty()
        {
            self.game.report(Kind::BlankLineInMovetext, empty, empty);
        }
    }

    /// Adds a move.
    #[inline(always)]
    pub(super) fn push_move(&mut self, span: Span, code: SanCode) {
        self.record_token(span.start as usize, span.end as usize);
        let number = self.number.take();
        // A number that names the other side is checked together with the move, outside of the fast path.
        let is_contrary = matches!(number, NumberForm::NamesWhite | NumberForm::NamesBlack);
        let code = if is_contrary { SanCode::NOT_PLAIN } else { code };
        self.game.nodes.push(Node { span, kind: NodeKind::Move { number, code } });
        self.count_move(span.end as usize);
    }

    /// Adds a move whose text only the lenient reader of `pgn-chess` understands.
    pub(super) fn push_odd_move(&mut self, at: usize, end: usize) -> Token {
        self.push_move(Span::new(at, end), SanCode::NOT_PLAIN);
        Token::EndsAt(end)
    }

    /// Counts a move that ends at `end`: the other side moves next.
    #[inline(always)]
    pub(super) fn count_move(&mut self, end: usize) {
        self.move_end = end;
        let line = &mut self.line;
        if line.is_black {
            line.number = line.number.wrapping_add(1);
            self.expected = self.expected.next(line.number);
        }
        line.is_black = !line.is_black;
        line.has_move = true;
        line.is_annotated = false;
        line.n_nags = 0;
        self.game.n_plies += u32::from(self.parser.frames.is_empty());
    }

    /// Returns true if `value` may be the number of the next move, or of White's next one if Black's is missing.
    pub(super) fn is_due(&self, value: u32) -> bool {
        let line = &self.line;
        value == line.number || line.is_black && value == line.number.wrapping_add(1)
    }

    /// Returns true if the last token other than a comment was words, or punctuation after words.
    pub(super) fn is_in_words(&self) -> bool {
        self.words.prose_end == self.token_end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens and gaps of movetext. Entries are repeated to make them more frequent, so that the fast path reads most
    /// texts.
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

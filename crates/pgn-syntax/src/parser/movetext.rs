//! The movetext, token by token.

use super::{
    Depth, Parser, Part,
    ending::{End, Step},
    glyphs::{read_nag, read_suffix},
    number::read_number,
    state::{FIRST_LINE, State, error, solid, take_number},
    words::{extend_words, read_san},
};
use crate::{
    error::SyntaxErrorKind as Kind,
    game::Game,
    lead::LeadEnd,
    marker::{Marker, MarkerText},
    movetext::{CommentKind, Node, NodeKind, NumberForm},
    plain_moves::{self, Expected},
    san::SanCode,
    scan::{
        CLASS, Class, byte, char_at, class, is_delimiter, is_line_start, line_end, past_line_end,
        skip_blanks, skip_empty_lines,
    },
    skim,
    span::Span,
    split::tag_after,
    tag_reader,
};

/// Bytes of plain moves that are read at once.
const LONGEST_RUN: usize = 1 << 18;

impl Parser {
    /// Reads the movetext from `start` up to the game's end.
    pub(super) fn read_movetext(&mut self, part: &Part<'_>, game: &mut Game, start: usize) -> End {
        let src = part.src;
        if self.options.depth == Depth::Tags
            && let Some(found) = skim::end_of_game(src, start)
        {
            let span = Span::new(found.start, found.start + found.marker.text().len());
            game.marker = Some((found.marker, span));
            game.end = span.end;
            self.passed_over = Some(start);
            // Nothing stands before the next game.
            self.lead_end = Some(LeadEnd::Game(found.next));
            return End::At(found.next);
        }
        let mut at = start;
        self.frames.clear();
        let mut state = State {
            line: FIRST_LINE,
            expected: Expected::NONE,
            is_pending: false,
            number: None,
            has_dots: false,
            candidate: None,
            empty_line: None,
            move_end: usize::MAX,
            word: (0, 0),
            words_end: usize::MAX,
            prose_end: usize::MAX,
            solid_end: start,
            no_bracket_before: 0,
            n_plies: 0,
            n_forgotten_frames: 0,
        };
        // What stands before the movetext has been counted.
        let before = game.n_elements();
        let most = before.saturating_add(self.options.most_elements());
        loop {
            self.keep_at_most(most, game, &mut state);
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
                Class::Letter => {
                    if let Some((code, len)) = read_san(src, at)
                        && is_delimiter(byte(src, at + len))
                    {
                        let end = at + len;
                        self.push_move(game, &mut state, Span::new(at, end), code);
                        // The blank with it: that spares a round.
                        at = end + usize::from(byte(src, end) == b' ');
                    } else if is_line_start(src, at) && tag_reader::opens_without_bracket(src, at) {
                        return self.end_without_marker(part, game, &mut state);
                    } else {
                        match self.read_word(src, game, &mut state, at) {
                            Step::To(next) => at = next,
                            Step::Marker(marker) => {
                                return self.end_at_marker(part, game, &mut state, at, marker);
                            }
                        }
                    }
                }
                Class::Digit => {
                    let mut end = at + 1;
                    while byte(src, end).is_ascii_digit() {
                        end += 1;
                    }
                    if byte(src, end) == b'.' && !(first == b'0' && byte(src, end + 1) == b'5') {
                        at = read_number(src, game, &mut state, at, end);
                        continue;
                    }
                    match self.read_digits(src, game, &mut state, at, end) {
                        Step::To(next) => at = next,
                        Step::Marker(marker) => {
                            return self.end_at_marker(part, game, &mut state, at, marker);
                        }
                    }
                }
                Class::Suffix => at = read_suffix(src, game, &mut state, at),
                Class::Dollar => at = read_nag(src, game, &mut state, at),
                Class::BraceOpen | Class::Semicolon => match self.read_comment(part, game, at) {
                    Some(end) => {
                        state.line.is_annotated = true;
                        at = end;
                        // A comment that was left open ends before an empty line.
                        if first == b'{' && is_line_start(src, at) && at < src.len() {
                            match self.begin_line(src, game, &mut state, at) {
                                Some(next) => at = next,
                                None => return self.end_without_marker(part, game, &mut state),
                            }
                        }
                    }
                    None => return End::Unknown,
                },
                Class::ParenOpen => at = self.open_paren(src, game, &mut state, at),
                Class::ParenClose => {
                    solid(game, &mut state, at, at + 1);
                    if self.frames.is_empty() {
                        error(game, Kind::UnmatchedParen, at, at + 1);
                    } else {
                        self.close_rav(game, &mut state, Span::new(at, at + 1));
                    }
                    at += 1;
                }
                Class::Star => {
                    let marker = MarkerText {
                        marker: Marker::Unknown,
                        len: 1,
                        is_exact: true,
                        is_only_last: false,
                    };
                    match self.marker(game, &mut state, at, marker) {
                        Step::To(next) => at = next,
                        Step::Marker(marker) => {
                            return self.end_at_marker(part, game, &mut state, at, marker);
                        }
                    }
                }
                Class::Dot => {
                    // Dots that no number begins say nothing; behind words they are part of them.
                    if state.words_end == at {
                        extend_words(game, &mut state, at + 1);
                    }
                    at += 1;
                }
                Class::Sign | Class::High | Class::Reserved => {
                    match self.read_word(src, game, &mut state, at) {
                        Step::To(next) => at = next,
                        Step::Marker(marker) => {
                            return self.end_at_marker(part, game, &mut state, at, marker);
                        }
                    }
                }
                Class::BracketOpen => at = read_bracket(src, game, &mut state, at),
                Class::BraceClose => {
                    solid(game, &mut state, at, at + 1);
                    error(game, Kind::StrayBrace, at, at + 1);
                    at += 1;
                }
                Class::Control => at = run(src, game, at, Class::Control, Kind::ControlChar),
                Class::Other => {
                    let is_in_words = state.prose_end == state.solid_end;
                    solid(game, &mut state, at, at + 1);
                    at = run(src, game, at, Class::Other, Kind::UnexpectedChar);
                    state.solid_end = at;
                    if is_in_words {
                        state.prose_end = at;
                    }
                }
            }
        }
    }

    /// What may stand at the start of a line only: empty lines, escape lines, the next game's tags.
    /// `None`: a tag pair begins the next game.
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
                    let most = self.options.most_elements();
                    self.keep_at_most(most.saturating_mul(2), game, state);
                    error(game, Kind::EscapeLine, at, end);
                    at = past_line_end(src, end);
                    continue;
                }
                0xEF if char_at(src, at).0 == 0xFEFF => {
                    // A mark that `cat` has left; `%` and `[` right behind it are in column one.
                    error(game, Kind::Bom, at, at + 3);
                    at += 3;
                    continue;
                }
                _ => (),
            }
            let first = skip_blanks(src, at);
            let is_tag = byte(src, first) == b'['
                && first < src.len()
                && (tag_reader::opens(src, first) || tag_reader::opens_unquoted(src, first));
            return (!is_tag).then_some(first);
        }
    }

    /// [`plain_moves::read`], where nothing stands in its way.
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
        let n_plies = state.n_plies;
        // Not too many at once: they are counted behind each run.
        let text = &src[..src.len().min(at.saturating_add(LONGEST_RUN))];
        let at = plain_moves::read(text, game, state, &mut self.memo, at);
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
        solid(game, state, span.start as usize, span.end as usize);
        let number = take_number(state);
        // A number that names the other side is judged with the move, off the fast path.
        let is_contrary = matches!(number, NumberForm::NamesWhite | NumberForm::NamesBlack);
        let code = if is_contrary { SanCode::UNREAD } else { code };
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

/// `[` in the movetext that begins no game.
fn read_bracket(src: &[u8], game: &mut Game, state: &mut State, at: usize) -> usize {
    let is_command = byte(src, at + 1) == b'%';
    if (is_command || tag_reader::opens(src, at))
        && let Some(end) = bracket_end(src, state, at)
    {
        solid(game, state, at, end);
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
    solid(game, state, at, at + 1);
    error(game, Kind::UnexpectedChar, at, at + 1);
    at + 1
}

/// The end of the bracket at `at`, if it is closed on its line. A line is searched once, however many are open.
fn bracket_end(src: &[u8], state: &mut State, at: usize) -> Option<usize> {
    if at < state.no_bracket_before {
        return None;
    }
    let found = memchr::memchr3(b']', b'\n', b'\r', &src[at..]).map_or(src.len(), |n| at + n);
    if byte(src, found) == b']' && found < src.len() {
        return Some(found + 1);
    }
    state.no_bracket_before = found;
    None
}

/// Reports a run of characters of one class once.
pub(super) fn run(src: &[u8], game: &mut Game, at: usize, of: Class, kind: Kind) -> usize {
    let mut end = at + 1;
    while end < src.len() && CLASS[src[end] as usize] == of {
        end += 1;
    }
    error(game, kind, at, end);
    end
}

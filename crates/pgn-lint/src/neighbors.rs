//! The neighbors of a game that is fixed. A fix is made only if the game and the game before it
//! still end where they ended, whatever their neighbors are.
//!
//! The real neighbors are not read: they may be changed as well, or lie in another chunk. Instead,
//! short texts stand for every kind of neighbor, and a fix must keep the game apart from all those
//! texts from which it was apart before. So a fix depends only on its game and on [`TextBefore`].

use pgn_syntax::{
    CommentKind, Game, Marker, Node, NodeKind, Parser, Part, ReadOptions, SanCode, Span,
    SyntaxErrorKind, cut_points::is_tag_line, is_line_end, is_white_space, next_line, without_bom,
};

use crate::lines::without_empty;

/// Texts that may precede a game. After the first of them a game is read as if it were alone.
const BEFORE: [&[u8]; 16] = [
    b"1. e4 *\n\n", b"1. e4\n\n", b"1. e4 (1. d4\n\n", b"1. e4 * (1. d4\n\n", b"1. e4 *",
    b"1. e4 {comment\n\n", b"1. {comment\n\n", b"[Annotator \"x\n\n", b"[Event \"?\"]\n\n",
    b"[Site \"?\"]\n\n", b"[Date \"?\"]\n\n", b"[Round \"?\"]\n\n", b"[White \"?\"]\n\n",
    b"[Black \"?\"]\n\n", b"[Result \"?\"]\n\n", b"[FEN \"?\"]\n\n",
];

/// Texts that may precede a game on the line before it, and that can continue in a tag pair, even
/// in one of `Event`.
const CLOSE: [&[u8]; 2] = [b"[Event \"?\"] x\n", b"[Event \"?\"]\n<<<<<<<\n"];

/// Texts that may precede a game on its own line: they open a tag pair that the game may close.
const ON_ITS_LINE: [&[u8]; 5] =
    [b"[E\"1. e4 *", b"[E\"\"1. e4 *", b"[E \"\"1. e4 *", b"[Round 1. e4 *", b"Round \"1. e4 *"];

/// Texts that may follow a game: beginnings of other games.
const AFTER: [&[u8]; 17] = [
    b"[Event \"?\"]\n\n*\n",
    b"[Site \"?\"]\n\n*\n",
    b"[Date \"?\"]\n\n*\n",
    b"[Round \"?\"]\n\n*\n",
    b"[White \"?\"]\n\n*\n",
    b"[Black \"?\"]\n\n*\n",
    b"[Result \"?\"]\n\n*\n",
    b"[FEN \"?\"]\n\n*\n",
    b"[Event ?]\n\n*\n",
    b"Event \"?\"]\n\n*\n",
    b"{comment}\n[Event \"?\"]\n\n*\n",
    b"; comment\n[Event \"?\"]\n\n*\n",
    b"% escape line\n[Event \"?\"]\n\n*\n",
    b"1. e4 *\n",
    b"e4 *\n",
    b"e4\"-] *\n",
    b"{comment}\n1. e4 *\n",
];

/// The beginning of a game, for [`stand_in`].
const BEGINNING: &[u8] = b"[Event \"?\"]\n\n1. e4";

/// The state of the text before a game, on which the fixes of the game depend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextBefore {
    /// True if a game before it leaves a comment open, and no game since has a comment in braces.
    /// Such a comment ends before the next tag section only if another `{` comes before the next
    /// `}`.
    pub has_open_comment: bool,
    /// True if the last game before it has no marker and fewer than two moves, so that what follows its tags may be
    /// text between them: a tag pair after it may be read as its own.
    pub ends_in_tags: bool,
    /// True if such a game has words after its tags: before an `Event` tag they are read as moves.
    pub ends_in_words: bool,
}

impl TextBefore {
    /// Updates the state for the text after `game`.
    pub fn pass(&mut self, game: &Game) {
        if self.has_open_comment && has_braces(game) {
            self.has_open_comment = false;
        }
        if game.errors.iter().any(|it| it.kind == SyntaxErrorKind::UnterminatedComment) {
            self.has_open_comment = true;
        }
        let is_move = |node: &&Node| match node.kind {
            NodeKind::Move { code, .. } => code != SanCode::NOT_PLAIN,
            kind => matches!(kind, NodeKind::NullMove { .. }),
        };
        self.ends_in_tags =
            game.marker.is_none() && game.nodes.iter().filter(is_move).take(2).count() < 2;
        let is_words = |node: &Node| {
            !node.kind.is_comment() || node.kind == NodeKind::Comment(CommentKind::Words)
        };
        self.ends_in_words =
            self.ends_in_tags && !game.tags.is_empty() && game.nodes.iter().any(is_words);
    }

    /// Updates the state for the text after `bytes`, which were not parsed as a complete game.
    /// Returns true if they contain a brace.
    pub fn pass_bytes(&mut self, bytes: &[u8]) -> bool {
        let last = memchr::memrchr2(b'{', b'}', bytes);
        self.has_open_comment = last.map_or(self.has_open_comment, |at| bytes[at] == b'{');
        let mut words = bytes.trim_ascii_end().rsplit(u8::is_ascii_whitespace);
        self.ends_in_tags = words.next().is_none_or(|word| Marker::exact(word).is_none());
        self.ends_in_words = self.ends_in_tags;
        last.is_some()
    }
}

/// Returns true if the byte at `start` is not the first of a line of `src`, where `src` begins with
/// a line.
#[must_use]
pub fn is_within_line(src: &[u8], start: u32) -> bool {
    let before = src.get(..start as usize).and_then(<[u8]>::last);
    before.is_some_and(|byte| !b"\n\r".contains(byte))
}

/// Returns true if a game has a comment in braces.
#[must_use]
pub fn has_braces(game: &Game) -> bool {
    if game.has_only_server_comments() {
        return game.n_server_comments > 0;
    }
    let is_braced = |kind: CommentKind| !matches!(kind, CommentKind::Words | CommentKind::Line);
    game.nodes.iter().any(|node| matches!(node.kind, NodeKind::Comment(kind) if is_braced(kind)))
}

/// The place of a game in its input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GamePlace {
    /// True if the game begins at the first byte of the input.
    pub is_first: bool,
    /// True if the game ends at the last byte of the input.
    pub is_last: bool,
    /// True if the game begins on the line on which the game before it ends.
    pub is_within_line: bool,
    /// The state of the text before the game.
    pub before: TextBefore,
}

/// The texts beside a game that are read as its neighbors, and not as a part of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NeighborTexts {
    pub(crate) placement: GamePlace,
    /// The text before the game and the text after it, when the game is read.
    text_before: Vec<u8>,
    text_after: Vec<u8>,
    /// The texts that may precede the game, and those that may follow it; `None`: all.
    before: Option<Vec<Vec<u8>>>,
    after: Option<Vec<Vec<u8>>>,
    /// The first brace of the game, if a comment was left open before the game.
    first_brace: Option<Option<u8>>,
    /// The last byte of the game, if the next game is glued to it.
    last_byte: Option<u8>,
}

/// A text joined with neighbors.
#[derive(Debug, Default)]
pub(crate) struct Joined {
    pub(crate) bytes: Vec<u8>,
    /// The span of the text.
    pub(crate) span: Span,
    /// The answer of [`Joined::read`] for these bytes; `None` if they were not read.
    is_game: Option<bool>,
}

/// The end of the last game without a marker, or with text after it, and the texts after it from which it is apart. Most
/// games of a file end alike.
#[derive(Debug, Default)]
pub(crate) struct LastEnd {
    /// The text of [`stand_in`], or the game itself if there is none, and the text before it.
    text: [Vec<u8>; 2],
    apart: Vec<Vec<u8>>,
}

/// Reads texts together with neighbors.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    parser: Parser,
    /// The last game that was read.
    pub(crate) game: Game,
    pub(crate) joined: Joined,
    last_end: LastEnd,
}

impl Reader {
    /// Returns a reader that has read nothing.
    pub(crate) fn new(read: ReadOptions) -> Reader {
        Reader { parser: Parser::new(read), ..Reader::default() }
    }

    /// Returns those of the texts that may follow `text` from which it is apart, with `before` before it.
    fn apart_after(&mut self, before: &[u8], text: &[u8]) -> Vec<Vec<u8>> {
        let short = self.stand_in(before, text).unwrap_or_else(|| text.to_vec());
        if self.last_end.text != [&short, before] {
            let apart = self.apart_among_all(before, &short);
            self.last_end = LastEnd { text: [short, before.to_vec()], apart };
        }
        self.last_end.apart.clone()
    }

    /// Returns true if `text`, with `before` before it, is apart from each of these texts after it.
    fn is_apart_from(&mut self, before: &[u8], text: &[u8], after: &[Vec<u8>]) -> bool {
        let is_known = self.last_end.text == [text, before];
        if !is_known && self.stand_in(before, text).is_none() {
            return after.iter().all(|after| self.is_game(before, text, after));
        }
        let apart = self.apart_after(before, text);
        after.iter().all(|after| apart.contains(after))
    }

    /// Returns a text that is apart from the same texts after it as `text`, with `before` before it, if there is one.
    fn stand_in(&mut self, before: &[u8], text: &[u8]) -> Option<Vec<u8>> {
        let is_game = self.is_game(before, text, AFTER[0]);
        if is_game { stand_in(&self.game, &self.joined) } else { None }
    }

    fn apart_among_all(&mut self, before: &[u8], text: &[u8]) -> Vec<Vec<u8>> {
        let mut all = NeighborTexts::all_after(text);
        all.retain(|after| self.is_game(before, text, after));
        all
    }

    fn is_game(&mut self, before: &[u8], text: &[u8], after: &[u8]) -> bool {
        let Reader { parser, game, joined, .. } = self;
        joined.join(before, text, after);
        // The same text is read several times in turn.
        if joined.is_game.is_none() {
            joined.is_game = Some(joined.read(parser, game));
        }
        joined.is_game == Some(true)
    }

    /// Returns true if `text` is a game with `before` before it. It must be a game with another text before it: as a game
    /// is read in the same way wherever it begins, only the end of `before` is found, and `text` itself is not read.
    fn begins_after(&mut self, before: &[u8], text: &[u8], after: &[u8]) -> bool {
        let Reader { parser, game, joined, .. } = self;
        joined.join(before, text, after);
        if let Some(is_game) = joined.is_game {
            return is_game;
        }
        let part = Part::whole(&joined.bytes);
        parser.start(&part);
        let begins = joined.read_before(&part, parser, game) && !parser.is_done();
        debug_assert_eq!(begins, joined.read(parser, game), "{}", joined.bytes.escape_ascii());
        begins
    }
}

impl Joined {
    fn join(&mut self, before: &[u8], text: &[u8], after: &[u8]) {
        let span = Span::new(before.len(), before.len() + text.len());
        let is_same = self.span == span
            && self.bytes.len() == span.end as usize + after.len()
            && self.bytes.starts_with(before)
            && span.of(&self.bytes) == text
            && self.bytes.ends_with(after);
        if is_same {
            return;
        }
        self.bytes.clear();
        for part in [before, text, after] {
            self.bytes.extend_from_slice(part);
        }
        (self.span, self.is_game) = (span, None);
    }

    /// Reads the text into `game`. Returns true if it is exactly one game between its neighbors.
    /// The empty lines between games may belong to either side.
    fn read(&self, parser: &mut Parser, game: &mut Game) -> bool {
        let part = Part::whole(&self.bytes);
        parser.start(&part);
        (self.span.start == 0 || self.read_before(&part, parser, game))
            && parser.next_game(&part, game)
            && self.is_white_between(game.span.end, self.span.end)
    }

    /// Reads the text before the game. Returns true if it is exactly one game.
    fn read_before(&self, part: &Part<'_>, parser: &mut Parser, game: &mut Game) -> bool {
        parser.next_game(part, game) && self.is_white_between(game.span.end, self.span.start)
    }

    /// Returns true if only white space is between two offsets. A form feed is a control character (TOK-04), which
    /// has a finding in the game that it belongs to.
    fn is_white_between(&self, a: u32, b: u32) -> bool {
        let between = Span { start: a.min(b), end: a.max(b) };
        between.of(&self.bytes).iter().all(is_white_space)
    }
}

impl NeighborTexts {
    /// Returns the neighbors from which `text`, a game of an input, is apart; `None` if there are
    /// none.
    pub(crate) fn of(
        text: &[u8],
        placement: GamePlace,
        reader: &mut Reader,
    ) -> Option<NeighborTexts> {
        let mut context = NeighborTexts {
            placement,
            text_before: Vec::new(),
            text_after: Vec::new(),
            before: None,
            after: None,
            first_brace: placement.before.has_open_comment.then(|| first_brace(text)),
            last_byte: text
                .last()
                .copied()
                .filter(|it| !placement.is_last && !it.is_ascii_whitespace()),
        };
        if !placement.is_first {
            context.text_before = context.as_it_stands(BEFORE[0]);
        }
        if !placement.is_last {
            context.text_after = AFTER[0].to_vec();
            if !reader.is_game(&context.text_before, text, AFTER[0])
                || !is_closed(&reader.game, text)
            {
                let all = reader.apart_after(&context.text_before, text);
                context.text_after.clone_from(all.first()?);
                context.after = Some(all);
            }
        }
        if !reader.is_game(&context.text_before, text, &context.text_after) {
            return None;
        }
        if !context.begins_with_tag(text) {
            let mut all = context.all_before();
            all.retain(|before| reader.begins_after(before, text, &context.text_after));
            context.before = Some(all);
        }
        Some(context)
    }

    /// Reads a text in place of the game. Returns true if it is exactly one game there.
    pub(crate) fn read(&self, text: &[u8], reader: &mut Reader) -> bool {
        reader.is_game(&self.text_before, text, &self.text_after)
    }

    /// Returns true if `text`, in place of the game that was read last, is read separately from the
    /// same neighbors.
    pub(crate) fn keeps(&self, text: &[u8], reader: &mut Reader) -> bool {
        if let Some(first) = self.first_brace {
            let new = first_brace(text);
            if new != first && new != Some(b'{') {
                return false;
            }
        }
        // After a different last byte, the first word of the next game would no longer be joined to this game.
        if self
            .last_byte
            .is_some_and(|byte| !matches!(text.last(), Some(&last) if last == byte || last == b'*'))
        {
            return false;
        }
        if !self.placement.is_last && (self.after.is_some() || !is_closed(&reader.game, text)) {
            let all = match &self.after {
                Some(all) => all,
                None => &Self::all_after(text),
            };
            if !reader.is_apart_from(&self.text_before, text, all) {
                return false;
            }
        }
        if self.placement.is_first {
            return true;
        }
        let begins_with_tag = self.begins_with_tag(text);
        let all = match &self.before {
            Some(_) if begins_with_tag && self.placement.before.ends_in_words => return false,
            Some(all) => all.clone(),
            // All neighbors were allowed because the game began with such a pair, and it still does.
            None if begins_with_tag => return true,
            None => self.all_before(),
        };
        all.iter()
            .filter(|before| !begins_with_tag || CLOSE.contains(&before.as_slice()))
            .all(|before| reader.begins_after(before, text, &self.text_after))
    }

    /// Returns true if the neighbors `next`, from which `text` is apart, certainly include these. If it is false,
    /// [`NeighborTexts::keeps`] decides.
    pub(crate) fn includes(&self, next: &NeighborTexts, text: &[u8]) -> bool {
        let is_among = |all: Option<&Vec<Vec<u8>>>, here: &[Vec<u8>]| {
            all.is_some_and(|all| all.iter().all(|it| here.contains(it)))
        };
        let has_after = match &next.after {
            // The game ends at its marker, whatever follows.
            None => true,
            Some(here) => is_among(self.after.as_ref().or(Some(&Self::all_after(text))), here),
        };
        let has_before = match &next.before {
            None => self.before.is_none(),
            Some(here) => is_among(self.before.as_ref().or(Some(&self.all_before())), here),
        };
        (&self.text_before, &self.text_after, self.first_brace, self.last_byte)
            == (&next.text_before, &next.text_after, next.first_brace, next.last_byte)
            && has_after
            && has_before
    }

    fn all_before(&self) -> Vec<Vec<u8>> {
        if self.placement.is_first {
            return Vec::new();
        }
        let on_its_line: &[&[u8]] = if self.placement.is_within_line { &ON_ITS_LINE } else { &[] };
        let all = BEFORE.iter().chain(&CLOSE).chain(on_its_line);
        all.map(|before| self.as_it_stands(before)).collect()
    }

    /// Returns a text that may precede the game, ending on the same line as the real one does.
    fn as_it_stands(&self, before: &[u8]) -> Vec<u8> {
        if self.placement.is_within_line {
            [before.trim_ascii_end(), b" "].concat()
        } else {
            before.to_vec()
        }
    }

    /// Returns true if a game begins with tag pairs that are apart from every text before it.
    ///
    /// A first pair with an empty line after it may belong to the tag pairs before it: only a later one shows where
    /// the game begins.
    fn begins_with_tag(&self, text: &[u8]) -> bool {
        // Where a fix left an empty line, a second run would begin behind it.
        let text = &text[without_empty(text).start..];
        // A byte order mark begins nothing, except for a game behind one that has only tags.
        let text = if self.placement.before.ends_in_tags { text } else { without_bom(text) };
        !self.placement.is_within_line
            && text.starts_with(b"[Event ")
            && is_tag_line(text, 0)
            && !has_empty_line_after_first(text)
    }

    /// Returns the texts that may follow `text`, with and without an empty line before them.
    fn all_after(text: &[u8]) -> Vec<Vec<u8>> {
        // An empty line ends a game without a marker, so that what follows may be read otherwise. After a CR, an LF would
        // not begin a line.
        let empty_line: &[u8] = if text.ends_with(b"\r") { b"\r" } else { b"\n" };
        let lined = AFTER.iter().map(|after| [empty_line, *after].concat());
        AFTER.iter().map(|after| after.to_vec()).chain(lined).collect()
    }
}

/// Returns true if a game ends at its marker, whatever follows. A marker without white space after
/// it may join the first word of the next game, unless it is `*`.
fn is_closed(game: &Game, text: &[u8]) -> bool {
    let is_loose = |kind| {
        matches!(
            kind,
            SyntaxErrorKind::UnterminatedComment
                | SyntaxErrorKind::UnterminatedString
                | SyntaxErrorKind::UnmatchedParen
                | SyntaxErrorKind::MovetextAfterResult
                | SyntaxErrorKind::CommentAfterResult
                | SyntaxErrorKind::JunkBetweenGames
        )
    };
    let is_apart = text.last().is_some_and(|&byte| byte == b'*' || byte.is_ascii_whitespace());
    // A number after the marker would be that of the next game's first move.
    let is_at_end = |(_, marker): (_, Span)| {
        let end = game.span.start as usize + text.trim_ascii_end().len();
        marker.end as usize >= end
    };
    is_apart
        && game.marker.is_some_and(is_at_end)
        && !game.errors.iter().any(|error| is_loose(error.kind))
}

/// Returns a short text that is apart from the same texts after it as the text of `joined`, which was read as `game`:
/// everything up to the last move of the main line is replaced. `None` if the game has errors from there on, other than a
/// missing marker and a comment that is left open, or if that move is not plain SAN.
///
/// After a plain move of the main line nothing is open, so the text after the game depends on the rest of the game only.
fn stand_in(game: &Game, joined: &Joined) -> Option<Vec<u8>> {
    let is_plain = |node: &&Node| {
        matches!(node.kind, NodeKind::Move { code, .. } if code != SanCode::NOT_PLAIN)
            && node.span.start >= game.movetext_start
    };
    let last = game.mainline().last().filter(is_plain)?;
    let rest = Span { start: last.span.end, end: joined.span.end }.of(&joined.bytes);
    let has_errors = game.errors.iter().any(|error| {
        let is_at_end = matches!(
            error.kind,
            SyntaxErrorKind::MissingTermination | SyntaxErrorKind::UnterminatedComment
        );
        !is_at_end && error.span.end > last.span.start
    });
    let is_short =
        !has_errors && game.final_zeros.is_none() && rest.first().is_some_and(is_white_space);
    is_short.then(|| [BEGINNING, rest].concat())
}

/// Returns true if the second line of a text is empty.
fn has_empty_line_after_first(text: &[u8]) -> bool {
    let second = &text[next_line(text, 0)..];
    !second.is_empty()
        && second.split(is_line_end).next().is_some_and(|line| line.trim_ascii().is_empty())
}

fn first_brace(text: &[u8]) -> Option<u8> {
    memchr::memchr2(b'{', b'}', text).map(|at| text[at])
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::{
        checker::Options,
        context::Follows,
        fix::Applicability,
        fixer::{Fixed, Fixer},
        rule::Severity,
        selection::Selection,
    };

    /// Fixes `text` in the middle of an input, after text that leaves the state `before`.
    fn fix(text: &str, applicability: Applicability, before: TextBefore) -> Option<String> {
        fix_at(text, applicability, GamePlace { before, ..GamePlace::default() })
    }

    /// Fixes `text` at a place in the middle of an input.
    fn fix_at(text: &str, applicability: Applicability, placement: GamePlace) -> Option<String> {
        let options = Options { min_severity: Severity::Style, ..Options::default() };
        let (rules, read, options) = (Selection::standard(), ReadOptions::default(), options);
        let mut fixer = Fixer::new(&rules, applicability, read, options);
        let src = format!("{text}[Event \"?\"]\n\n*\n");
        let (mut parser, mut game) = (Parser::default(), Game::default());
        let part = Part { src: src.as_bytes(), is_first: false, is_last: true, after: b"" };
        parser.start(&part);
        assert!(parser.next_game(&part, &mut game));
        assert_eq!(game.span.end as usize, text.len(), "{text}");
        fixer.start_chunk(src.as_bytes(), Follows::Nothing);
        let fixed = fixer.fix(src.as_bytes(), &game, placement, None);
        fixed.map(|Fixed { text, .. }| String::from_utf8(text).unwrap())
    }

    fn left_by(text: &str) -> TextBefore {
        let mut before = TextBefore::default();
        let (mut parser, mut game) = (Parser::default(), Game::default());
        let part = Part::whole(text.as_bytes());
        parser.start(&part);
        while parser.next_game(&part, &mut game) {
            before.pass(&game);
        }
        before
    }

    /// Tags of a game with a complete roster.
    const TAGS: &str = "[Event \"a\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"b\"]\n\
                        [Black \"c\"]\n[Result \"*\"]\n\n";

    #[test]
    fn a_comment_before_that_was_left_open_stays_so() {
        let text = format!("{TAGS}1. e4 {{}} e5 *\n\n");
        let open = left_by("1. e4 {open\n\n[Event \"\"]\n\n1. d4 *\n");
        assert_eq!(
            fix(&text, Applicability::Safe, TextBefore::default()),
            Some(format!("{TAGS}1. e4 e5 *\n\n"))
        );
        // Without this comment, no brace would end the open comment before this game.
        assert_eq!(fix(&text, Applicability::Safe, open), None);
        let more = format!("{TAGS}1. e4 {{}} e5 {{x}} *\n\n");
        assert_eq!(
            fix(&more, Applicability::Safe, open),
            Some(format!("{TAGS}1. e4 e5 {{x}} *\n\n"))
        );
        assert_eq!(left_by("1. e4 {open\n\n[Event \"\"]\n\n1. d4 {x} *\n"), TextBefore::default());
    }

    #[test]
    fn a_number_after_the_marker_does_not_become_one_of_the_next_game() {
        let fixed = fix("e4 *6< ", Applicability::Unsafe, TextBefore::default());
        assert!(fixed.as_ref().is_none_or(|it| !it.contains("*6")), "{fixed:?}");
    }

    #[test]
    fn a_stand_in_is_apart_from_the_same_texts() {
        const WITHOUT_STAND_IN: [&str; 10] = [
            " {x}", "\n{x}\n", "\n; x\n", " ; x", " 12.\n", " 0-0\n", " +-\n", " x\n", " (1. d4\n",
            " {x\n",
        ];
        let mut reader = Reader::new(ReadOptions::default());
        let ends = "\n|\r\n|\r| \n\n| $1\n| {x}\n| {x}|\n{x}\n|\n; x\n| ; x| (1. d4)\n| (1. d4 {x})\n(1. c4)\n| 12.\n\
                    | 0-0\n| 1-0 | 1-0| +-\n| x\n| (1. d4\n| {x\n";
        let mut without: Vec<&str> = ends.split('|').collect();
        for end in ends.split('|') {
            for start in ["", "[Event \"?\"]\n\n", "{x} "] {
                let text = format!("{start}1. d4 {{x}} d5 (1... f5) 2. c4{end}");
                let apart = reader.apart_among_all(BEFORE[0], text.as_bytes());
                reader.last_end = LastEnd::default();
                assert_eq!(reader.apart_after(BEFORE[0], text.as_bytes()), apart, "{text:?}");
                if reader.last_end.text[0] != text.as_bytes() {
                    without.retain(|it| *it != end);
                }
            }
        }
        assert_eq!(without, WITHOUT_STAND_IN);
    }

    #[test]
    fn a_game_stays_glued_to_the_next_one() {
        let fixed = fix("e4 *\"", Applicability::Unsafe, TextBefore::default());
        assert!(fixed.as_ref().is_none_or(|it| it.ends_with('"')), "{fixed:?}");
    }

    #[test]
    fn a_game_does_not_close_a_tag_pair_before_it_on_its_line() {
        // Without the quote, the whole line `[k""*[E""]` would be one tag pair.
        let placement = GamePlace { is_within_line: true, ..GamePlace::default() };
        let fixed = fix_at("[E\"\"]\" *\n", Applicability::Unsafe, placement);
        assert!(fixed.as_ref().is_none_or(|it| it.contains("]\"")), "{fixed:?}");
    }

    #[test]
    fn a_game_with_a_new_roster_is_as_one_that_had_it() {
        let fen = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n";
        let fixed =
            fix(&format!("{fen}\n1. e4 *\n\n"), Applicability::Unsafe, TextBefore::default());
        assert!(!fixed.unwrap().contains("FEN"));
    }

    #[test]
    fn a_new_roster_does_not_join_the_tags_before_it() {
        // With CR CR LF, which ends two lines, each new pair would have an empty line after it, and those before
        // `Round` would belong to the game before.
        let fixed = fix("[Round 8]\r\r\n1. e4 *\r\r\n", Applicability::Safe, TextBefore::default());
        assert!(!fixed.unwrap_or_default().contains("Event"));
        let fixed = fix("[Round 8]\r\n1. e4 *\r\n", Applicability::Safe, TextBefore::default());
        assert!(fixed.unwrap().starts_with("[Event \"?\"]\r\n[Site"));
    }

    #[test]
    fn a_new_roster_does_not_make_moves_of_text_between_tags() {
        let before = left_by("[Event \"?\"]\nn\n?\n");
        let fixed = fix("[White \"a\"]\n\n1. e4 *\n", Applicability::Safe, before);
        assert!(!fixed.unwrap_or_default().starts_with("[Event"));
        for text in ["[Event \"?\"]\n\n1. e4 *\n", "[Event \"?\"]\n", "[Event \"?\"]\n{x}\n"] {
            let fixed = fix("[White \"a\"]\n\n1. e4 *\n", Applicability::Safe, left_by(text));
            assert!(fixed.unwrap().starts_with("[Event"), "{text}");
        }
    }

    #[test]
    fn empty_lines_between_games_do_not_matter() {
        // Empty lines belong to the game after them only if the game before them has no marker.
        let text = "[Event 6]\n\n1. e4 *\n";
        let fixed = fix(text, Applicability::Unsafe, TextBefore::default()).unwrap();
        assert!(fixed.starts_with("[Event \"6\"]\n[Site \"?\"]\n"), "{fixed}");
        for lines in ["\n", "\n\n", "\x0B\n", "\r\n \t\n"] {
            let spaced =
                fix(&format!("{lines}{text}"), Applicability::Unsafe, TextBefore::default());
            assert_eq!(spaced, Some(format!("{lines}{fixed}")), "{lines:?}");
        }
    }

    #[test]
    fn fixed_games_have_no_further_fix() {
        for applicability in [Applicability::Safe, Applicability::Unsafe] {
            for text in [
                "[Event \"\"\n\nWhite \"\"]\n\n*\n",
                "Date \"2026/1/2\"][o\"\"][White\"Example, Ann\"]\n[Black\"Sample, Bob\"\n\ne4\n",
                "1 e4 e5Nf3Nc61-0\n",
                "Nd3N5\n",
            ] {
                let Some(fixed) = fix(text, applicability, TextBefore::default()) else { continue };
                assert_eq!(fix(&fixed, applicability, TextBefore::default()), None, "{text}");
            }
        }
    }

    #[test]
    fn a_marker_does_not_run_into_the_next_game() {
        let text = format!("{TAGS}1. e4 *").replace("\"*\"", "\"1-0\"");
        assert_eq!(fix(&text, Applicability::Safe, TextBefore::default()), None);
        let apart = fix(&format!("{text}\n"), Applicability::Safe, TextBefore::default());
        assert!(apart.unwrap().ends_with("1. e4 1-0\n"));
    }

    #[test]
    fn games_without_a_marker_stay_separate() {
        // Without its only tag the game would continue the one before it.
        let text = "[Annotator \"\"]\n\n1. e4 *\n\n";
        let fixed = fix(text, Applicability::Safe, TextBefore::default()).unwrap();
        assert!(fixed.starts_with("[Event \"?\"]\n"), "{fixed}");
    }
}

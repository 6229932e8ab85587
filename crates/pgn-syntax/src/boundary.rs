//! The boundary between two games that become neighbors: whether each is still read as before, and the least
//! repair if not.
//!
//! Where a game ends can depend on the bytes that follow it: an open comment, a missing termination marker,
//! or junk at the end of a file can swallow the beginning of the next game. [`Edges`] is a one-byte summary
//! of both ends of a game, made while the game is parsed. For nearly all pairs of games it proves that an
//! empty line keeps them apart. For the others [`BoundaryRepairer`] parses both games together and compares the result
//! with what each of them contains when it is read alone.

mod content;
mod oversized;
mod repair;
mod surroundings;

use std::borrow::Cow;

use self::{
    content::Content,
    repair::{Variant, first_variants, second_variants, with_leading_tag},
};
pub use self::{
    oversized::OversizedEnd,
    repair::{closed, end_of_last_line},
    surroundings::Surroundings,
};
use crate::{
    game::{
        Game,
        error::{SyntaxError, SyntaxErrorKind as Kind},
        movetext::{CommentKind, Node, NodeKind},
        tag_reader,
    },
    parser::{Parser, Part, ReadOptions},
    text::scan::{BOM, is_white_space},
    tokens::game_start,
};

/// A summary of the first and last tokens of a game, as far as the reading of its neighbors depends on them.
///
/// ```
/// use pgn_syntax::{Parser, boundary::Edges};
///
/// let edges = |pgn: &[u8]| Edges::of_text(&mut Parser::default(), pgn, false);
/// let (whole, open) = (edges(b"[Event \"x\"]\n\n1. e4 *\n"), edges(b"[Event \"x\"]\n\n1. e4 {oops\n"));
/// assert!(whole.is_plain_before(whole));
/// assert!(!open.is_plain_before(whole));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edges(u8);

impl Edges {
    const OPENS_WITH_TAG: u8 = 1;
    const OPENS_WITH_MOVE: u8 = 1 << 1;
    const ENDS_WITH_MARKER: u8 = 1 << 2;
    const ENDS_WITH_MOVE: u8 = 1 << 3;
    const LEAVES_COMMENT_OPEN: u8 = 1 << 4;
    const BEGINS_INPUT: u8 = 1 << 5;

    /// The edges of an oversized game, which is passed on unread, before its first bytes are known. See
    /// [`Edges::of_oversized`].
    pub const OVERSIZED: Edges = Edges(1 << 6);

    /// The edges of a game whose text is not known: those of a plain game with tags and a marker.
    pub const UNKNOWN: Edges = Edges(Edges::OPENS_WITH_TAG | Edges::ENDS_WITH_MARKER);

    /// Returns the edges of `game`, which was read from `src`.
    ///
    /// `begins_input` is true if the game's bytes are the first of an input, where tokens such as a lone
    /// marker can begin a game that they cannot begin elsewhere.
    ///
    /// # Panics
    ///
    /// Panics if the game was not read from `src`.
    #[must_use]
    pub fn of(game: &Game, src: &[u8], begins_input: bool) -> Edges {
        let mut bits = u8::from(begins_input) * Edges::BEGINS_INPUT;
        let start = game.start as usize;
        let preamble = &src[game.span.start as usize..start];
        if preamble.iter().all(is_white_space) || preamble == BOM {
            if src[start] == b'[' {
                bits |= u8::from(tag_reader::opens(src, start)) * Edges::OPENS_WITH_TAG;
            } else if game_start::starts_game(src, start) {
                bits |= Edges::OPENS_WITH_MOVE;
            }
        }
        let tail = &src[game.end as usize..(game.span.end as usize).max(game.end as usize)];
        let mut is_plain = tail.iter().all(is_white_space);
        for error in &game.errors {
            match error.kind {
                Kind::UnterminatedComment => bits |= Edges::LEAVES_COMMENT_OPEN,
                // How these are read depends on the text after them. A string without its quote could
                // end on a later line.
                Kind::BadResult | Kind::UnmatchedParen | Kind::UnterminatedString => {
                    is_plain = false;
                }
                _ => (),
            }
        }
        if is_plain && bits & Edges::LEAVES_COMMENT_OPEN == 0 && game.final_zeros.is_none() {
            // Comments and words alone may be between tag pairs.
            let has_movetext = game
                .nodes
                .iter()
                .rev()
                .take_while(|node| node.span.start >= game.movetext_start)
                .any(|node| !node.kind.is_comment());
            // A marker alone is a game only in an input that holds nothing else.
            let is_lone = |at: u32| at == game.start && game.tags.is_empty();
            if game.marker.is_some_and(|(_, span)| is_lone(span.start)) {
                return Edges(bits);
            }
            if game.marker.is_some() {
                bits |= Edges::ENDS_WITH_MARKER;
            } else if has_movetext {
                bits |= Edges::ENDS_WITH_MOVE;
            }
        }
        Edges(bits)
    }

    /// Returns the edges of the only game of `text`, read by a parser that may have read other texts.
    ///
    /// `begins_input` is true if `text` is the beginning of an input. If `text` is not exactly one game, no
    /// edge is set.
    #[must_use]
    pub fn of_text(parser: &mut Parser, text: &[u8], begins_input: bool) -> Edges {
        let mut game = Game::default();
        let part = Part { is_first: begins_input, ..Part::whole(text) };
        parser.start(&part);
        match parser.next_game(&part, &mut game) {
            true if game.span.end as usize == text.len() => Edges::of(&game, text, begins_input),
            _ => Edges::default(),
        }
    }

    /// Returns the edges as a byte for [`Edges::from_bits`].
    #[must_use]
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Returns the edges with the bits of [`Edges::bits`].
    #[must_use]
    pub fn from_bits(bits: u8) -> Edges {
        Edges(bits)
    }

    /// Returns true if the game leaves a comment open.
    ///
    /// Such a comment can swallow the next game of the input once the games after that one are gone.
    #[must_use]
    pub fn leaves_comment_open(self) -> bool {
        self.has(Edges::LEAVES_COMMENT_OPEN)
    }

    /// Returns true if the game ends with its marker, so that the text after it cannot change how it is
    /// read.
    #[must_use]
    pub fn ends_with_marker(self) -> bool {
        self.has(Edges::ENDS_WITH_MARKER)
    }

    /// Returns true if the game begins with a tag pair and ends with a marker and nothing after it.
    #[must_use]
    pub fn is_plain(self) -> bool {
        self.has(Edges::OPENS_WITH_TAG) && self.has(Edges::ENDS_WITH_MARKER)
    }

    /// Returns true if an empty line is enough to separate this game from `next`: both are then read as
    /// before.
    #[must_use]
    pub fn is_plain_before(self, next: Edges) -> bool {
        next.has(Edges::OPENS_WITH_TAG) && self.has(Edges::ENDS_WITH_MARKER | Edges::ENDS_WITH_MOVE)
            || next.has(Edges::OPENS_WITH_MOVE) && self.has(Edges::ENDS_WITH_MARKER)
    }

    /// Returns true if the game is read as before when it becomes the first game of an input.
    #[must_use]
    pub fn can_be_first(self) -> bool {
        self.has(Edges::OPENS_WITH_TAG | Edges::OPENS_WITH_MOVE | Edges::BEGINS_INPUT)
    }

    fn has(self, any: u8) -> bool {
        self.0 & any != 0
    }
}

/// A change to a game without which it, or its neighbor, would be read otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Repair {
    /// An open comment was closed.
    Closed,
    /// Open variations were closed. The text after them may have been meant for the main line.
    VariationClosed,
    /// A termination marker `*` was added.
    Marked,
    /// A tag pair `[Event "?"]` was added.
    Tagged,
    /// Comments after the last game of an input were moved to the line of its marker.
    Joined,
    /// Junk that belonged to no game was removed.
    Cleaned,
    /// The game was rewritten: each tag pair on its own line, everything closed, text outside games removed.
    Rewritten,
    /// No repair was found: the games are not read as before.
    Failed,
}

impl Repair {
    /// Returns the weight of the repair; the repairs with the least sum are chosen.
    ///
    /// Adding text is cheaper than removing it, and changing the game that is at fault is cheaper than
    /// changing its neighbor.
    fn cost(self) -> u32 {
        match self {
            Repair::Closed | Repair::Marked => 1,
            Repair::Joined => 2,
            Repair::Tagged => 3,
            Repair::Cleaned => 8,
            Repair::VariationClosed => 20,
            Repair::Rewritten => 40,
            Repair::Failed => 100,
        }
    }
}

/// The text of one game and its edges.
#[derive(Clone, Copy, Debug)]
pub struct GameText<'a> {
    /// The bytes of the game.
    pub bytes: &'a [u8],
    /// The edges of these bytes.
    pub edges: Edges,
}

/// What is before a game in an output.
///
/// ```
/// use pgn_syntax::boundary::{Adjacency, Before, Edges, GameText};
///
/// let game = GameText { bytes: b"[Event \"A\"]\n\n*\n", edges: Edges::UNKNOWN };
/// let before = Before { game, earlier: None, adjacency: Adjacency::New };
/// assert!(before.game.edges.ends_with_marker());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    /// The last game.
    pub game: GameText<'a>,
    /// The game before the last one and the separator between them, as they are written, if that game could absorb a
    /// changed last game.
    pub earlier: Option<GameText<'a>>,
    /// Whether the next game followed the last one where both were read.
    pub adjacency: Adjacency,
}

/// Whether two games were neighbors where they were read.
///
/// ```
/// use pgn_syntax::{
///     Parser,
///     boundary::{Adjacency, Before, BoundaryRepairer, Edges, GameText},
/// };
///
/// let text = |bytes: &'static [u8]| {
///     let edges = Edges::of_text(&mut Parser::default(), bytes, false);
///     GameText { bytes, edges }
/// };
/// let (game, next) = (text(b"1. e4 {x\n\n"), text(b"[Event \"B\"]\n\n1. d4 {y} *\n"));
/// let repairs = |adjacency| {
///     let before = Before { game, earlier: None, adjacency };
///     let nothing = |_: &[u8], _: &[u8]| Vec::new();
///     BoundaryRepairer::default().repair(Some(before), next, b"\n", nothing, |_| true).first_repairs
/// };
/// // pgnkit finds the end of the comment.
/// assert!(repairs(Adjacency::Kept).is_empty());
/// assert_eq!(repairs(Adjacency::New).len(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjacency {
    /// They were: the first one is repaired only if one of them would be read otherwise.
    Kept,
    /// They were not: a comment that the first one leaves open is closed, because other readers may take the second one
    /// for a part of it.
    New,
}

/// Two games, repaired so that one can be written after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairedPair {
    /// The text of the first game, or `None` if it is unchanged.
    pub first: Option<Vec<u8>>,
    /// The repairs of the first game.
    pub first_repairs: Vec<Repair>,
    /// The text of the second game, or `None` if it is unchanged.
    pub second: Option<Vec<u8>>,
    /// The repairs of the second game.
    pub second_repairs: Vec<Repair>,
}

/// Finds the least repair of two games that are written one after the other.
///
/// A repairer keeps its buffers: make one per thread and reuse it.
///
/// ```
/// use pgn_syntax::{
///     Parser,
///     boundary::{Adjacency, Before, BoundaryRepairer, Edges, GameText, Repair},
/// };
///
/// let edges = |bytes| Edges::of_text(&mut Parser::default(), bytes, false);
/// let text = |bytes: &'static [u8]| GameText { bytes, edges: edges(bytes) };
/// let (first, second) = (text(b"1. e4 e5\n"), text(b"1. d4 d5 *\n"));
/// let before = Before { game: first, earlier: None, adjacency: Adjacency::New };
/// let separate = |_: &[u8], _: &[u8]| b"\n".to_vec();
/// let pair =
///     BoundaryRepairer::default().repair(Some(before), second, b"\n", separate, |_| true);
/// // Without a marker, the moves of the second game would continue the first.
/// assert_eq!(pair.first_repairs, [Repair::Marked]);
/// assert_eq!(pair.first.unwrap(), b"1. e4 e5 *\n");
/// assert_eq!(pair.second, None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct BoundaryRepairer {
    parser: Parser,
    game: Game,
}

impl BoundaryRepairer {
    /// Returns a repairer that reads games with `options`, but always including their movetext.
    #[must_use]
    pub fn new(options: ReadOptions) -> BoundaryRepairer {
        let options = ReadOptions { depth: crate::parser::ReadDepth::Movetext, ..options };
        BoundaryRepairer { parser: Parser::new(options), game: Game::default() }
    }

    /// Returns the least change of both games after which they are read as before, one after the other.
    ///
    /// `before` is `None` if `second` is at the start of an output. `line_end` ends the lines that are added. `separate`
    /// returns the separator between a first and a second text. `can_begin` returns true if an output that begins with
    /// a text is taken for text. If no change helps, the texts are unchanged and the repairs of the second game contain
    /// [`Repair::Failed`].
    pub fn repair(
        &mut self,
        before: Option<Before<'_>>,
        second: GameText<'_>,
        line_end: &[u8],
        separate: impl Fn(&[u8], &[u8]) -> Vec<u8>,
        can_begin: impl Fn(&[u8]) -> bool,
    ) -> RepairedPair {
        let earlier = before.and_then(|it| it.earlier).map(|text| self.read_alone(text));
        let earlier = earlier.filter(|it| it.game.is_some());
        let first = before.map(|it| self.read_alone(it.game));
        let is_new = before.is_some_and(|it| it.adjacency == Adjacency::New);
        let second = self.read_alone(second);
        let before = Alone::variants(first.as_ref(), first_variants);
        let of_second = |text: &[u8], game: &Game| second_variants(text, game, line_end);
        let mut after = Alone::variants(Some(&second), of_second);
        after.extend(first.is_none().then(with_leading_tag));
        let first_text = |variant: &Variant| {
            first.as_ref().map_or(Cow::Borrowed(&b""[..]), |it| it.changed(variant, line_end))
        };
        let mut ways: Vec<(&Variant, &Variant)> =
            before.iter().flat_map(|before| after.iter().map(move |it| (before, it))).collect();
        ways.sort_by_key(|(before, after)| before.cost() + after.cost());
        let mut is_read_as_before = |(before, after): &&(&Variant, &Variant)| {
            // If the first game is unchanged, the game before it still ends where it did.
            let earlier = earlier.as_ref().filter(|_| !before.repairs.is_empty());
            let games = [
                earlier.map(|it| (it, &[][..])),
                first.as_ref().map(|it| (it, &before.repairs[..])),
                Some((&second, &after.repairs[..])),
            ];
            let games: Vec<_> = games.into_iter().flatten().collect();
            if games.iter().any(|(it, _)| it.game.is_none()) {
                return false;
            }
            let (first_text, second_text) = (first_text(before), second.changed(after, line_end));
            let separator = separate(&first_text, &second_text);
            let earlier = earlier.map_or(&b""[..], |it| it.text.bytes);
            let text = [earlier, &first_text, &separator, &second_text].concat();
            (first.is_some() || can_begin(&text)) && self.reads_as(&text, &games)
        };
        let closing = ways.iter().filter(|(before, _)| is_new && before.only_closes());
        let found = closing.chain(&ways).find(&mut is_read_as_before);
        // The first way changes nothing.
        let (before, after) = found.unwrap_or(&ways[0]);
        let failed = found.is_none().then_some(Repair::Failed);
        RepairedPair {
            first: (!before.repairs.is_empty()).then(|| first_text(before).into_owned()),
            first_repairs: before.repairs.clone(),
            second: (!after.repairs.is_empty())
                .then(|| second.changed(after, line_end).into_owned()),
            second_repairs: after.repairs.iter().copied().chain(failed).collect(),
        }
    }

    /// Reads a text alone.
    fn read_alone<'a>(&mut self, text: GameText<'a>) -> Alone<'a> {
        let is_first = text.edges.has(Edges::BEGINS_INPUT);
        let part = Part { is_first, ..Part::whole(text.bytes) };
        // A game that began only because of the text before it may, alone, be one only at the beginning of an input.
        let game = self.read_one(&part);
        Alone { text, game: game.or_else(|| self.read_one(&Part { is_first: true, ..part })) }
    }

    /// Returns the only game of a part, or `None` if it does not hold exactly one.
    fn read_one(&mut self, part: &Part<'_>) -> Option<(Content, Game)> {
        let mut games = self.read(part);
        let is_one = games.len() == 1;
        games.pop().filter(|_| is_one)
    }

    /// Returns the first four games of `part` and their contents.
    fn read(&mut self, part: &Part<'_>) -> Vec<(Content, Game)> {
        let mut games = Vec::new();
        self.parser.start(part);
        while games.len() < 4 && self.parser.next_game(part, &mut self.game) {
            games.push((Content::of(&self.game, part.src), self.game.clone()));
        }
        games
    }

    /// Returns true if `text` holds exactly these games, apart from what the repairs added to each of them, and if
    /// text after the last one cannot change where the others end. A single game begins an output.
    fn reads_as(&mut self, text: &[u8], games: &[(&Alone<'_>, &[Repair])]) -> bool {
        let n_before = games.len() - 1;
        let is_first = n_before == 0 || games[0].0.text.edges.has(Edges::BEGINS_INPUT);
        let part = Part { is_first, ..Part::whole(text) };
        self.parser.start(&part);
        games.iter().enumerate().all(|(n, (alone, repairs))| {
            self.parser.next_game(&part, &mut self.game)
                && alone.game.as_ref().is_some_and(|it| it.0.is_of(&self.game, text, repairs))
                && (n == n_before || comments_stay_open(&self.game, text))
        }) && !self.parser.next_game(&part, &mut self.game)
    }
}

/// A text, and what was read from it alone.
struct Alone<'a> {
    text: GameText<'a>,
    /// `None` if the text is not exactly one game.
    game: Option<(Content, Game)>,
}

impl<'a> Alone<'a> {
    /// Returns the variants that `find` returns for a game; only the unchanged one if there is none.
    fn variants(it: Option<&Self>, find: impl Fn(&[u8], &Game) -> Vec<Variant>) -> Vec<Variant> {
        let found = it.and_then(|it| Some(find(it.text.bytes, &it.game.as_ref()?.1)));
        found.unwrap_or_else(|| vec![Variant::unchanged()])
    }

    /// Returns the text of a variant.
    fn changed(&self, variant: &Variant, line_end: &[u8]) -> Cow<'a, [u8]> {
        let bytes = self.text.bytes;
        let changed = self.game.as_ref().map(|(_, game)| variant.text(bytes, game, line_end));
        changed.unwrap_or(Cow::Borrowed(bytes))
    }
}

/// Returns true if each comment that `game` leaves open stays open whatever follows, because the next brace
/// after it opens another comment (C33).
fn comments_stay_open(game: &Game, text: &[u8]) -> bool {
    let is_open = |node: &&Node| node.kind == NodeKind::Comment(CommentKind::Open);
    // Comments in variations after the marker have no node.
    let is_unterminated = |error: &&SyntaxError| error.kind == Kind::UnterminatedComment;
    let after_marker = game.errors.iter().filter(is_unterminated).map(|error| error.span);
    let after_marker = after_marker.filter(|brace| brace.start >= game.end);
    game.nodes.iter().filter(is_open).map(|node| node.span).chain(after_marker).all(|comment| {
        let after = &text[comment.end as usize..];
        memchr::memchr2(b'{', b'}', after).is_some_and(|at| after[at] == b'{')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn separate(first: &[u8], second: &[u8]) -> Vec<u8> {
        let n = usize::from(!first.is_empty()) * 2;
        let has = first.iter().rev().take_while(|&&b| b == b'\n').count()
            + second.iter().take_while(|&&b| b == b'\n').count();
        b"\n".repeat(n.saturating_sub(has))
    }

    fn edges(text: &str) -> Edges {
        let (mut parser, mut game) = (Parser::default(), Game::default());
        let part = Part::whole(text.as_bytes());
        parser.start(&part);
        assert!(parser.next_game(&part, &mut game), "{text}");
        assert_eq!(game.span.end as usize, text.len(), "{text}");
        Edges::of(&game, text.as_bytes(), true)
    }

    #[track_caller]
    fn check(first: &str, second: &str, expect: &str, repairs: &[Repair]) {
        check_as(Adjacency::New, first, second, expect, repairs);
    }

    #[track_caller]
    fn check_as(adjacency: Adjacency, first: &str, second: &str, expect: &str, repairs: &[Repair]) {
        let mut repairer = BoundaryRepairer::default();
        let one = GameText { bytes: first.as_bytes(), edges: edges(first) };
        let two = GameText { bytes: second.as_bytes(), edges: edges(second) };
        let before = Before { game: one, earlier: None, adjacency };
        let joined = repairer.repair(Some(before), two, b"\n", separate, |_| true);
        let first = joined.first.unwrap_or(first.as_bytes().to_vec());
        let second = joined.second.unwrap_or(second.as_bytes().to_vec());
        let text = [&first[..], &separate(&first, &second), &second].concat();
        assert_eq!(String::from_utf8_lossy(&text), expect);
        let all: Vec<Repair> = [joined.first_repairs, joined.second_repairs].concat();
        assert_eq!(all, repairs);
    }

    #[test]
    fn plain_games_need_no_repair() {
        let with_tags = edges("[Event \"x\"]\n\n1. e4 *\n\n");
        let bare = edges("1. e4 e5 1-0\n");
        let open = edges("[Event \"x\"]\n\n1. e4 e5\n");
        assert!(with_tags.is_plain_before(bare) && with_tags.is_plain_before(with_tags));
        assert!(bare.is_plain_before(with_tags) && bare.is_plain_before(bare));
        assert!(open.is_plain_before(with_tags) && !open.is_plain_before(bare));
        for odd in [
            "1. e4 {x",
            "[Event \"x\"]\n\n1. e4 * {x",
            "1. e4 0-0",
            "[Event \"x\"]\n",
            "1. e4 (1. d4 1-0",
            "[Event \"x\n1. e4 1-0",
        ] {
            assert!(!edges(odd).is_plain_before(with_tags), "{odd}");
        }
        assert_eq!(Edges::from_bits(open.bits()), open);
    }

    #[test]
    fn escape_lines_stay_with_their_game() {
        let next = "% of b\n[Event \"B\"]\n\n1. d4 *\n";
        let rewritten = format!("[Event \"?\"]\n\ne4 *\n\n{next}");
        check("e4*(\n", next, &rewritten, &[Repair::Tagged, Repair::Rewritten]);
        check("e4*\n", next, &format!("e4*\n\n{next}"), &[]);
    }

    #[test]
    fn escape_lines_among_the_moves_stay_there() {
        let second = "% of b\n(d4)e\n% x\n{";
        let expect = "Qa3\n\n% of b\n[Event \"?\"]\n\n(d4)e\n% x\n{";
        check("Qa3", second, expect, &[Repair::Tagged]);
    }

    #[test]
    fn a_comment_after_the_marker_is_not_left_open() {
        let repairs = [Repair::Closed, Repair::Tagged];
        check("1. e4 1-0({", "c4", "1. e4 1-0({}\n\n[Event \"?\"]\n\nc4", &repairs);
    }

    #[test]
    fn a_changed_game_stays_apart_from_the_one_before_it() {
        let text = |bytes: &'static [u8]| GameText {
            bytes,
            edges: Edges::of_text(&mut Parser::default(), bytes, true),
        };
        let (earlier, first, second) =
            (text(b"[Event\"\n"), text(b"\n[Event\"\"*({"), text(b"[E \"\"]\n\n*\n"));
        let mut repairer = BoundaryRepairer::default();
        let before = Before { game: first, earlier: Some(earlier), adjacency: Adjacency::New };
        let joined = repairer.repair(Some(before), second, b"\n", separate, |_| true);
        let changed = joined.first.unwrap_or_default();
        let whole =
            [earlier.bytes, &changed, &separate(&changed, second.bytes), second.bytes].concat();
        assert_eq!(repairer.read(&Part::whole(&whole)).len(), 3, "{}", whole.escape_ascii());
    }

    #[test]
    fn a_bracket_stays_closed() {
        let repairs = [Repair::Tagged, Repair::Rewritten];
        check(
            "f7[b]1/2(",
            "% y\n[Event \"B\"]\n\nc4",
            "[Event \"?\"]\n\nf7[b] 1/2-1/2\n\n% y\n[Event \"B\"]\n\nc4",
            &repairs,
        );
    }

    #[test]
    fn open_comments_and_variations_are_closed() {
        let next = "[Event \"B\"]\n\n1. d4 *\n";
        check(
            "1. e4 {x 1-0\n",
            next,
            "1. e4 {x 1-0}\n\n[Event \"B\"]\n\n1. d4 *\n",
            &[Repair::Closed],
        );
        // The next brace opens another comment, so the comment needs no repair (C33). Other readers do not see that.
        let other = "[Event \"B\"]\n\n1. d4 {y} *\n";
        let [open, closed] = ["1. e4 {x 1-0\n", "1. e4 {x 1-0}\n"];
        check_as(Adjacency::Kept, open, other, &format!("{open}\n{other}"), &[]);
        check(open, other, &format!("{closed}\n{other}"), &[Repair::Closed]);
        check(
            "1. e4 {x\n",
            "1. d4 *\n",
            "1. e4 {x} *\n\n1. d4 *\n",
            &[Repair::Closed, Repair::Marked],
        );
        check(
            "1. e4 (1. d4\n",
            "1. c4 *\n",
            "1. e4 (1. d4\n\n[Event \"?\"]\n\n1. c4 *\n",
            &[Repair::Tagged],
        );
        let in_variation = format!("1. e4 (1. d4 {{x}}\n\n{other}");
        check("1. e4 (1. d4 {x", other, &in_variation, &[Repair::Closed]);
        // In a variation behind the marker, too, and nothing is removed.
        let [open, closed] = ["{analysis\n", "{analysis}\n"]
            .map(|comment| format!("[Event \"A\"]\n\n1. e4 *(1. d4 {comment}"));
        check_as(Adjacency::Kept, &open, other, &format!("{open}\n{other}"), &[]);
        for next in [next, other] {
            check(&open, next, &format!("{closed}\n{next}"), &[Repair::Closed]);
        }
    }

    #[test]
    fn a_marker_is_added_where_the_next_game_has_no_tags() {
        check("1. e4 e5\n", "1. d4 d5 *\n", "1. e4 e5 *\n\n1. d4 d5 *\n", &[Repair::Marked]);
        check("1. e4 ; x\n", "1. d4 *\n", "1. e4 ; x\n*\n\n1. d4 *\n", &[Repair::Marked]);
        check(
            "[Event \"A\"]\n\n",
            "1. d4 *\n",
            "[Event \"A\"]\n\n*\n\n1. d4 *\n",
            &[Repair::Marked],
        );
        check(
            "[A \"1\"]\n",
            "[B \"2\"]\n\n1. d4 *\n",
            "[A \"1\"]\n\n*\n\n[B \"2\"]\n\n1. d4 *\n",
            &[Repair::Marked],
        );
        check("1. e4 0-0", "1. d4 *", "1. e4 0-0\n\n[Event \"?\"]\n\n1. d4 *", &[Repair::Tagged]);
    }

    #[test]
    fn a_comment_after_an_open_variation_stays_outside_it() {
        check(
            "(f4\n{",
            "[v \"",
            "(f4)\n{} *\n\n[v \"",
            &[Repair::Closed, Repair::VariationClosed, Repair::Marked],
        );
    }

    #[test]
    fn a_variation_is_closed_before_the_comments_after_the_game() {
        check(
            "e4 (\n{",
            "f6 *\n",
            "e4 ()\n{} *\n\nf6 *\n",
            &[Repair::Closed, Repair::VariationClosed, Repair::Marked],
        );
        check(
            "e4 (d4 {x",
            "f6 *\n",
            "e4 (d4 {x}\n\n[Event \"?\"]\n\nf6 *\n",
            &[Repair::Closed, Repair::Tagged],
        );
    }

    #[test]
    fn a_game_valid_only_at_the_start_of_an_input_gets_a_tag() {
        check(
            "1. e4 *\n",
            "(1. d4) 1. c4 *",
            "1. e4 *\n\n[Event \"?\"]\n\n(1. d4) 1. c4 *",
            &[Repair::Tagged],
        );
        check("*\n", "1. d4 *\n", "[Event \"?\"]\n\n*\n\n1. d4 *\n", &[Repair::Tagged]);
        check("1. e4 *\n", "*\n", "1. e4 *\n\n[Event \"?\"]\n\n*\n", &[Repair::Tagged]);
    }

    #[test]
    fn games_are_rewritten_as_the_last_repair() {
        check(
            "1/2{",
            "Event \"x\"]",
            "[Event \"?\"]\n\n{}\n1/2-1/2\n\nEvent \"x\"]",
            &[Repair::Closed, Repair::Tagged, Repair::Rewritten],
        );
        check(
            "*{",
            "[W\"]",
            "[Event \"?\"]\n\n{}\n*\n\n[W\"]",
            &[Repair::Closed, Repair::Tagged, Repair::Rewritten],
        );
    }

    /// Pieces of texts that are hard to read, separated by `|`.
    const PIECES: &str = "{|}|(|)|[|]|\"|\\|;|%|\n|\n|\n|\n\n|\n\n|\r\n|\r|\t| | |\0|\u{feff}|\u{a0}|\u{85}|1-0|0-1|*|*|\
        1/2-1/2|1/2|0-0|e4|d5|Nf3|O-O|e8|e8=Q|N|+-|=|--|Z0|1.|1. e4|2...|0|7|$1|!|x|word|e.p.|[t \"\"]|\n[t \"\"]\n|[t\"|\
        [Event\"|[Event \"x\"]\n|\n\n[Event \"x\"]\n|[Site \"?\"]|[Event ?]|\nEvent \"x\"]\n|\"]|[Event '|[%clk 1:00]|[%|$|$306|0$306e6|\
        <br />|{}|()|;x\n|\n% x\n|\n{|*\n\n";

    #[test]
    fn any_games_can_be_neighbors() {
        let mut random = fastrand::Rng::with_seed(1);
        let pieces: Vec<&str> = PIECES.split('|').collect();
        let (mut repairer, mut parser) = (BoundaryRepairer::default(), Parser::default());
        for _ in 0..20_000 {
            let mut text = || -> String {
                (0..random.usize(1..=8)).map(|_| pieces[random.usize(..pieces.len())]).collect()
            };
            let (one, two) = (text(), text());
            let texts = [&one, &two].map(|text| {
                let bytes = text.as_bytes();
                GameText { bytes, edges: Edges::of_text(&mut parser, bytes, true) }
            });
            if texts.iter().any(|text| repairer.read_alone(*text).game.is_none()) {
                continue;
            }
            for adjacency in [Adjacency::Kept, Adjacency::New] {
                let before = Before { game: texts[0], earlier: None, adjacency };
                let joined = repairer.repair(Some(before), texts[1], b"\n", separate, |_| true);
                assert!(!joined.second_repairs.contains(&Repair::Failed), "{one:?} {two:?}");
            }
        }
    }

    #[test]
    fn a_nag_without_a_number_stays_outside_the_game_before_it() {
        check("d6", "$\n[E\"]", "d6 *\n\n$\n[E\"]", &[Repair::Marked]);
        check("d6", "$300\n[E\"]", "d6 *\n\n$300\n[E\"]", &[Repair::Marked]);
        let repairs = [Repair::Cleaned, Repair::Tagged];
        check("d4\n", "0$306e6", "d4\n\n[Event \"?\"]\n\n$306e6", &repairs);
    }

    #[test]
    fn a_null_move_glued_to_a_marker_is_one_however_it_is_written() {
        check(
            "e8{x[t\"",
            ";x\n\u{85}d5$1O-O[Event 'Z00-1",
            "e8{x[t\"} *\n\n;x\n\u{85}d5$1O-O[Event 'Z00-1",
            &[Repair::Closed, Repair::Marked],
        );
        check(
            "e8{x[t\"",
            ";x\n\u{a7}d5$1O-O[Event 'Z00-1",
            "e8{x[t\"}\n\n[Event \"?\"]\n\n;x\n$1O-O[Event 'Z00-1",
            &[Repair::Closed, Repair::Cleaned, Repair::Tagged],
        );
    }

    #[test]
    fn a_parenthesis_that_is_closed_does_not_join_the_characters_before_it() {
        let repairs = [Repair::Cleaned, Repair::Tagged];
        check("c4", "3(0.N9\"0:", "c4\n\n[Event \"?\"]\n\n(0.N9\"0:", &repairs);
        let open = "c4 (0.N9\"0:";
        let text = GameText { bytes: open.as_bytes(), edges: edges(open) };
        let (_, game) = BoundaryRepairer::default().read_alone(text).game.unwrap();
        let variants = first_variants(open.as_bytes(), &game);
        let marked = variants.iter().find(|it| it.repairs.contains(&Repair::Marked)).unwrap();
        assert_eq!(&*marked.text(open.as_bytes(), &game, b"\n"), b"c4 (0.N9\"0: ) *\n");
    }

    #[test]
    fn a_number_that_belongs_to_no_game_does_not_get_into_it() {
        let repairs = [Repair::Marked, Repair::Cleaned, Repair::Tagged];
        check("[E \"", "1$g5 Q]", "[E \"\n\n*\n\n[Event \"?\"]\n\n$g5 Q]", &repairs);
    }

    #[test]
    fn comments_after_the_last_game_are_joined_to_it() {
        check("1. e4 *\n\n{end}\n", "1. d4 *", "1. e4 * {end}\n\n1. d4 *", &[Repair::Joined]);
        check("1. e4 *\n; end\n", "1. d4 *", "1. e4 * ; end\n\n1. d4 *", &[Repair::Joined]);
    }
}

//! Checks whether a text is read as one game beside any neighbors, and returns the texts that a game can become
//! through repairs.

use super::{
    Adjacency, Before, BoundaryRepairer, Content, Edges, GameText, Repair, Variant, first_variants,
    second_variants,
};
use crate::{
    game::{
        Game,
        error::SyntaxErrorKind as Kind,
        movetext::{Node, NodeKind},
    },
    last_line_end,
    parser::Part,
    text::{scan::is_white_space, span::Span},
};

/// A game with tags and a marker.
const TAGGED: &[u8] = b"[Event \"?\"]\n\n*\n\n";
/// A game without a marker, which ends at the next tag pair only.
const OPEN: &[u8] = b"[Event \"?\"]\n\n1. e4\n\n";
/// A game without tags. It has no move number, which movetext before it could take for its own.
const BARE: &[u8] = b"e4 *\n\n";

/// Number of bytes of [`Surroundings::after`] that count.
const REACH: usize = 1024;

/// Upper bound on the texts that [`BoundaryRepairer::any_variant`] keeps, to bound memory.
const MAX_TRIED: usize = 4;

/// A game with the text before and after it.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The text of the game before it in the output; empty if it is not known.
    pub previous: &'a [u8],
    /// The text of the game.
    pub own: &'a [u8],
    /// The first bytes after the game. Those after the first 1,024 do not count.
    pub after: &'a [u8],
    /// True if the game is the first of its input.
    pub begins_input: bool,
    /// True if `previous` is the first game of its input.
    pub previous_begins_input: bool,
}

impl BoundaryRepairer {
    /// Returns the edges of `text` if it is read as the same game wherever it is between empty lines: at
    /// the start of an input, after a marker, and after movetext without one.
    ///
    /// `text` is the part of `game`, read from `src`, that `own` returns: the game without the text around
    /// it.
    pub fn stands_anywhere(
        &mut self,
        game: &Game,
        src: &[u8],
        text: &[u8],
        own: fn(&Game, &[u8]) -> Span,
    ) -> Option<Edges> {
        let expected = Content::of(game, src);
        let before = [OPEN, b"", TAGGED];
        // Without a marker the movetext ends at a tag pair only. [`BoundaryRepairer::repair`] handles a next game
        // without tags.
        let after = [TAGGED, BARE];
        let n_after = if game.marker.is_some() { 2 } else { 1 };
        let mut edges = Edges::default();
        for before in &before[usize::from(game.tags.is_empty())..] {
            for after in &after[..n_after] {
                let whole = [before, text, b"\n\n", after].concat();
                let n_before = usize::from(!before.is_empty());
                let games = self.read(&Part::whole(&whole));
                let [.., (content, found), (next, _)] = &games[..] else { return None };
                edges = Edges::of(found, &whole, false);
                let is_found = games.len() == n_before + 2
                    && *content == expected
                    && own(found, &whole).of(&whole) == text
                    && *next == self.read(&Part::whole(after))[0].0;
                if !is_found || edges.leaves_comment_open() {
                    return None;
                }
            }
        }
        Some(edges)
    }

    /// Returns true if `text`, which is `game` of `src` with annotation removed, is read as one game with the
    /// same tags, moves and marker, both alone and between its neighbors, and the number of games stays
    /// as it was.
    pub fn keeps_moves(
        &mut self,
        game: &Game,
        src: &[u8],
        text: &[u8],
        around: &Surroundings<'_>,
    ) -> bool {
        let &Surroundings { previous, own, after, begins_input, previous_begins_input } = around;
        let after = &after[..after.len().min(REACH)];
        let part = Part { is_first: begins_input, ..Part::whole(text) };
        let Some((content, alone)) = self.read_one(&part) else { return false };
        let own_content = Content::of(game, src);
        if !content.has_frame_of(&own_content) || !same_moves(&alone, text, game, src) {
            return false;
        }
        let is_first = begins_input || previous_begins_input;
        // Returns the number of games up to the second one after `text`, the place of that one in `after`, and whether
        // one of them is `wanted`.
        let mut read_around = |text: &[u8], wanted: &Content| {
            let whole = [previous, text, after].concat();
            let part = Part { is_first, ..Part::whole(&whole) };
            self.parser.start(&part);
            let (mut n_games, mut is_found) = (0, false);
            let mut starts = Vec::new();
            while starts.len() < 2 && self.parser.next_game(&part, &mut self.game) {
                n_games += 1;
                is_found |= wanted.is_of(&self.game, &whole, &[]);
                starts.extend((self.game.start as usize).checked_sub(previous.len() + text.len()));
            }
            (n_games, starts.get(1).copied(), is_found)
        };
        let (n_old, old_second, is_old_found) = read_around(own, &own_content);
        let (n_new, new_second, is_new_found) = read_around(text, &content);
        (n_old, old_second) == (n_new, new_second) && (is_new_found || !is_old_found)
    }

    /// Returns true if `is_wanted` returns true for one of the texts that repairs can make of `text` when
    /// another game comes before or after it, the cheapest first. It is called with the game as read, its text, and
    /// whether the repair is the last resort, [`Repair::Rewritten`].
    ///
    /// Returns false if `text` is not exactly one game.
    pub fn any_variant(
        &mut self,
        text: &[u8],
        begins_input: bool,
        mut is_wanted: impl FnMut(&Game, &[u8], bool) -> bool,
    ) -> bool {
        let line_end = last_line_end(text).unwrap_or("\n").as_bytes();
        let alone = Part { is_first: begins_input, ..Part::whole(text) };
        let Some((own, game)) = self.read_one(&alone) else { return false };
        let mut firsts = first_variants(text, &game);
        firsts.sort_by_key(Variant::cost);
        // Different repairs often make the same text.
        let mut tried: Vec<(Vec<u8>, Vec<Repair>)> = Vec::new();
        firsts.iter().any(|first| {
            let text = first.text(text, &game, line_end);
            if !self.reads_one(&Part { src: &text, ..alone }) {
                return false;
            }
            let game = self.game.clone();
            let mut seconds = second_variants(&text, &game, line_end);
            seconds.sort_by_key(Variant::cost);
            seconds.iter().any(|second| {
                let mut repairs = [&first.repairs[..], &second.repairs].concat();
                if repairs.is_empty() {
                    return false;
                }
                let is_rewritten = repairs.contains(&Repair::Rewritten);
                repairs.retain(|repair| Content::ADDED_BY.contains(repair));
                repairs.sort_unstable();
                repairs.dedup();
                let text = second.text(&text, &game, line_end);
                if tried.iter().any(|it| it.0 == *text && it.1 == repairs) {
                    return false;
                }
                let is_same = self.reads_one(&Part { src: &text, ..alone })
                    && own.is_of(&self.game, &text, &repairs);
                if is_same && is_wanted(&self.game, &text, is_rewritten) {
                    return true;
                }
                if tried.len() < MAX_TRIED {
                    tried.push((text.into_owned(), repairs));
                }
                false
            })
        })
    }

    /// Reads the first game of a part. Returns true if there is no other game.
    fn reads_one(&mut self, part: &Part<'_>) -> bool {
        self.parser.start(part);
        self.parser.next_game(part, &mut self.game) && self.parser.is_done()
    }

    /// Returns true if the repair of `text` behind a game with tag pairs and a marker removes text that belongs to no game.
    pub fn is_cleaned_behind_game(&mut self, text: &[u8], edges: Edges) -> bool {
        let game = GameText { bytes: TAGGED, edges: Edges::UNKNOWN };
        let first = Before { game, earlier: None, adjacency: Adjacency::New };
        let second = GameText { bytes: text, edges };
        let pair = self.repair(Some(first), second, b"\n", |_, _| Vec::new(), |_| true);
        pair.second_repairs.contains(&Repair::Cleaned)
    }

    /// Returns true if a game with tag pairs can follow `text` without a repair.
    pub fn stands_before_tags(&mut self, text: &[u8], edges: Edges) -> bool {
        let game = GameText { bytes: text, edges };
        let first = Before { game, earlier: None, adjacency: Adjacency::New };
        let second = GameText { bytes: TAGGED, edges: Edges::UNKNOWN };
        let separate = |first: &[u8], _: &[u8]| match first {
            [.., b'\n', b'\n'] => Vec::new(),
            [.., b'\n'] => b"\n".to_vec(),
            _ => b"\n\n".to_vec(),
        };
        let pair = self.repair(Some(first), second, b"\n", separate, |_| true);
        pair.first.is_none() && pair.second_repairs.is_empty()
    }

    /// Returns the text with its open comments closed, or `None` if it has none or is not exactly one game.
    pub fn closed(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        let (_, game) = self.read_one(&Part { is_first: false, ..Part::whole(text) })?;
        let closed = super::repair::closed(text, &game);
        (closed != text).then_some(closed)
    }

    /// Returns true if `text` holds only complete comments, escape lines and white space, so that a game
    /// after it is read as without it.
    ///
    /// Returns false for text with control characters: at the start of an output they could make all of it
    /// look like a file of another kind.
    pub fn is_preamble(&mut self, text: &[u8]) -> bool {
        if text.iter().any(|b| b.is_ascii_control() && !is_white_space(b)) {
            return false;
        }
        let stub = b"\n\n[Event \"?\"]\n\n*\n";
        let whole = [text, stub].concat();
        let part = Part { is_first: false, ..Part::whole(&whole) };
        self.parser.start(&part);
        let is_first = self.parser.next_game(&part, &mut self.game)
            && self.game.start as usize == text.len() + 2;
        let is_odd = |kind| {
            use Kind::{JunkBetweenGames, MovetextAfterResult, UnterminatedComment};
            matches!(kind, JunkBetweenGames | MovetextAfterResult | UnterminatedComment)
        };
        is_first && !self.game.errors.iter().any(|error| is_odd(error.kind))
    }
}

/// Returns true if both games have the same moves in their main lines, and, if `one` has variations, in these, too.
fn same_moves(one: &Game, one_src: &[u8], other: &Game, other_src: &[u8]) -> bool {
    let is_open = |node: &Node| matches!(node.kind, NodeKind::RavOpen { .. });
    if one.nodes.iter().any(is_open) {
        let is_move = |node: &&Node| node.kind.is_move();
        let moves = one.nodes.iter().filter(is_move).map(|node| node.span.of(one_src));
        return moves.eq(other.nodes.iter().filter(is_move).map(|node| node.span.of(other_src)));
    }
    let moves = one.mainline().map(|node| node.span.of(one_src));
    moves.eq(other.mainline().map(|node| node.span.of(other_src)))
}

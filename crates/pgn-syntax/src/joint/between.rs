//! Whether a text is read as one game wherever it stands.

use super::{Content, Edges, Joiner, Variant, first_variants, second_variants};
use crate::{
    error::SyntaxErrorKind as Kind, game::Game, last_line_end, parser::Part, scan::is_white,
    span::Span,
};

/// A game with tags and a marker.
const TAGGED: &[u8] = b"[Event \"?\"]\n\n*\n\n";
/// A game without a marker.
const OPEN: &[u8] = b"[Event \"?\"]\n\n1. e4\n\n";
/// A game without tags. Without a number: one that ends the text before would be taken for its own.
const BARE: &[u8] = b"e4 *\n\n";

/// Where a game is in its input.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The game before it as it is written; empty if it is not known.
    pub previous: &'a [u8],
    /// The game itself.
    pub own: &'a [u8],
    /// The first bytes behind it.
    pub behind: &'a [u8],
    /// Its bytes are the first.
    pub begins_input: bool,
    /// Those of `previous` are.
    pub previous_begins_input: bool,
}

impl<'a> Surroundings<'a> {
    /// Bytes behind a game that are looked at.
    const REACH: usize = 1024;

    /// Returns the surroundings of a game whose bytes are `span` of `src`, behind a game that is written as
    /// `previous`.
    #[must_use]
    pub fn of(
        span: Span,
        src: &'a [u8],
        previous: &'a [u8],
        (begins_input, previous_begins_input): (bool, bool),
    ) -> Surroundings<'a> {
        let behind = &src[span.end as usize..];
        Surroundings {
            previous,
            own: span.of(src),
            behind: &behind[..behind.len().min(Self::REACH)],
            begins_input,
            previous_begins_input,
        }
    }
}

impl Joiner {
    /// Returns the edges of `text`, which is `game` of `src` without what surrounds it, if it is read as
    /// the same game wherever it stands between empty lines: at the start of an input, behind a marker,
    /// and behind movetext without one. `own`: where a game is without what surrounds it.
    pub fn stands_anywhere(
        &mut self,
        (game, src): (&Game, &[u8]),
        text: &[u8],
        own: fn(&Game, &[u8]) -> Span,
    ) -> Option<Edges> {
        let expected = Content::of(game, src);
        let before = [OPEN, b"", TAGGED];
        let before = &before[usize::from(game.tags.is_empty())..];
        let same = |found: &Game, whole: &[u8]| own(found, whole).of(whole) == text;
        self.stands_between((&expected, game), text, before, same)
    }

    /// True if `text`, made of `game` of `src` by taking annotation out, is read as a game with the same
    /// tags, main line and marker, alone and with its neighbors, and leaves as many games as there were.
    pub fn keeps_moves(
        &mut self,
        (game, src): (&Game, &[u8]),
        text: &[u8],
        around: &Surroundings<'_>,
    ) -> bool {
        let &Surroundings { previous, own, behind, begins_input, previous_begins_input } = around;
        let part = Part { is_first: begins_input, ..Part::whole(text) };
        let Some((content, alone)) = self.read_one(&part) else { return false };
        let own_content = Content::of(game, src);
        if !content.has_frame_of(&own_content) || !same_moves((&alone, text), (game, src)) {
            return false;
        }
        let is_first = begins_input || previous_begins_input;
        // Returns the number of games, and whether one of them is `wanted`.
        let mut read_around = |text: &[u8], wanted: &Content| {
            let whole = [previous, text, behind].concat();
            let part = Part { is_first, ..Part::whole(&whole) };
            self.parser.start(&part);
            let (mut n_games, mut is_found) = (0, false);
            while self.parser.next_game(&part, &mut self.game) {
                n_games += 1;
                is_found |= wanted.is_of(&self.game, &whole, &[]);
            }
            (n_games, is_found)
        };
        let (n_old, is_old_found) = read_around(own, &own_content);
        let (n_new, is_new_found) = read_around(text, &content);
        n_old == n_new && (is_new_found || !is_old_found)
    }

    /// Returns true if `is_wanted` is, of one of the texts that a game can have when another one comes before or behind
    /// it: the repairs of `text`, the cheap ones first. False if `text` is not one game.
    pub fn any_variant(
        &mut self,
        text: &[u8],
        begins_input: bool,
        mut is_wanted: impl FnMut(&[u8]) -> bool,
    ) -> bool {
        let line_end = last_line_end(text).unwrap_or("\n").as_bytes();
        let alone = Part { is_first: begins_input, ..Part::whole(text) };
        let Some((own, game)) = self.read_one(&alone) else { return false };
        let mut firsts = first_variants(text, &game);
        firsts.sort_by_key(Variant::cost);
        firsts.iter().any(|first| {
            let text = first.text(text, &game, line_end);
            let Some((_, game)) = self.read_one(&Part { src: &text, ..alone }) else {
                return false;
            };
            let mut seconds = second_variants(&text, &game, line_end);
            seconds.sort_by_key(Variant::cost);
            seconds.iter().any(|second| {
                let text = second.text(&text, &game, line_end);
                let repairs = [&first.repairs[..], &second.repairs].concat();
                let part = Part { src: &text, ..alone };
                self.parser.start(&part);
                let is_same = self.parser.next_game(&part, &mut self.game)
                    && own.is_of(&self.game, &text, &repairs)
                    && !self.parser.next_game(&part, &mut self.game);
                is_same && !repairs.is_empty() && is_wanted(&text)
            })
        })
    }

    /// Returns the edges of `text` if it is read as `expected` behind each of the texts `before` and
    /// before each game that could follow.
    fn stands_between(
        &mut self,
        (expected, game): (&Content, &Game),
        text: &[u8],
        before: &[&[u8]],
        is_same: impl Fn(&Game, &[u8]) -> bool,
    ) -> Option<Edges> {
        // Movetext without a marker is only ended by a tag pair: for games without tags and markers see
        // [`Joiner::join`].
        let after = [TAGGED, BARE];
        let n_after = if game.marker.is_some() { 2 } else { 1 };
        let mut edges = Edges::default();
        for before in before {
            for after in &after[..n_after] {
                let whole = [before, text, b"\n\n", after].concat();
                let n_before = usize::from(!before.is_empty());
                let games = self.read(&Part::whole(&whole));
                let [.., (content, found), (next, _)] = &games[..] else { return None };
                edges = Edges::of(found, &whole, false);
                let is_found = games.len() == n_before + 2
                    && content == expected
                    && is_same(found, &whole)
                    && *next == self.read(&Part::whole(after))[0].0;
                if !is_found || edges.leaves_comment_open() {
                    return None;
                }
            }
        }
        Some(edges)
    }

    /// Returns the text with each comment closed that was left open; `None` if there is none, or it is not
    /// one game.
    pub fn closed(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        let (_, game) = self.read_one(&Part { is_first: false, ..Part::whole(text) })?;
        let closed = super::repair::closed(text, &game);
        (closed != text).then_some(closed)
    }

    /// True if `text` holds only comments, escape lines and white space, all of them closed, so that a
    /// game behind it is read as without it. Control characters are no part of such a text: at the start of an
    /// output they could make all of it look like a file of another kind.
    pub fn is_lead(&mut self, text: &[u8]) -> bool {
        if text.iter().any(|&b| b.is_ascii_control() && !is_white(b)) {
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

/// True if both games have the same moves in their main lines.
fn same_moves((one, one_src): (&Game, &[u8]), (other, other_src): (&Game, &[u8])) -> bool {
    let moves = one.mainline().map(|node| node.span.of(one_src));
    moves.eq(other.mainline().map(|node| node.span.of(other_src)))
}

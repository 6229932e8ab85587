//! Whether a text is read as one game wherever it stands.

use super::{Content, Edges, Joiner};
use crate::{error::SyntaxErrorKind as Kind, game::Game, parser::Part, scan::is_white, span::Span};

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
    /// Its bytes are the first.
    pub begins_input: bool,
    /// Its bytes are the last.
    pub ends_input: bool,
}

/// Bytes behind a game that are looked at.
const REACH: usize = 1024;

/// A game whose last tag value may go on behind it.
const OPEN_STRING: &[u8] = b"[Event \"x\n*";
/// A game of tags and words, of which more may follow.
const OPEN_TAGS: &[u8] = b"[Event \"\nwords\n";
/// The end of a tag value, and a game.
const END_OF_STRING: &[u8] = b"\"]\n\n[Event \"?\"]\n\n*\n";

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
    /// tags, main line and marker, alone and between others, as far as there are others before and
    /// behind it in its input.
    pub fn keeps_moves(
        &mut self,
        (game, src): (&Game, &[u8]),
        text: &[u8],
        Surroundings { previous, begins_input, ends_input }: Surroundings<'_>,
    ) -> bool {
        let part = Part { is_first: begins_input, ..Part::whole(text) };
        let games = self.read(&part);
        let [(content, alone)] = &games[..] else { return false };
        if !content.has_frame_of(&Content::of(game, src)) || !same_moves((alone, text), (game, src))
        {
            return false;
        }
        let behind = &src[game.span.end as usize..];
        let behind = &behind[..behind.len().min(REACH)];
        let mut n_around = |text: &[u8]| {
            let is_first = begins_input && previous.is_empty();
            let whole = [previous, text, behind].concat();
            self.read(&Part { is_first, ..Part::whole(&whole) }).len()
        };
        if n_around(text) != n_around(game.span.of(src)) {
            return false;
        }
        // Neighbors may change, too: a few texts stand for all that could run together with the game.
        // What follows the last game of an input is the appender's business.
        let nexts: &[&[u8]] = if ends_input { &[b""] } else { &[TAGGED, END_OF_STRING] };
        let own = Content::of(game, src);
        for previous in [&b""[..], OPEN, OPEN_STRING, OPEN_TAGS] {
            for &next in nexts {
                if (previous, next) == (OPEN_STRING, END_OF_STRING) {
                    // All that is not in braces would be a tag value.
                    continue;
                }
                let mut between = |text: &[u8]| -> Vec<Content> {
                    let is_first = begins_input && previous.is_empty();
                    let whole = [previous, text, next].concat();
                    let games = self.read(&Part { is_first, ..Part::whole(&whole) });
                    games.into_iter().map(|(content, _)| content).collect()
                };
                let old = between(game.span.of(src));
                if !old.contains(&own) {
                    continue;
                }
                let new = between(text);
                let mut changed = old.iter().zip(&new).filter(|(old, new)| old != new);
                let is_alone_changed = changed.all(|(_, new)| new == content);
                if old.len() != new.len() || !is_alone_changed || !new.contains(content) {
                    return false;
                }
            }
        }
        if ends_input {
            return true;
        }
        let before = [OPEN, TAGGED, b""];
        let before = match (begins_input, alone.tags.is_empty()) {
            (true, _) => &before[2..],
            (false, true) => &before[1..2],
            (false, false) => &before[..2],
        };
        // What stands behind the last game of an input is no part of it.
        let text = &text[..super::repair::end_of_last_line(text, alone)];
        let own = self.read(&Part { is_first: begins_input, ..Part::whole(text) });
        let [(content, alone)] = &own[..] else { return false };
        self.stands_between((content, alone), text, before, |_, _| true).is_some()
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
        let games = self.read(&Part { is_first: false, ..Part::whole(text) });
        let [(_, game)] = &games[..] else { return None };
        let closed = super::repair::closed(text, game);
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

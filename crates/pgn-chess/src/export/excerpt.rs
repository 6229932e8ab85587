//! Excerpts: a part of the main line is written instead of all of it.

use pgn_syntax::{Fallback, Game, NodeKind, white_space::squeezed};

use crate::{
    positions::{
        position::Position,
        start::{Start, Variant},
    },
    replay::{
        Replay, ReplayOptions,
        ply::{Ply, Visitor},
    },
};

/// A request to write a part of the main line.
///
/// ```
/// use pgn_chess::{
///     excerpt::Excerpt,
///     export::{ExportOptions, Exporter},
///     pgn_syntax::Games,
/// };
///
/// let pgn = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *";
/// let excerpt = Some(Excerpt { to: Some(4), ..Excerpt::default() });
/// let mut exporter = Exporter::new(ExportOptions { excerpt, ..ExportOptions::default() });
/// let (mut games, mut out) = (Games::new(pgn), Vec::new());
/// exporter.write(games.next().unwrap(), pgn, &mut out);
/// assert!(out.ends_with(b"\n\n1. e4 e5 2. Nf3 Nc6 *\n\n"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The number of the first half-move that is written, counted from 1. 0 means the same as 1.
    pub from: u32,
    /// The number of the last half-move that is written; `None` for the last one of the game.
    pub to: Option<u32>,
    /// Text of a comment after the first move of the main line: the part begins at the first comment that contains it,
    /// unless half-move `from` comes first.
    pub drop_before: Option<String>,
}

/// The positions at both ends of a part of the main line, and its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MainLinePart {
    /// The FEN of the position that the part begins with, empty if the start position is invalid; `None` if it is the
    /// start of the game.
    pub first_fen: Option<String>,
    /// The position that the part ends with.
    pub last: Option<Position>,
    /// The number of half-moves of the part.
    pub n_plies: u32,
}

/// The nodes of a game that are written.
#[derive(Clone, Debug)]
pub struct KeptNodes {
    /// The index of the first node.
    pub start: u32,
    /// The index of the first node after them. The termination marker is written in any case.
    pub end: u32,
    /// The positions at both ends of the part, and its length.
    pub part: MainLinePart,
}

/// The range of all nodes of a game.
pub(crate) const ALL_NODES: (u32, u32) = (0, u32::MAX);

impl Excerpt {
    /// Returns the nodes of a game that are written, or `None` for all of them. A game of a variant that is not known is
    /// written whole: no position is known that a part of it could begin with.
    pub(crate) fn of(
        &self,
        game: &Game,
        src: &[u8],
        start: &Start,
        replay: &mut Replay,
        options: &ReplayOptions,
        fallback: Fallback,
    ) -> Option<KeptNodes> {
        if start.variant == Variant::Unchecked {
            return None;
        }
        let (mut first, mut last) = (None, None);
        let mut n_plies = 0;
        for (at, node) in game.mainline_nodes(0) {
            let id = u32::try_from(at).unwrap_or(u32::MAX);
            match node.kind {
                NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
                    n_plies += 1;
                    if n_plies == self.from && self.from > 1 {
                        first = first.or(Some((id, n_plies - 1)));
                    }
                    if Some(n_plies) == self.to.and_then(|to| to.checked_add(1)) {
                        last = Some((id, n_plies - 1));
                    }
                }
                NodeKind::Comment(_) if first.is_none() => {
                    let holds = |text: &String| {
                        let comment = fallback.decode(node.comment_text(src));
                        squeezed(&comment).contains(&*squeezed(text))
                    };
                    if self.drop_before.as_ref().is_some_and(holds) && n_plies > 0 {
                        first = Some((id, n_plies));
                    }
                }
                _ => (),
            }
        }
        let n_nodes = u32::try_from(game.nodes.len()).unwrap_or(u32::MAX);
        // A game that ends before the excerpt has no moves in it.
        if first.is_none() && self.from > 1 {
            first = Some((n_nodes, n_plies));
        }
        if first.is_none() && last.is_none() {
            return None;
        }
        let (begin, n_before) = first.unwrap_or((0, 0));
        let (end, n_to) = last.unwrap_or((u32::MAX, n_plies));
        // After a move that cannot be played there is no position; that of the start of the game is used.
        let mut after = |n| {
            position_after(n, game, src, start, &mut *replay, options)
                .or_else(|| start.position.clone().ok())
        };
        let fen = |position: Option<Position>| position.map_or_else(String::new, |it| it.fen());
        let first_fen = first.map(|_| fen(after(n_before)));
        let n_plies = n_to.saturating_sub(n_before);
        let part = MainLinePart { first_fen, last: after(n_before + n_plies), n_plies };
        Some(KeptNodes { start: begin, end, part })
    }
}

/// Returns the position after `n` half-moves of the main line, or `None` if fewer can be played or the start position is
/// invalid.
///
/// ```
/// use pgn_chess::{Replay, ReplayOptions, excerpt::position_after, pgn_syntax::Games, start};
///
/// let pgn = b"1. e4 e5 2. Nf3 *";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// let (mut replay, options) = (Replay::new(), ReplayOptions::default());
/// let position = position_after(1, game, pgn, &start(game, pgn), &mut replay, &options).unwrap();
/// assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
/// ```
#[must_use]
pub fn position_after(
    n: u32,
    game: &Game,
    src: &[u8],
    start: &Start,
    replay: &mut Replay,
    options: &ReplayOptions,
) -> Option<Position> {
    if n == 0 {
        return start.position.clone().ok();
    }
    let mut visitor = PositionAfter { n, position: None, is_done: false };
    replay.walk(game, src, start, options, &mut visitor);
    visitor.position
}

/// A visitor that keeps the position after `n` half-moves of the main line.
struct PositionAfter {
    n: u32,
    position: Option<Position>,
    is_done: bool,
}

impl Visitor for PositionAfter {
    fn ply(&mut self, ply: &Ply<'_>) {
        self.is_done = ply.index + 1 == self.n || ply.after.is_none();
        if self.is_done {
            self.position = ply.after.cloned();
        }
    }

    fn is_done(&self) -> bool {
        self.is_done
    }

    fn wants_variations(&self) -> bool {
        false
    }

    fn wants_end(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use pgn_syntax::Games;

    use super::*;
    use crate::export::{ExportOptions, Exporter};

    #[track_caller]
    fn check(excerpt: Excerpt, pgn: &str, expect: &str) {
        let options = ExportOptions { excerpt: Some(excerpt), ..ExportOptions::default() };
        let (mut games, mut out) = (Games::new(pgn.as_bytes()), Vec::new());
        let game = games.next().unwrap();
        Exporter::new(options).write(game, pgn.as_bytes(), &mut out);
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.split("\n\n").nth(1), Some(expect));
    }

    #[test]
    fn there_is_no_position_after_moves_that_cannot_be_played() {
        let has_position = |pgn: &[u8], n| {
            let mut games = Games::new(pgn);
            let game = games.next().unwrap();
            let start = crate::positions::start::start(game, pgn);
            let (mut replay, options) = (Replay::new(), ReplayOptions::default());
            position_after(n, game, pgn, &start, &mut replay, &options).is_some()
        };
        assert_eq!(
            [0, 2, 3].map(|n| has_position(b"1. e4 (1. d4 d5 2. c4) 1... e5 *", n)),
            [true, true, false]
        );
        assert_eq!([1, 2, 3].map(|n| has_position(b"1. e4 Ke5 2. Nf3", n)), [true, false, false]);
    }

    #[test]
    fn any_last_half_move_is_accepted() {
        let excerpt = Excerpt { to: Some(u32::MAX), ..Excerpt::default() };
        check(excerpt, "1. e4 e5 *", "1. e4 e5 *");
    }

    #[test]
    fn the_earlier_of_comment_and_half_move_begins_the_part() {
        let pgn = "{here} 1. e4 e5 2. Nf3 {here} Nc6 3. Bb5 *";
        let from = |from| Excerpt { from, drop_before: Some("here".to_owned()), to: None };
        check(from(0), pgn, "{here} 2... Nc6 3. Bb5 *");
        check(from(3), pgn, "2. Nf3 {here} 2... Nc6 3. Bb5 *");
        check(from(5), pgn, "{here} 2... Nc6 3. Bb5 *");
    }
}

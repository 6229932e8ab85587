//! Comments with the position, which an export can add at regular intervals of half-moves.

use std::num::NonZeroU32;

use pgn_syntax::{Game, NodeKind, white_space::squeezed};

use crate::replay::ply::Ply;

/// The content of the comments that are added.
///
/// ```
/// use pgn_chess::{
///     export::{ExportOptions, Exporter},
///     pgn_syntax::Games,
///     remark::Remark,
/// };
///
/// let pgn = b"1. e4 e5 *";
/// let remarks = Some((2.try_into().unwrap(), Remark::Hash));
/// let mut exporter = Exporter::new(ExportOptions { remarks, ..ExportOptions::default() });
/// let (mut games, mut out) = (Games::new(pgn), Vec::new());
/// exporter.write(games.next().unwrap(), pgn, &mut out);
/// assert!(out.ends_with(b"\n1. e4 e5 {0844931a6ef4b9a0} *\n\n"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The position as a FEN.
    Fen,
    /// The Polyglot hash of the position in 16 hexadecimal digits.
    Hash,
}

/// Returns the comment to add after a half-move of the main line; `None` if none is due, or if it is already
/// there.
///
/// ```
/// use pgn_chess::{
///     Ply, Replay, ReplayOptions, Visitor,
///     pgn_syntax::{Game, Games},
///     remark::{Remark, remark},
///     start,
/// };
///
/// /// Collects the hash after each move of Black.
/// struct Hashes<'a>(&'a Game, &'a [u8], Vec<String>);
///
/// impl Visitor for Hashes<'_> {
///     fn ply(&mut self, ply: &Ply<'_>) {
///         let every_second = 2.try_into().unwrap();
///         self.2.extend(remark(ply, self.0, self.1, every_second, Remark::Hash));
///     }
/// }
///
/// let pgn = b"1. e4 e5 2. Nf3 *";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// let mut hashes = Hashes(game, pgn, Vec::new());
/// Replay::new().walk(game, pgn, &start(game, pgn), &ReplayOptions::default(), &mut hashes);
/// assert_eq!(hashes.2, ["0844931a6ef4b9a0"]);
/// ```
#[must_use]
pub fn remark(
    ply: &Ply<'_>,
    game: &Game,
    src: &[u8],
    every: NonZeroU32,
    what: Remark,
) -> Option<String> {
    let is_due = ply.depth == 0 && (ply.index + 1).is_multiple_of(every.get());
    let after = ply.after.filter(|_| is_due)?;
    let text = match what {
        Remark::Fen => after.fen(),
        Remark::Hash => format!("{:016x}", after.polyglot_hash()),
    };
    let nodes = game.mainline_nodes(ply.id.0 as usize + 1).map(|(_, node)| node);
    let mut of_move =
        nodes.take_while(|node| !node.kind.is_move() && node.kind != NodeKind::RavClose);
    let is_it = |comment: &[u8]| std::str::from_utf8(comment).is_ok_and(|it| squeezed(it) == text);
    let is_there = of_move.any(|node| node.kind.is_comment() && is_it(node.comment_text(src)));
    (!is_there).then_some(text)
}

//! Counts the annotation of a game.

use pgn_query::{Counts, Tally};
use pgn_syntax::{Game, Marker, NodeKind, RavKind};

use crate::sums::{topic::Topic, totals::Totals};

/// Counts comments, NAGs and variations.
pub(crate) fn annotation(game: &Game, totals: &mut Totals, tally: &mut Tally, key: &mut Vec<u8>) {
    if game.has_only_moves() {
        return;
    }
    let (mut n_comments, mut n_nags, mut n_variations, mut depth) = (0, 0, 0, 0_u32);
    let one = Counts::one(Marker::Unknown);
    for node in &game.nodes {
        match node.kind {
            NodeKind::Comment(_) => n_comments += 1,
            NodeKind::Nag(nag) | NodeKind::Suffix(nag) | NodeKind::Glyph { white: nag, .. } => {
                n_nags += 1;
                tally.add(Topic::Nag.key(&[nag], key), &one);
            }
            NodeKind::RavOpen { kind, .. } => {
                depth += 1;
                n_variations += u64::from(kind == RavKind::Plain);
                totals.annotation.deepest = totals.annotation.deepest.max(depth);
            }
            NodeKind::RavClose => depth = depth.saturating_sub(1),
            NodeKind::Move { .. }
            | NodeKind::NullMove { .. }
            | NodeKind::MoveNumber(_)
            | NodeKind::Marker(_) => (),
        }
    }
    let annotation = &mut totals.annotation;
    annotation.comments += n_comments;
    annotation.nags += n_nags;
    annotation.variations += n_variations;
    annotation.with_comments += u64::from(n_comments > 0);
    annotation.with_nags += u64::from(n_nags > 0);
    annotation.with_variations += u64::from(n_variations > 0);
}

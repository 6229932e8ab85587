//! Counts annotations, encodings and line ends of a game.

use pgn_query::{Counts, Tally};
use pgn_syntax::{Game, Marker, NodeKind, RavKind, is_line_end};

use super::{file_forms::TextForm, topic::Topic, totals::Totals};

/// Counts comments, NAGs and variations.
pub(super) fn annotation(game: &Game, totals: &mut Totals, tally: &mut Tally, key: &mut Vec<u8>) {
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

/// Counts the encoding of a game and its first line end. Returns both.
pub(super) fn count_text_form(bytes: &[u8], totals: &mut Totals) -> TextForm {
    totals.bytes.total += bytes.len() as u64;
    let encoding = if bytes.is_ascii() {
        0
    } else if std::str::from_utf8(bytes).is_ok() {
        1
    } else {
        2
    };
    totals.bytes.encodings[encoding] += 1;
    let end = bytes.iter().position(is_line_end);
    let line_end = end.map(|end| match (bytes[end], bytes.get(end + 1)) {
        (b'\n', _) => 0,
        (_, Some(b'\n')) => 1,
        _ => 2,
    });
    if let Some(kind) = line_end {
        totals.bytes.line_ends[kind] += 1;
    }
    TextForm { encoding, line_end }
}

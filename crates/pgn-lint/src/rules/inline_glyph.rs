use pgn_syntax::NumberForm;

use super::prelude::*;

rule!("inline_glyph.md", Check::Syntax(SyntaxErrorKind::InlineGlyph, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, format!("the sign {} is among the moves", cx.quoted(error.span)))
        .help("PGN writes it as a NAG")
        .safe_fix(nag(cx, error.span));
}

/// Returns an edit that writes the NAG, if it is the same for both sides.
fn nag(cx: &GameCx<'_>, span: Span) -> Option<Edit> {
    let NodeKind::Glyph { white, black } = cx.node_at(span.start)?.kind else { return None };
    let is_glued = span.start > 0 && !cx.src[span.start as usize - 1].is_ascii_whitespace();
    let blank = if is_glued { " " } else { "" };
    // A digit would become a part of the number.
    let is_before_digit = cx.src.get(span.end as usize).is_some_and(u8::is_ascii_digit);
    let blank_after = if is_before_digit { " " } else { "" };
    let is_prose = cx.has_words_near(span.start, 1);
    let is_sure = white == black
        && !is_prose
        && !begins_variation(cx, span)
        && !may_be_piece(cx, span)
        && !may_be_markup(cx, span);
    is_sure.then(|| Edit::replace(span, format!("{blank}${white}{blank_after}")))
}

/// Returns true if a sign may not be a glyph: after a move number, glued to what follows it or to another sign, as in `=20`,
/// `===` and `~~e5~~`, or at the same end of several lines.
fn may_be_markup(cx: &GameCx<'_>, sign: Span) -> bool {
    let before = cx.game.nodes[..cx.node_index(sign.start)].last();
    // An expected move number has no node.
    let is_number = before.is_some_and(|node| matches!(node.kind, NodeKind::MoveNumber(_)));
    let from = before.map_or(cx.game.movetext_start, |node| node.span.end);
    let between = &cx.src[from.min(sign.start) as usize..sign.start as usize];
    let is_after_number = is_number || between.iter().any(u8::is_ascii_digit);
    let is_glued_to_sign = before.is_some_and(|it| it.kind.is_nag() && it.span.end == sign.start);
    let after = cx.src.get(sign.end as usize);
    let is_glued =
        after.is_some_and(|byte| !byte.is_ascii_whitespace() && !b"{}()[];$.".contains(byte));
    // A soft line break of quoted-printable text, as in mail.
    let is_soft_break = sign.of(cx.src) == b"="
        && before.is_some_and(|it| it.span.end == sign.start)
        && after.is_some_and(is_line_end);
    is_after_number
        || is_soft_break
        || is_glued_to_sign
        || is_glued && !begins_number(cx, sign.end)
        || sign.end - sign.start == 1 && cx.is_sign_of_lines(sign.start)
}

/// Returns true if a move number with a dot begins at `at`.
fn begins_number(cx: &GameCx<'_>, at: u32) -> bool {
    let text = &cx.src[at as usize..];
    let n = text.iter().take(MAX_DIGITS).take_while(|byte| byte.is_ascii_digit()).count();
    n > 0 && text.get(n) == Some(&b'.')
}

/// The maximum number of digits of a move number.
const MAX_DIGITS: usize = 4;

/// Returns true if a sign is before the first move of a variation. It belongs to no move there, and may be a word.
fn begins_variation(cx: &GameCx<'_>, sign: Span) -> bool {
    let mut before = cx.game.nodes[..cx.node_index(sign.start)].iter().rev().map(|node| node.kind);
    let before = before.find(|kind| !matches!(kind, NodeKind::MoveNumber(_)));
    matches!(before, Some(NodeKind::RavOpen { .. }))
}

/// Returns true if a sign such as `N` may be the letter of a piece whose square is missing or is apart, because
/// what follows does not continue the moves before it.
fn may_be_piece(cx: &GameCx<'_>, sign: Span) -> bool {
    if !sign.of(cx.src)[0].is_ascii_alphabetic() {
        return false;
    }
    let nodes = &cx.game.nodes;
    let mut at = nodes.partition_point(|node| node.span.start <= sign.start);
    let mut is_after_comment = false;
    for _ in 0..MAX_NODES {
        let Some(node) = nodes.get(at) else { return cx.game.marker.is_none() };
        at += 1;
        match node.kind {
            NodeKind::Comment(_) => is_after_comment = true,
            kind if kind.is_nag() => (),
            NodeKind::RavOpen { end, .. } => at = at.max(end.0 as usize + 1),
            NodeKind::MoveNumber(_) => return true,
            NodeKind::Move { number, code } => {
                let is_square = matches!(node.span.of(cx.src)[..], [b'a'..=b'h', b'1'..=b'8']);
                return !code.is_read()
                    || matches!(number, NumberForm::NamesWhite | NumberForm::NamesBlack)
                    || is_after_comment && is_square;
            }
            _ => return false,
        }
    }
    true
}

/// Number of nodes after a sign that are examined.
const MAX_NODES: usize = 16;

use super::prelude::*;

use pgn_syntax::NumberForm;

use crate::{
    jumps::{self, Jump},
    numbers,
};

rule!("wrong_move_number.md", Check::Number(check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, span: Span, written: u32, report: &mut Report<'_>) {
    let (written_text, right) = (cx.quoted(span), ply.numbered());
    let jump = jumps::before(cx, ply);
    let mut message = format!("the move number is {written_text} instead of `{right}`");
    if let Some(jump @ Jump::Twice(..)) = &jump {
        message.push_str(": ");
        message.push_str(&jump.words());
    }
    let found = report.at(span, message);
    let edits = renumber(cx, ply, span, written);
    let is_outside = ply.depth == 0;
    let is_after_empty_line = is_outside && numbers::restarts(cx, cx.node_index(span.start));
    let restarts = is_after_empty_line || written == 1 && follows_a_move(cx, ply);
    if let Some(jump) = &jump {
        found.help(jump.help_if_legal());
    }
    if is_after_empty_line || restarts && ply.turn.is_white() && is_outside {
        found.help(numbers::HELP_RESTART);
    }
    let is_alternative = !is_outside && written < ply.number && follows_a_move(cx, ply);
    if is_alternative {
        found.help("another variation may begin here: each needs its own parentheses");
    }
    // A jump forward may mean that moves are missing, a jump back that moves were pasted twice, and a restart at 1 that
    // two games have been joined.
    let is_safe = written <= ply.number && jump.is_none() && !restarts && !is_alternative;
    found.fix(Applicability::safe_if(is_safe), edits);
}

/// Returns true if a move of the same line is before this one.
fn follows_a_move(cx: &GameCx<'_>, ply: &Ply<'_>) -> bool {
    let before = &cx.game.nodes[..ply.id.0 as usize];
    let is_between = |kind: NodeKind| {
        kind.is_nag() || matches!(kind, NodeKind::Comment(_) | NodeKind::MoveNumber(_))
    };
    let last = || before.iter().rev().find(|node| !is_between(node.kind));
    ply.number > 2 && last().is_some_and(|node| !matches!(node.kind, NodeKind::RavOpen { .. }))
}

/// Returns edits for all following numbers with the same difference, up to the first with another
/// one: a single finding reports them all.
fn renumber(cx: &GameCx<'_>, ply: &Ply<'_>, span: Span, written: u32) -> Vec<Edit> {
    let off = i64::from(ply.number) - i64::from(written);
    let is_black = u32::from(ply.turn.is_black());
    // Half-moves as numbered in the text: of the current line, then of the lines around it.
    let (mut n, mut outer) = (i64::from(written) * 2 + i64::from(is_black), Vec::new());
    let mut edits: Vec<Edit> = number(cx.src, span.end, written)
        .map(|digits| Edit::replace(digits, ply.number.to_string()))
        .into_iter()
        .collect();
    let mut is_first = true;
    for (_, node) in cx.game.played_nodes(ply.id.0 as usize) {
        match node.kind {
            NodeKind::Move { number: form, .. } | NodeKind::NullMove { number: form } => {
                if form != NumberForm::None && !is_first {
                    let Ok(here) = u32::try_from(n / 2) else { break };
                    let Some(digits) = number(cx.src, node.span.start, here) else { break };
                    edits.push(Edit::replace(digits, (n / 2 + off).to_string()));
                }
                is_first = false;
                n += 1;
            }
            NodeKind::RavOpen { .. } => {
                outer.push(n);
                n -= 1;
            }
            NodeKind::RavClose => match outer.pop() {
                Some(line) => n = line,
                None => break,
            },
            _ => (),
        }
    }
    edits
}

/// Returns the span of the digits of the move number `value` that ends at `end`, apart from dots
/// and blanks.
fn number(src: &[u8], end: u32, value: u32) -> Option<Span> {
    let before = &src[..end as usize];
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let last = before.iter().rposition(|byte| !byte.is_ascii_whitespace() && *byte != b'.')?;
    let n_digits = before[..=last].iter().rev().take_while(|byte| is_digit(byte)).count();
    let span = Span::new(last + 1 - n_digits, last + 1);
    let read: u32 = std::str::from_utf8(span.of(src)).ok()?.parse().ok()?;
    (read == value).then_some(span)
}

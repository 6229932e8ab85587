use super::prelude::*;

use pgn_syntax::{Span, command::Command};

pub(super) static RULE: Rule = Rule {
    code: "A019",
    name: "bad-eval",
    severity: Severity::Info,
    otherwise: None,
    page: include_str!("bad_eval.md"),
    checks: &[Check::Command(check)],
};

fn check(_cx: &GameCx<'_>, span: Span, command: Option<&Command<'_>>, report: &mut Report<'_>) {
    let Some(command) = command else { return };
    if command.name == b"eval" && !command.operands.is_empty() && !is_eval(command.operands) {
        report.at(span, format!("{} is no evaluation", quote(command.operands)));
    }
}

/// `0.17`, `-106`, `#-3`, each perhaps with a depth: `,29` or `/29`.
fn is_eval(text: &[u8]) -> bool {
    let is_number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let mut parts = text.splitn(2, |byte| matches!(byte, b',' | b'/'));
    let value = parts.next().unwrap_or_default().trim_ascii();
    if !parts.next().is_none_or(|depth| is_number(depth.trim_ascii())) {
        return false;
    }
    let is_mate = value.starts_with(b"#");
    let value = if is_mate { &value[1..] } else { value };
    let value = match value {
        [b'+' | b'-', rest @ ..] => rest,
        _ => value,
    };
    match value.iter().position(|&byte| byte == b'.') {
        Some(point) => !is_mate && is_number(&value[..point]) && is_number(&value[point + 1..]),
        None => is_number(value),
    }
}

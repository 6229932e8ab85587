use super::prelude::*;

use pgn_syntax::Span;

use crate::lines::{self, TextLine, Verb};

pub(super) static RULE: Rule = Rule {
    code: "L005",
    name: "leading-space",
    severity: Severity::Style,
    otherwise: None,
    page: include_str!("leading_space.md"),
    checks: &[Check::Game(check)],
};

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let is_fault = |line: &TextLine| {
        let text = line.span.of(cx.src);
        !line.is_joined && text.first() == Some(&b' ') && !text.trim_ascii().is_empty()
    };
    let mut found = lines::of(cx, cx.game.span.start..cx.game.span.end).filter(is_fault);
    if let Some(TextLine { span: Span { start, .. }, .. }) = found.next() {
        let others = lines::others(1 + found.count(), Verb::Do);
        report.at(Span { start, end: start + 1 }, format!("this line begins with a blank{others}"));
    }
}

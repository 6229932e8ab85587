use pgn_syntax::{NodeKind, Span};

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "F008",
    name: "invisible-char",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("invisible_char.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::InvisibleChar, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let text = String::from_utf8_lossy(error.span.of(cx.src));
    let message = match text.chars().next() {
        Some(char) if char != '\u{FFFD}' => {
            format!("the invisible character U+{:04X} is not white space in PGN", u32::from(char))
        }
        _ => "a no-break space is not white space in PGN".to_owned(),
    };
    report
        .at(error.span, message)
        .help("replace it with a plain space, or delete it")
        .safe_fix((!changes_word(cx, error.span)).then(|| Edit::blank_out(cx.src, error.span)));
}

/// Returns true if a word that is neither a move nor an annotation stands directly before the character. Numbers and
/// markers end only before ASCII: such a word is text here, and might be none before a blank.
pub(super) fn changes_word(cx: &GameCx<'_>, span: Span) -> bool {
    let before = cx.src[cx.game.span.start as usize..span.start as usize].last();
    if before.is_none_or(|byte| byte.is_ascii_whitespace() || b".(){}[]\"".contains(byte)) {
        return false;
    }
    let at = cx.game.nodes.partition_point(|node| node.span.start < span.start);
    let is_known = cx.game.nodes[..at].last().is_some_and(|node| {
        node.span.end == span.start
            && (matches!(node.kind, NodeKind::Move { .. } | NodeKind::NullMove { .. })
                || node.kind.is_nag())
    });
    !is_known && cx.game.end != span.start
}

use super::prelude::*;

use pgn_chess::export::PGNKIT_LINE;

rule!("escape_line.md", Check::Syntax(SyntaxErrorKind::EscapeLine, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    // This program reads these lines, `export` keeps them, and unused-suppression checks them.
    if is_suppression(error.span.of(cx.src)) {
        return;
    }
    report.at(error.span, "an escape line, which readers ignore");
}

fn is_suppression(line: &[u8]) -> bool {
    let rest = line.strip_prefix(PGNKIT_LINE).unwrap_or_default();
    let mut words = rest.split(u8::is_ascii_whitespace);
    words.find(|word| !word.is_empty()) == Some(b"ignore")
}

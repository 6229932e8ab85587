use super::prelude::*;

rule!("invisible_char.md", Check::Syntax(SyntaxErrorKind::InvisibleChar, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let text = String::from_utf8_lossy(error.span.of(cx.src));
    // Another rule reports `&nbsp;`.
    if text.starts_with('&') {
        return;
    }
    let message = match text.chars().next() {
        Some(char) if char != '\u{FFFD}' => {
            format!("the invisible character U+{:04X} is not white space in PGN", u32::from(char))
        }
        _ => "a no-break space is not white space in PGN".to_owned(),
    };
    report
        .at(error.span, message)
        .help("replace it with a plain space, or delete it")
        .safe_fix([Edit::blank_out(cx.src, error.span)]);
}

use super::prelude::*;

rule!("bad_suffix.md", Check::Syntax(SyntaxErrorKind::BadSuffix, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let text = error.span.of(cx.src);
    if text.iter().any(|byte| matches!(byte, b'+' | b'#')) {
        report
            .at(error.span, format!("{}: the suffix is before the check sign", cx.quote(text)))
            .otherwise()
            .safe_fix(swap(cx, error.span));
    } else {
        report
            .at(error.span, format!("{} is not a suffix annotation", cx.quote(text)))
            .help("the suffix annotations are `!` `?` `!!` `??` `!?` `?!`");
    }
}

/// Returns an edit that turns `!+` into `+!`.
fn swap(cx: &GameCx<'_>, span: Span) -> Option<Edit> {
    let text = std::str::from_utf8(span.of(cx.src)).ok()?;
    let at = text.find(['+', '#'])?;
    let (suffix, sign) = text.split_at(at);
    Some(Edit::turn(cx.src, span, &format!("{sign}{suffix}")))
}

use super::prelude::*;

rule!(
    "nag_without_number.md",
    Check::Syntax(SyntaxErrorKind::NagWithoutNumber, check),
    Check::Syntax(SyntaxErrorKind::DividedNag, check_divided),
);

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "`$` without a number").unsafe_fix(Edit::delete_word(cx.src, error.span));
}

fn check_divided(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let number = error.span.of(cx.src)[1..].trim_ascii_start();
    let start = error.span.start as usize + 1;
    let blanks = Span::new(start, error.span.end as usize - number.len());
    let number = String::from_utf8_lossy(number);
    report
        .at(error.span, format!("white space divides the NAG `${number}`"))
        .safe_fix([Edit::delete(blanks)]);
}

use super::prelude::*;

rule!("unterminated_string.md", Check::Syntax(SyntaxErrorKind::UnterminatedString, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let value = cx.pair_at(error.span.start).filter(|pair| pair.value.start == error.span.end);
    report
        .at(error.span, "the string has no closing quote on its line")
        .unsafe_fix(value.map(|pair| Edit::insert(pair.value.end, "\"")));
}

use super::prelude::*;

rule!("termination_contradicts_result.md", Check::Tag(&[TagName::TERMINATION], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    if !value.eq_ignore_ascii_case(b"unterminated") {
        return;
    }
    let result = cx.game.tag(cx.src, TagName::RESULT).map(|result| result.value.of(cx.src));
    if let Some(result @ (b"1-0" | b"0-1" | b"1/2-1/2")) = result {
        let message = format!("Termination says {}, Result says {}", quote(value), quote(result));
        report.at(pair.value, message);
    }
}

use super::prelude::*;

use super::bad_result::read_result;

rule!("result_mismatch.md", Check::Tag(&[TagName::RESULT], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let Some((marker, span)) = cx.game.marker else { return };
    let Some(result) = read_result(value).filter(|&result| result != marker) else { return };
    if cx.game.tag(cx.src, TagName::RESULT) == Some(pair) {
        let message = format!(
            "the game ends with {}, its Result tag says `{}`",
            cx.quoted(span),
            result.text()
        );
        let found = report.at(span, message).related(pair.span, "the Result tag");
        match (result, marker) {
            // The tag is kept, and the marker gets the known result.
            (_, Marker::Unknown) => {
                let edit = [Edit::replace(span, result.text())];
                found.fix(Applicability::safe_if(!cx.has_text_beside(span)), edit);
            }
            (Marker::Unknown, _) => {
                found.unsafe_fix([Edit::replace(pair.value, marker.text())]);
            }
            _ => (),
        }
    }
}

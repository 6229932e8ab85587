use super::prelude::*;

rule!("tag_value_space.md", Check::Pair(PairFact::EDGE_SPACE, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let message = format!("the value {} begins or ends with a blank", cx.quoted(pair.value));
    report.at(pair.value, message).safe_fix(trim(cx.src, pair.value));
}

/// Returns edits that remove the blanks at both ends.
fn trim(src: &[u8], value: Span) -> Vec<Edit> {
    let text = value.of(src);
    let head = text.iter().take_while(|byte| **byte == b' ').count();
    let tail = text[head..].iter().rev().take_while(|byte| **byte == b' ').count();
    let (start, end) = (value.start as usize, value.end as usize);
    let edits = [Span::new(start, start + head), Span::new(end - tail, end)];
    edits.into_iter().filter(|span| !span.is_empty()).map(Edit::delete).collect()
}

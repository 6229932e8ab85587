use super::prelude::*;

rule!("tab_in_string.md", Check::Syntax(SyntaxErrorKind::TabInString, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let value = cx.pair_at(error.span.start).map(|pair| pair.value);
    let text = value.map_or(&b""[..], |value| value.of(cx.src));
    // Another character may be what a conversion made of a letter.
    if let Some(at) = text.iter().position(|byte| byte.is_ascii_control() && !is_gap(byte)) {
        let start = value.unwrap_or(error.span).start + index(at);
        let span = Span { start, end: start + 1 };
        report
            .at(span, format!("control character U+{:04X} in a tag value", text[at]))
            .help("it may stand for a letter that was lost: look into an older copy of the file");
        return;
    }
    let is_break = matches!(error.span.of(cx.src), b"\n" | b"\r");
    let message = if is_break { "a line break in a tag value" } else { "a tab in a tag value" };
    let edits = value.map_or_else(Vec::new, |value| edits(cx.src, value));
    let is_number = value.is_some_and(|value| divides_number(cx.src, value));
    report.at(error.span, message).fix(Applicability::safe_if(!is_number), edits);
}

/// Returns true for the control characters that stand for a blank: tab and line break.
fn is_gap(byte: &u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | 0x0B)
}

/// Returns true if a line break of the value is between two digits: it may divide a number or a date. Programs that
/// wrap lines break words only at blanks.
fn divides_number(src: &[u8], value: Span) -> bool {
    let lines = value.of(src).split(is_line_end).filter(|line| !line.is_empty());
    lines.clone().zip(lines.skip(1)).any(|(line, next)| {
        line.last().is_some_and(u8::is_ascii_digit) && next.first().is_some_and(u8::is_ascii_digit)
    })
}

/// Returns edits that replace each control character of the value by a blank, and a line break with
/// the blanks around it by one blank.
fn edits(src: &[u8], value: Span) -> Vec<Edit> {
    let bytes = value.of(src);
    let (mut edits, mut at) = (Vec::new(), 0);
    while let Some(n) = bytes[at..].iter().position(u8::is_ascii_control) {
        let (mut start, mut end) = (at + n, at + n + 1);
        let blanks = &bytes[start..bytes.len() - bytes[start..].trim_ascii_start().len()];
        if blanks.contains(&b'\n') || blanks.contains(&b'\r') {
            end = start + blanks.len();
            start = at + bytes[at..start].trim_ascii_end().len();
        }
        let from = value.start as usize;
        edits.push(Edit::replace(Span::new(from + start, from + end), " "));
        at = end;
    }
    edits
}

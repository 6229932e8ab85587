use super::prelude::*;

rule!("discouraged_char.md", Check::NonAscii(check));

fn check(cx: &GameCx<'_>, strings: &[Span], report: &mut Report<'_>) {
    // Only the first one of a game is reported.
    let first = strings.iter().find_map(|span| {
        let text = span.of(cx.src);
        let (at, len) = match std::str::from_utf8(text) {
            Ok(_) => (text.windows(2).position(|two| matches!(two, [0xC2, 0xA0..=0xBF]))?, 2),
            Err(_) => (text.iter().position(|byte| matches!(byte, 0xA0..=0xBF))?, 1),
        };
        Some((span.start + index(at), len))
    });
    if let Some((start, len)) = first {
        let span = Span { start, end: start + len };
        report.at(span, "a character that the standard advises against");
    }
}

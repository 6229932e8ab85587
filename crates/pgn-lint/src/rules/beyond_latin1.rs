use super::prelude::*;

rule!("beyond_latin1.md", Check::NonAscii(check));

fn check(cx: &GameCx<'_>, strings: &[Span], report: &mut Report<'_>) {
    // Only the first one of a game is reported. U+FFFD is no letter: another rule reports it.
    let first = strings.iter().find_map(|span| {
        let text = std::str::from_utf8(span.of(cx.src)).ok()?;
        let (at, c) = text.char_indices().find(|&(_, c)| c > '\u{FF}' && c != '\u{FFFD}')?;
        Some((span.start + index(at), c))
    });
    if let Some((start, c)) = first {
        let span = Span { start, end: start + index(c.len_utf8()) };
        report.at(span, format!("`{c}` (U+{:04X}) is not in Latin-1", u32::from(c)));
    }
}

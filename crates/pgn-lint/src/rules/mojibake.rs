use super::prelude::*;

use memchr::memmem;
use pgn_syntax::mojibake::{self, Mojibake};

rule!("mojibake.md", Check::NonAscii(check));

fn check(cx: &GameCx<'_>, strings: &[Span], report: &mut Report<'_>) {
    for &span in strings {
        let Ok(text) = std::str::from_utf8(span.of(cx.src)) else { continue };
        if let Some(Mojibake { first, meant, .. }) = mojibake::read(text) {
            let start = span.start + index(first.start);
            let end = span.start + index(first.end);
            let twice = cx.quote(text[first].as_bytes());
            report.at(Span { start, end }, format!("{twice} should be `{meant}`: encoded twice"));
        }
    }
    check_lost(cx, strings, report);
}

/// Reports the first U+FFFD of a game, which stands for a letter that a conversion could not read.
fn check_lost(cx: &GameCx<'_>, strings: &[Span], report: &mut Report<'_>) {
    let lost = || strings.iter().filter(|span| memmem::find(span.of(cx.src), LOST).is_some());
    let Some(first) = lost().next() else { return };
    let text = first.of(cx.src);
    let at = memmem::find(text, LOST).unwrap_or_default();
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"\"{}".contains(byte);
    let word_start = text[..at].iter().rposition(is_end).map_or(0, |last| last + 1);
    let word_end = at + text[at..].iter().position(is_end).unwrap_or(text.len() - at);
    let start = first.start + index(at);
    let span = Span { start, end: start + index(LOST.len()) };
    let word = cx.quote(&text[word_start..word_end]);
    let message = match lost().count() {
        1 => format!("a letter of {word} is lost (U+FFFD)"),
        n => format!("letters of {n} texts of this game are lost (U+FFFD), as in {word}"),
    };
    report
        .at(span, message)
        .help("restore it from an older copy of the file, read with the right `--encoding`");
}

/// U+FFFD in UTF-8.
const LOST: &[u8] = "\u{FFFD}".as_bytes();

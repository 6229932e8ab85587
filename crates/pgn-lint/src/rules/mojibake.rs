use super::prelude::*;

use pgn_syntax::mojibake::{self, Mojibake};

rule!("mojibake.md", Check::NonAscii(check));

fn check(cx: &GameCx<'_>, strings: &[Span], report: &mut Report<'_>) {
    for &span in strings {
        let Ok(text) = std::str::from_utf8(span.of(cx.src)) else { continue };
        if let Some(Mojibake { first, meant, .. }) = mojibake::read(text) {
            let start = span.start + index(first.start);
            let end = span.start + index(first.end);
            let twice = quote(text[first].as_bytes());
            report.at(Span { start, end }, format!("{twice} should be `{meant}`: encoded twice"));
        }
    }
}

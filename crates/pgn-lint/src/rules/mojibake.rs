use super::prelude::*;

use pgn_syntax::Span;

pub(super) static RULE: Rule = Rule {
    code: "F018",
    name: "mojibake",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("mojibake.md"),
    checks: &[Check::NonAscii(check)],
};

fn check(cx: &GameCx<'_>, strings: &[Span], report: &mut Report<'_>) {
    for &span in strings {
        let Ok(text) = std::str::from_utf8(span.of(cx.src)) else { continue };
        if let Some((at, meant)) = first_twice(text) {
            let start = span.start + u32::try_from(at.start).unwrap_or(0);
            let end = span.start + u32::try_from(at.end).unwrap_or(0);
            let twice = quote(text[at].as_bytes());
            report.at(
                Span { start, end },
                format!("{twice} stands where `{meant}` was meant: encoded twice"),
            );
        }
    }
}

/// The first character that was encoded twice, and what it is.
///
/// Every character beyond ASCII of a string that was encoded twice is a part of such a character: a
/// string with others is left alone. So are strings with one pair that people write: a capital
/// letter with an accent before a closing quote.
fn first_twice(text: &str) -> Option<(std::ops::Range<usize>, char)> {
    let mut first = None;
    let (mut n_pairs, mut is_sure) = (0, false);
    let mut chars = text.char_indices().filter(|(_, c)| !c.is_ascii()).peekable();
    let mut end = 0;
    while let Some((at, lead)) = chars.next() {
        let lead_byte = byte_of(lead)?;
        let n_more = match lead_byte {
            0xC2..=0xDF => 1,
            0xE0..=0xEF => 2,
            0xF0..=0xF4 => 3,
            _ => return None,
        };
        let mut bytes = vec![lead_byte];
        end = end.max(at + lead.len_utf8());
        for _ in 0..n_more {
            let (next_at, next) = chars.next()?;
            // Nothing stands between the bytes of a character.
            if next_at != end {
                return None;
            }
            end = next_at + next.len_utf8();
            bytes.push(byte_of(next)?);
        }
        let meant = std::str::from_utf8(&bytes).ok()?.chars().next()?;
        n_pairs += 1;
        // `Ã` and `Â` are common in no language before such signs; three bytes are never chance.
        is_sure |= n_more > 1 || matches!(lead_byte, 0xC2 | 0xC3);
        first.get_or_insert((at..end, meant));
    }
    first.filter(|_| is_sure || n_pairs > 1)
}

/// The byte that Windows-1252 (Latin-1 where that has none) writes a character as.
fn byte_of(c: char) -> Option<u8> {
    let code = u32::from(c);
    if let Some(n) = HIGH.iter().position(|&high| high == c) {
        return u8::try_from(0x80 + n).ok();
    }
    u8::try_from(code).ok()
}

/// Windows-1252 from 0x80 on; where it has nothing, the control character of Latin-1.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

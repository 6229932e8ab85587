use super::prelude::*;

use pgn_syntax::look_alike::in_ascii;

rule!("bad_elo.md", Check::Tag(&[TagName::WHITE_ELO, TagName::BLACK_ELO], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    // Fast path: nearly all ratings have four digits.
    if let [b'1'..=b'9', b'0'..=b'9', b'0'..=b'9', b'0'..=b'9'] = value {
        return;
    }
    if !value.split(|&byte| byte == b':').all(is_elo) {
        let found = report
            .at(pair.value, format!("{} is not a rating", cx.quote(value)))
            .help("a rating is a number; `-` stands for none")
            .unsafe_fix(edits(cx.src, pair.value));
        let is_provisional = |item: &[u8]| item.strip_suffix(b"?").is_some_and(is_elo);
        if value.split(|&byte| byte == b':').all(|item| is_elo(item) || is_provisional(item)) {
            found.otherwise();
        }
    }
}

fn is_elo(item: &[u8]) -> bool {
    match item {
        // `?` is the standard's sign for an unknown value, and every reader understands it; `0` and
        // similar numbers are left to `elo-range`.
        b"-" | b"?" => true,
        [b'0'..=b'9', rest @ ..] => rest.len() < 4 && rest.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// Returns an edit that keeps the number at the beginning if only marks of doubt follow, or writes
/// `-` for a value without meaning.
fn edits(src: &[u8], value: Span) -> Option<Edit> {
    let text = in_ascii(value.of(src));
    let is_wide = text.len() < value.len();
    let text = text.trim_ascii();
    let n_digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_doubt = |byte: &u8| b"?*() ".contains(byte);
    let says_nothing = text.iter().all(|byte| b"?-0 ".contains(byte));
    match std::str::from_utf8(&text[..n_digits]) {
        _ if says_nothing => Some(Edit::replace(value, "-")),
        Ok(number) if is_wide && n_digits == text.len() && is_elo(text) => {
            Some(Edit::replace(value, number.to_owned()))
        }
        Ok(number) if (3..=4).contains(&n_digits) && text[n_digits..].iter().all(is_doubt) => {
            Some(Edit::turn(src, value, number))
        }
        _ => None,
    }
}

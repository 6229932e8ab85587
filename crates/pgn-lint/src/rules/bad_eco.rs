use super::prelude::*;

rule!("bad_eco.md", Check::Tag(&[TagName::ECO], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let is_code = |code: &[u8]| matches!(code, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']);
    let fits = match value {
        // These values say that the opening is unknown or that there is none.
        b"?" | b"-" => true,
        [_, _, _] => is_code(value),
        [code @ .., b'/', b'0'..=b'9', b'0'..=b'9'] => is_code(code),
        _ => false,
    };
    if fits {
        return;
    }
    // Opening files and Scid name the lines of a code by letters: `C54e`, `B12a4`.
    let is_line = match value {
        [code @ .., b'a'..=b'z'] | [code @ .., b'a'..=b'z', b'0'..=b'9'] => is_code(code),
        _ => false,
    };
    let what = if is_line { "an ECO code followed by a letter" } else { "not an ECO code" };
    let found = report
        .at(pair.value, format!("{} is {what}", cx.quote(value)))
        .help("an ECO code is a letter from A to E and two digits, perhaps `/` and two more")
        .unsafe_fix(edits(cx.src, pair.value));
    if is_line {
        found.otherwise();
    }
}

/// Returns an edit that keeps only the code at the beginning, in capitals.
fn edits(src: &[u8], value: Span) -> Option<Edit> {
    let code = value.of(src).trim_ascii_start().get(..3)?.to_ascii_uppercase();
    let is_code = matches!(*code, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']);
    let text = std::str::from_utf8(&code).ok().filter(|_| is_code)?;
    Some(Edit::turn(src, value, text))
}

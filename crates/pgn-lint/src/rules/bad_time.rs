use super::prelude::*;

rule!("bad_time.md", Check::Tag(&[TagName::TIME, TagName::UTC_TIME, TagName::START_TIME], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let two = |digits: &[u8], limit| match digits {
        [a @ b'0'..=b'9', b @ b'0'..=b'9'] => (a - b'0') * 10 + (b - b'0') < limit,
        // Unknown, as in dates.
        b"??" => true,
        _ => false,
    };
    let fits = match value {
        // The sign of the standard for an unknown value.
        b"?" => true,
        [h0, h1, b':', m0, m1, b':', s0, s1] => {
            two(&[*h0, *h1], 24) && two(&[*m0, *m1], 60) && two(&[*s0, *s1], 60)
        }
        _ => false,
    };
    if !fits {
        report
            .at(pair.value, format!("{} is not a time of day", cx.quote(value)))
            .help("a time is `HH:MM:SS`, with `??` for a part that is not known");
    }
}

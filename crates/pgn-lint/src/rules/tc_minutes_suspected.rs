use super::prelude::*;

rule!("tc_minutes_suspected.md", Check::Tag(&[TagName::TIME_CONTROL], check));

/// Games shorter than this, in seconds, do not have an increment of ten seconds or more.
const SHORT: u32 = 180;

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    // Servers write seconds.
    let site = cx.game.tag(cx.src, TagName::SITE).map(|site| site.value.of(cx.src));
    if site.is_some_and(|site| site.starts_with(b"https://lichess.org/") || site == b"Chess.com") {
        return;
    }
    for part in value.split(|&byte| byte == b':') {
        let Some(plus) = part.iter().position(|&byte| byte == b'+') else { continue };
        let (base, increment) = (number(&part[..plus]), number(&part[plus + 1..]));
        if let (Some(base @ 1..SHORT), Some(10..)) = (base, increment) {
            let message =
                format!("{} is {base} seconds for the game: are minutes meant?", cx.quote(part));
            report
                .at(pair.value, message)
                .help(format!("in seconds that would be `{}`", minutes(base, part, plus)));
            return;
        }
    }
}

fn number(text: &[u8]) -> Option<u32> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// Returns the part with its base read as minutes.
fn minutes(base: u32, part: &[u8], plus: usize) -> String {
    format!("{}{}", base * 60, String::from_utf8_lossy(&part[plus..]))
}

use super::prelude::*;

rule!("unknown_title.md", Check::Tag(&[TagName::WHITE_TITLE, TagName::BLACK_TITLE], check));

/// Titles of FIDE, then of national and correspondence federations and of servers.
const TITLES: &[&[u8]] = &[
    b"-", b"GM", b"IM", b"FM", b"CM", b"WGM", b"WIM", b"WFM", b"WCM", b"NM", b"WNM", b"LM", b"BOT",
    b"AGM", b"AIM", b"AFM", b"ACM", b"ICCGM", b"SIM", b"CCM", b"HGM", b"CCE", b"LGM", b"LIM",
];

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    if !value.split(|&byte| byte == b':').all(|item| TITLES.contains(&item)) {
        report
            .at(pair.value, format!("{} is not a title", cx.quote(value)))
            .help("titles are `GM`, `IM`, `FM`, `CM`, those of women with a `W`; `-` for none");
    }
}

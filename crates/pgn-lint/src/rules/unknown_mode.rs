use super::prelude::*;

rule!("unknown_mode.md", Check::Tag(&[TagName::MODE], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let mut known = TagName::MODE.standard_values().iter().chain(&["?", "-"]);
    if !known.any(|known| value == known.as_bytes()) {
        report
            .at(pair.value, format!("{} is not a mode of the standard", cx.quote(value)))
            .help("the modes are `OTB`, `PM` (mail), `EM` (e-mail), `ICS` (server) and `TC`");
    }
}

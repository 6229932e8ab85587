use super::prelude::*;

rule!("unknown_mode.md", Check::Tag(&[TagName::MODE], check));

const MODES: &[&[u8]] = &[b"OTB", b"PM", b"EM", b"ICS", b"TC", b"?", b"-"];

fn check(_cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    if !MODES.contains(&value) {
        report
            .at(pair.value, format!("{} is not a mode of the standard", quote(value)))
            .help("the modes are `OTB`, `PM` (mail), `EM` (e-mail), `ICS` (server) and `TC`");
    }
}

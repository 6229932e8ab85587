use super::prelude::*;

use pgn_syntax::time_control::{PartKind, is_clock_time};

rule!("tc_not_last.md", Check::Tag(&[TagName::TIME_CONTROL], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let parts = || value.split(|&byte| byte == b':');
    // What cannot be read is left to `bad-time-control`.
    if !value.contains(&b':')
        || is_clock_time(value)
        || parts().any(|part| PartKind::read(part).is_none())
    {
        return;
    }
    let mut parts = parts().peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_some() && PartKind::read(part) == Some(PartKind::Last) {
            let message = format!("{} can only be the last part of a time control", cx.quote(part));
            report.at(pair.value, message);
            return;
        }
    }
}

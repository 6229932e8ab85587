//! `concise`: a finding per line, `path:line:column: E illegal-move message`. `[*]` after the name
//! marks a fix.

use std::io::Write as _;

use super::{Appearance, Format, Located, Readers, StatisticsFormat};
use crate::text;

pub(super) static FORMAT: Format = Format {
    name: "concise",
    about: "One line a finding: path:line:column: LEVEL rule message; LEVEL is E, W, I or S, and \
        [*] after the rule marks a finding that --fix can mend",
    finding,
    frame: None,
    readers: Readers::People,
    has_board: false,
    statistics: Some(StatisticsFormat::Table),
};

fn finding(found: &Located<'_>, appearance: Appearance, out: &mut Vec<u8>) {
    let diagnostic = found.diagnostic;
    // Writing to a vector cannot fail.
    let _ = writeln!(
        out,
        "{}:{}:{}: {} {}{} {}{}",
        found.shown_path(),
        found.start.line,
        found.start.column,
        diagnostic.severity.letter(),
        diagnostic.rule.name,
        found.mark(appearance),
        text::visible(&diagnostic.message),
        found.see(),
    );
}

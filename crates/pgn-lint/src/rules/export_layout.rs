use super::prelude::*;

use crate::layout::{self, LayoutFault};

rule!("export_layout.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let Some((span, fault)) = layout::first_fault(cx) else { return };
    let message = match fault {
        LayoutFault::NotGlued => "a blank where export format has none".to_owned(),
        LayoutFault::NotOneBlank => "export format has one blank here".to_owned(),
        LayoutFault::ShortLine => "the line ends here, though more fits on it".to_owned(),
        LayoutFault::Number => {
            format!("{} is written `1.` or `1...` in export format", cx.quoted(span))
        }
        LayoutFault::Nag => format!("{} has leading zeros", cx.quoted(span)),
    };
    report.at(span, message).help("`export` writes the layout of the standard");
}

use super::prelude::*;

use crate::commands;

rule!("clk_missing.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let mut expected = None;
    let mut n_missing = 0;
    for (ply, ..) in commands::mainline_clocks(cx) {
        n_missing += expected.map_or(0, |expected: u32| ply.saturating_sub(expected));
        expected = Some(ply + 1);
    }
    if n_missing == 0 {
        return;
    }
    let mut with_time = commands::mainline_clocks(cx).map(|(ply, ..)| ply).peekable();
    let first = with_time.peek().copied().unwrap_or(0);
    // The first move without a time after the first move with one.
    let gap = with_time.zip(first..).find(|(ply, wanted)| ply != wanted).map(|(_, wanted)| wanted);
    if let Some(node) = gap.and_then(|gap| cx.game.mainline().nth(gap as usize)) {
        let others = match n_missing {
            1 => String::new(),
            n => format!("; {n} moves in all have none"),
        };
        report.at(node.span, format!("no clock time, unlike the moves around it{others}"));
    }
}

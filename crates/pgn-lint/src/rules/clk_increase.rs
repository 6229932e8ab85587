use super::prelude::*;

use pgn_syntax::time_control::TimeControl;

use crate::commands;

rule!("clk_increase.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let Some(control) = cx.game.tag(cx.src, TagName::TIME_CONTROL) else { return };
    let Some(increment) = increment(control.value.of(cx.src)) else { return };
    // The last time of each side and its half-move, by the parity of the half-move.
    let mut last: [Option<(u32, f64)>; 2] = [None; 2];
    for (ply, time, span) in commands::mainline_clocks(cx) {
        let side = &mut last[ply as usize % 2];
        // Moves without a time in between also have an increment each.
        if let Some((earlier, before)) = *side
            && time > before + increment * f64::from((ply - earlier) / 2) + SLACK
        {
            report.at(
                span,
                format!("the clock shows {:.0} seconds more than before, with an increment of {increment}", time - before),
            );
            return;
        }
        *side = Some((ply, time));
    }
}

/// Tolerance in seconds for rounding.
const SLACK: f64 = 1.0;

/// Returns the increment in seconds, if the time control has a single period: others add time at their end. An hourglass
/// adds the time of the opponent, and with a time for each move the clock begins anew.
fn increment(control: &[u8]) -> Option<f64> {
    let read = TimeControl::read(control)?;
    let is_single = read.moves.is_none() && !control.contains(&b':');
    (is_single && read.is_carried_over).then_some(read.increment.as_secs_f64())
}

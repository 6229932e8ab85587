use super::prelude::*;

rule!("deep_rav.md", Check::Game(check));

/// Nesting depth up to which nothing is reported.
const MAX_DEPTH: u32 = 16;

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let mut depth = 0_u32;
    for node in &cx.game.nodes {
        match node.kind {
            NodeKind::RavOpen { .. } => depth += 1,
            NodeKind::RavClose => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth > MAX_DEPTH {
            report.at(node.span, "variations are nested more than 16 deep");
            return;
        }
    }
}

use super::prelude::*;

use pgn_chess::{Replay, ReplayOptions, start};
use pgn_openings::{Eco, Openings};

rule!("eco_mismatch.md", Check::Tag(&[TagName::ECO], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let Some(tag) = Eco::read(value) else { return };
    let start = start(cx.game, cx.src);
    let options = ReplayOptions::default();
    let openings = Openings::builtin();
    let found = openings.classify(cx.game, cx.src, &start, &mut Replay::new(), &options);
    let Some(opening) = found.filter(|opening| opening.eco() != tag) else { return };
    let message = format!("ECO says {tag}, the moves are {} ({})", opening.eco(), opening.name());
    report.at(pair.value, message).unsafe_fix([Edit::turn(
        cx.src,
        pair.value,
        opening.eco().as_str(),
    )]);
}

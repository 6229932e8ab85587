use super::prelude::*;

use pgn_chess::{Replay, ReplayOptions};
use pgn_openings::{Classifier, Eco, Openings};

rule!("eco_mismatch.md", Check::Tag(&[TagName::ECO], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let Some(tag) = Eco::read(value) else { return };
    let options = ReplayOptions { judge_signs: false, ..cx.replay };
    let mut classifier = Classifier::new(Openings::builtin());
    let end = Replay::new().walk(cx.game, cx.src, cx.start(), &options, &mut classifier);
    // The opening after a move that cannot be played is unknown.
    if end.first_error.is_some() {
        return;
    }
    let Some(opening) = classifier.opening().filter(|opening| opening.eco() != tag) else { return };
    let message = format!("ECO says {tag}, the moves are {} ({})", opening.eco(), opening.name());
    report.at(pair.value, message).unsafe_fix([Edit::turn(
        cx.src,
        pair.value,
        opening.eco().as_str(),
    )]);
}

use super::prelude::*;

use crate::tag_facts;

rule!("tag_order.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let key = |pair: &TagPair| tag_facts::place_in_export(pair.known, pair.name(cx.src));
    let misplaced = cx.game.tags.windows(2).find(|two| key(&two[1]) < key(&two[0]));
    if let Some([before, pair]) = misplaced {
        let message = format!(
            "the tag {} is before {}",
            cx.quote(before.name(cx.src)),
            cx.quote(pair.name(cx.src))
        );
        report
            .at(pair.span, message)
            .help("export format has the roster first, then the other tags in ASCII order");
    }
}

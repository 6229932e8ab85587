use super::prelude::*;

rule!("tag_order.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let key = |pair: &TagPair| {
        let roster =
            SEVEN_TAG_ROSTER.iter().position(|&name| pair.known == Some(name)).unwrap_or(7);
        (roster, if roster < 7 { &b""[..] } else { pair.name(cx.src) })
    };
    let misplaced = cx.game.tags.windows(2).find(|two| key(&two[1]) < key(&two[0]));
    if let Some([before, pair]) = misplaced {
        let message = format!(
            "the tag {} stands before {}",
            quote(before.name(cx.src)),
            quote(pair.name(cx.src))
        );
        report
            .at(pair.span, message)
            .help("export format has the roster first, then the other tags in ASCII order");
    }
}

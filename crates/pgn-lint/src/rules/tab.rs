use memchr::{memchr2, memchr2_iter};

use super::prelude::*;

rule!("tab.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    if memchr2(b'\t', 0x0B, cx.game.span.of(cx.src)).is_none() {
        return;
    }
    let mut first = None;
    let mut n = 0;
    for line in lines::of(cx, cx.game.span.start..cx.game.span.end) {
        for i in memchr2_iter(b'\t', 0x0B, line.span.of(cx.src)) {
            let at = line.span.start + index(i);
            let pairs = &cx.game.tags;
            let n_before = pairs.partition_point(|pair| pair.value.start <= at);
            let is_in_value = n_before > 0 && at < pairs[n_before - 1].value.end;
            // Another rule reports tabs in strings.
            if at < cx.game.movetext_start && is_in_value {
                continue;
            }
            first.get_or_insert(at);
            n += 1;
        }
    }
    if let Some(at) = first {
        let others = match n {
            1 => String::new(),
            n => format!(", the first of {n} in this game"),
        };
        report.at(Span { start: at, end: at + 1 }, format!("a tab{others}"));
    }
}

use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(include_str!("tab.md"), &[Check::Game(check)]);

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let mut first = None;
    let mut n = 0;
    let is_tab = |(_, byte): &(usize, &u8)| matches!(byte, b'\t' | 0x0B);
    for line in lines::of(cx, cx.game.span.start..cx.game.span.end) {
        for (i, _) in line.span.of(cx.src).iter().enumerate().filter(is_tab) {
            let at = line.span.start + u32::try_from(i).unwrap_or(0);
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

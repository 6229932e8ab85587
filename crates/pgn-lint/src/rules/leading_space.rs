use super::prelude::*;

use crate::lines::TextLine;

rule!("leading_space.md", Check::Game(check_tags), Check::GameAtOwnLevel(check));

/// Reports tag pairs after blanks: other readers look for `[` at the beginning of a line.
fn check_tags(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let starts = || cx.game.tags.iter().filter_map(|pair| indent(cx, pair));
    if let Some(first) = starts().next() {
        let others = lines::others(starts().count(), "and before", "and before");
        report
            .at(first, format!("blanks before this tag pair{others}"))
            .help("other readers lose it, or the game: delete the blanks, as `export` does")
            .otherwise()
            .safe_fix(starts().map(Edit::delete));
    }
}

/// Returns the blanks before a tag pair, if nothing else is before it on its line.
fn indent(cx: &GameCx<'_>, pair: &TagPair) -> Option<Span> {
    let blanks = lines::blanks_before(cx.src, pair.span.start);
    let before = &cx.src[..blanks.start as usize];
    (!blanks.is_empty() && before.last().is_none_or(is_line_end)).then_some(blanks)
}

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let is_fault = |line: &TextLine| {
        let text = line.span.of(cx.src);
        let rest = text.trim_ascii_start();
        let is_tag = || {
            let at = line.span.end - index(rest.len());
            cx.pair_at(at).is_some_and(|pair| pair.span.start == at)
        };
        !line.is_joined && text.first() == Some(&b' ') && !rest.is_empty() && !is_tag()
    };
    let mut found = lines::of(cx, cx.game.span.start..cx.game.span.end).filter(is_fault);
    if let Some(TextLine { span: Span { start, .. }, .. }) = found.next() {
        let others = lines::others(1 + found.count(), "as does", "as do");
        report.at(Span { start, end: start + 1 }, format!("this line begins with a blank{others}"));
    }
}

//! Findings of one rule that are joined into one.

use pgn_syntax::{Span, is_line_end, past_line_end, span::index};

use crate::{
    context::GameCx,
    fix::{Edit, Fix},
    rule::Diagnostic,
    rules::name,
};

/// Minimum number of false check signs that suggest a wrong move earlier in the game. They are then reported as one
/// finding.
const MANY_FALSE_CHECKS: usize = 3;

/// Joins the findings on moves with a false check sign into one, if there are many.
pub(super) fn join_false_checks(_: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let is_false = |it: &Diagnostic| it.rule.name == name::false_check;
    let n = out.iter().filter(|it| is_false(it)).count();
    if n < MANY_FALSE_CHECKS {
        return;
    }
    let mut is_first = true;
    out.retain(|it| !is_false(it) || std::mem::replace(&mut is_first, false));
    if let Some(first) = out.iter_mut().find(|it| is_false(it)) {
        first.message =
            format!("{}, and neither do {} more moves with such a sign", first.message, n - 1)
                .into();
        first.help(
            "so many false signs mean that the score is wrong: look for a wrong move before the first of them",
        );
    }
}

/// Joins the findings on invisible characters between tokens that are certain into the first of them. Behind other text, such as a number without a
/// dot, a fix may change what the text means, and must not keep the others from being made.
pub(super) fn join_invisible_chars(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let nodes = &cx.game.nodes;
    let mut last_end = None;
    let mut is_certain = |span: Span| {
        let follows_other = last_end.replace(span.end) == Some(span.start);
        let is_after_token = || {
            let before = cx.node_index(span.start).checked_sub(1).map(|at| &nodes[at]);
            before.is_some_and(|node| node.span.end == span.start && node.kind.is_move())
        };
        let is_after_dot = || cx.src[..span.start as usize].ends_with(b".");
        !follows_other && (is_after_dot() || is_after_token())
    };
    let (mut at, mut joined) = (None, Vec::new());
    for it in std::mem::take(out) {
        let is_one = it.rule.name == name::invisible_char && is_certain(it.span);
        if is_one && at.is_some() {
            joined.push(it);
        } else {
            at = at.or(is_one.then_some(out.len()));
            out.push(it);
        }
    }
    let Some(first) = at.map(|at| &mut out[at]).filter(|_| !joined.is_empty()) else { return };
    let others = match joined.len() {
        1 => "one more such character is in this game".to_owned(),
        n => format!("{n} more such characters are in this game"),
    };
    first.message = format!("{}, and {others}", first.message).into();
    joined.into_iter().for_each(|it| add_fix(first, it.fix));
}

/// Maximum number of different signs on a line whose findings are joined.
const MAX_SIGNS: usize = 8;

/// Joins the findings on equal signs of a line, such as the `|` of a table, into the first of them.
pub(super) fn join_signs_of_line(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    // The index of the first finding on each sign of a line, with the number of findings that were joined to it.
    let mut firsts: Vec<(usize, usize)> = Vec::new();
    let (mut line, mut last) = (0, 0);
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(out.len());
    for it in std::mem::take(out) {
        if it.rule.name != name::unexpected_char {
            kept.push(it);
            continue;
        }
        let start = it.span.start as usize;
        if cx.src[last..start].iter().any(is_line_end) {
            line = firsts.len();
        }
        last = start;
        let is_same = |first: &Diagnostic| first.span.of(cx.src) == it.span.of(cx.src);
        if let Some((at, n)) = firsts[line..].iter_mut().find(|(at, _)| is_same(&kept[*at])) {
            *n += 1;
            add_fix(&mut kept[*at], it.fix);
            continue;
        }
        if firsts.len() - line < MAX_SIGNS {
            firsts.push((kept.len(), 0));
        }
        kept.push(it);
    }
    for (at, n) in firsts.into_iter().filter(|(_, n)| *n > 0) {
        let others = if n == 1 { "has one".to_owned() } else { format!("have {n}") };
        kept[at].message = format!("{}, nor {others} more on this line", kept[at].message).into();
    }
    *out = kept;
}

/// Adds the edits of a fix to that of an earlier finding, unless they touch.
fn add_fix(first: &mut Diagnostic, fix: Option<Fix>) {
    match (&mut first.fix, fix) {
        (Some(fix), Some(more)) => {
            let end = fix.edits.last().map_or(0, |edit| edit.span.end);
            if more.edits.first().is_some_and(|edit| end < edit.span.start) {
                fix.edits.extend(more.edits);
                fix.applicability = fix.applicability.max(more.applicability);
            }
        }
        (none @ None, more) => *none = more,
        _ => (),
    }
}

/// Joins the findings on the lines of page numbers, such as `- 17 -`, and on the empty lines around them.
pub(super) fn join_page_numbers(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let pages: Vec<Span> = (out.iter())
        .filter(|it| it.rule.name == name::unexpected_char)
        .filter_map(|it| page_number(cx.src, it.span.start))
        .collect();
    if pages.is_empty() {
        return;
    }
    let is_blank = |start: u32, end: u32| {
        let text = cx.src.get(start as usize..end as usize);
        text.is_some_and(|text| text.iter().all(u8::is_ascii_whitespace))
    };
    out.retain(|it| {
        let n = pages.partition_point(|page| page.start <= it.span.start);
        let (before, after) = (n.checked_sub(1).map(|at| pages[at]), pages.get(n));
        match it.rule.name {
            name::blank_line_in_movetext => {
                !before.is_some_and(|page| is_blank(page.end, it.span.start))
                    && !after.is_some_and(|page| is_blank(it.span.end, page.start))
            }
            name::unexpected_char
            | name::illegal_move
            | name::dangling_move_number
            | name::wrong_move_number => {
                before.is_none_or(|page| it.span.start == page.start || it.span.start >= page.end)
            }
            _ => true,
        }
    });
    for it in out.iter_mut().filter(|it| it.rule.name == name::unexpected_char) {
        if let Some(page) = page_number(cx.src, it.span.start) {
            it.span = page;
            it.message = format!("{} looks like the number of a page", cx.quoted(page)).into();
            let end = index(past_line_end(cx.src, page.end as usize));
            it.help("delete the line").unsafe_fix([Edit::delete(Span { end, ..page })]);
        }
    }
}

/// Returns the line at `at` if it is `- 17 -` and nothing else.
fn page_number(src: &[u8], at: u32) -> Option<Span> {
    let (before, text) = src.split_at(at as usize);
    if !before.last().is_none_or(is_line_end) {
        return None;
    }
    let digits = text.strip_prefix(b"- ")?;
    let n = digits.iter().take(5).take_while(|byte| byte.is_ascii_digit()).count();
    let after = digits[n..].strip_prefix(b" -")?;
    let is_page = (1..5).contains(&n) && after.first().is_none_or(is_line_end);
    is_page.then(|| Span { start: at, end: at + index(n + 4) })
}

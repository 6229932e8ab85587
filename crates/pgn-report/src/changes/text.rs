//! `text`: a line per game, and a line per difference.

use std::io::Write as _;

use super::{Change, ChangedGame, Detail, DetailKind, GamePlace};
use crate::text::{escape, is_unsafe};

/// Appends the lines of a game.
pub fn render(found: &ChangedGame<'_>, out: &mut Vec<u8>) {
    let ChangedGame { old, new, change } = found;
    let place =
        |place: &GamePlace<'_>| format!("{}:{} game {}", place.input, place.line, place.game);
    let places: Vec<String> = [old, new].into_iter().flatten().map(place).collect();
    // Writing to a vector cannot fail.
    let _ = writeln!(out, "{:<8} {}: {}", change.name(), places.join(" -> "), title(change));
    for tag in &change.tags {
        let value = |value: &Option<String>| match value {
            Some(value) => format!("\"{}\"", reveal(value)),
            None => "none".to_owned(),
        };
        let name = escape(&tag.name);
        let _ = writeln!(out, "    tag {name}: {} -> {}", value(&tag.old), value(&tag.new));
    }
    if let Some(moves) = &change.moves {
        let text = |text: &Option<String>| match text {
            Some(text) => escape(text).into_owned(),
            None => "the end".to_owned(),
        };
        let _ = write!(out, "    moves: {} -> {}", text(&moves.old), text(&moves.new));
        if moves.n_old != moves.n_new {
            let _ = write!(out, ", {} -> {} half-moves", moves.n_old, moves.n_new);
        }
        out.push(b'\n');
    }
    if let Some((old, new)) = &change.annotation {
        let counts = [
            ("comments", old.comments, new.comments),
            ("NAGs", old.nags, new.nags),
            ("variations", old.variations, new.variations),
        ];
        let changed: Vec<String> = counts
            .iter()
            .filter(|(_, old, new)| old != new)
            .map(|(name, old, new)| format!("{old} -> {new} {name}"))
            .collect();
        if !changed.is_empty() {
            let _ = writeln!(out, "    annotation: {}", changed.join(", "));
        }
    }
    for detail in change.details.iter().take(MOST_DETAILS) {
        push_detail(detail, out);
    }
    let n_more = change.details.len().saturating_sub(MOST_DETAILS);
    if n_more > 0 {
        let _ = writeln!(out, "    and {n_more} more differences");
    }
    if change.is_spelling() && change.details.is_empty() {
        let _ = writeln!(out, "    spelling of move numbers or result");
    }
}

/// Most differences in single places that are shown of a game.
const MOST_DETAILS: usize = 20;

fn push_detail(detail: &Detail, out: &mut Vec<u8>) {
    let Detail { kind, place, old, new, n_more, .. } = detail;
    let behind = if place.is_empty() { "the start".to_owned() } else { reveal(place) };
    let what = match kind {
        DetailKind::Comment => format!("comment after {behind}"),
        DetailKind::Nag => format!("NAG after {behind}"),
        DetailKind::Variation => format!("variation after {behind}"),
        DetailKind::Result => "result".to_owned(),
        DetailKind::Spelling => format!("spelling of {behind}"),
    };
    let text = |text: &Option<String>| match text {
        None => "none".to_owned(),
        Some(text) if *kind == DetailKind::Comment => format!("\"{}\"", reveal(text)),
        Some(text) => reveal(text),
    };
    let more = match n_more {
        0 => String::new(),
        1 => ", and of one more move".to_owned(),
        n => format!(", and of {n} more moves"),
    };
    let _ = writeln!(out, "    {what}: {} -> {}{more}", text(old), text(new));
}

/// Returns `text` with all characters written as `\u{…}` that are not seen or look like others: controls, blanks other
/// than the space, characters without width, combining marks.
fn reveal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let is_hidden = is_unsafe(c)
            || c != ' ' && c.is_whitespace()
            || matches!(c, '\u{AD}' | '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}');
        if is_hidden {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

/// Returns a title such as `Tal, M. - Botvinnik, M., Moscow, 1960.03.15`.
fn title(change: &Change) -> String {
    let known = |text: &str| match text {
        "" => "?".to_owned(),
        text => escape(text).into_owned(),
    };
    let mut title = format!("{} - {}", known(&change.white), known(&change.black));
    for text in [&change.event, &change.date] {
        if !matches!(text.as_str(), "" | "?" | "????.??.??") {
            title.push_str(", ");
            title.push_str(&escape(text));
        }
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_written() {
        assert_eq!(reveal("a\u{a0}b\u{200b} é e\u{301}\t"), "a\\u{a0}b\\u{200b} é e\\u{301}\\u{9}");
    }
}

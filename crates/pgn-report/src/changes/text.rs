//! `text`: a line per game, and a line per difference. Words that differ are marked as `[-old-]` and `{+new+}`, or by
//! colors.

use std::io::Write as _;

use pgn_syntax::look_alike::has_effect;

use super::{
    ChangeKind, ChangedGame, Detail, DetailKind, Format, MAX_DETAILS, VersionPlace,
    word_diff::{Passage, compare},
};
use crate::{
    paint::{BOLD, CYAN, END, GREEN, Paint, RED},
    text::escape,
};

pub(super) static FORMAT: Format = Format {
    name: "text",
    about: "Text, a line or more per change",
    header: None,
    game: render,
    footer: |_| String::new(),
};

/// Appends the lines of a game.
fn render(found: &ChangedGame<'_>, paint: Paint, out: &mut Vec<u8>) {
    let style = Style { is_colored: paint == Paint::Colors };
    let ChangedGame { old, new, change } = found;
    let place =
        |place: &VersionPlace<'_>| format!("{}:{} game {}", place.input, place.line, place.game);
    let places: Vec<String> = [old, new].into_iter().flatten().map(place).collect();
    let color = match change.kind {
        ChangeKind::Changed => CYAN,
        ChangeKind::Lost | ChangeKind::Poorer => RED,
        ChangeKind::Added => GREEN,
    };
    let name = style.text(color, &format!("{:<8}", change.name()));
    let title = style.text(BOLD, &escape(&change.title()));
    // Writing to a vector cannot fail.
    let _ = writeln!(out, "{name} {}: {title}", places.join(" -> "));
    for tag in &change.tags {
        let value = |value: &Option<String>| match value {
            Some(value) => format!("\"{}\"", reveal(value)),
            None => "none".to_owned(),
        };
        let name = escape(&tag.name);
        let change = style.change(&value(&tag.old), &value(&tag.new));
        let _ = writeln!(out, "    tag {name}: {change}");
    }
    if let Some(moves) = &change.moves {
        let text = |text: &Option<String>| match text {
            Some(text) => escape(text).into_owned(),
            None => "the end".to_owned(),
        };
        let change = style.change(&text(&moves.old), &text(&moves.new));
        let _ = write!(out, "    moves: {change}");
        if moves.n_old != moves.n_new {
            let _ = write!(out, ", {} -> {} half-moves", moves.n_old, moves.n_new);
        }
        out.push(b'\n');
    }
    let counts = change.counts("->");
    if !counts.is_empty() {
        let _ = writeln!(out, "    annotation: {}", counts.join(", "));
    }
    for detail in change.details.iter().take(MAX_DETAILS) {
        style.push_detail(detail, out);
    }
    let n_more = change.details.len().saturating_sub(MAX_DETAILS);
    if n_more > 0 {
        let _ = writeln!(out, "    and {n_more} more differences");
    }
}

/// The style of old and new text.
#[derive(Clone, Copy)]
struct Style {
    is_colored: bool,
}

impl Style {
    fn text(self, color: &str, text: &str) -> String {
        if self.is_colored { format!("{color}{text}{END}") } else { text.to_owned() }
    }

    fn change(self, old: &str, new: &str) -> String {
        format!("{} -> {}", self.text(RED, old), self.text(GREEN, new))
    }

    fn push_detail(self, detail: &Detail, out: &mut Vec<u8>) {
        let Detail { kind, old, new, .. } = detail;
        let change = match (kind, old, new) {
            (_, None, None) => "differs".to_owned(),
            (DetailKind::Comment, Some(old), Some(new)) => format!("\"{}\"", self.words(old, new)),
            _ => {
                let [old, new] = [old, new].map(|text| match text {
                    None => "none".to_owned(),
                    Some(text) if *kind == DetailKind::Comment => format!("\"{}\"", reveal(text)),
                    Some(text) => reveal(text),
                });
                self.change(&old, &new)
            }
        };
        let _ = writeln!(out, "    {}: {change}{}", reveal(&detail.what()), detail.more());
    }

    /// Returns two texts as one, with the words that only one of them has marked.
    fn words(self, old: &str, new: &str) -> String {
        let mark = |passage: &Passage| match passage {
            Passage::Same(text) => reveal(text),
            Passage::Cut => "…".to_owned(),
            Passage::Old(text) if self.is_colored => self.text(RED, &reveal(text)),
            Passage::New(text) if self.is_colored => self.text(GREEN, &reveal(text)),
            Passage::Old(text) => format!("[-{}-]", reveal(text)),
            Passage::New(text) => format!("{{+{}+}}", reveal(text)),
        };
        let passages: Vec<String> = compare(old, new).iter().map(mark).collect();
        passages.join(" ")
    }
}

/// Returns `text` with characters that are invisible or look like others written as `\u{…}`: controls, blanks other
/// than the space, characters without width, combining marks.
fn reveal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let is_hidden = has_effect(c)
            || c != ' ' && c.is_whitespace()
            || matches!(c, '\u{AD}' | '\u{300}'..='\u{36F}');
        if is_hidden {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_written() {
        assert_eq!(reveal("a\u{a0}b\u{200b} é e\u{301}\t"), "a\\u{a0}b\\u{200b} é e\\u{301}\\u{9}");
    }
}

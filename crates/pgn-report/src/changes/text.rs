//! `text`: a line per game, and a line per difference.

use std::io::Write as _;

use super::{Change, ChangeKind, ChangedGame, GamePlace};
use crate::text::escape;

/// Appends the lines of a game.
pub fn render(found: &ChangedGame<'_>, out: &mut Vec<u8>) {
    let ChangedGame { old, new, change } = found;
    let place =
        |place: &GamePlace<'_>| format!("{}:{} game {}", place.input, place.line, place.game);
    let places: Vec<String> = [old, new].into_iter().flatten().map(place).collect();
    // Writing to a vector cannot fail.
    let _ = writeln!(out, "{:<8} {}: {}", change.kind.name(), places.join(" -> "), title(change));
    for tag in &change.tags {
        let value = |value: &Option<String>| match value {
            Some(value) => format!("\"{}\"", escape(value)),
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
        let what = if changed.is_empty() { "other words".to_owned() } else { changed.join(", ") };
        let _ = writeln!(out, "    annotation: {what}");
    }
    let is_bare = change.tags.is_empty() && change.moves.is_none() && change.annotation.is_none();
    if change.kind == ChangeKind::Changed && is_bare {
        let _ = writeln!(out, "    spelling of moves, move numbers or result");
    }
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

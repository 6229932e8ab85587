//! `json-lines`: one JSON object per change, described in `docs/formats.md`.

use serde_json::{Value, json};

use super::{ChangedGame, Format, VersionPlace};
use crate::paint::Paint;

pub(super) static FORMAT: Format = Format {
    name: "json-lines",
    about: "One JSON object per change",
    header: None,
    game: render,
    footer: |_| String::new(),
};

/// Appends the object of a game.
fn render(found: &ChangedGame<'_>, _: Paint, out: &mut Vec<u8>) {
    let ChangedGame { old, new, change } = found;
    let place = |place: &VersionPlace<'_>| json!({ "file": place.input, "game": place.game.0, "line": place.line.0 });
    let tags: Vec<Value> = change
        .tags
        .iter()
        .map(|tag| json!({ "name": tag.name, "old": tag.old, "new": tag.new }))
        .collect();
    let moves = change.moves.as_ref().map(|moves| {
        json!({
            "ply": moves.ply, "old": moves.old, "new": moves.new,
            "old_plies": moves.n_old, "new_plies": moves.n_new, "fen": moves.fen,
        })
    });
    let annotation = change.annotation.map(|(old, new)| {
        json!({
            "comments": [old.comments, new.comments],
            "nags": [old.nags, new.nags],
            "variations": [old.variations, new.variations],
        })
    });
    let details: Vec<Value> = change
        .details
        .iter()
        .map(|it| {
            json!({
                "what": it.kind.name(), "ply": it.ply, "move": it.place, "path": it.path, "fen": it.fen,
                "old": it.old, "new": it.new, "more": it.n_more,
            })
        })
        .collect();
    let object = json!({
        "change": change.name(),
        "old": old.as_ref().map(place),
        "new": new.as_ref().map(place),
        "white": change.white,
        "black": change.black,
        "event": change.event,
        "date": change.date,
        "tags": tags,
        "moves": moves,
        "annotation": annotation,
        "details": details,
    });
    out.extend_from_slice(object.to_string().as_bytes());
    out.push(b'\n');
}

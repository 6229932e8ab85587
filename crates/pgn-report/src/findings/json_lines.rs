//! `json-lines`: a JSON object per line; `docs/formats.md` describes the fields.

use pgn_lint::{Applicability, Fix};

use super::{
    Appearance, Format, GameInfo, Located, OtherGame, Readers, StatisticsFormat, object::Object,
};
use crate::path_bytes;

pub(super) static FORMAT: Format = Format {
    name: "json-lines",
    about: "One JSON object a line",
    finding,
    frame: None,
    readers: Readers::Programs,
    has_board: false,
    statistics: Some(StatisticsFormat::JsonLines),
};

fn finding(found: &Located<'_>, _: Appearance, out: &mut Vec<u8>) {
    object(found, out);
    out.push(b'\n');
}

/// Appends the object of a finding without a line end.
pub(super) fn object(found: &Located<'_>, out: &mut Vec<u8>) {
    let diagnostic = found.diagnostic;
    Object::write(out, |it| {
        it.put("path", found.path.to_string_lossy());
        it.put_some("path_bytes", path_bytes(found.path));
        it.put("member", found.member);
        it.put("game", found.game.map(|game| game.number.0));
        it.put("line", found.start.line);
        it.put("column", found.start.column);
        it.put("end_line", found.end.line);
        it.put("end_column", found.end.column);
        it.put("offset", found.start.offset);
        it.put("length", found.end.offset - found.start.offset);
        it.put("code", diagnostic.rule.code);
        it.put("rule", diagnostic.rule.name);
        it.put("severity", diagnostic.severity.name());
        it.put("message", &diagnostic.message);
        it.put("help", diagnostic.help_text());
        it.put("ply", diagnostic.at.map(|at| at.ply));
        it.put("move", found.move_text());
        it.put("fen", diagnostic.fen.as_deref());
        put_names(it, found.game);
        match found.other {
            Some(other) => it.object("other", |it| put_other(it, other)),
            None => it.put("other", ()),
        }
        if !diagnostic.compared.is_empty() {
            it.array("variants", &diagnostic.compared, |found, it| {
                it.put("value", &found.value);
                it.put("games", found.n_games);
            });
        }
        match &diagnostic.fix {
            Some(fix) => it.object("fix", |it| put_fix(it, found, fix)),
            None => it.put("fix", ()),
        }
    });
}

fn put_names(it: &mut Object<'_>, game: Option<&GameInfo>) {
    it.put("white", game.and_then(|game| game.white.as_deref()));
    it.put("black", game.and_then(|game| game.black.as_deref()));
    it.put("event", game.and_then(|game| game.event.as_deref()));
}

/// Puts the members of the other game, which this one copies or contradicts.
fn put_other(it: &mut Object<'_>, other: &OtherGame) {
    it.put("path", other.path.to_string_lossy());
    it.put_some("path_bytes", path_bytes(&other.path));
    it.put("member", other.member.as_deref());
    it.put("game", other.game.number.0);
    it.put("line", other.place.line);
    it.put("column", other.place.column);
    it.put("offset", other.place.offset);
    put_names(it, Some(&other.game));
    it.put("date", other.date.as_deref());
}

fn put_fix(it: &mut Object<'_>, found: &Located<'_>, fix: &Fix) {
    it.put(
        "applicability",
        match fix.applicability {
            Applicability::Safe => "safe",
            Applicability::Unsafe => "unsafe",
        },
    );
    // Spans of edits are relative to the chunk, as is the span of the finding.
    let origin = found.start.offset - u64::from(found.diagnostic.span.start);
    it.array("edits", &fix.edits, |edit, it| {
        it.put("offset", origin + u64::from(edit.span.start));
        it.put("length", edit.span.end - edit.span.start);
        it.put("text", &edit.text);
    });
}

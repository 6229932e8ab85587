//! Completion: legal moves, names of tags, values that occur in the file, and those of the standard.

use std::collections::BTreeMap;

use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, TextEdit};
use pgn_chess::Language;
use pgn_syntax::{Games, TagName};

use crate::{
    document::{Document, GameText, Place},
    position_at::positions_at,
    settings::Settings,
};

/// Number of blocks before and after that of the cursor whose values are offered.
const NEAR: usize = 32;

/// Maximum number of values that are offered.
const MAX_VALUES: usize = 200;

/// Returns the completions at a place.
pub(crate) fn completions(
    document: &Document,
    settings: &Settings,
    place: Place,
) -> Vec<CompletionItem> {
    let text = &document.blocks()[place.block].text;
    let start = pgn_syntax::line_start(text, place.offset);
    let line = &text[start..place.offset];
    if let Some(rest) = line.strip_prefix(b"[") {
        return match rest.iter().position(|&byte| byte == b'"') {
            None => tag_names(document, place, start + 1),
            Some(at) if rest[at + 1..].contains(&b'"') => Vec::new(),
            Some(at) => {
                let name = rest[..at].trim_ascii();
                values(document, settings, place, name, start + at + 2)
            }
        };
    }
    if line.starts_with(b"%") {
        return Vec::new();
    }
    let is_word =
        |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80 || b"-=+#".contains(byte);
    let from = line.iter().rposition(|byte| !is_word(byte)).map_or(start, |at| start + at + 1);
    let found = document.game_at(place, settings, |game| moves(game, from, settings));
    let items = found.unwrap_or_default().into_iter().enumerate();
    let range = document.range(place.block, from..place.offset);
    items
        .map(|(n, label)| CompletionItem {
            sort_text: Some(format!("{n:04}")),
            ..item(label, CompletionItemKind::METHOD, range)
        })
        .collect()
}

fn item(label: String, kind: CompletionItemKind, range: lsp_types::Range) -> CompletionItem {
    CompletionItem {
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: label.clone() })),
        label,
        kind: Some(kind),
        ..CompletionItem::default()
    }
}

fn tag_names(document: &Document, place: Place, from: usize) -> Vec<CompletionItem> {
    let range = document.range(place.block, from..place.offset.max(from));
    TagName::all()
        .map(|name| item(name.text().to_owned(), CompletionItemKind::FIELD, range))
        .collect()
}

/// Returns the values that a tag has near a place, the most frequent first, and then those that the standard has for it.
fn values(
    document: &Document,
    settings: &Settings,
    place: Place,
    name: &[u8],
    from: usize,
) -> Vec<CompletionItem> {
    let is_player = |name: &[u8]| name == b"White" || name == b"Black";
    let range = document.range(place.block, from..place.offset);
    let mut counts: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let last = (place.block + NEAR).min(document.blocks().len() - 1);
    for block in place.block.saturating_sub(NEAR)..=last {
        document.games(block, settings, |it| {
            for pair in &it.game.tags {
                let own = pair.name(it.text);
                let is_same = own == name || is_player(own) && is_player(name);
                let is_here = block == place.block && pair.value.start as usize == from;
                if is_same && !is_here && !pair.value.is_empty() {
                    *counts.entry(pair.value.of(it.text).to_vec()).or_default() += 1;
                }
            }
            true
        });
    }
    let mut found: Vec<_> = counts.into_iter().collect();
    found.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    found.truncate(MAX_VALUES);
    let mut values: Vec<String> =
        found.iter().map(|(value, _)| String::from_utf8_lossy(value).into_owned()).collect();
    let tag = TagName::find(name).filter(|tag| tag.text().as_bytes() == name);
    let standard = tag.map_or(&[][..], TagName::standard_values).iter();
    let new: Vec<String> =
        standard.map(|it| (*it).to_owned()).filter(|it| !values.contains(it)).collect();
    values.extend(new);
    let items = values.into_iter().enumerate().map(|(n, value)| CompletionItem {
        sort_text: Some(format!("{n:04}")),
        ..item(value, CompletionItemKind::VALUE, range)
    });
    items.collect()
}

/// Returns the legal moves in the position at an offset, in the piece letters of the game.
fn moves(it: &GameText<'_>, from: usize, settings: &Settings) -> Vec<String> {
    let span = it.game.span;
    let start = span.start as usize;
    let is_in_comment = it.game.nodes.iter().any(|node| {
        node.kind.is_comment() && (node.span.start as usize) < from && from < node.span.end as usize
    });
    if is_in_comment || from < it.game.movetext_start as usize || from < start {
        return Vec::new();
    }
    // The word at the cursor, and the text after it, are ignored.
    let text = &it.text[start..from];
    let mut games = Games::with_options(text, settings.reading.read_options());
    let Some(game) = games.next() else { return Vec::new() };
    let cut = GameText { game, text, place: it.place };
    let positions = positions_at(&cut, text.len(), settings);
    let Some(position) = positions.next else { return Vec::new() };
    let lang = positions.reading.lang.other().unwrap_or(Language::ENGLISH);
    let sans = position.legal_sans().into_iter();
    let mut names: Vec<String> = sans.map(|san| lang.spell(san.as_str())).collect();
    names.sort_unstable();
    names
}

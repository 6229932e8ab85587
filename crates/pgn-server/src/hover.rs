//! Hovers: the board after a move, the page of a rule, the openings of an ECO code.

use std::collections::HashSet;

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};
use pgn_chess::export::PGNKIT_LINE;
use pgn_openings::{Eco, Openings};
use pgn_syntax::{Node, TagName};

use crate::{
    document::{Document, GameText, Place},
    position_at::{markdown, positions_at},
    settings::Settings,
};

/// Maximum number of openings of an ECO code that are listed.
const MAX_OPENINGS: usize = 12;

/// Returns the hover at a place; `None` if there is none.
pub(crate) fn hover(document: &Document, settings: &Settings, place: Place) -> Option<Hover> {
    let (text, range) = rule_page(document, place).or_else(|| {
        document.game_at(place, settings, |game| in_game(game, place.offset, settings))?
    })?;
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text });
    Some(Hover { contents, range: Some(document.range(place.block, range)) })
}

/// The text of a hover, and the range of bytes in its block to which it refers.
type Shown = (String, std::ops::Range<usize>);

/// Returns the page of the rule that is named at a place in a `% pgnkit:` line.
fn rule_page(document: &Document, place: Place) -> Option<Shown> {
    let text = &document.blocks()[place.block].text;
    let start = pgn_syntax::line_start(text, place.offset);
    if !text[start..].starts_with(PGNKIT_LINE) {
        return None;
    }
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let from = text[start..place.offset].iter().rposition(|byte| !is_word(byte));
    let from = from.map_or(start, |at| start + at + 1);
    let len = text[from..].iter().position(|byte| !is_word(byte)).unwrap_or(text.len() - from);
    let name = std::str::from_utf8(&text[from..from + len]).ok()?;
    let rule = pgn_lint::find(name).ok()?;
    Some((rule.page.to_owned(), from..from + len))
}

fn in_game(it: &GameText<'_>, offset: usize, settings: &Settings) -> Option<Shown> {
    let (game, text) = (it.game, it.text);
    let eco = game.tags.iter().find(|pair| {
        pair.known == Some(TagName::ECO)
            && (pair.value.start as usize..=pair.value.end as usize).contains(&offset)
    });
    if let Some(pair) = eco {
        let code = Eco::read(&pair.value(text))?;
        return Some((openings(code), pair.value.range()));
    }
    let is_move = |node: &&Node| node.kind.is_move() && node.span.range().contains(&offset);
    let node = game.nodes.iter().find(is_move)?;
    let (position, name) = positions_at(it, offset, settings).at?;
    Some((markdown(game, text, &position, &name), node.span.range()))
}

/// Returns the openings of a code, the shortest lines first.
fn openings(code: Eco) -> String {
    let mut found: Vec<_> = Openings::builtin().iter().filter(|it| it.eco() == code).collect();
    found.sort_unstable_by_key(|it| (it.n_plies(), it.name().to_owned()));
    let mut seen = HashSet::new();
    found.retain(|it| seen.insert(it.name()));
    let names = found.iter().take(MAX_OPENINGS).map(|it| format!("- {}\n", it.name()));
    let rest = match found.len().saturating_sub(MAX_OPENINGS) {
        0 => String::new(),
        n => format!("- and {n} more\n"),
    };
    format!("**{code}**\n\n{}{rest}", names.collect::<String>())
}

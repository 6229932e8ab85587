//! The outline of a document, and its foldable ranges: games, variations, long comments.

use lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, Range, SymbolKind};
use pgn_syntax::{NodeKind, RavKind, TagName, white_space::squeezed};

use crate::{
    document::{Document, GameText, Positions},
    settings::Settings,
};

/// Maximum numbers of games in an outline, and of foldable ranges: editors take too long for more.
const MAX_GAMES: usize = 5000;
const MAX_FOLDS: usize = 20_000;

/// Maximum depth of variations in an outline. It keeps the JSON of an answer below 128 nested arrays and objects, the
/// limit of common parsers such as `serde_json`.
const MAX_DEPTH: usize = 60;

/// Maximum number of moves in the name of a variation.
const MOVES_OF_NAME: usize = 3;

/// Returns the outline of a document: at most [`MAX_GAMES`] games, each with its variations.
pub(crate) fn symbols(document: &Document, settings: &Settings) -> Vec<DocumentSymbol> {
    let mut symbols = Vec::new();
    for at in 0..document.blocks().len() {
        let mut places = document.positions(at);
        document.games(at, settings, |game| {
            symbols.push(game_symbol(game, &mut places));
            symbols.len() < MAX_GAMES
        });
        if symbols.len() >= MAX_GAMES {
            break;
        }
    }
    symbols
}

#[expect(deprecated, reason = "the type of the protocol has a field that is no longer used")]
fn symbol(
    name: String,
    detail: Option<String>,
    kind: SymbolKind,
    range: Range,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    DocumentSymbol {
        name,
        detail,
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range: Range { start: range.start, end: range.start },
        children: Some(children).filter(|it| !it.is_empty()),
    }
}

fn game_symbol(it: &GameText<'_>, places: &mut Positions<'_>) -> DocumentSymbol {
    let (game, text) = (it.game, it.text);
    let value = |name: TagName| {
        let pair = game.tag(text, name)?;
        let value = String::from_utf8_lossy(&pair.value(text)).into_owned();
        Some(value).filter(|value| !value.is_empty() && value != "?")
    };
    let player = |name| value(name).unwrap_or_else(|| "?".to_owned());
    let name = format!("{} - {}", player(TagName::WHITE), player(TagName::BLACK));
    let detail = [TagName::EVENT, TagName::DATE, TagName::RESULT].map(value);
    let detail = detail.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let children = variations(it, places);
    let range = places.range(game.start as usize..game.end as usize);
    symbol(name, Some(detail), SymbolKind::CLASS, range, children)
}

/// Returns the variations of a game, with nested variations as children. Variations deeper than [`MAX_DEPTH`] become
/// siblings of their ancestor at that depth.
fn variations(it: &GameText<'_>, places: &mut Positions<'_>) -> Vec<DocumentSymbol> {
    let nodes = &it.game.nodes;
    // For each open variation: its node, and the variations in it so far.
    let mut open: Vec<(usize, Vec<DocumentSymbol>)> = vec![(0, Vec::new())];
    for (at, node) in nodes.iter().enumerate() {
        match node.kind {
            NodeKind::RavOpen { kind: RavKind::Plain, .. } => open.push((at, Vec::new())),
            NodeKind::RavClose if open.len() > 1 => {
                let Some((from, mut children)) = open.pop() else { continue };
                let is_own = matches!(nodes[from].kind, NodeKind::RavOpen { end, .. } if end.0 as usize == at);
                if !is_own {
                    // The end of a variation without moves.
                    open.push((from, children));
                    continue;
                }
                let bytes = nodes[from].span.start as usize
                    ..(node.span.end as usize).max(nodes[from].span.end as usize);
                let range = places.range(bytes);
                let name = name_of(it, from);
                if open.len() == MAX_DEPTH - 1 {
                    // Deeper variations were added to `children` before the variation that holds them.
                    children.sort_unstable_by_key(|it| it.range.start);
                }
                let made = symbol(name, None, SymbolKind::METHOD, range, children);
                let outer = open.len().min(MAX_DEPTH) - 1;
                open[outer].1.push(made);
            }
            _ => (),
        }
    }
    open.swap_remove(0).1
}

/// Returns the first moves of a variation, with their numbers as they are written.
fn name_of(it: &GameText<'_>, from: usize) -> String {
    let nodes = &it.game.nodes;
    let mut words = Vec::new();
    let mut at = from + 1;
    let mut end = nodes[from].span.start as usize + 1;
    while let Some(node) = nodes.get(at) {
        at += 1;
        match node.kind {
            NodeKind::RavClose => break,
            NodeKind::RavOpen { end: close, .. } => at = close.0 as usize + 1,
            NodeKind::MoveNumber(_) => continue,
            NodeKind::Move { .. } | NodeKind::NullMove { .. } if words.len() == MOVES_OF_NAME => {
                words.push("…".to_owned());
                break;
            }
            NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
                // A move number that is correct has no node of its own, so it is taken from the text before the move.
                let start = end.min(node.span.start as usize);
                let text = String::from_utf8_lossy(&it.text[start..node.span.end as usize]);
                words.push(squeezed(&text).into_owned());
            }
            _ => (),
        }
        end = nodes[at - 1].span.end as usize;
    }
    format!("({})", words.join(" "))
}

/// Returns the ranges of lines that can be folded.
pub(crate) fn folds(document: &Document, settings: &Settings) -> Vec<FoldingRange> {
    let mut folds = Vec::new();
    for at in 0..document.blocks().len() {
        let mut places = document.positions(at);
        document.games(at, settings, |it| {
            let game = it.game;
            let whole = (game.start as usize..game.end as usize, FoldingRangeKind::Region);
            let inner = game.nodes.iter().filter_map(|node| {
                let from = node.span.start as usize;
                match node.kind {
                    NodeKind::RavOpen { end, .. } => {
                        let close = game.nodes.get(end.0 as usize)?;
                        Some((from..close.span.end as usize, FoldingRangeKind::Region))
                    }
                    NodeKind::Comment(_) => {
                        Some((from..node.span.end as usize, FoldingRangeKind::Comment))
                    }
                    _ => None,
                }
            });
            for (bytes, kind) in [whole].into_iter().chain(inner) {
                let range = places.range(bytes);
                if range.end.line > range.start.line {
                    folds.push(FoldingRange {
                        start_line: range.start.line,
                        end_line: range.end.line,
                        kind: Some(kind),
                        ..FoldingRange::default()
                    });
                }
            }
            folds.len() < MAX_FOLDS
        });
        if folds.len() >= MAX_FOLDS {
            break;
        }
    }
    folds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{document::tests::settings, units::Units};

    #[test]
    fn an_outline_has_a_limited_depth_and_all_variations() {
        for n in [1, MAX_DEPTH - 1, MAX_DEPTH, MAX_DEPTH + 1, 20_000] {
            let text = format!("{}{} *\n", "1. e4 (1. d4 (1. c4) ".repeat(n), ")".repeat(n));
            let mut document = Document::new(text.as_bytes(), Units::Utf16);
            assert!(document.read_slice(&settings(), usize::MAX));
            let outline = symbols(&document, &settings());
            let json = serde_json::to_vec(&outline).unwrap();
            // The reader refuses what is nested too deep.
            let read: Vec<DocumentSymbol> = serde_json::from_slice(&json).unwrap();
            assert_eq!(read, outline);
            let mut starts = Vec::new();
            let mut depths: Vec<(usize, &DocumentSymbol)> =
                outline.iter().map(|it| (0, it)).collect();
            while let Some((depth, it)) = depths.pop() {
                assert!(depth <= MAX_DEPTH);
                starts.push(it.range.start);
                let children = it.children.iter().flatten().rev();
                depths.extend(children.map(|it| (depth + 1, it)));
            }
            assert_eq!(starts.len(), 1 + 2 * n);
            assert!(starts.is_sorted(), "{n}");
        }
    }
}

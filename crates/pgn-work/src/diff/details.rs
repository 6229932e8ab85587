//! Single differences of the annotation, the result and the spelling of two versions of a game.

use std::collections::{BTreeMap, HashMap};

use pgn_chess::{Ply, Replay, ReplayOptions, Visitor, start};
use pgn_report::changes::{Detail, DetailKind};
use pgn_syntax::{Game, NodeKind};

use super::compare::decode;

/// A part of a game other than the moves of its main line, in words.
#[derive(Debug, PartialEq, Eq)]
struct Item {
    kind: DetailKind,
    words: Vec<String>,
}

/// The items of a game by the number of main-line moves before them, and those moves.
#[derive(Default)]
struct Items {
    by_ply: BTreeMap<usize, Vec<Item>>,
    /// The moves of the main line with their numbers, in SAN if they are legal.
    moves: Vec<String>,
    /// The same moves as they are written.
    spelled: Vec<String>,
    /// The termination marker.
    result: Option<&'static str>,
}

/// The moves of all lines in SAN, with their numbers, by their places.
#[derive(Default)]
struct Moves(HashMap<u32, String>);

impl Visitor for Moves {
    fn ply(&mut self, ply: &Ply<'_>) {
        let dots = if ply.turn.is_black() { "..." } else { "." };
        if let Some(san) = ply.canonical_san() {
            self.0.insert(ply.span.start, format!("{}{dots} {}", ply.number, san.as_str()));
        }
    }
}

/// Returns the differences, in the order of the text.
pub(super) fn compare(
    old: (&Game, &[u8]),
    new: (&Game, &[u8]),
    replay: &mut Replay,
    options: &ReplayOptions,
) -> Vec<Detail> {
    let [old, new] = [old, new].map(|(game, src)| items(game, src, replay, options));
    let mut details = Vec::new();
    let plies: std::collections::BTreeSet<usize> =
        old.by_ply.keys().chain(new.by_ply.keys()).copied().collect();
    let place = |ply: usize| {
        let last = ply.checked_sub(1);
        let of = |items: &Items| last.and_then(|last| items.moves.get(last)).cloned();
        of(&new).or_else(|| of(&old)).unwrap_or_default()
    };
    for ply in plies {
        for kind in [DetailKind::Nag, DetailKind::Comment, DetailKind::Variation] {
            let of = |items: &Items| -> Vec<Vec<String>> {
                let all = items.by_ply.get(&ply).into_iter().flatten();
                all.filter(|item| item.kind == kind).map(|item| item.words.clone()).collect()
            };
            let (before, now) = (of(&old), of(&new));
            pairs(&before, &now, |old, new| {
                details.push(Detail { kind, ply, place: place(ply), old, new, n_more: 0 });
            });
        }
    }
    if old.result != new.result {
        let [before, now] = [&old, &new].map(|items| items.result.map(str::to_owned));
        let (kind, ply) = (DetailKind::Result, new.moves.len());
        details.push(Detail { kind, ply, place: place(ply), old: before, new: now, n_more: 0 });
    }
    details.extend(spelling(&old, &new));
    details
}

/// Returns the first move of the main line that is spelled in another way, with the number of others.
fn spelling(old: &Items, new: &Items) -> Option<Detail> {
    let all = old.moves.iter().zip(&new.moves).zip(old.spelled.iter().zip(&new.spelled));
    let mut differ = all
        .enumerate()
        .filter(|(_, ((old, new), (spelled, now)))| old == new && spelled != now)
        .map(|(at, ((name, _), spellings))| (at, name, spellings));
    let (at, name, (spelled, now)) = differ.next()?;
    Some(Detail {
        kind: DetailKind::Spelling,
        ply: at + 1,
        place: name.clone(),
        old: Some(spelled.clone()),
        new: Some(now.clone()),
        n_more: differ.count(),
    })
}

/// Reports the items of a place that differ: those that only one version has, and pairs with other words.
fn pairs(
    old: &[Vec<String>],
    new: &[Vec<String>],
    mut differ: impl FnMut(Option<String>, Option<String>),
) {
    let (old, new, _) = without_common_ends(old, new);
    for at in 0..old.len().max(new.len()) {
        match (old.get(at), new.get(at)) {
            (Some(old), Some(new)) => {
                let (before, now, skipped) = without_common_ends(old, new);
                let [before, now] =
                    [(before, old), (now, new)].map(|(part, all)| excerpt(part, all, skipped));
                differ(Some(before), Some(now));
            }
            (old, new) => {
                let text = |words: &Vec<String>| joined(words);
                differ(old.map(text), new.map(text));
            }
        }
    }
}

/// Returns what is left of two lists without what both begin and end with, and how much both begin with.
fn without_common_ends<'a, T: PartialEq>(a: &'a [T], b: &'a [T]) -> (&'a [T], &'a [T], usize) {
    let n_first = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[n_first..], &b[n_first..]);
    let n_last = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    (&a[..a.len() - n_last], &b[..b.len() - n_last], n_first)
}

/// Returns the words that differ, behind the word before them.
fn excerpt(part: &[String], all: &[String], n_first: usize) -> String {
    let start = n_first.saturating_sub(1);
    let end = n_first + part.len();
    let first = if start > 0 { "… " } else { "" };
    let last = if end < all.len() { " …" } else { "" };
    format!("{first}{}{last}", joined(&all[start..end]))
}

/// Returns words as one text. Black's move does not repeat the number of White's before it.
fn joined(words: &[String]) -> String {
    let mut text = String::new();
    let mut last_number = None;
    for word in words {
        if !text.is_empty() {
            text.push(' ');
        }
        let black = word.split_once("... ").filter(|(number, _)| last_number == Some(*number));
        text.push_str(black.map_or(word.as_str(), |(_, san)| san));
        last_number = word.split_once(". ").map(|(number, _)| number);
    }
    text
}

/// Returns the items of a game.
fn items(game: &Game, src: &[u8], replay: &mut Replay, options: &ReplayOptions) -> Items {
    let mut moves = Moves::default();
    replay.walk(game, src, &start(game, src), options, &mut moves);
    let mut items = Items::default();
    // The words of the variation of the main line that is open, and the depth in it.
    let (mut variation, mut depth): (Vec<String>, usize) = (Vec::new(), 0);
    for node in &game.nodes {
        let written = || decode(node.span.of(src).trim_ascii());
        let (kind, words) = match node.kind {
            NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
                let name = moves.0.get(&node.span.start).cloned().unwrap_or_else(written);
                if depth > 0 {
                    variation.push(name);
                } else {
                    items.moves.push(name);
                    items.spelled.push(written());
                }
                continue;
            }
            NodeKind::MoveNumber(_) | NodeKind::Marker(_) => continue,
            NodeKind::Comment(_) => {
                let text = decode(node.comment_text(src));
                let words = text.split_ascii_whitespace().map(str::to_owned).collect();
                (DetailKind::Comment, words)
            }
            NodeKind::Nag(nag) | NodeKind::Suffix(nag) => {
                (DetailKind::Nag, vec![format!("${nag}")])
            }
            NodeKind::Glyph { .. } => (DetailKind::Nag, vec![written()]),
            NodeKind::RavOpen { .. } => {
                depth += 1;
                if depth > 1 {
                    variation.push("(".to_owned());
                }
                continue;
            }
            NodeKind::RavClose => {
                depth = depth.saturating_sub(1);
                if depth > 0 {
                    variation.push(")".to_owned());
                    continue;
                }
                (DetailKind::Variation, std::mem::take(&mut variation))
            }
        };
        if depth > 0 {
            match kind {
                DetailKind::Comment => variation.push(format!("{{{}}}", words.join(" "))),
                _ => variation.extend(words),
            }
            continue;
        }
        let ply = items.moves.len();
        items.by_ply.entry(ply).or_default().push(Item { kind, words });
    }
    if !variation.is_empty() {
        let item = Item { kind: DetailKind::Variation, words: variation };
        items.by_ply.entry(items.moves.len()).or_default().push(item);
    }
    items.result = game.marker.map(|(marker, _)| marker.text());
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::read_game;

    #[track_caller]
    fn check(old: &str, new: &str, expect: &[&str]) {
        let [a, b] = [old, new].map(|text| read_game(text.as_bytes()).unwrap());
        let details = compare(
            (&a, old.as_bytes()),
            (&b, new.as_bytes()),
            &mut Replay::new(),
            &ReplayOptions::default(),
        );
        let shown = |it: &Detail| {
            let text = |text: &Option<String>| text.clone().unwrap_or("none".to_owned());
            format!("{:?} {}: {} -> {}", it.kind, it.place, text(&it.old), text(&it.new))
        };
        let got: Vec<String> = details.iter().map(shown).collect();
        assert_eq!(got, expect);
    }

    #[test]
    fn single_differences() {
        check("1. e4 $1 e5 *", "1. e4 $2 e5 *", &["Nag 1. e4: $1 -> $2"]);
        check("1. e4 e5 *", "1. e4! e5 *", &["Nag 1. e4: none -> $1"]);
        check("1. e4 {a b c d} *", "1. e4 {a b x d} *", &["Comment 1. e4: … b c … -> … b x …"]);
        check("{a} 1. e4 *", "1. e4 *", &["Comment : a -> none"]);
        check(
            "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 *",
            "1. e4 e5 (1... c5 2. Nc3 d6) 2. Nf3 *",
            &["Variation 1... e5: 1... c5 2. Nf3 … -> 1... c5 2. Nc3 …"],
        );
        check(
            "1. e4 e5 *",
            "1. e4 e5 (1... c5 {sharp} 2. Nf3 d6 (2... e6)) *",
            &["Variation 1... e5: none -> 1... c5 {sharp} 2. Nf3 d6 ( 2... e6 )"],
        );
        check("1. e4 1-0", "1. e4 0-1", &["Result 1. e4: 1-0 -> 0-1"]);
        check("1. e2-e4 e7-e5 *", "1. e4 e5 *", &["Spelling 1. e4: e2-e4 -> e4"]);
        check("1. e4 e5 *", "1.e4 e5 *", &[]);
    }
}

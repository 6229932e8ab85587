//! Differences between two versions of a game: tags, the main line, annotation.

use std::collections::HashMap;

use pgn_chess::{Ply, Replay, Visitor, start};
use pgn_report::changes::{
    Annotation, Change, ChangeKind, Detail, DetailKind, MoveDifference, TagChange,
};
use pgn_syntax::{Game, NodeKind, TagName};

use super::{decode, details, gather::DiffWork, read_game};

/// The maximum number of elements of the movetext of games that are compared place by place, which takes some 300 bytes
/// an element. Of longer games, the tags, the first move that differs, and the numbers of comments and variations are
/// compared.
const MAX_NODES: usize = 1 << 17;

/// Compares versions of games.
pub(super) struct Comparer {
    wanted: DiffWork,
    replay: Replay,
}

/// Yields the elements of the movetext of a game without its move numbers.
fn words<'a>(game: &'a Game, src: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
    let nodes = game.nodes.iter().filter(|node| !matches!(node.kind, NodeKind::MoveNumber(_)));
    nodes.map(|node| node.span.of(src))
}

/// The main line as text, move by move.
#[derive(Default)]
struct Line(Vec<String>);

impl Visitor for Line {
    fn ply(&mut self, ply: &Ply<'_>) {
        if ply.depth == 0 {
            // A move that is neither legal nor checked has no SAN: its own text is added later.
            let san = ply.canonical_san();
            let san = san.as_ref().map_or("", |san| san.as_str());
            self.0.push(format!("{} {san}", ply.numbered()));
        }
    }

    fn wants_variations(&self) -> bool {
        false
    }
}

impl Comparer {
    pub(super) fn new(wanted: DiffWork) -> Comparer {
        Comparer { wanted, replay: Replay::new() }
    }

    /// Returns the change of a game, whose bytes are UTF-8: its names and date and, if there are two versions, their
    /// differences.
    pub(super) fn compare(&mut self, [old, new]: [&[u8]; 2], kind: ChangeKind) -> Change {
        let [old_game, new_game] = [old, new].map(|bytes| read_game(bytes, self.wanted.read));
        let mut change = match (&old_game, &new_game) {
            (_, Some(game)) if kind != ChangeKind::Lost => title(game, new, kind),
            (Some(game), _) => title(game, old, kind),
            _ => return Change { kind, ..Change::default() },
        };
        if let (ChangeKind::Changed, Some(old_game), Some(new_game)) = (kind, &old_game, &new_game)
        {
            change.tags = compare_tags((old_game, old), (new_game, new));
            change.moves = self.compare_moves((old_game, old), (new_game, new));
            let is_comparable = |game: &Game| game.nodes.len() <= MAX_NODES;
            let (details, fen) = match is_comparable(old_game) && is_comparable(new_game) {
                true => {
                    let (replay, options) = (&mut self.replay, &self.wanted.replay);
                    details::compare((old_game, old), (new_game, new), replay, options)
                }
                false => Default::default(),
            };
            change.moves.iter_mut().for_each(|moves| moves.fen.clone_from(&fen));
            let [before, after] = [self.annotation(old_game, old), self.annotation(new_game, new)];
            change.annotation = (before != after).then_some((before.0, after.0));
            change.details = details;
            let is_named = !change.details.is_empty()
                || !change.tags.is_empty()
                || change.moves.is_some()
                || change.annotation.as_ref().is_some_and(|(old, new)| old != new);
            if !is_named && is_comparable(old_game) && is_comparable(new_game) {
                let kind = match words(old_game, old).eq(words(new_game, new)) {
                    true => DetailKind::Spelling,
                    false => DetailKind::Other,
                };
                change.details.push(Detail { kind, ..Detail::default() });
            }
        }
        change
    }

    fn compare_moves(
        &mut self,
        old: (&Game, &[u8]),
        new: (&Game, &[u8]),
    ) -> Option<MoveDifference> {
        let [old, new] = [old, new].map(|(game, src)| self.line(game, src));
        let n_same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let is_same = n_same == old.len() && n_same == new.len();
        (!is_same).then(|| MoveDifference {
            ply: n_same + 1,
            old: old.get(n_same).cloned(),
            new: new.get(n_same).cloned(),
            n_old: old.len(),
            n_new: new.len(),
            fen: None,
        })
    }

    /// Returns the moves of the main line in SAN. A move that is not legal has its own text.
    fn line(&mut self, game: &Game, src: &[u8]) -> Vec<String> {
        let mut line = Line::default();
        self.replay.walk(game, src, &start(game, src), &self.wanted.replay, &mut line);
        for (text, node) in line.0.iter_mut().zip(game.mainline()) {
            if text.ends_with(' ') {
                text.push_str(&decode(node.span.of(src).trim_ascii()));
            }
        }
        line.0
    }

    /// Returns the numbers of comments, NAGs and variations, and all of them as one text that does not depend on the
    /// layout.
    fn annotation(&self, game: &Game, src: &[u8]) -> (Annotation, String) {
        let (mut counts, mut all, mut depth) = (Annotation::default(), String::new(), 0_u32);
        let mut ply = 0_u32;
        for node in &game.nodes {
            match node.kind {
                NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
                    ply += 1;
                    if depth > 0 {
                        all.push_str(&decode(node.span.of(src)));
                        all.push(' ');
                    }
                    continue;
                }
                NodeKind::MoveNumber(_) | NodeKind::Marker(_) => continue,
                NodeKind::Comment(_) => {
                    counts.comments += 1;
                    let text = decode(node.comment_text(src));
                    for word in text.split_ascii_whitespace() {
                        all.push_str(word);
                        all.push(' ');
                    }
                }
                NodeKind::Nag(nag) | NodeKind::Suffix(nag) => {
                    counts.nags += 1;
                    all.push_str(&format!("${nag}"));
                }
                NodeKind::Glyph { .. } => {
                    counts.nags += 1;
                    all.push_str(&decode(node.span.of(src)));
                }
                NodeKind::RavOpen { .. } => {
                    counts.variations += 1;
                    depth += 1;
                    all.push('(');
                }
                NodeKind::RavClose => {
                    depth = depth.saturating_sub(1);
                    all.push(')');
                }
            }
            all.push_str(&format!("@{ply}\n"));
        }
        (counts, all)
    }
}

/// Returns the differences of tag pairs. The first pair of a name is compared with the first pair of this name in
/// the other version, the second with the second, and so on.
fn compare_tags(old: (&Game, &[u8]), new: (&Game, &[u8])) -> Vec<TagChange> {
    let [old, new] = [old, new].map(|(game, src)| -> Vec<(String, String)> {
        let pairs = game.tags.iter();
        pairs.map(|pair| (decode(pair.name(src)), decode(&pair.value(src)))).collect()
    });
    // The pairs of each name that have no counterpart yet, the last pair first.
    let mut unmatched: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, (name, _)) in new.iter().enumerate().rev() {
        unmatched.entry(name).or_default().push(at);
    }
    let mut is_matched = vec![false; new.len()];
    let mut changes = Vec::new();
    for (name, value) in old {
        let at = unmatched.get_mut(name.as_str()).and_then(Vec::pop);
        at.into_iter().for_each(|at| is_matched[at] = true);
        let now = at.map(|at| &new[at].1);
        if now != Some(&value) {
            changes.push(TagChange { name, old: Some(value), new: now.cloned() });
        }
    }
    let added = new.into_iter().zip(is_matched).filter(|(_, is_matched)| !is_matched);
    for ((name, value), _) in added {
        changes.push(TagChange { name, old: None, new: Some(value) });
    }
    changes
}

/// Returns a change with the players, the event and the date of a game.
pub(super) fn title(game: &Game, bytes: &[u8], kind: ChangeKind) -> Change {
    let value = |name| decode(&game.value(bytes, name));
    let [white, black, event, date] =
        [TagName::WHITE, TagName::BLACK, TagName::EVENT, TagName::DATE].map(value);
    Change { kind, white, black, event, date, ..Change::default() }
}

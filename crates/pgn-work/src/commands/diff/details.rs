//! Single differences of the annotation, the result and the spelling of two versions of a game.

use std::collections::HashMap;

use pgn_chess::{Replay, ReplayOptions};
use pgn_report::changes::{Detail, DetailKind, joined};
use pgn_syntax::Game;

use super::move_tree::{
    AnnotationWords, MoveSide, MoveTree, NodeId, START, VersionContent, add_boards,
};

/// Two versions of a game in one tree.
struct Tree {
    moves: MoveTree,
    old: VersionContent,
    new: VersionContent,
    /// The nodes of both main lines, with the number of half-moves to each.
    main: HashMap<NodeId, usize>,
    /// For each node, the number of half-moves of the main line before it.
    n_before: Vec<usize>,
}

/// Maximum number of moves that name a node in a variation. The last moves are kept.
const MAX_PATH: usize = 12;

/// A step of the walk over the tree.
enum Step {
    /// Compares the comments and NAGs of a node.
    Here(NodeId),
    /// Continues with the moves from a node.
    Below(NodeId),
    /// Compares a variation.
    Variation(NodeId),
}

/// Returns the differences, in the order of the text, and the position before the first move in which the main lines
/// differ, as FEN.
pub(super) fn compare(
    old: (&Game, &[u8]),
    new: (&Game, &[u8]),
    replay: &mut Replay,
    options: &ReplayOptions,
) -> (Vec<Detail>, Option<String>) {
    let tree = Tree::new([old, new], replay, options);
    let mut found = tree.annotation();
    if tree.old.result != tree.new.result {
        let [before, now] = [&tree.old, &tree.new].map(|content| content.result.map(str::to_owned));
        let at = tree.new.main.last().copied().unwrap_or(START);
        found.push((at, tree.detail(DetailKind::Result, at, before, now)));
    }
    found.extend(tree.spelling());
    let last = tree.last_in_common();
    let mut boards: HashMap<NodeId, Option<String>> =
        found.iter().map(|(at, _)| (*at, None)).chain([(last, None)]).collect();
    for (content, (game, src)) in [(&tree.new, new), (&tree.old, old)] {
        add_boards(&mut boards, content, game, src, replay, options);
    }
    let with_board = |(at, detail): (NodeId, Detail)| Detail {
        fen: boards.get(&at).cloned().flatten(),
        ..detail
    };
    let details = found.into_iter().map(with_board).collect();
    (details, boards.get(&last).cloned().flatten())
}

impl Tree {
    fn new(games: [(&Game, &[u8]); 2], replay: &mut Replay, options: &ReplayOptions) -> Tree {
        let mut moves = MoveTree::default();
        let [old, new] = games.map(|(game, src)| moves.add(game, src, replay, options));
        let mut main = HashMap::from([(START, 0)]);
        for content in [&old, &new] {
            main.extend(content.main.iter().zip(1..).map(|(id, ply)| (*id, ply)));
        }
        // The parent of a node has a smaller index.
        let mut n_before = Vec::with_capacity(moves.len());
        for id in 0..moves.len() {
            let parent = n_before.get(moves.get(id).parent).copied().unwrap_or(0);
            n_before.push(main.get(&id).copied().unwrap_or(parent));
        }
        Tree { moves, old, new, main, n_before }
    }

    /// Returns the last node of the common beginning of both main lines.
    fn last_in_common(&self) -> NodeId {
        let both = self.old.main.iter().zip(&self.new.main).take_while(|(a, b)| a == b);
        both.last().map_or(START, |(id, _)| *id)
    }

    /// Compares comments, NAGs and variations.
    fn annotation(&self) -> Vec<(NodeId, Detail)> {
        let mut found = Vec::new();
        let mut steps = vec![Step::Below(START), Step::Here(START)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Here(at) => self.compare_here(at, &mut found),
                Step::Variation(at) => steps.extend([Step::Below(at), Step::Here(at)]),
                Step::Below(at) => self.compare_below(at, &mut steps, &mut found),
            }
        }
        found
    }

    /// Compares the comments and NAGs of a node.
    fn compare_here(&self, at: NodeId, found: &mut Vec<(NodeId, Detail)>) {
        for side in [MoveSide::Before, MoveSide::After] {
            for kind in [DetailKind::Nag, DetailKind::Comment] {
                let of = |content: &VersionContent| -> Vec<Vec<String>> {
                    let all = content.items.get(&(at, side)).into_iter().flatten();
                    all.filter(|item| item.kind == kind).map(|item| item.words.clone()).collect()
                };
                let (before, now) = (of(&self.old), of(&self.new));
                for (old, new) in pairs(&before, &now) {
                    let [old, new] = [old, new].map(|words| words.map(|words| words.join(" ")));
                    found.push((at, self.detail(kind, at, old, new)));
                }
            }
        }
    }

    /// Compares the moves from a node. A move that only one version has is a difference, with all moves that follow
    /// it.
    fn compare_below(&self, at: NodeId, steps: &mut Vec<Step>, found: &mut Vec<(NodeId, Detail)>) {
        let children = &self.moves.get(at).children;
        let is_single =
            |id: &NodeId| !self.main.contains_key(id) && self.old.has(*id) != self.new.has(*id);
        let of = |content: &VersionContent| -> Vec<String> {
            let own = children.iter().filter(|id| is_single(id) && content.has(**id));
            own.map(|id| self.line(*id, content)).collect()
        };
        let (lost, added) = (of(&self.old), of(&self.new));
        for n in 0..lost.len().max(added.len()) {
            let (old, new) = (lost.get(n).cloned(), added.get(n).cloned());
            found.push((at, self.detail(DetailKind::Variation, at, old, new)));
        }
        // The first move is compared before its alternatives, and the moves after it are compared last.
        let mut common = children.iter().filter(|id| !is_single(id)).copied();
        if let Some(first) = common.next() {
            steps.push(Step::Below(first));
            let variations: Vec<Step> = common.map(Step::Variation).collect();
            steps.extend(variations.into_iter().rev());
            steps.push(Step::Here(first));
        }
    }

    /// Returns the text of a line that only one version has. `from`: its first node.
    fn line(&self, from: NodeId, content: &VersionContent) -> String {
        enum Part {
            Word(&'static str),
            Move(NodeId),
            Below(NodeId),
        }
        let mut words = Vec::new();
        let mut parts = vec![Part::Below(from), Part::Move(from)];
        let push = |at: NodeId, side: MoveSide, words: &mut Vec<String>| {
            for AnnotationWords { kind, words: text } in
                content.items.get(&(at, side)).into_iter().flatten()
            {
                let text = text.join(" ");
                words.push(if *kind == DetailKind::Comment { format!("{{{text}}}") } else { text });
            }
        };
        while let Some(part) = parts.pop() {
            match part {
                Part::Word(word) => words.push(word.to_owned()),
                Part::Move(at) => {
                    push(at, MoveSide::Before, &mut words);
                    words.push(self.moves.get(at).name.clone());
                    push(at, MoveSide::After, &mut words);
                }
                Part::Below(at) => {
                    let own = self.moves.get(at).children.iter().filter(|id| content.has(**id));
                    let own: Vec<NodeId> = own.copied().collect();
                    let [first, others @ ..] = &own[..] else { continue };
                    parts.push(Part::Below(*first));
                    for &other in others.iter().rev() {
                        parts.extend([Part::Word(")"), Part::Below(other), Part::Move(other)]);
                        parts.push(Part::Word("("));
                    }
                    parts.push(Part::Move(*first));
                }
            }
        }
        joined(&words)
    }

    /// Returns the first move that is spelled in another way, with the number of further ones; `None` if there is none.
    fn spelling(&self) -> Option<(NodeId, Detail)> {
        let differs = |id: &&NodeId| {
            let (old, new) = (self.old.spelled.get(id), self.new.spelled.get(id));
            old.is_some() && new.is_some() && old != new
        };
        let mut all = self.new.main.iter().filter(differs);
        let at = *all.next()?;
        let [old, new] = [&self.old, &self.new].map(|content| content.spelled.get(&at).cloned());
        let detail = self.detail(DetailKind::Spelling, at, old, new);
        Some((at, Detail { n_more: all.count(), ..detail }))
    }

    fn detail(
        &self,
        kind: DetailKind,
        at: NodeId,
        old: Option<String>,
        new: Option<String>,
    ) -> Detail {
        let mut path = Vec::new();
        let mut from = at;
        while !self.main.contains_key(&from) {
            if path.len() == MAX_PATH {
                path.push("…".to_owned());
                break;
            }
            path.push(self.moves.get(from).name.clone());
            from = self.moves.get(from).parent;
        }
        path.reverse();
        let ply = self.n_before[at];
        let place = self.moves.get(at).name.clone();
        Detail { kind, ply, place, path, old, new, n_more: 0, fen: None }
    }
}

/// The words of an item in both versions; `None` if a version has no such item.
type Pair<'a> = (Option<&'a Vec<String>>, Option<&'a Vec<String>>);

/// Returns the items of a node that differ: items that only one version has, and pairs of items with different words.
fn pairs<'a>(old: &'a [Vec<String>], new: &'a [Vec<String>]) -> Vec<Pair<'a>> {
    let n_first = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[n_first..], &new[n_first..]);
    let n_last = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - n_last], &new[..new.len() - n_last]);
    (0..old.len().max(new.len())).map(|at| (old.get(at), new.get(at))).collect()
}

#[cfg(test)]
mod tests {
    use pgn_syntax::ReadOptions;

    use super::*;
    use crate::commands::diff::read_game;

    #[track_caller]
    fn check(old: &str, new: &str, expect: &[&str]) {
        let [a, b] =
            [old, new].map(|text| read_game(text.as_bytes(), ReadOptions::default()).unwrap());
        let (details, _) = compare(
            (&a, old.as_bytes()),
            (&b, new.as_bytes()),
            &mut Replay::new(),
            &ReplayOptions::default(),
        );
        let shown = |it: &Detail| {
            let text = |text: &Option<String>| text.clone().unwrap_or("none".to_owned());
            let place = match &it.path[..] {
                [] => it.place.clone(),
                path => format!("({})", path.join(" ")),
            };
            format!("{:?} {place}: {} -> {}", it.kind, text(&it.old), text(&it.new))
        };
        let got: Vec<String> = details.iter().map(shown).collect();
        assert_eq!(got, expect);
    }

    #[test]
    fn single_differences() {
        check("1. e4 $1 e5 *", "1. e4 $2 e5 *", &["Nag 1. e4: $1 -> $2"]);
        check("1. e4 e5 *", "1. e4! e5 *", &["Nag 1. e4: none -> $1"]);
        check("1. e4 {a b c d} *", "1. e4 {a b x d} *", &["Comment 1. e4: a b c d -> a b x d"]);
        check("{a} 1. e4 *", "1. e4 *", &["Comment : a -> none"]);
        check(
            "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 *",
            "1. e4 e5 (1... c5 2. Nc3 d6) 2. Nf3 *",
            &["Variation (1... c5): 2. Nf3 d6 -> 2. Nc3 d6"],
        );
        check(
            "1. e4 e5 *",
            "1. e4 e5 (1... c5 {sharp} 2. Nf3 d6 (2... e6)) *",
            &["Variation 1. e4: none -> 1... c5 {sharp} 2. Nf3 d6 (2... e6)"],
        );
        check("1. e4 1-0", "1. e4 0-1", &["Result 1. e4: 1-0 -> 0-1"]);
        check("1. e2-e4 e7-e5 *", "1. e4 e5 *", &["Spelling 1. e4: e2-e4 -> e4"]);
        check("1. e4 e5 *", "1.e4 e5 *", &[]);
    }

    #[test]
    fn differences_in_variations_are_named_by_their_moves() {
        check(
            "1. e4 e5 (1... c5 2. Nf3 {a} d6) 2. Nf3 *",
            "1. e4 e5 (1... c5 2. Nf3 {b} d6 $1) 2. Nf3 {c} *",
            &[
                "Comment (1... c5 2. Nf3): a -> b",
                "Nag (1... c5 2. Nf3 2... d6): none -> $1",
                "Comment 2. Nf3: none -> c",
            ],
        );
        check("1. e4 ({x} 1. d4 d5) *", "1. e4 ({y} 1. d4 d5) *", &["Comment (1. d4): x -> y"]);
        // Variations in another order are the same.
        check("1. e4 (1. d4) (1. c4) *", "1. e4 (1. c4) (1. d4) *", &[]);
        // The end of a main line is removed with its comments.
        check("1. e4 e5 {a} *", "1. e4 *", &["Comment 1... e5: a -> none"]);
    }
}

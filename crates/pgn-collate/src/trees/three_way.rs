//! Three-way merge of the lines of a game: moves are merged by their path, annotations by their move.

use std::{collections::HashSet, hash::Hash};

use crate::trees::{
    join::exclude,
    lines::{Lines, Notes},
};

/// The side whose change is taken where the changes of both sides are in conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favor {
    /// The first side.
    Ours,
    /// The second side.
    Theirs,
}

/// The nodes of a move in the base and in both sides; `None` where the move does not exist.
type Nodes = [Option<u32>; 3];

/// Merges the changes of both sides. Returns the merged lines and the number of conflicts, which are places that the
/// sides have changed in different ways. All three must begin in the same position.
#[must_use]
pub fn merge_lines(base: &Lines, ours: &Lines, theirs: &Lines, favor: Favor) -> (Lines, u64) {
    let mut out = base.without_moves();
    let mut merger = Merger { sides: [base, ours, theirs], favor, n_conflicts: 0 };
    let mut stack = vec![(0, [Some(0); 3], true)];
    while let Some((node, nodes, is_main)) = stack.pop() {
        merger.annotate(&mut out, node, nodes);
        let children = merger.children(nodes, is_main);
        for (at, (found, side)) in children.into_iter().enumerate() {
            let Some(first) = found[side] else { continue };
            let (mv, san) = merger.sides[side].step(first);
            let is_main = is_main && at == 0;
            let child = out.push(node, mv, san, is_main);
            stack.push((child, found, is_main));
        }
    }
    (out, merger.n_conflicts)
}

/// Returns the moves and annotations that two versions of a game have in common, as the base of their merge. `None` if
/// they continue the main line in different ways and the move of one is a variation of the other, because the merge would
/// then not contain both.
#[must_use]
pub fn common_lines(ours: &Lines, theirs: &Lines) -> Option<Lines> {
    let mut out = ours.without_moves();
    let mut stack = vec![(0, 0, 0, true)];
    while let Some((node, our, their, is_main)) = stack.pop() {
        let (old, new) = (lists(ours.notes(our)), lists(theirs.notes(their)));
        common_list(&old.0, &new.0).into_iter().for_each(|nag| out.push_nag(node, nag));
        common_list(&old.1, &new.1).into_iter().for_each(|text| out.push_comment(node, text));
        common_list(&old.2, &new.2).into_iter().for_each(|text| out.push_lead(node, text));
        let mv = |lines: &Lines, node: u32| lines.step(node).0;
        if let (true, Some(first), Some(second)) =
            (is_main, ours.children(our).next(), theirs.children(their).next())
        {
            let (first, second) = (mv(ours, first), mv(theirs, second));
            let is_in_other =
                ours.child(our, second).is_some() || theirs.child(their, first).is_some();
            if first != second && is_in_other {
                return None;
            }
        }
        for (at, child) in ours.children(our).enumerate() {
            let (mv, san) = ours.step(child);
            let Some(other) = theirs.child(their, mv) else { continue };
            let is_main = is_main && at == 0;
            stack.push((out.push(node, mv, san, is_main), child, other, is_main));
        }
    }
    Some(out)
}

/// State of a merge. `sides` has the base first.
struct Merger<'a> {
    sides: [&'a Lines; 3],
    favor: Favor,
    n_conflicts: u64,
}

impl Merger<'_> {
    /// Counts a conflict and returns the value of the favored side.
    fn resolve_conflict<T>(&mut self, ours: T, theirs: T) -> T {
        self.n_conflicts += 1;
        match self.favor {
            Favor::Ours => ours,
            Favor::Theirs => theirs,
        }
    }

    /// Returns the moves that follow a node in the merged lines, each with the index of a side that has it.
    fn children(&mut self, nodes: Nodes, is_main: bool) -> Vec<(Nodes, usize)> {
        let lists: [Vec<u32>; 3] = [0, 1, 2].map(|side| {
            nodes[side].map_or(Vec::new(), |node| self.sides[side].children(node).collect())
        });
        let moves: [Vec<u16>; 3] = [0, 1, 2]
            .map(|side| lists[side].iter().map(|&node| self.sides[side].step(node).0).collect());
        let firsts = moves.each_ref().map(|moves| moves.first().copied());
        let (mut first, mut refused) = (firsts[1].or(firsts[2]), None);
        if nodes[1].is_some() && nodes[2].is_some() {
            if firsts[1] == firsts[0] {
                first = firsts[2];
            } else if firsts[2] != firsts[0] && firsts[1] != firsts[2] && is_main {
                // The sides continue the main line in different ways.
                first = self.resolve_conflict(firsts[1], firsts[2]);
                refused = if first == firsts[1] { firsts[2] } else { firsts[1] };
                refused = refused.filter(|mv| !moves[0].contains(mv));
            }
        }
        let new = moves[2].iter().filter(|mv| !moves[1].contains(mv));
        let mut order: Vec<u16> = moves[1].iter().chain(new).copied().collect();
        order.retain(|&mv| Some(mv) != refused);
        if let Some(at) = order.iter().position(|&mv| Some(mv) == first) {
            order[..=at].rotate_right(1);
        }
        let mut children = Vec::new();
        for mv in order {
            let found = [0, 1, 2].map(|side| {
                let at = moves[side].iter().position(|&it| it == mv);
                at.map(|at| lists[side][at])
            });
            let side = if found[1].is_some() { 1 } else { 2 };
            if let Some(found) = self.kept(found, nodes) {
                children.push((found, side));
            }
        }
        children
    }

    /// Returns the nodes of a move; `None` if one side has deleted the move and the other has changed nothing from it
    /// on, or if a conflict is decided that way.
    fn kept(&mut self, found: Nodes, parents: Nodes) -> Option<Nodes> {
        let [base, ours, theirs] = found;
        let (Some(base), true) = (base, parents[1].is_some() && parents[2].is_some()) else {
            return Some(found);
        };
        let (side, node) = match (ours, theirs) {
            (Some(node), None) => (1, node),
            (None, Some(node)) => (2, node),
            _ => return Some(found),
        };
        if self.is_same(base, side, node) {
            return None;
        }
        // One side has deleted the move and the other has changed it. The move is kept, as a copy of that other side,
        // if that side is favored.
        let mut copy = [None; 3];
        copy[side] = Some(node);
        let [ours, theirs] = [1, 2].map(|it| (it == side).then_some(copy));
        self.resolve_conflict(ours, theirs)
    }

    /// Returns true if the moves and annotations from a node on are the same in the base and in a side.
    fn is_same(&self, base: u32, side: usize, node: u32) -> bool {
        let mut stack = vec![(base, node)];
        let (old, new) = (self.sides[0], self.sides[side]);
        while let Some((a, b)) = stack.pop() {
            let (first, second): (Vec<u32>, Vec<u32>) =
                (old.children(a).collect(), new.children(b).collect());
            let is_same = old.step(a).0 == new.step(b).0
                && lists(old.notes(a)) == lists(new.notes(b))
                && first.len() == second.len();
            if !is_same {
                return false;
            }
            stack.extend(first.into_iter().zip(second));
        }
        true
    }

    /// Adds the merged annotations to a node of `out`.
    fn annotate(&mut self, out: &mut Lines, node: u32, nodes: Nodes) {
        let notes = [0, 1, 2].map(|side| nodes[side].and_then(|node| self.sides[side].notes(node)));
        if notes.iter().all(Option::is_none) {
            return;
        }
        let [base, ours, theirs] = notes.map(lists);
        let merged = match (nodes[1], nodes[2]) {
            (Some(_), Some(_)) => (
                self.nags(&base.0, &ours.0, &theirs.0),
                self.texts(&base.1, &ours.1, &theirs.1),
                self.texts(&base.2, &ours.2, &theirs.2),
            ),
            (Some(_), None) => ours,
            (None, _) => theirs,
        };
        merged.0.into_iter().for_each(|nag| out.push_nag(node, nag));
        merged.1.into_iter().for_each(|text| out.push_comment(node, text));
        merged.2.into_iter().for_each(|text| out.push_lead(node, text));
    }

    fn nags(&mut self, base: &[u8], ours: &[u8], theirs: &[u8]) -> Vec<u8> {
        let is_new = |nag: &&u8| !base.contains(nag);
        let mut pairs =
            ours.iter().filter(is_new).flat_map(|a| theirs.iter().map(move |b| (*a, *b)));
        if pairs.any(|(a, b)| a != b && !base.contains(&b) && exclude(a, b)) {
            return self.resolve_conflict(ours.to_vec(), theirs.to_vec());
        }
        let kept = ours.iter().filter(|nag| theirs.contains(nag) || !base.contains(nag));
        let new = theirs.iter().filter(|nag| !base.contains(nag) && !ours.contains(nag));
        kept.chain(new).copied().collect()
    }

    fn texts(&mut self, base: &[String], ours: &[String], theirs: &[String]) -> Vec<String> {
        let merged = merge_list(base, ours, theirs);
        merged.unwrap_or_else(|| self.resolve_conflict(ours.to_vec(), theirs.to_vec()))
    }
}

/// The NAGs of a move, the comments after it, and the comments before it.
type Lists = (Vec<u8>, Vec<String>, Vec<String>);

fn lists(notes: Option<&Notes>) -> Lists {
    let Some(notes) = notes else { return Lists::default() };
    (notes.nags.clone(), notes.comments.texts().to_vec(), notes.lead.texts().to_vec())
}

/// Returns the elements of `ours` that `theirs` also has.
#[must_use]
pub fn common_list<T: Clone + Eq + Hash>(ours: &[T], theirs: &[T]) -> Vec<T> {
    let theirs: HashSet<&T> = theirs.iter().collect();
    ours.iter().filter(|it| theirs.contains(it)).cloned().collect()
}

/// Returns a list with the changes of both sides, or `None` on a conflict: the sides have added different elements,
/// and either both have added some or both have removed the same element.
#[must_use]
pub fn merge_list<T: Clone + Eq + Hash>(base: &[T], ours: &[T], theirs: &[T]) -> Option<Vec<T>> {
    if ours == base || ours == theirs {
        return Some(theirs.to_vec());
    }
    if theirs == base {
        return Some(ours.to_vec());
    }
    let [in_base, in_ours, in_theirs] =
        [base, ours, theirs].map(|list| list.iter().collect::<HashSet<&T>>());
    let added =
        |side: &[T]| side.iter().filter(|it| !in_base.contains(it)).cloned().collect::<Vec<_>>();
    let (added_ours, added_theirs) = (added(ours), added(theirs));
    let both_add = !added_ours.is_empty() && !added_theirs.is_empty();
    let both_remove = base.iter().any(|it| !in_ours.contains(it) && !in_theirs.contains(it));
    if added_ours != added_theirs && (both_add || both_remove) {
        return None;
    }
    let kept = ours.iter().filter(|it| in_theirs.contains(it) || !in_base.contains(it));
    let new = added_theirs.iter().filter(|it| !in_ours.contains(it));
    Some(kept.chain(new).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_join_unless_both_sides_change_the_same() {
        let merge = |base: &str, ours: &str, theirs: &str| {
            let list = |text: &str| text.chars().collect::<Vec<char>>();
            let merged = merge_list(&list(base), &list(ours), &list(theirs));
            merged.map(|it| it.into_iter().collect::<String>())
        };
        assert_eq!(merge("ab", "ab", "abc").as_deref(), Some("abc"));
        assert_eq!(merge("ab", "xb", "ab").as_deref(), Some("xb"));
        assert_eq!(merge("ab", "b", "a").as_deref(), Some(""));
        assert_eq!(merge("ab", "b", "abc").as_deref(), Some("bc"));
        assert_eq!(merge("", "x", "x").as_deref(), Some("x"));
        assert_eq!(merge("", "x", "y"), None);
        assert_eq!(merge("a", "", "x"), None);
        // Many other elements.
        let many: String = ('A'..='Z').chain('0'..='9').collect();
        let more = |text: &str| format!("{text}{many}");
        assert!(many.len() > 32);
        assert_eq!(merge(&more("ab"), &more("xb"), &more("ab")), Some(more("xb")));
        assert_eq!(merge(&more("ab"), &more("b"), &more("a")), Some(more("")));
        assert_eq!(
            merge(&more("ab"), &more("b"), &format!("{}c", more("ab"))),
            Some(more("b") + "c")
        );
        assert_eq!(merge(&more(""), &more("x"), &more("y")), None);
    }
}

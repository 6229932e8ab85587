//! The lines of games as a tree, in which common moves occur once.
//!
//! Nodes are in one vector and refer to each other by index, so that deep nesting needs no
//! recursion.

use pgn_chess::{CanonicalSan, Position, Start, moves::move_number, shakmaty::Color};
use pgn_syntax::{Fallback, write::Layout};

use crate::copies::{comment_set::CommentSet, digest::NULL};

/// The lines of one or several games as a tree. Node 0 is the start.
#[derive(Clone, Debug)]
pub struct Lines {
    nodes: Vec<LineNode>,
    n_bytes: usize,
}

/// A move with its annotations.
#[derive(Clone, Debug)]
struct LineNode {
    /// The move as [`pgn_chess::Move::short`], or [`NULL`].
    mv: u16,
    is_black: bool,
    /// True if the move belongs to the main line of the first game.
    is_main: bool,
    san: CanonicalSan,
    number: u32,
    parent: u32,
    first_child: u32,
    next: u32,
    notes: Option<Box<Notes>>,
}

/// A node without annotations that follows no other, nor is followed by one.
const ROOT: LineNode = LineNode {
    mv: NULL,
    is_black: true,
    is_main: true,
    san: CanonicalSan::NULL,
    number: 0,
    parent: NONE,
    first_child: NONE,
    next: NONE,
    notes: None,
};

/// The annotations of a move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    /// Comments before the move, if it is the first of a variation.
    pub(crate) lead: CommentSet,
    pub(crate) nags: Vec<u8>,
    pub(crate) comments: CommentSet,
    /// Numbers of NAGs and comments when [`Lines::mark_old`] was called.
    pub(crate) n_old: (usize, usize),
}

/// Index that stands for no node.
pub(crate) const NONE: u32 = u32::MAX;

/// A step of writing. Steps form a stack, so that the last one is the next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// A single move.
    Move(u32),
    /// Everything after a move.
    Follow(u32),
    /// A variation that begins with this move.
    Variation(u32),
    Close,
}

impl Lines {
    /// Returns lines without moves.
    #[must_use]
    pub fn new(start: &Start) -> Lines {
        // The root has the number and the side of the half-move before the first one.
        let (number, is_black) = start.position.as_ref().map_or((0, true), before);
        Lines { nodes: vec![LineNode { number, is_black, ..ROOT }], n_bytes: 0 }
    }

    /// Returns lines without moves, with the same start.
    pub(crate) fn without_moves(&self) -> Lines {
        let root = LineNode { first_child: NONE, next: NONE, notes: None, ..self.nodes[0].clone() };
        Lines { nodes: vec![root], n_bytes: 0 }
    }

    /// Returns the move of a node, as number and as SAN.
    pub(crate) fn step(&self, node: u32) -> (u16, CanonicalSan) {
        let LineNode { mv, san, .. } = &self.nodes[node as usize];
        (*mv, *san)
    }

    /// Returns the number of moves in all lines.
    #[must_use]
    pub fn n_moves(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns the total length of the comments in bytes.
    #[must_use]
    pub fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// Returns the move before `node`; [`NONE`] for the start of the lines.
    pub(crate) fn parent(&self, node: u32) -> u32 {
        self.nodes[node as usize].parent
    }

    pub(crate) fn is_main(&self, node: u32) -> bool {
        self.nodes[node as usize].is_main
    }

    pub(crate) fn notes(&self, node: u32) -> Option<&Notes> {
        self.nodes[node as usize].notes.as_deref()
    }

    /// Yields the moves after `node`, in the order in which they were added.
    pub(crate) fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        let mut at = self.nodes[node as usize].first_child;
        std::iter::from_fn(move || {
            let child = at;
            at = self.nodes.get(child as usize)?.next;
            Some(child)
        })
    }

    pub(crate) fn child(&self, node: u32, mv: u16) -> Option<u32> {
        self.children(node).find(|&child| self.nodes[child as usize].mv == mv)
    }

    pub(crate) fn push(&mut self, parent: u32, mv: u16, san: CanonicalSan, is_main: bool) -> u32 {
        let new = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        let before = &self.nodes[parent as usize];
        let (is_black, number) =
            (!before.is_black, before.number.saturating_add(u32::from(before.is_black)));
        match self.children(parent).last() {
            Some(last) => self.nodes[last as usize].next = new,
            None => self.nodes[parent as usize].first_child = new,
        }
        self.nodes.push(LineNode { mv, is_black, is_main, san, number, parent, ..ROOT });
        new
    }

    /// Makes a move one of the main line, which is the first of the moves after a position. A variation that comes
    /// earlier in the text may have repeated the main line up to here.
    pub(crate) fn make_main(&mut self, node: u32) {
        let parent = self.nodes[node as usize].parent;
        self.nodes[node as usize].is_main = true;
        let first = self.nodes[parent as usize].first_child;
        let before = self.children(parent).find(|&child| self.nodes[child as usize].next == node);
        if let Some(before) = before {
            self.nodes[before as usize].next = self.nodes[node as usize].next;
            self.nodes[node as usize].next = first;
            self.nodes[parent as usize].first_child = node;
        }
    }

    pub(crate) fn notes_mut(&mut self, node: u32) -> &mut Notes {
        self.nodes[node as usize].notes.get_or_insert_default()
    }

    pub(crate) fn push_nag(&mut self, node: u32, nag: u8) {
        self.notes_mut(node).nags.push(nag);
    }

    pub(crate) fn push_comment(&mut self, node: u32, text: String) {
        self.n_bytes += text.len();
        self.notes_mut(node).comments.push(text);
    }

    pub(crate) fn push_lead(&mut self, node: u32, text: String) {
        self.n_bytes += text.len();
        self.notes_mut(node).lead.push(text);
    }

    /// Marks all existing annotations as old.
    pub(crate) fn mark_old(&mut self) {
        for notes in self.nodes.iter_mut().filter_map(|node| node.notes.as_mut()) {
            notes.n_old = (notes.nags.len(), notes.comments.texts().len());
        }
    }

    /// Returns the numbers of moves, NAGs and comments.
    pub(crate) fn census(&self) -> [usize; 3] {
        let mut census = [self.n_moves(), 0, 0];
        for notes in self.nodes.iter().filter_map(|node| node.notes.as_ref()) {
            census[1] += notes.nags.len();
            census[2] += notes.comments.texts().len() + notes.lead.texts().len();
        }
        census
    }

    /// Returns the text of a move for messages, such as `12... Nf6`.
    pub(crate) fn name(&self, node: u32) -> String {
        let LineNode { number, is_black, san, .. } = &self.nodes[node as usize];
        match node {
            0 => "before the first move".to_owned(),
            _ => {
                let number = move_number(*number, Color::from_black(*is_black));
                format!("{number} {}", san.as_str())
            }
        }
    }

    /// Returns the node of the last move of each variation up to `depth`, with the number of half-moves up to it.
    /// Variations are in the order in which they branch off, each before its own variations. The main line, whose
    /// last move is `last`, is not included.
    #[must_use]
    pub fn variations(&self, last: u32, depth: u32) -> Vec<(u32, u32)> {
        let mut ends = Vec::new();
        let mut stack = vec![(0, 0, 0)];
        while let Some((mut node, level, mut n_plies)) = stack.pop() {
            let from = stack.len();
            loop {
                let mut children = self.children(node);
                // A variation may repeat the main line and continue after its end.
                let is_end = level == 0 && node == last;
                let first = if is_end { None } else { children.next() };
                if level < depth {
                    stack.extend(children.map(|child| (child, level + 1, n_plies + 1)));
                }
                let Some(first) = first else { break };
                (node, n_plies) = (first, n_plies + 1);
            }
            stack[from..].reverse();
            if level > 0 {
                ends.push((node, n_plies));
            }
        }
        ends
    }

    /// Returns the number of moves of the main line before `node` and at it.
    #[must_use]
    pub fn n_main_moves(&self, node: u32) -> usize {
        self.path(node).into_iter().filter(|&at| self.is_main(at)).count()
    }

    /// Returns for each move up to `last`, the last one of the main line, its number of NAGs and comments.
    #[must_use]
    pub fn n_annotations(&self, last: u32) -> Vec<usize> {
        let n_of = |notes: &Notes| {
            notes.nags.len() + notes.comments.texts().len() + notes.lead.texts().len()
        };
        self.path(last).into_iter().rev().map(|node| self.notes(node).map_or(0, n_of)).collect()
    }

    /// Returns the moves from `node` back to the first one.
    fn path(&self, node: u32) -> Vec<u32> {
        let mut path = Vec::new();
        let mut at = node;
        while at != 0 && at != NONE {
            path.push(at);
            at = self.parent(at);
        }
        path
    }

    /// Returns the moves from the start to each move with comments, as [`pgn_chess::Move::short`], and the comments.
    pub(crate) fn commented_lines(&self) -> impl Iterator<Item = (Vec<u16>, &[String])> {
        let nodes = (0..).zip(&self.nodes).skip(1);
        nodes.filter_map(|(node, LineNode { notes, .. })| {
            let texts = notes.as_ref()?.comments.texts();
            let path = || self.path(node).into_iter().rev().map(|it| self.step(it).0).collect();
            (!texts.is_empty()).then(|| (path(), texts))
        })
    }

    /// Writes the single line that ends with `node`, with its annotations.
    pub fn write_line(&self, node: u32, layout: &mut Layout, out: &mut Vec<u8>) {
        let mut steps: Vec<Step> = self.path(node).into_iter().map(Step::Move).collect();
        self.write_notes(0, layout, out);
        self.write(&mut steps, layout, out);
    }

    /// Writes all lines with their annotations.
    pub fn write_all(&self, layout: &mut Layout, out: &mut Vec<u8>) {
        self.write_notes(0, layout, out);
        self.write(&mut vec![Step::Follow(0)], layout, out);
    }

    /// Executes the stack `steps`. The first move gets a move number.
    pub(crate) fn write(&self, steps: &mut Vec<Step>, layout: &mut Layout, out: &mut Vec<u8>) {
        let mut force = true;
        while let Some(step) = steps.pop() {
            match step {
                Step::Move(node) => force = self.write_move(node, force, layout, out),
                Step::Variation(node) => {
                    layout.open_paren(out);
                    steps.extend([Step::Close, Step::Follow(node)]);
                    force = self.write_move(node, true, layout, out);
                }
                Step::Close => {
                    layout.close_paren(out);
                    force = true;
                }
                Step::Follow(node) => {
                    let mut children = self.children(node);
                    let Some(first) = children.next() else { continue };
                    steps.push(Step::Follow(first));
                    let from = steps.len();
                    steps.extend(children.map(Step::Variation));
                    steps[from..].reverse();
                    steps.push(Step::Move(first));
                }
            }
        }
    }

    /// Writes a move with its annotations. Returns true if there are annotations after it, so that the next move
    /// needs a number.
    fn write_move(&self, node: u32, force: bool, layout: &mut Layout, out: &mut Vec<u8>) -> bool {
        let LineNode { number, is_black, san, notes, .. } = &self.nodes[node as usize];
        for text in notes.iter().flat_map(|notes| notes.lead.texts()) {
            layout.comment(out, text.as_bytes(), Fallback::default());
        }
        if force || !is_black {
            layout.move_number(out, *number, *is_black);
        }
        layout.unit(out, san.as_bytes());
        self.write_notes(node, layout, out)
    }

    fn write_notes(&self, node: u32, layout: &mut Layout, out: &mut Vec<u8>) -> bool {
        let Some(notes) = self.notes(node) else { return false };
        for &nag in &notes.nags {
            layout.nag(out, nag);
        }
        let mut is_written = !notes.nags.is_empty();
        for text in notes.comments.texts() {
            is_written |= layout.comment(out, text.as_bytes(), Fallback::default());
        }
        is_written
    }
}

/// Returns the number of the half-move before a position, and true if it is Black's.
fn before(position: &Position) -> (u32, bool) {
    match position.turn() {
        Color::White => (position.fullmove_number().saturating_sub(1), true),
        Color::Black => (position.fullmove_number(), false),
    }
}

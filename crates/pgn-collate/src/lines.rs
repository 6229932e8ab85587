//! The lines of games as a tree: what several of them have in common is there once.
//!
//! Nodes lie in one list and name each other by their places: nothing recurses, however deep
//! variations lie in variations.

use pgn_chess::{CanonicalSan, Position, Start, shakmaty::Color};
use pgn_syntax::{Fallback, write::Layout};

use crate::said::Said;

/// The lines of one or several games. Node 0 is where they start.
#[derive(Clone, Debug)]
pub struct Lines {
    nodes: Vec<LineNode>,
    n_bytes: usize,
}

/// A move and what is said of it.
#[derive(Clone, Debug)]
struct LineNode {
    /// [`pgn_chess::Move::short`], or [`NULL`].
    mv: u16,
    is_black: bool,
    /// It is of the main line of the game that came first.
    is_main: bool,
    san: CanonicalSan,
    number: u32,
    parent: u32,
    first_child: u32,
    next: u32,
    notes: Option<Box<Notes>>,
}

/// What is said of a move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    /// Comments before it, if it is the first of a variation.
    pub(crate) lead: Said,
    pub(crate) nags: Vec<u8>,
    pub(crate) comments: Said,
    /// So many of the NAGs and comments were there when the lines were settled.
    pub(crate) n_old: (usize, usize),
}

/// Above the numbers of all moves.
pub(crate) const NULL: u16 = u16::MAX;
/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// What is still to be written, the next last.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// A move alone.
    Move(u32),
    /// All that follows a move.
    Follow(u32),
    /// A variation that begins with a move.
    Variation(u32),
    Close,
}

impl Lines {
    /// Nothing but a start.
    #[must_use]
    pub fn new(start: &Start) -> Lines {
        // What is before the first move counts as the other side's.
        let (number, is_black) = match &start.position {
            Ok(position) => before(position),
            Err(_) => (0, true),
        };
        let root = LineNode {
            mv: NULL,
            is_black,
            is_main: true,
            san: CanonicalSan::NULL,
            number,
            parent: NONE,
            first_child: NONE,
            next: NONE,
            notes: None,
        };
        Lines { nodes: vec![root], n_bytes: 0 }
    }

    /// Moves in all lines.
    #[must_use]
    pub fn n_moves(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Bytes of comments.
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

    /// The moves that follow, in the order in which they came.
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
        self.nodes.push(LineNode {
            mv,
            is_black,
            is_main,
            san,
            number,
            parent,
            first_child: NONE,
            next: NONE,
            notes: None,
        });
        new
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

    /// All that is there is old from now on.
    pub(crate) fn settle(&mut self) {
        for notes in self.nodes.iter_mut().filter_map(|node| node.notes.as_mut()) {
            notes.n_old = (notes.nags.len(), notes.comments.texts().len());
        }
    }

    /// Number of moves, NAGs and comments.
    pub(crate) fn census(&self) -> [usize; 3] {
        let mut census = [self.n_moves(), 0, 0];
        for notes in self.nodes.iter().filter_map(|node| node.notes.as_ref()) {
            census[1] += notes.nags.len();
            census[2] += notes.comments.texts().len() + notes.lead.texts().len();
        }
        census
    }

    /// A move as messages name it.
    pub(crate) fn name(&self, node: u32) -> String {
        let LineNode { number, is_black, san, .. } = &self.nodes[node as usize];
        match node {
            0 => "before the first move".to_owned(),
            _ => format!("{number}{} {}", if *is_black { "..." } else { "." }, san.as_str()),
        }
    }

    /// The last moves of the variations that reach no deeper than `depth`, in the order in which they
    /// branch off, each before those that branch off it; and the number of half-moves up to each. The
    /// main line, which ends with `last`, is not among them.
    #[must_use]
    pub fn variations(&self, last: u32, depth: u32) -> Vec<(u32, u32)> {
        let mut ends = Vec::new();
        let mut stack = vec![(0, 0, 0)];
        while let Some((mut node, level, mut n_plies)) = stack.pop() {
            let from = stack.len();
            loop {
                let mut children = self.children(node);
                // A variation may repeat the main line and go on behind its end.
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

    /// The moves from the start to `node`.
    fn path(&self, node: u32) -> Vec<u32> {
        let mut path = Vec::new();
        let mut at = node;
        while at != 0 && at != NONE {
            path.push(at);
            at = self.parent(at);
        }
        path
    }

    /// Writes the one line that ends with `node`, with what is said of its moves.
    pub fn write_line(&self, node: u32, layout: &mut Layout, out: &mut Vec<u8>) {
        let mut steps: Vec<Step> = self.path(node).into_iter().map(Step::Move).collect();
        self.write_notes(0, layout, out);
        self.write(&mut steps, layout, out);
    }

    /// Writes all lines.
    pub(crate) fn write_all(&self, layout: &mut Layout, out: &mut Vec<u8>) {
        self.write_notes(0, layout, out);
        self.write(&mut vec![Step::Follow(0)], layout, out);
    }

    /// Writes what `steps` say. A number stands before the first move.
    pub(crate) fn write(&self, steps: &mut Vec<Step>, layout: &mut Layout, out: &mut Vec<u8>) {
        let mut force = true;
        while let Some(step) = steps.pop() {
            match step {
                Step::Move(node) => force = self.write_move(node, force, layout, out),
                Step::Variation(node) => {
                    layout.open_paren();
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

    /// Writes a move; true if what is said of it makes the next one have its number.
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

/// Number and side of the half-move that was made before a position.
fn before(position: &Position) -> (u32, bool) {
    match position.turn() {
        Color::White => (position.fullmove_number().saturating_sub(1), true),
        Color::Black => (position.fullmove_number(), false),
    }
}

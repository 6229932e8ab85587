//! Merges the moves and annotations of a game into [`Lines`].

use pgn_chess::{GameEnd, Outcome, Ply, Replay, ReplayOptions, Start, Visitor, shakmaty::Color};
use pgn_syntax::{CommentKind, Fallback, Game, Node, NodeId, NodeKind, RavKind, past_line_end};

use crate::{
    copies::{comment_set::squeeze, digest::NULL},
    trees::lines::{Lines, NONE},
};

/// Adds a game to `lines`. Returns the end of its replay, and the node of the last move of its main line.
pub fn read_lines(
    lines: &mut Lines,
    game: &Game,
    src: &[u8],
    start: &Start,
    replay: &mut Replay,
    options: &ReplayOptions,
    fallback: Fallback,
) -> (GameEnd, u32) {
    let joiner = Joiner::new(lines, game, src, fallback, MergePolicy::All, None);
    let (end, last, _) = joiner.join(replay, start, options);
    (end, last)
}

/// The parts of a game that are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MergePolicy {
    /// Everything.
    All,
    /// Annotations and variations of existing moves of the main line, as far as they do not contradict existing
    /// annotations.
    Compatible,
}

/// Offsets in the text of a game at which additions to a move are inserted: after its NAGs, its comments, its
/// variations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct InsertionPoints {
    pub(crate) nags: u32,
    pub(crate) comments: u32,
    pub(crate) variations: u32,
}

/// Counts and conflicts of merging a game.
#[derive(Debug, Default)]
pub(crate) struct Additions {
    /// Refused annotations, as in `12. Nf3: $2 / $1`: the move, the new and the existing annotation.
    pub(crate) conflicts: Vec<String>,
    pub(crate) n_nags: usize,
    pub(crate) n_comments: usize,
    pub(crate) n_lines: usize,
}

/// State of adding a game to [`Lines`].
pub(crate) struct Joiner<'a> {
    lines: &'a mut Lines,
    game: &'a Game,
    src: &'a [u8],
    fallback: Fallback,
    policy: MergePolicy,
    /// Number of nodes that existed before this game. It is 1, the start, for the first game, whose main line is the
    /// main line of the lines.
    n_old: u32,
    line_stack: Vec<LineState>,
    /// True after the termination marker.
    is_over: bool,
    /// The insertion points by node, none so far; `None` unless they are requested, which is only possible for the
    /// first game.
    insertion_points: Option<&'a mut Vec<InsertionPoints>>,
    nags: Vec<u8>,
    additions: Additions,
}

/// State of the main line or of an open variation of the game.
#[derive(Debug, Default)]
struct LineState {
    at: u32,
    has_moved: bool,
    /// True if a move of the line is not in the lines and was not added. The rest of the line is ignored.
    is_lost: bool,
    /// True if the insertion points of the node belong to this line.
    has_insertion_points: bool,
    /// Comments and NAGs before the first move of a variation.
    lead: Vec<String>,
    lead_nags: Vec<u8>,
}

impl<'a> Joiner<'a> {
    pub(crate) fn new(
        lines: &'a mut Lines,
        game: &'a Game,
        src: &'a [u8],
        fallback: Fallback,
        policy: MergePolicy,
        insertion_points: Option<&'a mut Vec<InsertionPoints>>,
    ) -> Joiner<'a> {
        let n_old = u32::try_from(lines.n_moves() + 1).unwrap_or(NONE);
        let root = LineState {
            has_moved: true,
            has_insertion_points: insertion_points.is_some(),
            ..LineState::default()
        };
        Joiner {
            lines,
            game,
            src,
            fallback,
            policy,
            n_old,
            line_stack: vec![root],
            is_over: false,
            insertion_points,
            nags: Vec::new(),
            additions: Additions::default(),
        }
    }

    /// Adds the game. Returns the end of its replay, the node of the last move of its main line, and the counts and
    /// conflicts.
    pub(crate) fn join(
        mut self,
        replay: &mut Replay,
        start: &Start,
        options: &ReplayOptions,
    ) -> (GameEnd, u32, Additions) {
        self.set_insertion_points(0, self.game.movetext_start);
        self.take_nags(0, 0, true);
        let (game, src) = (self.game, self.src);
        let end = replay.walk(game, src, start, options, &mut self);
        let last = self.line_stack.first().map_or(0, |line| line.at);
        (end, last, self.additions)
    }

    fn take_nags(&mut self, node: u32, from: usize, white: bool) {
        let mut nags = std::mem::take(&mut self.nags);
        self.game.nags_into(from, white, &mut nags);
        for &nag in &nags {
            self.take_nag(node, nag);
        }
        self.nags = nags;
    }

    fn take_nag(&mut self, node: u32, nag: u8) {
        let there = self.lines.notes(node).map_or(&[][..], |notes| &notes.nags);
        if there.contains(&nag) {
            return;
        }
        if self.policy == MergePolicy::Compatible
            && let Some(&other) = there.iter().find(|&&other| exclude(nag, other))
        {
            let place = self.lines.name(node);
            self.additions.conflicts.push(format!("{place}: ${nag} / ${other}"));
            return;
        }
        self.additions.n_nags += 1;
        self.lines.push_nag(node, nag);
    }

    fn take_comment(&mut self, node: u32, text: &str) {
        let text = squeeze(text);
        if text.is_empty() || self.lines.notes_mut(node).comments.contains(&text) {
            return;
        }
        let new = match self.policy {
            MergePolicy::All => text,
            MergePolicy::Compatible => {
                let place = self.lines.name(node);
                let comments = &mut self.lines.notes_mut(node).comments;
                comments.compatible(&text, || place.clone(), &mut self.additions.conflicts)
            }
        };
        if !new.is_empty() {
            self.additions.n_comments += 1;
            self.lines.push_comment(node, new);
        }
    }

    /// Adds a comment to the current node.
    fn comment(&mut self, text: &[u8]) {
        let text = self.fallback.decode(text);
        let Some(line) = self.line_stack.last_mut().filter(|line| !line.is_lost) else { return };
        if line.has_moved {
            let node = line.at;
            self.take_comment(node, &text);
        } else {
            line.lead.push(squeeze(&text));
        }
    }

    /// Returns the node of a move that was played from node `at`, after adding the move if the policy permits it;
    /// `None` if the lines do not have the move.
    fn step(&mut self, at: u32, mv: u16, ply: &Ply<'_>) -> Option<u32> {
        let is_main = ply.depth == 0;
        let found = self.lines.child(at, mv);
        if self.policy == MergePolicy::Compatible && is_main {
            // From the first different move on, the annotations are about moves that the main line does not have.
            return found.filter(|&child| self.lines.is_main(child));
        }
        let is_first_main = is_main && self.n_old == 1;
        if let Some(node) = found {
            if is_first_main && !self.lines.is_main(node) {
                self.lines.make_main(node);
                // Additions go to the main line, not to the variation before it.
                self.set_insertion_points(node, ply.span.end);
            }
            return found;
        }
        let is_end = self.lines.is_main(at) && self.lines.children(at).next().is_none();
        if self.policy == MergePolicy::Compatible && is_end {
            // Following the move would extend the main line.
            let (place, san) = (self.lines.name(at), ply.canonical_san()?);
            let conflict = format!("{place}: variation {} / end of the game", san.as_str());
            self.additions.conflicts.push(conflict);
            return None;
        }
        if at < self.n_old {
            self.additions.n_lines += 1;
        }
        let new = self.lines.push(at, mv, ply.canonical_san()?, is_main);
        if is_first_main {
            self.lines.make_main(new);
        }
        self.set_insertion_points(new, ply.span.end);
        Some(new)
    }

    /// Sets the insertion points of a node to `end`, the end of its move in the text, if they are requested.
    fn set_insertion_points(&mut self, node: u32, end: u32) {
        let Some(insertion_points) = &mut self.insertion_points else { return };
        let points = InsertionPoints { nags: end, comments: end, variations: end };
        match insertion_points.get_mut(node as usize) {
            Some(before) => *before = points,
            None => insertion_points.push(points),
        }
    }

    /// Updates the insertion points of the current move for an item that ends at offset `end`.
    fn end_of(&mut self, end: u32, kind: ItemKind) {
        let Some(line) =
            self.line_stack.last().filter(|it| it.has_insertion_points && !self.is_over)
        else {
            return;
        };
        let insertion_points = self
            .insertion_points
            .as_mut()
            .and_then(|insertion_points| insertion_points.get_mut(line.at as usize));
        let Some(points) = insertion_points.filter(|points| end > points.variations) else {
            return;
        };
        if kind == ItemKind::Nag && points.nags == points.variations {
            points.nags = end;
        }
        if kind != ItemKind::Variation && points.comments == points.variations {
            points.comments = end;
        }
        points.variations = end;
    }

    /// Returns the end offset of a comment; a comment to the end of its line includes the line end.
    fn comment_end(&self, node: &Node) -> u32 {
        let end = node.span.end;
        if node.kind != NodeKind::Comment(CommentKind::Line) {
            return end;
        }
        u32::try_from(past_line_end(self.src, end as usize)).unwrap_or(end)
    }
}

/// The kind of an item after a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ItemKind {
    Nag,
    Comment,
    Variation,
}

impl Visitor for Joiner<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        let mv = match ply.outcome {
            Outcome::Played { mv, .. } => Some(mv.short()),
            Outcome::Null => Some(NULL),
            Outcome::Failed(_) | Outcome::Skipped => None,
        };
        let Some(line) = self.line_stack.last().filter(|line| !line.is_lost) else { return };
        let (n_before, is_main) = (self.lines.n_moves(), ply.depth == 0);
        let at = line.at;
        let found = mv.and_then(|mv| self.step(at, mv, ply));
        let is_new = self.lines.n_moves() > n_before;
        let Some(line) = self.line_stack.last_mut() else { return };
        let Some(node) = found else {
            line.is_lost = true;
            return;
        };
        (line.at, line.has_moved, line.has_insertion_points) =
            (node, true, (is_new || is_main) && self.insertion_points.is_some());
        let (lead, lead_nags) =
            (std::mem::take(&mut line.lead), std::mem::take(&mut line.lead_nags));
        for nag in lead_nags {
            self.take_nag(node, nag);
        }
        for text in lead.into_iter().filter(|text| !text.is_empty()) {
            if is_new {
                self.lines.push_lead(node, text);
            } else if !self.lines.notes_mut(node).lead.contains(&text) {
                self.take_comment(node, &text);
            }
        }
        self.take_nags(node, ply.id.0 as usize + 1, ply.turn == Color::White);
    }

    fn node(&mut self, id: NodeId, node: &Node) {
        match node.kind {
            NodeKind::RavOpen { kind: RavKind::Plain, .. } => {
                // A variation before the first move, or of a move that is not in the lines, is skipped, because
                // it replaces no move.
                let outer = self.line_stack.last().filter(|outer| !outer.is_lost && outer.at != 0);
                let is_lost = outer.is_none();
                let at = outer.map_or(0, |outer| self.lines.parent(outer.at));
                let mut lead_nags = Vec::new();
                self.game.nags_into(id.0 as usize + 1, true, &mut lead_nags);
                let line = LineState { at, is_lost, lead_nags, ..LineState::default() };
                self.line_stack.push(line);
            }
            NodeKind::RavOpen { .. } => {
                self.line_stack.push(LineState { is_lost: true, ..LineState::default() });
            }
            NodeKind::RavClose => {
                if self.line_stack.len() > 1 {
                    self.line_stack.pop();
                }
                self.end_of(node.span.end, ItemKind::Variation);
            }
            NodeKind::Comment(_) => {
                self.comment(node.comment_text(self.src));
                let end = self.comment_end(node);
                self.end_of(end, ItemKind::Comment);
            }
            // A result inside a variation is text (RAV-10).
            NodeKind::Marker(_) if self.line_stack.len() > 1 => {
                self.comment(node.span.of(self.src));
                self.end_of(node.span.end, ItemKind::Comment);
            }
            // A move node here is `0-0` as a termination marker; all other moves are passed to `ply`.
            NodeKind::Marker(_) | NodeKind::Move { .. } => self.is_over = true,
            NodeKind::Nag(_) | NodeKind::Suffix(_) | NodeKind::Glyph { .. } => {
                self.end_of(node.span.end, ItemKind::Nag);
            }
            NodeKind::MoveNumber(_) | NodeKind::NullMove { .. } => (),
        }
    }
}

/// Returns true if two NAGs exclude each other: both judge the move, or both judge the position.
pub(crate) fn exclude(a: u8, b: u8) -> bool {
    [1..=6, 10..=21].iter().any(|group| group.contains(&a) && group.contains(&b))
}

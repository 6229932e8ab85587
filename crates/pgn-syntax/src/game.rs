//! The [`Game`]: tag pairs, movetext and errors, as spans of the chunk.

pub mod conflict;
pub mod error;
pub(crate) mod move_data;
pub mod movetext;
pub mod tag;
pub(crate) mod tag_name_cache;
pub(crate) mod tag_reader;
pub(crate) mod tag_value;

use std::borrow::Cow;

use crate::{
    game::{
        error::SyntaxError,
        movetext::{Node, NodeId, NodeKind, RavKind},
        tag::{TagName, TagPair, yields_to_other_pair},
    },
    text::span::Span,
    tokens::marker::Marker,
};

/// One game, as the parser read it.
///
/// A game owns no text: its spans refer to the chunk. [`crate::Parser`] fills the same game again and again.
///
/// ```
/// let pgn = b"1. e4 (1. d4 d5) e5 2. Nf3 *";
/// let mut games = pgn_syntax::Games::new(pgn);
/// let game = games.next().unwrap();
/// let moves: Vec<_> = game.mainline().map(|node| node.span.of(pgn)).collect();
/// assert_eq!(moves, [&b"e4"[..], b"e5", b"Nf3"]);
/// assert_eq!(game.span.len(), pgn.len());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// All bytes that belong to the game. The spans of the games of an input tile it (GAM-01).
    pub span: Span,
    /// The tag pairs in the order of the text, including duplicates.
    pub tags: Vec<TagPair>,
    /// The nodes of the movetext, after those of comments before or among the tag pairs (COM-14).
    ///
    /// Every [`NodeKind::RavOpen`] and [`Game::final_zeros`] hold indices of this list, and [`Game::n_plies`] and
    /// [`Game::n_server_comments`] count its nodes. Code that removes or inserts nodes must correct these, or moves of
    /// variations are read as moves of the main line. It is easier to skip nodes while reading the list.
    pub nodes: Vec<Node>,
    /// The deviations from the standard, in the order of the text.
    pub errors: Vec<SyntaxError>,
    /// The spans of the escape lines before the first tag pair, without their line ends.
    pub escapes: Vec<Span>,
    /// The comments within parentheses after the marker, which export drops together with the parentheses.
    pub dropped_comments: Vec<Node>,
    /// The offset of the first tag pair or of the movetext, after leading junk, comments and escape lines.
    pub start: u32,
    /// The offset of the movetext.
    pub movetext_start: u32,
    /// The end of the last token of the game: its marker, or what takes its place.
    pub end: u32,
    /// The termination marker and its span, or `None` if the game has none.
    pub marker: Option<(Marker, Span)>,
    /// The index of the node of a final `0-0` without a marker after it: a double forfeit or castling, which
    /// the board decides (END-07).
    pub final_zeros: Option<u32>,
    /// The number of moves and null moves of the main line.
    pub n_plies: u32,
    /// A lower bound on the number of [server comments](crate::CommentKind::Server) among the nodes.
    pub n_server_comments: u32,
    /// False if there is no NAG, suffix or glyph among the nodes. Code that adds one must set this to true.
    /// May be true although there is none.
    pub has_nags: bool,
    /// True if the game has more elements than its [`crate::ReadOptions`] allow. Its spans, end and marker
    /// are then valid, and its lists, of tag pairs too, are empty, apart from the first unclosed comment among the errors.
    pub is_too_dense: bool,
    /// The index of the error that reports the last comment of words, while the game is parsed.
    pub(crate) words_error: usize,
}

impl Game {
    /// Resets the game and keeps its allocations.
    pub fn clear(&mut self) {
        let Game {
            span,
            tags,
            nodes,
            errors,
            escapes,
            dropped_comments,
            start,
            movetext_start,
            end,
            marker,
            final_zeros,
            n_plies,
            n_server_comments,
            has_nags,
            is_too_dense,
            words_error,
        } = self;
        tags.clear();
        nodes.clear();
        errors.clear();
        escapes.clear();
        dropped_comments.clear();
        *span = Span::default();
        (*start, *movetext_start, *end, *n_plies) = (0, 0, 0, 0);
        (*n_server_comments, *has_nags, *words_error) = (0, false, 0);
        *is_too_dense = false;
        (*marker, *final_zeros) = (None, None);
    }

    /// Returns the pair of a known name that counts if there are several (C16): the first one whose value
    /// says something, else the first one.
    ///
    /// A name in another case counts only if the exact name is absent (TAG-05).
    #[must_use]
    pub fn tag(&self, src: &[u8], name: TagName) -> Option<&TagPair> {
        let mut best: Option<(u8, &TagPair)> = None;
        for pair in self.tags.iter().filter(|pair| pair.known == Some(name)) {
            let rank =
                u8::from(yields_to_other_pair(pair.value.of(src))) + 2 * u8::from(!pair.is_exact);
            if rank == 0 {
                return Some(pair);
            }
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, pair));
            }
        }
        best.map(|(_, pair)| pair)
    }

    /// Returns the value of the pair that counts, as [`TagPair::value`] does; empty if the game has no such pair.
    ///
    /// ```
    /// use pgn_syntax::{Games, TagName};
    ///
    /// let pgn = b"[White \"Tal\"]\n\n*";
    /// let mut games = Games::new(pgn);
    /// let game = games.next().unwrap();
    /// assert_eq!(*game.value(pgn, TagName::WHITE), *b"Tal");
    /// assert_eq!(*game.value(pgn, TagName::BLACK), *b"");
    /// ```
    #[must_use]
    pub fn value<'a>(&self, src: &'a [u8], name: TagName) -> Cow<'a, [u8]> {
        self.tag(src, name).map(|pair| pair.value(src)).unwrap_or_default()
    }

    /// Returns true if the nodes are the moves of the main line, with their first number and the marker, and nothing
    /// else, as in most games without annotations.
    ///
    /// ```
    /// let has_only_moves = |pgn: &[u8]| pgn_syntax::Games::new(pgn).next().unwrap().has_only_moves();
    /// assert!(has_only_moves(b"1. e4 e5 2. Nf3 *"));
    /// assert!(!has_only_moves(b"1. e4 e5 2. Nf3 {good} *"));
    /// ```
    #[must_use]
    pub fn has_only_moves(&self) -> bool {
        self.n_server_comments == 0 && self.has_only_server_comments()
    }

    /// Returns true if the nodes are those of [`Game::has_only_moves`] and server comments, as in most games.
    #[must_use]
    pub fn has_only_server_comments(&self) -> bool {
        // The first number is a node, as no other comes before it.
        let is_number = |node: &Node| matches!(node.kind, NodeKind::MoveNumber(_));
        let is_marker = |node: &Node| matches!(node.kind, NodeKind::Marker(_));
        let n_others = usize::from(self.nodes.first().is_some_and(is_number))
            + usize::from(self.nodes.last().is_some_and(is_marker));
        self.nodes.len() == self.n_plies as usize + n_others + self.n_server_comments as usize
    }

    /// Returns true if the tags are those of bughouse, which is played on two boards: a Variant of that name, or players
    /// of both boards, as in `WhiteA` and `WhiteB` (VAR-09).
    ///
    /// ```
    /// let pgn = b"[WhiteA \"Ann\"]\n[WhiteB \"Ben\"]\n\n1A. e4 1B. d4 *";
    /// assert!(pgn_syntax::Games::new(pgn).next().unwrap().is_bughouse(pgn));
    /// ```
    #[must_use]
    pub fn is_bughouse(&self, src: &[u8]) -> bool {
        if let Some(variant) = self.tag(src, TagName::VARIANT) {
            return variant.value.of(src).trim_ascii().eq_ignore_ascii_case(b"bughouse");
        }
        let has = |name: TagName| self.tags.iter().any(|pair| pair.known == Some(name));
        has(TagName::WHITE_A) && has(TagName::WHITE_B)
            || has(TagName::BLACK_A) && has(TagName::BLACK_B)
    }

    /// Returns the moves and null moves of the main line, without variations.
    pub fn mainline(&self) -> impl Iterator<Item = &Node> {
        self.mainline_from(0)
    }

    /// Returns the moves and null moves of the main line from the node at index `at` on, which is not in a variation.
    pub fn mainline_from(&self, at: usize) -> impl Iterator<Item = &Node> {
        let is_move = |node: &&Node| node.kind.is_move();
        self.mainline_nodes(at).map(|(_, node)| node).filter(is_move)
    }

    /// Returns the nodes outside of variations with their indices, from the index `at` on, which is not in a variation.
    ///
    /// ```
    /// let pgn = b"1. e4 (1. d4 {Black replied} d5) {good} e5 *";
    /// let mut games = pgn_syntax::Games::new(pgn);
    /// let nodes = games.next().unwrap().mainline_nodes(0);
    /// let texts: Vec<_> = nodes.map(|(_, node)| node.span.of(pgn)).collect();
    /// assert_eq!(texts, [&b"1."[..], b"e4", b"{good}", b"e5", b"*"]);
    /// ```
    pub fn mainline_nodes(&self, at: usize) -> impl Iterator<Item = (usize, &Node)> {
        self.nodes_without(at, |_| true)
    }

    /// Returns the nodes of the lines that are played with their indices, from the index `at` on. Left out are the
    /// variations that are not [`RavKind::Plain`], with all that is in them.
    pub fn played_nodes(&self, at: usize) -> impl Iterator<Item = (usize, &Node)> {
        self.nodes_without(at, |kind| kind != RavKind::Plain)
    }

    /// Returns the nodes from the index `at` on, except those of the variations for which `leaves_out` returns true.
    fn nodes_without(
        &self,
        mut at: usize,
        leaves_out: impl Fn(RavKind) -> bool,
    ) -> impl Iterator<Item = (usize, &Node)> {
        std::iter::from_fn(move || {
            while let Some(node) = self.nodes.get(at) {
                let index = at;
                match node.kind {
                    NodeKind::RavOpen { kind, end } if leaves_out(kind) => at = end.0 as usize + 1,
                    _ => {
                        at += 1;
                        return Some((index, node));
                    }
                }
            }
            None
        })
    }

    /// Returns the comments after the last move of the main line and outside of variations, the last one first.
    ///
    /// ```
    /// let pgn = b"1. e4 {good} e5 {Draw agreed} (1... c5 {better}) {after all} *";
    /// let mut games = pgn_syntax::Games::new(pgn);
    /// let comments = games.next().unwrap().final_comments();
    /// let texts: Vec<_> = comments.map(|node| node.comment_text(pgn)).collect();
    /// assert_eq!(texts, [&b"after all"[..], b"Draw agreed"]);
    /// ```
    pub fn final_comments(&self) -> impl Iterator<Item = &Node> {
        let (mut nodes, mut depth) = (self.nodes.iter().rev(), 0_u32);
        let next = move || {
            for node in nodes.by_ref() {
                match node.kind {
                    NodeKind::RavClose => depth += 1,
                    NodeKind::RavOpen { .. } => depth = depth.saturating_sub(1),
                    NodeKind::Comment(_) if depth == 0 => return Some(node),
                    NodeKind::Move { .. } | NodeKind::NullMove { .. } if depth == 0 => break,
                    _ => (),
                }
            }
            None
        };
        std::iter::from_fn(next).fuse()
    }

    /// Returns true if a move is glued to the parenthesis of the node at `close`: `(N)Nf3`.
    fn is_glued_to_move(&self, close: NodeId) -> bool {
        let node = |at: u32| self.nodes.get(at as usize);
        node(close.0).zip(node(close.0 + 1)).is_some_and(|(close, next)| {
            matches!(next.kind, NodeKind::Move { .. }) && next.span.start == close.span.end
        })
    }

    /// Fills `nags` with the NAGs that belong to the move, or to the start of the line, before the node at
    /// index `from`.
    ///
    /// Suffixes come first, then the others in the order of the text, each NAG once and without `$0` (C08).
    /// `white` is true if White made the move, which decides the NAGs of glyphs.
    pub fn nags_into(&self, from: usize, white: bool, nags: &mut Vec<u8>) {
        nags.clear();
        let mut seen = [false; 256];
        for is_suffix_turn in [true, false] {
            let (mut at, mut empty_end) = (from, None);
            while let Some(node) = self.nodes.get(at) {
                at += 1;
                let nag = match node.kind {
                    NodeKind::Suffix(nag) if is_suffix_turn => nag,
                    NodeKind::Nag(nag) if !is_suffix_turn => nag,
                    NodeKind::Glyph { white: nag, .. } if !is_suffix_turn && white => nag,
                    NodeKind::Glyph { black: nag, .. } if !is_suffix_turn => nag,
                    // The NAGs of a variation without moves, `({text} !)`, belong to the move before it.
                    NodeKind::RavOpen { kind: RavKind::Empty, end }
                        if !self.is_glued_to_move(end) =>
                    {
                        empty_end = Some(end.0 as usize + 1);
                        continue;
                    }
                    NodeKind::RavClose if empty_end == Some(at) => continue,
                    NodeKind::RavOpen { end, .. } => {
                        at = end.0 as usize + 1;
                        continue;
                    }
                    NodeKind::Nag(_)
                    | NodeKind::Suffix(_)
                    | NodeKind::Glyph { .. }
                    | NodeKind::Comment(_)
                    | NodeKind::MoveNumber(_) => continue,
                    NodeKind::Move { .. }
                    | NodeKind::NullMove { .. }
                    | NodeKind::RavClose
                    | NodeKind::Marker(_) => break,
                };
                if nag != 0 && !seen[nag as usize] {
                    seen[nag as usize] = true;
                    nags.push(nag);
                }
            }
        }
    }
}

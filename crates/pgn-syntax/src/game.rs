//! One game as read: tag pairs, movetext, and what deviates. Points into the chunk, owns no text.

use crate::{
    error::SyntaxError,
    marker::Marker,
    movetext::{Node, NodeKind},
    span::Span,
    tag::{TagName, TagPair},
};

/// One game. Made once and filled again and again by [`crate::Parser`].
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
    /// All bytes that belong to it: spans of games tile the input (product.md P2).
    pub span: Span,
    /// Tag pairs in the order of the text, double ones included.
    pub tags: Vec<TagPair>,
    /// The movetext. Comments that stand before or among the tags come first (COM-14).
    pub nodes: Vec<Node>,
    /// What deviates from the standard, in the order of the text.
    pub errors: Vec<SyntaxError>,
    /// Escape lines before the first tag pair, without their line ends.
    pub escapes: Vec<Span>,
    /// Comments within parentheses behind the marker: export drops them along with the parentheses.
    pub dropped_comments: Vec<Node>,
    /// Where tags and movetext begin: after leading junk, comments and escape lines.
    pub start: u32,
    /// Where the movetext begins.
    pub movetext_start: u32,
    /// Just past the last token of the game: its marker, or what stands for it.
    pub end: u32,
    /// The game's termination marker and its place, if it has one.
    pub marker: Option<(Marker, Span)>,
    /// `0-0` is the last word and no marker follows: a double forfeit, or castling, as the board
    /// says (END-07). The index of its node.
    pub final_zeros: Option<u32>,
    /// Number of moves and null moves of the main line.
    pub n_plies: u32,
    /// Comments of [servers](crate::CommentKind::Server) among the nodes, as far as they were counted: there
    /// may be more.
    pub n_server_comments: u32,
    /// Whether there are NAGs, suffixes or signs among the nodes. `true`: there may be; `false`: nobody looks for
    /// any, so who adds one sets it.
    pub has_nags: bool,
    /// Whether the game has more elements than its [`crate::ReadOptions`] allow. Then its spans, its end and
    /// its marker hold, and its lists are empty.
    pub is_too_dense: bool,
    /// The index of the error that reports the last comment of words, while the game is read.
    pub(crate) words_error: usize,
}

impl Game {
    /// Forgets the game, keeps the memory.
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

    /// The pair that counts for a known name (C16): the first whose value says something, else the
    /// first. Names in another case count where the exact name is absent (TAG-05).
    #[must_use]
    pub fn tag(&self, src: &[u8], name: TagName) -> Option<&TagPair> {
        let mut best: Option<(u8, &TagPair)> = None;
        for pair in self.tags.iter().filter(|pair| pair.known == Some(name)) {
            let says_nothing = matches!(pair.value.of(src), b"" | b"?");
            let rank = u8::from(says_nothing) + 2 * u8::from(!pair.is_exact);
            if rank == 0 {
                return Some(pair);
            }
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, pair));
            }
        }
        best.map(|(_, pair)| pair)
    }

    /// The main line: moves and null moves, variations left out.
    pub fn mainline(&self) -> impl Iterator<Item = &Node> {
        let mut at = 0;
        std::iter::from_fn(move || {
            while let Some(node) = self.nodes.get(at) {
                at += 1;
                match node.kind {
                    NodeKind::RavOpen { end, .. } => at = end.0 as usize + 1,
                    NodeKind::Move { .. } | NodeKind::NullMove { .. } => return Some(node),
                    _ => (),
                }
            }
            None
        })
    }

    /// Fills `nags` with the NAGs that belong to the move, or to the start of the line, before the
    /// node `from`: suffixes first, then in the order of the text, each once, `$0` left out (C08).
    /// `white`: whether White made the move, for signs that say which side is meant.
    pub fn nags_into(&self, from: usize, white: bool, nags: &mut Vec<u8>) {
        nags.clear();
        let mut seen = [false; 256];
        for is_suffix_turn in [true, false] {
            let mut at = from;
            while let Some(node) = self.nodes.get(at) {
                at += 1;
                let nag = match node.kind {
                    NodeKind::Suffix(nag) if is_suffix_turn => nag,
                    NodeKind::Nag(nag) if !is_suffix_turn => nag,
                    NodeKind::Glyph { white: nag, .. } if !is_suffix_turn && white => nag,
                    NodeKind::Glyph { black: nag, .. } if !is_suffix_turn => nag,
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

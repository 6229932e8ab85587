//! The nodes of the movetext (8.2): a flat list in the order of the text.

use std::time::Duration;

use crate::{
    comments::{clock_time, server_comment},
    text::span::{Span, index},
    tokens::{marker::Marker, san::SanCode},
};

/// The index of a node in [`Game::nodes`](crate::Game::nodes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// Returns the id of the node at the index `at`, which is below 2³², as chunks are smaller than 4 GiB.
    ///
    /// # Panics
    ///
    /// Panics in debug builds if `at` is 2³² or more. In other builds the id is then wrong.
    #[inline(always)]
    #[must_use]
    pub fn of(at: usize) -> NodeId {
        NodeId(index(at))
    }
}

/// An element of the movetext.
///
/// ```
/// use pgn_syntax::{Games, NodeKind};
///
/// let pgn = b"1. e4 {best by test} (1. d4) e5 *";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// let is_comment = |kind| matches!(kind, NodeKind::Comment(_));
/// let comment = game.nodes.iter().find(|node| is_comment(node.kind)).unwrap();
/// assert_eq!(comment.span.of(pgn), b"{best by test}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The bytes of the node, including delimiters.
    pub span: Span,
    /// The kind of the node.
    pub kind: NodeKind,
}

/// The kind of a [`Node`].
///
/// ```
/// use pgn_syntax::{CommentKind, Games, Marker, NodeKind};
///
/// let mut games = Games::new(b"1. e4! {best} $14 1-0");
/// let kinds: Vec<_> = games.next().unwrap().nodes.iter().map(|node| node.kind).collect();
/// assert!(matches!(kinds[..2], [NodeKind::MoveNumber(1), NodeKind::Move { .. }]));
/// assert_eq!(kinds[2..4], [NodeKind::Suffix(1), NodeKind::Comment(CommentKind::Brace)]);
/// assert_eq!(kinds[4..], [NodeKind::Nag(14), NodeKind::Marker(Marker::WhiteWins)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// A move.
    ///
    /// If `code` is [`SanCode::NOT_PLAIN`], the lenient reader of `pgn-chess` reads its text, which may be a
    /// move in other letters, text that is legal on no board, or `0-0` as the last word of a game.
    Move {
        /// The move number indication before it.
        number: NumberForm,
        /// The code of the move, if it is plain SAN.
        code: SanCode,
    },
    /// A null move in any spelling (LEN-16).
    NullMove {
        /// The move number indication before it.
        number: NumberForm,
    },
    /// A move number that does not follow from the number before, or the first number of a line. It stands
    /// before its move. Capped at `u32::MAX`.
    MoveNumber(u32),
    /// `$n` with n from 0 to 255. Larger numbers are errors, not nodes.
    Nag(u8),
    /// `!`, `?`, `!!`, `??`, `!?`, `?!` as NAG 1 to 6.
    Suffix(u8),
    /// A glyph: a traditional sign such as `+-`, with its NAGs.
    Glyph {
        /// The NAG after a move of White.
        white: u8,
        /// The NAG after a move of Black.
        black: u8,
    },
    /// Text that is kept as commentary.
    Comment(CommentKind),
    /// The `(` of a variation.
    RavOpen {
        /// Whether the variation is a regular one.
        kind: RavKind,
        /// The id of its [`NodeKind::RavClose`], which always exists, with an empty span if the text has no
        /// `)`. It is wrong after nodes before it were removed or inserted.
        end: NodeId,
    },
    /// The `)` of a variation.
    RavClose,
    /// A termination marker. Inside a variation it is text that is kept (RAV-10). Outside it ends the game,
    /// and only comments follow it.
    Marker(Marker),
}

/// How the text of a comment is delimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommentKind {
    /// `{…}`.
    Brace,
    /// `{…}` as servers write it after each move, with a clock time, optionally after an evaluation, and
    /// nothing else: `{ [%eval 0.17] [%clk 0:04:59] }`. Kept apart as it is very common and needs no further
    /// checks. To read the clock time of any comment, use [`MoveData::read_node`](crate::MoveData::read_node).
    Server,
    /// `{…` without a `}` (COM-06). The text reaches to the end of the span.
    Open,
    /// `;` to the end of the line. The span does not include the line end.
    Line,
    /// Words that are not a token of PGN. The span is the text.
    Words,
}

impl CommentKind {
    /// Returns true if the comment has an opening and a closing brace.
    #[must_use]
    pub fn is_braced(self) -> bool {
        matches!(self, CommentKind::Brace | CommentKind::Server)
    }
}

/// Whether a variation is a regular one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RavKind {
    /// The variation holds moves and follows a move.
    Plain,
    /// The variation holds no move, not even in a variation within it (RAV-07).
    Empty,
    /// The variation comes before the first move of its line (RAV-08), or all its moves are in such variations. Its
    /// text is kept as a comment.
    WithoutMove,
}

/// The form of the move number indication directly before a move (8.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberForm {
    /// No number.
    None,
    /// `12.` and one blank or line end, as in export format before a move of White.
    White,
    /// `12...` and one blank or line end, as in export format before a move of Black.
    Black,
    /// A number with other dots or blanks.
    Other,
    /// A number of White where a move of Black is expected, as in `27... Qa7 28.`. Whether it is wrong
    /// depends on the side to move.
    NamesWhite,
    /// A number of Black where a move of White is expected.
    NamesBlack,
}

impl NodeKind {
    /// Returns true for a move or a null move.
    #[inline]
    #[must_use]
    pub fn is_move(self) -> bool {
        matches!(self, NodeKind::Move { .. } | NodeKind::NullMove { .. })
    }

    /// Returns true for a comment of any kind.
    #[inline]
    #[must_use]
    pub fn is_comment(self) -> bool {
        matches!(self, NodeKind::Comment(_))
    }

    /// Returns true for a NAG, in its own form or as a suffix or another sign.
    #[must_use]
    pub fn is_nag(self) -> bool {
        matches!(self, NodeKind::Nag(_) | NodeKind::Suffix(_) | NodeKind::Glyph { .. })
    }
}

impl Node {
    /// Returns the text of a comment without its delimiters. Other nodes return all their bytes.
    ///
    /// # Panics
    ///
    /// Panics if the node was not read from `src`.
    #[inline]
    #[must_use]
    pub fn comment_text<'a>(&self, src: &'a [u8]) -> &'a [u8] {
        let bytes = self.span.of(src);
        match self.kind {
            NodeKind::Comment(CommentKind::Brace | CommentKind::Server) => {
                &bytes[1..bytes.len() - 1]
            }
            NodeKind::Comment(CommentKind::Open | CommentKind::Line) => &bytes[1..],
            _ => bytes,
        }
    }

    /// Returns the clock time in a comment of [`CommentKind::Server`] and the place of its command; `None` for other
    /// nodes. `src`: the text of the game.
    ///
    /// # Panics
    ///
    /// Panics if the node was not read from `src`.
    ///
    /// ```
    /// use std::time::Duration;
    /// use pgn_syntax::Games;
    ///
    /// let pgn = b"1. e4 {[%clk 0:04:58]} *";
    /// let mut games = Games::new(pgn);
    /// let comment = games.next().unwrap().nodes[2];
    /// let (time, command) = comment.server_clock(pgn).unwrap();
    /// assert_eq!((time, command.of(pgn)), (Duration::from_secs(298), &b"[%clk 0:04:58]"[..]));
    /// ```
    #[must_use]
    pub fn server_clock(&self, src: &[u8]) -> Option<(Duration, Span)> {
        if self.kind != NodeKind::Comment(CommentKind::Server) {
            return None;
        }
        let (start, end) = server_comment::parts(src, self.span).clock;
        Some((clock_time::of_server(&src[start..end]), Span::new(start, end)))
    }
}

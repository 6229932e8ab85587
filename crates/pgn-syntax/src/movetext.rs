//! The movetext as a flat list of nodes in the order of the text.

use crate::{marker::Marker, san::SanCode, span::Span};

/// Index of a node in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// That of the node at an index, which is below 2³²: chunks are smaller than 4 GiB.
    #[inline(always)]
    #[must_use]
    pub fn of(index: usize) -> NodeId {
        NodeId(crate::parser::index(index))
    }
}

/// One element of the movetext.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its bytes, delimiters included.
    pub span: Span,
    /// What it is.
    pub kind: NodeKind,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A move. If `code` is [`SanCode::UNREAD`] its bytes are for the lenient reader; it may then be
    /// a move in other letters, a move that no board allows, or `0-0` as the last word of a game.
    Move {
        /// The move number indication before it.
        number: NumberForm,
        /// The move, if it is plain SAN.
        code: SanCode,
    },
    /// A null move in any spelling (LEN-16). Number as for a move.
    NullMove {
        /// The move number indication before it.
        number: NumberForm,
    },
    /// A move number that is not the one that counting on from the one before gives, or the first
    /// number of a line. The value is capped at `u32::MAX`. Stands before its move.
    MoveNumber(u32),
    /// `$n`, 0 to 255. Larger ones are errors, not nodes.
    Nag(u8),
    /// `!` `?` `!!` `??` `!?` `?!` as NAG 1 to 6.
    Suffix(u8),
    /// A traditional sign: the NAG if White has just moved, and if Black has.
    Glyph {
        /// NAG for White.
        white: u8,
        /// NAG for Black.
        black: u8,
    },
    /// Text kept as commentary.
    Comment(CommentKind),
    /// `(`: the index of its [`NodeKind::RavClose`].
    RavOpen {
        /// What is odd about it.
        kind: RavKind,
        /// Its close; always there, with an empty span where the text has none.
        end: NodeId,
    },
    /// `)`.
    RavClose,
    /// A termination marker. Inside a variation it is text to be kept (RAV-10); outside it is the
    /// game's, and only comments follow it.
    Marker(Marker),
}

/// How the text of a comment is delimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentKind {
    /// `{…}`.
    Brace,
    /// `{…}` as servers write it behind each move: a clock time, perhaps behind an evaluation, and nothing
    /// else, like `{ [%eval 0.17] [%clk 0:04:59] }`. Databases are full of them, and most readers have
    /// nothing to say of them.
    Server,
    /// `{…` without its `}` (COM-06): the text reaches to the end of the span.
    Open,
    /// `;` to the end of the line; the span leaves out the line end.
    Line,
    /// Words that are no token of PGN, kept as a comment: the span is the text.
    Words,
}

impl CommentKind {
    /// Whether the comment stands in braces, both of them.
    #[must_use]
    pub fn is_braced(self) -> bool {
        matches!(self, CommentKind::Brace | CommentKind::Server)
    }
}

/// What is odd about a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RavKind {
    /// Nothing.
    Plain,
    /// It holds no move, not even in a variation inside it (RAV-07).
    Empty,
    /// No move of its line stands before it (RAV-08), or all its moves stand in such variations. Its text is
    /// kept as a comment.
    WithoutMove,
}

/// The move number indication straight before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberForm {
    /// No number.
    None,
    /// `12.` and one blank or line end, as White's is written in export format.
    White,
    /// `12...` and one blank or line end.
    Black,
    /// A number with other dots or blanks.
    Other,
    /// A number that names White, where counting on gives a move of Black: `27... Qa7 28.` without a move of
    /// Black between. Whoever knows who is to move judges it.
    NamesWhite,
    /// A number that names Black, where counting on gives a move of White.
    NamesBlack,
}

impl Node {
    /// The text of a comment, without its delimiters.
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
}

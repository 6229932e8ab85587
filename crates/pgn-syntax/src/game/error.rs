//! The deviations of a text from the standard: values with a position, never an `Err`.

use std::fmt;

use crate::text::span::Span;

/// A deviation of the text from the standard, and its position.
///
/// ```
/// use pgn_syntax::{Games, SyntaxErrorKind};
///
/// let pgn = b"1. e4 ) e5 *";
/// let mut games = Games::new(pgn);
/// let error = games.next().unwrap().errors[0];
/// assert_eq!(error.kind, SyntaxErrorKind::UnmatchedParen);
/// assert_eq!(error.span.of(pgn), b")");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SyntaxError {
    /// The kind of the deviation.
    pub kind: SyntaxErrorKind,
    /// The bytes that deviate. For a missing token, the empty span after the token that it should have
    /// followed.
    pub span: Span,
}

impl SyntaxError {
    /// Returns true for a `(` that is not closed. `src` is the text that the game was read from.
    ///
    /// ```
    /// use pgn_syntax::Games;
    ///
    /// let pgn = b"1. e4 (1. d4 *";
    /// let mut games = Games::new(pgn);
    /// assert!(games.next().unwrap().errors.iter().any(|error| error.is_open_variation(pgn)));
    /// ```
    #[must_use]
    pub fn is_open_variation(&self, src: &[u8]) -> bool {
        self.kind == SyntaxErrorKind::UnmatchedParen && self.span.of(src) == b"("
    }
}

/// Writes the kind.
impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for SyntaxError {}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        /// A kind of deviation that can be found without a board.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum SyntaxErrorKind {
            $($(#[doc = $doc])* $name,)*
        }

        impl SyntaxErrorKind {
            /// All kinds in order.
            pub const ALL: &[SyntaxErrorKind] = &[$(SyntaxErrorKind::$name,)*];

            /// Returns the description of the kind in this documentation.
            fn docs(self) -> &'static str {
                match self {
                    $(SyntaxErrorKind::$name => concat!($($doc),*),)*
                }
            }
        }
    };
}

kinds! {
    /// A byte order mark (TXT-13).
    Bom,
    /// A control character outside strings and comments other than HT, LF, VT, CR (TXT-05).
    ControlChar,
    /// A no-break, zero-width or other odd space outside strings and comments (TXT-08).
    InvisibleChar,
    /// Text between two games that belongs to neither (GAM-05).
    JunkBetweenGames,
    /// A tag pair without its `]` or `[`, or with doubled ones (TAG-11).
    MalformedTag,
    /// A tag value without quotes (TAG-10).
    UnquotedTagValue,
    /// A tag value in quotes that are not `"` (TOK-06).
    BadQuote,
    /// A string that ends with its line (TOK-04).
    UnterminatedString,
    /// A `"` inside a value that is not `\"` (TAG-12).
    UnescapedQuote,
    /// A tab or control character in a string (TXT-17).
    TabInString,
    /// A backslash in a value before a character other than `"` and `\` (TOK-02).
    BadEscape,
    /// A tag name with characters other than letters, digits and `_` (TAG-03).
    BadTagName,
    /// A comment in the tag section or inside a tag pair (COM-14).
    CommentInTags,
    /// An empty line in the tag section (LIN-07).
    BlankLineInTags,
    /// Several tag pairs on one line, or one on several lines (TAG-02).
    TagLayout,
    /// An escape line (ESC-01).
    EscapeLine,
    /// An empty line inside the movetext (C28).
    BlankLineInMovetext,
    /// A brace comment that is never closed (COM-06).
    UnterminatedComment,
    /// A `{` inside a brace comment (COM-02).
    BraceInComment,
    /// A comment that ends in `\}` (COM-07).
    BackslashBrace,
    /// A line of a brace comment that begins with `%` (ESC-03).
    PercentInCommentColumn1,
    /// A `}` without `{` (COM-02).
    StrayBrace,
    /// A `)` without `(`, or a `(` that is open at the end of the game (RAV-09).
    UnmatchedParen,
    /// A variation without a move (RAV-07).
    EmptyRav,
    /// A variation before any move of its line (RAV-08).
    RavWithoutMove,
    /// A termination marker inside a variation (RAV-10).
    ResultInRav,
    /// A `$` without a number (TOK-10).
    NagWithoutNumber,
    /// White space between the `$` of a NAG and its number (TOK-10).
    DividedNag,
    /// A NAG above 255 (NAG-01).
    NagRange,
    /// `$0` (NAG-02).
    NagZero,
    /// A NAG before any move of its line (NAG-08).
    NagWithoutMove,
    /// The same NAG twice after one move (SUF-04, NAG-06).
    DuplicateNag,
    /// A NAG after a comment or variation (NAG-07).
    NagPosition,
    /// `!!!`, `?!?`, or a suffix before a check sign (SUF-03, SUF-05).
    BadSuffix,
    /// A suffix with a blank before it (SUF-02).
    DetachedSuffix,
    /// A traditional evaluation sign in the movetext (SUF-06).
    InlineGlyph,
    /// `<` or `>` (TOK-09).
    ReservedToken,
    /// A character without a meaning (TOK-16, ESC-02).
    UnexpectedChar,
    /// A word that is not a token of PGN (LEN-18).
    UnexpectedSymbol,
    /// Characters beyond ASCII outside strings and comments (TXT-11).
    NonAsciiToken,
    /// A move number in other characters than ASCII digits and dots (TXT-11).
    OtherNumber,
    /// `[%…]` outside a comment (CMD-16).
    CommandOutsideComment,
    /// `(=)` after a move (LEN-18).
    DrawOffer,
    /// A marker in another spelling than `1-0`, `0-1`, `1/2-1/2` and `*` (END-06, END-08).
    BadResult,
    /// A game without a termination marker (END-01).
    MissingTermination,
    /// Moves, a variation or another marker after the termination marker (MOV-17, RAV-11, END-12).
    MovetextAfterResult,
    /// A comment after the termination marker (COM-15).
    CommentAfterResult,
    /// A move number that no move follows (MOV-16).
    DanglingMoveNumber,
    /// A move with a marker, a move number or another move glued to it. The span is empty and lies between
    /// the two.
    GluedToken,
}

/// Writes a short description: `A string that ends with its line`.
impl fmt::Display for SyntaxErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the codes in parentheses, and without a second sentence.
        let docs = self.docs().trim();
        let end = docs.find(" (").or_else(|| docs.find(". ")).unwrap_or(docs.len());
        f.write_str(docs[..end].trim_end_matches('.'))
    }
}

impl std::error::Error for SyntaxErrorKind {}

impl SyntaxErrorKind {
    /// Returns true for a NAG that is no node of the movetext, because it has no number (`$`) or one that is too
    /// large (`$300`).
    #[must_use]
    pub fn is_nag_without_node(self) -> bool {
        matches!(self, SyntaxErrorKind::NagWithoutNumber | SyntaxErrorKind::NagRange)
    }

    /// Returns true for faults in the text of comments, for characters that are skipped, and for the NAG `$0`: they do
    /// not change where tokens begin and end.
    #[must_use]
    pub fn keeps_tokens(self) -> bool {
        matches!(
            self,
            SyntaxErrorKind::BraceInComment
                | SyntaxErrorKind::BackslashBrace
                | SyntaxErrorKind::PercentInCommentColumn1
                | SyntaxErrorKind::ControlChar
                | SyntaxErrorKind::InvisibleChar
                | SyntaxErrorKind::NagZero
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_a_short_description() {
        let words = |kind: SyntaxErrorKind| kind.to_string();
        assert_eq!(words(SyntaxErrorKind::Bom), "A byte order mark");
        assert_eq!(words(SyntaxErrorKind::NagRange), "A NAG above 255");
        for &kind in SyntaxErrorKind::ALL {
            let words = words(kind);
            assert!((3..90).contains(&words.len()) && !words.ends_with(['.', ' ']), "{words}");
        }
    }
}

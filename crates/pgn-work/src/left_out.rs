//! Omissions: parts of the input that a run does not write by design. They are counted by kind for the summary, and
//! listed for `-v`.

use std::{collections::BTreeMap, fmt};

use pgn_chess::left_out::{LeftOut, LeftOutKind};
use pgn_syntax::{Game, Span, SyntaxErrorKind};

/// Kinds of omissions, in the order of the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum OmissionKind {
    Game,
    /// Text of an input without games.
    Text,
    TagPair,
    /// A result that contradicts the one that is written.
    Result,
    Marker,
    VariationAfterMarker,
    EmptyVariation,
    EmptyComment,
    Nag,
    Character,
    ControlChar,
    UndecodableByte,
    Brace,
    Parenthesis,
    MoveNumber,
    DrawOffer,
    EscapeLine,
    /// Text between two games.
    Junk,
}

/// An omission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Omission {
    pub(crate) kind: OmissionKind,
    /// Key of the omission in the manifest.
    pub(crate) key: &'static str,
}

impl Omission {
    pub(crate) const GAME: Omission = Omission { kind: OmissionKind::Game, key: "game" };

    pub(crate) const TEXT: Omission =
        Omission { kind: OmissionKind::Text, key: "text-without-games" };

    /// Returns the omission for `left`.
    pub(crate) fn new(left: &LeftOut, src: &[u8]) -> Omission {
        let (kind, key) = match left.kind {
            LeftOutKind::SecondTag => (OmissionKind::TagPair, "duplicate-tag"),
            LeftOutKind::UnknownFen => (OmissionKind::TagPair, "bad-fen"),
            LeftOutKind::OtherResult => (OmissionKind::Result, "other-result"),
            LeftOutKind::EmptyComment => (OmissionKind::EmptyComment, "empty-comment"),
            LeftOutKind::ControlChar => (OmissionKind::ControlChar, "control-char"),
            LeftOutKind::UndecodableByte => (OmissionKind::UndecodableByte, "undecodable-byte"),
            LeftOutKind::Deviation(kind) => of_deviation(kind, left.span.of(src)),
        };
        Omission { kind, key }
    }
}

fn of_deviation(kind: SyntaxErrorKind, text: &[u8]) -> (OmissionKind, &'static str) {
    match kind {
        SyntaxErrorKind::JunkBetweenGames => (OmissionKind::Junk, "junk-between-games"),
        SyntaxErrorKind::EscapeLine => (OmissionKind::EscapeLine, "escape-line"),
        SyntaxErrorKind::StrayBrace => (OmissionKind::Brace, "stray-brace"),
        SyntaxErrorKind::UnmatchedParen => (OmissionKind::Parenthesis, "unmatched-paren"),
        SyntaxErrorKind::EmptyRav => (OmissionKind::EmptyVariation, "empty-rav"),
        SyntaxErrorKind::NagWithoutNumber => (OmissionKind::Nag, "nag-without-number"),
        SyntaxErrorKind::NagRange => (OmissionKind::Nag, "nag-range"),
        SyntaxErrorKind::NagZero => (OmissionKind::Nag, "nag-zero"),
        SyntaxErrorKind::DuplicateNag => (OmissionKind::Nag, "duplicate-nag"),
        SyntaxErrorKind::ReservedToken => (OmissionKind::Character, "reserved-token"),
        SyntaxErrorKind::DrawOffer => (OmissionKind::DrawOffer, "draw-offer"),
        SyntaxErrorKind::DanglingMoveNumber => (OmissionKind::MoveNumber, "dangling-move-number"),
        SyntaxErrorKind::MovetextAfterResult if text.starts_with(b"(") => {
            (OmissionKind::VariationAfterMarker, "variation-after-result")
        }
        SyntaxErrorKind::MovetextAfterResult if text.starts_with(b"$") => {
            (OmissionKind::Nag, "nag-after-result")
        }
        SyntaxErrorKind::MovetextAfterResult => (OmissionKind::Marker, "movetext-after-result"),
        // Export leaves nothing out because of the kinds after the first.
        SyntaxErrorKind::UnexpectedChar
        | SyntaxErrorKind::Bom
        | SyntaxErrorKind::ControlChar
        | SyntaxErrorKind::InvisibleChar
        | SyntaxErrorKind::MalformedTag
        | SyntaxErrorKind::UnquotedTagValue
        | SyntaxErrorKind::BadQuote
        | SyntaxErrorKind::UnterminatedString
        | SyntaxErrorKind::UnescapedQuote
        | SyntaxErrorKind::TabInString
        | SyntaxErrorKind::BadEscape
        | SyntaxErrorKind::BadTagName
        | SyntaxErrorKind::CommentInTags
        | SyntaxErrorKind::BlankLineInTags
        | SyntaxErrorKind::TagLayout
        | SyntaxErrorKind::BlankLineInMovetext
        | SyntaxErrorKind::UnterminatedComment
        | SyntaxErrorKind::BraceInComment
        | SyntaxErrorKind::BackslashBrace
        | SyntaxErrorKind::PercentInCommentColumn1
        | SyntaxErrorKind::RavWithoutMove
        | SyntaxErrorKind::ResultInRav
        | SyntaxErrorKind::NagWithoutMove
        | SyntaxErrorKind::DividedNag
        | SyntaxErrorKind::NagPosition
        | SyntaxErrorKind::BadSuffix
        | SyntaxErrorKind::DetachedSuffix
        | SyntaxErrorKind::InlineGlyph
        | SyntaxErrorKind::UnexpectedSymbol
        | SyntaxErrorKind::NonAsciiToken
        | SyntaxErrorKind::CommandOutsideComment
        | SyntaxErrorKind::BadResult
        | SyntaxErrorKind::MissingTermination
        | SyntaxErrorKind::CommentAfterResult
        | SyntaxErrorKind::GluedToken => (OmissionKind::Character, "unexpected-char"),
    }
}

impl OmissionKind {
    /// Returns the name of the kind, in singular and plural.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            OmissionKind::Game => ("game", "games"),
            OmissionKind::Text => ("text without games", "texts without games"),
            OmissionKind::TagPair => ("tag pair", "tag pairs"),
            OmissionKind::Result => ("other result", "other results"),
            OmissionKind::Marker => ("marker", "markers"),
            OmissionKind::VariationAfterMarker => {
                ("variation after the marker", "variations after the marker")
            }
            OmissionKind::EmptyVariation => ("empty variation", "empty variations"),
            OmissionKind::EmptyComment => ("empty comment", "empty comments"),
            OmissionKind::Nag => ("NAG", "NAGs"),
            OmissionKind::Character => ("character", "characters"),
            OmissionKind::ControlChar => ("control character", "control characters"),
            OmissionKind::UndecodableByte => (
                "byte that is not in its character set",
                "bytes that are not in their character set",
            ),
            OmissionKind::Brace => ("brace", "braces"),
            OmissionKind::Parenthesis => ("parenthesis", "parentheses"),
            OmissionKind::MoveNumber => ("move number", "move numbers"),
            OmissionKind::DrawOffer => ("draw offer", "draw offers"),
            OmissionKind::EscapeLine => ("escape line", "escape lines"),
            OmissionKind::Junk => ("text between games", "texts between games"),
        }
    }

    /// Returns the whole text of an omission: its span, and of a variation after the marker, whose span is that of its
    /// parenthesis, all of it.
    pub(crate) fn shown<'a>(self, span: Span, game: &Game, src: &'a [u8]) -> &'a [u8] {
        if self != OmissionKind::VariationAfterMarker {
            return span.of(src);
        }
        let text = &src[span.start as usize..game.span.end as usize];
        let (mut depth, mut is_in_comment) = (0_u32, false);
        let closing = text.iter().position(|byte| {
            match byte {
                b'{' => is_in_comment = true,
                b'}' => is_in_comment = false,
                b'(' if !is_in_comment => depth += 1,
                b')' if !is_in_comment => depth -= 1,
                _ => (),
            }
            depth == 0
        });
        closing.map_or(text, |at| &text[..=at])
    }

    /// Returns the line that `-v` prints for an omission. `bytes`: its text.
    pub(crate) fn note(self, bytes: &[u8]) -> String {
        let text = String::from_utf8_lossy(bytes);
        // Control characters that Unicode counts as white space, such as U+000C, are shown.
        let text = text.trim_matches([' ', '\t', '\n', '\r']);
        let start: String = text.chars().take(MAX_SHOWN).collect();
        let dots = if start.len() < text.len() { "…" } else { "" };
        format!("left out: {} `{start}{dots}`", self.words().0)
    }
}

/// Maximum number of characters of an omission that `-v` prints.
const MAX_SHOWN: usize = 60;

/// Numbers of omissions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    kinds: BTreeMap<OmissionKind, u64>,
    keys: BTreeMap<&'static str, u64>,
}

impl Tally {
    pub(crate) fn add(&mut self, left: &Omission) {
        *self.kinds.entry(left.kind).or_default() += 1;
        *self.keys.entry(left.key).or_default() += 1;
    }

    /// Returns the counts without `n` games.
    pub(crate) fn without_games(&self, n: u64) -> Tally {
        let mut rest = self.clone();
        if let Some(games) = rest.kinds.get_mut(&OmissionKind::Game) {
            *games = games.saturating_sub(n);
        }
        rest.kinds.retain(|_, n| *n > 0);
        rest
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Returns the counts by key, for the manifest.
    pub(crate) fn by_key(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.keys.iter().map(|(key, n)| (*key, *n))
    }
}

/// Writes the counts, as in `2 tag pairs, 1 marker`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (kind, n)) in self.kinds.iter().enumerate() {
            let (one, several) = kind.words();
            let comma = if at > 0 { ", " } else { "" };
            write!(f, "{comma}{n} {}", if *n == 1 { one } else { several })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_counted_in_their_order() {
        let mut tally = Tally::default();
        let src = b"1-0 (e4) $1";
        for (kind, span) in [
            (LeftOutKind::Deviation(SyntaxErrorKind::MovetextAfterResult), Span::new(9, 11)),
            (LeftOutKind::Deviation(SyntaxErrorKind::MovetextAfterResult), Span::new(4, 8)),
            (LeftOutKind::Deviation(SyntaxErrorKind::MovetextAfterResult), Span::new(0, 3)),
            (LeftOutKind::SecondTag, Span::new(0, 3)),
            (LeftOutKind::SecondTag, Span::new(0, 3)),
        ] {
            tally.add(&Omission::new(&LeftOut { kind, span }, src));
        }
        assert_eq!(tally.to_string(), "2 tag pairs, 1 marker, 1 variation after the marker, 1 NAG");
        assert_eq!(OmissionKind::Marker.note(b" 1-0\n"), "left out: marker `1-0`");
        let pgn = b"1. e4 1-0 (White {:)} wins (1)) *";
        let mut games = pgn_syntax::Games::new(pgn);
        let variation =
            OmissionKind::VariationAfterMarker.shown(Span::new(10, 11), games.next().unwrap(), pgn);
        assert_eq!(variation, b"(White {:)} wins (1))");
        let line_end = OmissionKind::ControlChar.note("\u{85}".as_bytes());
        assert_eq!(line_end, "left out: control character `\u{85}`");
    }
}

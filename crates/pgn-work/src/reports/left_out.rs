//! Omissions: parts of the input that a run does not write by design. They are counted by kind for the summary, and
//! listed for `-v`.

use std::{collections::BTreeMap, fmt};

use pgn_chess::left_out::{LeftOut, LeftOutKind};
use pgn_syntax::{Game, Span, SyntaxErrorKind as Deviation};

/// A row of [`KINDS`].
struct Kind {
    /// What is left out of a game; `None` if it is none of its parts.
    of: Option<LeftOutKind>,
    /// How the text of the part begins.
    prefix: &'static [u8],
    /// Key in the manifest.
    key: &'static str,
    /// The name of the kind, in singular and plural.
    words: [&'static str; 2],
}

/// The kinds of omissions, in the order of the summary, which counts neighbors of the same name together.
const KINDS: [Kind; 25] = [
    kind(None, "game", ["game", "games"]),
    kind(None, "text-without-games", ["text without games", "texts without games"]),
    kind(
        None,
        "text-after-pause",
        [
            "text that came after the last game and a pause",
            "texts that came after the last game and a pause",
        ],
    ),
    kind(Some(LeftOutKind::SecondTag), "duplicate-tag", ["tag pair", "tag pairs"]),
    kind(Some(LeftOutKind::UnknownFen), "bad-fen", ["tag pair", "tag pairs"]),
    kind(Some(LeftOutKind::OtherResult), "other-result", ["other result", "other results"]),
    after_result(b"", "movetext-after-result", ["marker", "markers"]),
    after_result(
        b"(",
        "variation-after-result",
        ["variation after the marker", "variations after the marker"],
    ),
    deviation(Deviation::EmptyRav, "empty-rav", ["empty variation", "empty variations"]),
    kind(Some(LeftOutKind::EmptyComment), "empty-comment", ["empty comment", "empty comments"]),
    deviation(Deviation::NagWithoutNumber, "nag-without-number", ["NAG", "NAGs"]),
    deviation(Deviation::NagRange, "nag-range", ["NAG", "NAGs"]),
    deviation(Deviation::NagZero, "nag-zero", ["NAG", "NAGs"]),
    deviation(Deviation::DuplicateNag, "duplicate-nag", ["NAG", "NAGs"]),
    after_result(b"$", "nag-after-result", ["NAG", "NAGs"]),
    deviation(Deviation::ReservedToken, "reserved-token", ["character", "characters"]),
    deviation(Deviation::UnexpectedChar, "unexpected-char", ["character", "characters"]),
    kind(
        Some(LeftOutKind::ControlChar),
        "control-char",
        ["control character", "control characters"],
    ),
    kind(
        Some(LeftOutKind::UndecodableByte),
        "undecodable-byte",
        ["byte that is not in its character set", "bytes that are not in their character set"],
    ),
    deviation(Deviation::StrayBrace, "stray-brace", ["brace", "braces"]),
    deviation(Deviation::UnmatchedParen, "unmatched-paren", ["parenthesis", "parentheses"]),
    deviation(
        Deviation::DanglingMoveNumber,
        "dangling-move-number",
        ["move number", "move numbers"],
    ),
    deviation(Deviation::DrawOffer, "draw-offer", ["draw offer", "draw offers"]),
    deviation(Deviation::EscapeLine, "escape-line", ["escape line", "escape lines"]),
    deviation(
        Deviation::JunkBetweenGames,
        "junk-between-games",
        ["text between games", "texts between games"],
    ),
];

const fn kind(of: Option<LeftOutKind>, key: &'static str, words: [&'static str; 2]) -> Kind {
    Kind { of, prefix: b"", key, words }
}

const fn deviation(of: Deviation, key: &'static str, words: [&'static str; 2]) -> Kind {
    kind(Some(LeftOutKind::Deviation(of)), key, words)
}

/// Returns a kind of what follows the marker of a game and begins with `prefix`.
const fn after_result(prefix: &'static [u8], key: &'static str, words: [&'static str; 2]) -> Kind {
    Kind { prefix, ..deviation(Deviation::MovetextAfterResult, key, words) }
}

/// An omission: the index of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Omission(usize);

impl Omission {
    pub(crate) const GAME: Omission = Omission(0);

    /// Text of an input without games.
    pub(crate) const TEXT: Omission = Omission(1);

    /// Text after the last game of a pipe that has paused after that game.
    pub(crate) const LATE_TEXT: Omission = Omission(2);

    /// Any other deviation.
    const CHARACTER: Omission = Omission(16);

    /// Text between two games.
    pub(crate) const JUNK: Omission = Omission(KINDS.len() - 1);

    /// Returns the omission for `left`.
    pub(crate) fn new(left: &LeftOut, src: &[u8]) -> Omission {
        let text = left.span.of(src);
        let is_it = |kind: &Kind| kind.of == Some(left.kind) && text.starts_with(kind.prefix);
        // A kind with a prefix is below the one without.
        KINDS.iter().rposition(is_it).map_or(Omission::CHARACTER, Omission)
    }

    /// Returns the whole text of an omission: its span, and of a variation after the marker, whose span is that of its
    /// parenthesis, all of it.
    pub(crate) fn shown<'a>(self, span: Span, game: &Game, src: &'a [u8]) -> &'a [u8] {
        if KINDS[self.0].prefix != b"(" {
            return span.of(src);
        }
        let text = &src[span.start as usize..game.span.end as usize];
        // The sign that began the comment, `{` or `;`.
        let (mut depth, mut comment) = (0_u32, None);
        let closing = text.iter().position(|byte| {
            match (comment, byte) {
                (Some(b'{'), b'}') | (Some(b';'), b'\n' | b'\r') => comment = None,
                (None, b'{' | b';') => comment = Some(*byte),
                (None, b'(') => depth += 1,
                (None, b')') => depth -= 1,
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
        format!("left out: {} `{start}{dots}`", KINDS[self.0].words[0])
    }
}

/// Maximum number of characters of an omission that `-v` prints.
const MAX_SHOWN: usize = 60;

/// Numbers of omissions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally(BTreeMap<Omission, u64>);

impl Tally {
    pub(crate) fn add(&mut self, left: Omission) {
        *self.0.entry(left).or_default() += 1;
    }

    /// Returns the counts without `n` games.
    pub(crate) fn without_games(&self, n: u64) -> Tally {
        let mut rest = self.clone();
        if let Some(games) = rest.0.get_mut(&Omission::GAME) {
            *games = games.saturating_sub(n);
        }
        rest.0.retain(|_, n| *n > 0);
        rest
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the counts by key, for the manifest.
    pub(crate) fn by_key(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().map(|(left, n)| (KINDS[left.0].key, *n))
    }
}

/// Writes the counts, as in `2 tag pairs, 1 marker`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<_> = self.0.iter().map(|(left, n)| (KINDS[left.0].words, n)).collect();
        for (at, same) in counts.chunk_by(|(words, _), (next, _)| words == next).enumerate() {
            let ([one, several], n) = (same[0].0, same.iter().map(|(_, n)| *n).sum::<u64>());
            let comma = if at > 0 { ", " } else { "" };
            write!(f, "{comma}{n} {}", if n == 1 { one } else { several })?;
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
        let src = b"1-0 (e4) $1 \xC2\x85";
        let of = |kind, span| Omission::new(&LeftOut { kind, span }, src);
        let after = LeftOutKind::Deviation(Deviation::MovetextAfterResult);
        let (marker, variation) = (of(after, Span::new(0, 3)), of(after, Span::new(4, 8)));
        let tag = of(LeftOutKind::SecondTag, Span::new(0, 3));
        for left in [of(after, Span::new(9, 11)), variation, marker, tag, tag] {
            tally.add(left);
        }
        assert_eq!(tally.to_string(), "2 tag pairs, 1 marker, 1 variation after the marker, 1 NAG");
        assert_eq!(KINDS[Omission::CHARACTER.0].key, "unexpected-char");
        assert_eq!(marker.note(b" 1-0\n"), "left out: marker `1-0`");
        for text in ["(White {:);} wins (1))", "(1. d4 ; a) {\n d5)"] {
            let pgn = format!("1. e4 1-0 {text} *");
            let mut games = pgn_syntax::Games::new(pgn.as_bytes());
            let game = games.next().unwrap();
            let shown = variation.shown(Span::new(10, 11), game, pgn.as_bytes());
            assert_eq!(shown, text.as_bytes());
        }
        let line_end = of(LeftOutKind::ControlChar, Span::new(12, 14)).note("\u{85}".as_bytes());
        assert_eq!(line_end, "left out: control character `\u{85}`");
    }
}

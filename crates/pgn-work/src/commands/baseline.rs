//! Baselines: files of known findings, which are neither shown nor counted.
//!
//! A finding is identified by the content of its game, its rule and its place in the game. The position of the game
//! does not matter, so that a finding stays known if games are added, moved to another file or merged. If the game was
//! edited elsewhere, it is identified by its tags or moves, and the finding by its message and the moves that lead to
//! it.

mod fingerprints;
mod known;
mod new;
mod stored;

pub(crate) use fingerprints::{GameFingerprints, PlaceFingerprint, PlaceHash};
pub use known::Baseline;
pub(crate) use known::OccurredEntries;
pub(crate) use new::{Listed, NewBaseline};

use std::path::Path;

use anyhow::Context as _;
use pgn_stream::{STDIN, folder_of, member_name};
use pgn_syntax::{Game, LineIndex, Span, line_start};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::inputs::{fresh, paths};

/// The format and version that are written.
const FORMAT: &str = "pgnkit-baseline";
const VERSION: u32 = 2;

/// The findings of a game.
#[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(deny_unknown_fields)]
struct StoredGame {
    file: String,
    /// [`Content`], in hexadecimal.
    game: String,
    /// The players and the event, for people.
    title: String,
    /// `RULE LINE:COLUMN`, counted from the first tag pair of the game.
    findings: Vec<String>,
    /// The identities of the game, which remain after an edit: [`Content`], in hexadecimal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    identities: Vec<String>,
    /// The places of the findings, in the same order: [`PlaceHash`], in hexadecimal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    places: Vec<String>,
}

/// The findings of a whole file.
#[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(deny_unknown_fields)]
struct StoredFile {
    file: String,
    findings: Vec<String>,
}

/// The content of a game as 128 bits of SHA-256: its bytes from the first tag pair on, with every line end as LF and
/// without white space at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Content([u8; 16]);

impl Content {
    pub(crate) fn of(src: &[u8], game: &Game) -> Content {
        let text = src[game.start as usize..game.span.end as usize].trim_ascii_end();
        let mut hash = Sha256::new();
        for line in text.split(|&byte| byte == b'\n') {
            hash.update(line.strip_suffix(b"\r").unwrap_or(line));
            hash.update(b"\n");
        }
        let mut first = [0; 16];
        first.copy_from_slice(&hash.finalize()[..16]);
        Content(first)
    }

    /// Returns the hash of several texts.
    fn of_parts<'a>(parts: impl Iterator<Item = &'a [u8]>) -> Content {
        Content(fresh::hash(parts))
    }

    fn hex(self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.0))
    }

    fn parse(text: &str) -> Option<Content> {
        // A sign, which a number may have, is no digit of a hash.
        let is_hash = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let hash = u128::from_str_radix(text, 16).ok().filter(|_| is_hash)?;
        Some(Content(hash.to_be_bytes()))
    }
}

/// A place in a game. The line of the first tag pair is 1; text before it has smaller numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct At {
    line: i64,
    column: u64,
}

impl At {
    /// Returns the place of `span` in the game that starts at `start`.
    pub(crate) fn of(span: Span, start: u32, index: &LineIndex<'_>) -> At {
        let (first, _) = index.locate(start as usize);
        let (line, column) = index.locate(span.start as usize);
        At { line: line as i64 - first as i64 + 1, column: column as u64 }
    }
}

/// The lines of a game, by which places in it are found.
pub(crate) struct GamePlaces<'a> {
    /// The offset of the beginning of the first line, from which columns are counted.
    from: u32,
    /// The offset of the first tag pair.
    start: u32,
    index: LineIndex<'a>,
}

impl GamePlaces<'_> {
    pub(crate) fn of<'a>(src: &'a [u8], game: &Game) -> GamePlaces<'a> {
        let line = line_start(src, game.span.start as usize);
        let index = LineIndex::new(&src[line..game.span.end as usize]);
        GamePlaces { from: pgn_syntax::span::index(line), start: game.start, index }
    }

    /// Returns the place of `span` in the game.
    pub(crate) fn at(&self, span: Span) -> At {
        let span = Span {
            start: span.start.saturating_sub(self.from),
            end: span.end.saturating_sub(self.from),
        };
        At::of(span, self.start - self.from, &self.index)
    }
}

/// Returns the name of an input in the baseline at `baseline`: its path relative to the folder of the baseline, with
/// `/` as separator.
///
/// # Errors
/// Returns an error if there is no working directory.
pub(crate) fn name_of(
    baseline: &Path,
    input: &Path,
    member: Option<&str>,
) -> anyhow::Result<String> {
    if input == Path::new(STDIN) {
        return Ok(STDIN.to_owned());
    }
    let absolute = |path: &Path| {
        let path = std::path::absolute(path).context("no working directory")?;
        anyhow::Ok(paths::plain(&path))
    };
    let (folder, path) = (absolute(folder_of(baseline))?, absolute(input)?);
    let n_common = folder.components().zip(path.components()).take_while(|(a, b)| a == b).count();
    let mut parts = vec!["..".to_owned(); folder.components().count() - n_common];
    let below = path.components().skip(n_common);
    parts.extend(below.map(|part| part.as_os_str().to_string_lossy().into_owned()));
    Ok(member_name(parts.join("/").into(), member))
}

#[cfg(test)]
mod tests {
    use pgn_syntax::{Parser, Part, ReadOptions};

    use super::*;

    pub(super) fn contents(src: &str) -> Vec<Content> {
        let src = src.as_bytes();
        let part = Part::whole(src);
        let (mut parser, mut game) = (Parser::new(ReadOptions::default()), Game::default());
        let mut all = Vec::new();
        parser.start(&part);
        while parser.next_game(&part, &mut game) {
            all.push(Content::of(src, &game));
        }
        all
    }

    #[test]
    fn games_are_known_at_any_place() {
        let game = "[Event \"A\"]\n\n1. e4 e5 *\n";
        let [alone] = contents(game)[..] else { panic!() };
        let crlf = contents(&game.replace('\n', "\r\n"));
        let below = contents(&format!("[Event \"B\"]\n\n1. d4 *\n\n\n% pgnkit: x\n{game}\n\n"));
        assert_eq!((crlf[0], below[1]), (alone, alone));
        assert_ne!(contents(&game.replace("e5", "e6"))[0], alone);
        assert_eq!(Content::parse(&alone.hex()), Some(alone));
        assert_eq!(Content::parse("zz"), None);
        assert_eq!(Content::parse(&"é".repeat(16)), None);
    }

    #[test]
    fn names_are_seen_from_the_baseline() {
        let name = |baseline: &str, input: &str, member: Option<&str>| {
            name_of(Path::new(baseline), Path::new(input), member).unwrap()
        };
        assert_eq!(name("x.json", "a/b.pgn", None), "a/b.pgn");
        assert_eq!(name("ci/x.json", "a/b.pgn", None), "../a/b.pgn");
        assert_eq!(name("a/x.json", "./a/b.pgn", None), "b.pgn");
        assert_eq!(name("x.json", "a.zip", Some("c/d.pgn")), "a.zip!c/d.pgn");
        assert_eq!(name("x.json", "<stdin>", None), "<stdin>");
    }
}

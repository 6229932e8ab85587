//! Tables of openings as text: TSV with one opening per line, or PGN with one opening per game.

use std::{borrow::Cow, fmt, sync::LazyLock};

use pgn_chess::{Position, Replay, ReplayOptions, Variant, start};
use pgn_syntax::{Game, Games, Parser, Part, TagName, TooLarge, without_bom};

use crate::{
    eco::Eco,
    key::{Key, StoredPosition},
    opening::{Opening, Openings},
};

/// The openings of the built-in table without their names. They are generated from `table/*.tsv` by a test, so that the
/// program plays no moves to load the table.
static OPENINGS: &[u8] = include_bytes!("table/openings.bin");

/// The names of these openings, one a line.
static NAMES: &str = include_str!("table/names.txt");

/// The first error of a table. Its text does not have the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The place of the error.
    pub place: Place,
    /// The kind of the error.
    pub kind: ErrorKind,
}

/// The place of an entry of a table, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of TSV.
    Line(usize),
    /// A game of PGN.
    Game(usize),
}

/// The kind of an [`Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A line with fewer than three columns.
    Columns,
    /// A code that is missing, or is not one of the 500.
    Code(String),
    /// A missing name.
    Name,
    /// A game of a variant, or one with a start position of its own.
    Start,
    /// An entry without moves.
    NoMoves,
    /// A move that cannot be played.
    Move(String),
    /// A table without entries.
    Empty,
    /// A table of more than 4 GiB.
    TooLarge(TooLarge),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ErrorKind::Columns => f.write_str("expected three columns: code, name, moves"),
            ErrorKind::Code(code) => write!(f, "`{code}` is not an ECO code"),
            ErrorKind::Name => f.write_str("the opening has no name"),
            ErrorKind::Start => f.write_str(
                "the opening does not start from the initial position of standard chess",
            ),
            ErrorKind::NoMoves => f.write_str("the opening has no moves"),
            ErrorKind::Move(text) => write!(f, "`{text}` cannot be played"),
            ErrorKind::Empty => f.write_str("the table has no openings"),
            ErrorKind::TooLarge(_) => f.write_str("the table is too large"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let ErrorKind::TooLarge(error) = &self.kind { Some(error) } else { None }
    }
}

impl Openings {
    /// Returns the built-in table.
    #[must_use]
    pub fn builtin() -> &'static Openings {
        static BUILTIN: LazyLock<Openings> = LazyLock::new(|| {
            let stored = OPENINGS.as_chunks().0;
            let mut openings = Openings::with_capacity(stored.len());
            for (stored, name) in stored.iter().zip(NAMES.lines()) {
                let StoredOpening { position, eco, n_plies } = StoredOpening::from_bytes(stored);
                openings.add(position, Opening { eco, name: Cow::Borrowed(name), n_plies });
            }
            openings
        });
        &BUILTIN
    }

    /// Reads a table: PGN if it begins with a tag pair, otherwise TSV. If several entries have the same
    /// position, the first one counts.
    ///
    /// A line of TSV has code, name and moves; further columns, empty lines, lines that begin with `#`, and a
    /// header `eco` are ignored. In PGN, the tags ECO, Opening and Variation contain code and name.
    ///
    /// # Errors
    /// Returns the error of the first entry that cannot be read.
    pub fn read(text: &[u8]) -> Result<Openings, Error> {
        let text = without_bom(text);
        TooLarge::check(text.len())
            .map_err(|error| Error { place: Place::Line(1), kind: ErrorKind::TooLarge(error) })?;
        let mut openings = Openings::default();
        if text.trim_ascii_start().starts_with(b"[") {
            openings.add_pgn(text)?;
        } else {
            openings.add_tsv(text)?;
        }
        if openings.iter().next().is_none() {
            return Err(Error { place: Place::Line(1), kind: ErrorKind::Empty });
        }
        Ok(openings)
    }

    fn add_tsv(&mut self, text: &[u8]) -> Result<(), Error> {
        let (mut parser, mut game) = (Parser::default(), Game::default());
        let mut replay = Replay::default();
        for (i, line) in text.split(|&byte| byte == b'\n').enumerate() {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.trim_ascii().is_empty()
                || line[0] == b'#'
                || (i == 0 && line.starts_with(b"eco\t"))
            {
                continue;
            }
            let fail = |kind| Error { place: Place::Line(i + 1), kind };
            let mut columns = line.split(|&byte| byte == b'\t').map(<[u8]>::trim_ascii);
            let (Some(code), Some(name), Some(moves)) =
                (columns.next(), columns.next(), columns.next())
            else {
                return Err(fail(ErrorKind::Columns));
            };
            // Without moves, the game is empty.
            let part = Part::whole(moves);
            parser.start(&part);
            parser.next_game(&part, &mut game);
            let name = String::from_utf8_lossy(name);
            self.add_game(code, &name, &game, moves, &mut replay).map_err(fail)?;
        }
        Ok(())
    }

    fn add_pgn(&mut self, text: &[u8]) -> Result<(), Error> {
        let mut replay = Replay::default();
        let mut games = Games::new(text);
        let mut number = 0;
        while let Some(game) = games.next() {
            number += 1;
            let fail = |kind| Error { place: Place::Game(number), kind };
            let value = |name| {
                let pair = game.tag(text, name)?;
                let value = String::from_utf8_lossy(&pair.value(text)).trim().to_owned();
                (!value.is_empty() && value != "?").then_some(value)
            };
            let code = value(TagName::ECO).unwrap_or_default();
            let name = match (value(TagName::OPENING), value(TagName::VARIATION)) {
                (Some(opening), Some(variation)) => format!("{opening}: {variation}"),
                (Some(opening), None) => opening,
                (None, _) => String::new(),
            };
            self.add_game(code.as_bytes(), &name, game, text, &mut replay).map_err(fail)?;
        }
        Ok(())
    }

    /// Adds the final position of a game, which is given with its text.
    fn add_game(
        &mut self,
        code: &[u8],
        name: &str,
        game: &Game,
        text: &[u8],
        replay: &mut Replay,
    ) -> Result<(), ErrorKind> {
        let eco = Eco::read(code)
            .ok_or_else(|| ErrorKind::Code(String::from_utf8_lossy(code).into_owned()))?;
        if name.is_empty() {
            return Err(ErrorKind::Name);
        }
        let start = start(game, text);
        if !start.is_initial || !matches!(start.variant, Variant::Standard | Variant::Chess960) {
            return Err(ErrorKind::Start);
        }
        let options = ReplayOptions { judge_signs: false, ..ReplayOptions::default() };
        let end = replay.walk(game, text, &start, &options, &mut ());
        if let Some((id, _)) = end.first_error {
            let bad = game.nodes[id.0 as usize].span.of(text);
            return Err(ErrorKind::Move(String::from_utf8_lossy(bad).into_owned()));
        }
        let Some(Position::Standard(board)) = end.position.filter(|_| end.n_plies > 0) else {
            return Err(ErrorKind::NoMoves);
        };
        let n_plies = u16::try_from(end.n_plies).unwrap_or(u16::MAX);
        let opening = Opening { eco, name: Cow::Owned(name.to_owned()), n_plies };
        self.add(StoredPosition::of(&Key::of(&board)), opening);
        Ok(())
    }
}

/// An opening of the built-in table as stored, without its name.
struct StoredOpening {
    position: StoredPosition,
    eco: Eco,
    n_plies: u16,
}

impl StoredOpening {
    /// The number of bytes in which it is stored.
    const LEN: usize = StoredPosition::LEN + 4;

    /// Returns the bytes that [`from_bytes`](Self::from_bytes) reads.
    #[cfg(test)]
    fn to_bytes(&self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        let (position, numbers) = bytes.split_at_mut(StoredPosition::LEN);
        position.copy_from_slice(&self.position.to_bytes());
        let eco = u16::try_from(self.eco.index()).unwrap();
        numbers[..2].copy_from_slice(&eco.to_le_bytes());
        numbers[2..].copy_from_slice(&self.n_plies.to_le_bytes());
        bytes
    }

    /// Returns the opening that is stored in `bytes`.
    fn from_bytes(bytes: &[u8; Self::LEN]) -> StoredOpening {
        let [position @ .., eco, more_eco, n_plies, more_plies] = bytes;
        StoredOpening {
            position: StoredPosition::from_bytes(position),
            eco: Eco::of_index(u16::from_le_bytes([*eco, *more_eco])),
            n_plies: u16::from_le_bytes([*n_plies, *more_plies]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        let got = match Openings::read(text.as_bytes()) {
            Ok(openings) => {
                let all: Vec<_> =
                    openings.iter().map(|it| format!("{} {}", it.eco(), it.name())).collect();
                all.join("; ")
            }
            Err(error) => match error.place {
                Place::Line(line) => format!("{line}: {error}"),
                Place::Game(number) => format!("game {number}: {error}"),
            },
        };
        assert_eq!(got, expect, "{text}");
    }

    #[test]
    fn reads_tables() {
        check("eco\tname\tpgn\nB00\tX\t1. e4\n\n# no\nC20\tY\te4 e5\tmore\n", "B00 X; C20 Y");
        check("B00\tX\te4\nA00\tagain\te4", "B00 X");
        check("[ECO \"B00\"]\n[Opening \"X\"]\n[Variation \"Y\"]\n\n1. e4 *\n", "B00 X: Y");
    }

    /// The lines of the five volumes, each with code, name and moves.
    const VOLUMES: [&str; 5] = [
        include_str!("table/a.tsv"),
        include_str!("table/b.tsv"),
        include_str!("table/c.tsv"),
        include_str!("table/d.tsv"),
        include_str!("table/e.tsv"),
    ];

    #[test]
    fn the_built_in_table_is_that_of_the_lines() {
        let openings = Openings::read(VOLUMES.concat().as_bytes()).unwrap();
        let n_lines = VOLUMES.iter().flat_map(|volume| volume.lines()).count();
        assert_eq!(openings.iter().count(), n_lines, "two lines have one position");
        let (mut stored, mut names) = (Vec::new(), String::new());
        for (opening, &position) in openings.iter().zip(openings.positions()) {
            let Opening { eco, name, n_plies } = opening;
            stored.extend(StoredOpening { position, eco: *eco, n_plies: *n_plies }.to_bytes());
            names += &format!("{name}\n");
        }
        if (&stored[..], &names[..]) != (OPENINGS, NAMES) {
            let overwrite = std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite");
            assert!(overwrite, "stale: SNAPSHOTS=overwrite cargo test -p pgn-openings");
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/table");
            std::fs::write(format!("{folder}/openings.bin"), &stored).unwrap();
            std::fs::write(format!("{folder}/names.txt"), &names).unwrap();
        } else {
            assert!(openings.iter().eq(Openings::builtin().iter()));
        }
    }

    #[test]
    fn names_do_not_repeat_a_part() {
        for name in NAMES.lines() {
            let mut parts: Vec<&str> = name.split([':', ',']).map(str::trim).collect();
            parts.sort_unstable();
            assert!(parts.windows(2).all(|pair| pair[0] != pair[1]), "{name}");
        }
    }

    #[test]
    fn reports_errors() {
        check("B00\tX", "1: expected three columns: code, name, moves");
        check("B00\tX\te4\nB\tX\td4", "2: `B` is not an ECO code");
        check("B00\t\te4", "1: the opening has no name");
        check("B00\tX\t", "1: the opening has no moves");
        check("B00\tX\te4 e4", "1: `e4` cannot be played");
        check("\n", "1: the table has no openings");
        check("[ECO \"B00\"]\n\n1. e4 *\n", "game 1: the opening has no name");
        for tag in [
            "Variant \"Atomic\"",
            "Variant \"Bughouse\"",
            "FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"",
        ] {
            check(
                &format!("[ECO \"B00\"]\n[Opening \"X\"]\n[{tag}]\n\n1. e4 *\n"),
                "game 1: the opening does not start from the initial position of standard chess",
            );
        }
    }
}

//! A baseline that is being collected and written.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Write},
};

use pgn_collate::{Record, Sorted, Sorter, TempFiles};
use pgn_lint::Rule;
use serde::Serialize;

use super::{
    At, Content, FORMAT, GameFingerprints, PlaceHash, StoredFile, StoredGame, VERSION,
    stored::split_finding,
};

/// Maximum number of bytes of games in memory; the others are in intermediate files.
const LIMIT: usize = 8 << 20;

/// A finding that is written to a baseline.
pub(crate) struct Listed {
    pub(super) game: Content,
    pub(super) identities: Vec<Content>,
    pub(super) at: At,
    pub(super) place: PlaceHash,
}

impl Listed {
    pub(crate) fn new(game: &GameFingerprints, at: At, place: PlaceHash) -> Listed {
        Listed { game: game.content, identities: game.identities.clone(), at, place }
    }
}

/// A game of a new baseline, to which findings are added.
#[derive(Debug)]
struct NewGame {
    file: String,
    content: Content,
    title: String,
    identities: Vec<Content>,
    /// The places of the findings, by position in the text and rule.
    findings: BTreeMap<(At, &'static str), PlaceHash>,
}

impl NewGame {
    /// Returns the bytes that sort games by file, content and title.
    fn key(&self) -> Vec<u8> {
        let mut key = Vec::new();
        push_text(&mut key, &self.file);
        key.extend_from_slice(&self.content.0);
        push_text(&mut key, &self.title);
        key
    }

    fn into_stored(self) -> StoredGame {
        let findings = self.findings.keys().map(|(at, rule)| finding_text(rule, *at)).collect();
        let places = if self.identities.is_empty() {
            Vec::new()
        } else {
            self.findings.values().map(|place| format!("{:016x}", place.0)).collect()
        };
        StoredGame {
            file: self.file,
            game: self.content.hex(),
            title: self.title,
            findings,
            identities: self.identities.iter().map(|identity| identity.hex()).collect(),
            places,
        }
    }
}

fn finding_text(rule: &str, at: At) -> String {
    format!("{rule} {}:{}", at.line, at.column)
}

/// Appends a text so that keys with more after it are in the order of their texts: byte 0 becomes 0 1, and 0 0 is the
/// end.
fn push_text(key: &mut Vec<u8>, text: &str) {
    for byte in text.bytes() {
        key.push(byte);
        if byte == 0 {
            key.push(1);
        }
    }
    key.extend([0, 0]);
}

/// A baseline that is being collected.
#[derive(Debug, Default)]
pub(crate) struct NewBaseline {
    /// Games by [`NewGame::key`], each as it is written. A game may occur several times with different findings.
    games: Sorter,
    /// The game of the last finding, which may have more.
    current: Option<NewGame>,
    files: BTreeMap<String, BTreeSet<&'static str>>,
    /// Number of findings. Those of equal games, and of one rule at one place, share an entry.
    pub(crate) n_findings: u64,
}

impl NewBaseline {
    pub(crate) fn new(temp_files: &TempFiles) -> NewBaseline {
        NewBaseline { games: Sorter::new(LIMIT, temp_files), ..NewBaseline::default() }
    }

    /// Adds a finding in a game.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be written.
    pub(crate) fn add_in_game(
        &mut self,
        file: &str,
        title: &str,
        rule: &'static Rule,
        Listed { game, identities, at, place }: &Listed,
    ) -> io::Result<()> {
        let is_current = |current: &NewGame| {
            current.content == *game && current.file == file && current.title == title
        };
        if !self.current.as_ref().is_some_and(is_current) {
            self.end_game()?;
        }
        let current = self.current.get_or_insert_with(|| NewGame {
            file: file.to_owned(),
            content: *game,
            title: title.to_owned(),
            identities: Vec::new(),
            findings: BTreeMap::new(),
        });
        current.identities.clone_from(identities);
        current.findings.insert((*at, rule.name), *place);
        self.n_findings += 1;
        Ok(())
    }

    fn end_game(&mut self) -> io::Result<()> {
        let Some(game) = self.current.take() else { return Ok(()) };
        let key = game.key();
        self.games.push(&key, &serde_json::to_vec(&game.into_stored())?)
    }

    pub(crate) fn add_in_file(&mut self, file: &str, rule: &'static Rule) {
        self.files.entry(file.to_owned()).or_default().insert(rule.name);
        self.n_findings += 1;
    }

    /// Ends the collection and sorts the games.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read or written.
    pub(crate) fn sort(mut self) -> io::Result<SortedBaseline> {
        self.end_game()?;
        let mut games = self.games.finish()?;
        let mut next = Record::default();
        let next = games.next(&mut next)?.then_some(next);
        Ok(SortedBaseline { games, next, files: self.files })
    }
}

/// A baseline that has been collected.
pub(crate) struct SortedBaseline {
    games: Sorted,
    next: Option<Record>,
    files: BTreeMap<String, BTreeSet<&'static str>>,
}

impl SortedBaseline {
    /// Writes the baseline, with one game on each line, so that a change is a single line of a diff. Returns the number
    /// of entries. `of_temp`: returns the error of the run for that of an intermediate file.
    ///
    /// # Errors
    /// Returns an [`io::Error`] if the baseline cannot be written, and that of `of_temp` if an intermediate file cannot
    /// be read.
    pub(crate) fn write(
        mut self,
        out: &mut impl Write,
        of_temp: impl Fn(io::Error) -> anyhow::Error,
    ) -> anyhow::Result<u64> {
        let mut n_entries = 0;
        writeln!(out, "{{\n  \"format\": \"{FORMAT}\",\n  \"version\": {VERSION},")?;
        let mut games = List::begin(out, "games")?;
        while let Some(game) = self.next_game().map_err(&of_temp)? {
            n_entries += game.findings.len() as u64;
            games.write(&game)?;
        }
        games.end()?;
        writeln!(out, ",")?;
        let mut files = List::begin(out, "files")?;
        for (file, findings) in self.files {
            n_entries += findings.len() as u64;
            let findings = findings.into_iter().map(str::to_owned).collect();
            files.write(&StoredFile { file, findings })?;
        }
        files.end()?;
        writeln!(out, "\n}}")?;
        Ok(n_entries)
    }

    /// Returns the next game with all of its findings.
    fn next_game(&mut self) -> io::Result<Option<StoredGame>> {
        let Some(record) = self.next.take() else { return Ok(None) };
        let mut game: StoredGame = serde_json::from_slice(&record.payload)?;
        let mut next = Record::default();
        while self.games.next(&mut next)? {
            if next.key != record.key {
                self.next = Some(next);
                break;
            }
            if next.payload != record.payload {
                game = joined(&game, &serde_json::from_slice(&next.payload)?);
            }
        }
        Ok(Some(game))
    }
}

/// Returns a game with the findings of both; of equal ones, that of `last` counts.
fn joined(first: &StoredGame, last: &StoredGame) -> StoredGame {
    let mut findings: BTreeMap<(At, &str), Option<&String>> = BTreeMap::new();
    for game in [first, last] {
        let places = game.places.iter().map(Some).chain(std::iter::repeat(None));
        for (finding, place) in game.findings.iter().zip(places) {
            if let Some((rule, at)) = split_finding(finding) {
                findings.insert((at, rule), place);
            }
        }
    }
    StoredGame {
        file: last.file.clone(),
        game: last.game.clone(),
        title: last.title.clone(),
        findings: findings.keys().map(|(at, rule)| finding_text(rule, *at)).collect(),
        identities: last.identities.clone(),
        places: findings.values().filter_map(|place| place.cloned()).collect(),
    }
}

/// A list of an object in JSON, with an item on each line.
struct List<'a, W> {
    out: &'a mut W,
    is_empty: bool,
}

impl<W: Write> List<'_, W> {
    fn begin<'a>(out: &'a mut W, name: &str) -> io::Result<List<'a, W>> {
        write!(out, "  \"{name}\": [")?;
        Ok(List { out, is_empty: true })
    }

    fn write(&mut self, item: &impl Serialize) -> io::Result<()> {
        write!(self.out, "{}\n    ", if self.is_empty { "" } else { "," })?;
        self.is_empty = false;
        Ok(serde_json::to_writer(&mut *self.out, item)?)
    }

    fn end(self) -> io::Result<()> {
        write!(self.out, "{}]", if self.is_empty { "" } else { "\n  " })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game whose findings come at several times, as those across games do, has them all in one entry, in their order.
    #[test]
    fn findings_of_a_game_are_joined() {
        let rule = |name| pgn_lint::find(name).unwrap();
        let at = |line| At { line, column: 1 };
        let mut new = NewBaseline::new(&TempFiles::default());
        let mut add = |game: u8, file: &str, rule, line, place| {
            let identities = vec![Content([9; 16])];
            let place = PlaceHash(place);
            let listed = Listed { game: Content([game; 16]), identities, at: at(line), place };
            new.add_in_game(file, "A - B", rule, &listed).unwrap();
        };
        let (date, nag) = (rule("bad-date"), rule("nag-range"));
        add(1, "b", nag, 10, 1);
        add(1, "b", date, 9, 2);
        add(1, "a", date, 9, 3);
        add(0, "b", date, 9, 4);
        add(1, "b", date, 10, 5);
        add(1, "b", nag, 10, 6);
        add(1, "b\0", nag, 10, 7);
        assert_eq!(new.n_findings, 7);
        let mut text = Vec::new();
        let n = new.sort().unwrap().write(&mut text, anyhow::Error::from).unwrap();
        assert_eq!(n, 6);
        let text = String::from_utf8(text).unwrap();
        let games: Vec<serde_json::Value> = text
            .lines()
            .filter_map(|line| serde_json::from_str(line.trim().trim_end_matches(',')).ok())
            .collect();
        let place = |game: &serde_json::Value| format!("{} {}", game["findings"], game["places"]);
        assert_eq!(
            games.iter().map(|it| it["file"].as_str().unwrap()).collect::<Vec<_>>(),
            ["a", "b", "b", "b\0"]
        );
        assert_eq!(
            place(&games[2]),
            "[\"bad-date 9:1\",\"bad-date 10:1\",\"nag-range 10:1\"] \
             [\"0000000000000002\",\"0000000000000005\",\"0000000000000006\"]"
        );
    }
}

//! A baseline that has been read, and which of its entries occur in a run.

use std::{
    collections::{BTreeMap, HashMap},
    fs::File,
    io::{self, BufReader},
    path::{Path, PathBuf},
};

use anyhow::{anyhow, ensure};
use pgn_collate::NumberSet;
use pgn_lint::{KnownId, Rule};
use pgn_stream::{STDIN, folder_of};

use super::{
    At, Content, FORMAT, Listed, PlaceHash, StoredFile, VERSION,
    stored::{KnownGames, Stored},
};
use crate::inputs::paths;

/// The versions that can be read. In version 1, games have no identities and findings have no places.
const READ: [u32; 2] = [1, VERSION];

/// A baseline that has been read.
#[derive(Debug)]
pub struct Baseline {
    path: PathBuf,
    games: KnownGames,
    /// The first entry for each rule that is known of a file.
    files: HashMap<(String, &'static str), usize>,
    /// The entries of files, which come after those of games.
    of_files: Vec<FileEntry>,
}

/// An entry for a finding about a whole file.
#[derive(Debug)]
struct FileEntry {
    file: String,
    /// The rule; `None` if no rule has this name.
    rule: Option<&'static Rule>,
    /// The first equal entry.
    first: usize,
}

impl Baseline {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is not a baseline.
    pub fn read(path: &Path) -> anyhow::Result<Baseline> {
        let shown = paths::show(path);
        let unreadable = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => {
                anyhow!("--baseline {shown}: no such file; --write-baseline makes one")
            }
            _ => anyhow!("--baseline {shown}: {error}"),
        };
        let file = File::open(path).map_err(unreadable)?;
        let stored: Stored = serde_json::from_reader(BufReader::with_capacity(256 << 10, file))
            .map_err(|error| match error.io_error_kind() {
                Some(_) => unreadable(error.into()),
                None => {
                    let message = error.to_string();
                    let message = if error.is_syntax() {
                        "it is not JSON"
                    } else {
                        message.split(" at line ").next().unwrap_or_default()
                    };
                    let column = error.column().max(1);
                    anyhow!("{shown}:{}:{column}: not a baseline: {message}", error.line())
                }
            })?;
        ensure!(
            stored.format == FORMAT,
            "{shown}: not a baseline: its format is `{}`",
            stored.format
        );
        ensure!(
            READ.contains(&stored.version),
            "{shown}: a baseline of version {}, and this is a program for version {VERSION}; \
             --write-baseline makes a new one",
            stored.version
        );
        if let Some(fault) = &stored.games.fault {
            return Err(anyhow!("{shown}: not a baseline: {fault}"));
        }
        Ok(Baseline::new(path, stored.games, stored.files))
    }

    fn new(path: &Path, games: KnownGames, stored: Vec<StoredFile>) -> Baseline {
        let (mut files, mut of_files) = (HashMap::new(), Vec::new());
        for stored in stored {
            for finding in &stored.findings {
                let rule = pgn_lint::find(finding).ok();
                let next = games.len() + of_files.len();
                let first = rule.map_or(next, |rule| {
                    *files.entry((stored.file.clone(), rule.code)).or_insert(next)
                });
                of_files.push(FileEntry { file: stored.file.clone(), rule, first });
            }
        }
        Baseline { path: path.to_path_buf(), games, files, of_files }
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the entry of a finding that is compared as it would be listed; `None` if the baseline does not contain
    /// it.
    pub(crate) fn listed(&self, rule: &Rule, found: &Listed) -> Option<KnownId> {
        self.find(found.game, &found.identities, rule, found.at, || [found.place; 2])
    }

    /// Returns the entry of a finding in a game with this content and these identities; `None` if the baseline does not
    /// contain it. `places`: returns the places of `GameFingerprints::places`.
    pub(crate) fn find(
        &self,
        content: Content,
        identities: &[Content],
        rule: &Rule,
        at: At,
        places: impl FnOnce() -> [PlaceHash; 2],
    ) -> Option<KnownId> {
        let exact = self.games.exact.get(&(content, rule.code, at));
        let edited = || {
            let at = |place| {
                let mut identities = identities.iter();
                identities.find_map(|it| self.games.edited.get(&(*it, rule.code, place)))
            };
            places().into_iter().find_map(at)
        };
        let entry = exact.or_else(edited)?;
        Some(KnownId(self.games.first(entry) as usize))
    }

    /// Returns the entry of a finding about a whole file; `None` if the baseline does not contain it.
    pub(crate) fn in_file(&self, file: &str, rule: &Rule) -> Option<KnownId> {
        self.files.get(&(file.to_owned(), rule.code)).copied().map(KnownId)
    }

    /// Returns the number of entries that no longer occur. `seen`: the entries that occurred; `files`: the files that
    /// were read as a whole, with the rules whose findings are shown; none in a run that shows no findings. Entries of
    /// files and rules that no longer exist are counted, too.
    fn gone(&self, seen: &NumberSet, files: &ShownRules) -> usize {
        let folder = folder_of(&self.path);
        let exists = |file: &str| {
            let plain = file.split_once('!').map_or(file, |(file, _)| file);
            file == STDIN || folder.join(plain).exists()
        };
        let is_gone = |rule: Option<&'static Rule>, file: &FileState<'_>| match (file, rule) {
            (_, None) => true,
            (FileState::Read(shown), Some(rule)) => shown.contains(&rule),
            (FileState::Missing, Some(_)) => true,
            (FileState::Unread, Some(_)) => false,
        };
        let state = |file: &str| match files.get(file) {
            Some(rules) => FileState::Read(rules),
            None if exists(file) => FileState::Unread,
            None => FileState::Missing,
        };
        let mut n_gone = 0;
        let ends = self.games.files.iter().skip(1).map(|(first, _)| *first as usize);
        let ends = ends.chain([self.games.len()]);
        for ((first, file), end) in self.games.files.iter().zip(ends) {
            let file = state(file);
            let entries = *first..u32::try_from(end).unwrap_or(u32::MAX);
            n_gone += entries
                .filter(|entry| !seen.contains(self.games.first(*entry).into()))
                .filter(|entry| is_gone(self.games.rule(*entry as usize), &file))
                .count();
        }
        let gone_of_files = self.of_files.iter().filter(|entry| {
            !seen.contains(entry.first as u64) && is_gone(entry.rule, &state(&entry.file))
        });
        n_gone + gone_of_files.count()
    }
}

/// The state of a file of the baseline in a run.
enum FileState<'a> {
    /// The file was read as a whole, and the findings of these rules are shown.
    Read(&'a [&'static Rule]),
    /// The file exists and was not read as a whole.
    Unread,
    /// The file does not exist.
    Missing,
}

/// The rules whose findings are shown, of each file that was read as a whole.
type ShownRules = BTreeMap<String, Vec<&'static Rule>>;

/// The entries of a baseline that occurred in a run.
#[derive(Debug, Default)]
pub(crate) struct OccurredEntries {
    seen: NumberSet,
    files: ShownRules,
    pub(crate) n_findings: u64,
}

impl OccurredEntries {
    pub(crate) fn add(&mut self, entry: KnownId) {
        self.n_findings += 1;
        self.seen.insert(entry.0 as u64);
    }

    /// Records that a file was read to its end and that the findings of `shown` are shown.
    pub(crate) fn end_file(&mut self, file: String, shown: Vec<&'static Rule>) {
        self.files.insert(file, shown);
    }

    /// Returns the words on the baseline for the summary line of a run that has checked all games of its inputs.
    pub(crate) fn summary(&self, baseline: &Baseline) -> String {
        let gone = match baseline.gone(&self.seen, &self.files) {
            0 => String::new(),
            1 => "; 1 of its entries no longer occurs: --write-baseline removes it".to_owned(),
            n => format!("; {n} of its entries no longer occur: --write-baseline removes them"),
        };
        format!("; {} known by the baseline{gone}", self.n_findings)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use pgn_collate::TempFiles;
    use pgn_lint::Selection;

    use super::{
        super::{Content, GameFingerprints, Listed, NewBaseline, tests::contents},
        *,
    };

    #[test]
    fn what_is_written_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        let rule = pgn_lint::find("bad-date").unwrap();
        let (game, place) = (contents("1. e4 *")[0], PlaceHash(7));
        let at = At { line: -2, column: 7 };
        let identity = Content::of_parts([&b"x"[..]].into_iter());
        let listed = Listed::new(&GameFingerprints::new(game, vec![identity]), at, place);
        let mut new = NewBaseline::new(&TempFiles::default());
        new.add_in_game("a.pgn", "A \"x\" - B", rule, &listed).unwrap();
        new.add_in_game("a.pgn", "A \"x\" - B", rule, &listed).unwrap();
        new.add_in_file("a.pgn", pgn_lint::find("crlf").unwrap());
        assert_eq!(new.n_findings, 3);
        let mut text = Vec::new();
        assert_eq!(new.sort().unwrap().write(&mut text, anyhow::Error::from).unwrap(), 2);
        fs::write(&path, &text).unwrap();
        let read = Baseline::read(&path).unwrap();
        let elsewhere = At { line: 1, column: 7 };
        let other = contents("1. d4 *")[0];
        for (content, identity, at, place, is_known) in [
            (game, identity, at, place, true),
            (other, identity, elsewhere, place, true),
            (game, other, elsewhere, place, false),
            (other, identity, at, PlaceHash(8), false),
        ] {
            // The second place is that of older baselines.
            let found = read.find(content, &[identity], rule, at, || [PlaceHash(8), place]);
            assert_eq!(found.is_some(), is_known, "{content:?} {at:?} {place:?}");
            let found = read.find(content, &[identity], rule, at, || [place; 2]);
            assert_eq!(found.is_some(), is_known, "{content:?} {at:?} {place:?}");
        }
        assert!(read.in_file("a.pgn", pgn_lint::find("crlf").unwrap()).is_some());
        let mut first = NumberSet::default();
        first.insert(0);
        // The entries of a file that no longer exists count as gone.
        assert_eq!(read.gone(&NumberSet::default(), &BTreeMap::new()), 2);
        assert_eq!(read.gone(&first, &BTreeMap::new()), 1);
        let (all, dates) = (Selection::standard(), Selection::new(&["T"], &[], &[]).unwrap());
        fs::write(dir.path().join("a.pgn"), "").unwrap();
        assert_eq!(read.gone(&NumberSet::default(), &BTreeMap::new()), 0);
        assert_eq!(
            read.gone(&NumberSet::default(), &[("a.pgn".to_owned(), all.rules().collect())].into()),
            2
        );
        assert_eq!(
            read.gone(
                &NumberSet::default(),
                &[("a.pgn".to_owned(), dates.rules().collect())].into()
            ),
            1
        );
    }
}

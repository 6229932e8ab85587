//! Baselines: files of known findings, which are neither shown nor counted.
//!
//! A finding is identified by the content of its game, its rule and its place in the game. The position of the game
//! does not matter, so that a finding stays known if games are added, moved to another file or merged. If the game was
//! edited elsewhere, it is identified by its tags or moves, and the finding by its message and the moves that lead to
//! it.

mod marks;

pub(crate) use marks::{GameFingerprints, PlaceHash};

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    io::{self, Write},
    path::{Component, Path, PathBuf},
};

use anyhow::{Context as _, anyhow, ensure};
use pgn_lint::{Rule, Selection};
use pgn_stream::{STDIN, folder_of};
use pgn_syntax::{Game, LineIndex, Span};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::paths;

/// The format and version that are written.
const FORMAT: &str = "pgnkit-baseline";
const VERSION: u32 = 2;

/// The versions that can be read. In version 1, games have no identities and findings have no places.
const READ: [u32; 2] = [1, VERSION];

/// The file as it is stored; see docs/formats.md.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `format`, `version`, `games`, `files`")]
struct Stored {
    format: String,
    version: u32,
    games: Vec<StoredGame>,
    files: Vec<StoredFile>,
}

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
        Content::first(&hash.finalize())
    }

    /// Returns the hash of several texts.
    fn of_parts<'a>(parts: impl Iterator<Item = &'a [u8]>) -> Content {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update(part);
            hash.update(b"\0");
        }
        Content::first(&hash.finalize())
    }

    fn first(hash: &[u8]) -> Content {
        let mut first = [0; 16];
        first.copy_from_slice(&hash[..16]);
        Content(first)
    }

    fn hex(self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn parse(text: &str) -> Option<Content> {
        ensure_hex(text)?;
        let mut bytes = [0; 16];
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        }
        Some(Content(bytes))
    }
}

fn ensure_hex(text: &str) -> Option<()> {
    (text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(())
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

/// A baseline that has been read.
#[derive(Debug)]
pub struct Baseline {
    path: PathBuf,
    games: HashMap<(Content, &'static str, At), usize>,
    /// Entries by identities and places, which remain after an edit.
    edited: HashMap<(Content, &'static str, PlaceHash), usize>,
    files: HashMap<(String, &'static str), usize>,
    entries: Vec<Entry>,
}

/// An entry of a baseline.
#[derive(Debug)]
struct Entry {
    file: String,
    /// The rule; `None` if no rule has this name.
    rule: Option<&'static Rule>,
    /// Index of the first equal entry: the same game may be in several files.
    first: usize,
}

/// Index of an entry of a baseline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryId(pub(crate) usize);

impl Baseline {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is not a baseline.
    pub fn read(path: &Path) -> anyhow::Result<Baseline> {
        let shown = paths::show(path);
        let text = fs::read(path).map_err(|err| match err.kind() {
            io::ErrorKind::NotFound => {
                anyhow!("--baseline {shown}: no such file; --write-baseline makes one")
            }
            _ => anyhow!("--baseline {shown}: {err}"),
        })?;
        let stored: Stored = serde_json::from_slice(&text).map_err(|err| {
            let message = err.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            anyhow!("{shown}:{}:{}: not a baseline: {message}", err.line(), err.column().max(1))
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
        let mut read = Baseline {
            path: path.to_path_buf(),
            games: HashMap::new(),
            edited: HashMap::new(),
            files: HashMap::new(),
            entries: Vec::new(),
        };
        for stored in stored.games {
            let content = Content::parse(&stored.game).ok_or_else(|| {
                anyhow!("{shown}: not a baseline: `{}` is not a game", stored.game)
            })?;
            let identities: Vec<Content> =
                stored.identities.iter().filter_map(|text| Content::parse(text)).collect();
            let place = |text: &String| u64::from_str_radix(text, 16).ok().map(PlaceHash);
            let places = stored.places.iter().map(place).chain(std::iter::repeat(None));
            for (finding, place) in stored.findings.iter().zip(places) {
                let (rule, at) = parse_finding(finding).ok_or_else(|| {
                    anyhow!("{shown}: not a baseline: `{finding}` is not a finding")
                })?;
                let next = read.entries.len();
                let first = rule.map_or(next, |rule| {
                    *read.games.entry((content, rule.code, at)).or_insert(next)
                });
                if let Some((rule, place)) = rule.zip(place) {
                    for identity in &identities {
                        read.edited.entry((*identity, rule.code, place)).or_insert(first);
                    }
                }
                read.entries.push(Entry { file: stored.file.clone(), rule, first });
            }
        }
        for stored in stored.files {
            for finding in &stored.findings {
                let rule = pgn_lint::find(finding).ok();
                let next = read.entries.len();
                let first = rule.map_or(next, |rule| {
                    *read.files.entry((stored.file.clone(), rule.code)).or_insert(next)
                });
                read.entries.push(Entry { file: stored.file.clone(), rule, first });
            }
        }
        Ok(read)
    }

    /// Returns the entry of a finding in a game; `None` if the baseline does not contain it.
    pub(crate) fn in_game(
        &self,
        game: &GameFingerprints,
        rule: &Rule,
        at: At,
        place: impl FnOnce() -> PlaceHash,
    ) -> Option<EntryId> {
        let exact = self.games.get(&(game.content, rule.code, at));
        let edited = || {
            let place = place();
            game.identities.iter().find_map(|it| self.edited.get(&(*it, rule.code, place)))
        };
        exact.or_else(edited).copied().map(EntryId)
    }

    /// Returns the entry of a finding about a whole file; `None` if the baseline does not contain it.
    pub(crate) fn in_file(&self, file: &str, rule: &Rule) -> Option<EntryId> {
        self.files.get(&(file.to_owned(), rule.code)).copied().map(EntryId)
    }

    /// Returns the number of entries that no longer occur. `seen`: the entries that occurred; `files`: the files that
    /// were read as a whole, with the rules that ran on them. Entries of files and rules that no longer exist are
    /// counted, too.
    fn gone(&self, seen: &BTreeSet<usize>, files: &BTreeMap<String, &Selection>) -> usize {
        let folder = folder_of(&self.path);
        let is_gone = |Entry { file, rule, first }: &&Entry| {
            if seen.contains(first) {
                return false;
            }
            match (files.get(file), rule) {
                (_, None) => true,
                (Some(rules), Some(rule)) => rules.rules().any(|running| running == *rule),
                (None, Some(_)) => {
                    let plain = file.split_once('!').map_or(file.as_str(), |(file, _)| file);
                    file != STDIN && !folder.join(plain).exists()
                }
            }
        };
        self.entries.iter().filter(is_gone).count()
    }
}

/// Reads a finding such as `illegal-move 9:13`. The rule is `None` if there is none of this name.
fn parse_finding(text: &str) -> Option<(Option<&'static Rule>, At)> {
    let (rule, at) = text.split_once(' ')?;
    let (line, column) = at.split_once(':')?;
    let at = At { line: line.parse().ok()?, column: column.parse().ok()? };
    Some((pgn_lint::find(rule).ok(), at))
}

/// The entries of a baseline that occurred in a run.
#[derive(Debug, Default)]
pub(crate) struct OccurredEntries<'a> {
    seen: BTreeSet<usize>,
    files: BTreeMap<String, &'a Selection>,
    pub(crate) n_findings: u64,
}

impl<'a> OccurredEntries<'a> {
    pub(crate) fn add(&mut self, entry: EntryId) {
        self.n_findings += 1;
        self.seen.insert(entry.0);
    }

    /// Records that a file was read to its end and that `rules` ran on all of its games.
    pub(crate) fn end_file(&mut self, file: String, rules: &'a Selection) {
        self.files.insert(file, rules);
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

/// A game of a new baseline.
#[derive(Debug, Default)]
struct NewGame {
    identities: Vec<Content>,
    /// The places of the findings, by position in the text and rule.
    findings: BTreeMap<(At, &'static str), PlaceHash>,
}

/// A finding that is written to a baseline.
pub(crate) struct Listed {
    game: Content,
    identities: Vec<Content>,
    at: At,
    place: PlaceHash,
}

impl Listed {
    pub(crate) fn new(game: &GameFingerprints, at: At, place: PlaceHash) -> Listed {
        Listed { game: game.content, identities: game.identities.clone(), at, place }
    }
}

/// A baseline that is being collected.
#[derive(Debug, Default)]
pub(crate) struct NewBaseline {
    games: BTreeMap<(String, Content, String), NewGame>,
    files: BTreeMap<String, BTreeSet<&'static str>>,
    /// Number of findings. Those of equal games, and of one rule at one place, share an entry.
    pub(crate) n_findings: u64,
    pub(crate) n_entries: u64,
}

impl NewBaseline {
    pub(crate) fn add_in_game(
        &mut self,
        (file, title): (&str, &str),
        rule: &'static Rule,
        Listed { game, identities, at, place }: &Listed,
    ) {
        let key = (file.to_owned(), *game, title.to_owned());
        let game = self.games.entry(key).or_default();
        game.identities.clone_from(identities);
        self.n_findings += 1;
        self.n_entries += u64::from(game.findings.insert((*at, rule.name), *place).is_none());
    }

    pub(crate) fn add_in_file(&mut self, file: &str, rule: &'static Rule) {
        let known = self.files.entry(file.to_owned()).or_default();
        self.n_findings += 1;
        self.n_entries += u64::from(known.insert(rule.name));
    }

    /// Writes the baseline, sorted and with one game on each line, so that a change is a single line of a diff.
    pub(crate) fn write(self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{{\n  \"format\": \"{FORMAT}\",\n  \"version\": {VERSION},")?;
        let games = self.games.into_iter().map(|((file, game, title), found)| StoredGame {
            file,
            game: game.hex(),
            title,
            findings: found
                .findings
                .keys()
                .map(|(at, rule)| format!("{rule} {}:{}", at.line, at.column))
                .collect(),
            identities: found.identities.iter().map(|identity| identity.hex()).collect(),
            places: match found.identities.is_empty() {
                true => Vec::new(),
                false => found.findings.values().map(|place| format!("{:016x}", place.0)).collect(),
            },
        });
        write_list(out, "games", games)?;
        writeln!(out, ",")?;
        let files = self.files.into_iter().map(|(file, findings)| StoredFile {
            file,
            findings: findings.into_iter().map(str::to_owned).collect(),
        });
        write_list(out, "files", files)?;
        writeln!(out, "\n}}")
    }
}

fn write_list<T: Serialize>(
    out: &mut impl Write,
    name: &str,
    items: impl Iterator<Item = T>,
) -> io::Result<()> {
    write!(out, "  \"{name}\": [")?;
    let mut is_empty = true;
    for item in items {
        write!(out, "{}\n    ", if is_empty { "" } else { "," })?;
        serde_json::to_writer(&mut *out, &item)?;
        is_empty = false;
    }
    write!(out, "{}]", if is_empty { "" } else { "\n  " })
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
    parts.extend(path.components().skip(n_common).map(|part| match part {
        Component::Normal(name) => name.to_string_lossy().into_owned(),
        other => other.as_os_str().to_string_lossy().into_owned(),
    }));
    let name = parts.join("/");
    Ok(match member {
        Some(member) => format!("{name}!{member}"),
        None => name,
    })
}

#[cfg(test)]
mod tests {
    use pgn_syntax::{Parser, Part, ReadOptions};

    use super::*;

    fn contents(src: &str) -> Vec<Content> {
        let src = src.as_bytes();
        let part = Part { src, is_first: true, is_last: true, after: b"" };
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

    #[test]
    fn what_is_written_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        let rule = pgn_lint::find("bad-date").unwrap();
        let (game, place) = (contents("1. e4 *")[0], PlaceHash(7));
        let at = At { line: -2, column: 7 };
        let identity = Content::of_parts([&b"x"[..]].into_iter());
        let listed = Listed { game, identities: vec![identity], at, place };
        let mut new = NewBaseline::default();
        new.add_in_game(("a.pgn", "A \"x\" - B"), rule, &listed);
        new.add_in_game(("a.pgn", "A \"x\" - B"), rule, &listed);
        new.add_in_file("a.pgn", pgn_lint::find("crlf").unwrap());
        assert_eq!((new.n_findings, new.n_entries), (3, 2));
        let mut text = Vec::new();
        new.write(&mut text).unwrap();
        fs::write(&path, &text).unwrap();
        let read = Baseline::read(&path).unwrap();
        let marks = |content, identity| GameFingerprints::new(content, vec![identity]);
        let elsewhere = At { line: 1, column: 7 };
        let other = contents("1. d4 *")[0];
        for (content, identity, at, place, is_known) in [
            (game, identity, at, place, true),
            (other, identity, elsewhere, place, true),
            (game, other, elsewhere, place, false),
            (other, identity, at, PlaceHash(8), false),
        ] {
            let found = read.in_game(&marks(content, identity), rule, at, || place);
            assert_eq!(found.is_some(), is_known, "{content:?} {at:?} {place:?}");
        }
        assert!(read.in_file("a.pgn", pgn_lint::find("crlf").unwrap()).is_some());
        // The entries of a file that no longer exists count as gone.
        assert_eq!(read.gone(&BTreeSet::new(), &BTreeMap::new()), 2);
        assert_eq!(read.gone(&[0].into(), &BTreeMap::new()), 1);
        let (all, dates) = (Selection::standard(), Selection::new(&["T"], &[], &[]).unwrap());
        fs::write(dir.path().join("a.pgn"), "").unwrap();
        assert_eq!(read.gone(&BTreeSet::new(), &BTreeMap::new()), 0);
        assert_eq!(read.gone(&BTreeSet::new(), &[("a.pgn".to_owned(), &all)].into()), 2);
        assert_eq!(read.gone(&BTreeSet::new(), &[("a.pgn".to_owned(), &dates)].into()), 1);
    }
}

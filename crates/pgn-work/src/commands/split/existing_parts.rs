//! The files of parts that earlier runs have written, to which `--append` adds games.
//!
//! The name of a file alone does not say whose part it is: several values can have names that are equal or differ only in
//! case, and then their names are numbered in the order in which the values occur. Therefore the first game of a file
//! decides: the file is the part of a value of this game.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
};

use pgn_chess::Replay;
use pgn_query::{Facts, Grouping, grouping::remove_repeated};
use pgn_stream::{
    Encoding, Error, TextKind,
    file_names::{fold, numbered, path_names},
    head_of, text_kind,
};
use pgn_syntax::{CharsetDetector, Fallback, Game, Parser, Part};

use super::{
    Template,
    by::{Key, Naming},
    template::Given,
};
use crate::ReadingOptions;

/// Numbers of bytes of a file that are read for its first game. The second one is used if the game is longer than the
/// first.
const HEADS: [usize; 2] = [64 << 10, 4 << 20];

/// The files that earlier runs have written.
pub(super) struct ExistingParts<'a> {
    dir: &'a Path,
    naming: Naming<'a>,
    template: &'a Template,
    reading: &'a ReadingOptions,
    parser: Parser,
    replay: Replay,
    /// The names in each folder that was read, by their folded forms.
    folders: HashMap<PathBuf, HashMap<String, Vec<String>>>,
    /// The file of each part that was found.
    files: HashMap<Key, PathBuf>,
}

/// What has the name of a part.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Nothing.
    Free,
    /// The part.
    Part(PathBuf),
    /// The parts of other values, whose names differ only by a number.
    OtherParts,
    /// A file whose first game has other values, which would give the file another name.
    OtherGames(PathBuf, Vec<Key>),
    /// A file that is not PGN, and what it is.
    NotPgn(PathBuf, &'static str),
}

/// The beginning of a file.
enum Beginning {
    /// A game that belongs to these parts.
    Game(Vec<Key>),
    /// There is no game, or it is too large to be examined.
    Unknown,
    /// The file is not PGN but this.
    Other(&'static str),
}

impl<'a> ExistingParts<'a> {
    /// Returns the parts in `dir`. No file or folder is read yet.
    pub(super) fn new(
        dir: &'a Path,
        by: &'a Grouping,
        template: &'a Template,
        reading: &'a ReadingOptions,
    ) -> ExistingParts<'a> {
        ExistingParts {
            // The folder `.` is not shown in names of files.
            dir: if dir == Path::new(".") { Path::new("") } else { dir },
            naming: Naming::new(Some(by), template),
            template,
            reading,
            parser: Parser::new(reading.read_options()),
            replay: Replay::new(),
            folders: HashMap::new(),
            files: HashMap::new(),
        }
    }

    /// Returns the file of a part if it was found before.
    pub(super) fn file_of(&self, key: &[String]) -> Option<&Path> {
        self.files.get(key).map(PathBuf::as_path)
    }

    /// Examines the files that have the name of a part, in any case and normalization. `path`: the name, with its
    /// folders, in the folder of all parts; `number`: the number of the name, 1 for the first.
    ///
    /// # Errors
    /// Returns an error if a folder or file cannot be read.
    pub(super) fn examine(&mut self, key: &Key, path: &Path, number: u64) -> Result<Found, Error> {
        let mut other = None;
        let files = self.files_named(path)?;
        if files.is_empty() {
            return Ok(Found::Free);
        }
        for file in files {
            let keys = match self.beginning_of(&file)? {
                Beginning::Game(keys) => keys,
                Beginning::Unknown if number == 1 => {
                    // Such a file can be the part of any value.
                    self.files.entry(key.clone()).or_insert(file);
                    continue;
                }
                Beginning::Other(kind) if number == 1 => {
                    other = Some(Found::NotPgn(file, kind));
                    continue;
                }
                Beginning::Unknown | Beginning::Other(_) => continue,
            };
            let seen_as = fold_all(&self.names(key));
            let is_named = |it: &&Key| fold_all(&self.names(it)) == seen_as;
            let named: Vec<&Key> = keys.iter().filter(is_named).collect();
            // Players whose names differ only in case can have played each other.
            let is_spelled = |it: &&&Key| {
                let name = self.names(it).pop().map(|name| numbered(&name, number));
                file.file_name().is_some_and(|of_file| name.is_some_and(|name| of_file == &*name))
            };
            let spelled: Vec<&Key> = named.iter().filter(is_spelled).copied().collect();
            for key in if spelled.is_empty() { &named } else { &spelled } {
                self.files.entry(Key::clone(key)).or_insert_with(|| file.clone());
            }
            if named.is_empty() && number == 1 && !keys.iter().any(|it| self.can_name(it, &file)) {
                other = Some(Found::OtherGames(file, keys));
            }
        }
        Ok(match self.files.get(key) {
            Some(file) => Found::Part(file.clone()),
            None => other.unwrap_or(Found::OtherParts),
        })
    }

    /// Returns true if a part can have the name of a file because its first name is taken.
    fn can_name(&self, key: &[String], file: &Path) -> bool {
        let of_file = file.strip_prefix(self.dir).unwrap_or(file).iter();
        let of_file: Vec<String> = of_file.map(|name| fold(&name.to_string_lossy())).collect();
        let digits = of_file.last().and_then(|name| name.rsplit_once('-'));
        let number = digits.and_then(|(_, rest)| rest.split('.').next()?.parse().ok());
        let mut names = self.names(key);
        if let (Some(name), Some(number)) = (names.last_mut(), number) {
            *name = numbered(name, number);
        }
        fold_all(&names) == of_file
    }

    /// Returns the names of the folders of a part, and its first name.
    fn names(&self, key: &[String]) -> Vec<String> {
        let given = Given::of(key, "", 1);
        path_names(&self.template.names(&given))
    }

    /// Returns the files whose path in the folder of all parts is `path`, in any case and normalization.
    fn files_named(&mut self, path: &Path) -> Result<Vec<PathBuf>, Error> {
        let mut found = vec![self.dir.to_owned()];
        for name in path.iter() {
            let name = fold(&name.to_string_lossy());
            let mut inner = Vec::new();
            for folder in found {
                let names = self.names_in(&folder)?.get(&name);
                inner.extend(names.into_iter().flatten().map(|name| folder.join(name)));
            }
            found = inner;
        }
        found.retain(|file| file.is_file());
        found.sort_unstable();
        Ok(found)
    }

    /// Returns the names in a folder by their folded forms; none if it is not a folder.
    fn names_in(&mut self, folder: &Path) -> Result<&HashMap<String, Vec<String>>, Error> {
        if !self.folders.contains_key(folder) {
            let names = read_names(folder).map_err(|it| Error::unreadable_at(folder, it))?;
            self.folders.insert(folder.to_owned(), names);
        }
        Ok(&self.folders[folder])
    }

    /// Reads the first game of a file.
    fn beginning_of(&mut self, file: &Path) -> Result<Beginning, Error> {
        for max in HEADS {
            let head = head_of(file, max).map_err(|error| Error::unreadable_at(file, error))?;
            match text_kind(&head) {
                TextKind::Pgn => (),
                TextKind::Other(kind) => return Ok(Beginning::Other(kind)),
                TextKind::Binary => return Ok(Beginning::Other("binary data")),
                // This is reported when the file is opened.
                TextKind::Utf16 => return Ok(Beginning::Unknown),
            }
            let part = Part::whole(&head);
            let mut game = Game::default();
            self.parser.start(&part);
            let has_game = self.parser.next_game(&part, &mut game);
            // A game that is too large has no values.
            if !has_game || self.reading.is_too_large(&game, &head) {
                return Ok(Beginning::Unknown);
            }
            if head.len() < max || (game.span.end as usize) < max {
                return Ok(Beginning::Game(self.keys(file, &game, &head)));
            }
        }
        Ok(Beginning::Unknown)
    }

    /// Returns the parts to which a game belongs. `src`: the text that contains it.
    fn keys(&mut self, file: &Path, game: &Game, src: &[u8]) -> Vec<Key> {
        let encoding = self.reading.encoding_of(file);
        let mut keys = Vec::new();
        for encoding in [Some(encoding.general()), guess(encoding, src)].into_iter().flatten() {
            let mut played = None;
            let facts = Facts { encoding, ..Facts::new(game, src) };
            let options = self.reading.replay_options();
            let facts =
                facts.with_moves(self.naming.sources(), &mut played, &mut self.replay, &options);
            keys.extend(self.naming.keys(&facts));
        }
        remove_repeated(&mut keys, |key: &Key| key);
        keys
    }
}

/// Returns the character set of a text if it is to be detected.
fn guess(encoding: Encoding, text: &[u8]) -> Option<Fallback> {
    match encoding {
        Encoding::Unnamed | Encoding::Given(_) => None,
        Encoding::Detected => {
            let mut detector = CharsetDetector::default();
            detector.add(text);
            detector.guess().map(|guess| guess.charset)
        }
    }
}

fn fold_all(names: &[String]) -> Vec<String> {
    names.iter().map(|name| fold(name)).collect()
}

/// Returns the names in a folder by their folded forms; none if it is not a folder.
fn read_names(folder: &Path) -> io::Result<HashMap<String, Vec<String>>> {
    let mut names: HashMap<String, Vec<String>> = HashMap::new();
    let shown = if folder == Path::new("") { Path::new(".") } else { folder };
    if !shown.is_dir() {
        return Ok(names);
    }
    for entry in fs::read_dir(shown)? {
        // A name that is not UTF-8 is not that of a part.
        if let Ok(name) = entry?.file_name().into_string() {
            names.entry(fold(&name)).or_default().push(name);
        }
    }
    Ok(names)
}

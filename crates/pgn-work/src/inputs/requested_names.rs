//! The tags and commands that options name, and whether the inputs have them.
//!
//! Names are searched for while games are read, until each of them has been found. If all names are right, each thread
//! searches only its first games.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
};

use pgn_query::Source;
use pgn_syntax::{CommentKind, Game, NodeKind, TagName, command::commands, nearest};

use crate::reports::messages::Messages;

/// The condition under which an option is reported that names a tag or command which no game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// Always: the option groups games by the name, or selects them.
    Always,
    /// If the name is not well known: the option removes or keeps what games may have.
    IfUnknown,
    /// If the name is not well known, but similar to a name that is, or that the games have: the option adds it.
    IfSimilar,
    /// If no game was selected.
    IfNothingSelected,
}

/// The kind of a requested name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum TagOrCommand {
    Tag,
    Command,
}

/// Commands that many programs write.
const COMMANDS: &[&str] =
    &["cal", "clk", "csl", "depth", "egt", "emt", "eval", "mct", "mdl", "tqu"];

/// Returns true if `name` is a command that many programs write.
#[must_use]
pub fn is_known_command(name: &str) -> bool {
    COMMANDS.contains(&name)
}

/// Maximum number of other names in the games that are stored, to suggest one of them.
const MAX_OTHERS: usize = 512;

/// A name of an option.
#[derive(Clone, Debug)]
struct Name {
    option: &'static str,
    kind: TagOrCommand,
    /// The name as it was given.
    text: String,
    /// The well-known tag with this name; `None` if there is none.
    known: Option<TagName>,
    absence: Absence,
}

impl Name {
    fn is_well_known(&self) -> bool {
        self.known.is_some()
            || self.kind == TagOrCommand::Command && COMMANDS.contains(&&*self.text)
    }
}

/// The names that the options of a run contain. Shared by all threads.
#[derive(Debug, Default)]
pub struct RequestedNames {
    found: Mutex<FoundNames>,
    /// The number of names that no game had so far.
    n_open: AtomicUsize,
    has_games: AtomicBool,
    has_selected: AtomicBool,
    /// Number of inputs that were read to their ends, and the largest number of games in one.
    n_inputs: AtomicUsize,
    most_games: AtomicU64,
}

#[derive(Debug, Default)]
struct FoundNames {
    open: Vec<Name>,
    /// Tags and commands of games, sorted. Collected until all requested names have been found.
    others: Vec<(TagOrCommand, String)>,
}

impl RequestedNames {
    /// Registers the tag of a source, which `option` names; it is reported if no game has it. Fields are not
    /// registered, because every game has them. Names that were reported before the run are not registered again.
    pub fn request_source(&self, option: &'static str, source: &Source, absence: Absence) {
        match source {
            Source::Field(_) => (),
            Source::Known(name) => self.add(option, TagOrCommand::Tag, name.text(), absence),
            Source::Tag(name) if source.suggestion().is_none() => {
                self.add(option, TagOrCommand::Tag, name, absence);
            }
            Source::Tag(_) => (),
        }
    }

    /// Registers a tag that `option` names.
    pub fn request_tag(&self, option: &'static str, name: &str, absence: Absence) {
        self.add(option, TagOrCommand::Tag, name, absence);
    }

    /// Registers a command of comments, such as `clk`.
    pub fn request_command(&self, option: &'static str, name: &str) {
        self.add(option, TagOrCommand::Command, name, Absence::IfUnknown);
    }

    fn add(&self, option: &'static str, kind: TagOrCommand, text: &str, absence: Absence) {
        let known = if kind == TagOrCommand::Tag { TagName::find(text.as_bytes()) } else { None };
        let name = Name { option, kind, text: text.to_owned(), known, absence };
        let is_reported = matches!(absence, Absence::Always | Absence::IfNothingSelected);
        if !is_reported && name.is_well_known() {
            return;
        }
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if !found.open.iter().any(|it| it.option == option && it.text == text) {
            found.open.push(name);
            self.n_open.store(found.open.len(), Ordering::Relaxed);
        }
    }

    /// Notes that `--where` has selected a game.
    pub(crate) fn record_selected(&self) {
        if !self.has_selected.load(Ordering::Relaxed) {
            self.has_selected.store(true, Ordering::Relaxed);
        }
    }

    /// Returns true if there were games and `--where` has selected none of them.
    #[must_use]
    pub fn has_selected_nothing(&self) -> bool {
        self.has_games.load(Ordering::Relaxed) && !self.has_selected.load(Ordering::Relaxed)
    }

    /// Notes that an input with this number of games was read to its end.
    pub(crate) fn record_input(&self, n_games: u64) {
        self.n_inputs.fetch_add(1, Ordering::Relaxed);
        self.most_games.fetch_max(n_games, Ordering::Relaxed);
    }

    /// Returns the largest number of games in an input; `None` if no input was read to its end.
    #[must_use]
    pub fn most_games(&self) -> Option<u64> {
        let n_inputs = self.n_inputs.load(Ordering::Relaxed);
        (n_inputs > 0).then(|| self.most_games.load(Ordering::Relaxed))
    }

    /// Returns true if several inputs were read.
    #[must_use]
    pub fn has_several_inputs(&self) -> bool {
        self.n_inputs.load(Ordering::Relaxed) > 1
    }

    /// Returns a watch for the requested names in the games of a chunk.
    pub(crate) fn watch(&self) -> Watch<'_> {
        // No lock is needed when all names were found.
        let is_watching = self.n_open.load(Ordering::Relaxed) > 0;
        let open = if is_watching {
            self.found.lock().unwrap_or_else(PoisonError::into_inner).open.clone()
        } else {
            Vec::new()
        };
        Watch { requested: self, is_watching, open, others: Vec::new() }
    }

    /// Reports the names that no game has, each with the name that is probably meant.
    pub fn report(&self, messages: &Messages) {
        if !self.has_games.load(Ordering::Relaxed) {
            return;
        }
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        for name in &found.open {
            let meant = meant(name, &found.others);
            let is_reported = match name.absence {
                Absence::Always | Absence::IfUnknown => true,
                Absence::IfSimilar => meant.is_some(),
                Absence::IfNothingSelected => self.has_selected_nothing(),
            };
            if is_reported {
                let what = match name.kind {
                    TagOrCommand::Tag => "game has the tag",
                    TagOrCommand::Command => "comment has the command",
                };
                let meant = meant.map(|it| format!("; did you mean `{it}`?")).unwrap_or_default();
                let Name { option, text, .. } = name;
                messages.warning(format_args!("{option}: no {what} `{text}`{meant}"));
            }
        }
    }
}

/// Returns the name that is probably meant by one that no game has.
fn meant<'a>(name: &Name, others: &'a [(TagOrCommand, String)]) -> Option<&'a str> {
    if name.text.len() > 40 || name.is_well_known() {
        return None;
    }
    let of_games = others.iter().filter(|(kind, _)| *kind == name.kind).map(|(_, it)| it.as_str());
    let well_known = TagName::all().map(TagName::text).filter(|_| name.kind == TagOrCommand::Tag);
    let commands = COMMANDS.iter().copied().filter(|_| name.kind == TagOrCommand::Command);
    let (of_games, known) = (near(name, of_games), near(name, well_known.chain(commands)));
    // What the games have goes before what is only well known.
    let best = match (of_games, known) {
        (Some(here), Some(known)) if known.0 < here.0 => Some(known),
        (here, known) => here.or(known),
    };
    best.map(|(_, it)| it)
}

/// Returns the nearest of other names with its distance, if it is near enough.
fn near<'a>(name: &Name, names: impl Iterator<Item = &'a str>) -> Option<(usize, &'a str)> {
    let others = names.filter(|it| !it.eq_ignore_ascii_case(&name.text));
    let limit = 1 + name.text.len() / 4;
    nearest(&name.text, others).filter(|(n_slips, _)| *n_slips <= limit)
}

/// Looks for names in the games of a chunk.
pub(crate) struct Watch<'a> {
    requested: &'a RequestedNames,
    /// False if all names were found before.
    is_watching: bool,
    /// Names that no game had.
    open: Vec<Name>,
    others: Vec<(TagOrCommand, String)>,
}

impl Watch<'_> {
    /// Searches a game for the names.
    pub(crate) fn search(&mut self, game: &Game, src: &[u8]) {
        if !self.requested.has_games.load(Ordering::Relaxed) {
            self.requested.has_games.store(true, Ordering::Relaxed);
        }
        if self.open.is_empty() {
            return;
        }
        for pair in &game.tags {
            let name = pair.name.of(src);
            self.open.retain(|it| {
                let is_it = match it.known {
                    Some(known) => pair.known == Some(known),
                    None => name.eq_ignore_ascii_case(it.text.as_bytes()),
                };
                it.kind != TagOrCommand::Tag || !is_it
            });
            self.other(TagOrCommand::Tag, name);
        }
        if self.open.iter().all(|it| it.kind != TagOrCommand::Command) {
            return;
        }
        for node in &game.nodes {
            if !matches!(node.kind, NodeKind::Comment(kind) if kind != CommentKind::Words) {
                continue;
            }
            for command in commands(node.comment_text(src)) {
                let is_it = |it: &Name| command.name.eq_ignore_ascii_case(it.text.as_bytes());
                self.open.retain(|it| it.kind != TagOrCommand::Command || !is_it(it));
                self.other(TagOrCommand::Command, command.name);
            }
        }
    }

    fn other(&mut self, kind: TagOrCommand, name: &[u8]) {
        let is_it = |(other, it): &(TagOrCommand, String)| *other == kind && it.as_bytes() == name;
        if self.others.len() < MAX_OTHERS && name.len() <= 40 && !self.others.iter().any(is_it) {
            self.others.push((kind, String::from_utf8_lossy(name).into_owned()));
        }
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if !self.is_watching {
            return;
        }
        let mut found = self.requested.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.open.retain(|it| {
            self.open.iter().any(|open| open.option == it.option && open.text == it.text)
        });
        self.requested.n_open.store(found.open.len(), Ordering::Relaxed);
        for other in self.others.drain(..) {
            if let Err(at) = found.others.binary_search(&other) {
                found.others.insert(at, other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::reports::{
        messages::{Level, Terminal, Verbosity},
        progress::Bar,
    };

    #[derive(Debug, Default)]
    struct Heard(Arc<Mutex<Vec<String>>>);

    impl Terminal for Heard {
        fn message(&self, _: Level, text: &str) {
            self.0.lock().unwrap().push(text.to_owned());
        }

        fn progress(&self, _: Option<u64>) -> Option<Arc<dyn Bar>> {
            None
        }
    }

    /// Returns what is reported of names, given two games.
    fn reports(request: impl Fn(&RequestedNames)) -> Vec<String> {
        let text =
            b"[Event \"a\"]\n[WhiteElo \"1\"]\n[MyTag \"x\"]\n\n1. e4 {[%clk 1:00:00]} *\n\n\
                     [EVENT \"b\"]\n[Opponent \"y\"]\n\n1. d4 {[%foo 1]} *\n";
        let requested = RequestedNames::default();
        request(&requested);
        let mut games = pgn_syntax::Games::new(text);
        while let Some(game) = games.next() {
            requested.watch().search(game, text);
        }
        let heard = Heard::default();
        let lines = Arc::clone(&heard.0);
        requested.report(&Messages::new(Verbosity::Normal, Box::new(heard)));
        let lines = lines.lock().unwrap();
        lines.clone()
    }

    #[test]
    fn names_that_no_game_has() {
        let reported = reports(|requested| {
            for name in ["MyTag", "mytga", "Event", "WhiteTitle", "Xyzzy"] {
                requested.request_tag("--tags", name, Absence::IfUnknown);
                requested.request_tag("--set", name, Absence::IfSimilar);
            }
            requested.request_tag("--by", "WhiteTitle", Absence::Always);
            requested.request_tag("--by", "WhiteElo", Absence::Always);
            for name in ["clk", "ckl", "emt", "foo", "fooo"] {
                requested.request_command("--keep-commands", name);
            }
        });
        assert_eq!(
            reported,
            [
                "--tags: no game has the tag `mytga`; did you mean `MyTag`?",
                "--set: no game has the tag `mytga`; did you mean `MyTag`?",
                "--tags: no game has the tag `Xyzzy`",
                "--by: no game has the tag `WhiteTitle`",
                "--keep-commands: no comment has the command `ckl`; did you mean `clk`?",
                "--keep-commands: no comment has the command `fooo`; did you mean `foo`?",
            ]
        );
        let request = |requested: &RequestedNames| {
            requested.request_tag("--where", "WhiteTitle", Absence::IfNothingSelected)
        };
        assert_eq!(reports(request).len(), 1);
        assert!(
            reports(|requested| {
                request(requested);
                requested.record_selected();
            })
            .is_empty()
        );
    }
}

//! The summary at the end of a run that writes games.

use std::collections::BTreeMap;

use pgn_chess::{Lang, Language, export};
use pgn_lint::name;
use pgn_tags::{MAX_UNMAPPED, TagPlan, Unmapped, merge_unmapped};

use crate::{
    Globals,
    games::batch::PieceKind,
    manifest::{self, Counts},
    reports::{
        left_out::Tally,
        messages::{Messages, counted},
    },
    writing::text::{TextPiece, WrittenChunk},
};

/// What was done with games with errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadGames {
    /// They are not in the output.
    LeftOut,
    /// They are in the file of `--rejects` only.
    Rejected,
    /// They are in the output, in a form that these words describe.
    Written(&'static str),
}

impl BadGames {
    fn words(self) -> &'static str {
        match self {
            BadGames::LeftOut => "left out",
            BadGames::Rejected => "left out, in the file of --rejects",
            BadGames::Written(words) => words,
        }
    }
}

/// The counts of a run.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    pub(crate) n_games: u64,
    pub(crate) n_bad: u64,
    /// Number of games with errors whose unreadable text is in comments.
    n_commented: u64,
    /// The parts that were left out by design.
    left_out: Tally,
    unmapped: Unmapped,
    n_replaced: u64,
    n_unstripped: u64,
    /// Numbers of games that were read in the letters of a language that was found, by its name.
    languages: BTreeMap<&'static str, u64>,
    /// The first language that nearly all piece letters of a game with errors are of, the letter that is not, and the
    /// number of games with these two.
    nearest: Option<((Language, char), u64)>,
    /// Numbers of games that are not in the output, by reason.
    left: BTreeMap<&'static str, u64>,
    /// Numbers of games with errors, by the rule of the first error.
    errors: BTreeMap<&'static str, u64>,
    /// Number of games that were changed, in the inputs before the current one.
    n_changed: u64,
    /// Number of games of the current input that were changed.
    n_changed_here: u64,
}

impl Summary {
    /// Adds the counts of a chunk.
    pub(crate) fn merge(&mut self, written: &mut WrittenChunk) {
        self.n_replaced += written.n_replaced;
        self.n_unstripped += written.n_unstripped;
        merge_unmapped(&mut self.unmapped, std::mem::take(&mut written.unmapped));
    }

    /// Counts a selected text of `len` bytes, and what was left out of it.
    pub(crate) fn add(&mut self, piece: &TextPiece, len: usize) {
        let extras = piece.value.extras.as_deref();
        extras.iter().flat_map(|it| &it.left_out).for_each(|left| self.left_out.add(*left));
        if piece.kind != PieceKind::Game {
            return;
        }
        self.n_games += 1;
        if let Some(language) = extras.and_then(|it| it.found_language) {
            manifest::add(&mut self.languages, language.name(), 1);
        }
        let bad = extras.and_then(|it| it.bad.as_ref()).map(|bad| &bad.value);
        if let Some(bad) = bad {
            self.n_bad += 1;
            self.n_commented += u64::from(bad.written == Some(export::Written::Comment));
            manifest::add(&mut self.errors, bad.rule, 1);
            if let Some(nearest) = bad.nearest {
                let (first, n) = self.nearest.get_or_insert((nearest, 0));
                *n += u64::from(*first == nearest);
            }
        }
        if len == 0 {
            manifest::add(&mut self.left, bad.map_or("nothing-to-write", |bad| bad.rule), 1);
        } else {
            self.n_changed_here += u64::from(piece.is_changed);
        }
    }

    /// Ends an input. `is_written`: false if its file was not rewritten, so that its changes do not count.
    pub(crate) fn end_input(&mut self, is_written: bool) {
        let n = std::mem::take(&mut self.n_changed_here);
        self.n_changed += if is_written { n } else { 0 };
    }

    /// Returns the counts for the manifest. `reason`: the name of a change to a game.
    pub(crate) fn counts(&self, reason: &'static str, n_skipped: u64) -> Counts {
        let n_left: u64 = self.left.values().sum();
        let left_out = self.left_out.by_key().collect();
        let mut counts = Counts {
            dropped: self.left.clone(),
            errors: self.errors.clone(),
            left_out,
            ..Counts::of_kept(self.n_games - n_left)
        };
        counts.add_dropped("skip", n_skipped);
        counts.add_changed(reason, self.n_changed + self.n_changed_here);
        counts
    }

    /// Prints the summary.
    pub(crate) fn report(&self, bad_games: BadGames, globals: &Globals) {
        report_unmapped(&self.unmapped, &globals.messages);
        report_replaced(self.n_replaced, globals);
        if self.n_unstripped > 0 {
            let are = if self.n_unstripped == 1 { "is" } else { "are" };
            globals.messages.warning(format_args!(
                "{} {are} unchanged: without annotation, other moves or games would be read",
                counted(self.n_unstripped, "game")
            ));
        }
        let hint = if globals.messages.is_verbose() { "" } else { "; -v lists them" };
        if self.n_bad > 0 {
            let commented = "their unreadable text in comments";
            let words = bad_games.words();
            let words = match self.n_commented {
                0 => words.to_owned(),
                n if n == self.n_bad => commented.to_owned(),
                n => format!("{} {words}, {n} with {commented}", self.n_bad - n),
            };
            let is_left_out = bad_games == BadGames::LeftOut && self.n_commented == 0;
            let hint = if is_left_out { hint } else { "" };
            globals.messages.summary(format_args!(
                "games with errors: {} of {}, {words}{hint}",
                self.n_bad, self.n_games
            ));
        }
        self.report_languages(globals);
        self.report_letters(globals);
        let others = match bad_games {
            BadGames::LeftOut | BadGames::Rejected => self.left_out.without_games(self.n_bad),
            BadGames::Written(_) => self.left_out.clone(),
        };
        if !others.is_empty() {
            globals.messages.summary(format_args!("left out: {others}{hint}"));
        }
    }

    /// Notes in which languages other than English games were read, if these were found.
    fn report_languages(&self, globals: &Globals) {
        if self.languages.is_empty() {
            return;
        }
        let in_each = |(name, n): (&&str, &u64)| format!("{name} in {}", counted(*n, "game"));
        let list: Vec<String> = self.languages.iter().map(in_each).collect();
        globals.messages.note(format_args!("piece letters read as {}", list.join(", ")));
    }

    /// Notes that games with errors may be in another language, if the run has read the letters of English only.
    fn report_letters(&self, globals: &Globals) {
        let n = self.errors.get(name::foreign_piece_letter).copied().unwrap_or_default();
        if n > 0 && globals.reading.lang == Lang::English {
            let have = if n == 1 { "has" } else { "have" };
            globals.messages.note(format_args!(
                "{n} of them {have} piece letters that are not English: try --lang auto"
            ));
        }
        if let Some(((lang, letter), n)) = self.nearest {
            let have = if n == 1 { "has" } else { "have" };
            globals.messages.note(format_args!(
                "{n} of them {have} {} piece letters but for `{letter}`: --lang {} reads these, and English ones",
                lang.name(),
                lang.code()
            ));
        }
    }
}

/// Returns the number of games that were selected, of those that were read. `is_cut`: true if reading ended at the last
/// game of `--take`.
pub(crate) fn selected(n_games: u64, n_read: u64, is_cut: bool) -> String {
    let games = if n_games == n_read {
        counted(n_read, "game")
    } else {
        format!("{n_games} of {}", counted(n_read, "game"))
    };
    if is_cut { format!("{games}{AFTER_TAKE}") } else { games }
}

/// The end of the summary of a run that ended at the last game of `--take`.
pub(crate) const AFTER_TAKE: &str = "; nothing is read after --take";

/// Reports the values that the table of `--map-tag` does not contain.
fn report_unmapped(unmapped: &Unmapped, messages: &Messages) {
    if unmapped.is_empty() {
        return;
    }
    for ((tag, value), n) in unmapped {
        messages.detail(format_args!("not in the table: {tag} `{value}`, {n} ×"));
    }
    let n = unmapped.len();
    let names = if n == 1 { "value is" } else { "values are" };
    let more = if n >= MAX_UNMAPPED { "at least " } else { "" };
    let list = if messages.is_verbose() { "" } else { " (-v lists them)" };
    messages.summary(format_args!("--map-tag: {more}{n} {names} not in the table{list}"));
}

/// Notes the dates that `--normalize` has left as they are, and tables of tag values or ratings that have changed no game,
/// which is probably a slip in the table. With `--follow`, games may still come.
pub(crate) fn report_tag_edits(tags: &TagPlan, globals: &Globals) {
    let n = tags.undecided_dates.get();
    if n > 0 {
        let stay = if n == 1 { "stays" } else { "stay" };
        globals.messages.note(format_args!(
            "--normalize: {} can be read in two ways and {stay} as written; set --date-order dmy or mdy",
            counted(n, "date")
        ));
    }
    if globals.reading.fresh.is_some() {
        return;
    }
    if tags.map.as_ref().is_some_and(|map| !map.is_used()) {
        globals.messages.note("--map-tag: no game that was written has a value of the table");
    }
    if tags.ratings.as_ref().is_some_and(|ratings| !ratings.is_used()) {
        globals.messages.note("--add-ratings: no player without a rating, of the games that were written, is in the table");
    }
}

/// Reports the games in which moves, names and markers are not in the character set that is written.
pub(crate) fn report_mixed(n: u64, globals: &Globals) {
    if n > 0 {
        let (verb, they) = if n == 1 { ("has", "it stays") } else { ("have", "they stay") };
        globals.messages.warning(format_args!(
            "{} {verb} characters in moves, tag names or markers that are not in the character set that is written: \
             there {they} in another one",
            counted(n, "game"),
        ));
    }
}

/// Reports the characters that the character set of the output does not have.
pub(crate) fn report_replaced(n: u64, globals: &Globals) {
    if n == 0 {
        return;
    }
    let (verb, what) = if n == 1 { ("is", "it") } else { ("are", "each") };
    globals.messages.warning(format_args!(
        "{} {verb} not in the character set that is written: `?` stands for {what} (`_` in names of tags)",
        counted(n, "character")
    ));
}

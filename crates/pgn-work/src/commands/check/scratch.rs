//! The checkers and fixers of a thread, for each ruling.

use pgn_chess::ReplayOptions;
use pgn_lint::{
    Applicability, Checker, Fixer, Follows, GamePlace, KnownFinding, Options, Spellings,
    TextBefore, is_within_line,
};
use pgn_stream::{ChunkView, Flags, InputInfo};
use pgn_syntax::{Fallback, Game, date::DateOrder};

use super::{Check, rendering::ByRule};
use crate::commands::check::{BaselinePlan, FixMode, Ruling};

/// The flags of an input that represent the fields of [`TextBefore`].
const OPEN_COMMENT: u64 = 1;
const ENDS_IN_TAGS: u64 = 2;
const ENDS_IN_WORDS: u64 = 4;

/// Number of rulings whose checkers and fixers a thread keeps. Each takes more than 50 kB.
const MAX_KEPT: usize = 16;

/// The checkers and fixers of a thread, created when an input needs them.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The checkers and fixers of the rulings that were used last, the current ruling first.
    kept: Vec<RulingTools>,
    /// For each of the two fixers, true if it has begun the current chunk.
    has_begun: [bool; 2],
    /// Index of the ruling of the current input.
    at_work: usize,
    /// What is done with the fixes of the current input.
    pub(super) mode: Option<FixMode>,
    /// The rules whose limit is reached in the current input.
    pub(super) full: ByRule,
    /// Number of findings that the current checker had left out before the current chunk.
    pub(super) n_left_out: u64,
    /// The findings of the current game, before it was fixed, that the baseline contains.
    pub(super) known: Vec<KnownFinding>,
    /// State of the text before the next game of the current chunk.
    before: TextBefore,
    /// True if a game of the current chunk so far has a comment in braces.
    has_braces: bool,
    /// True if the current chunk has had a game.
    has_games: bool,
    /// The character set of strings that are not UTF-8.
    pub(super) fallback: Fallback,
    /// The order of day and month in ambiguous dates.
    dates: DateOrder,
}

/// The checker and the fixers of a ruling.
struct RulingTools {
    /// Index of the ruling.
    ruling: usize,
    checker: Option<Checker>,
    /// A fixer for safe fixes and one for all fixes.
    fixers: [Option<Fixer>; 2],
}

impl Scratch {
    pub(super) fn new(fallback: Fallback) -> Scratch {
        Scratch { fallback, ..Scratch::default() }
    }

    /// Returns the checker for an input.
    pub(super) fn checker(&mut self, check: &Check<'_>, input: &InputInfo) -> &mut Checker {
        self.at_work = check.plan.rulings.index(input);
        self.current(check)
    }

    /// Returns the checker for the current ruling.
    pub(super) fn current(&mut self, check: &Check<'_>) -> &mut Checker {
        let (ruling, fallback, dates) = (self.ruling(check), self.fallback, self.dates);
        self.tools().checker.get_or_insert_with(|| {
            Checker::new(&ruling.rules, check.options(ruling, fallback, dates))
        })
    }

    /// Returns the checkers and fixers of the current ruling, of which those that are not kept are created when they are
    /// needed.
    fn tools(&mut self) -> &mut RulingTools {
        let ruling = self.at_work;
        match self.kept.iter().position(|tools| tools.ruling == ruling) {
            Some(at) => self.kept[..=at].rotate_right(1),
            None => {
                self.kept.truncate(MAX_KEPT - 1);
                self.kept.insert(0, RulingTools { ruling, checker: None, fixers: [None, None] });
            }
        }
        &mut self.kept[0]
    }

    /// Returns the ruling of the current input.
    pub(super) fn ruling<'a>(&self, check: &Check<'a>) -> &'a Ruling {
        &check.plan.rulings.all[self.at_work]
    }

    /// Begins a chunk. `flags`: the flags that the chunks before it are known to have set.
    pub(super) fn begin(&mut self, check: &Check<'_>, chunk: &ChunkView<'_>, flags: u64) {
        let follows = if chunk.is_last() { Follows::Nothing } else { Follows::More };
        let dates = check.reading.dates(chunk.input);
        if std::mem::replace(&mut self.dates, dates) != dates {
            self.kept.clear();
        }
        self.mode = check.mode(chunk.input);
        let checker = self.checker(check, chunk.input);
        checker.start_chunk(chunk.bytes, follows);
        self.n_left_out = checker.n_left_out();
        self.full = check.full.counts(chunk.input.index);
        self.has_begun = [false; 2];
        self.set_flags(flags);
        (self.has_braces, self.has_games) = (false, false);
    }

    /// Returns the fixer of the current ruling for fixes up to `applicability`. `src`: the text of the chunk.
    pub(super) fn fixer(
        &mut self,
        check: &Check<'_>,
        applicability: Applicability,
        src: &[u8],
    ) -> &mut Fixer {
        let (ruling, fallback, dates) = (self.ruling(check), self.fallback, self.dates);
        let which = usize::from(applicability == Applicability::Unsafe);
        let has_begun = std::mem::replace(&mut self.has_begun[which], true);
        let fixer = self.tools().fixers[which].get_or_insert_with(|| {
            // Findings that are not shown are not fixed.
            let options = Options {
                min_severity: ruling.show,
                fixable: Some(ruling.fixable.rules.clone()),
                ..check.options(ruling, fallback, dates)
            };
            Fixer::new(&ruling.rules, applicability, check.read, options)
        });
        if !has_begun {
            fixer.start_chunk(src, Follows::More);
        }
        fixer
    }

    /// Sets the state of the text before the current chunk.
    fn set_flags(&mut self, flags: u64) {
        self.before = TextBefore {
            has_open_comment: flags & OPEN_COMMENT != 0,
            ends_in_tags: flags & ENDS_IN_TAGS != 0,
            ends_in_words: flags & ENDS_IN_WORDS != 0,
        };
    }

    /// Begins the text of a chunk after its fixes. `flags`: the flags that the chunks before it have set.
    pub(super) fn begin_again(&mut self, mode: Option<FixMode>, flags: u64) {
        self.mode = mode;
        self.set_flags(flags);
        self.has_begun = [false; 2];
    }

    /// Returns the placement of a game in its input. `src`: the text of the chunk, before or after its fixes.
    pub(super) fn placement(&self, game: &Game, chunk: &ChunkView<'_>, src: &[u8]) -> GamePlace {
        GamePlace {
            is_first: chunk.is_first && game.span.start == 0,
            is_last: chunk.is_last() && game.span.end as usize == src.len(),
            is_within_line: is_within_line(src, game.span.start),
            before: self.before,
        }
    }

    /// Moves past a game. `before_next`: the state of the text that follows the game after its fixes; `None` if it does not
    /// change.
    pub(super) fn pass(&mut self, game: &Game, before_next: Option<TextBefore>) {
        // Games are searched only until one has a comment in braces; in most files this is the first one.
        self.has_braces = self.has_braces || pgn_lint::has_braces(game);
        self.has_games = true;
        match before_next {
            Some(before) => self.before = before,
            None => self.before.pass(game),
        }
    }

    /// Moves past bytes that were not parsed, or of which only the tags were.
    pub(super) fn pass_bytes(&mut self, bytes: &[u8]) {
        self.has_braces |= self.before.pass_bytes(bytes);
        self.has_games = true;
    }

    /// Moves past a game that is too large to be parsed, which may leave a comment open.
    pub(super) fn pass_large(&mut self) {
        self.pass_bytes(b"{");
    }

    /// Returns how the chunk changes the flags of its input.
    pub(super) fn flags(&self) -> Flags {
        let flag = |is_set, flag| if is_set { flag } else { 0 };
        Flags {
            kept: flag(!self.has_braces, OPEN_COMMENT)
                | flag(!self.has_games, ENDS_IN_TAGS | ENDS_IN_WORDS),
            set: flag(self.before.has_open_comment, OPEN_COMMENT)
                | flag(self.before.ends_in_tags, ENDS_IN_TAGS)
                | flag(self.before.ends_in_words, ENDS_IN_WORDS),
        }
    }
}

impl Check<'_> {
    pub(super) fn options(&self, ruling: &Ruling, fallback: Fallback, dates: DateOrder) -> Options {
        let is_whole =
            self.plan.select.selects_all() && matches!(self.plan.baseline, BaselinePlan::None);
        Options {
            spellings: if is_whole { Spellings::OfFile } else { Spellings::OfGame },
            dates,
            ..ruling.options(ruling.min_severity(), ReplayOptions { fallback, ..self.replay })
        }
    }
}

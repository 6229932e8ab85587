//! What is said of a run: errors, warnings, the summary; and whether something failed.

use std::{
    fmt::{self, Display},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::{exit::ExitStatus, progress::Bar};

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// Nothing.
    Silent,
    /// Only what makes a run fail.
    Quiet,
    /// Errors, warnings and the summary.
    Normal,
    /// Also what was skipped, dropped or repaired, by kind.
    Verbose,
}

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Something could not be done.
    Error,
    /// Something is odd.
    Warning,
    /// How something was understood.
    Note,
    /// A summary, a detail, or a line below another message.
    Plain,
}

/// Where messages are shown, and how far a run has come. Shared by all threads.
pub trait Terminal: fmt::Debug + Send + Sync {
    /// Shows a message, which may hold any character.
    fn message(&self, level: Level, text: &str);

    /// Begins to show how far a run over `n_total` bytes has come, if that is shown; `None`: their number is
    /// not known.
    fn progress(&self, n_total: Option<u64>) -> Option<Arc<dyn Bar>>;
}

/// A terminal that shows nothing.
impl Terminal for () {
    fn message(&self, _: Level, _: &str) {}

    fn progress(&self, _: Option<u64>) -> Option<Arc<dyn Bar>> {
        None
    }
}

/// Passes messages on, and remembers that something failed. Shared by all threads.
#[derive(Debug)]
pub struct Messages {
    verbosity: Verbosity,
    failed: AtomicBool,
    terminal: Box<dyn Terminal>,
}

impl Messages {
    /// Returns messages of which `terminal` shows as much as `verbosity` allows.
    #[must_use]
    pub fn new(verbosity: Verbosity, terminal: Box<dyn Terminal>) -> Messages {
        Messages { verbosity, failed: AtomicBool::new(false), terminal }
    }

    /// Reports that something could not be done; the run goes on, and has failed.
    pub fn error(&self, message: impl Display) {
        self.failed.store(true, Ordering::Relaxed);
        self.show(Verbosity::Quiet, Level::Error, &message);
    }

    /// Reports the same, with lines below it that show the place.
    pub fn error_at(&self, message: impl Display, lines: &[String]) {
        self.error(message);
        for line in lines {
            self.show(Verbosity::Quiet, Level::Plain, &format_args!("  {line}"));
        }
    }

    /// Reports that something is odd, but nothing was lost.
    pub fn warning(&self, message: impl Display) {
        self.show(Verbosity::Normal, Level::Warning, &message);
    }

    /// Reports how something was understood.
    pub fn note(&self, message: impl Display) {
        self.show(Verbosity::Normal, Level::Note, &message);
    }

    /// Shows what was done: the last line of a run.
    pub fn summary(&self, message: impl Display) {
        self.show(Verbosity::Normal, Level::Plain, &message);
    }

    /// Shows a detail, if details are asked for.
    pub fn detail(&self, message: impl Display) {
        self.show(Verbosity::Verbose, Level::Plain, &message);
    }

    /// Returns true if details are asked for, for callers that must work to get them.
    #[must_use]
    pub fn is_verbose(&self) -> bool {
        self.verbosity == Verbosity::Verbose
    }

    /// Returns true if an error was reported, also if it was not shown.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Returns `status`, or `Failed` if an error was reported.
    #[must_use]
    pub fn worst(&self, status: ExitStatus) -> ExitStatus {
        if self.has_failed() { ExitStatus::Failed } else { status }
    }

    /// Returns where messages are shown.
    #[must_use]
    pub fn terminal(&self) -> &dyn Terminal {
        &*self.terminal
    }

    fn show(&self, least: Verbosity, level: Level, message: &dyn Display) {
        if self.verbosity >= least {
            self.terminal.message(level, &message.to_string());
        }
    }
}

/// Returns a number of things: `1 game`, `2 games`.
#[must_use]
pub fn counted(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_remembered_even_if_hidden() {
        let messages = Messages::new(Verbosity::Silent, Box::new(()));
        messages.warning("nothing");
        assert_eq!(messages.worst(ExitStatus::Findings), ExitStatus::Findings);
        messages.error("something");
        assert_eq!(messages.worst(ExitStatus::Findings), ExitStatus::Failed);
    }
}

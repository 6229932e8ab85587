//! Messages of a run: errors, warnings and the summary; and whether the run has failed.

use std::{
    ffi::OsString,
    fmt::{self, Display},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::reports::{exit::ExitStatus, progress::Bar};

/// The messages that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// No messages.
    Silent,
    /// Only errors.
    Quiet,
    /// Errors, warnings and the summary.
    Normal,
    /// Also details: parts that were skipped, dropped or repaired.
    Verbose,
}

/// The level of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// An error: something could not be done.
    Error,
    /// A warning: something is unusual, and nothing was lost.
    Warning,
    /// A note: how the input was interpreted.
    Note,
    /// A summary, a detail, or a line below another message.
    Plain,
}

/// The display of messages and of progress. All threads share it.
pub trait Terminal: fmt::Debug + Send + Sync {
    /// Shows a message. `text` can contain any character.
    fn message(&self, level: Level, text: &str);

    /// Begins to show the progress of a run; `None` if progress is not shown. `n_total`: the number of bytes of the
    /// run; `None` if it is not known.
    fn progress(&self, n_total: Option<u64>) -> Option<Arc<dyn Bar>>;
}

/// A terminal that shows nothing.
impl Terminal for () {
    fn message(&self, _: Level, _: &str) {}

    fn progress(&self, _: Option<u64>) -> Option<Arc<dyn Bar>> {
        None
    }
}

/// Shows messages, and records whether there was an error. All threads share one value.
#[derive(Debug)]
pub struct Messages {
    verbosity: Verbosity,
    failed: AtomicBool,
    terminal: Box<dyn Terminal>,
}

impl Messages {
    /// Returns messages that are shown on `terminal` as far as `verbosity` allows.
    #[must_use]
    pub fn new(verbosity: Verbosity, terminal: Box<dyn Terminal>) -> Messages {
        Messages { verbosity, failed: AtomicBool::new(false), terminal }
    }

    /// Reports an error. The run continues, and has failed.
    pub fn error(&self, message: impl Display) {
        self.failed.store(true, Ordering::Relaxed);
        self.show(Verbosity::Quiet, Level::Error, &message);
    }

    /// Reports an error. `lines`: lines below the message, which show the place.
    pub fn error_at(&self, message: impl Display, lines: &[String]) {
        self.error(message);
        for line in lines {
            self.show(Verbosity::Quiet, Level::Plain, &format_args!("  {line}"));
        }
    }

    /// Reports a warning: something is unusual, and nothing was lost.
    pub fn warning(&self, message: impl Display) {
        self.show(Verbosity::Normal, Level::Warning, &message);
    }

    /// Reports how the input was interpreted.
    pub fn note(&self, message: impl Display) {
        self.show(Verbosity::Normal, Level::Note, &message);
    }

    /// Shows the summary, the last line of a run.
    pub fn summary(&self, message: impl Display) {
        self.show(Verbosity::Normal, Level::Plain, &message);
    }

    /// Shows a detail, if the verbosity is [`Verbosity::Verbose`].
    pub fn detail(&self, message: impl Display) {
        self.show(Verbosity::Verbose, Level::Plain, &message);
    }

    /// Returns true if details are shown, so that the caller should collect them.
    #[must_use]
    pub fn is_verbose(&self) -> bool {
        self.verbosity == Verbosity::Verbose
    }

    /// Returns true if an error was reported, even if it was not shown.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Returns `status`, or `Failed` if an error was reported.
    #[must_use]
    pub fn worst(&self, status: ExitStatus) -> ExitStatus {
        if self.has_failed() { ExitStatus::Failed } else { status }
    }

    /// Returns the terminal.
    #[must_use]
    pub fn terminal(&self) -> &dyn Terminal {
        &*self.terminal
    }

    fn show(&self, min_verbosity: Verbosity, level: Level, message: &dyn Display) {
        if self.verbosity >= min_verbosity {
            self.terminal.message(level, &message.to_string());
        }
    }
}

/// Returns a number and a noun: `1 game`, `2 games`.
#[must_use]
pub fn counted(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// Returns true if a command line, which need not be a valid one, has `--quiet` twice, so that not even errors are shown.
#[must_use]
pub fn is_silent(line: &[OsString]) -> bool {
    let options = line.iter().skip(1).take_while(|&arg| arg != "--");
    let n_times = |arg: &str| match arg.strip_prefix('-') {
        Some("-quiet") => 1,
        Some(letters) if letters.bytes().all(|it| it == b'q') => letters.len(),
        _ => 0,
    };
    // Names of inputs need not be UTF-8.
    options.filter_map(|arg| arg.to_str()).map(n_times).sum::<usize>() > 1
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

    #[test]
    fn a_line_is_silent_if_it_is_quiet_twice() {
        let is_silent =
            |line: &str| is_silent(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        for line in ["pgnkit check -qq --foo", "pgnkit -q check --quiet", "pgnkit -q -q --foo"] {
            assert!(is_silent(line), "{line}");
        }
        for line in ["pgnkit check -q --foo", "pgnkit check -q -- -q", "qq", "pgnkit check - qq"] {
            assert!(!is_silent(line), "{line}");
        }
        #[cfg(unix)]
        {
            let name = std::os::unix::ffi::OsStringExt::from_vec(b"\xe9.pgn".to_vec());
            assert!(super::is_silent(&["pgnkit".into(), "check".into(), name, "-qq".into()]));
        }
    }
}

//! The one writer to stderr: errors, warnings, the summary line; and whether something failed.
//!
//! Names of files and pieces of games come from outside: control characters never reach the
//! terminal, and one message is one line.

use std::{
    fmt::{Display, Write as _},
    io::{self, Write as _},
    sync::{
        Mutex, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use pgn_report::text::{escape, is_unsafe};

use crate::{exit::ExitStatus, progress::Bar};

/// How much is said on stderr.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verbosity {
    /// `-qq`: nothing.
    Silent,
    /// `-q`: only what makes the exit status 2.
    Quiet,
    /// Errors, warnings and the summary.
    Normal,
    /// `-v`: also what was skipped, dropped or repaired, by kind.
    Verbose,
}

/// Writes messages and remembers that something failed. Shared by all threads.
#[derive(Debug)]
pub(crate) struct Messages {
    verbosity: Verbosity,
    color: bool,
    failed: AtomicBool,
    /// A line is written whole, and not into a progress bar.
    lines: Mutex<()>,
    bar: OnceLock<Bar>,
}

impl Messages {
    /// A writer that says as much as `verbosity` allows, its first word in color if `color`.
    pub(crate) fn new(verbosity: Verbosity, color: bool) -> Messages {
        let failed = AtomicBool::new(false);
        Messages { verbosity, color, failed, lines: Mutex::new(()), bar: OnceLock::new() }
    }

    /// Something could not be done; the run goes on, and its exit status will be 2.
    pub(crate) fn error(&self, message: impl Display) {
        self.failed.store(true, Ordering::Relaxed);
        if self.verbosity >= Verbosity::Quiet {
            self.line("error", "\x1b[1;31m", &message);
        }
    }

    /// The same, with lines below it that show the place.
    pub(crate) fn error_at(&self, message: impl Display, lines: &[String]) {
        self.error(message);
        if self.verbosity >= Verbosity::Quiet {
            for line in lines {
                self.line("", "", &format_args!("  {line}"));
            }
        }
    }

    /// Something is odd, but nothing was lost.
    pub(crate) fn warning(&self, message: impl Display) {
        if self.verbosity >= Verbosity::Normal {
            self.line("warning", "\x1b[1;33m", &message);
        }
    }

    /// Says how something was understood.
    pub(crate) fn note(&self, message: impl Display) {
        if self.verbosity >= Verbosity::Normal {
            self.line("note", "\x1b[1;36m", &message);
        }
    }

    /// The last line of a run: what was done.
    pub(crate) fn summary(&self, message: impl Display) {
        if self.verbosity >= Verbosity::Normal {
            self.line("", "", &message);
        }
    }

    /// A detail for `-v`.
    pub(crate) fn detail(&self, message: impl Display) {
        if self.is_verbose() {
            self.line("", "", &message);
        }
    }

    /// Whether `-v` asks for details, for callers that must work to get them.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbosity == Verbosity::Verbose
    }

    /// Whether an error was told, also if `-qq` hid it.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// `status`, or `Failed` if an error was told.
    pub(crate) fn worst(&self, status: ExitStatus) -> ExitStatus {
        if self.has_failed() { ExitStatus::Failed } else { status }
    }

    /// From now on a message takes `bar` off the terminal while it is written.
    pub(crate) fn stay_clear_of(&self, bar: Bar) {
        // A run has one bar; a second one would be a bar nobody sees.
        let _ = self.bar.set(bar);
    }

    fn line(&self, label: &str, color: &str, message: &dyn Display) {
        let mut line = String::new();
        if !label.is_empty() {
            let (on, off) = if self.color { (color, "\x1b[0m") } else { ("", "") };
            let _ = write!(line, "{on}{label}{off}: ");
        }
        line.push_str(&escape(&message.to_string()));
        line.push('\n');
        let guard = self.lines.lock();
        let write = || {
            // Nobody can be told that stderr is closed.
            let _ = io::stderr().lock().write_all(line.as_bytes());
        };
        match self.bar.get() {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
        drop(guard);
    }
}

/// Shows help, version, or what is wrong with the command line, as clap words it.
pub(crate) fn usage(err: &clap::Error) -> ExitStatus {
    let plain = err.render().to_string();
    if err.use_stderr() && plain.contains(|c| is_unsafe(c) && c != '\n') {
        // A glob of the shell can bring in any name.
        for line in plain.lines() {
            let _ = writeln!(io::stderr().lock(), "{}", escape(line));
        }
        return ExitStatus::Failed;
    }
    // A closed stdout takes what is printed as if it were open.
    let printed = match pgn_stream::Output::stdout() {
        Err(_) if !err.use_stderr() => Err(io::Error::other("it is closed")),
        _ => err.print(),
    };
    match printed {
        Err(failure) if failure.kind() != io::ErrorKind::BrokenPipe && !err.use_stderr() => {
            let messages = Messages::new(Verbosity::Normal, false);
            messages.error(format_args!("cannot write to stdout: {failure}"));
            ExitStatus::Failed
        }
        _ if err.use_stderr() => ExitStatus::Failed,
        _ => ExitStatus::Clean,
    }
}

/// `1 game`, `2 games`.
pub(crate) fn counted(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_remembered_even_if_hidden() {
        let messages = Messages::new(Verbosity::Silent, false);
        messages.warning("nothing");
        assert_eq!(messages.worst(ExitStatus::Findings), ExitStatus::Findings);
        messages.error("something");
        assert_eq!(messages.worst(ExitStatus::Findings), ExitStatus::Failed);
    }
}

//! Writes to stderr: errors, warnings, the summary line.
//!
//! Messages may contain file names and pieces of games: control characters are escaped, and a
//! message is one line.

use std::{
    io::{self, Write as _},
    sync::{Arc, Mutex, OnceLock},
};

use pgn_report::text::escape;
use pgn_syntax::look_alike::has_effect;
use pgn_work::{
    ExitStatus,
    messages::{Level, Messages, Terminal, Verbosity},
    progress::Bar,
};

use crate::progress::{self, ProgressWhen, TerminalBar};

/// The writer to stderr; clones share the same state.
#[derive(Clone, Debug)]
pub(crate) struct Stderr(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    verbosity: Verbosity,
    color: bool,
    progress: ProgressWhen,
    /// Held while a line is written, so that lines do not mix with each other or with the progress
    /// bar.
    lines: Mutex<()>,
    bar: OnceLock<TerminalBar>,
}

impl Stderr {
    /// Returns messages that go to stderr, with colored labels if `color`.
    pub(crate) fn messages(verbosity: Verbosity, color: bool, progress: ProgressWhen) -> Messages {
        let (lines, bar) = (Mutex::new(()), OnceLock::new());
        let stderr = Stderr(Arc::new(Shared { verbosity, color, progress, lines, bar }));
        Messages::new(verbosity, Box::new(stderr))
    }
}

impl Terminal for Stderr {
    fn message(&self, level: Level, text: &str) {
        let (label, color) = match level {
            Level::Error => ("error", "\x1b[1;31m"),
            Level::Warning => ("warning", "\x1b[1;33m"),
            Level::Note => ("note", "\x1b[1;36m"),
            Level::Plain => ("", ""),
        };
        let mut line = match label {
            "" => String::new(),
            _ if self.0.color => format!("{color}{label}\x1b[0m: "),
            _ => format!("{label}: "),
        };
        line.push_str(&escape(text));
        line.push('\n');
        let guard = self.0.lines.lock();
        let mut write = || {
            // A failure to write to stderr cannot be reported.
            let _ = io::stderr().lock().write_all(line.as_bytes());
        };
        match self.0.bar.get() {
            Some(bar) => bar.suspend(&mut write),
            None => write(),
        }
        drop(guard);
    }

    fn progress(&self, n_total: Option<u64>) -> Option<Arc<dyn Bar>> {
        let Shared { verbosity, progress, bar, .. } = &*self.0;
        progress::start(*progress, *verbosity, n_total, self.clone(), bar)
    }
}

/// Prints a summary of the program, for a command line without arguments.
pub(crate) fn greet(greeting: &str) -> ExitStatus {
    let _ = io::stderr().lock().write_all(greeting.as_bytes());
    ExitStatus::Failed
}

/// Prints help, the version or a usage error of clap, and returns the exit status. `meant`: the command line that was
/// probably meant, and `last`, the last line; both are printed after an error.
pub(crate) fn usage(err: &clap::Error, meant: Option<&str>, last: Option<&str>) -> ExitStatus {
    let status = print_usage(err);
    if err.use_stderr() {
        if let Some(line) = meant {
            suggest(line);
        }
        if let Some(line) = last {
            let _ = writeln!(io::stderr().lock(), "\n{line}");
        }
    }
    status
}

/// Prints the command that was probably meant.
pub(crate) fn suggest(line: &str) {
    let _ = writeln!(io::stderr().lock(), "\nTry: {line}");
}

fn print_usage(err: &clap::Error) -> ExitStatus {
    let plain = err.render().to_string();
    if err.use_stderr() && plain.contains(|c| has_effect(c) && c != '\n') {
        // A file name from a shell glob can contain control characters.
        for line in plain.lines() {
            let _ = writeln!(io::stderr().lock(), "{}", escape(line));
        }
        return ExitStatus::Failed;
    }
    // The standard library reports no error when stdout is closed.
    let printed = match pgn_stream::Output::stdout() {
        Err(_) if !err.use_stderr() => Err(io::Error::other("it is closed")),
        _ => err.print(),
    };
    match printed {
        Err(failure) if failure.kind() != io::ErrorKind::BrokenPipe && !err.use_stderr() => {
            let messages = Stderr::messages(Verbosity::Normal, false, ProgressWhen::Never);
            messages.error(format_args!("cannot write to stdout: {failure}"));
            ExitStatus::Failed
        }
        _ if err.use_stderr() => ExitStatus::Failed,
        _ => ExitStatus::Clean,
    }
}

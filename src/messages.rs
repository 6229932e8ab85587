//! The one writer to stderr: errors, warnings, the summary line.
//!
//! Names of files and pieces of games come from outside: control characters never reach the
//! terminal, and one message is one line.

use std::{
    io::{self, Write as _},
    sync::{Arc, Mutex, OnceLock},
};

use pgn_report::text::{escape, is_unsafe};
use pgn_work::{
    ExitStatus,
    messages::{Level, Messages, Terminal, Verbosity},
    progress::Bar,
};

use crate::progress::{self, Drawn, ProgressWhen};

/// Stderr; clones are the same.
#[derive(Clone, Debug)]
pub(crate) struct Stderr(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    verbosity: Verbosity,
    color: bool,
    progress: ProgressWhen,
    /// A line is written whole, and not into a progress bar.
    lines: Mutex<()>,
    bar: OnceLock<Drawn>,
}

impl Stderr {
    /// Returns messages that go to stderr, their first words in color if `color`.
    pub(crate) fn messages(verbosity: Verbosity, color: bool, progress: ProgressWhen) -> Messages {
        let (lines, bar) = (Mutex::new(()), OnceLock::new());
        let stderr = Stderr(Arc::new(Shared { verbosity, color, progress, lines, bar }));
        Messages::new(verbosity, Box::new(stderr))
    }

    /// Tells how far a run has come, where there is no terminal.
    fn tell(&self, words: &str) {
        if self.0.verbosity >= Verbosity::Normal {
            self.message(Level::Plain, words);
        }
    }
}

impl Terminal for Stderr {
    fn message(&self, level: Level, text: &str) {
        let (label, color) = match level {
            Level::Error => ("error: ", "\x1b[1;31m"),
            Level::Warning => ("warning: ", "\x1b[1;33m"),
            Level::Note => ("note: ", "\x1b[1;36m"),
            Level::Plain => ("", ""),
        };
        let mut line = match label.strip_suffix(": ") {
            Some(word) if self.0.color => format!("{color}{word}\x1b[0m: "),
            _ => label.to_owned(),
        };
        line.push_str(&escape(text));
        line.push('\n');
        let guard = self.0.lines.lock();
        let mut write = || {
            // Nobody can be told that stderr is closed.
            let _ = io::stderr().lock().write_all(line.as_bytes());
        };
        match self.0.bar.get() {
            Some(bar) => bar.suspend(&mut write),
            None => write(),
        }
        drop(guard);
    }

    fn progress(&self, n_total: Option<u64>) -> Option<Arc<dyn Bar>> {
        let stderr = self.clone();
        let tell = move |words: &str| stderr.tell(words);
        progress::start(self.0.progress, n_total, tell, &self.0.bar)
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
            let messages = Stderr::messages(Verbosity::Normal, false, ProgressWhen::Never);
            messages.error(format_args!("cannot write to stdout: {failure}"));
            ExitStatus::Failed
        }
        _ if err.use_stderr() => ExitStatus::Failed,
        _ => ExitStatus::Clean,
    }
}

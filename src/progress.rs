//! The progress of a run: a bar on stderr, by bytes read, for runs of more than a second.

use std::{
    io::{self, IsTerminal},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use clap::ValueEnum;
use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};
use pgn_work::{
    messages::{Level, Terminal, Verbosity},
    progress::Bar,
};

/// `--progress`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressWhen {
    /// A bar if stderr is a terminal and the run takes more than a second
    #[default]
    Auto,
    /// A bar at once; without a terminal, a line per second
    Always,
    /// No progress
    Never,
}

impl ProgressWhen {
    /// Returns when progress is shown at a verbosity: with `--quiet` only on request, and never if it is given twice.
    fn at(self, verbosity: Verbosity) -> ProgressWhen {
        match (verbosity, self) {
            (Verbosity::Silent, _) | (Verbosity::Quiet, ProgressWhen::Auto) => ProgressWhen::Never,
            (Verbosity::Quiet | Verbosity::Normal | Verbosity::Verbose, when) => when,
        }
    }
}

/// Time before the bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// Terminal width that the full bar needs, in columns.
const WIDE: u16 = 80;

/// Starts to show progress: a bar, which is stored in `drawn`, so that messages can suspend it, or lines on `stderr` if
/// that is not a terminal.
pub(crate) fn start(
    when: ProgressWhen,
    verbosity: Verbosity,
    n_total: Option<u64>,
    stderr: impl Terminal + 'static,
    drawn: &OnceLock<TerminalBar>,
) -> Option<Arc<dyn Bar>> {
    let is_terminal = io::stderr().is_terminal();
    let now = Instant::now();
    match when.at(verbosity) {
        ProgressWhen::Never => None,
        ProgressWhen::Auto if !is_terminal => None,
        ProgressWhen::Always if !is_terminal && verbosity < Verbosity::Normal => None,
        ProgressWhen::Always if !is_terminal => {
            let (stderr, n_lines) = (Box::new(stderr), AtomicU64::new(0));
            Some(Arc::new(ProgressLines { stderr, n_total, from: now, n_lines }))
        }
        ProgressWhen::Auto | ProgressWhen::Always => {
            let from = if when == ProgressWhen::Always { now } else { now + PATIENCE };
            let bar = TerminalBar::new(n_total, from);
            // A run has one bar; the cell is empty here.
            let _ = drawn.set(bar.clone());
            Some(Arc::new(bar))
        }
    }
}

/// Progress as lines of text, one each second.
#[derive(Debug)]
struct ProgressLines {
    stderr: Box<dyn Terminal>,
    n_total: Option<u64>,
    from: Instant,
    n_lines: AtomicU64,
}

impl Bar for ProgressLines {
    fn show(&self, n_read: u64) {
        let due = self.from.elapsed().as_secs();
        if self.n_lines.fetch_max(due, Ordering::Relaxed) < due {
            self.stderr.message(Level::Plain, &in_words(n_read, self.n_total));
        }
    }

    fn suspend(&self, act: &mut dyn FnMut()) {
        act();
    }

    fn finish(&self, n_read: u64) {
        self.stderr.message(Level::Plain, &in_words(n_read, self.n_total));
    }
}

fn in_words(n_read: u64, n_total: Option<u64>) -> String {
    match n_total {
        Some(n_total) => format!("read {} of {}", HumanBytes(n_read), HumanBytes(n_total)),
        None => format!("read {}", HumanBytes(n_read)),
    }
}

/// Progress as a bar on stderr; clones are the same bar.
#[derive(Clone, Debug)]
pub(crate) struct TerminalBar {
    /// Hidden until the bar appears.
    bar: ProgressBar,
    /// When the bar appears.
    from: Instant,
}

impl TerminalBar {
    fn new(n_total: Option<u64>, from: Instant) -> TerminalBar {
        let bar = ProgressBar::with_draw_target(n_total, ProgressDrawTarget::hidden());
        let width = terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| width.0);
        let template = match n_total {
            Some(_) if width.is_some_and(|width| width < WIDE) => {
                "{percent} % of {total_bytes}, {eta} left"
            }
            Some(_) => "{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
            None => "{spinner} {bytes}, {bytes_per_sec}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        TerminalBar { bar, from }
    }
}

impl Bar for TerminalBar {
    fn show(&self, n_read: u64) {
        if Instant::now() >= self.from && self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_position(n_read);
    }

    fn suspend(&self, act: &mut dyn FnMut()) {
        if self.bar.is_hidden() { act() } else { self.bar.suspend(act) }
    }

    fn finish(&self, _: u64) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_runs_show_no_progress() {
        let at = |verbosity| [ProgressWhen::Auto, ProgressWhen::Always].map(|it| it.at(verbosity));
        assert_eq!(at(Verbosity::Normal), [ProgressWhen::Auto, ProgressWhen::Always]);
        assert_eq!(at(Verbosity::Quiet), [ProgressWhen::Never, ProgressWhen::Always]);
        assert_eq!(at(Verbosity::Silent), [ProgressWhen::Never; 2]);
    }

    #[test]
    fn bytes_in_words() {
        assert_eq!(in_words(2048, Some(4096)), "read 2.00 KiB of 4.00 KiB");
    }
}

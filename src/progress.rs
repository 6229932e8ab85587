//! How far a run has come: a bar on stderr, by bytes read, for runs of more than a second.

use std::{
    fmt,
    io::{self, IsTerminal, Write},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use clap::ValueEnum;
use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::messages::Messages;

/// `--progress`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressWhen {
    /// A bar if stderr is a terminal and the run takes more than a second
    #[default]
    Auto,
    /// At once; without a terminal a line a second
    Always,
    /// Nothing
    Never,
}

/// A run that ends before this has no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Columns that the whole line needs.
const WIDE: u16 = 80;

/// Counts the bytes that were read, and shows them.
#[derive(Debug)]
pub(crate) struct Progress {
    n_read: AtomicU64,
    view: Option<View>,
}

#[derive(Debug)]
enum View {
    Bar { bar: Bar, from: Instant },
    Lines { messages: Arc<Messages>, n_total: Option<u64>, from: Instant, n_lines: AtomicU64 },
}

impl Progress {
    /// Progress of a run over `n_total` bytes, `None` where that cannot be known.
    pub(crate) fn new(
        when: ProgressWhen,
        n_total: Option<u64>,
        messages: &Arc<Messages>,
    ) -> Progress {
        let is_terminal = io::stderr().is_terminal();
        let now = Instant::now();
        let view = match when {
            ProgressWhen::Never => None,
            ProgressWhen::Auto if !is_terminal => None,
            ProgressWhen::Always if !is_terminal => Some(View::Lines {
                messages: Arc::clone(messages),
                n_total,
                from: now,
                n_lines: AtomicU64::new(0),
            }),
            ProgressWhen::Auto | ProgressWhen::Always => {
                let bar = Bar::new(n_total);
                messages.stay_clear_of(bar.clone());
                let from = if when == ProgressWhen::Always { now } else { now + PATIENCE };
                Some(View::Bar { bar, from })
            }
        };
        Progress { n_read: AtomicU64::new(0), view }
    }

    /// The end of the run: the bar goes away.
    pub(crate) fn finish(&self) {
        match &self.view {
            None => (),
            Some(View::Bar { bar, .. }) => bar.bar.finish_and_clear(),
            Some(View::Lines { messages, n_total, .. }) => {
                messages.summary(in_words(self.n_read.load(Ordering::Relaxed), *n_total));
            }
        }
    }

    /// `out`, but with the bar off the terminal while it is written to.
    pub(crate) fn beside<W: Write>(&self, out: W) -> Beside<W> {
        let bar = match &self.view {
            Some(View::Bar { bar, .. }) => Some(bar.clone()),
            Some(View::Lines { .. }) | None => None,
        };
        Beside { out, bar }
    }
}

impl pgn_stream::Progress for Progress {
    fn read(&self, n_bytes: u64) {
        let n_read = self.n_read.fetch_add(n_bytes, Ordering::Relaxed) + n_bytes;
        match &self.view {
            None => (),
            Some(View::Bar { bar, from }) => bar.show(n_read, *from),
            Some(View::Lines { messages, n_total, from, n_lines }) => {
                let due = from.elapsed().as_secs();
                if n_lines.fetch_max(due, Ordering::Relaxed) < due {
                    messages.summary(in_words(n_read, *n_total));
                }
            }
        }
    }
}

fn in_words(n_read: u64, n_total: Option<u64>) -> String {
    match n_total {
        Some(n_total) => format!("read {} of {}", HumanBytes(n_read), HumanBytes(n_total)),
        None => format!("read {}", HumanBytes(n_read)),
    }
}

/// The bar itself; clones are the same bar.
#[derive(Clone)]
pub(crate) struct Bar {
    bar: ProgressBar,
    /// Set when the bar was put on the terminal.
    shown: Arc<OnceLock<()>>,
}

impl Bar {
    fn new(n_total: Option<u64>) -> Bar {
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
        Bar { bar, shown: Arc::new(OnceLock::new()) }
    }

    fn show(&self, n_read: u64, from: Instant) {
        if self.shown.get().is_none() && Instant::now() >= from {
            self.shown.get_or_init(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
        self.bar.set_position(n_read);
    }

    /// Runs `write` while the bar is off the terminal.
    pub(crate) fn suspend(&self, write: impl FnOnce()) {
        if self.shown.get().is_some() { self.bar.suspend(write) } else { write() }
    }
}

impl fmt::Debug for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bar").field("shown", &self.shown.get().is_some()).finish_non_exhaustive()
    }
}

/// A writer to the terminal that a bar may also be on.
#[derive(Debug)]
pub(crate) struct Beside<W> {
    out: W,
    bar: Option<Bar>,
}

impl<W> Beside<W> {
    /// The writer itself.
    pub(crate) fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> Beside<W> {
    fn with<T>(&mut self, mut act: impl FnMut(&mut W) -> io::Result<T>) -> io::Result<T> {
        let Some(bar) = &self.bar else { return act(&mut self.out) };
        let mut result = None;
        bar.suspend(|| result = Some(act(&mut self.out)));
        result.unwrap_or_else(|| Err(io::Error::other("the progress bar did not let go")))
    }
}

impl<W: Write> Write for Beside<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with(|out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.with(Write::flush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Verbosity;

    #[test]
    fn writes_pass_through() {
        let messages = Arc::new(Messages::new(Verbosity::Normal, false));
        let progress = Progress::new(ProgressWhen::Never, Some(10), &messages);
        pgn_stream::Progress::read(&progress, 10);
        let mut out = Vec::new();
        progress.beside(&mut out).write_all(b"1. e4 *").unwrap();
        progress.finish();
        assert_eq!(out, b"1. e4 *");
        assert_eq!(in_words(2048, Some(4096)), "read 2.00 KiB of 4.00 KiB");
    }
}

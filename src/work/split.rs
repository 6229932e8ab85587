//! The work of `pgnkit split`: many files from one stream. All take their names at the end.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use pgn_stream::{
    ChunkView, Failure, Flow, InputEnd, InputInfo, Output, OutputOptions, Place, Sink,
};
use pgn_syntax::{Game, Span};

use super::{
    filter::Copy,
    games::Work,
    reader::{self, Reports, unwritable},
    select::{Pick, Select},
    target,
    text::Text,
};
use crate::{
    ExitStatus, Globals,
    commands::{
        common::Inputs,
        split::{Existing, Plan},
    },
    inputs,
};

/// Copies games; what holds no game gives no part.
struct Split(Copy);

impl Work for Split {
    type Scratch = ();
    type Out = Text;

    fn scratch(&self) {}

    fn game(&self, (): &mut (), index: u64, game: &Game, chunk: &ChunkView<'_>, out: &mut Text) {
        self.0.game(&mut (), index, game, chunk, out);
    }

    fn leftover(&self, _: &[u8], _: &mut Text) {}

    fn too_large(&self, bytes: &[u8], place: Span, is_end: bool, out: &mut Text) {
        self.0.too_large(bytes, place, is_end, out);
    }

    fn finish(&self, (): &mut (), out: Text, _: &ChunkView<'_>, _: usize, _: &Place) -> Text {
        out
    }

    fn fault(&self, game: &Game, chunk: &ChunkView<'_>, out: &mut Text) {
        self.0.fault(game, chunk, out);
    }
}

/// The parts. All but the last are closed files without their names.
struct Parts<'a> {
    plan: &'a Plan,
    /// For `{stem}`.
    stem: String,
    list: Vec<Output>,
    /// Games in the last part.
    n_games: u64,
    /// The last bytes of the last part.
    tail: [u8; 4],
    /// What becomes of the game whose bytes are coming; `None`: between two games.
    pick: Option<Pick>,
    /// The next game is the first of its input.
    is_fresh: bool,
    select: Select,
    reports: Reports<'a>,
}

impl Parts<'_> {
    /// Bytes of one game; `is_end`: the last of them.
    fn write(&mut self, bytes: &[u8], is_end: bool) -> io::Result<Pick> {
        let pick = match self.pick {
            Some(pick) => {
                if pick == Pick::Take {
                    self.write_on(bytes)?;
                }
                pick
            }
            None => {
                let pick = self.select.pick();
                if pick == Pick::Take {
                    self.begin_game(bytes)?;
                }
                pick
            }
        };
        self.pick = if is_end { None } else { Some(pick) };
        Ok(pick)
    }

    fn begin_game(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.list.is_empty() || self.n_games == self.plan.n_games {
            self.begin_part()?;
        }
        self.n_games += 1;
        if self.is_fresh && self.n_games > 1 {
            // Two inputs meet in this part.
            let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            self.write_on(super::writer::joint(&self.tail, bytes))?;
            self.write_on(bytes)?;
        } else {
            self.write_on(bytes)?;
        }
        self.is_fresh = false;
        Ok(())
    }

    fn begin_part(&mut self) -> io::Result<()> {
        if let Some(last) = self.list.last_mut() {
            last.park().map_err(|error| io::Error::other(unwritable(last.path(), error)))?;
        } else {
            fs::create_dir_all(&self.plan.dir).map_err(|error| {
                let name = inputs::show(&self.plan.dir);
                io::Error::other(format!("cannot make the folder {name}: {error}"))
            })?;
        }
        let path = self.path_of(self.list.len() as u64 + 1);
        let replace = self.plan.existing == Existing::Replace;
        if !replace && path.exists() {
            return Err(io::Error::other(refusal(&path)));
        }
        let part = Output::create(&path, &OutputOptions { replace, ..OutputOptions::default() })
            .map_err(|error| io::Error::other(unwritable(Some(&path), error)))?;
        self.list.push(part);
        self.n_games = 0;
        self.tail = *b"\n\n\n\n";
        Ok(())
    }

    fn path_of(&self, n: u64) -> PathBuf {
        let name = self.plan.name.name(&self.stem, n);
        // The folder `.` is no part of what the user calls the file.
        if self.plan.dir == Path::new(".") { name.into() } else { self.plan.dir.join(name) }
    }

    fn write_on(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(part) = self.list.last_mut() else { return Ok(()) };
        part.write_all(bytes)
            .map_err(|error| io::Error::new(error.kind(), unwritable(part.path(), error)))?;
        let n = bytes.len().min(4);
        self.tail.rotate_left(n);
        self.tail[4 - n..].copy_from_slice(&bytes[bytes.len() - n..]);
        Ok(())
    }

    /// All parts take their names, or none does.
    fn finish(self, globals: &Globals) -> anyhow::Result<ExitStatus> {
        if self.plan.existing == Existing::Refuse {
            for path in self.list.iter().filter_map(Output::path) {
                anyhow::ensure!(!path.exists(), "{}", refusal(path));
            }
        }
        let n_parts = self.list.len();
        if self.reports.has_incomplete {
            for part in self.list {
                target::close(part, false, globals)?;
            }
        } else {
            pgn_stream::commit_all(self.list).map_err(|error| unwritable(error.path(), &error))?;
        }
        globals.messages.detail(format_args!("parts written: {n_parts}"));
        Ok(ExitStatus::Clean)
    }
}

fn refusal(path: &Path) -> String {
    format!("{} is there already; --force replaces it", inputs::show(path))
}

impl Sink<Text> for Parts<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.reports.begin(input);
        self.is_fresh = true;
        self.pick = None;
        Ok(())
    }

    fn take(&mut self, _: &InputInfo, text: Text) -> io::Result<Flow> {
        let mut from = 0;
        for &end in &text.ends {
            if self.write(&text.bytes[from..end], true)? == Pick::Stop || self.select.is_done() {
                return Ok(Flow::Stop);
            }
            from = end;
        }
        // The beginning of a game that is too large to be read at once.
        if from < text.bytes.len() && self.write(&text.bytes[from..], false)? == Pick::Stop {
            return Ok(Flow::Stop);
        }
        Ok(Flow::Continue)
    }

    fn failed(&mut self, failure: &Failure<'_>) -> io::Result<Flow> {
        self.reports.failed(failure);
        Ok(Flow::Continue)
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<Flow> {
        self.reports.end(input, end);
        Ok(Flow::Continue)
    }

    fn idle(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let work = Split(Copy { line_ending: plan.line_ending, is_count: false });
    let mut parts = Parts {
        plan,
        stem: inputs.list.first().map(inputs::stem).unwrap_or_default(),
        list: Vec::new(),
        n_games: 0,
        tail: *b"\n\n\n\n",
        pick: None,
        is_fresh: true,
        select: Select::new(&plan.select),
        reports: Reports::new(inputs, globals, true),
    };
    // Better now than after the first chunk.
    let first = parts.path_of(1);
    if plan.existing == Existing::Refuse {
        anyhow::ensure!(!first.exists(), "{}", refusal(&first));
    }
    let progress = inputs.progress(globals);
    reader::read(&work, &inputs.list, globals, Some(&progress), &mut parts)?;
    progress.finish();
    parts.finish(globals)
}

//! The collector of `filter`: writes games to the output or to the file of the other games, at once or at the end of
//! the run.

use std::io;

use pgn_stream::{Flow, GameNumber, InputEnd, InputInfo, Output};

use super::{
    Keep, Plan, Sense, Show,
    kept::{DeferredGames, Piece, Source, Waiting},
};
use crate::{
    Globals,
    games::{
        batch::{Batch, PieceKind},
        select::{Pick, Select},
    },
    inputs::{Inputs, name_of},
    manifest::Counts,
    outputs::RunPosition,
    reports::progress::{ShownProgress, SuspendingWriter},
    run_inputs::Collector,
    writing::{
        appender::{AppendedText, GamesOutput, Joining, Neighbors},
        output_files::{close_all, open_beside, open_for_games},
        replaced::Replaced,
        summary::selected,
    },
};

/// The collector of `filter`.
pub(super) struct FilterSink<'a> {
    plan: &'a Plan,
    /// The output; `None`: games are only counted.
    out: Option<GamesOutput<SuspendingWriter<Output>>>,
    rest: Option<GamesOutput<SuspendingWriter<Output>>>,
    kept: DeferredGames,
    select: Select,
    replaced: Replaced,
    globals: &'a Globals,
    joining: Joining<'a>,
    /// The current input.
    source: Source,
    /// Number of games that have passed and are kept.
    n_games: u64,
    /// Number of games that have passed and whose bytes were changed.
    n_changed: u64,
    /// True if a piece of the current game was changed.
    part_changed: bool,
    /// Number of games that do not pass.
    n_others: u64,
    /// Number of games that pass the query and follow the last selected one.
    n_after: u64,
    /// Number of games that pass the query and were selected.
    n_taken: u64,
}

/// Destination of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Destination {
    Out,
    Rest,
    /// No destination, and the run ends, as no further game is selected.
    Stop,
}

impl<'a> FilterSink<'a> {
    /// Opens the outputs.
    pub(super) fn new(
        plan: &'a Plan,
        inputs: &Inputs,
        globals: &'a Globals,
        progress: &ShownProgress,
    ) -> anyhow::Result<FilterSink<'a>> {
        let shown = |games: GamesOutput<_>| games.map(|out| progress.suspending_games(out));
        let takes_all = plan.keep == Keep::All
            && plan.sense == Sense::Matches
            && plan.select.selects_all()
            && globals.reading.query.is_none()
            && globals.reading.fresh.is_none();
        let out = match plan.show {
            Show::Games => Some(open_for_games(&plan.output, globals)?),
            Show::Count => None,
        };
        let neighbors = Neighbors::of(inputs, takes_all);
        let rest = plan.rest.as_deref().map(|path| open_beside(path, globals)).transpose()?;
        Ok(FilterSink {
            plan,
            out: out.map(shown),
            rest: rest.map(shown),
            kept: DeferredGames::new(plan.keep),
            select: Select::new(&plan.select),
            replaced: replaced(plan, inputs, globals),
            joining: Joining::new(plan.line_ending, neighbors, globals)
                .with_spacing_kept()
                .with_open_comments_closed(),
            globals,
            source: Source { number: 0, index: 0, name: "".into() },
            n_games: 0,
            n_changed: 0,
            part_changed: false,
            n_others: 0,
            n_after: 0,
            n_taken: 0,
        })
    }

    /// Ends the run: writes the games that were kept and renames the outputs into place. Returns the number of games
    /// that have passed. `is_complete`: true if every input was read to its end.
    pub(super) fn finish(mut self, is_complete: bool) -> anyhow::Result<u64> {
        let (reason, waiting) = self.kept.finish();
        let games = || waiting.iter().filter(|waiting| waiting.piece.kind == PieceKind::Game);
        self.n_games += games().count() as u64;
        games().for_each(|waiting| self.replaced.keep_of(waiting.source.index));
        self.n_changed += games().filter(|waiting| waiting.piece.is_changed).count() as u64;
        if let Some(out) = &mut self.out {
            for Waiting { source, piece, bytes, .. } in &waiting {
                let name = || source.name.to_string();
                let appended = AppendedText::of(source.number, &name, piece, bytes);
                out.append(&mut self.joining, &appended)?;
            }
        }
        let is_cut = self.select.is_done() && self.rest.is_none() && !self.replaced.is_some();
        let mut outputs = Vec::new();
        for mut games in [self.out, self.rest].into_iter().flatten() {
            match self.plan.run_position {
                RunPosition::Only => games.finish()?,
                RunPosition::First | RunPosition::Later => games.finish_apart()?,
            }
            outputs.push(games.out.into_inner());
        }
        self.replaced.check(is_complete)?;
        if self.replaced.would_empty(is_complete, self.globals) {
            return Ok(self.n_games);
        }
        close_all(outputs, is_complete, self.globals)?;
        if is_complete {
            self.replaced.report(&self.globals.messages);
        }
        let mut counts = Counts::of_kept(self.n_games);
        counts.add_dropped("skip", self.select.n_skipped);
        counts.add_dropped("take", self.n_after);
        counts.add_dropped("not-selected", self.n_others);
        counts.add_dropped(reason, self.n_taken - self.n_games);
        counts.add_changed(self.plan.change(), self.n_changed);
        self.joining.end(counts);
        let n_read = self.n_taken + self.n_others + self.n_after + self.select.n_skipped;
        // With `--follow`, several runs write to stdout, and none of them prints a summary. An input without games has
        // a message of its own, if it is read to its end.
        let is_answer = n_read > 0 || !self.select.reads_whole_inputs(&self.globals.reading);
        let is_counted = self.plan.output.path().is_some()
            || self.plan.run_position == RunPosition::Only && is_answer;
        if is_counted && self.plan.show == Show::Games {
            self.globals.messages.summary(selected(self.n_games, n_read, is_cut));
        }
        Ok(self.n_games)
    }

    /// Returns the destination of a text. All pieces of a game have the same destination.
    fn destination(&mut self, piece: &Piece) -> Destination {
        // The text of an input without games satisfies neither a query nor its negation.
        let is_unasked = piece.kind == PieceKind::NoGame && self.plan.query.is_some();
        let is_hit = !is_unasked && piece.value == (self.plan.sense == Sense::Matches);
        let n_games = u64::from(piece.kind == PieceKind::Game);
        if !is_hit {
            self.n_others += n_games;
            return Destination::Rest;
        }
        match self.select.pick_piece(piece.kind) {
            Pick::Take => {
                self.n_taken += n_games;
                Destination::Out
            }
            Pick::Stop if self.rest.is_none() && !self.replaced.is_some() => Destination::Stop,
            Pick::Leave => Destination::Rest,
            Pick::Stop => {
                self.n_after += n_games;
                Destination::Rest
            }
        }
    }

    fn out(&mut self, piece: &Piece, bytes: &[u8]) -> io::Result<()> {
        // The text of an input without games is not one of the games that are kept.
        if piece.kind == PieceKind::NoGame && !matches!(self.kept, DeferredGames::None) {
            self.joining.leave_out_text(bytes, || self.source.name.to_string());
            return Ok(());
        }
        match &mut self.kept {
            DeferredGames::None => {
                self.part_changed |= piece.is_changed;
                if piece.kind == PieceKind::Game {
                    self.n_games += 1;
                    self.replaced.keep(1);
                    self.n_changed += u64::from(std::mem::take(&mut self.part_changed));
                }
                if let Some(out) = &mut self.out {
                    let name = || self.source.name.to_string();
                    let appended = AppendedText::of(self.source.number, &name, piece, bytes);
                    out.append(&mut self.joining, &appended)?;
                }
            }
            DeferredGames::Last(last) => last.add(&self.source, piece, bytes),
            DeferredGames::Sample(sample) => sample.add(&self.source, piece, bytes),
        }
        Ok(())
    }
}

impl Collector<Batch<bool, GameNumber>> for FilterSink<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.replaced.begin(input);
        self.joining.begin_input(input);
        let number = self.source.number + 1;
        self.source = Source { number, index: input.index, name: name_of(input).into() };
        Ok(())
    }

    fn take(&mut self, _: &InputInfo, batch: Batch<bool, GameNumber>) -> io::Result<Flow> {
        for (piece, bytes) in batch.iter() {
            match self.destination(piece) {
                Destination::Out => self.out(piece, bytes)?,
                Destination::Rest => {
                    let name = || self.source.name.to_string();
                    if let Some(rest) = &mut self.rest {
                        let appended = AppendedText::of(self.source.number, &name, piece, bytes);
                        rest.append(&mut self.joining, &appended)?;
                    } else if piece.kind == PieceKind::NoGame && self.out.is_some() {
                        self.joining.leave_out_text(bytes, name);
                    }
                }
                Destination::Stop => return Ok(Flow::Stop),
            }
            let is_counting = self.rest.is_some() || self.replaced.is_some();
            if self.select.is_done() && !is_counting && piece.kind != PieceKind::Part {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::Continue)
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<()> {
        self.replaced.end(input, end);
        Ok(())
    }

    fn idle(&mut self) -> io::Result<()> {
        [&mut self.out, &mut self.rest].into_iter().flatten().try_for_each(GamesOutput::idle)
    }
}

/// Returns the games that the output replaces and that no other output takes.
fn replaced(plan: &Plan, inputs: &Inputs, globals: &Globals) -> Replaced {
    let reading = &globals.reading;
    match (plan.show, plan.run_position) {
        (Show::Games, RunPosition::Only) if plan.rest.is_some() => {
            Replaced::beside(&plan.output, inputs, reading)
        }
        (Show::Games, RunPosition::Only) => Replaced::new(&plan.output, inputs, reading),
        _ => Replaced::default(),
    }
}

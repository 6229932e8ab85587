//! The work of `pgnkit split`: divides the games of all inputs into parts. The files of all parts are renamed into
//! place at the end.

mod by;
mod existing_parts;
mod older;
mod other_values;
mod parts;
mod plan;
mod targets;
mod template;
mod variations;
mod work;

use std::{collections::HashMap, io};

use pgn_stream::{Flow, GameNumber, InputEnd, InputInfo};
use pgn_syntax::{Fallback, ReadDepth};

pub use self::{
    plan::{Existing, Plan, SplitBy},
    targets::{TARGETS, Target},
    template::{NameParts, Template},
};

use self::{
    by::Naming,
    parts::{PartCounts, Parts},
    work::{PartValues, SplitGames, SplitWork},
};
use crate::{
    ExitStatus, Globals,
    games::{
        PlacedChunk, ReadGame, UnreadGame, Work,
        batch::{self, PieceKind},
        buffer::Buffers,
        select::{Pick, Select, SelectPlan},
    },
    inputs::{
        self, Inputs,
        encodings::{self, InputCharset, Mixture},
        name_of,
    },
    manifest::Counts,
    outputs::UsedFiles,
    reports::messages::counted,
    run_inputs::{self, Collector},
    writing::{
        appender::{AppendedText, Joining, Neighbors},
        summary::{AFTER_TAKE, selected},
        text::LINE_ENDING,
    },
};

/// The collector of `split`: writes each game to its part or parts.
struct SplitSink<'a> {
    plan: &'a Plan,
    parts: Parts<'a>,
    /// Numbers of games and parts, for `--chunks`.
    chunks: Option<Chunks>,
    /// Index of the part of each value, with the values of its folders.
    by_value: HashMap<Vec<String>, usize>,
    /// Parts of the current game, of which further pieces follow.
    rest_goes_to: Option<Vec<usize>>,
    /// The encodings of the games in parts, by their inputs.
    encodings: encodings::InputsByEncoding,
    /// Whether any part has several encodings or line ends.
    mixture: Mixture,
    select: Select,
    globals: &'a Globals,
    n_taken: u64,
    /// The decision on the current game, which applies to its lines, too.
    pick: Pick,
    /// Number of games that keep their variations.
    n_whole: u64,
    /// Number of games in parts.
    n_kept: u64,
    /// Number of games in parts whose bytes were changed.
    n_changed: u64,
    /// Number of games in the inputs, whether they are selected or not.
    n_read: u64,
}

/// A game, or a piece of one, before it is written.
type Piece = batch::Piece<PartValues, GameNumber>;

/// The numbers of games and of parts.
#[derive(Clone, Copy, Debug)]
struct Chunks {
    n_games: u64,
    n_parts: u64,
}

impl Chunks {
    /// Returns the index of the part of a game, which is given by its index. The numbers of games of two parts differ
    /// by at most one.
    fn part(self, game: u64) -> u64 {
        let (short, n_long) = (self.n_games / self.n_parts, self.n_games % self.n_parts);
        let of_long = n_long * (short + 1);
        if game < of_long { game / (short + 1) } else { n_long + (game - of_long) / short.max(1) }
    }
}

impl SplitSink<'_> {
    /// Returns the indices of the parts of a game of `n_bytes` bytes. Begins new parts as needed.
    fn places(&mut self, item: &PartValues, n_bytes: u64) -> io::Result<Vec<usize>> {
        if let SplitBy::By(_) = self.plan.split_by {
            let mut places = Vec::with_capacity(item.keys.len());
            for key in &item.keys {
                // All games in a folder have the same values, but not the fields in the name itself.
                let of_part = &key[..=self.plan.name.n_fields_of_folders()];
                let part = match self.by_value.get(of_part) {
                    Some(&part) => part,
                    None => {
                        let part = self.parts.begin(key)?;
                        self.by_value.insert(of_part.to_vec(), part);
                        part
                    }
                };
                places.push(part);
            }
            return Ok(places);
        }
        let last = self.parts.len().checked_sub(1);
        let fits = last.filter(|&last| match self.plan.split_by {
            SplitBy::Games(n) => self.parts.n_games(last) < n,
            SplitBy::For(target) => self.parts.n_games(last) < target.n_games(),
            SplitBy::Size(size) => self.parts.n_bytes(last) + n_bytes <= size,
            SplitBy::EachGame => !item.begins_game,
            SplitBy::Chunks(_) | SplitBy::By(_) => {
                self.chunks.is_none_or(|chunks| chunks.part(self.n_taken) == last as u64)
            }
        });
        Ok(vec![match fits {
            Some(last) => last,
            None => self.parts.begin(&item.keys[0])?,
        }])
    }

    /// Writes a game, or a piece of one, to its parts.
    fn take_game(&mut self, input: &InputInfo, piece: &Piece, bytes: &[u8]) -> io::Result<()> {
        let item = &piece.value;
        let places = match self.rest_goes_to.take() {
            Some(places) => places,
            None => {
                self.n_kept += u64::from(item.begins_game);
                self.n_changed += u64::from(piece.is_changed);
                let places = self.places(item, bytes.len() as u64)?;
                self.n_taken += 1;
                self.warn_of_size(input, piece);
                places
            }
        };
        let is_apart = !item.begins_game;
        let name = || name_of(input);
        let appended = AppendedText::of(input.index as u64, &name, piece, bytes);
        let appended = AppendedText { is_apart, ..appended };
        let set = InputCharset::of(input, &self.globals.reading);
        self.encodings.add(item.encodings, set, name);
        for (&part, key) in places.iter().zip(&item.keys) {
            let Mixture { encodings, line_ends } =
                self.parts.compare(part, key, item.encodings, set.read_as);
            self.mixture.encodings |= encodings;
            self.mixture.line_ends |= line_ends;
            self.parts.append(part, &appended)?;
        }
        self.rest_goes_to = (piece.kind == PieceKind::Part).then_some(places);
        Ok(())
    }

    /// Warns of a game with more moves than the target takes.
    fn warn_of_size(&self, input: &InputInfo, Piece { position, value: item, .. }: &Piece) {
        let SplitBy::For(target) = self.plan.split_by else { return };
        if let Some(most) = target.n_moves().filter(|most| item.n_moves > *most) {
            self.globals.messages.warning(format_args!(
                "{}: game {position} has {} moves, more than the {most} that {} takes",
                name_of(input),
                item.n_moves,
                target.name
            ));
        }
    }
}

impl Collector<SplitGames<GameNumber>> for SplitSink<'_> {
    fn begin(&mut self, _: &InputInfo) -> io::Result<()> {
        self.encodings.begin();
        self.rest_goes_to = None;
        self.select.begin_input();
        Ok(())
    }

    fn take(&mut self, input: &InputInfo, chunk: SplitGames<GameNumber>) -> io::Result<Flow> {
        self.n_whole += chunk.n_whole;
        self.parts.joining.leave_out_text(&chunk.left_out, || name_of(input));
        let mut games = chunk.games.iter().peekable();
        while let Some((piece, bytes)) = games.next() {
            if piece.value.begins_game {
                self.pick = self.select.pick_piece(piece.kind);
            }
            match self.pick {
                Pick::Stop => return Ok(Flow::Stop),
                Pick::Leave => (),
                Pick::Take => self.take_game(input, piece, bytes)?,
            }
            // The lines of the last game are written, too.
            let is_last = games.peek().is_none_or(|(next, _)| next.value.begins_game);
            if is_last && piece.kind == PieceKind::Game && self.select.is_done() {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::Continue)
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<()> {
        self.n_read += end.n_games - input.start.n_games;
        Ok(())
    }
}

/// Splits the games of `inputs` as `plan` says, and returns the exit status. `used`: files that no part may replace.
///
/// # Errors
/// Returns an error if an output or an intermediate file cannot be written.
pub fn run(
    plan: &Plan,
    inputs: &Inputs,
    used: UsedFiles,
    globals: &Globals,
) -> anyhow::Result<ExitStatus> {
    let stem = inputs.list.first().map(inputs::stem).unwrap_or_default();
    let joining =
        Joining::new(plan.line_ending, Neighbors::FromSeveral, globals).with_open_comments_closed();
    let parts = Parts::new(plan, used, stem, joining, globals);
    if !matches!(plan.split_by, SplitBy::By(_)) {
        parts.check_first()?;
    }
    let chunks = match plan.split_by {
        SplitBy::Chunks(n_parts) => {
            Some(Chunks { n_games: count_games(&plan.select, inputs, globals)?, n_parts })
        }
        _ => None,
    };
    let work = SplitWork {
        line_ending: plan.line_ending,
        naming: Naming::new(
            if let SplitBy::By(by) = &plan.split_by { Some(by) } else { None },
            &plan.name,
        ),
        variations: plan.variations,
        counts_moves: matches!(plan.split_by, SplitBy::For(target) if target.n_moves().is_some()),
        examines_encodings: inputs.list.len() > 1,
        reading: &globals.reading,
        buffers: Buffers::default(),
    };
    let mut sink = SplitSink {
        plan,
        parts,
        chunks,
        by_value: HashMap::new(),
        rest_goes_to: None,
        encodings: encodings::InputsByEncoding::default(),
        mixture: Mixture::default(),
        select: Select::new(&plan.select),
        globals,
        n_taken: 0,
        pick: Pick::Leave,
        n_whole: 0,
        n_kept: 0,
        n_changed: 0,
        n_read: 0,
    };
    let progress = inputs.progress(&globals.messages);
    let is_complete = run_inputs::run(&work, inputs, globals, Some(&progress), &mut sink)?;
    sink.encodings.report_mixture(sink.mixture, &globals.messages);
    let SplitSink { parts, select, n_taken, n_whole, n_kept, n_changed, n_read, .. } = sink;
    warn_of_whole(n_whole, globals);
    if let Some(chunks) = chunks {
        anyhow::ensure!(
            chunks.n_games == n_taken,
            "the inputs changed while they were read; nothing was written"
        );
    }
    let (joining, PartCounts { n_parts, n_appended }) = parts.finish(is_complete)?;
    let mut counts = Counts::of_kept(n_kept);
    counts.add_dropped("skip", select.n_skipped);
    let reason = if plan.variations.is_some() { "variations" } else { LINE_ENDING };
    counts.add_changed(reason, n_changed);
    joining.end(counts);
    let files = counted(n_parts, "file");
    let of_these = match plan.existing {
        Existing::Append => format!(" ({n_appended} appended to, {} new)", n_parts - n_appended),
        Existing::Refuse | Existing::Replace => String::new(),
    };
    let lines = match plan.variations {
        Some(_) => format!(" as {}, a line each,", counted(n_taken, "game")),
        None => String::new(),
    };
    let is_whole = select.reads_whole_inputs(&globals.reading);
    let n_read = if is_whole { n_read } else { n_kept + select.n_skipped };
    let games = selected(n_kept, n_read, false);
    let end = if select.is_done() { AFTER_TAKE } else { "" };
    // An input without games has a message of its own, if it is read to its end.
    if n_parts > 0 || n_read > 0 || !is_whole {
        globals.messages.summary(format_args!("{games}{lines} in {files}{of_these}{end}"));
    }
    Ok(ExitStatus::Clean)
}

/// Warns of `n` games that keep their variations.
fn warn_of_whole(n: u64, globals: &Globals) {
    if n > 0 {
        let games = if n == 1 { "game keeps its" } else { "games keep their" };
        globals.messages.warning(format_args!(
            "{n} {games} variations: a move cannot be played, the variant is not known, the lines have \
             more than 32 MiB, or variations have text without a move of their own"
        ));
    }
}

/// Returns the number of selected games. Messages on the inputs are printed when they are read again.
pub(crate) fn count_games(
    select: &SelectPlan,
    inputs: &Inputs,
    globals: &Globals,
) -> anyhow::Result<u64> {
    let mut tally = Tally { select: Select::new(select), n_games: 0 };
    run_inputs::run(&CountGames, inputs, &globals.silent(), None, &mut tally)?;
    Ok(tally.n_games)
}

/// Counts the games of a chunk.
struct CountGames;

impl Work for CountGames {
    type Scratch = ();
    type Draft = u64;
    type Out = u64;

    fn scratch(&self, _: Fallback) {}

    fn depth(&self) -> ReadDepth {
        ReadDepth::Tags
    }

    fn game(&self, (): &mut (), _: &ReadGame<'_>, n_games: &mut u64) {
        *n_games += 1;
    }

    fn unread(&self, (): &mut (), unread: &UnreadGame<'_>, n_games: &mut u64) {
        *n_games += u64::from(unread.ends_game());
    }

    fn finish(&self, (): &mut (), n_games: u64, _: &PlacedChunk<'_>) -> u64 {
        n_games
    }
}

/// Counts the selected games.
struct Tally {
    select: Select,
    n_games: u64,
}

impl Collector<u64> for Tally {
    fn take(&mut self, _: &InputInfo, n_games: u64) -> io::Result<Flow> {
        let taken = self.select.picks(n_games);
        self.n_games += taken.end - taken.start;
        Ok(if taken.end < n_games { Flow::Stop } else { Flow::Continue })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_differ_by_one_game_at_most() {
        for (n_games, n_parts) in [(10, 3), (3, 10), (7, 7), (1, 1), (100, 7)] {
            let chunks = Chunks { n_games, n_parts };
            let mut sizes = vec![0; usize::try_from(n_parts).unwrap()];
            let mut last = 0;
            for game in 0..n_games {
                let part = chunks.part(game);
                assert!(part == last || part == last + 1);
                last = part;
                sizes[usize::try_from(part).unwrap()] += 1;
            }
            let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
            assert!(most - least <= 1 && sizes.iter().sum::<u64>() == n_games, "{sizes:?}");
        }
    }
}

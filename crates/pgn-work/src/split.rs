//! The work of `pgnkit split`: many files from one stream. All take their names at the end.

mod by;
mod cutter;
mod lines;
mod parts;
mod plan;
mod targets;
mod template;

use std::{collections::HashMap, io, sync::Arc};

use pgn_stream::{Flow, GameNumber, InputInfo};
use pgn_syntax::{Depth, boundary::Edges};

pub use self::{
    by::By,
    plan::{Existing, How, Plan},
    targets::{TARGETS, Target},
    template::{NameParts, Template},
};

use self::{
    cutter::{Cutter, Cuttings, Item},
    parts::Parts,
};
use super::{
    appender::{Coming, Extent, Joining},
    games::{PlacedChunk, ReadGame, Unread, Work},
    reader::{self, Collector},
    select::{Pick, Select},
    text::LINE_ENDING,
};
use crate::{
    ExitStatus, Globals,
    inputs::{self, Inputs, name_of},
    manifest::Counts,
    messages::{Messages, Verbosity},
    outputs::Taken,
};

/// The sink: each game goes to its part, or parts.
struct Dealer<'a> {
    plan: &'a Plan,
    parts: Parts<'a>,
    /// Games of the first parts, where there is a number of parts; of the others one less.
    chunks: Option<Chunks>,
    /// By value: its part.
    by_value: HashMap<String, usize>,
    /// What becomes of the game whose bytes are coming, and where they go.
    coming: Option<(Pick, Vec<usize>)>,
    select: Select,
    globals: &'a Globals,
    n_taken: u64,
    /// What became of the game at hand: its lines share it.
    pick: Pick,
    /// Games that keep their variations.
    n_whole: u64,
    /// Games in parts, and those of them that are not as they were.
    n_kept: u64,
    n_changed: u64,
}

/// So many games in so many parts.
#[derive(Clone, Copy, Debug)]
struct Chunks {
    n_games: u64,
    n_parts: u64,
}

impl Chunks {
    /// The part of a game, both from 0: parts differ by one game at most.
    fn part(self, game: u64) -> u64 {
        let (short, n_long) = (self.n_games / self.n_parts, self.n_games % self.n_parts);
        let of_long = n_long * (short + 1);
        if game < of_long { game / (short + 1) } else { n_long + (game - of_long) / short.max(1) }
    }
}

impl Dealer<'_> {
    /// Where a game of so many bytes goes.
    fn places(&mut self, item: &Item, n_bytes: u64) -> io::Result<Vec<usize>> {
        if let How::By(_) = self.plan.how {
            let mut places = Vec::with_capacity(item.values.len());
            for value in &item.values {
                let part = match self.by_value.get(value) {
                    Some(&part) => part,
                    None => {
                        let part = self.parts.begin(value, &item.fields)?;
                        self.by_value.insert(value.clone(), part);
                        part
                    }
                };
                places.push(part);
            }
            return Ok(places);
        }
        let last = self.parts.len().checked_sub(1);
        let fits = last.filter(|&last| match self.plan.how {
            How::Games(n) => self.parts.n_games(last) < n,
            How::For(target) => self.parts.n_games(last) < target.n_games,
            How::Size(size) => self.parts.n_bytes(last) + n_bytes <= size,
            How::EachGame => !item.begins_game,
            How::Chunks(_) | How::By(_) => {
                self.chunks.is_none_or(|chunks| chunks.part(self.n_taken) == last as u64)
            }
        });
        Ok(vec![match fits {
            Some(last) => last,
            None => self.parts.begin("", &item.fields)?,
        }])
    }

    /// Takes the bytes of a game; `is_end`: nothing more of it comes.
    fn take_game(
        &mut self,
        input: &InputInfo,
        item: &Item,
        bytes: &[u8],
        is_end: bool,
    ) -> io::Result<Pick> {
        let (pick, places) = match self.coming.take() {
            Some((pick, places)) => {
                for &part in &places {
                    self.parts.extend(part, bytes)?;
                }
                (pick, places)
            }
            None => {
                if item.begins_game {
                    self.pick = self.select.pick();
                }
                let pick = self.pick;
                let mut places = Vec::new();
                if pick == Pick::Take {
                    self.n_kept += u64::from(item.begins_game);
                    self.n_changed += u64::from(item.is_changed);
                    places = self.places(item, bytes.len() as u64)?;
                    self.n_taken += 1;
                    for &part in &places {
                        let Item { number, edges, .. } = *item;
                        let (input_number, is_apart) = (input.index as u64, !item.begins_game);
                        let game = Coming { input: input_number, number, is_apart, edges, bytes };
                        self.parts.game(part, &game, || name_of(input))?;
                    }
                    self.look_at_size(input, item);
                }
                (pick, places)
            }
        };
        if !is_end {
            self.coming = Some((pick, places));
        }
        Ok(pick)
    }

    fn look_at_size(&mut self, input: &InputInfo, item: &Item) {
        let How::For(target) = self.plan.how else { return };
        if let Some(most) = target.n_moves.filter(|most| item.n_moves > *most) {
            self.globals.messages.warning(format_args!(
                "{}: game {} has {} moves, more than the {most} that {} takes",
                name_of(input),
                item.number,
                item.n_moves,
                target.name
            ));
        }
    }
}

impl Collector<Cuttings<GameNumber>> for Dealer<'_> {
    fn begin(&mut self, _: &InputInfo) -> io::Result<()> {
        self.coming = None;
        Ok(())
    }

    fn take(&mut self, input: &InputInfo, cuttings: Cuttings<GameNumber>) -> io::Result<Flow> {
        self.n_whole += cuttings.n_whole;
        let mut from = 0;
        for (at, item) in cuttings.items.iter().enumerate() {
            let bytes = &cuttings.bytes[from..item.end];
            let pick = self.take_game(input, item, bytes, true)?;
            // The lines of the last game come with it.
            let is_last = cuttings.items.get(at + 1).is_none_or(|next| next.begins_game);
            if pick == Pick::Stop || (is_last && self.select.is_done()) {
                return Ok(Flow::Stop);
            }
            from = item.end;
        }
        // The beginning of a game that is too large to be read at once.
        if from < cuttings.bytes.len() {
            let item = self.unread();
            if self.take_game(input, &item, &cuttings.bytes[from..], false)? == Pick::Stop {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::Continue)
    }
}

impl Dealer<'_> {
    /// A game of which nothing is known yet.
    fn unread(&self) -> Item {
        let item = Item { begins_game: true, edges: Edges::UNREAD, ..Item::default() };
        let How::By(by) = &self.plan.how else { return item };
        Item { values: vec![by.unknown().to_owned()], ..item }
    }
}

/// Does what the plan says. No part replaces a file of `taken`.
///
/// # Errors
/// An output cannot be written, or an intermediate file.
pub fn run(
    plan: &Plan,
    inputs: &Inputs,
    taken: Taken,
    globals: &Globals,
) -> anyhow::Result<ExitStatus> {
    let stem = inputs.list.first().map(inputs::stem).unwrap_or_default();
    let joining = Joining::new(plan.line_ending, Extent::Several, globals);
    let parts = Parts::new(plan, taken, stem, joining, Arc::clone(&globals.messages));
    if !matches!(plan.how, How::By(_)) {
        parts.check_first()?;
    }
    let chunks = match plan.how {
        How::Chunks(n_parts) => Some(Chunks { n_games: count(plan, inputs, globals)?, n_parts }),
        _ => None,
    };
    let work = Cutter {
        line_ending: plan.line_ending,
        by: if let How::By(by) = &plan.how { Some(by) } else { None },
        fields: plan.name.sources().collect(),
        variations: plan.variations,
        counts_moves: matches!(plan.how, How::For(target) if target.n_moves.is_some()),
        reading: &globals.reading,
    };
    let mut dealer = Dealer {
        plan,
        parts,
        chunks,
        by_value: HashMap::new(),
        coming: None,
        select: Select::new(&plan.select),
        globals,
        n_taken: 0,
        pick: Pick::Leave,
        n_whole: 0,
        n_kept: 0,
        n_changed: 0,
    };
    let progress = inputs.progress(&globals.messages);
    let is_complete = reader::read(&work, inputs, globals, Some(&progress), &mut dealer)?;
    let Dealer { parts, select, n_taken, n_whole, n_kept, n_changed, .. } = dealer;
    if n_whole > 0 {
        let games = if n_whole == 1 { "game keeps its" } else { "games keep their" };
        globals.messages.warning(format_args!(
            "{n_whole} {games} variations: a move cannot be played, or the lines are larger than \
             --max-game-size"
        ));
    }
    if let Some(chunks) = chunks {
        anyhow::ensure!(
            chunks.n_games == n_taken,
            "the inputs changed while they were read; nothing was written"
        );
    }
    let joining = parts.finish(is_complete, globals)?;
    globals.count(|| {
        let mut counts = Counts::of_kept(n_kept);
        counts.add_dropped("skip", select.n_skipped);
        let reason = if plan.variations.is_some() { "variations" } else { LINE_ENDING };
        counts.add_changed(reason, n_changed);
        joining.count(&mut counts);
        counts
    });
    joining.report();
    Ok(ExitStatus::Clean)
}

/// Returns how many games will be taken. What is odd about the inputs is reported when they are read again.
fn count(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<u64> {
    let mut tally = Tally { select: Select::new(&plan.select), n_games: 0 };
    let messages = Arc::new(Messages::new(Verbosity::Silent, Box::new(())));
    let unnoticed = Globals { manifest: None, messages, ..globals.clone() };
    reader::read(&CountGames, inputs, &unnoticed, None, &mut tally)?;
    Ok(tally.n_games)
}

/// Counts the games of a chunk.
struct CountGames;

impl Work for CountGames {
    type Scratch = ();
    type Draft = u64;
    type Out = u64;

    fn scratch(&self) {}

    fn depth(&self) -> Depth {
        Depth::Tags
    }

    fn game(&self, (): &mut (), _: &ReadGame<'_>, n_games: &mut u64) {
        *n_games += 1;
    }

    fn unread(&self, (): &mut (), unread: &Unread<'_>, n_games: &mut u64) {
        *n_games += u64::from(unread.ends_game());
    }

    fn finish(&self, (): &mut (), n_games: u64, _: &PlacedChunk<'_>) -> u64 {
        n_games
    }
}

/// Counts the games that are taken.
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

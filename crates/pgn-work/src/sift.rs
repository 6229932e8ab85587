//! Games that are passed on as they are, and those that are not: the sink of `filter`.

use std::{collections::VecDeque, io, path::PathBuf, sync::Arc};

use pgn_stream::{Flow, GameNumber, InputInfo, Output};
use pgn_syntax::boundary::Edges;

use super::{
    appender::{Coming, Extent, Joining, OutputEnd},
    games::{Unread, UnreadKind},
    reader::Collector,
    select::{Pick, Select},
    target::{close_all, open_beside, open_for_games},
};
use crate::{
    Globals,
    inputs::{Inputs, name_of},
    manifest::Counts,
    outputs::{self, LineEnding},
    progress::{Beside, Progress},
    select::SelectPlan,
};

/// What a chunk gives: texts one after another.
#[derive(Debug)]
pub(crate) struct Sifted<N> {
    pub(crate) bytes: Vec<u8>,
    pub(crate) pieces: Vec<Piece<N>>,
}

impl<N> Default for Sifted<N> {
    fn default() -> Sifted<N> {
        Sifted { bytes: Vec::new(), pieces: Vec::new() }
    }
}

/// The text of a game, or a part of it. `N`: its number in the chunk or, when that is known, in the input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<N = GameNumber> {
    pub(crate) kind: PieceKind,
    /// `--where` holds for it.
    pub(crate) is_match: bool,
    /// Where its text ends in the bytes.
    pub(crate) end: usize,
    pub(crate) number: N,
    /// What its text begins and ends with.
    pub(crate) edges: Edges,
    /// Its text is not what was read.
    pub(crate) is_changed: bool,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    /// A game, or the end of one.
    Game,
    /// More of the same game follows.
    Part,
    /// The text of an input without games.
    NoGame,
}

impl PieceKind {
    pub(crate) fn of(unread: &Unread<'_>) -> PieceKind {
        match unread.kind {
            UnreadKind::NoGame => PieceKind::NoGame,
            UnreadKind::TooLarge(_) if !unread.ends_game() => PieceKind::Part,
            UnreadKind::TooLarge(_) | UnreadKind::Fault => PieceKind::Game,
        }
    }
}

impl<N> Piece<N> {
    /// Returns the piece with the number of its game in the input.
    pub(crate) fn numbered(self, number: GameNumber) -> Piece {
        let Piece { kind, is_match, end, edges, is_changed, .. } = self;
        Piece { kind, is_match, end, number, edges, is_changed }
    }
}

impl Piece {
    /// Returns the text behind that of `first`, as one with it.
    fn after(&self, first: &Piece) -> Piece {
        Piece { is_changed: self.is_changed || first.is_changed, ..*self }
    }
}

/// Which of the matches are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All of them.
    All,
    /// The last so many.
    Last(usize),
    /// So many, drawn by this seed.
    Sample(usize, u64),
}

/// Whether games pass that match, or those that do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Games that match.
    Matches,
    /// Those that do not.
    Others,
}

/// How games are sifted.
#[derive(Debug)]
pub(crate) struct Setup<'a> {
    /// `None`: they are only counted.
    pub(crate) output: Option<&'a outputs::Output>,
    pub(crate) rest: Option<&'a PathBuf>,
    pub(crate) sense: Sense,
    pub(crate) keep: Keep,
    pub(crate) select: &'a SelectPlan,
    /// What line ends become.
    pub(crate) line_ending: Option<LineEnding>,
    /// What the manifest calls it when a game changes.
    pub(crate) change: &'static str,
}

/// The sink.
pub(crate) struct Sifter<'a> {
    out: Option<Stream>,
    rest: Option<Stream>,
    sense: Sense,
    kept: Kept,
    select: Select,
    globals: &'a Globals,
    joining: Joining<'a>,
    /// Which input it is, from 1.
    input: u64,
    /// What messages call it.
    name: Arc<str>,
    /// Where the parts of a large game go.
    going: Option<Way>,
    /// Games that have passed.
    n_games: u64,
    /// Those of them that are not as they were.
    n_changed: u64,
    /// A part of the game at hand is not as it was.
    part_changed: bool,
    /// Games that do not match.
    n_others: u64,
    /// Games that match, and come after the last that was wanted.
    n_after: u64,
    /// Games that match and were wanted.
    n_taken: u64,
    change: &'static str,
}

/// Where a game goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Out,
    Rest,
    /// Nowhere, and no game that follows is wanted.
    Stop,
}

/// Where texts go.
struct Stream {
    out: Beside<Output>,
    end: OutputEnd,
    /// The bytes that come are further ones of the same game.
    is_within: bool,
}

/// A text that waits for what comes later.
#[derive(Debug)]
struct Waiting {
    /// Its place among the matches.
    rank: u64,
    input: u64,
    name: Arc<str>,
    piece: Piece,
    bytes: Vec<u8>,
}

/// Matches that wait for the end of the run.
enum Kept {
    None,
    Last { most: usize, all: VecDeque<Waiting> },
    Sample { most: usize, n_seen: u64, random: Random, all: Vec<Waiting> },
}

/// SplitMix64: the same numbers for a seed, on every machine and in every version.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `n`, each as likely as any other.
    fn below(&mut self, n: u64) -> u64 {
        let product = u128::from(self.next()) * u128::from(n);
        (product >> 64) as u64
    }
}

impl Stream {
    fn write(
        &mut self,
        joining: &mut Joining<'_>,
        (input, name): (u64, &str),
        piece: &Piece,
        bytes: &[u8],
    ) -> io::Result<()> {
        let is_within = std::mem::replace(&mut self.is_within, piece.kind == PieceKind::Part);
        if is_within {
            return self.end.extend(bytes, &mut self.out);
        }
        if piece.kind == PieceKind::NoGame {
            return self.end.append_text(joining, (input, bytes), &mut self.out);
        }
        let Piece { number, edges, .. } = *piece;
        let game = Coming { input, number, is_apart: false, edges, bytes };
        self.end.append(joining, &game, || name.to_owned(), &mut self.out)
    }
}

impl<'a> Sifter<'a> {
    /// # Errors
    /// An output cannot be written.
    pub(crate) fn new(
        setup: &Setup<'_>,
        inputs: &Inputs,
        globals: &'a Globals,
        progress: &Progress,
    ) -> anyhow::Result<Sifter<'a>> {
        let stream = |(out, end)| Stream { out: progress.beside(out), end, is_within: false };
        let select = Select::new(setup.select);
        let takes_all = setup.keep == Keep::All
            && setup.sense == Sense::Matches
            && select.takes_all()
            && globals.reading.query.is_none();
        let extent = Extent::of(inputs, takes_all);
        let rest = setup.rest.map(|path| open_beside(path)).transpose()?;
        Ok(Sifter {
            out: setup.output.map(|it| open_for_games(it, globals)).transpose()?.map(stream),
            rest: rest.map(|out| stream((out, OutputEnd::default()))),
            sense: setup.sense,
            kept: match setup.keep {
                Keep::All => Kept::None,
                Keep::Last(most) => Kept::Last { most, all: VecDeque::new() },
                Keep::Sample(most, seed) => {
                    Kept::Sample { most, n_seen: 0, random: Random(seed), all: Vec::new() }
                }
            },
            select,
            joining: Joining::new(setup.line_ending, extent, globals).with_spacing_kept(),
            globals,
            input: 0,
            name: "".into(),
            going: None,
            n_games: 0,
            n_changed: 0,
            part_changed: false,
            n_others: 0,
            n_after: 0,
            n_taken: 0,
            change: setup.change,
        })
    }

    /// Ends the run: what has waited is written, outputs take their names. Returns the number of games that have
    /// passed. `is_complete`: every input was read to its end.
    ///
    /// # Errors
    /// An output cannot be written.
    pub(crate) fn finish(mut self, is_complete: bool) -> anyhow::Result<u64> {
        let (reason, mut waiting) = match std::mem::replace(&mut self.kept, Kept::None) {
            Kept::None => ("", Vec::new()),
            Kept::Last { all, .. } => ("last", Vec::from(all)),
            Kept::Sample { all, .. } => ("sample", all),
        };
        waiting.sort_unstable_by_key(|waiting| waiting.rank);
        let games = || waiting.iter().filter(|waiting| waiting.piece.kind == PieceKind::Game);
        self.n_games += games().count() as u64;
        self.n_changed += games().filter(|waiting| waiting.piece.is_changed).count() as u64;
        if let Some(out) = &mut self.out {
            for Waiting { input, name, piece, bytes, .. } in &waiting {
                out.write(&mut self.joining, (*input, name), piece, bytes)?;
            }
        }
        let mut outputs = Vec::new();
        for mut stream in [self.out, self.rest].into_iter().flatten() {
            stream.end.flush(&mut stream.out)?;
            outputs.push(stream.out.into_inner());
        }
        close_all(outputs, is_complete, self.globals)?;
        self.globals.count(|| {
            let mut counts = Counts::of_kept(self.n_games);
            counts.add_dropped("skip", self.select.n_skipped);
            counts.add_dropped("take", self.n_after);
            counts.add_dropped("not-selected", self.n_others);
            counts.add_dropped(reason, self.n_taken - self.n_games);
            counts.add_changed(self.change, self.n_changed);
            self.joining.count(&mut counts);
            counts
        });
        self.joining.report();
        Ok(self.n_games)
    }

    /// Where a game goes; each game is asked for once.
    fn way(&mut self, piece: &Piece) -> Way {
        let is_hit = piece.is_match == (self.sense == Sense::Matches);
        if piece.kind == PieceKind::NoGame {
            return if is_hit && self.select.takes_all() { Way::Out } else { Way::Rest };
        }
        if let Some(way) = self.going {
            return way;
        }
        if !is_hit {
            self.n_others += 1;
            return Way::Rest;
        }
        match self.select.pick() {
            Pick::Take => {
                self.n_taken += 1;
                Way::Out
            }
            Pick::Stop if self.rest.is_none() => Way::Stop,
            Pick::Leave => Way::Rest,
            Pick::Stop => {
                self.n_after += 1;
                Way::Rest
            }
        }
    }

    fn out(&mut self, piece: &Piece, bytes: &[u8]) -> io::Result<()> {
        // The text of an input without games takes the place of no game.
        if piece.kind == PieceKind::NoGame && !matches!(self.kept, Kept::None) {
            return Ok(());
        }
        let (input, name) = (self.input, Arc::clone(&self.name));
        let wait = |rank: u64| {
            let name = Arc::clone(&name);
            Waiting { rank, input, name, piece: *piece, bytes: bytes.to_vec() }
        };
        match &mut self.kept {
            Kept::None => {
                self.part_changed |= piece.is_changed;
                if piece.kind == PieceKind::Game {
                    self.n_games += 1;
                    self.n_changed += u64::from(std::mem::take(&mut self.part_changed));
                }
                if let Some(out) = &mut self.out {
                    out.write(&mut self.joining, (input, &self.name), piece, bytes)?;
                }
            }
            Kept::Last { most, all } => {
                let rank = all.back().map_or(0, |last| last.rank + 1);
                // The parts of a game are one text.
                match all.back_mut() {
                    Some(last) if last.piece.kind == PieceKind::Part => {
                        last.bytes.extend_from_slice(bytes);
                        last.piece = piece.after(&last.piece);
                    }
                    _ => all.push_back(wait(rank)),
                }
                if all.len() > *most {
                    all.pop_front();
                }
            }
            Kept::Sample { most, n_seen, random, all } => {
                if let Some(last) = all.iter_mut().find(|it| it.piece.kind == PieceKind::Part) {
                    last.bytes.extend_from_slice(bytes);
                    last.piece = piece.after(&last.piece);
                    return Ok(());
                }
                if self.going.is_some() {
                    // The game of this part was not drawn.
                    return Ok(());
                }
                let rank = *n_seen;
                *n_seen += 1;
                if all.len() < *most {
                    all.push(wait(rank));
                } else if let Some(slot) =
                    usize::try_from(random.below(*n_seen)).ok().and_then(|index| all.get_mut(index))
                {
                    *slot = wait(rank);
                }
            }
        }
        Ok(())
    }
}

impl Collector<Sifted<GameNumber>> for Sifter<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.input += 1;
        self.name = name_of(input).into();
        Ok(())
    }

    fn take(&mut self, _: &InputInfo, sifted: Sifted<GameNumber>) -> io::Result<Flow> {
        let mut from = 0;
        for piece in &sifted.pieces {
            let bytes = &sifted.bytes[from..piece.end];
            from = piece.end;
            let way = self.way(piece);
            match way {
                Way::Out => self.out(piece, bytes)?,
                Way::Rest => {
                    if let Some(rest) = &mut self.rest {
                        let from = (self.input, &*self.name);
                        rest.write(&mut self.joining, from, piece, bytes)?;
                    }
                }
                Way::Stop => return Ok(Flow::Stop),
            }
            self.going = (piece.kind == PieceKind::Part).then_some(way);
            if self.select.is_done() && self.rest.is_none() && self.going.is_none() {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::Continue)
    }

    fn idle(&mut self) -> io::Result<()> {
        use io::Write as _;
        for stream in [&mut self.out, &mut self.rest].into_iter().flatten() {
            stream.end.idle(&mut stream.out)?;
            stream.out.flush()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_those_of_the_seed() {
        // From the description of SplitMix64.
        let mut random = Random(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
        let mut counts = [0_u32; 5];
        (0..5000).for_each(|_| counts[usize::try_from(random.below(5)).unwrap()] += 1);
        assert!(counts.iter().all(|n| (900..1100).contains(n)), "{counts:?}");
    }
}

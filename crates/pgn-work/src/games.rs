//! Chunks to games: the loop that every command shares.

mod job;

use pgn_chess::ReplayOptions;
use pgn_query::{Depth, Facts};
use pgn_stream::{ChunkView, Cut, Flags, Place};
use pgn_syntax::{Depth as ReadDepth, Game, Parser, Part, ReadOptions, Span, count_line_ends};

use self::job::Draft;
use super::{
    encodings::Encodings,
    incidents::{Incident, IncidentKind, Worked},
    turn::{Care, Turn},
};
use crate::{
    Reading,
    fault::{self, Fault, Step, plant},
    inputs::name_of,
};

/// What bytes are that are passed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PieceKind {
    #[default]
    Game,
    /// More of the same game follows.
    Part,
    /// Bytes of an input without games.
    NoGame,
}

/// What a command does with games. Shared by all threads.
pub(crate) trait Work: Sync {
    /// Buffers of a thread.
    type Scratch: Send;
    /// What a chunk gives.
    type Out: Default + Send;
    /// Inputs that `export --format lines` has written are read as the PGN they stand for.
    const READS_LINES: bool = false;

    fn scratch(&self) -> Self::Scratch;

    /// What a chunk of so many bytes gives, with nothing in it yet.
    fn out(&self, _n_bytes: usize) -> Self::Out {
        Self::Out::default()
    }

    /// How much of each game it needs.
    fn depth(&self) -> ReadDepth {
        ReadDepth::Movetext
    }

    /// How many times as large as what is read that may be which is written: then less is read at a time.
    fn growth(&self) -> usize {
        1
    }

    /// Returns the number of line ends of `bytes`, which `out` came from, if something in `out` is reported by its
    /// line; else `None`.
    fn n_lines(&self, _out: &Self::Out, bytes: &[u8]) -> Option<u64> {
        Some(count_line_ends(bytes))
    }

    /// Returns the bytes of a chunk that go byte for byte into an output which other inputs go to, too: `bytes` are
    /// those that `out` came from.
    fn copied<'o>(&self, _out: &'o Self::Out, _bytes: &'o [u8]) -> &'o [u8] {
        b""
    }

    /// A chunk is about to be read.
    fn begin(&self, _scratch: &mut Self::Scratch, _chunk: &ChunkView<'_>) {}

    /// The chunks before the one that has begun have set these flags. Not called if there are none, or
    /// if they are not known yet: then the chunk is read again when they are.
    fn take_flags(&self, _scratch: &mut Self::Scratch, _flags: u64) {}

    /// Returns what the chunk that has been read changes in the flags.
    fn flags(&self, _scratch: &mut Self::Scratch) -> Flags {
        Flags::default()
    }

    /// A game of a chunk whose games are only counted, as it will be read again.
    fn counted(&self, _scratch: &mut Self::Scratch, _game: &Game, _src: &[u8]) {}

    /// A chunk has been read; its games are those of `bytes`.
    fn end(&self, _scratch: &mut Self::Scratch, _bytes: &[u8], _out: &mut Self::Out) {}

    /// A game of the chunk; `index` counts all games of the chunk from 0.
    fn game(
        &self,
        scratch: &mut Self::Scratch,
        index: u64,
        game: &Game,
        chunk: &ChunkView<'_>,
        out: &mut Self::Out,
    );

    /// A game that `--where` selects, and what was found out of it.
    fn matching(
        &self,
        scratch: &mut Self::Scratch,
        index: u64,
        game: &Game,
        _found: &pgn_query::Scratch,
        chunk: &ChunkView<'_>,
        out: &mut Self::Out,
    ) {
        self.game(scratch, index, game, chunk, out);
    }

    /// A game of the chunk that `--where` does not select.
    fn passed_over(
        &self,
        _scratch: &mut Self::Scratch,
        _index: u64,
        _game: &Game,
        _chunk: &ChunkView<'_>,
        _out: &mut Self::Out,
    ) {
    }

    /// Bytes at `place` of the chunk that `--where` does not select because they are no game that could
    /// be parsed.
    fn passed_over_bytes(
        &self,
        _bytes: &[u8],
        _place: Span,
        _what: PieceKind,
        _out: &mut Self::Out,
    ) {
    }

    /// Bytes that no game has taken: an input without games.
    fn leftover(&self, bytes: &[u8], out: &mut Self::Out);

    /// Takes the beginning of a game that is too large to be parsed; `index` counts all games of the chunk from 0.
    /// Returns what the loop reports; `None` if the command has a report of its own.
    fn too_large_begins(
        &self,
        _scratch: &mut Self::Scratch,
        _index: u64,
        _at: u32,
        _chunk: &ChunkView<'_>,
        _out: &mut Self::Out,
    ) -> Option<IncidentKind> {
        Some(IncidentKind::TooLarge)
    }

    /// Takes a game, or a piece of one, that is too large to be parsed; `is_end`: it is the last piece. `index`
    /// counts all games of the chunk from 0.
    fn too_large(&self, index: u64, bytes: &[u8], place: Span, is_end: bool, out: &mut Self::Out);

    /// The place of the chunk is known now. `rest`: where the bytes of its games end.
    fn finish(
        &self,
        scratch: &mut Self::Scratch,
        out: Self::Out,
        chunk: &ChunkView<'_>,
        rest: usize,
        place: &Place,
    ) -> Self::Out;

    /// Takes a game on which the work has ended with a panic. The loop reports it.
    fn fault(&self, index: u64, game: &Game, chunk: &ChunkView<'_>, out: &mut Self::Out);
}

/// Does a command's work on chunks.
pub(crate) struct Games<'a, W> {
    work: &'a W,
    options: ReadOptions,
    reading: &'a Reading,
    replay: ReplayOptions,
    /// The question asks for numbers of games: it is answered when they are known.
    waits_for_numbers: bool,
    /// There are several inputs, whose encodings may differ.
    has_several_inputs: bool,
}

impl<'a, W: Work> Games<'a, W> {
    pub(crate) fn new(work: &'a W, reading: &'a Reading, n_inputs: usize) -> Games<'a, W> {
        let depth = match &reading.query {
            None => work.depth(),
            // What the tags leave open is read on.
            Some(query) if query.first_depth() == Depth::Tags => ReadDepth::Tags,
            Some(_) => ReadDepth::Movetext,
        };
        Games {
            work,
            options: ReadOptions { depth, ..reading.read_options() },
            reading,
            replay: reading.replay_options(),
            waits_for_numbers: reading.query.as_ref().is_some_and(|query| query.needs_number()),
            has_several_inputs: n_inputs > 1,
        }
    }

    fn is_wanted(&self, chunk: &ChunkView<'_>, game: &Game) -> bool {
        let start = chunk.offset + u64::from(game.span.start);
        self.reading.bytes.as_ref().is_none_or(|range| range.contains(&start))
    }

    /// Begins a chunk. `flags`: those that the chunks before it have set, if they are known.
    fn begin(&self, scratch: &mut Scratch<W::Scratch>, chunk: &ChunkView<'_>, flags: Option<u64>) {
        self.work.begin(&mut scratch.work, chunk);
        if let Some(flags) = flags {
            self.work.take_flags(&mut scratch.work, flags);
        }
    }

    /// Works on the games of a chunk. Returns what the work makes of them, their number, and where their bytes
    /// end.
    fn go_through(
        &self,
        scratch: &mut Scratch<W::Scratch>,
        chunk: &ChunkView<'_>,
        (turn, care): (Turn, Care<'_>),
        flags: Option<u64>,
    ) -> Draft<W::Out> {
        let src = chunk.bytes;
        let part =
            Part { src, is_first: chunk.is_first, is_last: chunk.is_last(), after: chunk.next };
        let out = self.work.out(src.len());
        let mut worked = Worked { out, incidents: Vec::new(), encodings: Encodings::default() };
        let mut n_games = 0;
        scratch.parser.start(&part);
        self.begin(scratch, chunk, flags);
        let name = self.reading.query.as_ref().map(|_| name_of(chunk.input));
        // UTF-16 without a mark holds no games, nor do bytes that are no text, whatever they look like.
        let has_games = !chunk.input.utf16 && !chunk.input.binary;
        let mut rest = 0;
        while has_games && scratch.parser.next_game(&part, &mut scratch.game) {
            rest = scratch.parser.rest();
            if chunk.cut == Cut::Truncated
                && scratch.parser.is_done()
                && scratch.game.marker.is_none()
            {
                break;
            }
            let index = n_games;
            n_games += 1;
            if turn == Turn::Count || !self.is_wanted(chunk, &scratch.game) {
                self.work.counted(&mut scratch.work, &scratch.game, src);
                continue;
            }
            if self.reading.is_too_large(&scratch.game, src) {
                self.too_large(scratch, index, chunk, &mut worked);
                continue;
            }
            let one = (index, turn, name.as_deref());
            match self.try_one(scratch, &part, chunk, one, care) {
                Ok(()) => self.one(scratch, &part, chunk, one, &mut worked.out),
                Err(fault) => {
                    scratch.work = self.work.scratch();
                    self.begin(scratch, chunk, flags);
                    scratch.query = pgn_query::Scratch::default();
                    let line = u64::from(scratch.game.start);
                    let kind = IncidentKind::Fault(fault);
                    worked.incidents.push(Incident { kind, line, number: index });
                    self.work.fault(index, &scratch.game, chunk, &mut worked.out);
                }
            }
        }
        let rest = if has_games { scratch.parser.rest().max(rest) } else { 0 };
        let rest = if chunk.is_last() {
            let is_all = self.reading.bytes.is_none() && turn != Turn::Count;
            if n_games == 0 && is_all && chunk.cut != Cut::Truncated {
                match self.reading.query {
                    None => self.work.leftover(&src[rest..], &mut worked.out),
                    Some(_) => {
                        let (span, kind) = (Span::new(rest, src.len()), PieceKind::NoGame);
                        self.work.passed_over_bytes(span.of(src), span, kind, &mut worked.out);
                    }
                }
            }
            src.len()
        } else {
            rest
        };
        if turn != Turn::Count {
            self.work.end(&mut scratch.work, &src[..rest], &mut worked.out);
        }
        Draft { worked, n_games, rest }
    }

    /// Takes a whole game that is too large to be parsed.
    fn too_large(
        &self,
        scratch: &mut Scratch<W::Scratch>,
        index: u64,
        chunk: &ChunkView<'_>,
        worked: &mut Worked<W::Out>,
    ) {
        let (span, out) = (scratch.game.span, &mut worked.out);
        let bytes = span.of(chunk.bytes);
        let line = u64::from(scratch.game.start);
        // It has not been read: nobody can say that the question holds.
        let kind = match self.reading.query {
            None => {
                let work = &mut scratch.work;
                let kind = self.work.too_large_begins(work, index, span.start, chunk, out);
                self.work.too_large(index, bytes, span, true, out);
                kind
            }
            Some(_) => {
                self.work.passed_over_bytes(bytes, span, PieceKind::Game, out);
                Some(IncidentKind::TooLarge)
            }
        };
        worked.incidents.extend(kind.map(|kind| Incident { kind, line, number: index }));
    }

    /// Works on a game for nothing, to find out whether that ends with a panic.
    fn try_one(
        &self,
        scratch: &mut Scratch<W::Scratch>,
        part: &Part<'_>,
        chunk: &ChunkView<'_>,
        one: (u64, Turn, Option<&str>),
        care: Care<'_>,
    ) -> Result<(), Fault> {
        match care {
            Care::None => Ok(()),
            Care::Games => fault::catch(|| {
                self.one(scratch, part, chunk, one, &mut W::Out::default());
            }),
            Care::GamesToEnd(place) => fault::catch(|| {
                let mut out = W::Out::default();
                self.one(scratch, part, chunk, one, &mut out);
                // The work of the chunk goes on with buffers of its own.
                let (mut work, rest) = (self.work.scratch(), scratch.game.span.end as usize);
                self.work.begin(&mut work, chunk);
                self.work.end(&mut work, &chunk.bytes[..rest], &mut out);
                self.work.finish(&mut work, out, chunk, rest, place);
            }),
        }
    }

    /// A game that has been read, by its number in the chunk and that of the chunk's first.
    fn one(
        &self,
        scratch: &mut Scratch<W::Scratch>,
        part: &Part<'_>,
        chunk: &ChunkView<'_>,
        (index, turn, name): (u64, Turn, Option<&str>),
        out: &mut W::Out,
    ) {
        let Scratch { parser, game, work, query } = scratch;
        plant(Step::Game, game.span.of(chunk.bytes));
        let Some(question) = &self.reading.query else {
            self.work.game(work, index, game, chunk, out);
            return;
        };
        query.begin();
        let mut holds = |game: &Game, depth| {
            let facts = Facts {
                encoding: self.reading.encoding,
                file: name,
                number: turn.number(index),
                ..Facts::new(game, chunk.bytes)
            };
            question.holds(&facts, depth, &self.replay, query)
        };
        let mut answer = None;
        if self.options.depth == ReadDepth::Tags {
            answer = holds(game, Depth::Tags);
        }
        if answer.is_none() {
            parser.read_on(part, game);
            answer = holds(game, Depth::Movetext);
        }
        if answer == Some(true) {
            if self.work.depth() == ReadDepth::Movetext {
                parser.read_on(part, game);
            }
            self.work.matching(work, index, game, query, chunk, out);
        } else {
            self.work.passed_over(work, index, game, chunk, out);
        }
    }
}

/// Buffers of a thread: those of the loop, and those of the work.
pub(crate) struct Scratch<S> {
    parser: Parser,
    game: Game,
    query: pgn_query::Scratch,
    work: S,
}

//! The loop over the games of a chunk, which all commands share.

pub(crate) mod batch;
pub(crate) mod buffer;
pub(crate) mod gathered;
pub(crate) mod incidents;
mod item;
mod job;
mod pass;
mod read_ahead;
pub(crate) mod select;

use pgn_chess::ReplayOptions;
use pgn_query::{Depth, Facts};
use pgn_stream::{ChunkOffset, ChunkPosition, ChunkView, Cut, Flags, GameIndex, Located, Piece};
use pgn_syntax::{
    Fallback, Game, Parser, ReadDepth, ReadOptions, Span, count_line_ends, find_utf16, is_line_end,
};

pub(crate) use self::item::{Answer, PlacedChunk, ReadGame, UnreadGame, UnreadKind};
use self::{
    job::Draft,
    pass::{Pass, Protection},
    read_ahead::ReadAhead,
};
use crate::{
    ReadingOptions,
    games::incidents::{IncidentKind, restart_of},
    reports::fault::{self, Fault, Step, plant},
};

/// The work of a command on games. All threads share one value.
pub(crate) trait Work: Sync {
    /// Buffers of a thread.
    type Scratch: Send;
    /// The result of reading a chunk whose place in the input is not known yet: positions are [`ChunkPosition`]s.
    type Draft: Default + Send;
    /// The output of a chunk whose place is known: positions are [`Position`](pgn_stream::Position)s.
    type Out: Send;
    /// True if games that `--where` does not select are passed to [`Work::game`] and [`Work::unread`], too.
    const TAKES_UNSELECTED: bool = false;
    /// True if the output of each chunk has line numbers, so that [`Work::end`] counts line ends.
    const HAS_LINES: bool = false;
    /// True if the loop reports games in which move number 1 begins again. False if the command has findings on them.
    const NOTES_RESTARTS: bool = true;

    /// Returns new buffers. `fallback`: the character set of strings that are not UTF-8. New buffers are made for an
    /// input with another character set.
    fn scratch(&self, fallback: Fallback) -> Self::Scratch;

    /// Returns an empty draft for a chunk of `n_bytes`.
    fn draft(&self, _n_bytes: usize) -> Self::Draft {
        Self::Draft::default()
    }

    /// Returns true if inputs that `export --format lines` has written are read as the PGN that they represent.
    fn reads_lines(&self) -> bool {
        false
    }

    /// Returns true if the output of each game can be read before the run ends, so that a game is complete when its
    /// writer pauses after it.
    fn is_read_at_once(&self) -> bool {
        false
    }

    /// Returns how much of each game the work needs.
    fn depth(&self) -> ReadDepth {
        ReadDepth::Movetext
    }

    /// Returns the factor by which the output can be larger than the input. The size of chunks is divided by it.
    fn growth(&self) -> usize {
        1
    }

    /// Begins a chunk. `flags`: the flags that the chunks before it are known to have set. If more turn out to be set, the
    /// chunk is read again.
    fn begin(&self, _scratch: &mut Self::Scratch, _chunk: &ChunkView<'_>, _flags: u64) {}

    /// Returns how the chunk that has been read changes the flags of its input.
    fn flags(&self, _scratch: &mut Self::Scratch) -> Flags {
        Flags::default()
    }

    /// Handles a game that is only counted, because it will be read again or is outside of `--bytes`.
    fn skip_game(&self, _scratch: &mut Self::Scratch, _game: &Game, _src: &[u8]) {}

    /// Works on a game and adds the result to `draft`.
    fn game(&self, scratch: &mut Self::Scratch, game: &ReadGame<'_>, draft: &mut Self::Draft);

    /// Handles bytes that were not parsed. The loop reports the reason, except for oversized games if
    /// [`Work::reports_large`] returns true.
    fn unread(&self, scratch: &mut Self::Scratch, unread: &UnreadGame<'_>, draft: &mut Self::Draft);

    /// Returns true if the command itself reports the oversized games of the input.
    fn reports_large(&self, _scratch: &mut Self::Scratch, _chunk: &ChunkView<'_>) -> bool {
        false
    }

    /// Ends a chunk. `bytes`: the bytes of its games. Returns the number of line ends in `bytes`; `None` if no report
    /// on the chunk has a line number.
    fn end(
        &self,
        _scratch: &mut Self::Scratch,
        bytes: &[u8],
        _draft: &mut Self::Draft,
    ) -> Option<u64> {
        Self::HAS_LINES.then(|| count_line_ends(bytes))
    }

    /// Returns the output of a chunk whose place is known.
    fn finish(
        &self,
        scratch: &mut Self::Scratch,
        draft: Self::Draft,
        chunk: &PlacedChunk<'_>,
    ) -> Self::Out;

    /// Returns true if strings that are not UTF-8 are converted to UTF-8 in the output or in names of files, or compared
    /// with letters beyond ASCII.
    fn decodes(&self) -> bool {
        false
    }

    /// Returns the bytes of a chunk that are copied unchanged to an output that several inputs share. `bytes`: the
    /// bytes from which `out` was made.
    fn copied<'o>(&self, _out: &'o Self::Out, _bytes: &'o [u8]) -> &'o [u8] {
        b""
    }
}

/// The loop over the games of chunks, with the work of one command.
pub(crate) struct Games<'a, W> {
    work: &'a W,
    options: ReadOptions,
    reading: &'a ReadingOptions,
    replay: ReplayOptions,
    /// True if `--where` needs the numbers of games, so that it is evaluated when they are known.
    waits_for_numbers: bool,
    /// True if there are several inputs, whose encodings may differ.
    has_several_inputs: bool,
}

impl<'a, W: Work> Games<'a, W> {
    pub(crate) fn new(work: &'a W, reading: &'a ReadingOptions, n_inputs: usize) -> Games<'a, W> {
        let depth = match &reading.query {
            None => work.depth(),
            // The movetext is read later if the tags do not decide.
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
        self.reading.bytes.as_ref().is_none_or(|range| range.contains(&start.0))
            && self
                .reading
                .fresh
                .as_ref()
                .is_none_or(|fresh| fresh.takes(chunk.input, game, chunk.bytes))
    }

    /// Reads the games of a chunk and works on each. If the last game ends within a line, the games in this line are
    /// left to the next chunk.
    fn read_games(&self, scratch: &mut Scratch<W::Scratch>, pass: &Pass<'_>) -> Draft<W::Draft> {
        let draft = self.read_games_before(pass.part.src.len(), scratch, pass);
        // Excerpts, columns and line lengths need whole lines, so that the next chunk begins at the beginning of a line
        // unless this chunk is a single line.
        match draft.line_start {
            Some(line_start) if draft.end > line_start => {
                self.read_games_before(line_start, scratch, pass)
            }
            Some(_) | None => draft,
        }
    }

    /// Reads the games of a chunk that begin before `end`, and works on each.
    fn read_games_before(
        &self,
        end: usize,
        scratch: &mut Scratch<W::Scratch>,
        pass: &Pass<'_>,
    ) -> Draft<W::Draft> {
        let Pass { chunk, part, purpose, .. } = pass;
        let src = part.src;
        let mut draft = Draft { out: self.work.draft(src.len()), ..Draft::default() };
        scratch.parser.start(part);
        self.work.begin(&mut scratch.work, chunk, purpose.flags());
        let mut held_from = None;
        // UTF-16 without a byte order mark and binary data have no games, whatever they look like.
        let has_games = !chunk.input.undecoded_utf16 && !chunk.input.binary;
        let mut line_start = None;
        let mut watch = self.reading.requested.watch();
        let mut has_restart = !W::NOTES_RESTARTS;
        scratch.games.clear();
        // The movetext of a game is read on only where its selection depends on it.
        let is_alone = self.reading.query.is_some();
        while has_games
            && let Some(end_of_game) = scratch.games.next(&mut scratch.parser, part, is_alone)
        {
            let game = scratch.games.game();
            let start = game.span.start as usize;
            if start >= end || chunk.cut == Cut::Hard && part.can_change_end_of(game) {
                held_from = Some(start);
                break;
            }
            if start > 0 && begins_line(src, start) {
                line_start = Some(start);
            }
            draft.end = end_of_game.rest;
            if chunk.cut == Cut::Truncated && end_of_game.is_done && game.marker.is_none() {
                break;
            }
            let index = GameIndex(draft.n_games);
            draft.n_games += 1;
            if purpose.is_count() || !self.is_wanted(chunk, game) {
                self.work.skip_game(&mut scratch.work, game, src);
                continue;
            }
            let (span, start) = (game.span, game.start);
            if self.reading.is_too_large(game, src) {
                let kind = UnreadKind::TooLarge(Piece { is_first: true, is_last: true });
                self.unread(scratch, (index, kind), (span, start), chunk, &mut draft);
                continue;
            }
            match self.try_game(scratch, pass, index) {
                Ok(()) => {
                    self.work_on_game(scratch, pass, index, &mut draft.out);
                    let game = scratch.games.game();
                    watch.search(game, src);
                    if !has_restart && let Some(start) = restart_of(game, src) {
                        has_restart = true;
                        draft.incidents.push(incident(index, start, IncidentKind::Restart));
                    }
                }
                Err(fault) => {
                    self.begin_again(scratch, pass);
                    let what = (index, UnreadKind::Fault);
                    self.unread(scratch, what, (span, start), chunk, &mut draft);
                    draft.incidents.push(incident(index, start, IncidentKind::Fault(fault)));
                }
            }
        }
        draft.end = match held_from {
            Some(start) => start,
            None if has_games => scratch.parser.rest().max(draft.end),
            None => 0,
        };
        let is_cut = !chunk.is_last() && chunk.cut != Cut::Pause;
        if is_cut && draft.end > 0 && !begins_line(src, draft.end) {
            draft.line_start = line_start;
        }
        if chunk.is_last() {
            self.end_input(scratch, pass, &mut draft);
        }
        if !purpose.is_count() {
            if has_games && let Some(at) = find_utf16(&src[..draft.end]) {
                let offset = ChunkOffset(Span::new(at, at).start);
                let position = ChunkPosition { offset, game: None };
                let byte = (chunk.offset + at as u64).0 + 1;
                draft.incidents.push(Located { value: IncidentKind::Utf16(byte), position });
            }
            draft.n_lines = self.work.end(&mut scratch.work, &src[..draft.end], &mut draft.out);
        }
        draft
    }

    /// Replaces the buffers whose state is unknown after a panic.
    fn begin_again(&self, scratch: &mut Scratch<W::Scratch>, pass: &Pass<'_>) {
        scratch.work = self.work.scratch(scratch.fallback);
        scratch.query = pgn_query::QueryState::default();
        self.work.begin(&mut scratch.work, pass.chunk, pass.purpose.flags());
    }

    /// Ends an input. If it has no games, all of its bytes are passed to the work as unread.
    fn end_input(
        &self,
        scratch: &mut Scratch<W::Scratch>,
        &Pass { chunk, purpose, .. }: &Pass<'_>,
        draft: &mut Draft<W::Draft>,
    ) {
        let is_all =
            self.reading.bytes.is_none() && self.reading.fresh.is_none() && !purpose.is_count();
        if draft.n_games == 0 && is_all && chunk.cut != Cut::Truncated {
            let span = Span::new(draft.end, chunk.bytes.len());
            let what = (GameIndex(0), UnreadKind::NoGame);
            self.unread(scratch, what, (span, span.start), chunk, draft);
        }
        draft.end = chunk.bytes.len();
    }

    /// Passes bytes that were not parsed to the work, and reports an oversized game. `start`: offset of the text of
    /// their game.
    fn unread(
        &self,
        scratch: &mut Scratch<W::Scratch>,
        (index, kind): (GameIndex, UnreadKind),
        (span, start): (Span, u32),
        chunk: &ChunkView<'_>,
        draft: &mut Draft<W::Draft>,
    ) {
        // `--where` cannot be evaluated for a game that was not read.
        let is_selected = self.reading.query.is_none() || kind == UnreadKind::Fault;
        if is_selected || W::TAKES_UNSELECTED {
            let game = (kind == UnreadKind::Fault).then_some(scratch.games.game());
            let unread = UnreadGame { index, kind, span, game, is_selected, chunk };
            self.work.unread(&mut scratch.work, &unread, &mut draft.out);
        }
        let begins_large = matches!(kind, UnreadKind::TooLarge(piece) if piece.is_first);
        if begins_large && !(is_selected && self.work.reports_large(&mut scratch.work, chunk)) {
            draft.incidents.push(incident(index, start, IncidentKind::TooLarge));
        }
    }

    /// Works on a game and discards the result, to find out whether the work panics.
    fn try_game(
        &self,
        scratch: &mut Scratch<W::Scratch>,
        pass: &Pass<'_>,
        index: GameIndex,
    ) -> Result<(), Fault> {
        match pass.protection {
            Protection::None => Ok(()),
            Protection::Games => fault::catch(|| {
                self.work_on_game(scratch, pass, index, &mut W::Draft::default());
            }),
            Protection::GamesToEnd(place) => fault::catch(|| {
                let mut draft = W::Draft::default();
                self.work_on_game(scratch, pass, index, &mut draft);
                // Separate buffers are used, as the work on the chunk continues with its own.
                let mut work = self.work.scratch(scratch.fallback);
                let end = scratch.games.game().span.end as usize;
                self.work.begin(&mut work, pass.chunk, 0);
                self.work.end(&mut work, &pass.part.src[..end], &mut draft);
                self.work.finish(&mut work, draft, &PlacedChunk::new(pass.chunk, end, place));
            }),
        }
    }

    /// Works on a game that has been read, if `--where` selects it.
    fn work_on_game(
        &self,
        scratch: &mut Scratch<W::Scratch>,
        Pass { chunk, part, purpose, input_name, .. }: &Pass<'_>,
        index: GameIndex,
        draft: &mut W::Draft,
    ) {
        let Scratch { parser, games, work, query, fallback } = scratch;
        let game = games.game_mut();
        plant(Step::Game, game.span.of(chunk.bytes));
        let Some(question) = &self.reading.query else {
            let answer = Answer::NotAsked;
            return self.work.game(work, &ReadGame { index, game, chunk, answer }, draft);
        };
        query.begin();
        let mut holds = |game: &Game, depth| {
            let facts = Facts {
                encoding: *fallback,
                file: input_name.as_deref(),
                number: purpose.number(index).map(|number| number.0),
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
        let is_selected = answer == Some(true);
        if is_selected {
            self.reading.requested.record_selected();
        }
        if is_selected && self.work.depth() == ReadDepth::Movetext {
            parser.read_on(part, game);
        }
        let answer = if is_selected { Answer::Selected(query) } else { Answer::Unselected };
        if is_selected || W::TAKES_UNSELECTED {
            self.work.game(work, &ReadGame { index, game, chunk, answer }, draft);
        }
    }
}

/// Returns true if a line begins at `at`.
fn begins_line(src: &[u8], at: usize) -> bool {
    src[..at].last().is_none_or(is_line_end)
}

fn incident(
    index: GameIndex,
    start: u32,
    value: IncidentKind,
) -> Located<IncidentKind, ChunkPosition> {
    let position = ChunkPosition { offset: ChunkOffset(start), game: Some(index) };
    Located { value, position }
}

/// Buffers of a thread, for the loop and for the work.
pub(crate) struct Scratch<S> {
    parser: Parser,
    games: ReadAhead,
    query: pgn_query::QueryState,
    work: S,
    /// The character set for which `work` was made.
    fallback: Fallback,
}

//! `--requeue`: inserts games that `--rejects` has copied to a file, and that have been repaired, at their former
//! places.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, VecDeque},
    io,
    path::Path,
};

use pgn_chess::{
    Replay, ReplayOptions,
    export::{junk_inside, raw_span},
    start,
};
use pgn_collate::{Digest, Spool};
use pgn_stream::{FileId, Flow, GameNumber, InputInfo, LineNumber, Position};
use pgn_syntax::{
    Game, Games, Parser, Part, ReadOptions, Span, boundary::Edges, conflict, count_line_ends,
    has_crlf, without_bom,
};

use super::work::{Arrival, Batch, MergeWork};
use crate::{
    Globals,
    games::batch::PieceKind,
    inputs::{Inputs, encodings::Encodings, name_of},
    run_inputs::{self, Collector},
    writing::rejects::{Origin, OutputNumber, read_origin},
};

/// The repaired games, by the input and place to which each belongs.
pub(super) struct Requeue {
    games: Spool,
    replay: Replay,
    options: ReplayOptions,
    read: ReadOptions,
    parser: Parser,
    slots: BTreeMap<String, VecDeque<Slot>>,
    /// The inputs in `slots`, in order, by the file to which their name leads.
    names: HashMap<FileId, VecDeque<String>>,
    /// The repaired games of the current input that are not inserted yet, in order.
    pending: VecDeque<Slot>,
    mode: InsertMode,
    has_one_input: bool,
    /// True if the last game that was kept is a repaired one whose end depends on the next game.
    is_open: bool,
    /// Number of games of the current input that have been kept, with the repaired ones.
    n_kept: u64,
    requeued: Requeued,
    /// The reason why the games cannot be inserted; `None` so far.
    problem: Option<String>,
}

/// Numbers of repaired games.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Requeued {
    /// The games that were inserted.
    pub(super) n_placed: u64,
    /// The games of the inputs that they replaced.
    pub(super) n_replaced: u64,
    /// The games that were inserted without the text around the replaced game, because this text would be read as a
    /// game.
    pub(super) n_without_text: u64,
}

/// The way in which repaired games are inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InsertMode {
    /// The input is the one from which the games were copied: each replaces its game.
    Replace,
    /// The input is an output that was made from those inputs. A game with the number of a repaired game in the output is
    /// replaced if it has errors or was corrected. Otherwise the repaired game is inserted before it and takes its number.
    Insert,
}

/// A repaired game to insert.
#[derive(Debug)]
struct Slot {
    origin: Origin,
    /// True if the game follows the game before it in the file of repaired games, and has no line with a place of its
    /// own.
    is_second: bool,
    offset: u64,
    /// Lengths in bytes of its text, content, order key and start key.
    lens: [usize; 4],
    digest: Option<Digest>,
}

/// A repaired game, in the form in which it is kept.
pub(super) struct Repaired {
    slot: Slot,
    bytes: Vec<u8>,
    /// Its content, order key and start key, one after another.
    keys: Vec<u8>,
    is_apart: bool,
    edges: Edges,
}

/// The game that is kept next.
pub(super) enum Next {
    /// The game of the input.
    Own,
    /// The repaired game. The game of the input follows.
    Before(Repaired),
    /// The repaired game, which replaces the game of the input.
    Instead(Repaired),
}

impl Slot {
    /// Returns the number that the game has in the current input.
    fn number(&self, mode: InsertMode) -> GameNumber {
        match mode {
            InsertMode::Replace => self.origin.number,
            InsertMode::Insert => self.origin.number_in_output(),
        }
    }
}

impl Repaired {
    pub(super) fn arrival(&self) -> Arrival<'_> {
        let Slot { ref origin, digest, lens, .. } = self.slot;
        let (content, keys) = self.keys.split_at(lens[1]);
        let (order, start) = keys.split_at(lens[2]);
        Arrival {
            position: Position { line: origin.line, game: Some(origin.number) },
            kind: PieceKind::Game,
            is_apart: self.is_apart,
            is_changed: false,
            rereadable: None,
            edges: self.edges,
            encodings: Encodings::of(&self.bytes),
            digest,
            bytes: &self.bytes,
            content,
            order,
            start,
        }
    }
}

impl Requeue {
    /// Reads the repaired games from `path`.
    ///
    /// # Errors
    /// Returns an error if a game has no line that states its place.
    pub(super) fn read(
        path: &Path,
        work: &MergeWork,
        limit: usize,
        inputs: &Inputs,
        globals: &Globals,
    ) -> anyhow::Result<Requeue> {
        let file = Inputs::of_file(path);
        let mut repaired = RepairedGames {
            parser: Parser::new(globals.reading.read_options()),
            game: Game::default(),
            games: Spool::new(limit, &globals.temp_files),
            slots: BTreeMap::new(),
            last: None,
            problem: None,
        };
        let is_complete =
            run_inputs::run(work, &file, &globals.of_all_games(), None, &mut repaired)?;
        let RepairedGames { games, mut slots, mut problem, .. } = repaired;
        if !is_complete {
            problem = Some(format!("{}: not read to its end", crate::inputs::paths::show(path)));
        }
        if let Some(problem) = problem {
            anyhow::bail!("--requeue {problem}");
        }
        let mut names: HashMap<FileId, VecDeque<String>> = HashMap::new();
        for (name, slots) in &mut slots {
            // The sort is stable: games without a place of their own stay after the game that they follow.
            slots.make_contiguous().sort_by_key(|slot| slot.origin.number);
            if let Some(id) = FileId::of_path(Path::new(name)) {
                names.entry(id).or_default().push_back(name.clone());
            }
        }
        Ok(Requeue {
            games,
            names,
            replay: Replay::new(),
            options: globals.reading.replay_options(),
            read: globals.reading.read_options(),
            parser: Parser::new(globals.reading.read_options()),
            slots,
            pending: VecDeque::new(),
            mode: InsertMode::Replace,
            has_one_input: inputs.list.len() == 1,
            is_open: false,
            n_kept: 0,
            requeued: Requeued::default(),
            problem: None,
        })
    }

    /// Begins an input.
    pub(super) fn begin(&mut self, name: &str, path: Option<&Path>) {
        self.n_kept = 0;
        let same_file = path.and_then(|path| self.same_file(path));
        let same_name = self.slots.contains_key(name).then(|| name.to_owned());
        let found = same_file.into_iter().chain(same_name).min();
        self.mode = if found.is_some() { InsertMode::Replace } else { InsertMode::Insert };
        self.pending = match found {
            Some(name) => self.slots.remove(&name).unwrap_or_default(),
            None if self.has_one_input => self.of_output(),
            None => VecDeque::new(),
        };
    }

    /// Returns the repaired games of all inputs, in the order of an output that was made from these. If their places in
    /// it are not known, returns none and notes the problem.
    fn of_output(&mut self) -> VecDeque<Slot> {
        let is_counted = |slot: &Slot| matches!(slot.origin.in_output, OutputNumber::OfRun(_));
        let is_appended = |slot: &Slot| slot.origin.in_output == OutputNumber::Appended;
        let in_input = |slot: &Slot| slot.origin.in_output == OutputNumber::OfInput;
        // Without other numbers, only the games of one input have places in an output.
        if self.slots.len() != 1 && self.slots.values().flatten().all(in_input) {
            return VecDeque::new();
        }
        let mut slots: Vec<Slot> =
            std::mem::take(&mut self.slots).into_values().flatten().collect();
        // The sort is stable, as in `read`.
        slots.sort_by_key(|slot| slot.origin.number_in_output());
        let file = slots.first().map_or("", |slot| &*slot.origin.file);
        let firsts: Vec<&Slot> = slots.iter().filter(|slot| !slot.is_second).collect();
        let is_twice =
            |it: &[&Slot]| it[0].origin.number_in_output() == it[1].origin.number_in_output();
        let is_mixed = slots.iter().any(is_counted) && !slots.iter().all(is_counted);
        let by = if slots.iter().any(is_appended) {
            "a run with --append, so that their places in its output"
        } else if is_mixed || firsts.windows(2).any(is_twice) {
            "several runs, so that their places in one output"
        } else {
            return slots.into();
        };
        self.problem.get_or_insert(format!(
            "{file}: games were rejected by {by} are not known: name the inputs from which they were copied"
        ));
        VecDeque::new()
    }

    /// Returns the first input in `slots` whose name leads to the file at `path`.
    fn same_file(&mut self, path: &Path) -> Option<String> {
        let names = self.names.get_mut(&FileId::of_path(path)?)?;
        // Each name is removed at most once.
        while names.front().is_some_and(|name| !self.slots.contains_key(name)) {
            names.pop_front();
        }
        names.front().cloned()
    }

    /// Returns true, once, if the last game that was kept is a repaired one whose end depends on the next game, so
    /// that the next game must be written apart from it.
    pub(super) fn take_open_end(&mut self) -> bool {
        std::mem::take(&mut self.is_open)
    }

    /// Returns true if a repaired game precedes or replaces `game`, the next game of the input or a piece of it.
    pub(super) fn is_due(&self, game: &Arrival<'_>) -> bool {
        let number = match self.mode {
            InsertMode::Replace => game.position.game.unwrap_or_default(),
            InsertMode::Insert => GameNumber(self.n_kept + 1),
        };
        let is_next = |slot: &Slot| slot.is_second || slot.number(self.mode) == number;
        self.pending.front().is_some_and(is_next)
    }

    /// Returns the game that is kept next. `game`: the next game of the input. Called until the answer is not
    /// [`Next::Before`], before any of the game is stored.
    pub(super) fn next(&mut self, game: &Arrival<'_>) -> io::Result<Next> {
        let slot = if self.is_due(game) { self.pending.pop_front() } else { None };
        let Some(slot) = slot else {
            self.n_kept += 1;
            return Ok(Next::Own);
        };
        if slot.is_second {
            return Ok(Next::Before(self.repaired(slot, None)?));
        }
        self.n_kept += 1;
        let mut games = Games::with_options(game.bytes, self.read);
        let (start, span, junk) = match games.next() {
            Some(read) => {
                let junk = junk_inside(read, game.bytes);
                (read.start as usize, raw_span(read, game.bytes), junk)
            }
            None => (0, Span::new(0, game.bytes.len()), Vec::new()),
        };
        let (from, to) = (span.start as usize, span.end as usize);
        if self.mode == InsertMode::Replace {
            // The line must be one of the game's own text, not of the text before or after it.
            let line = game.position.line;
            let first = LineNumber(line.0 - count_line_ends(&game.bytes[from..start]));
            let last = line + count_line_ends(&game.bytes[start..to]);
            if !(first..=last).contains(&slot.origin.line) {
                let Origin { file, line, number, .. } = &slot.origin;
                self.problem.get_or_insert(format!(
                    "{file}: game {number} is not at line {line}: the file is another than that of \
                     which it was copied"
                ));
            }
        } else if !slot.origin.is_corrected && !self.has_error(game.bytes) {
            return Ok(Next::Before(self.repaired(slot, None)?));
        }
        self.requeued.n_replaced += 1;
        let before = [&game.bytes[..from], &junk].concat();
        Ok(Next::Instead(self.repaired(slot, Some((&before, &game.bytes[to..])))?))
    }

    /// Returns the next repaired game of an input that has ended; `None` if there are no more.
    pub(super) fn rest(&mut self) -> io::Result<Option<Repaired>> {
        let Some(slot) = self.pending.pop_front() else { return Ok(None) };
        if self.mode == InsertMode::Replace && !slot.is_second {
            let Origin { file, number, .. } = &slot.origin;
            self.problem.get_or_insert(format!("{file}: has no game {number}"));
        }
        self.repaired(slot, None).map(Some)
    }

    /// Returns the numbers of games when all inputs have ended.
    ///
    /// # Errors
    /// Returns an error if a repaired game belongs to none of the inputs, or could not be inserted.
    pub(super) fn finish(mut self) -> anyhow::Result<Requeued> {
        if let Some(file) = self.slots.keys().next() {
            let missing = format!("{file}: has repaired games, but is not an input");
            self.problem.get_or_insert(missing);
        }
        match self.problem {
            Some(problem) => anyhow::bail!("--requeue: {problem}; nothing was written"),
            None => Ok(self.requeued),
        }
    }

    /// Returns a repaired game. `around`: the text before and after the game that it replaces; `None` if it replaces none.
    fn repaired(&mut self, slot: Slot, around: Option<(&[u8], &[u8])>) -> io::Result<Repaired> {
        let mut text = Vec::new();
        self.games.read(slot.offset, slot.lens.iter().sum(), &mut text)?;
        let keys = text.split_off(slot.lens[0]);
        let line_end: &[u8] = if has_crlf(&text) { b"\r\n\r\n" } else { b"\n\n" };
        let (before, after) = around.unwrap_or((b"", line_end));
        // Escape lines that the repaired game has, too, are not repeated.
        let before = &*without_escapes_of(&text, before);
        let mut bytes = [before, &text, after].concat();
        let has_text = |around: &[u8]| !around.trim_ascii().is_empty();
        if (has_text(before) || has_text(after)) && !is_one_game(&bytes, self.read) {
            self.requeued.n_without_text += 1;
            bytes = [&text, line_end].concat();
        }
        self.requeued.n_placed += 1;
        // The beginning of an input is read in a special way, so its first game may begin in a form that other games
        // cannot have.
        let is_first = slot.origin.number == GameNumber(1) && !slot.is_second;
        let edges = Edges::of_text(&mut self.parser, &bytes, is_first);
        let is_apart = around.is_none() || self.take_open_end() || !edges.is_plain();
        self.is_open = !edges.is_plain();
        Ok(Repaired { slot, bytes, keys, is_apart, edges })
    }

    fn has_error(&mut self, text: &[u8]) -> bool {
        let mut games = Games::with_options(text, self.read);
        let Some(game) = games.next() else { return false };
        if conflict::markers(text, raw_span(game, text)).next().is_some() {
            return true;
        }
        let begin = start(game, text);
        self.replay.walk(game, text, &begin, &self.options, &mut ()).has_error()
    }
}

/// Returns `before` without its escape lines if `text`, the repaired game, has escape lines before its tags: those of the
/// replaced game are among them, possibly repaired.
fn without_escapes_of<'a>(text: &[u8], before: &'a [u8]) -> Cow<'a, [u8]> {
    let is_escape = |line: &[u8]| line.starts_with(b"%");
    let mut of_text = lines(text).take_while(|line| !line.starts_with(b"["));
    if !of_text.any(is_escape) {
        return Cow::Borrowed(before);
    }
    let (bom, rest) = before.split_at(before.len() - without_bom(before).len());
    let kept = lines(rest).filter(|line| !is_escape(line));
    Cow::Owned(std::iter::once(bom).chain(kept).collect::<Vec<_>>().concat())
}

/// Returns the lines of a text with their ends, which are LF, CR LF or, if there is no LF, CR.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let end = if text.contains(&b'\n') { b'\n' } else { b'\r' };
    text.split_inclusive(move |byte| *byte == end)
}

fn is_one_game(text: &[u8], read: ReadOptions) -> bool {
    let mut games = Games::with_options(text, read);
    games.next().is_some() && games.next().is_none()
}

/// The collector of the repaired games.
struct RepairedGames {
    parser: Parser,
    game: Game,
    games: Spool,
    slots: BTreeMap<String, VecDeque<Slot>>,
    /// Place of the game before.
    last: Option<Origin>,
    problem: Option<String>,
}

impl Collector<Batch> for RepairedGames {
    fn take(&mut self, input: &InputInfo, batch: Batch) -> io::Result<Flow> {
        for arrival in batch.arrivals() {
            if arrival.kind != PieceKind::Game {
                continue;
            }
            let mut text = arrival.bytes.to_vec();
            // Only at the beginning of a file could the text before the game be read as a game.
            let is_first = arrival.position.game == Some(GameNumber(1));
            let part = Part { is_first, ..Part::whole(arrival.bytes) };
            self.parser.start(&part);
            let escapes = match self.parser.next_game(&part, &mut self.game) {
                true => self.game.escapes.as_slice(),
                false => &[],
            };
            // The first line that states a place is removed. Further ones state where the game was before it was
            // rejected from a file of rejects.
            let own = escapes.iter().find_map(|span| {
                let origin = read_origin(span.of(arrival.bytes))?;
                text.drain(span.range());
                Some(origin)
            });
            let is_second = own.is_none();
            let Some(origin) = own.or_else(|| self.last.clone()) else {
                self.problem.get_or_insert(format!(
                    "{}:{}: the place of the game is unknown: the line `% pgnkit: rejected` before it is missing",
                    name_of(input),
                    arrival.position
                ));
                return Ok(Flow::Stop);
            };
            let text = without_bom(&text).trim_ascii();
            let parts = [text, arrival.content, arrival.order, arrival.start];
            let offset = self.games.len();
            for part in parts {
                self.games.push(part)?;
            }
            let lens = parts.map(<[u8]>::len);
            self.slots.entry(origin.file.clone()).or_default().push_back(Slot {
                origin: origin.clone(),
                is_second,
                offset,
                lens,
                digest: arrival.digest,
            });
            self.last = Some(origin);
        }
        Ok(Flow::Continue)
    }
}

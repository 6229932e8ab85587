//! `--follow`: which games are new in inputs that grow or are rewritten.
//!
//! A [`Follower`] reads the inputs that have changed and compares their games with those that were written before. The
//! command then runs on these inputs, and [`Fresh`] leaves out the games that are not new. Both readings compare hashes
//! of the text, so that a game is written only in the form in which it was found to be new, even if a program changes
//! the file in between.

use std::{
    collections::{HashMap, HashSet},
    io,
    sync::Arc,
};

use pgn_stream::{ChunkView, Cut, Flow, Format, InputEnd, InputInfo};
use pgn_syntax::{
    Fallback, Game, Marker, Node, NodeKind, Span, SyntaxError, SyntaxErrorKind, TagName, is_blank,
    is_line_end,
};

use crate::{
    Globals,
    games::{PlacedChunk, ReadGame, UnreadGame, UnreadKind, Work},
    inputs::{
        Inputs,
        fresh::{Fresh, Hash, hash, hash_of_text},
        name_of,
    },
    run_inputs::{self, Collector},
};

/// Which games are written, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// Each game once, when it has ended.
    Ended,
    /// Each game, and again whenever its text has changed.
    Changed,
}

/// How a command reads the output of `export --format lines`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinesAs {
    /// As the game that each line stands for.
    Games,
    /// As the text of each line.
    Text,
}

/// The tags that identify a game that has ended, together with its moves and its marker.
const IDENTITY: [TagName; 7] = [
    TagName::EVENT,
    TagName::SITE,
    TagName::DATE,
    TagName::ROUND,
    TagName::WHITE,
    TagName::BLACK,
    TagName::FEN,
];

/// The state of inputs that are followed. It takes 16 bytes for each game that was written.
#[derive(Debug)]
pub struct Follower {
    which: Followed,
    lines: LinesAs,
    /// The identities of the games that were written.
    written: HashSet<Hash>,
    /// The number of games of each input that have not ended.
    unfinished: HashMap<String, u64>,
    /// Inputs that were reported as having no games, or oversized games, and those of another format, with its name.
    reported: HashSet<String>,
}

impl Follower {
    /// Returns a follower that has read nothing.
    #[must_use]
    pub fn new(which: Followed, lines: LinesAs) -> Follower {
        Follower {
            which,
            lines,
            written: HashSet::new(),
            unfinished: HashMap::new(),
            reported: HashSet::new(),
        }
    }

    /// Reads inputs that have changed. Returns the reading that takes their new games only.
    ///
    /// # Errors
    /// Returns an error if the system gives no more memory or threads.
    pub fn read(&mut self, inputs: &Inputs, globals: &Globals) -> anyhow::Result<Arc<Fresh>> {
        let mut run = globals.of_all_games().silent();
        run.reading.mmap = false;
        let (which, lines) = (self.which, self.lines);
        let mut sink = Sink { follower: self, globals, fresh: Fresh::default(), n_unfinished: 0 };
        run_inputs::run(&Survey { which, lines }, inputs, &run, None, &mut sink)?;
        Ok(Arc::new(sink.fresh))
    }

    /// Notes that a run has written the games of `fresh`, as far as it has met them.
    pub fn note_written(&mut self, fresh: &Fresh) {
        self.written.extend(fresh.taken());
    }

    /// Returns the number of games that have not ended.
    #[must_use]
    pub fn n_unfinished(&self) -> u64 {
        self.unfinished.values().sum()
    }
}

/// A game of an input that is followed.
enum FoundGame {
    /// It has not ended.
    Unfinished,
    /// It is too large to be read.
    TooLarge,
    /// It can be written. `text`: the hash of its text; `identity`: the hash by which it is found again.
    Complete { text: Hash, identity: Hash },
}

/// The text whose games are read.
#[derive(Default)]
struct SurveyedText {
    /// The name of the input.
    name: String,
    /// True if the input ends with the text, and more may be appended to it. Compressed data has an end of its own.
    may_grow: bool,
}

/// Reads games to find out which of them are new.
struct Survey {
    which: Followed,
    lines: LinesAs,
}

impl Work for Survey {
    type Scratch = SurveyedText;
    type Draft = Vec<FoundGame>;
    type Out = Vec<FoundGame>;
    fn reads_lines(&self) -> bool {
        self.lines == LinesAs::Games
    }

    fn scratch(&self, _: Fallback) -> SurveyedText {
        SurveyedText::default()
    }

    fn begin(&self, at: &mut SurveyedText, chunk: &ChunkView<'_>, _: u64) {
        let is_whole = chunk.input.format != Format::Plain && chunk.cut == Cut::End;
        let may_grow = chunk.is_last() && !is_whole;
        *at = SurveyedText { name: name_of(chunk.input), may_grow };
    }

    fn game(&self, at: &mut SurveyedText, read: &ReadGame<'_>, found: &mut Vec<FoundGame>) {
        let (game, src) = (read.game, read.src());
        let ends_input = at.may_grow && game.span.end as usize == src.len();
        found.push(match game.marker {
            Some((marker, span))
                if (self.which == Followed::Changed || has_ended(marker, game, src))
                    && !(ends_input && may_continue(game, span, src)) =>
            {
                let text = hash_of_text(&at.name, game, src);
                let identity = match self.which {
                    Followed::Changed => text,
                    Followed::Ended => identity(&at.name, marker, game, src),
                };
                FoundGame::Complete { text, identity }
            }
            // More may still be appended to it.
            Some(_) | None => FoundGame::Unfinished,
        });
    }

    fn unread(&self, _: &mut SurveyedText, unread: &UnreadGame<'_>, found: &mut Vec<FoundGame>) {
        if unread.kind != UnreadKind::NoGame && unread.ends_game() {
            found.push(FoundGame::TooLarge);
        }
    }

    fn finish(
        &self,
        _: &mut SurveyedText,
        found: Vec<FoundGame>,
        _: &PlacedChunk<'_>,
    ) -> Vec<FoundGame> {
        found
    }
}

/// Returns true if the marker or the Result tag of a game gives a result.
fn has_ended(marker: Marker, game: &Game, src: &[u8]) -> bool {
    let results = [Marker::WhiteWins, Marker::BlackWins, Marker::Draw];
    results.contains(&marker)
        || game.tag(src, TagName::RESULT).is_some_and(|pair| {
            let value = pair.value(src);
            results.iter().any(|result| *value == *result.text().as_bytes())
        })
}

/// Returns true if the last game of an input may not be written to its end, although its marker is there: a comment after
/// the marker is open, other text after it has no line end, or the marker may be the first half of `1/2-1/2`.
fn may_continue(game: &Game, marker: Span, src: &[u8]) -> bool {
    let tail = &src[marker.end as usize..];
    let is_open = |error: &SyntaxError| {
        error.kind == SyntaxErrorKind::UnterminatedComment && error.span.start >= marker.end
    };
    if game.errors.iter().any(is_open) {
        return true;
    }
    // 0x1A is the end of a file of DOS.
    let Some(last) = tail.iter().rposition(|byte| !is_blank(byte) && *byte != 0x1A) else {
        // Another score may follow.
        let score = marker.of(src);
        return Marker::read(&[score, b"-", score].concat()).is_some();
    };
    let end = marker.end as usize + last + 1;
    let is_closed = |node: &Node| {
        matches!(node.kind, NodeKind::Comment(kind) if kind.is_braced())
            && node.span.end as usize == end
    };
    !is_line_end(&tail[last]) && !game.nodes.last().is_some_and(is_closed)
}

/// Returns the hash that identifies a game that has ended: of its input, marker, moves and the tags of [`IDENTITY`].
/// Comments and other tags do not count, because they may be added later.
fn identity(input: &str, marker: Marker, game: &Game, src: &[u8]) -> Hash {
    let value = |name: &TagName| game.tag(src, *name).map_or(&b""[..], |pair| pair.value.of(src));
    let tags = IDENTITY.iter().map(value);
    let head = [input.as_bytes(), marker.text().as_bytes()];
    let moves = game.mainline().map(|node| node.span.of(src).trim_ascii_end());
    // Words that are no moves of chess may be moves of the variant.
    let mut words = Vec::new();
    if pgn_chess::start(game, src).variant == pgn_chess::Variant::Unchecked {
        pgn_collate::push_texts(game, src, &mut words);
    }
    let words = (!words.is_empty()).then_some(words.as_slice());
    hash(head.into_iter().chain(tags).chain(moves).chain(words))
}

/// Takes the games of inputs that have changed.
struct Sink<'a> {
    follower: &'a mut Follower,
    globals: &'a Globals,
    fresh: Fresh,
    /// The number of games of the current input that have not ended.
    n_unfinished: u64,
}

impl Collector<Vec<FoundGame>> for Sink<'_> {
    fn begin(&mut self, _: &InputInfo) -> io::Result<()> {
        self.n_unfinished = 0;
        Ok(())
    }

    fn take(&mut self, input: &InputInfo, found: Vec<FoundGame>) -> io::Result<Flow> {
        for it in found {
            match it {
                FoundGame::Unfinished => self.n_unfinished += 1,
                FoundGame::TooLarge => {
                    let name = name_of(input);
                    let message = format!("{name}: --follow does not write oversized games");
                    if self.follower.reported.insert(name) {
                        self.globals.messages.warning(message);
                    }
                }
                FoundGame::Complete { text, identity } => {
                    if !self.follower.written.contains(&identity) {
                        self.fresh.wanted.insert(text, identity);
                    }
                }
            }
        }
        Ok(Flow::Continue)
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<()> {
        let name = name_of(input);
        if let Some(error) = &end.error {
            self.globals.messages.error(format_args!("{name}: {error}"));
        } else if end.n_games == 0 && self.follower.reported.insert(name.clone()) {
            self.globals.messages.note(format_args!("{name}: no games yet"));
        } else if let Some(kind) = input.foreign
            && end.n_games > 0
            && self.follower.reported.insert(format!("{name}: {kind}"))
        {
            let warning = run_inputs::games_in_foreign(&name, kind, end.n_games);
            self.globals.messages.warning(warning);
        }
        self.follower.unfinished.insert(name, self.n_unfinished);
        Ok(())
    }
}

//! The data that `merge` needs of each game: its bytes, and the keys by which it is compared and sorted.

use std::borrow::Cow;

use pgn_chess::ReplayOptions;
use pgn_collate::{
    Digest, Digester, Keep, KeyOptions, OrderOptions, Orderer, QualityParts, StartKeys, order,
};
use pgn_stream::{ChunkOffset, ChunkPosition, ChunkView, Position, TextOffset};
use pgn_syntax::{Fallback, ReadOptions, boundary::Edges, date::DateOrder, encoding::Charset};

use super::plan::{Dedup, Plan};
use crate::{
    Globals,
    games::{
        PlacedChunk, ReadGame, UnreadGame, UnreadKind, Work,
        batch::{self, PieceKind},
    },
    inputs::{encodings::Encodings, name_of, reading::dates_of},
    outputs::LineEnding,
    writing::recode::{Lacking, recode, recode_text},
};

/// What is done with the bytes of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TextsWanted {
    /// Bytes are not needed.
    #[default]
    None,
    /// Bytes are copied if they cannot be read again from the input.
    Standing,
    /// Bytes are always copied.
    Copied,
}

/// The work of `merge` on each game.
#[derive(Default)]
pub(super) struct MergeWork {
    pub(super) texts: TextsWanted,
    pub(super) line_ending: Option<LineEnding>,
    /// Character set of the output; `None`: bytes are not converted.
    pub(super) charset: Option<Charset>,
    /// How the games of the output are read.
    pub(super) read: ReadOptions,
    /// How their moves are read.
    pub(super) replay: ReplayOptions,
    /// Options of the keys by which games are compared; `None`: duplicates are not searched.
    pub(super) keys: Option<KeyOptions>,
    /// The order of day and month in ambiguous dates, for the keys.
    pub(super) dates: DateOrder,
    /// Options of the sort keys; `None`: games stay in the order of the inputs.
    pub(super) order: Option<OrderOptions>,
    /// Options of replay for start keys; `None`: games are not joined in trees.
    pub(super) tree: Option<ReplayOptions>,
    /// True if the encodings of games are examined, as several inputs are copied to one output.
    pub(super) examines_encodings: bool,
}

/// The games of a chunk. `P`: the type of their positions; `O`: the type of their offsets; both are in the chunk or,
/// when its place is known, in the input.
#[derive(Debug, Default)]
pub(super) struct Batch<P = Position, O = TextOffset> {
    games: batch::Batch<GameKeys<O>, P>,
    /// The content, the sort key and the start key of each game, one after another.
    keys: Vec<u8>,
    /// What is written for characters that the character set of the output does not have.
    pub(super) lacking: Lacking,
}

/// A game of a batch, with the keys by which it is compared and sorted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival<'a> {
    pub(super) kind: PieceKind,
    pub(super) position: Position,
    /// True if the game is not a neighbor of the games before and after it.
    pub(super) is_apart: bool,
    /// True if the bytes differ from those that were read.
    pub(super) is_changed: bool,
    pub(super) digest: Option<Digest>,
    /// Offset and length of the bytes in the input, if they are read again there; `None` if they were copied.
    pub(super) rereadable: Option<(TextOffset, u64)>,
    /// The edges of the bytes.
    pub(super) edges: Edges,
    pub(super) encodings: Encodings,
    /// The copied bytes; empty if they are read again from the input.
    pub(super) bytes: &'a [u8],
    pub(super) content: &'a [u8],
    pub(super) order: &'a [u8],
    pub(super) start: &'a [u8],
}

/// The data by which a game is compared and sorted.
#[derive(Debug)]
struct GameKeys<O> {
    digest: Option<Digest>,
    encodings: Encodings,
    /// Offsets in [`Batch::keys`] of the ends of the content, the sort key and the start key.
    ends: [usize; 3],
    /// Offset and length of the bytes, if they are read again from the input.
    rereadable: Option<(O, u64)>,
}

/// Buffers of a thread.
pub(super) struct Scratch {
    digester: Option<Digester>,
    content: Vec<u8>,
    orderer: Option<Orderer>,
    starts: Option<StartKeys>,
    /// The name of the current input.
    file: String,
    /// Character set of the strings that are not UTF-8.
    fallback: Fallback,
}

impl Batch {
    /// Returns the games of the chunk.
    pub(super) fn arrivals(&self) -> impl Iterator<Item = Arrival<'_>> {
        let mut from = 0;
        self.games.iter().map(move |(piece, bytes)| {
            let item = &piece.value;
            let key = |end| &self.keys[std::mem::replace(&mut from, end)..end];
            let [content, order, start] = item.ends.map(key);
            Arrival {
                kind: piece.kind,
                position: piece.position,
                is_apart: false,
                is_changed: piece.is_changed,
                digest: item.digest,
                rereadable: item.rereadable,
                edges: piece.edges,
                encodings: item.encodings,
                bytes,
                content,
                order,
                start,
            }
        })
    }
}

/// The games of a chunk whose place is not known yet.
pub(super) type Draft = Batch<ChunkPosition, ChunkOffset>;

impl MergeWork {
    /// Returns the work on each game of `n_inputs` inputs that the plan requires.
    pub(super) fn new(plan: &Plan, n_inputs: usize, globals: &Globals) -> MergeWork {
        let (fallback, replay) =
            (globals.reading.encoding.general(), globals.reading.replay_options());
        let keys = |dedup: &Dedup| KeyOptions {
            key: dedup.key,
            min_plies: dedup.min_plies,
            fallback,
            replay,
            quality_parts: match dedup.keep {
                Keep::First | Keep::Last | Keep::Longest | Keep::Union => QualityParts::Length,
                Keep::MostAnnotated | Keep::MostTags => QualityParts::All,
            },
        };
        let order = || OrderOptions { by: plan.sort.clone(), fallback, replay };
        let is_verbatim = plan.line_ending.is_none() && plan.charset.is_none();
        // With `--requeue`, the text of a repaired game is inserted between the text around the game that it replaces,
        // so that bytes cannot stay in the input.
        let can_stay = is_verbatim && plan.requeue.is_none();
        MergeWork {
            texts: if can_stay { TextsWanted::Standing } else { TextsWanted::Copied },
            line_ending: plan.line_ending,
            charset: plan.charset,
            read: globals.reading.read_options(),
            replay,
            keys: plan.dedup.as_ref().map(keys),
            dates: globals.reading.dates,
            order: (!plan.sort.is_empty()).then(order),
            tree: plan.tree.then_some(replay),
            examines_encodings: n_inputs > 1 && plan.charset.is_none() && !plan.tree,
        }
    }

    /// Copies the bytes of a game. Returns true if the copy differs from them.
    fn copy_game(&self, read: &ReadGame<'_>, fallback: Fallback, out: &mut Draft) -> bool {
        let own = read.bytes();
        let Some(charset) = self.charset else { return out.games.copy(own, self.line_ending) };
        let mut bytes = Vec::with_capacity(own.len());
        let reading = (self.read, ReplayOptions { fallback, ..self.replay });
        out.lacking += recode(read.game, read.src(), fallback, charset, reading, &mut bytes);
        let has_other_ends = out.games.copy(&bytes, self.line_ending);
        has_other_ends || bytes != own
    }
}

impl Work for MergeWork {
    type Scratch = Scratch;
    type Draft = Draft;
    type Out = Batch;
    const HAS_LINES: bool = true;

    fn decodes(&self) -> bool {
        self.charset.is_some() || self.tree.is_some()
    }

    fn scratch(&self, fallback: Fallback) -> Scratch {
        let keys = self.keys.clone().map(|it| KeyOptions {
            fallback,
            replay: ReplayOptions { fallback, ..it.replay },
            ..it
        });
        let order = self.order.clone().map(|it| OrderOptions {
            fallback,
            replay: ReplayOptions { fallback, ..it.replay },
            ..it
        });
        Scratch {
            digester: keys.map(Digester::new),
            content: Vec::new(),
            orderer: order.map(Orderer::new),
            starts: self.tree.map(StartKeys::new),
            file: String::new(),
            fallback,
        }
    }

    fn begin(&self, scratch: &mut Scratch, chunk: &ChunkView<'_>, _: u64) {
        if self.order.is_some() {
            scratch.file = name_of(chunk.input);
        }
        if let Some(digester) = &mut scratch.digester {
            digester.set_dates(dates_of(self.dates, chunk.input));
        }
    }

    fn game(&self, scratch: &mut Scratch, read: &ReadGame<'_>, out: &mut Draft) {
        let ReadGame { game, chunk, .. } = *read;
        let (mut rereadable, mut is_changed) = (None, false);
        let mut encodings = Encodings::default();
        match self.texts {
            TextsWanted::None => (),
            TextsWanted::Standing if chunk.input.rereadable.is_some() => {
                rereadable = Some((ChunkOffset(game.span.start), game.span.len() as u64));
                encodings = Encodings::of_if(self.examines_encodings, read.bytes());
            }
            TextsWanted::Standing | TextsWanted::Copied => {
                let from = out.games.bytes.len();
                is_changed = self.copy_game(read, scratch.fallback, out);
                encodings = Encodings::of_if(self.examines_encodings, &out.games.bytes[from..]);
            }
        }
        let Scratch { digester, content, orderer, starts, file, .. } = scratch;
        let digest = digester.as_mut().map(|it| it.digest(game, chunk.bytes, content));
        if digest.is_some() {
            out.keys.extend_from_slice(content);
        }
        let mut ends = [out.keys.len(); 3];
        if let Some(orderer) = orderer {
            orderer.key(game, chunk.bytes, Some(file), &mut out.keys);
        }
        ends[1] = out.keys.len();
        if let Some(starts) = starts {
            starts.key(game, chunk.bytes, &mut out.keys);
        }
        ends[2] = out.keys.len();
        out.games.end_game(read, is_changed, GameKeys { digest, encodings, ends, rereadable });
    }

    fn unread(&self, scratch: &mut Scratch, unread: &UnreadGame<'_>, out: &mut Draft) {
        let own = unread.bytes();
        let is_text = unread.kind == UnreadKind::NoGame;
        let bytes = match self.charset {
            Some(charset) if is_text => {
                let mut recoded = Vec::new();
                out.lacking.n_replaced += recode_text(own, scratch.fallback, charset, &mut recoded);
                Cow::Owned(recoded)
            }
            _ => Cow::Borrowed(own),
        };
        if is_text && bytes.is_empty() {
            return;
        }
        let from = out.games.bytes.len();
        let has_other_ends = out.games.copy(&bytes, self.line_ending);
        let is_changed = has_other_ends || bytes != own;
        // The text of an input without games is left out of an output with others.
        let encodings = match is_text {
            true => Encodings::default(),
            false => Encodings::of_if(self.examines_encodings, &out.games.bytes[from..]),
        };
        // The text of an input without games, and games that were not parsed, come last.
        let content_end = out.keys.len();
        if self.order.is_some() {
            out.keys.extend_from_slice(order::LAST);
        }
        let ends = [content_end, out.keys.len(), out.keys.len()];
        let item = GameKeys { digest: None, encodings, ends, rereadable: None };
        out.games.end_unread(unread, is_changed, item);
    }

    fn finish(&self, _: &mut Scratch, draft: Draft, chunk: &PlacedChunk<'_>) -> Batch {
        let text = &chunk.text;
        let convert = |item: GameKeys<ChunkOffset>, _: &Position| {
            let GameKeys { digest, encodings, ends, rereadable } = item;
            let rereadable = rereadable.map(|(offset, len)| (text.offset(offset), len));
            GameKeys { digest, encodings, ends, rereadable }
        };
        let Batch { games, keys, lacking } = draft;
        let games = games.place(|position| text.position(position), convert);
        Batch { games, keys, lacking }
    }
}

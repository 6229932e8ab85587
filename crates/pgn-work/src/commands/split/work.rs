//! The games of a chunk, with the values that decide to which parts they belong.

use pgn_chess::Replay;
use pgn_query::Facts;
use pgn_stream::{ChunkPosition, ChunkView, GameNumber};
use pgn_syntax::Fallback;

use super::{
    by::{Key, Naming},
    variations::{LineSplitter, SplitGame},
};
use crate::{
    ReadingOptions,
    games::{PlacedChunk, ReadGame, UnreadGame, UnreadKind, Work, batch::Batch, buffer::Buffers},
    inputs::{encodings::Encodings, name_of},
    outputs::LineEnding,
};

/// The work of `split` on each game.
pub(super) struct SplitWork<'a> {
    pub(super) line_ending: Option<LineEnding>,
    pub(super) naming: Naming<'a>,
    /// Depth up to which variations become games; `None`: games are not changed.
    pub(super) variations: Option<u32>,
    pub(super) counts_moves: bool,
    /// True if encodings are examined, as a part may have games of several inputs.
    pub(super) examines_encodings: bool,
    pub(super) reading: &'a ReadingOptions,
    pub(super) buffers: Buffers,
}

/// The games of a chunk.
#[derive(Debug, Default)]
pub(super) struct SplitGames<P> {
    pub(super) games: Batch<PartValues, P>,
    /// Number of games that keep their variations.
    pub(super) n_whole: u64,
    /// The first bytes of the text of an input without games, which is written to no part.
    pub(super) left_out: Vec<u8>,
}

/// Number of bytes of a text without games that are kept for its report.
const MAX_REPORTED: usize = 1 << 10;

/// The values that decide to which parts a game belongs.
#[derive(Clone, Debug, Default)]
pub(super) struct PartValues {
    /// False if this is a further line of the game before.
    pub(super) begins_game: bool,
    /// The keys of the parts.
    pub(super) keys: Vec<Key>,
    /// Number of moves, with those of variations; 0 if they are not counted.
    pub(super) n_moves: u64,
    /// The encodings of the text, if they are examined.
    pub(super) encodings: Encodings,
}

/// Buffers of a thread.
pub(super) struct Scratch {
    replay: Replay,
    /// The name of the current input.
    file: String,
    lines: Option<LineSplitter>,
    texts: Vec<Vec<u8>>,
}

impl Work for SplitWork<'_> {
    type Scratch = Scratch;
    type Draft = SplitGames<ChunkPosition>;
    type Out = SplitGames<GameNumber>;

    fn decodes(&self) -> bool {
        !self.naming.is_empty()
    }

    fn scratch(&self, fallback: Fallback) -> Scratch {
        let lines = self.variations.map(|depth| LineSplitter::new(depth, self.reading, fallback));
        Scratch { replay: Replay::new(), file: String::new(), lines, texts: Vec::new() }
    }

    fn draft(&self, n_bytes: usize) -> Self::Draft {
        let games = Batch::with_capacity(&self.buffers, n_bytes);
        SplitGames { games, n_whole: 0, left_out: Vec::new() }
    }

    fn begin(&self, scratch: &mut Scratch, chunk: &ChunkView<'_>, _: u64) {
        if self.decodes() {
            scratch.file = name_of(chunk.input);
        }
    }

    fn game(&self, scratch: &mut Scratch, read: &ReadGame<'_>, out: &mut Self::Draft) {
        let (game, src) = (read.game, read.src());
        let mut item = PartValues { begins_game: true, ..PartValues::default() };
        if self.decodes() {
            let Scratch { replay, file, .. } = scratch;
            let mut played = None;
            let encoding = self.reading.fallback(read.chunk.input);
            let facts = Facts { encoding, file: Some(file), ..Facts::new(game, src) };
            let options = self.reading.replay_options();
            let facts = facts.with_moves(self.naming.sources(), &mut played, replay, &options);
            item.keys = self.naming.keys(&facts);
        } else {
            item.keys = vec![self.naming.unknown()];
        }
        if self.counts_moves {
            item.n_moves = game.nodes.iter().filter(|node| node.kind.is_move()).count() as u64;
        }
        let Scratch { lines, texts, .. } = scratch;
        let cut = lines.as_mut().map_or(SplitGame::Plain, |lines| lines.cut(game, src, texts));
        out.n_whole += u64::from(cut == SplitGame::Whole);
        if let (SplitGame::Lines, Some(lines)) = (cut, lines) {
            for text in texts.iter() {
                let from = out.games.bytes.len();
                out.games.copy(text, self.line_ending);
                item.encodings =
                    Encodings::of_if(self.examines_encodings, &out.games.bytes[from..]);
                out.games.end_game(read, item.begins_game, item.clone());
                if let Some(piece) = out.games.pieces.last_mut() {
                    piece.edges = lines.edges(text);
                }
                item.begins_game = false;
            }
            return;
        }
        let from = out.games.bytes.len();
        let is_changed = out.games.copy(read.bytes(), self.line_ending);
        item.encodings = Encodings::of_if(self.examines_encodings, &out.games.bytes[from..]);
        out.games.end_game(read, is_changed, item);
    }

    fn unread(&self, _: &mut Scratch, unread: &UnreadGame<'_>, out: &mut Self::Draft) {
        if unread.kind == UnreadKind::NoGame {
            let text = unread.bytes().trim_ascii();
            out.left_out.extend_from_slice(&text[..text.len().min(MAX_REPORTED)]);
            return;
        }
        let from = out.games.bytes.len();
        let is_changed = out.games.copy(unread.bytes(), self.line_ending);
        let encodings = Encodings::of_if(self.examines_encodings, &out.games.bytes[from..]);
        let keys = vec![self.naming.unknown()];
        let item = PartValues { begins_game: true, keys, n_moves: 0, encodings };
        out.games.end_unread(unread, is_changed, item);
    }

    fn finish(&self, _: &mut Scratch, draft: Self::Draft, chunk: &PlacedChunk<'_>) -> Self::Out {
        let convert = |mut item: PartValues, number: &GameNumber| {
            item.keys.iter_mut().for_each(|key| self.naming.set_number(key, *number));
            item
        };
        SplitGames {
            games: draft.games.number(&chunk.text, convert),
            n_whole: draft.n_whole,
            left_out: draft.left_out,
        }
    }
}

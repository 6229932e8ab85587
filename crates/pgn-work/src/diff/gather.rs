//! The collector of `diff`: stores the games of one side with the identities by which their versions are found.

use std::io;

use pgn_chess::ReplayOptions;
use pgn_collate::{
    Key, KeyOptions, QualityParts,
    identity::Identifier,
    versions::{Pairing, Side, Version},
};
use pgn_stream::{ChunkOffset, ChunkPosition, Flow, InputInfo, Position, TextOffset};
use pgn_syntax::{Fallback, Game, ReadOptions, Span, SyntaxError, SyntaxErrorKind};

use crate::{
    ReadingOptions,
    batch::Batch,
    games::{PlacedChunk, ReadGame, UnreadGame, Work},
    run_inputs::Collector,
    select::{Pick, Select},
    texts::{TextPlace, Texts, WindowId},
};

/// Returns the bytes of a game.
pub(super) fn read<'a>(version: &Version, texts: &'a mut Texts) -> io::Result<&'a [u8]> {
    let window_id = match version.side {
        Side::Old => WindowId::One,
        Side::New => WindowId::Other,
    };
    let Version { offset, len, input, .. } = *version;
    texts.read(TextPlace { offset, len: len as usize, input: Some(input) }, window_id)
}

/// The work of `diff` on each game.
#[derive(Clone, Debug)]
pub(super) struct DiffWork {
    pub(super) read: ReadOptions,
    pub(super) replay: ReplayOptions,
}

/// The games of a chunk. `P`: the type of their positions; `O`: the type of their offsets; both are in the chunk or,
/// when its place is known, in the input. Bytes are copied only if they cannot be read again from the input.
#[derive(Debug, Default)]
pub(super) struct Gathered<P = Position, O = TextOffset> {
    games: Batch<HashedGame<O>, P>,
    /// Number of games that cannot be compared, because they were too large to be parsed or caused an internal fault.
    n_unread: u64,
}

#[derive(Debug)]
struct HashedGame<O> {
    /// Offset of the bytes.
    offset: O,
    len: u32,
    /// The hash of its whole content.
    whole: [u8; 16],
}

impl DiffWork {
    pub(super) fn key_options(&self, fallback: Fallback) -> KeyOptions {
        KeyOptions {
            key: Key::Moves,
            min_plies: 1,
            fallback,
            replay: self.replay,
            quality_parts: QualityParts::Length,
        }
    }
}

impl Work for DiffWork {
    type Scratch = Identifier;
    type Draft = Gathered<ChunkPosition, ChunkOffset>;
    type Out = Gathered;
    const HAS_LINES: bool = true;

    fn scratch(&self, fallback: Fallback) -> Identifier {
        Identifier::new(self.key_options(fallback))
    }

    fn game(&self, identifier: &mut Identifier, read: &ReadGame<'_>, out: &mut Self::Draft) {
        let (game, src) = (read.game, read.src());
        let text = text_alone(game, src);
        if read.chunk.input.rereadable.is_none() {
            out.games.copy(text.of(src), None);
        }
        let item = HashedGame {
            offset: ChunkOffset(text.start),
            len: text.end - text.start,
            whole: identifier.whole(game, src),
        };
        out.games.end_game(read, false, item);
    }

    fn unread(&self, _: &mut Identifier, unread: &UnreadGame<'_>, out: &mut Self::Draft) {
        out.n_unread += u64::from(unread.ends_game());
    }

    fn finish(&self, _: &mut Identifier, draft: Self::Draft, chunk: &PlacedChunk<'_>) -> Self::Out {
        let text = &chunk.text;
        let convert = |HashedGame { offset, len, whole }: HashedGame<ChunkOffset>, _: &Position| {
            HashedGame { offset: text.offset(offset), len, whole }
        };
        let games = draft.games.place(|position| text.position(position), convert);
        Gathered { games, n_unread: draft.n_unread }
    }
}

/// Returns the part of a game's text that is read as the same game by itself. It begins after any junk before the game,
/// which at the beginning of an input could be read as a game. If a comment of the game stands before the junk, only
/// junk with a parenthesis or NAG and the text before that junk are left out: a parenthesis could open a variation, and
/// a NAG could stand before a move (RAV-08, NAG-08).
fn text_alone(game: &Game, src: &[u8]) -> Span {
    let is_before = |error: &&SyntaxError| {
        error.kind == SyntaxErrorKind::JunkBetweenGames && error.span.end <= game.start
    };
    let mut before = game.errors.iter().filter(is_before);
    let junk = match game.nodes.first().is_some_and(|node| node.span.start < game.start) {
        true => before.find(|error| error.span.of(src).iter().any(|it| b"($".contains(it))),
        false => before.next_back(),
    };
    Span { start: junk.map_or(game.span.start, |junk| junk.span.end), ..game.span }
}

/// The collector of one side.
pub(super) struct DiffSink<'a> {
    pub(super) reading: &'a ReadingOptions,
    pub(super) side: Side,
    pub(super) texts: &'a mut Texts,
    pub(super) pairing: &'a mut Pairing,
    pub(super) n_games: u64,
    pub(super) select: Select,
    /// True if some games cannot be compared.
    pub(super) has_unread: bool,
}

impl Collector<Gathered> for DiffSink<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.texts.begin(input, self.reading.fallback(input));
        self.select.begin_input();
        Ok(())
    }

    fn take(&mut self, input: &InputInfo, sides: Gathered) -> io::Result<Flow> {
        self.has_unread |= sides.n_unread > 0;
        for (piece, bytes) in sides.games.iter() {
            match self.select.pick() {
                Pick::Leave => continue,
                Pick::Stop => return Ok(Flow::Stop),
                Pick::Take => (),
            }
            let HashedGame { offset, len, whole } = &piece.value;
            let offset = match input.rereadable {
                Some(_) => offset.0,
                None => self.texts.copy(bytes)?,
            };
            let version = Version {
                side: self.side,
                index: self.n_games,
                input: self.texts.input()?,
                number: piece.position.game.unwrap_or_default(),
                line: piece.position.line,
                offset,
                len: *len,
            };
            self.n_games += 1;
            self.pairing.push(&version, whole)?;
        }
        Ok(Flow::Continue)
    }
}

//! The collector of `diff`: stores the games of one side with the identities by which their versions are found.

use std::io;

use pgn_chess::ReplayOptions;
use pgn_collate::{
    identity::Identifier,
    versions::{Pairing, Side, Version},
};
use pgn_stream::{ChunkOffset, ChunkPosition, Flow, InputInfo};
use pgn_syntax::{Fallback, Game, ReadOptions, Span, SyntaxError, SyntaxErrorKind};

use crate::{
    ReadingOptions,
    games::{
        PlacedChunk, ReadGame, UnreadGame, Work,
        gathered::{self, Gathered},
        select::{Pick, Select},
    },
    inputs::texts::{TextPlace, Texts, WindowId},
    run_inputs::Collector,
};

/// Returns the bytes of a game.
pub(super) fn read<'a>(version: &Version, texts: &'a mut Texts) -> io::Result<&'a [u8]> {
    let window_id = match version.side {
        Side::Old => WindowId::First,
        Side::New => WindowId::Second,
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

/// The hash of the whole content of a game.
pub(super) type WholeHash = [u8; 16];

impl Work for DiffWork {
    type Scratch = Identifier;
    type Draft = Gathered<WholeHash, ChunkPosition, ChunkOffset>;
    type Out = Gathered<WholeHash>;
    const HAS_LINES: bool = true;

    fn scratch(&self, fallback: Fallback) -> Identifier {
        Identifier::new(fallback, self.replay)
    }

    fn game(&self, identifier: &mut Identifier, read: &ReadGame<'_>, out: &mut Self::Draft) {
        let (game, src) = (read.game, read.src());
        let text = text_alone(game, src);
        out.copy(read, text);
        out.add(read, text, identifier.whole(game, src));
    }

    fn unread(&self, _: &mut Identifier, unread: &UnreadGame<'_>, out: &mut Self::Draft) {
        out.add_unread(unread);
    }

    fn finish(&self, _: &mut Identifier, draft: Self::Draft, chunk: &PlacedChunk<'_>) -> Self::Out {
        draft.place(&chunk.text)
    }
}

/// Returns the part of a game's text that is read as the same game by itself. It begins after any junk before the game,
/// which at the beginning of an input could be read as a game. If a comment of the game is before the junk, only
/// junk with a parenthesis or NAG and the text before that junk are left out: a parenthesis could open a variation, and
/// a NAG could be before a move (RAV-08, NAG-08).
fn text_alone(game: &Game, src: &[u8]) -> Span {
    let is_before = |error: &&SyntaxError| {
        error.kind == SyntaxErrorKind::JunkBetweenGames && error.span.end <= game.start
    };
    let mut before = game.errors.iter().filter(is_before);
    let junk = if game.nodes.first().is_some_and(|node| node.span.start < game.start) {
        before.find(|error| error.span.of(src).iter().any(|it| b"($".contains(it)))
    } else {
        before.next_back()
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
    /// True if a game was read, selected or not.
    pub(super) has_games: bool,
}

impl Collector<Gathered<WholeHash>> for DiffSink<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.texts.begin(input, self.reading.fallback(input));
        self.select.begin_input();
        Ok(())
    }

    fn take(&mut self, input: &InputInfo, sides: Gathered<WholeHash>) -> io::Result<Flow> {
        self.has_unread |= sides.n_unread > 0;
        for (piece, bytes) in sides.games.iter() {
            self.has_games = true;
            match self.select.pick() {
                Pick::Leave => continue,
                Pick::Stop => return Ok(Flow::Stop),
                Pick::Take => (),
            }
            let version = gathered::locate(self.side, input, piece, bytes, self.texts)?;
            self.pairing.push(&Version { index: self.n_games, ..version }, &piece.value.data)?;
            self.n_games += 1;
        }
        Ok(Flow::Continue)
    }
}

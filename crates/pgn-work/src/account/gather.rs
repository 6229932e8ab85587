//! The collector of an account: stores the games of a role with the fingerprints by which they are found again.

use std::io;

use pgn_collate::account::{Account, FileRole, Fingerprinter, Fingerprints, GameLocation};
use pgn_stream::{ChunkOffset, ChunkPosition, Flow, InputInfo, Position, TextOffset};
use pgn_syntax::Fallback;

use crate::{
    ReadingOptions,
    batch::Batch,
    games::{PlacedChunk, ReadGame, UnreadGame, Work},
    run_inputs::Collector,
    texts::Texts,
};

/// The work of an account on each game.
pub(super) struct AccountWork<'a> {
    pub(super) reading: &'a ReadingOptions,
    pub(super) role: FileRole,
}

/// The games of a chunk. `P`: the type of their positions; `O`: the type of their offsets; both are in the chunk or,
/// when its place is known, in the input.
#[derive(Debug, Default)]
pub(super) struct Gathered<P = Position, O = TextOffset> {
    games: Batch<FingerprintedGame<O>, P>,
    /// Number of games that cannot be compared, because they were too large to be parsed or caused an internal fault.
    n_unread: u64,
}

#[derive(Debug)]
struct FingerprintedGame<O> {
    /// Offset of the bytes.
    offset: O,
    len: u32,
    fingerprints: Fingerprints,
    /// The fingerprints of its lines, if the game is a tree of the result; otherwise empty.
    lines: Vec<Fingerprints>,
}

impl Work for AccountWork<'_> {
    type Scratch = Fingerprinter;
    type Draft = Gathered<ChunkPosition, ChunkOffset>;
    type Out = Gathered;
    const HAS_LINES: bool = true;

    fn scratch(&self, fallback: Fallback) -> Fingerprinter {
        Fingerprinter::new(fallback, self.reading.replay_options())
    }

    fn game(&self, fingerprinter: &mut Fingerprinter, read: &ReadGame<'_>, out: &mut Self::Draft) {
        let game = read.game;
        // Only games of the inputs are shown. Those of plain files are not copied, but read again from the file.
        if self.role == FileRole::Input && read.chunk.input.rereadable.is_none() {
            out.games.copy(read.bytes(), None);
        }
        fingerprinter.set_dates(self.reading.dates(read.chunk.input));
        let lines = match self.role {
            FileRole::Result => fingerprinter.lines_of_tree(game, read.src()),
            _ => Vec::new(),
        };
        let item = FingerprintedGame {
            offset: ChunkOffset(game.span.start),
            len: game.span.end - game.span.start,
            fingerprints: fingerprinter.fingerprints(game, read.src()),
            lines,
        };
        out.games.end_game(read, false, item);
    }

    fn unread(&self, _: &mut Fingerprinter, unread: &UnreadGame<'_>, out: &mut Self::Draft) {
        out.n_unread += u64::from(unread.ends_game());
    }

    fn finish(
        &self,
        _: &mut Fingerprinter,
        draft: Self::Draft,
        chunk: &PlacedChunk<'_>,
    ) -> Self::Out {
        let text = &chunk.text;
        let convert =
            |FingerprintedGame { offset, len, fingerprints, lines }: FingerprintedGame<
                ChunkOffset,
            >,
             _: &Position| FingerprintedGame {
                offset: text.offset(offset),
                len,
                fingerprints,
                lines,
            };
        let games = draft.games.place(|position| text.position(position), convert);
        Gathered { games, n_unread: draft.n_unread }
    }
}

/// The collector of one role.
pub(super) struct AccountSink<'a> {
    reading: &'a ReadingOptions,
    role: FileRole,
    texts: &'a mut Texts,
    account: &'a mut Account,
    /// Number of the next games that were in the file before the run.
    pub(super) n_earlier: u64,
    /// Number of games that cannot be compared.
    pub(super) n_unread: u64,
}

impl<'a> AccountSink<'a> {
    pub(super) fn new(
        reading: &'a ReadingOptions,
        role: FileRole,
        texts: &'a mut Texts,
        account: &'a mut Account,
    ) -> AccountSink<'a> {
        AccountSink { reading, role, texts, account, n_earlier: 0, n_unread: 0 }
    }
}

impl Collector<Gathered> for AccountSink<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.texts.begin(input, self.reading.fallback(input));
        Ok(())
    }

    fn take(&mut self, input: &InputInfo, found: Gathered) -> io::Result<Flow> {
        self.n_unread += found.n_unread;
        for (piece, bytes) in found.games.iter() {
            let FingerprintedGame { offset, len, fingerprints, lines } = &piece.value;
            let offset = match input.rereadable {
                Some(_) => offset.0,
                None => self.texts.copy(bytes)?,
            };
            let is_earlier = self.n_earlier > 0;
            self.n_earlier -= u64::from(is_earlier);
            let lines = if is_earlier { &[] } else { lines.as_slice() };
            let place = GameLocation {
                side: match lines {
                    _ if is_earlier => FileRole::Earlier,
                    [] => self.role,
                    [..] => FileRole::Tree,
                },
                index: 0,
                input: self.texts.input()?,
                number: piece.position.game.unwrap_or_default(),
                line: piece.position.line,
                offset,
                len: *len,
            };
            self.account.push(&place, fingerprints)?;
            for line in lines {
                self.account.push(&GameLocation { side: FileRole::LineOfTree, ..place }, line)?;
            }
        }
        Ok(Flow::Continue)
    }
}

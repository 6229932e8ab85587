//! The collector of an account: stores the games of a role with the fingerprints by which they are found again.

use std::io;

use pgn_collate::account::{Account, FileRole, Fingerprinter, Fingerprints, GameLocation};
use pgn_stream::{ChunkOffset, ChunkPosition, Flow, InputInfo};
use pgn_syntax::Fallback;

use crate::{
    ReadingOptions,
    games::{
        PlacedChunk, ReadGame, UnreadGame, Work,
        gathered::{self, Gathered},
    },
    inputs::texts::Texts,
    run_inputs::Collector,
};

/// The work of an account on each game.
pub(super) struct AccountWork<'a> {
    pub(super) reading: &'a ReadingOptions,
    pub(super) role: FileRole,
}

/// The data of a game: its fingerprints and, if it is a tree of the result, those of its lines.
pub(super) type Found = (Fingerprints, Vec<Fingerprints>);

impl Work for AccountWork<'_> {
    type Scratch = Fingerprinter;
    type Draft = Gathered<Found, ChunkPosition, ChunkOffset>;
    type Out = Gathered<Found>;
    const HAS_LINES: bool = true;

    fn scratch(&self, fallback: Fallback) -> Fingerprinter {
        Fingerprinter::new(fallback, self.reading.replay_options())
    }

    fn game(&self, fingerprinter: &mut Fingerprinter, read: &ReadGame<'_>, out: &mut Self::Draft) {
        let game = read.game;
        // Only games of the inputs are shown. Those of plain files are not copied, but read again from the file.
        if self.role == FileRole::Input {
            out.copy(read, game.span);
        }
        fingerprinter.set_dates(self.reading.dates(read.chunk.input));
        let lines = match self.role {
            FileRole::Result => fingerprinter.lines_of_tree(game, read.src()),
            _ => Vec::new(),
        };
        let fingerprints = fingerprinter.fingerprints(game, read.src());
        out.add(read, game.span, (fingerprints, lines));
    }

    fn unread(&self, _: &mut Fingerprinter, unread: &UnreadGame<'_>, out: &mut Self::Draft) {
        out.add_unread(unread);
    }

    fn finish(
        &self,
        _: &mut Fingerprinter,
        draft: Self::Draft,
        chunk: &PlacedChunk<'_>,
    ) -> Self::Out {
        draft.place(&chunk.text)
    }
}

/// The collector of one role.
pub(super) struct AccountSink<'a> {
    pub(super) reading: &'a ReadingOptions,
    pub(super) role: FileRole,
    pub(super) texts: &'a mut Texts,
    pub(super) account: &'a mut Account,
    /// Number of the next games that were in the file before the run.
    pub(super) n_earlier: u64,
    /// Number of games that cannot be compared.
    pub(super) n_unread: u64,
    /// True if a game was read.
    pub(super) has_games: bool,
}

impl Collector<Gathered<Found>> for AccountSink<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.texts.begin(input, self.reading.fallback(input));
        Ok(())
    }

    fn take(&mut self, input: &InputInfo, found: Gathered<Found>) -> io::Result<Flow> {
        self.n_unread += found.n_unread;
        for (piece, bytes) in found.games.iter() {
            self.has_games = true;
            let (fingerprints, lines) = &piece.value.data;
            let is_earlier = self.n_earlier > 0;
            self.n_earlier -= u64::from(is_earlier);
            let lines = if is_earlier { &[] } else { lines.as_slice() };
            let side = match lines {
                _ if is_earlier => FileRole::Earlier,
                [] => self.role,
                [..] => FileRole::Tree,
            };
            let place = gathered::locate(side, input, piece, bytes, self.texts)?;
            self.account.push(&place, fingerprints)?;
            for line in lines {
                self.account.push(&GameLocation { side: FileRole::LineOfTree, ..place }, line)?;
            }
        }
        Ok(Flow::Continue)
    }
}

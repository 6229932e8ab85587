//! Reads games again that have no equal game on the other side, and computes their identities.

use std::{io, ops::Range};

use pgn_chess::Replay;
use pgn_collate::{
    identity::{Identifier, Identity},
    versions::Version,
};
use pgn_syntax::{Fallback, Game, Parser, Part};
use rayon::prelude::*;

use super::gather::{self, DiffWork};
use crate::{Globals, inputs::texts::Texts, reports::fault};

/// Reads games again.
pub(super) struct Identification<'a> {
    pub(super) work: &'a DiffWork,
    pub(super) texts: &'a mut Texts,
    pub(super) globals: &'a Globals,
    /// True if a game could not be read because of an internal fault.
    pub(super) has_fault: bool,
}

/// The buffers of a thread, which are reused from game to game.
struct Buffers {
    parser: Parser,
    game: Game,
    identifier: Identifier,
    fallback: Fallback,
    /// Used to compute the meaning of games with errors.
    replay: Replay,
}

impl Buffers {
    fn new(work: &DiffWork, fallback: Fallback) -> Buffers {
        Buffers {
            parser: Parser::new(work.read),
            game: Game::default(),
            identifier: Identifier::new(fallback, work.replay),
            fallback,
            replay: Replay::new(),
        }
    }

    /// Returns the identity of the game that `bytes` hold.
    fn identity(&mut self, work: &DiffWork, bytes: &[u8]) -> Identity {
        let Buffers { parser, game, identifier, replay, .. } = self;
        let part = Part::whole(bytes);
        parser.start(&part);
        if !parser.next_game(&part, game) {
            return Identity::default();
        }
        let meaning = || pgn_lint::meaning(game, bytes, replay, &work.replay);
        identifier.identity(game, bytes, meaning)
    }
}

impl Identification<'_> {
    /// Returns the identities of games, computed by several threads; the default identity for a game with an internal
    /// fault.
    ///
    /// # Errors
    /// Returns an error if the intermediate file cannot be read, or an input has changed.
    pub(super) fn identify(&mut self, versions: &[Version]) -> io::Result<Vec<Identity>> {
        let (work, globals) = (self.work, self.globals);
        let (mut bytes, mut games) = (Vec::new(), Vec::new());
        for version in versions {
            let from = bytes.len();
            bytes.extend_from_slice(gather::read(version, self.texts)?);
            games.push((from..bytes.len(), self.texts.fallback(version.input)));
        }
        let first = games.first().map_or_else(Fallback::default, |(_, fallback)| *fallback);
        let identify = |buffers: &mut Buffers, (at, fallback): &(Range<usize>, Fallback)| {
            if buffers.fallback != *fallback {
                *buffers = Buffers::new(work, *fallback);
            }
            let found = fault::catch(|| buffers.identity(work, &bytes[at.clone()]));
            found.inspect_err(|_| *buffers = Buffers::new(work, *fallback))
        };
        let found: Vec<_> = globals.workers.install(|| {
            let games = games.par_iter().with_min_len(MIN_GAMES);
            games.map_init(|| Buffers::new(work, first), identify).collect()
        });
        let mut identities = Vec::with_capacity(versions.len());
        for (version, found) in versions.iter().zip(found) {
            identities.push(found.unwrap_or_else(|fault| {
                let Version { input, line, number, .. } = *version;
                let name = self.texts.name(input);
                globals.messages.error(format_args!("{name}:{line}: game {number}: {fault}"));
                self.has_fault = true;
                Identity::default()
            }));
        }
        Ok(identities)
    }
}

/// Minimum number of games for one task, because each task allocates buffers.
const MIN_GAMES: usize = 32;

//! Games that are parsed a few ahead of the work on them.
//!
//! The code that parses a game and the code that works on it do not fit into the processor's cache for code together.
//! With a few games in turn for each, they are loaded once for all of these games.

use pgn_syntax::{Game, Parser, Part};

/// The maximum number of games that are parsed together.
const MAX_GAMES: usize = 8;

/// The number of bytes of games after which no further game is parsed.
const MAX_BYTES: usize = 32 << 10;

/// The number of bytes of a game above which its buffers are not kept for other games.
const MAX_KEPT: usize = 64 << 10;

/// The current game, and the games that were parsed after it.
pub(super) struct ReadAhead {
    /// Never empty.
    games: Vec<ParsedGame>,
    /// The index of the current game.
    current: usize,
    /// The number of games that were parsed and not yet taken.
    n_left: usize,
}

#[derive(Default)]
struct ParsedGame {
    game: Game,
    end: End,
}

/// The state of the parser after a game.
#[derive(Clone, Copy, Default)]
pub(super) struct End {
    /// The offset of the rest of the text.
    pub(super) rest: usize,
    /// True if there are no more games.
    pub(super) is_done: bool,
}

impl ReadAhead {
    pub(super) fn new() -> ReadAhead {
        ReadAhead { games: vec![ParsedGame::default()], current: 0, n_left: 0 }
    }

    /// Drops the games that were not taken.
    pub(super) fn clear(&mut self) {
        (self.current, self.n_left) = (0, 0);
    }

    /// Returns the current game.
    pub(super) fn game(&self) -> &Game {
        &self.games[self.current].game
    }

    /// Returns the current game, of which more can be read.
    pub(super) fn game_mut(&mut self) -> &mut Game {
        &mut self.games[self.current].game
    }

    /// Makes the next game of `part` the current one, and returns the state of the parser after it; `None` if there is
    /// none. `is_alone`: no other game is parsed before the work on this one.
    pub(super) fn next(
        &mut self,
        parser: &mut Parser,
        part: &Part<'_>,
        is_alone: bool,
    ) -> Option<End> {
        match self.n_left {
            0 => self.parse(parser, part, if is_alone { 1 } else { MAX_GAMES }),
            _ => self.current += 1,
        }
        self.n_left = self.n_left.checked_sub(1)?;
        Some(self.games[self.current].end)
    }

    /// Parses at most `n_games`, of which the first is the current one.
    fn parse(&mut self, parser: &mut Parser, part: &Part<'_>, n_games: usize) {
        self.clear();
        let mut n_bytes = 0;
        while self.n_left < n_games && n_bytes < MAX_BYTES {
            if self.games.len() == self.n_left {
                self.games.push(ParsedGame::default());
            }
            let ParsedGame { game, end } = &mut self.games[self.n_left];
            if game.span.len() > MAX_KEPT {
                *game = Game::default();
            }
            if !parser.next_game(part, game) {
                return;
            }
            *end = End { rest: parser.rest(), is_done: parser.is_done() };
            n_bytes += game.span.len();
            self.n_left += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use pgn_syntax::ReadOptions;

    use super::*;

    #[test]
    fn games_are_those_of_the_parser() {
        let long = format!("1. e4 {{{}}} *\n\n", "x".repeat(MAX_KEPT));
        let text = ["1. d4 *\n\n".repeat(20), long.repeat(2), "1. c4 *\n\n".repeat(3)].concat();
        let part = Part::whole(text.as_bytes());
        for is_alone in [true, false] {
            let (mut parser, mut expected) =
                (Parser::new(ReadOptions::default()), Parser::new(ReadOptions::default()));
            let (mut games, mut same) = (ReadAhead::new(), Game::default());
            parser.start(&part);
            expected.start(&part);
            let mut n = 0;
            while let Some(end) = games.next(&mut parser, &part, is_alone) {
                assert!(expected.next_game(&part, &mut same));
                let game = games.game();
                assert_eq!((game.span, game.end), (same.span, same.end));
                assert_eq!((end.rest, end.is_done), (expected.rest(), expected.is_done()));
                n += 1;
            }
            assert!(!expected.next_game(&part, &mut same));
            assert_eq!(n, 25);
        }
    }
}

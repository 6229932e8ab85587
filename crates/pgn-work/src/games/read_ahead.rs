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

/// The games that were parsed and not yet taken.
#[derive(Default)]
pub(super) struct ReadAhead {
    games: Vec<(Game, End)>,
    /// The index of the next game.
    next: usize,
    /// The number of games that were parsed.
    n: usize,
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
    /// Drops the games that were not taken.
    pub(super) fn clear(&mut self) {
        (self.next, self.n) = (0, 0);
    }

    /// Stores the next game of `part` in `game`, and returns the state of the parser after it; `None` if there is none.
    /// `is_alone`: no other game is parsed before this one is taken.
    pub(super) fn next(
        &mut self,
        parser: &mut Parser,
        part: &Part<'_>,
        is_alone: bool,
        game: &mut Game,
    ) -> Option<End> {
        if self.next == self.n {
            self.parse(parser, part, if is_alone { 1 } else { MAX_GAMES });
        }
        let (next, end) = self.games.get_mut(self.next).filter(|_| self.next < self.n)?;
        self.next += 1;
        if game.span.len() > MAX_KEPT {
            *game = Game::default();
        }
        std::mem::swap(game, next);
        Some(*end)
    }

    /// Parses at most `n_games`.
    fn parse(&mut self, parser: &mut Parser, part: &Part<'_>, n_games: usize) {
        self.clear();
        let mut n_bytes = 0;
        while self.n < n_games && n_bytes < MAX_BYTES {
            if self.games.len() == self.n {
                self.games.push(Default::default());
            }
            let (game, end) = &mut self.games[self.n];
            if !parser.next_game(part, game) {
                return;
            }
            *end = End { rest: parser.rest(), is_done: parser.is_done() };
            n_bytes += game.span.len();
            self.n += 1;
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
            let (mut games, mut game, mut same) =
                (ReadAhead::default(), Game::default(), Game::default());
            parser.start(&part);
            expected.start(&part);
            let mut n = 0;
            while let Some(end) = games.next(&mut parser, &part, is_alone, &mut game) {
                assert!(expected.next_game(&part, &mut same));
                assert_eq!((game.span, game.end), (same.span, same.end));
                assert_eq!((end.rest, end.is_done), (expected.rest(), expected.is_done()));
                n += 1;
            }
            assert!(!expected.next_game(&part, &mut same));
            assert_eq!(n, 25);
        }
    }
}

//! Chunks to games: the loop that every command shares.

use std::{
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
};

use pgn_stream::{ChunkView, Cut, Job, Piece, Place, Read};
use pgn_syntax::{Game, Parser, Part, ReadOptions, Span, count_line_ends};

use crate::Reading;

/// What a command does with games. Shared by all threads.
pub(crate) trait Work: Sync {
    /// Buffers of a thread.
    type Scratch;
    /// What a chunk gives.
    type Out: Default + Send;

    fn scratch(&self) -> Self::Scratch;

    /// A chunk is about to be read.
    fn begin(&self, _scratch: &mut Self::Scratch, _chunk: &ChunkView<'_>) {}

    /// A chunk has been read; its games are those of `bytes`.
    fn end(&self, _scratch: &mut Self::Scratch, _bytes: &[u8], _out: &mut Self::Out) {}

    /// A game of the chunk; `index` counts all games of the chunk from 0.
    fn game(
        &self,
        scratch: &mut Self::Scratch,
        index: u64,
        game: &Game,
        chunk: &ChunkView<'_>,
        out: &mut Self::Out,
    );

    /// Bytes that no game has taken: an input without games.
    fn leftover(&self, bytes: &[u8], out: &mut Self::Out);

    /// A game, or a piece of one, that is too large to be parsed; `is_end`: nothing more of it comes.
    fn too_large(&self, bytes: &[u8], place: Span, is_end: bool, out: &mut Self::Out);

    /// The place of the chunk is known now. `rest`: where the bytes of its games end.
    fn finish(
        &self,
        scratch: &mut Self::Scratch,
        out: Self::Out,
        chunk: &ChunkView<'_>,
        rest: usize,
        place: &Place,
    ) -> Self::Out;

    /// A fault of the program in this game.
    fn fault(&self, game: &Game, chunk: &ChunkView<'_>, out: &mut Self::Out);
}

/// Does a command's work on chunks.
pub(crate) struct Games<'a, W> {
    work: &'a W,
    options: ReadOptions,
    /// Only games that start here, by bytes of the plain text.
    bytes: Option<Range<u64>>,
    max_game_size: usize,
}

impl<'a, W: Work> Games<'a, W> {
    pub(crate) fn new(work: &'a W, reading: &Reading) -> Games<'a, W> {
        Games {
            work,
            options: ReadOptions { nested_comments: reading.nested_comments },
            bytes: reading.bytes.clone(),
            max_game_size: reading.max_game_size,
        }
    }

    fn is_wanted(&self, chunk: &ChunkView<'_>, game: &Game) -> bool {
        let start = chunk.offset + u64::from(game.span.start);
        self.bytes.as_ref().is_none_or(|range| range.contains(&start))
    }
}

/// Buffers of a thread: those of the loop, and those of the work.
pub(crate) struct Scratch<S> {
    parser: Parser,
    game: Game,
    work: S,
}

impl<W: Work> Job for Games<'_, W> {
    type Scratch = Scratch<W::Scratch>;
    type Draft = (W::Out, usize);
    type Output = W::Out;

    fn scratch(&self) -> Self::Scratch {
        Scratch {
            parser: Parser::new(self.options),
            game: Game::default(),
            work: self.work.scratch(),
        }
    }

    fn read(&self, scratch: &mut Self::Scratch, chunk: &ChunkView<'_>) -> Read<Self::Draft> {
        let Scratch { parser, game, work } = scratch;
        let src = chunk.bytes;
        let part =
            Part { src, is_first: chunk.is_first, is_last: chunk.is_last(), after: chunk.next };
        let mut out = W::Out::default();
        let mut n_games = 0;
        parser.start(&part);
        self.work.begin(work, chunk);
        // UTF-16 without a mark holds no games, whatever its bytes look like.
        let has_games = !chunk.input.utf16;
        let mut rest = 0;
        while has_games && parser.next_game(&part, game) {
            rest = parser.rest();
            if chunk.cut == Cut::Truncated && parser.is_done() && game.marker.is_none() {
                break;
            }
            let index = n_games;
            n_games += 1;
            if !self.is_wanted(chunk, game) {
                continue;
            }
            if game.span.len() > self.max_game_size {
                self.work.too_large(game.span.of(src), game.span, true, &mut out);
            } else if chunk.careful {
                let result = catch_unwind(AssertUnwindSafe(|| {
                    let mut one = W::Out::default();
                    self.work.game(work, index, game, chunk, &mut one);
                }));
                match result {
                    Ok(()) => self.work.game(work, index, game, chunk, &mut out),
                    Err(_) => {
                        *work = self.work.scratch();
                        self.work.fault(game, chunk, &mut out);
                    }
                }
            } else {
                self.work.game(work, index, game, chunk, &mut out);
            }
        }
        let rest = if has_games { parser.rest().max(rest) } else { 0 };
        let rest = if chunk.is_last() {
            if n_games == 0 && self.bytes.is_none() && chunk.cut != Cut::Truncated {
                self.work.leftover(&src[rest..], &mut out);
            }
            src.len()
        } else {
            rest
        };
        self.work.end(work, &src[..rest], &mut out);
        Read { draft: (out, rest), n_games, n_lines: count_line_ends(&src[..rest]), rest }
    }

    fn finish(
        &self,
        scratch: &mut Self::Scratch,
        (out, rest): Self::Draft,
        chunk: &ChunkView<'_>,
        place: &Place,
    ) -> W::Out {
        self.work.finish(&mut scratch.work, out, chunk, rest, place)
    }

    fn oversized(
        &self,
        scratch: &mut Self::Scratch,
        chunk: &ChunkView<'_>,
        place: &Place,
        piece: Piece,
    ) -> W::Out {
        let mut out = W::Out::default();
        let is_wanted = self.bytes.as_ref().is_none_or(|range| range.contains(&place.offset));
        if is_wanted {
            self.work.too_large(
                chunk.bytes,
                Span::new(0, chunk.bytes.len()),
                piece.is_last,
                &mut out,
            );
        }
        self.work.finish(&mut scratch.work, out, chunk, chunk.bytes.len(), place)
    }
}

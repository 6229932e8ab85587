//! The loop over the games of a chunk as a job of the pipeline.

use pgn_stream::{ChunkView, Job, Piece, Place, Read};
use pgn_syntax::{Game, Parser, Span, count_line_ends};

use super::{Games, Scratch, Work};
use crate::{
    encodings::Encodings,
    fault,
    games::PieceKind,
    incidents::{Incident, IncidentKind, Worked},
    turn::{Care, Turn},
};

/// The reading of a chunk whose place in the input is not known yet.
pub(crate) struct Draft<O> {
    pub(super) worked: Worked<O>,
    pub(super) n_games: u64,
    /// Where the bytes of its games end.
    pub(super) rest: usize,
}

impl<W: Work> Job for Games<'_, W> {
    type Scratch = Scratch<W::Scratch>;
    type Draft = Draft<W::Out>;
    type Output = Worked<W::Out>;

    fn scratch(&self) -> Self::Scratch {
        Scratch {
            parser: Parser::new(self.options),
            game: Game::default(),
            query: pgn_query::Scratch::default(),
            work: self.work.scratch(),
        }
    }

    fn read(&self, scratch: &mut Self::Scratch, chunk: &ChunkView<'_>) -> Read<Self::Draft> {
        let turn = if self.waits_for_numbers { Turn::Count } else { Turn::Work };
        let care = if chunk.careful { Care::Games } else { Care::None };
        let draft = self.go_through(scratch, chunk, (turn, care), None);
        let Draft { n_games, rest, .. } = draft;
        let bytes = &chunk.bytes[..rest];
        let n_lines = if draft.worked.incidents.is_empty() && turn == Turn::Work {
            self.work.n_lines(&draft.worked.out, bytes)
        } else {
            Some(count_line_ends(bytes))
        };
        let flags = self.work.flags(&mut scratch.work);
        Read { draft, n_games, n_lines, rest, flags }
    }

    fn finish(
        &self,
        scratch: &mut Self::Scratch,
        draft: Self::Draft,
        chunk: &ChunkView<'_>,
        place: &Place,
    ) -> Self::Output {
        let turn = if self.waits_for_numbers || place.flags != 0 {
            Turn::WorkWithNumbers { first_game: place.first_game }
        } else {
            Turn::Work
        };
        let care = if chunk.careful { Care::Games } else { Care::None };
        let draft = match turn {
            Turn::WorkWithNumbers { .. } => {
                self.go_through(scratch, chunk, (turn, care), Some(place.flags))
            }
            Turn::Work | Turn::Count => draft,
        };
        if !chunk.careful {
            return self.finish_draft(scratch, draft, chunk, place);
        }
        fault::catch(|| self.finish_draft(scratch, draft, chunk, place)).unwrap_or_else(|_| {
            *scratch = self.scratch();
            let draft =
                self.go_through(scratch, chunk, (turn, Care::GamesToEnd(place)), Some(place.flags));
            self.finish_draft(scratch, draft, chunk, place)
        })
    }

    fn oversized(
        &self,
        scratch: &mut Self::Scratch,
        chunk: &ChunkView<'_>,
        place: &Place,
        piece: Piece,
    ) -> Self::Output {
        let mut worked = Worked::<W::Out>::default();
        let out = &mut worked.out;
        let bytes = self.reading.bytes.as_ref();
        let is_wanted = bytes.is_none_or(|range| range.contains(&place.offset));
        if is_wanted {
            let span = Span::new(0, chunk.bytes.len());
            let mut kind = piece.is_first.then_some(IncidentKind::TooLarge);
            match self.reading.query {
                None => {
                    if piece.is_first {
                        kind = self.work.too_large_begins(&mut scratch.work, 0, 0, chunk, out);
                    }
                    self.work.too_large(0, chunk.bytes, span, piece.is_last, out);
                }
                Some(_) => {
                    let kind = if piece.is_last { PieceKind::Game } else { PieceKind::Part };
                    self.work.passed_over_bytes(chunk.bytes, span, kind, out);
                }
            }
            worked.incidents.extend(kind.map(|kind| Incident { kind, line: 0, number: 0 }));
        }
        let draft = Draft { worked, n_games: 1, rest: chunk.bytes.len() };
        self.finish_draft(scratch, draft, chunk, place)
    }
}

impl<W: Work> Games<'_, W> {
    /// Finishes the reading of a chunk whose place in the input is known.
    fn finish_draft(
        &self,
        scratch: &mut Scratch<W::Scratch>,
        draft: Draft<W::Out>,
        chunk: &ChunkView<'_>,
        place: &Place,
    ) -> Worked<W::Out> {
        let Draft { worked: Worked { out, mut incidents, .. }, rest, .. } = draft;
        Incident::locate_all(&mut incidents, chunk.bytes, place);
        let out = self.work.finish(&mut scratch.work, out, chunk, rest, place);
        let mut encodings = Encodings::default();
        if self.has_several_inputs {
            encodings = Encodings::of(self.work.copied(&out, &chunk.bytes[..rest]));
        }
        Worked { out, incidents, encodings }
    }
}

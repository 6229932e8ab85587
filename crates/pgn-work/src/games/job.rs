//! The loop over the games of a chunk as a job of the pipeline.

use pgn_stream::{ChunkPosition, ChunkView, GameIndex, Job, Located, Piece, Place, Read};
use pgn_syntax::{Parser, Part, Span, count_line_ends};

use super::{
    Games, PlacedChunk, Scratch, UnreadKind, Work,
    pass::{Pass, Protection, Purpose},
    read_ahead::ReadAhead,
};
use crate::{
    games::incidents::{IncidentKind, Worked},
    inputs::{
        encodings::{Assumed, Encodings},
        name_of,
    },
    reports::fault,
};

/// The result of reading a chunk whose place in the input is not known yet.
#[derive(Default)]
pub(crate) struct Draft<O> {
    pub(super) out: O,
    /// Games that could not be worked on.
    pub(super) incidents: Vec<Located<IncidentKind, ChunkPosition>>,
    pub(super) n_games: u64,
    /// Number of line ends in the games; `None` if no report on the chunk has a line number.
    pub(super) n_lines: Option<u64>,
    /// Offset of the end of the games.
    pub(super) end: usize,
    /// Offset of the last game that begins a line; `None` if the games end at the end of a line, or no game begins a
    /// line.
    pub(super) line_start: Option<usize>,
}

impl<W: Work> Job for Games<'_, W> {
    type Scratch = Scratch<W::Scratch>;
    type Draft = Draft<W::Draft>;
    type Output = Worked<W::Out>;

    fn scratch(&self) -> Self::Scratch {
        let fallback = self.reading.encoding.general();
        Scratch {
            parser: Parser::new(self.options),
            games: ReadAhead::new(),
            query: pgn_query::QueryState::default(),
            work: self.work.scratch(fallback),
            fallback,
        }
    }

    fn read(&self, scratch: &mut Self::Scratch, chunk: &ChunkView<'_>) -> Read<Self::Draft> {
        self.prepare(scratch, chunk);
        let purpose = if self.waits_for_numbers { Purpose::Count } else { Purpose::Work };
        let draft = self.read_games(scratch, &self.pass(chunk, purpose));
        let Draft { n_games, mut n_lines, end, .. } = draft;
        if n_lines.is_none() && (purpose.is_count() || !draft.incidents.is_empty()) {
            n_lines = Some(count_line_ends(&chunk.bytes[..end]));
        }
        let flags = self.work.flags(&mut scratch.work);
        Read { draft, n_games, n_lines, games_end: end, flags }
    }

    fn finish(
        &self,
        scratch: &mut Self::Scratch,
        draft: Self::Draft,
        chunk: &ChunkView<'_>,
        place: &Place,
    ) -> Self::Output {
        self.prepare(scratch, chunk);
        let mut pass = self.pass(chunk, Purpose::Work);
        let mut draft = draft;
        if self.waits_for_numbers || place.flags != 0 {
            pass.purpose = Purpose::WorkAt(place);
            draft = self.read_games(scratch, &pass);
        }
        if !chunk.is_careful {
            return self.finish_draft(scratch, draft, chunk, place);
        }
        fault::catch(|| self.finish_draft(scratch, draft, chunk, place)).unwrap_or_else(|_| {
            *scratch = self.scratch();
            self.prepare(scratch, chunk);
            pass.protection = Protection::GamesToEnd(place);
            let draft = self.read_games(scratch, &pass);
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
        self.prepare(scratch, chunk);
        let span = Span::new(0, chunk.bytes.len());
        let mut draft = Draft { n_games: 1, end: span.len(), ..Draft::default() };
        let bytes = self.reading.bytes.as_ref();
        if bytes.is_none_or(|range| range.contains(&place.offset.0)) {
            let what = (GameIndex(0), UnreadKind::TooLarge(piece));
            self.unread(scratch, what, (span, 0), chunk, &mut draft);
        }
        self.finish_draft(scratch, draft, chunk, place)
    }
}

impl<W: Work> Games<'_, W> {
    /// Returns a pass with the protection that the chunk needs.
    fn pass<'a>(&self, chunk: &'a ChunkView<'a>, purpose: Purpose<'a>) -> Pass<'a> {
        let ChunkView { bytes: src, is_first, next: after, .. } = *chunk;
        let part = Part { src, is_first, is_last: chunk.is_last(), after };
        let protection = if chunk.is_careful { Protection::Games } else { Protection::None };
        let input_name = self.reading.query.as_ref().map(|_| name_of(chunk.input));
        Pass { chunk, part, purpose, protection, input_name }
    }

    /// Makes new buffers if the present ones were made for another character set than that of the chunk.
    fn prepare(&self, scratch: &mut Scratch<W::Scratch>, chunk: &ChunkView<'_>) {
        let fallback = self.reading.fallback(chunk.input);
        if scratch.fallback != fallback {
            scratch.work = self.work.scratch(fallback);
            scratch.fallback = fallback;
        }
    }

    /// Returns the output of a chunk whose place in the input is known.
    fn finish_draft(
        &self,
        scratch: &mut Scratch<W::Scratch>,
        draft: Draft<W::Draft>,
        chunk: &ChunkView<'_>,
        place: &Place,
    ) -> Worked<W::Out> {
        let placed = PlacedChunk::new(chunk, draft.end, place);
        let incidents = placed.text.locate_all(draft.incidents);
        let out = self.work.finish(&mut scratch.work, draft.out, &placed);
        let mut encodings = Encodings::default();
        // The text of an input without games is left out of an output with others.
        if self.has_several_inputs && draft.n_games > 0 {
            encodings = Encodings::of(self.work.copied(&out, placed.read()));
        }
        let is_assumed = self.work.decodes() && self.reading.assumes_charset(chunk.input);
        let assumed = if is_assumed { Assumed::of(chunk) } else { None };
        Worked { out, incidents, encodings, assumed }
    }
}

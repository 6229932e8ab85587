//! The work of `pgnkit export`.

mod cut;
mod destination;
mod left;
mod options;
mod partition;
mod plan;

use std::sync::{Arc, atomic::AtomicU64};

use pgn_chess::{
    Replay, ReplayOptions,
    export::{self, ExportOptions, Exported, Exporter, raw_bytes},
    tag_list::EditTags,
    verify::{self, Expected, TagRecorder},
};
use pgn_query::Facts;
use pgn_report::{
    FirstError,
    games::{json_lines, placed, positions, rows, window::Window},
    what_is_wrong,
};
use pgn_stream::{ChunkOffset, ChunkPosition, GameIndex, Located, Options};
use pgn_syntax::{Fallback, Game, Span, boundary::Edges, count_line_ends, set_line_ends};
use pgn_tags::{Editor, Listing, Unmapped};

pub use self::{
    partition::{PartitionPlan, column_name},
    plan::{Distinct, Format, LeftOutText, OnError, Plan, Table, TextPlan},
};

use crate::{
    ExitStatus, Globals, ReadingOptions,
    games::{
        PlacedChunk, ReadGame, UnreadGame, UnreadKind, Work,
        batch::PieceKind,
        buffer::{Buffer, Buffers},
        incidents::TOO_LARGE,
    },
    inputs::{Inputs, game_lines, name_of},
    outputs::{Output, Rewrite, UsedFiles},
    run_inputs,
    writing::{
        game_writer::{GameWriter, UnwrittenPart},
        summary,
        text::{BatchTexts, DraftTexts, Extras, TextData, WrittenChunk},
        writer::{OnBad, Setup},
    },
};

struct Export<'p> {
    plan: &'p Plan,
    options: ExportOptions,
    reading: &'p ReadingOptions,
    listing: Listing,
    buffers: Buffers,
    /// The options for reading the output; `None` unless it is compared with the input.
    verify: Option<ExportOptions>,
    /// The options that depend on moves.
    of_moves: Vec<&'static str>,
    /// The number of games that these options have not changed.
    n_unplayed: AtomicU64,
}

/// The buffers of a thread.
struct Scratch {
    writer: GameWriter,
    /// Writes parts of games; `None` if `writer` writes all of them.
    cutter: Option<cut::Cutter>,
    /// Used for the values by which a table is partitioned.
    replay: Replay,
}

/// The games of a chunk whose place is not known yet.
#[derive(Default)]
struct Draft {
    texts: DraftTexts,
    /// The extras of the text that has not ended yet.
    extras: Option<Box<Extras<ChunkPosition>>>,
    /// Index and span of each game, if its output has its place.
    spans: Vec<(GameIndex, Span)>,
    /// A copy of the bytes of the chunk, if a part of one of its games is not written yet.
    src: Option<Arc<[u8]>>,
    /// The expected content of each text and the position of its game, if output and input are compared.
    pending: Vec<(Expected, ChunkPosition)>,
    unmapped: Unmapped,
    n_replaced: u64,
}

impl Draft {
    /// Returns the extras of the current text.
    fn extras(&mut self) -> &mut Extras<ChunkPosition> {
        self.extras.get_or_insert_default()
    }

    /// Adds a note on the current game, or on the text of an input without games.
    fn note(&mut self, position: ChunkPosition, what: String) {
        self.extras().notes.push(Located { value: what, position });
    }

    /// Returns the data of the current text. `span`: the bytes from which it was made.
    fn take_data(&mut self, span: Span) -> TextData<ChunkPosition> {
        TextData { old_end: span.end as usize, is_selected: true, extras: self.extras.take() }
    }
}

impl Work for Export<'_> {
    type Scratch = Scratch;
    type Draft = Draft;
    type Out = WrittenChunk;
    fn reads_lines(&self) -> bool {
        true
    }

    fn is_read_at_once(&self) -> bool {
        self.plan.rewrite == Rewrite::Stream && self.plan.output.is_read_at_once()
    }

    fn decodes(&self) -> bool {
        true
    }

    fn scratch(&self, fallback: Fallback) -> Scratch {
        Scratch {
            writer: self.writer(fallback, self.options.replay),
            cutter: self.cutter(fallback),
            replay: Replay::new(),
        }
    }

    fn draft(&self, n_bytes: usize) -> Draft {
        let texts = DraftTexts { bytes: self.buffer(n_bytes), ..DraftTexts::default() };
        Draft { texts, ..Draft::default() }
    }

    fn growth(&self) -> usize {
        self.plan.format.growth(self.plan.table)
    }

    fn game(&self, scratch: &mut Scratch, read: &ReadGame<'_>, draft: &mut Draft) {
        let Scratch { writer, cutter, replay } = scratch;
        let ReadGame { index, game, chunk, .. } = *read;
        let (plan, src, position) = (self.plan, read.src(), read.position());
        let from = draft.texts.bytes.len();
        let part = match cutter {
            Some(cutter) => self.write_part(cutter, read, draft).then_some(&*cutter),
            None => None,
        };
        let out = &mut *draft.texts.bytes;
        let dates = self.reading.dates(chunk.input);
        let mut editor = Editor::new(&plan.tags, self.listing, dates, &mut draft.unmapped);
        let is_excerpt = plan.format.is_of_games() && self.options.excerpt.is_some();
        let is_edited = !plan.tags.is_empty() || is_excerpt;
        let edit = is_edited.then_some(&mut editor as &mut dyn EditTags);
        let mut exported = None;
        if matches!(writer, GameWriter::Json(_) | GameWriter::Rows(_)) {
            draft.spans.push((index, game.span));
        }
        let mut error = match writer {
            _ if part.is_some() => None,
            GameWriter::Pgn(exporter) => {
                let written = self.write_pgn(exporter, read, edit, out);
                draft.pending.extend(written.1.map(|expected| (expected, position)));
                exported = Some(written.0);
                None
            }
            GameWriter::Json(writer) => writer.write(game, src, chunk.offset.0, edit, out),
            GameWriter::Positions(writer) => writer.write(game, src, edit, out),
            GameWriter::Rows(writer) => writer.write(game, src, edit, out),
        };
        for change in editor.changes {
            draft.note(position, change);
        }
        if let Some(exported) = &exported {
            error = self.finish_text(exported, game, src, from, draft);
        }
        let out = &mut *draft.texts.bytes;
        if plan.is_crlf() && matches!(writer, GameWriter::Json(_) | GameWriter::Positions(_)) {
            set_line_ends(out, from, true);
        }
        let is_changed = self.writes_pgn() && out[from..] != *read.bytes();
        self.note_unplayed(writer, read, draft);
        self.note_left_out(writer, part, read, error.as_ref(), from, draft);
        if let Some(error) = error {
            self.note_error(&error, exported.as_ref().map(|it| it.written), read, draft);
        }
        let (src, is_crlf) = (&mut draft.src, plan.is_crlf());
        if let Some(part) = UnwrittenPart::of(writer, index, game, chunk, src, is_crlf) {
            draft.extras().unwritten = Some(part);
        }
        if let Some(partition) = &plan.partition {
            draft.extras().folders = self.folders(partition, read, replay);
        }
        let edges = exported.map_or(Edges::UNKNOWN, |it| it.edges);
        let data = draft.take_data(game.span);
        draft.texts.end_text(PieceKind::Game, position, edges, is_changed, data);
    }

    fn unread(&self, _: &mut Scratch, unread: &UnreadGame<'_>, draft: &mut Draft) {
        let is_dropped = self.options.on_error == export::OnError::Drop;
        if self.plan.rejects.is_some() && (is_dropped || !self.writes_pgn()) {
            left::reject_piece(unread, draft);
        }
        let out = &mut *draft.texts.bytes;
        match (unread.kind, unread.game) {
            (UnreadKind::NoGame, _) => self.note_leftover(unread, draft),
            (UnreadKind::Fault, Some(game)) => {
                if self.writes_pgn() {
                    out.extend_from_slice(raw_bytes(game, unread.chunk.bytes));
                    out.extend_from_slice(b"\n\n");
                } else {
                    self.note_game(unread.position(), FAULT.1, draft);
                }
                self.end_unread(unread, FAULT.0, FAULT.1, draft);
            }
            (UnreadKind::Fault | UnreadKind::TooLarge(_), _) => {
                if self.writes_pgn() && !is_dropped {
                    out.extend_from_slice(unread.bytes());
                }
                if unread.ends_game() {
                    if is_dropped || !self.writes_pgn() {
                        self.note_game(unread.position(), TOO_LARGE, draft);
                    }
                    self.end_unread(unread, pgn_lint::name::oversized_game, TOO_LARGE, draft);
                }
            }
        }
        let data = draft.take_data(unread.span);
        draft.texts.end_unread(unread, false, data);
    }

    fn end(&self, _: &mut Scratch, bytes: &[u8], draft: &mut Draft) -> Option<u64> {
        let mut extras = draft.texts.pieces.iter().filter_map(|it| it.value.extras.as_ref());
        let is_reported = self.verify.is_some() || extras.any(|it| it.has_positions());
        is_reported.then(|| count_line_ends(bytes))
    }

    fn finish(&self, _: &mut Scratch, mut draft: Draft, chunk: &PlacedChunk<'_>) -> WrittenChunk {
        let mut differ = Vec::new();
        if let Some(options) = &self.verify {
            let of_input = self.reading.fallback(chunk.view.input);
            let fallback = self.plan.text.charset.fallback().unwrap_or(of_input);
            differ = self.compare(&mut draft, &ExportOptions { fallback, ..options.clone() });
        }
        let mut texts = draft.texts.locate(&chunk.text);
        self.set_places(&mut texts, &draft.spans, chunk);
        WrittenChunk {
            is_changed: *texts.bytes != *chunk.read(),
            texts,
            old: if self.plan.rewrite == Rewrite::Diff {
                chunk.read().to_vec()
            } else {
                Vec::new()
            },
            differ: chunk.text.locate_all(differ),
            unmapped: draft.unmapped,
            n_replaced: draft.n_replaced,
            n_unstripped: 0,
        }
    }
}

/// Rule and message of a game on which the work ended with a panic.
const FAULT: (&str, &str) = ("internal-fault", "a bug in pgnkit: the game was not read");

impl Export<'_> {
    /// Writes a game as PGN. Returns the result, and the expected content if output and input are compared.
    fn write_pgn(
        &self,
        exporter: &mut Exporter,
        read: &ReadGame<'_>,
        editor: Option<&mut dyn EditTags>,
        out: &mut Vec<u8>,
    ) -> (Exported, Option<Expected>) {
        let (game, src) = (read.game, read.src());
        if self.verify.is_none() {
            return (exporter.write_edited(game, src, editor, out), None);
        }
        let mut recorder = TagRecorder { editor, tags: Vec::new() };
        let written = exporter.write_edited(game, src, Some(&mut recorder), out);
        let fallback = self.reading.fallback(read.chunk.input);
        let options = ExportOptions { fallback, ..self.options.clone() };
        let expected = verify::expected(&written, recorder.tags, game, src, &options);
        (written, expected)
    }

    /// Returns a buffer for the output of a chunk of `n_bytes`. All have the same usual size, so that each can be used again.
    fn buffer(&self, n_bytes: usize) -> Buffer {
        let usual = (n_bytes * self.growth()).min(Options::CHUNK_SIZE);
        self.buffers.get(n_bytes.max(usual))
    }

    /// Returns the folders of the rows of a game, with their levels.
    fn folders(
        &self,
        partition: &PartitionPlan,
        read: &ReadGame<'_>,
        replay: &mut Replay,
    ) -> Vec<(usize, String)> {
        let input = read.chunk.input;
        let (file, encoding) = (name_of(input), self.reading.fallback(input));
        let facts = Facts { encoding, file: Some(&file), ..Facts::new(read.game, read.src()) };
        partition.folders(facts, replay, &self.reading.replay_options())
    }

    /// Writes the places of games to their objects or rows.
    fn set_places(
        &self,
        texts: &mut BatchTexts,
        spans: &[(GameIndex, Span)],
        chunk: &PlacedChunk<'_>,
    ) {
        let (input, text) = (chunk.view.input, &chunk.text);
        let mut ends: Vec<usize> = texts.pieces.iter().map(|it| it.end).collect();
        match self.plan.format {
            Format::JsonLines => {
                json_lines::set_places(&mut texts.bytes, &mut ends, spans, input, text);
            }
            Format::Csv | Format::Tsv | Format::Parquet => {
                let form = self.plan.table_form();
                let mut placed = self.buffer(chunk.read().len());
                let games = spans.iter().zip(&mut ends);
                let games = games.map(|(&(index, span), end)| (index, span, end));
                placed::place_rows(&texts.bytes, games, form, input, text, &mut placed);
                texts.bytes = placed;
                let extras = texts.pieces.iter_mut().filter_map(|it| it.value.extras.as_mut());
                for rest in extras.filter_map(|it| it.unwritten.as_mut()) {
                    rest.set_place(form, input, text);
                }
            }
            Format::Pgn | Format::Reduced | Format::Fen | Format::Epd | Format::Lines => (),
        }
        for (piece, end) in texts.pieces.iter_mut().zip(ends) {
            piece.end = end;
        }
    }

    /// Returns the part of main lines whose positions or half-moves are written.
    fn window(&self) -> Window {
        let Some(excerpt) = &self.options.excerpt else { return Window::ALL };
        Window { from: excerpt.from.max(1), to: excerpt.to.unwrap_or(u32::MAX) }
    }

    /// Returns a writer of games in the format of the plan. `replay`: how the games are read.
    fn writer(&self, fallback: Fallback, replay: ReplayOptions) -> GameWriter {
        let replay = ReplayOptions { fallback, ..replay };
        let positions = |format| {
            let (at, window) = (self.plan.at, self.window());
            let writer = positions::PositionWriter::new(format, at, window, replay);
            GameWriter::Positions(Box::new(writer))
        };
        match self.plan.format {
            Format::Pgn | Format::Reduced | Format::Lines => {
                GameWriter::Pgn(Exporter::new(ExportOptions { fallback, ..self.options.clone() }))
            }
            Format::JsonLines => {
                GameWriter::Json(json_lines::ObjectWriter::new(replay, self.options.repair_text))
            }
            Format::Csv | Format::Tsv | Format::Parquet => {
                let form = self.plan.table_form();
                let writer = rows::RowWriter::new(form, self.window(), replay);
                GameWriter::Rows(writer.finding_errors(self.plan.must_find_errors()))
            }
            Format::Fen => positions(positions::Format::Fen),
            // A distinct position can be in several games, so it has no EPD operations of a game.
            Format::Epd if self.plan.distinct == Distinct::Yes => positions(positions::Format::Fen),
            Format::Epd => positions(positions::Format::Epd),
        }
    }

    /// Returns the differences between the text of a chunk and its expected content.
    fn compare(
        &self,
        draft: &mut Draft,
        options: &ExportOptions,
    ) -> Vec<Located<String, ChunkPosition>> {
        let (expected, positions): (Vec<Expected>, Vec<ChunkPosition>) =
            std::mem::take(&mut draft.pending).into_iter().unzip();
        let bytes = &draft.texts.bytes;
        let unfolded = match self.plan.format {
            Format::Lines => Some(game_lines::GAME_LINES.unfold(bytes)),
            _ => None,
        };
        let text = unfolded.as_deref().unwrap_or(bytes);
        let found = verify::differences(text, &expected, &mut Replay::new(), options).into_iter();
        found
            .filter_map(|(at, value)| Some(Located { value, position: *positions.get(at)? }))
            .collect()
    }

    /// Converts the text of a game in PGN, from offset `from`, to the character set, layout and line ends of the
    /// output. Returns the first error of the game.
    fn finish_text(
        &self,
        exported: &Exported,
        game: &Game,
        src: &[u8],
        from: usize,
        draft: &mut Draft,
    ) -> Option<FirstError> {
        let out = &mut *draft.texts.bytes;
        if exported.written != export::Written::Raw {
            draft.n_replaced += exported.n_replaced;
            draft.n_replaced += self.plan.text.charset.encode(out, from);
            if self.plan.format == Format::Lines {
                game_lines::fold(out, from, self.plan.is_crlf());
            }
        }
        if self.plan.is_crlf() && self.plan.format != Format::Lines {
            set_line_ends(out, from, true);
        }
        if let Some(span) = exported.conflict {
            return Some(FirstError {
                at: ChunkOffset(span.start),
                rule: pgn_lint::name::conflict_marker,
                message: "two versions of the game, marked by git".to_owned(),
            });
        }
        exported.has_error().then(|| what_is_wrong(game, &exported.start, &exported.end, src))
    }
}

/// Exports the games of `inputs` as `plan` says, and returns the exit status. `used`: files that no part may replace.
///
/// # Errors
/// Returns an error if an output or an intermediate file cannot be written.
pub fn run(
    plan: &Plan,
    inputs: &Inputs,
    used: UsedFiles,
    globals: &Globals,
) -> anyhow::Result<ExitStatus> {
    let options = options::options(plan, globals);
    let work = Export {
        plan,
        verify: plan.verify.then(|| options::verify_options(&options, plan)),
        of_moves: options::of_moves(&options),
        n_unplayed: AtomicU64::new(0),
        options,
        reading: &globals.reading,
        listing: if globals.messages.is_verbose() { Listing::Yes } else { Listing::No },
        buffers: Buffers::default(),
    };
    let setup = Setup {
        output: &plan.output,
        rewrite: &plan.rewrite,
        rejects: plan.rejects.as_ref(),
        reads_back: plan.verify && !matches!(plan.output, Output::Append(_)),
        line_ending: Some(plan.line_ending),
        on_bad: if plan.on_error == OnError::Fail { OnBad::Stop } else { OnBad::GoOn },
        select: &plan.select,
        change: "rewritten",
    };
    let progress = inputs.progress(&globals.messages);
    let mut writer = destination::writer(plan, &setup, inputs, used, globals, &progress)?;
    let is_complete = run_inputs::run(&work, inputs, globals, Some(&progress), &mut writer)?;
    summary::report_tag_edits(&plan.tags, globals);
    work.report_unplayed(globals);
    writer.finish(plan.bad_games(), is_complete)
}

//! The work of `pgnkit export`.

mod left;
mod plan;

use pgn_chess::{
    Notation, Replay, ReplayOptions,
    export::{self, ExportOptions, Exported, Exporter, Form, Written, raw_bytes},
    tag_list::EditTags,
    verify::{self, Expected, Reading, Recorder},
};
use pgn_report::{
    FirstError,
    games::{json_lines, placed, positions, rows},
    what_is_wrong,
};
use pgn_stream::{ChunkView, Place};
use pgn_syntax::{Game, LineIndex, Span, count_line_ends, encoding::Charset, joint::Edges};
use pgn_tags::{Editor, Listing, TagPlan, mended};

pub use self::plan::{Format, NagNumbers, OnError, Plan, Table, TextPlan};

use self::left::NO_GAME;
use super::{
    buffer::Buffers,
    games::Work,
    incidents::TOO_LARGE,
    lines, reader, target,
    text::{Bad, Note, Text, set_line_ends},
    writer::{Joint, OnBad, Setup, Writer},
};
use crate::{
    ExitStatus, Globals,
    game_writer::{GameWriter, Rest},
    inputs::Inputs,
    outputs::{self, LineEnding, Rewrite},
};

struct Export<'p> {
    options: ExportOptions,
    tags: &'p TagPlan,
    listing: Listing,
    charset: Charset,
    format: Format,
    at: positions::At,
    table: Table,
    is_crlf: bool,
    keeps_rejects: bool,
    keeps_old: bool,
    buffers: Buffers,
    /// How what is read, and what was written, is understood, if they are compared.
    verify: Option<(Reading, Reading)>,
}

impl Work for Export<'_> {
    type Scratch = GameWriter;
    type Out = Text;
    const READS_LINES: bool = true;

    fn scratch(&self) -> GameWriter {
        let (replay, fallback) = (self.options.replay, self.options.fallback);
        let positions = |format| {
            GameWriter::Positions(positions::GameWriter::new(format, self.at, replay, fallback))
        };
        match self.format {
            Format::Pgn | Format::Reduced | Format::Lines => {
                GameWriter::Pgn(Exporter::new(self.options.clone()))
            }
            Format::JsonLines => {
                GameWriter::Json(json_lines::GameWriter::new(replay, fallback, self.options.mend))
            }
            Format::Csv | Format::Parquet => {
                GameWriter::Rows(rows::GameWriter::new(self.table.kind, replay, fallback))
            }
            Format::Fen => positions(positions::Format::Fen),
            Format::Epd => positions(positions::Format::Epd),
        }
    }

    fn out(&self, n_bytes: usize) -> Text {
        Text::with_room(&self.buffers, n_bytes)
    }

    fn n_lines(&self, out: &Text, bytes: &[u8]) -> Option<u64> {
        let is_told = self.verify.is_some() || out.tells();
        is_told.then(|| count_line_ends(bytes))
    }

    fn growth(&self) -> usize {
        self.format.growth(self.table)
    }

    fn game(
        &self,
        writer: &mut GameWriter,
        number: u64,
        game: &Game,
        chunk: &ChunkView<'_>,
        out: &mut Text,
    ) {
        let src = chunk.bytes;
        let from = out.bytes.len();
        let mut editor = Editor::new(self.tags, self.listing, &mut out.unmapped);
        let is_edited = !self.tags.is_empty() || self.options.window.is_some();
        let edit = if is_edited { Some(&mut editor as &mut dyn EditTags) } else { None };
        let mut exported = None;
        let mut error = match writer {
            GameWriter::Pgn(exporter) => {
                let (written, tags) = if self.verify.is_some() {
                    let mut recorder = Recorder { editor: edit, tags: Vec::new() };
                    let editor = Some(&mut recorder as &mut dyn EditTags);
                    let written = exporter.write_edited(game, src, editor, &mut out.bytes);
                    (written, recorder.tags)
                } else {
                    (exporter.write_edited(game, src, edit, &mut out.bytes), Vec::new())
                };
                if let Some((reading, _)) = &self.verify {
                    let expected = verify::expected(&written, tags, game, src, reading);
                    let (index, line) = (out.ends.len(), u64::from(game.start));
                    let note = Note { index, line, what: String::new(), number };
                    out.pending.extend(expected.map(|it| (it, note)));
                }
                exported = Some(written);
                None
            }
            GameWriter::Json(writer) => {
                out.spans.push((number, game.span));
                writer.write(game, (src, chunk.offset), edit, &mut out.bytes)
            }
            GameWriter::Positions(writer) => writer.write(game, src, edit, &mut out.bytes),
            GameWriter::Rows(writer) => {
                out.spans.push((number, game.span));
                writer.write(game, src, edit, &mut out.bytes)
            }
        };
        if !editor.changes.is_empty() {
            let (text, line) = (out.ends.len(), u64::from(game.start));
            let note = |what| Note { index: text, line, what, number };
            out.notes.extend(editor.changes.into_iter().map(note));
        }
        if let Some(exported) = exported.take() {
            error = self.settle(&exported, game, src, from, out);
        }
        if self.is_crlf && matches!(writer, GameWriter::Json(_) | GameWriter::Positions(_)) {
            set_line_ends(&mut out.bytes, from, true);
        }
        let is_text = matches!(self.format, Format::Pgn | Format::Reduced);
        if is_text && out.bytes[from..] != *game.span.of(src) {
            out.changed.push(out.ends.len());
        }
        self.note_left_out(writer, (game, src), number, error.as_ref(), (from, out));
        if let Some((line, what)) = error {
            let bytes = if self.keeps_rejects { raw_bytes(game, src).to_vec() } else { Vec::new() };
            out.bad.push(Bad { index: out.ends.len(), line, what, bytes, number });
        }
        if self.keeps_old {
            out.spans.push((number, game.span));
        }
        let around = (chunk, out.rests.last());
        out.rests.extend(Rest::of(writer, (number, game), around, out.ends.len(), self.is_crlf));
        out.end_game();
    }

    fn leftover(&self, bytes: &[u8], out: &mut Text) {
        self.note_leftover(bytes, out);
    }

    fn too_large(&self, number: u64, bytes: &[u8], span: Span, is_end: bool, out: &mut Text) {
        match self.format {
            Format::Pgn | Format::Reduced if self.options.on_error != export::OnError::Drop => {
                out.bytes.extend_from_slice(bytes);
            }
            Format::Pgn | Format::Reduced | Format::JsonLines | Format::Csv | Format::Parquet => (),
            Format::Fen | Format::Epd | Format::Lines => (),
        }
        if is_end {
            out.has_edges(Edges::UNREAD);
            let why = ("oversized-game", TOO_LARGE);
            if self.options.on_error == export::OnError::Drop || !self.is_pgn() {
                self.note_game(number, u64::from(span.start), why.1, out);
            }
            self.end_unread(number, u64::from(span.start), span, why, out);
        }
    }

    fn finish(
        &self,
        _: &mut GameWriter,
        mut out: Text,
        chunk: &ChunkView<'_>,
        rest: usize,
        place: &Place,
    ) -> Text {
        if let Some((_, reading)) = &self.verify {
            self.compare(&mut out, reading);
        }
        if out.tells() || !out.differ.is_empty() {
            let index = LineIndex::new(chunk.bytes);
            let line = |offset: u64| {
                place.first_line + index.locate(usize::try_from(offset).unwrap_or(0)).0 as u64
            };
            for bad in &mut out.bad {
                bad.line = line(bad.line);
                bad.number += place.first_game;
            }
            for note in out.notes.iter_mut().chain(&mut out.differ) {
                note.line = line(note.line);
                note.number = match note.number {
                    NO_GAME => 0,
                    number => number + place.first_game,
                };
            }
        }
        if self.format == Format::JsonLines {
            json_lines::set_places(&mut out.bytes, &mut out.ends, &out.spans, chunk, place);
        }
        let form = match self.format {
            Format::Csv => Some(placed::Form::Csv(self.table.formulas)),
            Format::Parquet => Some(placed::Form::Rows),
            _ => None,
        };
        if let Some(form) = form {
            placed::place_rows(&mut out.bytes, &mut out.ends, &out.spans, form, chunk, place);
            out.rests.iter_mut().for_each(|rest| rest.set_place(form, chunk, place));
        }
        out.is_changed = *out.bytes != chunk.bytes[..rest];
        if self.keeps_old {
            out.old = chunk.bytes[..rest].to_vec();
        }
        out
    }

    fn fault(&self, number: u64, game: &Game, chunk: &ChunkView<'_>, out: &mut Text) {
        if matches!(self.format, Format::Pgn | Format::Reduced) {
            out.has_edges(Edges::of(game, chunk.bytes, false));
            out.bytes.extend_from_slice(raw_bytes(game, chunk.bytes));
            out.bytes.extend_from_slice(b"\n\n");
        }
        let why = ("internal-fault", "a bug in pgnkit: the game was not read");
        if !self.is_pgn() {
            self.note_game(number, u64::from(game.start), why.1, out);
        }
        self.end_unread(number, u64::from(game.start), game.span, why, out);
    }
}

impl Export<'_> {
    /// What is written is to be compared with what was read.
    fn with_verify(self, plan: &Plan) -> Self {
        let ExportOptions { replay: options, fallback, form, mend, remarks, .. } = self.options;
        let read = Reading { options, fallback, form, charset: self.charset, mend, remarks };
        let lang = match plan.notation {
            Notation::Letters(language) => Some(language),
            _ => None,
        };
        let options = ReplayOptions { lang, guess_lang: false, ..options };
        let fallback = self.charset.fallback().unwrap_or(fallback);
        let written = Reading { options, fallback, mend: None, remarks: None, ..read };
        Export { verify: Some((read, written)), ..self }
    }

    /// Compares what the text of a chunk says with what it should say.
    fn compare(&self, out: &mut Text, reading: &Reading) {
        let (expected, mut notes): (Vec<Expected>, Vec<Note>) =
            std::mem::take(&mut out.pending).into_iter().unzip();
        let unfolded = match self.format {
            Format::Lines => Some(lines::GAME_LINES.unfold(&out.bytes)),
            _ => None,
        };
        let text = unfolded.as_deref().unwrap_or(&out.bytes);
        for (at, what) in verify::differences(text, &expected, &mut Replay::new(), reading) {
            if let Some(note) = notes.get_mut(at) {
                let Note { index, line, number, .. } = *note;
                out.differ.push(Note { index, line, what, number });
            }
        }
    }

    /// What is still to be done to the text of a game in PGN, and its first error.
    fn settle(
        &self,
        exported: &Exported,
        game: &Game,
        src: &[u8],
        from: usize,
        out: &mut Text,
    ) -> Option<FirstError> {
        if exported.written != Written::Raw {
            out.n_replaced += self.charset.encode(&mut out.bytes, from);
            if self.format == Format::Lines {
                lines::fold(&mut out.bytes, from, self.is_crlf);
            }
        } else if !exported.edges.is_plain() {
            out.odd.push((out.ends.len(), exported.edges));
        }
        if self.is_crlf && self.format != Format::Lines {
            set_line_ends(&mut out.bytes, from, true);
        }
        exported.failed().then(|| what_is_wrong(game, &exported.start, &exported.end, src))
    }
}

/// Does what the plan says.
///
/// # Errors
/// An output cannot be written, or an intermediate file.
pub fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let work = Export {
        options: ExportOptions {
            notation: plan.notation,
            form: if plan.format == Format::Reduced { Form::Reduced } else { Form::Export },
            width: plan.width.map_or(0, |width| width as usize),
            on_error: match plan.on_error {
                // A line holds a game that can be read as it is.
                OnError::Raw | OnError::Fail if plan.format == Format::Lines => {
                    export::OnError::Drop
                }
                OnError::Raw | OnError::Fail => export::OnError::Raw,
                OnError::Comment => export::OnError::Comment,
                OnError::Truncate => export::OnError::Truncate,
                OnError::Drop => export::OnError::Drop,
            },
            nag_numbers: match plan.nag_numbers {
                NagNumbers::Yes => export::NagNumbers::Yes,
                NagNumbers::No => export::NagNumbers::No,
            },
            nags: plan.text.nags,
            remarks: plan.text.remarks,
            escapes: plan.text.escapes,
            window: plan.text.window.clone(),
            mend: if plan.tags.fix_mojibake { Some(mended) } else { None },
            fallback: globals.reading.encoding,
            replay: ReplayOptions { judge_signs: false, ..globals.reading.replay_options() },
        },
        tags: &plan.tags,
        listing: if globals.messages.is_verbose() { Listing::Yes } else { Listing::No },
        charset: plan.text.charset,
        format: plan.format,
        at: plan.at,
        table: plan.table,
        is_crlf: plan.line_ending == LineEnding::Crlf,
        keeps_rejects: plan.rejects.is_some(),
        keeps_old: plan.rewrite == Rewrite::Diff,
        buffers: Buffers::default(),
        verify: None,
    };
    let work = if plan.verify { work.with_verify(plan) } else { work };
    outputs::check_in_place(&plan.rewrite, inputs)?;
    let setup = Setup {
        output: &plan.output,
        rewrite: &plan.rewrite,
        rejects: plan.rejects.as_ref(),
        joint: match plan.format {
            Format::Pgn | Format::Reduced => Joint::Games,
            _ => Joint::Lines,
        },
        line_ending: Some(plan.line_ending),
        open: match plan.format {
            Format::Pgn | Format::Reduced => target::open_for_games,
            _ => target::open_for_lines,
        },
        on_bad: if plan.on_error == OnError::Fail { OnBad::Stop } else { OnBad::GoOn },
        select: &plan.select,
        change: "rewritten",
    };
    let progress = inputs.progress(&globals.messages);
    let mut writer = Writer::new(&setup, inputs, globals, &progress)?;
    if plan.verify && !matches!(plan.output, outputs::Output::Append(_)) {
        writer = writer.with_read_back();
    }
    let columns = plan.table.kind.columns();
    match plan.format {
        Format::Parquet => writer = writer.with_parquet(plan.table.kind)?,
        Format::Csv if !plan.output.is_added_to() => {
            let mut header = Vec::new();
            pgn_table::csv::header(columns, &mut header);
            writer = writer.with_header(&header)?;
        }
        _ => (),
    }
    reader::read(&work, &inputs.list, globals, Some(&progress), &mut writer)?;
    progress.finish();
    writer.finish(match plan.on_error {
        _ if matches!(plan.format, Format::JsonLines | Format::Csv | Format::Parquet) => {
            "with their legal moves and their text"
        }
        _ if matches!(plan.format, Format::Fen | Format::Epd) => "left out",
        OnError::Raw if plan.format == Format::Lines => "left out",
        OnError::Raw | OnError::Fail => "carried as they are",
        OnError::Comment => "their unreadable text in comments",
        OnError::Truncate => "cut at the first error",
        OnError::Drop => "left out",
    })
}

//! The part of a main line that `--plies` or `--drop-before` selects, in JSON lines and tables of games: the part is
//! written as PGN and read as a game.

use pgn_chess::{
    Lang, ReplayOptions,
    export::{self, ExportOptions, Exporter, Written},
    left_out::LeftOut,
};
use pgn_report::games::columns::RowKind;
use pgn_syntax::{Fallback, Game, Games};
use pgn_tags::{Editor, Unmapped, merge_unmapped};

use super::{Draft, Export, Format};
use crate::{games::ReadGame, writing::game_writer::GameWriter};

/// Writes parts of games. Use one per thread.
pub(super) struct Cutter {
    exporter: Exporter,
    /// Writes the part in the format of the output.
    writer: GameWriter,
    /// The part as PGN.
    pgn: Vec<u8>,
}

impl Export<'_> {
    /// Returns a writer of parts of games; `None` if games are written whole, or the writer of the format itself cuts
    /// them.
    pub(super) fn cutter(&self, fallback: Fallback) -> Option<Cutter> {
        let excerpt = self.options.excerpt.as_ref()?;
        let is_cut = match self.plan.format {
            Format::JsonLines => true,
            Format::Csv | Format::Tsv | Format::Parquet => {
                self.plan.table.columns.kind() == RowKind::Game
            }
            Format::Pgn | Format::Reduced | Format::Lines | Format::Fen | Format::Epd => false,
        };
        let options = ExportOptions {
            excerpt: Some(excerpt.clone()),
            on_error: export::OnError::Raw,
            replay: self.options.replay,
            fallback,
            ..ExportOptions::default()
        };
        is_cut.then(|| Cutter {
            exporter: Exporter::new(options),
            // The part has English letters, whatever those of the input are.
            writer: self
                .writer(fallback, ReplayOptions { lang: Lang::English, ..self.options.replay }),
            pgn: Vec::new(),
        })
    }

    /// Appends the part of a game, and records what was done to its tags. Returns false, and does neither, if the game is
    /// written whole: it has errors, or all of it is selected.
    pub(super) fn write_part(
        &self,
        cutter: &mut Cutter,
        read: &ReadGame<'_>,
        draft: &mut Draft,
    ) -> bool {
        let mut unmapped = Unmapped::new();
        let dates = self.reading.dates(read.chunk.input);
        let mut editor = Editor::new(&self.plan.tags, self.listing, dates, &mut unmapped);
        let out = &mut draft.texts.bytes;
        if !cutter.write(read.game, read.src(), &mut editor, out) {
            return false;
        }
        for change in editor.changes {
            draft.note(read.position(), change);
        }
        merge_unmapped(&mut draft.unmapped, unmapped);
        true
    }
}

impl Cutter {
    /// Returns what the last part leaves out of its game.
    pub(super) fn left_out(&self) -> &[LeftOut] {
        self.exporter.left_out()
    }

    /// Appends the part of a game to `out`. Returns false, and appends nothing, if the game is written whole.
    fn write(
        &mut self,
        game: &Game,
        src: &[u8],
        editor: &mut Editor<'_>,
        out: &mut Vec<u8>,
    ) -> bool {
        self.pgn.clear();
        let exported = self.exporter.write_edited(game, src, Some(editor), &mut self.pgn);
        if exported.kept.is_none() || exported.has_error() || exported.written != Written::Canonical
        {
            return false;
        }
        let mut games = Games::new(&self.pgn);
        let Some(part) = games.next() else { return false };
        let error = match &mut self.writer {
            GameWriter::Json(writer) => writer.write(part, &self.pgn, 0, None, out),
            GameWriter::Rows(writer) => writer.write(part, &self.pgn, None, out),
            // These formats have no cutter.
            GameWriter::Pgn(_) | GameWriter::Positions(_) => return false,
        };
        debug_assert!(error.is_none(), "a part in export format has no errors: {error:?}");
        true
    }
}

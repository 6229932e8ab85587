//! The part of a main line that `--plies` or `--drop-before` selects, in formats that do not write games as PGN: the part is
//! written as PGN and read as a game.

use pgn_chess::{
    ReplayOptions,
    export::{self, ExportOptions, Exporter, Written},
};
use pgn_report::games::columns::RowKind;
use pgn_syntax::{Fallback, Game, Games};
use pgn_tags::Editor;

use super::{Export, Format};
use crate::game_writer::GameWriter;

/// Writes parts of games. Use one per thread.
pub(super) struct Cutter {
    exporter: Exporter,
    /// Writes the part in the format of the output.
    writer: GameWriter,
    /// The part as PGN.
    pgn: Vec<u8>,
}

impl Export<'_> {
    /// Returns a writer of parts of games; `None` if games are written whole, or the writer of the format itself knows the
    /// part.
    pub(super) fn cutter(&self, fallback: Fallback) -> Option<Cutter> {
        let excerpt = self.options.excerpt.as_ref()?;
        let is_cut = match self.format {
            Format::Pgn | Format::Reduced | Format::Lines => false,
            Format::JsonLines => true,
            Format::Csv | Format::Parquet => self.table.columns.kind() == RowKind::Game,
            Format::Fen | Format::Epd => excerpt.drop_before.is_some(),
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
            writer: self.writer(
                fallback,
                ReplayOptions { lang: None, guess_lang: false, ..self.options.replay },
            ),
            pgn: Vec::new(),
        })
    }
}

impl Cutter {
    /// Appends the part of a game to `out`. Returns false, and appends nothing, if the game is written whole: it has
    /// errors, or all of it is selected.
    pub(super) fn write(
        &mut self,
        (game, src, editor): (&Game, &[u8], &mut Editor<'_>),
        out: &mut Vec<u8>,
    ) -> bool {
        self.pgn.clear();
        let exported = self.exporter.write_edited(game, src, Some(editor), &mut self.pgn);
        if exported.kept.is_none() || exported.failed() || exported.written != Written::Canonical {
            // Its tags are edited again.
            editor.changes.clear();
            return false;
        }
        let mut games = Games::new(&self.pgn);
        let Some(part) = games.next() else { return false };
        match &mut self.writer {
            GameWriter::Json(writer) => drop(writer.write(part, (&self.pgn, 0), None, out)),
            GameWriter::Positions(writer) => drop(writer.write(part, &self.pgn, None, out)),
            GameWriter::Rows(writer) => drop(writer.write(part, &self.pgn, None, out)),
            GameWriter::Pgn(_) => return false,
        }
        true
    }
}

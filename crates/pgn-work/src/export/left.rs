//! What `export` leaves out: of games, games as a whole, and the text of inputs without games.

use pgn_chess::{
    export::ExportOptions,
    left_out::{LeftOutKind, Of, left_out},
    verify::Expected,
};
use pgn_report::{
    FirstError,
    games::{json_lines, rows, rows::RowKind},
};
use pgn_syntax::{Game, Span};
use pgn_tags::Listing;

use super::Export;

use crate::{
    export::Format,
    game_writer::GameWriter,
    left_out::{Left, Thing},
    text::{Note, Text},
};

/// The number in the chunk of what belongs to no game.
pub(super) const NO_GAME: u64 = u64::MAX;

impl Export<'_> {
    /// Returns whether the text of games is written as PGN.
    pub(super) fn is_pgn(&self) -> bool {
        matches!(self.format, Format::Pgn | Format::Reduced)
    }

    /// Notes that the text of the game at hand is not written.
    pub(super) fn note_game(&self, number: u64, line: u64, why: &str, out: &mut Text) {
        let index = out.ends.len();
        out.left_out.push(Left::of_game(index));
        if self.listing == Listing::Yes {
            let what = format!("left out: game: {why}");
            out.notes.push(Note { index, line, what, number });
        }
    }

    /// Notes that the text of an input without games is not written.
    pub(super) fn note_leftover(&self, bytes: &[u8], out: &mut Text) {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        let index = out.ends.len();
        out.left_out.push(Left::of_text(index));
        if self.listing == Listing::Yes {
            let what = Thing::Text.note(bytes);
            out.notes.push(Note { index, line: 0, what, number: NO_GAME });
        }
    }

    /// Notes what was left out of the game that was written last, to `out.bytes[from..]`.
    pub(super) fn note_left_out(
        &self,
        writer: &GameWriter,
        (game, src): (&Game, &[u8]),
        number: u64,
        error: Option<&FirstError>,
        (from, out): (usize, &mut Text),
    ) {
        let index = out.ends.len();
        let is_listed = self.listing == Listing::Yes;
        let ExportOptions { escapes, fallback, .. } = self.options;
        let mut found = Vec::new();
        let left = match writer {
            GameWriter::Pgn(exporter) => exporter.left_out(),
            // They have the whole text of games with errors, and objects have second tags in a field.
            GameWriter::Json(_) if error.is_none() => {
                left_out(game, src, (Of::Movetext, escapes), fallback, &mut found);
                &found
            }
            GameWriter::Rows(_) if error.is_none() && self.table.kind == RowKind::Game => {
                left_out(game, src, (Of::Export, escapes), fallback, &mut found);
                found.retain(|it| it.kind == LeftOutKind::SecondTag);
                &found
            }
            GameWriter::Json(_) | GameWriter::Rows(_) | GameWriter::Positions(_) => &[],
        };
        if let Some((line, what)) = error.filter(|_| out.bytes.len() == from) {
            self.note_game(number, *line, what, out);
        }
        for one in left {
            let left = Left::new(index, one, src);
            out.left_out.push(left);
            if is_listed {
                let what = left.thing.note(one.span.of(src));
                out.notes.push(Note { index, line: u64::from(one.span.start), what, number });
            }
        }
    }

    /// Ends a game that was not read: formats other than PGN say `why`, a rule and its message.
    pub(super) fn end_unread(
        &self,
        number: u64,
        line: u64,
        span: Span,
        why: (&str, &str),
        out: &mut Text,
    ) {
        let note = Note { index: out.ends.len(), line, what: String::new(), number };
        out.pending.push((Expected::Unknown, note));
        match self.format {
            Format::JsonLines => json_lines::write_unread(why, &mut out.bytes),
            Format::Csv | Format::Parquet => {
                rows::write_unread(self.table.kind, why, &mut out.bytes);
            }
            Format::Pgn | Format::Reduced | Format::Fen | Format::Epd | Format::Lines => (),
        }
        out.spans.push((number, span));
        out.end_game();
    }
}

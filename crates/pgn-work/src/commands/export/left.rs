//! What `export` leaves out: parts of games, whole games, and the text of inputs without games.

use std::sync::atomic::Ordering;

use pgn_chess::{
    Lang, Language, Variant,
    export::{ExportOptions, Written, raw_span, raw_text},
    left_out::{LeftOut, LeftOutKind, LeftOutScope, left_out},
    letters_of_pieces, start,
    verify::Expected,
};
use pgn_report::{
    FirstError,
    games::{columns::RowKind, json_lines, rows},
};
use pgn_stream::{ChunkOffset, ChunkPosition, Located};
use pgn_syntax::{Fallback, Game, SyntaxErrorKind};
use pgn_tags::Listing;

use super::{Draft, Export, cut::Cutter};

use crate::{
    Globals,
    commands::export::{Format, LeftOutText},
    games::{ReadGame, UnreadGame, UnreadKind},
    reports::{left_out::Omission, messages::counted},
    writing::{
        game_writer::GameWriter,
        text::{Bad, OversizedPiece},
    },
};

impl Export<'_> {
    /// Returns true if the text of games is written as PGN.
    pub(super) fn writes_pgn(&self) -> bool {
        matches!(self.plan.format, Format::Pgn | Format::Reduced)
    }

    /// Records that the current game is not written. `why`: the reason.
    pub(super) fn note_game(&self, position: ChunkPosition, why: &str, draft: &mut Draft) {
        draft.extras().left_out.push(Omission::GAME);
        if self.listing == Listing::Yes {
            draft.note(position, format!("left out: game: {why}"));
        }
    }

    /// Records that the text of an input without games, or after the last pause of a pipe, is not written. White space is
    /// not recorded.
    pub(super) fn note_leftover(&self, unread: &UnreadGame<'_>, draft: &mut Draft) {
        let bytes = unread.bytes();
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        let what = if unread.chunk.is_first { Omission::TEXT } else { Omission::LATE_TEXT };
        draft.extras().left_out.push(what);
        if self.listing == Listing::Yes {
            draft.note(ChunkPosition::default(), what.note(bytes));
        }
    }

    /// Records the first error of a game, with the bytes of the game if they go to the rejects. `written`: how it was
    /// written as PGN.
    pub(super) fn note_error(
        &self,
        error: &FirstError,
        written: Option<Written>,
        read: &ReadGame<'_>,
        draft: &mut Draft,
    ) {
        let raw = self.plan.rejects.as_ref().map(|_| raw_text(read.game, read.src()).into_owned());
        let is_asked =
            self.reading.lang == Lang::Auto && error.rule == pgn_lint::name::foreign_piece_letter;
        let fallback = self.reading.fallback(read.chunk.input);
        let letters = || letters_of_pieces(read.game, read.src(), fallback);
        let nearest = if is_asked { Language::nearest(&letters()) } else { None };
        let (what, bytes) = (error.to_string(), raw.unwrap_or_default());
        let value = Bad { rule: error.rule, what, bytes, written, nearest };
        draft.extras().bad = Some(Located { value, position: read.position_at(error.at) });
    }

    /// Records what was left out of the last game, whose text is `draft.texts.bytes[from..]`, and the language that was
    /// found for it. `part`: what has written only a part of the game.
    pub(super) fn note_left_out(
        &self,
        writer: &GameWriter,
        part: Option<&Cutter>,
        read: &ReadGame<'_>,
        error: Option<&FirstError>,
        from: usize,
        draft: &mut Draft,
    ) {
        let (game, src) = (read.game, read.src());
        let is_listed = self.listing == Listing::Yes;
        let ExportOptions { escapes, fallback, .. } = self.options;
        if let (GameWriter::Pgn(exporter), None) = (writer, part)
            && let Some(language) = exporter.found_language()
        {
            draft.extras().found_language = Some(language);
        }
        let mut found = Vec::new();
        let left = match writer {
            _ if let Some(part) = part => part.left_out(),
            GameWriter::Pgn(exporter) => exporter.left_out(),
            // JSON objects have a field for repeated tags. If a game has errors, or its variant is not checked, they
            // contain its bytes, so that nothing in these is left out. Table rows never have more of a game than their columns.
            GameWriter::Json(_) => {
                left_out(game, src, LeftOutScope::Movetext, escapes, fallback, &mut found);
                let is_unchecked =
                    || !found.is_empty() && start(game, src).variant == Variant::Unchecked;
                if error.is_some() || is_unchecked() {
                    let raw = raw_span(game, src);
                    found.retain(|it| it.span.end <= raw.start || raw.end <= it.span.start);
                }
                &found
            }
            GameWriter::Rows(_)
                if error.is_none() && self.plan.table.columns.kind() == RowKind::Game =>
            {
                left_out(game, src, LeftOutScope::Export, escapes, fallback, &mut found);
                found.retain(|it| it.kind == LeftOutKind::SecondTag);
                &found
            }
            GameWriter::Rows(_) | GameWriter::Positions(_) => &[],
        };
        let error = error.filter(|_| draft.texts.bytes.len() == from);
        if let Some(error) = error {
            self.note_game(read.position_at(error.at), &error.to_string(), draft);
        }
        let is_rejected = self.plan.rejects.is_some() && error.is_some();
        let is_in_rejects = |left: &&LeftOut| {
            left.kind == LeftOutKind::Deviation(SyntaxErrorKind::EscapeLine)
                && left.span.start < game.start
        };
        for one in left.iter().filter(|left| !(is_rejected && is_in_rejects(left))) {
            let left = Omission::new(one, src);
            draft.extras().left_out.push(left);
            if is_listed {
                let what = left.note(left.shown(one.span, game, src));
                draft.note(read.position_at(ChunkOffset(one.span.start)), what);
            }
        }
        if self.plan.left_out == LeftOutText::Written {
            let fallback = self.reading.fallback(read.chunk.input);
            write_left_out(left, game, src, fallback, from, &mut draft.texts.bytes);
        }
    }

    /// Records what is not done with a game whose variant is not checked: it has no rows of half-moves, or options of moves
    /// do not change it.
    pub(super) fn note_unplayed(
        &self,
        writer: &GameWriter,
        read: &ReadGame<'_>,
        draft: &mut Draft,
    ) {
        let is_of_plies =
            matches!(writer, GameWriter::Rows(_)) && self.plan.table.columns.kind() == RowKind::Ply;
        // Formats of positions report such games themselves.
        if matches!(writer, GameWriter::Positions(_))
            || self.of_moves.is_empty() && !is_of_plies
            || start(read.game, read.src()).variant != Variant::Unchecked
        {
            return;
        }
        if is_of_plies {
            self.note_game(read.position(), "its half-moves are not known", draft);
        } else {
            self.n_unplayed.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Notes how many games the options of moves have not changed.
    pub(super) fn report_unplayed(&self, globals: &Globals) {
        let n = self.n_unplayed.load(Ordering::Relaxed);
        if n > 0 {
            let (are, their) =
                if n == 1 { ("is", "its variant") } else { ("are", "their variants") };
            globals.messages.note(format_args!(
                "{} {are} written without {}: the moves of {their} are not checked",
                counted(n, "game"),
                self.of_moves.join(" and ")
            ));
        }
    }

    /// Ends a game that was not read. Formats other than PGN contain the `rule` that it breaks and its `message`.
    pub(super) fn end_unread(
        &self,
        unread: &UnreadGame<'_>,
        rule: &str,
        message: &str,
        draft: &mut Draft,
    ) {
        draft.pending.push((Expected::Unknown, unread.position()));
        draft.spans.push((unread.index, unread.span));
        let out = &mut draft.texts.bytes;
        match self.plan.format {
            Format::JsonLines => json_lines::write_unread(rule, message, out),
            Format::Csv | Format::Tsv | Format::Parquet => {
                rows::write_unread(self.plan.table_form(), rule, message, out);
            }
            Format::Pgn | Format::Reduced | Format::Fen | Format::Epd | Format::Lines => (),
        }
    }
}

/// Writes the parts that are left out of a game, each on lines of its own: those before its first tag pair or move before
/// the text of the game, which is `out[from..]`, the others after it.
fn write_left_out(
    left: &[LeftOut],
    game: &Game,
    src: &[u8],
    fallback: Fallback,
    from: usize,
    out: &mut Vec<u8>,
) {
    let (mut before, mut after) = (String::new(), String::new());
    for part in left {
        let lines = if part.span.start < game.start { &mut before } else { &mut after };
        let text = Omission::new(part, src).shown(part.span, game, src);
        lines.extend(fallback.decode(text).lines().flat_map(|line| [line, "\n"]));
    }
    for lines in [&mut before, &mut after].into_iter().filter(|lines| !lines.is_empty()) {
        lines.push('\n');
    }
    out.splice(from..from, before.into_bytes());
    out.extend_from_slice(after.as_bytes());
}

/// Keeps a piece of an oversized game for the rejects.
pub(super) fn reject_piece(unread: &UnreadGame<'_>, draft: &mut Draft) {
    if let UnreadKind::TooLarge(piece) = unread.kind {
        let value = OversizedPiece { piece, bytes: unread.bytes().to_vec() };
        draft.extras().oversized = Some(Located { value, position: unread.position() });
    }
}

//! `--rejects`: copies of games with errors, as PGN. Each follows an escape line with the reason.

use std::{borrow::Cow, io, path::Path};

use pgn_chess::export;
use pgn_stream::{GameNumber, InputInfo, LineNumber, Located, Output, Position};
use pgn_syntax::{boundary::Edges, has_crlf};

use super::{
    appender::{AppendedText, Extent, GamesOutput, Joining, OutputEnd},
    output_files, recode,
    text::{Bad, OversizedPiece, Reports},
};
use crate::{Globals, ReadingOptions, batch::PieceKind, incidents::TOO_LARGE, inputs::name_of};

/// The file of rejects.
#[derive(Debug)]
pub(super) struct Rejects<'a> {
    out: GamesOutput<Output>,
    joining: Joining<'a>,
    reading: &'a ReadingOptions,
}

/// The origin of a rejected game, from the line before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    /// Name of the input.
    pub(super) file: String,
    /// Line of the first error.
    pub(super) line: LineNumber,
    pub(super) number: GameNumber,
    /// True if the output has the game without its error: [`CORRECTED_FORMS`].
    pub(super) is_corrected: bool,
}

/// The beginning of the line before a rejected game.
pub(crate) const REJECTED_LINE: &str = "% pgnkit: rejected ";

/// The ends of lines before rejected games that the output has without their error: as comments, or cut.
const CORRECTED_FORMS: [(export::Written, &str); 2] = [
    (export::Written::Comment, " (in the output with its unreadable text in comments)"),
    (export::Written::Truncated, " (in the output up to the error)"),
];

/// Returns the line before a rejected game. `what`: the rule and the message.
fn reason(input: &InputInfo, position: Position, what: &str, line_end: &str) -> String {
    let (name, line) = (name_of(input), position.line);
    let number = position.game.unwrap_or_default();
    format!("{REJECTED_LINE}{name}:{line} game {number}: {what}{line_end}")
}

/// Reads the line before a rejected game: `% pgnkit: rejected FILE:LINE game N: RULE: message`. Returns `None` for
/// other lines.
pub(super) fn read_origin(line: &[u8]) -> Option<Origin> {
    let text = String::from_utf8_lossy(line);
    let rest = text.strip_prefix(REJECTED_LINE)?;
    // A file name may contain colons, too.
    rest.match_indices(':').find_map(|(at, _)| {
        let (line, rest) = rest[at + 1..].split_once(" game ")?;
        let (number, _) = rest.split_once(':')?;
        let line = LineNumber(line.parse().ok()?);
        let number = GameNumber(number.parse().ok()?);
        let file = text[REJECTED_LINE.len()..][..at].to_owned();
        let is_corrected =
            CORRECTED_FORMS.iter().any(|(_, words)| rest.trim_end().ends_with(words));
        Some(Origin { file, line, number, is_corrected })
    })
}

impl<'a> Rejects<'a> {
    /// Opens the file.
    pub(super) fn open(path: &Path, globals: &'a Globals) -> anyhow::Result<Rejects<'a>> {
        let out = GamesOutput::new(output_files::open_beside(path, globals)?, OutputEnd::default());
        let joining = Joining::new(None, Extent::Several, globals);
        Ok(Rejects { out, joining, reading: &globals.reading })
    }

    /// Writes the rejected games of a chunk.
    pub(super) fn take_all(&mut self, input: &InputInfo, reports: &Reports) -> io::Result<()> {
        reports.bad.iter().try_for_each(|bad| self.take_bad(input, bad))?;
        self.take_oversized(input, reports)
    }

    /// Writes the pieces of oversized games of a chunk.
    pub(super) fn take_oversized(
        &mut self,
        input: &InputInfo,
        reports: &Reports,
    ) -> io::Result<()> {
        reports.oversized.iter().try_for_each(|piece| self.take_piece(input, piece))
    }

    /// Writes a game with errors, in UTF-8 if nothing is lost.
    pub(super) fn take_bad(&mut self, input: &InputInfo, bad: &Located<Bad>) -> io::Result<()> {
        let Located { value: Bad { what, bytes, written, .. }, position } = bad;
        let form = CORRECTED_FORMS.iter().find(|(form, _)| Some(*form) == *written);
        let what = [what.as_str(), form.map_or("", |(_, words)| words)].concat();
        let bytes = &*self.to_utf8(bytes, input);
        self.take(input, *position, &what, bytes)
    }

    /// Writes a game with errors. `position`: place of the first error; `what`: its rule and message; `bytes`: the
    /// bytes of the game.
    pub(super) fn take(
        &mut self,
        input: &InputInfo,
        position: Position,
        what: &str,
        bytes: &[u8],
    ) -> io::Result<()> {
        let line_end = if has_crlf(bytes) { "\r\n" } else { "\n" };
        let reason = reason(input, position, &pgn_report::text::escape(what), line_end);
        // The beginning of an input is read in a special way, so its first game may begin in a form that other games
        // cannot have.
        let is_first = position.game == Some(GameNumber(1));
        let edges = Edges::of_text_at(bytes, self.joining.read_options(), is_first);
        let bytes = [reason.as_bytes(), bytes, line_end.as_bytes(), line_end.as_bytes()].concat();
        self.append(input, position, (PieceKind::Game, edges), &bytes)
    }

    /// Writes a piece of an oversized game.
    fn take_piece(
        &mut self,
        input: &InputInfo,
        Located { value: OversizedPiece { piece, bytes }, position }: &Located<OversizedPiece>,
    ) -> io::Result<()> {
        let bytes = &*self.to_utf8(bytes, input);
        let mut text = Vec::new();
        if piece.is_first {
            let what = format!("oversized-game: {TOO_LARGE}");
            text.extend(reason(input, *position, &what, "\n").bytes());
        }
        text.extend_from_slice(bytes);
        if piece.is_last {
            text.extend_from_slice(b"\n\n");
        }
        let kind = if piece.is_last { PieceKind::Game } else { PieceKind::Part };
        self.append(input, *position, (kind, Edges::UNREAD), &text)
    }

    fn append(
        &mut self,
        input: &InputInfo,
        position: Position,
        (kind, edges): (PieceKind, Edges),
        bytes: &[u8],
    ) -> io::Result<()> {
        let (index, number) = (input.index as u64, position.game.unwrap_or_default());
        let game = AppendedText { kind, input: index, number, is_apart: true, edges, bytes };
        self.out.append(&mut self.joining, &game, || name_of(input))
    }

    /// Returns the text of a game in UTF-8 if nothing is lost, as the file may have games of inputs in several character
    /// sets.
    fn to_utf8<'t>(&self, bytes: &'t [u8], input: &InputInfo) -> Cow<'t, [u8]> {
        let utf8 = if self.reading.assumes_charset(input) {
            None
        } else {
            recode::to_utf8_without_loss(bytes, self.reading.fallback(input))
        };
        utf8.map_or(Cow::Borrowed(bytes), Cow::Owned)
    }

    /// Writes the bytes that are held back. Returns the file, to be closed together with others.
    pub(super) fn into_inner(mut self) -> io::Result<Output> {
        self.out.end()?;
        self.joining.report();
        Ok(self.out.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_reject_was_is_read() {
        let read = |line: &str| read_origin(line.as_bytes());
        let of = |file: &str, line, number| {
            let (line, number) = (LineNumber(line), GameNumber(number));
            Some(Origin { file: file.to_owned(), line, number, is_corrected: false })
        };
        assert_eq!(
            read("% pgnkit: rejected a.pgn:12 game 3: illegal-move: `Ke9`"),
            of("a.pgn", 12, 3)
        );
        assert_eq!(
            read("% pgnkit: rejected C:\\x: y.zip!b game 1.pgn:1 game 2: z"),
            of("C:\\x: y.zip!b game 1.pgn", 1, 2)
        );
        for (_, words) in CORRECTED_FORMS {
            let origin = read(&format!("% pgnkit: rejected a.pgn:1 game 2: z{words}\r\n"));
            assert!(origin.unwrap().is_corrected, "{words}");
        }
        assert_eq!(read("% pgnkit: ignore illegal-move"), None);
        assert_eq!(read("% pgnkit: rejected a.pgn:x game 3: y"), None);
    }
}

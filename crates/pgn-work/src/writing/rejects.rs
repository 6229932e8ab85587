//! `--rejects`: copies of games with errors, as PGN. Each follows an escape line with the reason.

use std::{borrow::Cow, io, path::Path};

use pgn_chess::export;
use pgn_stream::{GameNumber, InputInfo, LineNumber, Located, Output, Position};
use pgn_syntax::{Parser, boundary::Edges, has_crlf};

use crate::{
    Globals, ReadingOptions,
    games::{batch::PieceKind, incidents::TOO_LARGE},
    inputs::{
        name_of,
        paths::{holds_text, is_dash},
    },
    outputs,
    writing::{
        appender::{AppendedText, GamesOutput, Joining, Neighbors},
        output_files, recode,
        text::{Bad, Extras, OversizedPiece},
    },
};

/// The file of rejects.
#[derive(Debug)]
pub(crate) struct Rejects<'a> {
    out: GamesOutput<Output>,
    joining: Joining<'a>,
    reading: &'a ReadingOptions,
    parser: Parser,
    numbering: OutputNumber<()>,
}

/// The number of a rejected game in the output, with all rejected games in their places. For all games of a run, `N` is
/// `()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputNumber<N = GameNumber> {
    /// The number in the input, or the run writes no games.
    OfInput,
    /// This number, among the games that the run selected.
    OfRun(N),
    /// It is not known, as games of an earlier run precede.
    Appended,
}

/// The origin of a rejected game, from the line before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Name of the input.
    pub(crate) file: String,
    /// Line of the first error.
    pub(crate) line: LineNumber,
    pub(crate) number: GameNumber,
    pub(crate) in_output: OutputNumber,
    /// True if the output has the game without its error: [`CORRECTED_FORMS`].
    pub(crate) is_corrected: bool,
}

impl Origin {
    /// Returns the number in the output; that in the input if no other is known.
    pub(crate) fn number_in_output(&self) -> GameNumber {
        match self.in_output {
            OutputNumber::OfRun(number) => number,
            OutputNumber::OfInput | OutputNumber::Appended => self.number,
        }
    }
}

/// The beginning of the line before a rejected game.
pub(crate) const REJECTED_LINE: &str = "% pgnkit: rejected ";

/// The ends of lines before rejected games that the output has without their error: as comments, or cut.
const CORRECTED_FORMS: [(export::Written, &str); 2] = [
    (export::Written::Comment, " (in the output with its unreadable text in comments)"),
    (export::Written::Truncated, " (in the output up to the error)"),
];

/// The end of the number of a game whose output has games of earlier runs.
const APPENDED: &str = " (appended)";

/// The end of the number of a game in its run.
const OF_THE_RUN: &str = " of the run)";

/// Returns the line before a rejected game. `what`: the rule and the message.
fn reason(
    input: &InputInfo,
    position: Position,
    in_output: OutputNumber,
    what: &str,
    line_end: &str,
) -> String {
    let (name, line) = (name_of(input), position.line);
    let number = position.game.unwrap_or_default();
    let in_output = match in_output {
        OutputNumber::OfInput => String::new(),
        OutputNumber::OfRun(number) => format!(" ({number}{OF_THE_RUN}"),
        OutputNumber::Appended => APPENDED.to_owned(),
    };
    format!("{REJECTED_LINE}{name}:{line} game {number}{in_output}: {what}{line_end}")
}

/// Reads the line before a rejected game: `% pgnkit: rejected FILE:LINE game N: RULE: message`, with ` (M of the run)` or
/// ` (appended)` after N. Returns `None` for other lines.
pub(crate) fn read_origin(line: &[u8]) -> Option<Origin> {
    let text = String::from_utf8_lossy(line);
    let rest = text.strip_prefix(REJECTED_LINE)?;
    // A file name may contain colons, too.
    rest.match_indices(':').find_map(|(at, _)| {
        let (line, rest) = rest[at + 1..].split_once(" game ")?;
        let (numbers, _) = rest.split_once(':')?;
        let line = LineNumber(line.parse().ok()?);
        let (number, in_output) = read_numbers(numbers)?;
        let file = text[REJECTED_LINE.len()..][..at].to_owned();
        let is_corrected =
            CORRECTED_FORMS.iter().any(|(_, words)| rest.trim_end().ends_with(words));
        Some(Origin { file, line, number, in_output, is_corrected })
    })
}

/// Reads the numbers of a rejected game: `N`, `N (M of the run)` or `N (appended)`.
fn read_numbers(text: &str) -> Option<(GameNumber, OutputNumber)> {
    let (number, in_output) = if let Some(number) = text.strip_suffix(APPENDED) {
        (number, OutputNumber::Appended)
    } else if let Some(numbers) = text.strip_suffix(OF_THE_RUN) {
        let (number, of_run) = numbers.split_once(" (")?;
        (number, OutputNumber::OfRun(GameNumber(of_run.parse().ok()?)))
    } else {
        (text, OutputNumber::OfInput)
    };
    Some((GameNumber(number.parse().ok()?), in_output))
}

impl<'a> Rejects<'a> {
    /// Opens the file for a run that writes games, or what it has found in them, to `output`, with these `neighbors`.
    /// If the output is appended to, the rejects are appended to their file.
    pub(crate) fn open(
        path: &Path,
        output: &outputs::Output,
        neighbors: Neighbors,
        globals: &'a Globals,
    ) -> anyhow::Result<Rejects<'a>> {
        let is_appended = matches!(output, outputs::Output::Append(_)) && !is_dash(path);
        let numbering = match neighbors {
            _ if output.is_added_to() || is_appended && holds_text(path) => OutputNumber::Appended,
            Neighbors::AsRead => OutputNumber::OfInput,
            Neighbors::FromOneInput | Neighbors::FromSeveral => OutputNumber::OfRun(()),
        };
        let out = match is_appended {
            true => {
                let file = outputs::Output::Append(path.to_owned());
                output_files::open_for_games(&file, globals)?.map(Output::required)
            }
            false => output_files::open_beside(path, globals)?,
        };
        Ok(Rejects::of(out, numbering, globals))
    }

    fn of(
        out: GamesOutput<Output>,
        numbering: OutputNumber<()>,
        globals: &'a Globals,
    ) -> Rejects<'a> {
        let joining =
            Joining::new(None, Neighbors::FromSeveral, globals).with_open_comments_closed();
        let parser = Parser::new(globals.reading.read_options());
        Rejects { out, joining, reading: &globals.reading, parser, numbering }
    }

    /// Writes a game with errors, or a piece of an oversized game. `n_before`: number of the games before it that the run
    /// has selected.
    pub(crate) fn take_all(
        &mut self,
        input: &InputInfo,
        extras: &Extras,
        n_before: u64,
    ) -> io::Result<()> {
        if let Some(bad) = &extras.bad {
            self.take_bad(input, bad, n_before)?;
        }
        extras.oversized.iter().try_for_each(|piece| self.take_piece(input, piece, n_before))
    }

    /// Writes a game with errors, in UTF-8 if nothing is lost. `n_before`: number of the games before it that the run has
    /// selected.
    fn take_bad(&mut self, input: &InputInfo, bad: &Located<Bad>, n_before: u64) -> io::Result<()> {
        let Located { value: Bad { what, bytes, written, .. }, position } = bad;
        let form = CORRECTED_FORMS.iter().find(|(form, _)| Some(*form) == *written);
        let what = [what.as_str(), form.map_or("", |(_, words)| words)].concat();
        let bytes = &*self.to_utf8(bytes, input);
        self.take(input, *position, self.in_output(input, n_before), &what, bytes)
    }

    /// Writes a game with errors. `position`: place of the first error; `what`: its rule and message; `bytes`: the
    /// bytes of the game.
    pub(crate) fn take(
        &mut self,
        input: &InputInfo,
        position: Position,
        in_output: OutputNumber,
        what: &str,
        bytes: &[u8],
    ) -> io::Result<()> {
        let line_end = if has_crlf(bytes) { "\r\n" } else { "\n" };
        let what = pgn_report::text::escape(what);
        let reason = reason(input, position, in_output, &what, line_end);
        // The beginning of an input is read in a special way, so its first game may begin in a form that other games
        // cannot have.
        let is_first = position.game == Some(GameNumber(1));
        let edges = Edges::of_text(&mut self.parser, bytes, is_first);
        let bytes = [reason.as_bytes(), bytes, line_end.as_bytes(), line_end.as_bytes()].concat();
        self.append(input, position, PieceKind::Game, edges, &bytes)
    }

    /// Writes a piece of an oversized game as it is: a piece can end anywhere, so its character set cannot be told.
    fn take_piece(
        &mut self,
        input: &InputInfo,
        Located { value: OversizedPiece { piece, bytes }, position }: &Located<OversizedPiece>,
        n_before: u64,
    ) -> io::Result<()> {
        let mut text = Vec::new();
        if piece.is_first {
            let what = format!("oversized-game: {TOO_LARGE}");
            let in_output = self.in_output(input, n_before);
            text.extend(reason(input, *position, in_output, &what, "\n").bytes());
        }
        text.extend_from_slice(bytes);
        if piece.is_last {
            text.extend_from_slice(b"\n\n");
        }
        let kind = if piece.is_last { PieceKind::Game } else { PieceKind::Part };
        self.append(input, *position, kind, Edges::OVERSIZED, &text)
    }

    fn in_output(&self, input: &InputInfo, n_before: u64) -> OutputNumber {
        match self.numbering {
            // Each member of an archive has numbers of its own.
            OutputNumber::OfInput if input.member.is_none() => OutputNumber::OfInput,
            OutputNumber::OfInput | OutputNumber::OfRun(()) => {
                OutputNumber::OfRun(GameNumber(n_before + 1))
            }
            OutputNumber::Appended => OutputNumber::Appended,
        }
    }

    fn append(
        &mut self,
        input: &InputInfo,
        position: Position,
        kind: PieceKind,
        edges: Edges,
        bytes: &[u8],
    ) -> io::Result<()> {
        let (index, number) = (input.index as u64, position.game.unwrap_or_default());
        let name = &|| name_of(input);
        let game = AppendedText { kind, input: index, name, number, is_apart: true, edges, bytes };
        self.out.append(&mut self.joining, &game)
    }

    /// Returns the text of a game in UTF-8 if nothing is lost, as the file may have games of inputs in several character
    /// sets.
    fn to_utf8<'t>(&self, bytes: &'t [u8], input: &InputInfo) -> Cow<'t, [u8]> {
        let utf8 = if self.reading.assumes_charset(input) {
            None
        } else {
            let read = self.reading.read_options();
            recode::to_utf8_without_loss(bytes, read, self.reading.fallback(input))
        };
        utf8.map_or(Cow::Borrowed(bytes), Cow::Owned)
    }

    /// Writes the bytes that are held back. Returns the file, to be closed together with others.
    pub(crate) fn into_inner(mut self) -> io::Result<Output> {
        self.out.finish()?;
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
        let in_output = |file: &str, line, number, in_output| {
            let (line, number) = (LineNumber(line), GameNumber(number));
            Some(Origin { file: file.to_owned(), line, number, in_output, is_corrected: false })
        };
        let of = |file, line, number| in_output(file, line, number, OutputNumber::OfInput);
        assert_eq!(
            read("% pgnkit: rejected a.pgn:12 game 3: illegal-move: `Ke9`"),
            of("a.pgn", 12, 3)
        );
        assert_eq!(
            read("% pgnkit: rejected C:\\x: y.zip!b game 1.pgn:1 game 2: z"),
            of("C:\\x: y.zip!b game 1.pgn", 1, 2)
        );
        assert_eq!(
            read("% pgnkit: rejected a.pgn:12 game 3 (2 of the run): illegal-move: `Ke9`"),
            in_output("a.pgn", 12, 3, OutputNumber::OfRun(GameNumber(2)))
        );
        assert_eq!(
            read("% pgnkit: rejected a.pgn:12 game 3 (appended): illegal-move: `Ke9`"),
            in_output("a.pgn", 12, 3, OutputNumber::Appended)
        );
        for (_, words) in CORRECTED_FORMS {
            let origin = read(&format!("% pgnkit: rejected a.pgn:1 game 2: z{words}\r\n"));
            assert!(origin.unwrap().is_corrected, "{words}");
        }
        assert_eq!(read("% pgnkit: ignore illegal-move"), None);
        assert_eq!(read("% pgnkit: rejected a.pgn:x game 3: y"), None);
        assert_eq!(read("% pgnkit: rejected a.pgn:1 game 3 (x of the run): y"), None);
    }
}

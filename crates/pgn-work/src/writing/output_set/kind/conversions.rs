//! Outputs of `export` other than PGN, as they are recognized.

use pgn_report::games::columns::{Columns, RowKind};

use super::{Effect, ExistingFile, after_all, begins_with_digit, first_line};
use crate::writing::stream::PROGRAM;

/// Returns true for an output of `export`. `text`: the beginning of `file`.
pub(super) fn is_conversion(file: &ExistingFile, text: &str) -> bool {
    let line = first_line(text);
    is_parquet(file)
        || is_game(line)
        || is_of_columns(line)
        // Whether the columns are those of the run is checked later.
        || (file.effect == Effect::Extended && is_of_some_columns(line))
        || position(line).is_some_and(|operations| match file.effect {
            // FEN has no operations and is the same whatever wrote it.
            Effect::Replaced => is_epd(operations),
            Effect::Extended => true,
        })
}

/// Returns true for a table of `export` in CSV or TSV with the columns that the run writes, too. Lines of TSV end as
/// those of other programs, so it needs all columns of `@light`.
pub(super) fn is_table(head: &[u8], text: &str) -> bool {
    let line = first_line(text);
    (ends_as_csv(head) && !line.contains('\t')) || is_of_columns(line)
}

/// Returns true if the first line ends with CR LF, as in all tables in CSV that are written.
pub(super) fn ends_as_csv(head: &[u8]) -> bool {
    let mut lines = head.split_inclusive(|byte| *byte == b'\n');
    lines.next().is_some_and(|line| line.ends_with(b"\r\n"))
}

/// Returns true for a Parquet file that names this program as its author.
fn is_parquet(file: &ExistingFile) -> bool {
    file.head.starts_with(b"PAR1")
        && file.tail.ends_with(b"PAR1")
        && file.tail.windows(PROGRAM.len()).any(|part| part == PROGRAM.as_bytes())
}

/// Returns true for a game as JSON.
fn is_game(line: &str) -> bool {
    let fields = ["{\"file\":\"", ",\"game\":", ",\"offset\":", ",\"length\":", ",\"tags\":{"];
    after_all(line, &fields).is_some()
}

/// Returns true for the header of a table with all columns of `@light`.
fn is_of_columns(line: &str) -> bool {
    Columns::are_in_header(&line.split(delimiter_of(line)).collect::<Vec<_>>())
}

/// Returns what separates the names of columns in a header: a tab if it has one, otherwise a comma.
fn delimiter_of(line: &str) -> char {
    if line.contains('\t') { '\t' } else { ',' }
}

/// Returns true for the header of a table with any columns, and after the first one also with tags.
fn is_of_some_columns(line: &str) -> bool {
    let names: Vec<String> = line.split(delimiter_of(line)).map(str::to_owned).collect();
    line.starts_with(|first: char| first.is_ascii_lowercase())
        && [RowKind::Game, RowKind::Ply].iter().any(|kind| Columns::read(*kind, &names).is_ok())
}

/// Returns the text after the first four fields of a position; `None` for other text.
fn position(line: &str) -> Option<&str> {
    let mut fields = line.splitn(5, ' ');
    let is_board = fields.next()?.matches('/').count() == 7;
    let is_turn = matches!(fields.next()?, "w" | "b");
    let rest = fields.nth(2)?;
    (is_board && is_turn).then_some(rest)
}

/// Returns true for the operations that `export` writes: those of a game, or the number of times that a position
/// occurred.
fn is_epd(operations: &str) -> bool {
    let of_game = after_all(operations, &["c9 \"", "\"; fmvn ", "; hmvc ", "; id \""]);
    let is_count = |n: &str| begins_with_digit(n) && n.bytes().all(|byte| byte.is_ascii_digit());
    let n_times = operations.strip_prefix("c0 \"").and_then(|rest| rest.split_once("\";"));
    of_game.is_some_and(|rest| rest.ends_with("\";") || rest.contains("\"; sm "))
        || n_times.is_some_and(|(n, rest)| {
            is_count(n) && (rest.is_empty() || rest.starts_with(" Checks \""))
        })
}

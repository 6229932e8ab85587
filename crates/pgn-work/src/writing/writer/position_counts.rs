//! Distinct positions with the number of their occurrences, counted in memory, and above a limit in intermediate files.

use std::{borrow::Cow, collections::HashMap, io};

use pgn_collate::{Record, Sorter, Stored as _, TempFiles};
use pgn_report::games::positions::Format;

use crate::{Globals, outputs::LineEnding};

/// Maximum number of bytes of counts in memory, and of each of the two sorters.
const MAX_BYTES: usize = 8 << 20;

/// Bytes that a count uses in memory in addition to its position.
const OVERHEAD: usize = 64;

/// Positions with the number of their occurrences.
pub(crate) struct PositionCounts {
    form: Format,
    line_end: &'static str,
    temp_files: TempFiles,
    counts: HashMap<Box<[u8]>, u64>,
    n_bytes: usize,
    /// The counts that exceed the memory, by position.
    sorter: Sorter,
}

impl PositionCounts {
    pub(crate) fn new(form: Format, line_ending: LineEnding, globals: &Globals) -> PositionCounts {
        let temp_files = globals.temp_files.clone();
        PositionCounts {
            form,
            line_end: if line_ending == LineEnding::Crlf { "\r\n" } else { "\n" },
            sorter: Sorter::new(MAX_BYTES, &temp_files),
            temp_files,
            counts: HashMap::new(),
            n_bytes: 0,
        }
    }

    /// Counts the positions in lines of FEN.
    pub(super) fn add(&mut self, lines: &[u8]) -> io::Result<()> {
        for line in lines.split(|&byte| byte == b'\n') {
            let Some(position) = without_counters(line) else { continue };
            let position = &*with_useful_ep(position);
            if let Some(count) = self.counts.get_mut(position) {
                *count += 1;
                continue;
            }
            self.counts.insert(position.into(), 1);
            self.n_bytes += position.len() + OVERHEAD;
            if self.n_bytes > MAX_BYTES {
                self.spill()?;
            }
        }
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        self.n_bytes = 0;
        for (position, count) in self.counts.drain() {
            self.sorter.push(&position, &count.to_bytes())?;
        }
        Ok(())
    }

    /// Passes the lines to `write`: by decreasing number of occurrences, then by the bytes of the position.
    pub(super) fn finish(
        mut self,
        mut write: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        self.spill()?;
        let PositionCounts { form, line_end, temp_files, sorter, counts, .. } = self;
        drop(counts);
        let mut by_count = Sorter::new(MAX_BYTES, &temp_files);
        sorter.finish()?.grouped(
            |payload| Ok(u64::of_bytes(payload)),
            |sum, count| *sum += count,
            |position, count| {
                by_count.push(&[&(u64::MAX - count).to_be_bytes(), position].concat(), b"")
            },
        )?;
        let (mut sorted, mut record) = (by_count.finish()?, Record::default());
        let mut lines = Vec::new();
        while sorted.next(&mut record)? {
            let Some((count, position)) = record.key.split_first_chunk() else { continue };
            let count = u64::MAX - u64::from_be_bytes(*count);
            push_line(form, position, count, &mut lines);
            lines.extend_from_slice(line_end.as_bytes());
            if lines.len() >= 1 << 16 {
                write(&lines)?;
                lines.clear();
            }
        }
        write(&lines)
    }
}

/// Returns a FEN without its last two fields, the counters; `None` for an empty line.
fn without_counters(line: &[u8]) -> Option<&[u8]> {
    let is_blank = |byte: &u8| *byte == b' ';
    let line = line.trim_ascii_end();
    let last = line.iter().rposition(is_blank)?;
    let end = line[..last].iter().rposition(is_blank)?;
    Some(&line[..end])
}

/// Returns a position without its en passant square, unless a pawn attacks that square, so that different orders of the
/// same moves lead to the same position.
fn with_useful_ep(position: &[u8]) -> Cow<'_, [u8]> {
    let mut fields = position.splitn(5, |&byte| byte == b' ');
    let (Some(board), Some(turn), Some(castling), Some(&[file @ b'a'..=b'h', _])) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Cow::Borrowed(position);
    };
    // The rank of the pawn that has advanced, counted from the eighth, and the pawn that could capture it.
    let (rank, pawn) = if turn == b"w" { (3, b'P') } else { (4, b'p') };
    let rank = board.split(|&byte| byte == b'/').nth(rank).unwrap_or_default();
    let (file, mut at) = (usize::from(file - b'a'), 0_usize);
    for &man in rank {
        if man == pawn && at.abs_diff(file) == 1 {
            return Cow::Borrowed(position);
        }
        at += if man.is_ascii_digit() { usize::from(man - b'0') } else { 1 };
    }
    let ends = [board, turn, castling, b"-"].join(&b' ');
    Cow::Owned(match fields.next() {
        Some(checks) => [&ends[..], checks].join(&b' '),
        None => ends,
    })
}

/// Appends a line without its line end. In FEN, the counters of each position are `0 1`, those of a start position.
fn push_line(form: Format, position: &[u8], count: u64, out: &mut Vec<u8>) {
    if form == Format::Fen {
        out.extend_from_slice(position);
        out.extend_from_slice(b" 0 1");
        return;
    }
    // Three-check has a fifth field.
    let mut blanks = (0..position.len()).filter(|&at| position[at] == b' ');
    let (fields, checks) = position.split_at(blanks.nth(3).unwrap_or(position.len()));
    out.extend_from_slice(fields);
    out.extend_from_slice(format!(" c0 \"{count}\";").as_bytes());
    if let Some(checks) = checks.strip_prefix(b" ") {
        out.extend_from_slice(b" Checks \"");
        out.extend_from_slice(checks);
        out.extend_from_slice(b"\";");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `max_bytes`: what is held in memory before it is written to a file.
    fn counts(form: Format, max_bytes: usize) -> PositionCounts {
        let temp_files = TempFiles::default();
        PositionCounts {
            form,
            line_end: "\n",
            sorter: Sorter::new(max_bytes, &temp_files),
            temp_files,
            counts: HashMap::new(),
            n_bytes: 0,
        }
    }

    fn lines_of(counts: PositionCounts) -> String {
        let mut out = Vec::new();
        let take = |lines: &[u8]| {
            out.extend_from_slice(lines);
            Ok(())
        };
        counts.finish(take).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn counters_do_not_tell_positions_apart() {
        for (form, expected) in [
            (Format::Fen, "8/b w - - 0 1\n8/a w - - 0 1\n8/c w - - 3+3 0 1\n"),
            (
                Format::Epd,
                "8/b w - - c0 \"2\";\n8/a w - - c0 \"1\";\n8/c w - - c0 \"1\"; Checks \"3+3\";\n",
            ),
        ] {
            let mut all = counts(form, MAX_BYTES);
            all.add(b"8/b w - - 0 1\n8/a w - - 7 9\r\n").unwrap();
            all.add(b"8/c w - - 3+3 0 1\n8/b w - - 5 4\n").unwrap();
            assert_eq!(lines_of(all), expected);
        }
    }

    #[test]
    fn en_passant_squares_that_nobody_attacks() {
        for (position, kept) in [
            ("8/8/8/3pP3/8/8/8/8 w - d6", true),
            ("8/8/8/Pp6/8/8/8/8 w - b6", true),
            ("8/8/8/3p1P2/8/8/8/8 w - d6", false),
            ("8/8/8/3pp3/8/8/8/8 w - d6", false),
            ("8/8/8/8/4Pp2/8/8/8 b KQ e3", true),
            ("8/8/8/8/4PP2/8/8/8 b KQ e3 2+2", false),
        ] {
            let found = with_useful_ep(position.as_bytes());
            let without = position.replace(" d6", " -").replace(" b6", " -").replace(" e3", " -");
            let expected = if kept { position } else { &without };
            assert_eq!(String::from_utf8_lossy(&found), expected);
        }
    }

    #[test]
    fn counts_are_the_same_from_intermediate_files() {
        let lines = |from: u32, to: u32| {
            let lines = (from..to).map(|n| format!("{} w - - 0 1\n", n % 700));
            lines.collect::<String>().into_bytes()
        };
        let (mut whole, mut spilled) = (counts(Format::Epd, MAX_BYTES), counts(Format::Epd, 0));
        whole.add(&lines(0, 1000)).unwrap();
        for from in (0..1000).step_by(100) {
            spilled.add(&lines(from, from + 100)).unwrap();
            spilled.spill().unwrap();
        }
        let expected = lines_of(whole);
        assert_eq!(expected.lines().count(), 700);
        assert!(expected.starts_with("0 w - - c0 \"2\";\n"));
        assert_eq!(lines_of(spilled), expected);
    }
}

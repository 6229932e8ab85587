//! Places at which an input is cut.

use crate::inputs::line_lengths::{REACH, char_start, line_start};

/// Functions that find likely boundaries between games from the text near them. The job verifies the boundaries.
#[derive(Clone, Copy, Debug)]
pub struct BoundaryFinders {
    /// Returns the last place in `bytes[from..]` where one game seems to end and another one to begin.
    pub boundary: fn(bytes: &[u8], from: usize) -> Option<usize>,
    /// Returns the end of the last game in `bytes[from..]` that seems complete, for an input of which no more bytes
    /// are available at the moment.
    pub pause: fn(bytes: &[u8], from: usize) -> Option<usize>,
}

/// Number of bytes that are searched first. Most games are smaller.
const NEAR: usize = REACH;

impl BoundaryFinders {
    /// Returns the last boundary in `bytes`, after its first byte.
    pub(crate) fn last(&self, bytes: &[u8]) -> Option<usize> {
        let near = bytes.len().saturating_sub(NEAR).max(1);
        let found = self.find(bytes, near);
        if near > 1 { found.or_else(|| self.find(bytes, 1)) } else { found }
    }

    fn find(&self, bytes: &[u8], from: usize) -> Option<usize> {
        if from >= bytes.len() {
            return None;
        }
        (self.boundary)(bytes, from).filter(|at| (from..bytes.len()).contains(at))
    }

    /// Returns the first boundary at or after `from`.
    pub(crate) fn first(&self, bytes: &[u8], from: usize) -> Option<usize> {
        // Windows overlap, so that a boundary at the end of one is complete in the next.
        let mut start = from.max(1);
        loop {
            let end = bytes.len().min(start + 2 * NEAR);
            let mut found = None;
            let mut until = end;
            while let Some(at) = self.find(&bytes[..until], start) {
                found = Some(at);
                // Look for an earlier boundary.
                until = at;
            }
            if found.is_some() || end == bytes.len() {
                return found;
            }
            // The text before a place in its line can decide, so a window begins with a line if possible.
            start = line_start(bytes, start + NEAR);
        }
    }

    /// Returns a place to cut where there is no boundary: after a line, between two words, or at least between two
    /// characters of UTF-8. Never between CR and LF, and never at the end of `bytes`.
    pub(crate) fn hard(bytes: &[u8]) -> usize {
        let last = bytes.len() - 1;
        let after = |byte: u8| bytes[..last].iter().rposition(|b| *b == byte).map(|at| at + 1);
        let after_lone_cr = || {
            let line_end = |at: &usize| bytes[*at] == b'\r' && bytes[at + 1] != b'\n';
            (0..last).rev().find(line_end).map(|at| at + 1)
        };
        if let Some(at) = after(b'\n').or_else(after_lone_cr).or_else(|| after(b' ')) {
            return at;
        }
        if last > 1 && bytes[last] == b'\n' && bytes[last - 1] == b'\r' {
            return last - 1;
        }
        match char_start(bytes, last) {
            0 => last,
            start => start,
        }
    }

    /// Returns where to cut while no more bytes are available, and true if that is a pause, false if it is a boundary.
    /// `cuts_at_pauses`: true if pauses are possible.
    pub(crate) fn quiet(&self, bytes: &[u8], cuts_at_pauses: bool) -> Option<(usize, bool)> {
        let boundary = self.last(bytes);
        let pause = if cuts_at_pauses { self.pause(bytes, boundary) } else { None };
        pause.map(|at| (at, true)).or_else(|| boundary.map(|at| (at, false)))
    }

    /// Returns the end of the last game, if it seems complete. `boundary`: the last boundary.
    fn pause(&self, bytes: &[u8], boundary: Option<usize>) -> Option<usize> {
        // The beginning of a line may follow the last game.
        let mut end = bytes.len();
        for _ in 0..4 {
            if let Some(at) = (self.pause)(&bytes[..end], 0)
                && (1..=end).contains(&at)
                && boundary.is_none_or(|boundary| boundary < at)
            {
                return Some(at);
            }
            end = last_empty_line(&bytes[..end.saturating_sub(1)])?;
        }
        None
    }
}

/// Returns the offset just past the last empty line.
fn last_empty_line(bytes: &[u8]) -> Option<usize> {
    let is_end = |at: &usize| {
        bytes[*at] == b'\n' && (bytes[..*at].ends_with(b"\n") || bytes[..*at].ends_with(b"\n\r"))
    };
    (0..bytes.len()).rev().find(is_end).map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::BoundaryFinders;

    #[test]
    fn no_character_is_cut() {
        for text in ["x\u{e9}\u{e9}", "x\u{20ac}\u{20ac}", "x\u{1f600}\u{1f600}"] {
            for len in 2..=text.len() {
                let at = BoundaryFinders::hard(&text.as_bytes()[..len]);
                assert!(at > 0 && at < len && text.is_char_boundary(at), "{text} {len}");
            }
        }
        assert_eq!(BoundaryFinders::hard(b"\xA0\xA0\xA0\xA0\xA0\xA0"), 5);
        assert_eq!(BoundaryFinders::hard(b"\xE9"), 0);
    }
}

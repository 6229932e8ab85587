//! Where an input is cut.

/// Finds likely boundaries between games by a local look. The job verifies them.
#[derive(Clone, Copy, Debug)]
pub struct Seams {
    /// The last place in `bytes[from..]` where one game seems to end and another to begin.
    pub seam: fn(bytes: &[u8], from: usize) -> Option<usize>,
    /// The end of the last game of `bytes[from..]` that seems complete, while no more bytes come.
    pub pause: fn(bytes: &[u8], from: usize) -> Option<usize>,
}

/// The window that is searched first. Most games are smaller.
const NEAR: usize = 64 << 10;

impl Seams {
    /// The last seam in `bytes`, after its first byte.
    pub(crate) fn last(&self, bytes: &[u8]) -> Option<usize> {
        let near = bytes.len().saturating_sub(NEAR).max(1);
        let found = self.find(bytes, near);
        if near > 1 { found.or_else(|| self.find(bytes, 1)) } else { found }
    }

    fn find(&self, bytes: &[u8], from: usize) -> Option<usize> {
        if from >= bytes.len() {
            return None;
        }
        (self.seam)(bytes, from).filter(|at| (from..bytes.len()).contains(at))
    }

    /// The first seam at or after `from`.
    pub(crate) fn first(&self, bytes: &[u8], from: usize) -> Option<usize> {
        // Windows that overlap, so that a seam at the end of one is whole in the next.
        let mut start = from.max(1);
        loop {
            let end = bytes.len().min(start + 2 * NEAR);
            let mut found = None;
            let mut until = end;
            while let Some(at) = self.find(&bytes[..until], start) {
                found = Some(at);
                // What makes it a seam stands before and after it: look for one before.
                until = at;
            }
            if found.is_some() || end == bytes.len() {
                return found;
            }
            start += NEAR;
        }
    }

    /// A place to cut where there is no seam: never between CR and LF, never at the very end.
    pub(crate) fn hard(bytes: &[u8]) -> usize {
        let end = bytes.len() - 1;
        if end > 1 && bytes[end] == b'\n' && bytes[end - 1] == b'\r' { end - 1 } else { end }
    }

    /// Where to cut while no more bytes come, and whether that is a pause.
    pub(crate) fn pause(&self, bytes: &[u8]) -> Option<(usize, bool)> {
        let seam = self.last(bytes);
        // Behind the last game may stand the beginning of a line.
        let mut end = bytes.len();
        for _ in 0..4 {
            if let Some(at) = (self.pause)(&bytes[..end], 0)
                && (1..=end).contains(&at)
                && seam.is_none_or(|seam| seam < at)
            {
                return Some((at, true));
            }
            let Some(empty_line) = last_empty_line(&bytes[..end.saturating_sub(1)]) else { break };
            end = empty_line;
        }
        seam.map(|at| (at, false))
    }
}

/// Just past the last empty line.
fn last_empty_line(bytes: &[u8]) -> Option<usize> {
    let is_end = |at: &usize| {
        bytes[*at] == b'\n' && (bytes[..*at].ends_with(b"\n") || bytes[..*at].ends_with(b"\n\r"))
    };
    (0..bytes.len()).rev().find(is_end).map(|at| at + 1)
}

/// Counts line ends: LF, CR and CR LF once each.
#[must_use]
pub fn count_lines(bytes: &[u8]) -> u64 {
    // Blocks small enough for a count in bytes, which the compiler turns into vector code.
    let mut n_lf = 0u64;
    let mut n_cr = 0u64;
    for block in bytes.chunks(255) {
        n_lf += u64::from(block.iter().fold(0u8, |n, &b| n + u8::from(b == b'\n')));
        n_cr += u64::from(block.iter().fold(0u8, |n, &b| n + u8::from(b == b'\r')));
    }
    if n_cr == 0 {
        return n_lf;
    }
    let n_both = bytes.windows(2).filter(|pair| pair == b"\r\n").count() as u64;
    n_lf + n_cr - n_both
}

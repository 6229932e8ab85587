//! Mapped files. Contains `unsafe` code.

use std::{fs::File, ops::Range, path::Path};

use memmap2::{Mmap, MmapOptions};
use pgn_syntax::count_line_ends;

use crate::{position::Lines, system::fatal_signals::MapGuard};

/// Number of bytes whose pages are dropped by one call, because each call interrupts the other processors.
const STEP: usize = 8 << 20;

/// A file mapped for reading.
#[derive(Debug)]
pub(crate) struct Map {
    map: Mmap,
    // Declared after the map, so that it is dropped after it.
    _guard: MapGuard,
}

impl Map {
    /// Maps the first `len` bytes of a regular file. Returns `None` if that fails, so that the file must be read.
    pub(crate) fn open(file: &File, len: usize, path: &Path) -> Option<Map> {
        // SAFETY: the map is read-only. Another process may rewrite or truncate the file meanwhile.
        // Bytes that change are only ever looked at as `u8`s: every reader checks its indexes
        // against slices, and nothing is taken for UTF-8 unchecked, so a change gives other bytes
        // but no broken invariant of safe code. Pages that go away give SIGBUS, for which the guard
        // has a handler that ends the process. Files on network file systems and files
        // that are being written are not mapped by the caller; `--no-mmap` is the way out for others.
        #[expect(unsafe_code, reason = "a map of a file has no safe constructor")]
        let map = unsafe { MmapOptions::new().len(len).map(file) };
        let map = map.ok()?;
        let start = map.as_ptr() as usize;
        let guard = MapGuard::new(start..start + len, path).ok()?;
        #[cfg(unix)]
        let _ = map.advise(memmap2::Advice::Sequential);
        Some(Map { map, _guard: guard })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// Brings the pages of `range` into memory and into this process, so that no other thread waits for them.
    pub(crate) fn fetch(&self, range: Range<usize>) {
        // One call instead of a fault for each page or page group. It fails before Linux 5.14.
        #[cfg(target_os = "linux")]
        if self.map.advise_range(memmap2::Advice::PopulateRead, range.start, range.len()).is_ok() {
            return;
        }
        // Other systems map sixteen pages at a time.
        const WINDOW: usize = 16 * 4096;
        for &byte in self.bytes()[range].iter().step_by(WINDOW) {
            std::hint::black_box(byte);
        }
    }

    /// Returns the lines of `range`, and drops its pages again.
    pub(crate) fn count_lines(&self, range: Range<usize>) -> Lines {
        let text = &self.bytes()[..range.end.min(self.bytes().len())];
        let (mut start, mut lines) = (range.start, Lines::default());
        while start < text.len() {
            let mut end = text.len().min(start + STEP);
            // CR LF is one line end.
            end += usize::from(text[..end].ends_with(b"\r") && text[end..].starts_with(b"\n"));
            // A code point is not divided.
            end += text[end..].iter().take(3).take_while(|&byte| byte & 0xC0 == 0x80).count();
            lines = lines.then(Lines::of(&text[start..end], count_line_ends(&text[start..end])));
            self.forget(start..end);
            start = end;
        }
        lines
    }

    /// Drops the pages of `range`. A later read takes them from the file again.
    pub(crate) fn forget(&self, range: Range<usize>) {
        #[cfg(unix)]
        {
            // Pages of an incomplete step are dropped with the following range, the last ones with the map.
            let (start, end) = (range.start & !(STEP - 1), range.end & !(STEP - 1));
            if start < end {
                // SAFETY: the pages are those of a shared, read-only map of a file, inside it by the
                // bounds above. MADV_DONTNEED on such pages only drops them from this process; the
                // next read takes them from the file, with the same contents (or the changed ones,
                // for which the argument above holds). References into the map stay valid.
                #[expect(unsafe_code, reason = "dropping pages has no safe form")]
                let _ = unsafe {
                    let advice = memmap2::UncheckedAdvice::DontNeed;
                    self.map.unchecked_advise_range(advice, start, end - start)
                };
            }
        }
        #[cfg(not(unix))]
        let _ = range;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_end_across_two_steps_is_one() {
        let file = tempfile::NamedTempFile::new().unwrap();
        // The first step ends between CR and LF.
        let text = b"x\r\n".repeat(STEP);
        assert!(text[..STEP].ends_with(b"\r") && text[STEP..].starts_with(b"\n"));
        std::fs::write(file.path(), &text).unwrap();
        let map = Map::open(file.as_file(), text.len(), file.path()).unwrap();
        for range in [0..text.len(), 0..0, 3..STEP, 3 * STEP / 2..text.len()] {
            let expect = count_line_ends(&text[range.clone()]);
            assert_eq!(map.count_lines(range).n_ends, expect);
        }
    }
}

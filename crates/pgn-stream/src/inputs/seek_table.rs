//! The seek table of a zstd file in the seekable format: the sizes of its frames, in the file and in the text.
//!
//! The table is a skippable frame at the end of the file: an entry for each frame, with its size compressed and
//! decompressed, and a footer of nine bytes.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
};

/// A frame of a seekable file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    /// Number of bytes in the file.
    pub(crate) stored_size: u32,
    /// Number of bytes of text.
    pub(crate) text_size: u32,
}

/// Magic number of the skippable frame of a table.
const SKIPPABLE: u32 = 0x184D_2A5E;
/// Magic number at the end of a table.
const SEEKABLE: u32 = 0x8F92_EAB1;
/// Length of the footer in bytes: the number of frames, a byte of flags, and [`SEEKABLE`].
const FOOTER: usize = 9;
/// Length in bytes of magic number and size of a skippable frame.
const HEADER: usize = 8;
/// Flag: entries hold a checksum.
const CHECKSUMS: u8 = 1 << 7;
/// Flags that must be zero.
const RESERVED: u8 = 0b0111_1100;

/// Returns the frames of the zstd file; `None` if it has no seek table, or one that does not fit the file.
pub(crate) fn read(file: &mut (impl Read + Seek)) -> io::Result<Option<Vec<Frame>>> {
    let len = file.seek(SeekFrom::End(0))?;
    if len < (HEADER + FOOTER) as u64 {
        return Ok(None);
    }
    let mut footer = [0; FOOTER];
    file.seek(SeekFrom::End(-(FOOTER as i64)))?;
    file.read_exact(&mut footer)?;
    let [a, b, c, d, flags, magic @ ..] = footer;
    if u32::from_le_bytes(magic) != SEEKABLE || flags & RESERVED != 0 {
        return Ok(None);
    }
    let entry_len = if flags & CHECKSUMS == 0 { 8 } else { 12 };
    let n_frames = u64::from(u32::from_le_bytes([a, b, c, d]));
    let content = n_frames * entry_len as u64 + FOOTER as u64;
    let Some(start) = len.checked_sub(content + HEADER as u64) else { return Ok(None) };
    file.seek(SeekFrom::Start(start))?;
    let mut header = [0; HEADER];
    file.read_exact(&mut header)?;
    let [a, b, c, d, size @ ..] = header;
    let is_skippable = u32::from_le_bytes([a, b, c, d]) == SKIPPABLE;
    if !is_skippable || u64::from(u32::from_le_bytes(size)) != content {
        return Ok(None);
    }
    // The size of the file bounds the memory.
    let mut entries = Vec::new();
    file.take(content - FOOTER as u64).read_to_end(&mut entries)?;
    let frames: Vec<_> = entries
        .chunks_exact(entry_len)
        .map(|entry| {
            let [stored_size, text_size] = numbers(entry);
            Frame { stored_size, text_size }
        })
        .collect();
    let stored: u64 = frames.iter().map(|frame| u64::from(frame.stored_size)).sum();
    Ok((stored == start).then_some(frames))
}

/// Returns true if the file at `path` can be read and ends with a seek table.
#[must_use]
pub fn is_divided(path: &Path) -> bool {
    // Opening a FIFO would wait for its writer.
    path.is_file()
        && File::open(path).and_then(|mut file| read(&mut file)).is_ok_and(|table| table.is_some())
}

/// Returns the table of these frames; `None` if it would be larger than a skippable frame may be.
pub(crate) fn write(frames: &[Frame]) -> Option<Vec<u8>> {
    let n_frames = u32::try_from(frames.len()).ok()?;
    let size = u32::try_from(frames.len().checked_mul(8)?.checked_add(FOOTER)?).ok()?;
    let mut bytes = [SKIPPABLE.to_le_bytes(), size.to_le_bytes()].concat();
    for Frame { stored_size, text_size } in frames {
        bytes.extend(stored_size.to_le_bytes());
        bytes.extend(text_size.to_le_bytes());
    }
    bytes.extend(n_frames.to_le_bytes());
    bytes.push(0);
    bytes.extend(SEEKABLE.to_le_bytes());
    Some(bytes)
}

/// Returns the first `N` numbers of 32 bits of an entry.
pub(crate) fn numbers<const N: usize>(entry: &[u8]) -> [u32; N] {
    let (numbers, _) = entry.as_chunks::<4>();
    std::array::from_fn(|at| numbers.get(at).copied().map_or(0, u32::from_le_bytes))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn le_bytes(number: usize) -> [u8; 4] {
        u32::try_from(number).unwrap().to_le_bytes()
    }

    /// A file of two frames and their table, with the layout of the documentation of the format.
    fn seekable(checksums: bool) -> Vec<u8> {
        let mut file = Vec::new();
        let mut entries = Vec::new();
        for text in ["1. e4 *\n", "1. d4 *\n\n"] {
            let frame = zstd::bulk::compress(text.as_bytes(), 3).unwrap();
            entries.extend(le_bytes(frame.len()));
            entries.extend(le_bytes(text.len()));
            entries.extend(if checksums { &[1, 2, 3, 4][..] } else { &[] });
            file.extend(frame);
        }
        file.extend(SKIPPABLE.to_le_bytes());
        file.extend(le_bytes(entries.len() + FOOTER));
        file.extend(entries);
        file.extend(2_u32.to_le_bytes());
        file.push(if checksums { CHECKSUMS } else { 0 });
        file.extend(SEEKABLE.to_le_bytes());
        file
    }

    #[test]
    fn frames_of_a_table() {
        for checksums in [false, true] {
            let file = seekable(checksums);
            let frames = read(&mut Cursor::new(&file)).unwrap().unwrap();
            assert_eq!(frames.iter().map(|it| it.text_size).collect::<Vec<_>>(), [8, 9]);
            assert_eq!(zstd::decode_all(&*file).unwrap(), b"1. e4 *\n1. d4 *\n\n");
        }
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let frames = [7, 0, 12].map(|n| Frame { stored_size: n, text_size: 5 * n });
        let file = [vec![0; 19], write(&frames).unwrap()].concat();
        assert_eq!(read(&mut Cursor::new(file)).unwrap().unwrap(), frames);
    }

    #[test]
    fn a_table_that_does_not_fit_is_none() {
        let file = seekable(true);
        let is_none = |bytes: &[u8]| read(&mut Cursor::new(bytes)).unwrap().is_none();
        assert!(is_none(&[b"more"[..].to_vec(), file.clone()].concat()));
        assert!(is_none(&file[1..]) && is_none(&file[..file.len() - 1]) && is_none(b""));
        let end = file.len();
        // The flags, the number of frames, the size of the skippable frame.
        for (at, byte) in [(end - 5, 1 << 6), (end - 9, 200), (end - 9 - 24 - 4, 0)] {
            let mut wrong = file.clone();
            wrong[at] = byte;
            assert!(is_none(&wrong), "{at}");
        }
    }
}

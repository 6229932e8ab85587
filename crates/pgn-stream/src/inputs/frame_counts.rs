//! A skippable zstd frame with the counts of the other frames of a file: sizes, lines and games.
//!
//! The frame is before the seek table and has an entry in it. Only files of this program have one, and only if each
//! frame ends where a game ends. Then lines and games can be numbered from the beginning of any frame. It consists of
//! [`SIGNATURE`], four numbers of 32 bits for each frame (bytes in the file, bytes of text, lines, games) and the
//! checksum of gzip (CRC) of everything before it, in little-endian order.

use std::io::{self, Read, Seek, SeekFrom};

use flate2::Crc;

use crate::inputs::seek_table::{Frame, numbers};

/// Counts of a frame of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FrameCounts {
    pub(crate) frame: Frame,
    /// Number of line ends in the text.
    pub(crate) n_lines: u32,
    pub(crate) n_games: u32,
}

/// Maximum size in bytes of a game whose end is searched while a file is written. With a larger game, nothing is counted.
pub(crate) const MAX_GAME: usize = 16 << 20;
/// Magic number of the skippable frame. Any of sixteen is possible, except that of a seek table.
const SKIPPABLE: u32 = 0x184D_2A5D;
/// The first bytes of the content of the frame.
const SIGNATURE: &[u8; 16] = b"pgnkit games 1\r\n";
/// Length in bytes of magic number and size of a skippable frame.
const HEADER: usize = 8;
/// Length in bytes of the four numbers of a frame.
const ENTRY: usize = 16;
/// Length of the checksum in bytes.
const CHECKSUM: usize = 4;

/// Returns the size in bytes of the frame with the counts of `n` frames.
fn stored_size(n: usize) -> usize {
    HEADER + SIGNATURE.len() + n * ENTRY + CHECKSUM
}

/// Returns the skippable frame with these counts; `None` if its size does not fit into 32 bits.
pub(crate) fn write(counts: &[FrameCounts]) -> Option<Vec<u8>> {
    let size = u32::try_from(stored_size(counts.len()) - HEADER).ok()?;
    let mut bytes = [SKIPPABLE.to_le_bytes(), size.to_le_bytes()].concat();
    bytes.extend(SIGNATURE);
    for FrameCounts { frame, n_lines, n_games } in counts {
        for number in [frame.stored_size, frame.text_size, *n_lines, *n_games] {
            bytes.extend(number.to_le_bytes());
        }
    }
    let checksum = checksum(&bytes[HEADER..]);
    bytes.extend(checksum.to_le_bytes());
    Some(bytes)
}

/// Returns the counts of the frames of a file, whose seek table has the entries `table`; `None` if the file has no
/// counts, or they contradict the table.
pub(crate) fn read(
    file: &mut (impl Read + Seek),
    table: &[Frame],
) -> io::Result<Option<Vec<FrameCounts>>> {
    let Some((last, frames)) = table.split_last() else { return Ok(None) };
    let size = stored_size(frames.len());
    if last.text_size != 0 || last.stored_size as usize != size {
        return Ok(None);
    }
    let start = frames.iter().map(|frame| u64::from(frame.stored_size)).sum();
    file.seek(SeekFrom::Start(start))?;
    // The size of the file bounds the memory, whatever the seek table says.
    let mut bytes = Vec::new();
    file.take(size as u64).read_to_end(&mut bytes)?;
    let magic = SKIPPABLE.to_le_bytes();
    if bytes.len() != size || !bytes.starts_with(&magic) || !bytes[HEADER..].starts_with(SIGNATURE)
    {
        return Ok(None);
    }
    let (content, end) = bytes[HEADER..].split_at(size - HEADER - CHECKSUM);
    if checksum(content).to_le_bytes() != *end {
        return Ok(None);
    }
    let counts: Vec<_> = content[SIGNATURE.len()..]
        .chunks_exact(ENTRY)
        .map(|entry| {
            let [stored_size, text_size, n_lines, n_games] = numbers(entry);
            FrameCounts { frame: Frame { stored_size, text_size }, n_lines, n_games }
        })
        .collect();
    let is_same = counts.iter().map(|it| it.frame).eq(frames.iter().copied());
    Ok(is_same.then_some(counts))
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn counts() -> Vec<FrameCounts> {
        let of = |n: u32| FrameCounts {
            frame: Frame { stored_size: n, text_size: 3 * n },
            n_lines: n,
            n_games: 2,
        };
        vec![of(5), of(7)]
    }

    fn table(counts: &[FrameCounts]) -> Vec<Frame> {
        let own = u32::try_from(stored_size(counts.len())).unwrap();
        let own = Frame { stored_size: own, text_size: 0 };
        counts.iter().map(|it| it.frame).chain([own]).collect()
    }

    #[test]
    fn counts_are_read_as_they_were_written() {
        let counts = counts();
        let file = [vec![0; 12], write(&counts).unwrap()].concat();
        let read = |table: &[Frame]| read(&mut Cursor::new(&file), table).unwrap();
        let table = table(&counts);
        assert_eq!(read(&table), Some(counts.clone()));
        assert_eq!(read(&table[..1]), None);
        assert_eq!(read(&[]), None);
        let mut other = table;
        other[0].text_size += 1;
        assert_eq!(read(&other), None);
    }

    #[test]
    fn any_changed_byte_is_noticed() {
        let counts = counts();
        let (frame, table) = (write(&counts).unwrap(), table(&counts));
        // The size of the frame is that of its entry in the seek table.
        for at in (0..frame.len()).filter(|at| !(4..8).contains(at)) {
            let mut file = [vec![0; 12], frame.clone()].concat();
            file[12 + at] ^= 0x10;
            assert_eq!(read(&mut Cursor::new(file), &table).unwrap(), None, "{at}");
        }
    }
}

//! The directory of a zip archive, with all of its entries.

use std::io::{self, Read, Seek, SeekFrom};

/// Signature of a directory entry.
pub(crate) const SIGNATURE: &[u8] = b"PK\x01\x02";

/// A directory entry.
pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) stored_size: u64,
    /// Offset of the header of the member.
    pub(crate) header: u64,
    pub(crate) crc: u32,
    pub(crate) flags: u16,
    pub(crate) method: u16,
}

/// Reads the directory that begins at `start`. Offsets in it are relative to `shift`, as other bytes may precede the
/// archive.
///
/// # Errors
///
/// Returns an error if the directory is truncated.
pub(crate) fn read(
    file: &mut (impl Read + Seek),
    start: u64,
    shift: u64,
) -> io::Result<Vec<Record>> {
    file.seek(SeekFrom::Start(start))?;
    let mut records = Vec::new();
    loop {
        let mut signature = [0; 4];
        file.read_exact(&mut signature)?;
        if signature != *SIGNATURE {
            return Ok(records);
        }
        let mut fixed = [0; 42];
        file.read_exact(&mut fixed)?;
        // Offsets below include the signature.
        let u16_at = |at: usize| u16::from_le_bytes([fixed[at - 4], fixed[at - 3]]);
        let u32_at = |at: usize| u32::from(u16_at(at)) | u32::from(u16_at(at + 2)) << 16;
        let mut some = |len: u16| {
            let mut bytes = vec![0; len.into()];
            file.read_exact(&mut bytes).map(|()| bytes)
        };
        let (name, extra) = (some(u16_at(28))?, some(u16_at(30))?);
        some(u16_at(32))?;
        let mut large = large_numbers(&extra);
        // Numbers that do not fit are in the extra field, in this order.
        let mut number = |at| match u32_at(at) {
            u32::MAX => large.next().unwrap_or(u32::MAX.into()),
            number => number.into(),
        };
        let (_, stored_size, header) = (number(24), number(20), number(42));
        records.push(Record {
            name: String::from_utf8_lossy(&name).into_owned(),
            stored_size,
            header: header.saturating_add(shift),
            crc: u32_at(16),
            flags: u16_at(8),
            method: u16_at(10),
        });
    }
}

/// Returns the numbers of 64 bits in the extra field with id 1.
pub(crate) fn large_numbers(mut extra: &[u8]) -> impl Iterator<Item = u64> {
    let mut numbers: &[u8] = &[];
    while let Some(([a, b, c, d], rest)) = extra.split_first_chunk() {
        let Some((field, after)) = rest.split_at_checked(u16::from_le_bytes([*c, *d]).into())
        else {
            break;
        };
        if u16::from_le_bytes([*a, *b]) == 1 {
            numbers = field;
        }
        extra = after;
    }
    numbers.as_chunks::<8>().0.iter().map(|it| u64::from_le_bytes(*it))
}

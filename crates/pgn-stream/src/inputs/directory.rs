//! The directory of a zip archive, with all of its entries.

use std::io::{self, Read, Seek, SeekFrom};

use pgn_syntax::Fallback;
use zip::{ZipArchive, result::ZipError};

use crate::{
    inputs::{decode, endings::is_pgn, input::Format},
    system::error::{Error, ErrorKind},
};

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

/// The members of an archive.
pub(crate) struct Members {
    /// The entries of the members with names of PGN files, in the order of the directory.
    pub(crate) wanted: Vec<Record>,
    /// The names of the other members, without folders and metadata.
    pub(crate) skipped: Vec<String>,
}

/// Returns the members of an archive; `None` if there is no directory.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or has no member with the name of a PGN file.
pub(crate) fn members(file: &mut (impl Read + Seek)) -> Result<Option<Members>, Error> {
    let archive = match ZipArchive::new(file) {
        Ok(archive) => archive,
        Err(ZipError::Io(error)) if error.raw_os_error().is_some() => {
            return Err(Error::unreadable(error));
        }
        // The directory is at the end, so a truncated archive has none.
        Err(_) => return Ok(None),
    };
    // `ZipArchive` keeps only the last of several members with one name, so the directory itself is read.
    let (start, shift) = (archive.central_directory_start(), archive.offset());
    let records = read(archive.into_inner(), start, shift)
        .map_err(|error| decode::error_of(Format::Zip, error))?;
    let (wanted, others): (Vec<_>, Vec<_>) =
        records.into_iter().partition(|record| is_wanted(&record.name));
    if wanted.is_empty() {
        return Err(Error::new(ErrorKind::NoMembers));
    }
    let is_file = |name: &String| !name.ends_with('/') && !is_metadata(name);
    let skipped = others.into_iter().map(|record| record.name).filter(is_file).collect();
    Ok(Some(Members { wanted, skipped }))
}

/// Returns true if a member has the name of a PGN file, compressed or not.
pub(crate) fn is_wanted(name: &str) -> bool {
    is_pgn(name) && !is_metadata(name)
}

/// Returns true for a member that is metadata of the Finder.
fn is_metadata(name: &str) -> bool {
    name.starts_with("__MACOSX/")
}

/// Reads the directory that begins at `start`. Offsets in it are relative to `shift`, as other bytes may precede the
/// archive.
///
/// # Errors
///
/// Returns an error if the directory is truncated.
fn read(file: &mut (impl Read + Seek), start: u64, shift: u64) -> io::Result<Vec<Record>> {
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
            name: text_of(&name, &extra),
            stored_size,
            header: header.saturating_add(shift),
            crc: u32_at(16),
            flags: u16_at(8),
            method: u16_at(10),
        });
    }
}

/// Returns the name of a member as text: UTF-8 or code page 437, or that of the extra field for names in UTF-8.
pub(crate) fn text_of(name: &[u8], extra: &[u8]) -> String {
    // The name follows a version, of one byte, and a checksum, of four.
    match extra_field(extra, 0x7075).get(5..) {
        Some(name) => String::from_utf8_lossy(name).into_owned(),
        None => Fallback::find("cp437").unwrap_or_default().decode(name).into_owned(),
    }
}

/// Returns the numbers of 64 bits in the extra field with id 1.
pub(crate) fn large_numbers(extra: &[u8]) -> impl Iterator<Item = u64> {
    extra_field(extra, 1).as_chunks::<8>().0.iter().map(|it| u64::from_le_bytes(*it))
}

/// Returns the content of the last extra field with this id; nothing if there is none.
fn extra_field(mut extra: &[u8], id: u16) -> &[u8] {
    let mut found: &[u8] = &[];
    while let Some(([a, b, c, d], rest)) = extra.split_first_chunk() {
        let Some((field, after)) = rest.split_at_checked(u16::from_le_bytes([*c, *d]).into())
        else {
            break;
        };
        if u16::from_le_bytes([*a, *b]) == id {
            found = field;
        }
        extra = after;
    }
    found
}

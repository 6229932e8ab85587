//! Reads a zip archive without its directory, which is at the end, by the headers of its members.

use std::io::{self, BufRead, Read, Seek, SeekFrom, Take};

use flate2::{Crc, Decompress, FlushDecompress, Status};

use crate::{
    inputs::directory::{Record, SIGNATURE, large_numbers, text_of},
    system::error::{Error, ErrorKind, Unsupported},
};

/// A member, as its header describes it.
pub(crate) struct Found {
    pub(crate) name: String,
    /// Length of the stored data in bytes; `None` if only the deflated data shows its end.
    pub(crate) stored_size: Option<u64>,
    start: u64,
    crc: Option<u32>,
    flags: u16,
    method: u16,
}

/// Reads the members one after the other, by their headers.
pub(crate) struct LocalHeaders<R> {
    file: R,
    at: u64,
    /// End offset of the data of the member that was read last; `None` if its end was not reached.
    end: Option<u64>,
}

/// Signature of the header of a member.
const MEMBER: &[u8] = b"PK\x03\x04";
/// Signature of the checksum and the sizes after the data.
const AFTER_DATA: &[u8] = b"PK\x07\x08";

/// Flag: the data is encrypted.
const ENCRYPTED: u16 = 1;
/// Flag: sizes and checksum are not in the header, but after the data.
const SIZES_AFTER_DATA: u16 = 1 << 3;

impl<R: BufRead + Seek> LocalHeaders<R> {
    pub(crate) fn new(file: R) -> LocalHeaders<R> {
        LocalHeaders { file, at: 0, end: None }
    }

    /// Returns the next member; `None` at the end of the members.
    pub(crate) fn next(&mut self) -> io::Result<Option<Found>> {
        self.file.seek(SeekFrom::Start(self.at))?;
        let mut header = [0; 30];
        self.file.read_exact(&mut header)?;
        if header.starts_with(SIGNATURE) {
            return Ok(None);
        }
        if !header.starts_with(MEMBER) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let u16_at = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let u32_at = |at: usize| u32::from(u16_at(at)) | u32::from(u16_at(at + 2)) << 16;
        let (flags, method) = (u16_at(6), u16_at(8));
        let name = self.some(u16_at(26).into())?;
        let extra = self.some(u16_at(28).into())?;
        let is_open = flags & SIZES_AFTER_DATA != 0;
        let stored_size = match u32_at(18) {
            // The second number, after the size of the text.
            u32::MAX => large_numbers(&extra).nth(1),
            size => Some(size.into()),
        };
        // A program that writes the archive to a stream does not know the size yet, and stores 0.
        let stored_size = stored_size.filter(|size| *size > 0 || !is_open);
        Ok(Some(Found {
            name: text_of(&name, &extra),
            stored_size,
            start: self.at + (header.len() + name.len() + extra.len()) as u64,
            crc: (!is_open).then_some(u32_at(14)),
            flags,
            method,
        }))
    }

    /// Returns the member of a directory entry, which is more complete than the header.
    pub(crate) fn listed(&mut self, record: &Record) -> io::Result<Found> {
        self.at = record.header;
        let found = self.next()?.ok_or(io::ErrorKind::InvalidData)?;
        Ok(Found {
            name: record.name.clone(),
            stored_size: Some(record.stored_size),
            crc: Some(record.crc),
            flags: record.flags,
            method: record.method,
            ..found
        })
    }

    /// Returns a reader of the text of a member.
    pub(crate) fn text(&mut self, found: &Found) -> Result<MemberText<'_, R>, Error> {
        let unsupported = |what| Err(Error::unsupported(Unsupported::Other(what)));
        let inflate = match found.method {
            _ if found.flags & ENCRYPTED != 0 => return Err(Error::new(ErrorKind::Encrypted)),
            0 if found.stored_size.is_some() => None,
            8 => Some(Decompress::new(false)),
            0 => return unsupported("a zip member of unknown size"),
            _ => return unsupported("this method of zip compression"),
        };
        self.file.seek(SeekFrom::Start(found.start)).map_err(Error::unreadable)?;
        self.end = None;
        Ok(MemberText {
            raw: (&mut self.file).take(found.stored_size.unwrap_or(u64::MAX)),
            start: found.start,
            end: &mut self.end,
            inflate,
            crc: Crc::new(),
            expected: found.crc,
        })
    }

    /// Moves on to the next member, whether the text of `found` was read or not. Returns false if the end of `found` is
    /// missing.
    pub(crate) fn pass(&mut self, found: &Found) -> io::Result<bool> {
        let end = match found.stored_size {
            Some(size) => {
                let end = found.start.saturating_add(size);
                Some(end).filter(|end| self.file.seek(SeekFrom::End(0)).is_ok_and(|it| *end <= it))
            }
            None if self.end.is_some_and(|end| end >= found.start) => self.end,
            None => match self.text(found).map(|mut it| io::copy(&mut it, &mut io::sink())) {
                Ok(Ok(_)) => self.end,
                _ => None,
            },
        };
        let Some(end) = end else { return Ok(false) };
        self.at = end;
        if found.flags & SIZES_AFTER_DATA != 0 {
            self.pass_sizes()?;
        }
        Ok(true)
    }

    /// Skips the checksum and two sizes of 4 or 8 bytes each, with or without a signature before them.
    fn pass_sizes(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.at))?;
        let mut bytes = Vec::new();
        (&mut self.file).take(28).read_to_end(&mut bytes)?;
        let signature = if bytes.starts_with(AFTER_DATA) { AFTER_DATA.len() } else { 0 };
        let len = [12, 20].map(|len| signature + len).into_iter().find(|len| {
            bytes.get(*len..).is_some_and(|it| it.starts_with(MEMBER) || it.starts_with(SIGNATURE))
        });
        self.at += len.ok_or(io::ErrorKind::UnexpectedEof)? as u64;
        Ok(())
    }

    fn some(&mut self, len: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; len];
        self.file.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

/// Reader of the text of a member, which verifies the checksum at the end.
pub(crate) struct MemberText<'a, R> {
    raw: Take<&'a mut R>,
    start: u64,
    end: &'a mut Option<u64>,
    /// `None` if the data is not compressed.
    inflate: Option<Decompress>,
    crc: Crc,
    expected: Option<u32>,
}

impl<R: BufRead> Read for MemberText<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.end.is_some() || buffer.is_empty() {
            return Ok(0);
        }
        let n = match &mut self.inflate {
            Some(inflate) => inflate_some(&mut self.raw, inflate, buffer)?,
            None => self.raw.read(buffer)?,
        };
        if n > 0 {
            self.crc.update(&buffer[..n]);
            return Ok(n);
        }
        let n_stored = match &self.inflate {
            Some(inflate) => inflate.total_in(),
            None if self.raw.limit() > 0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            None => 0, // unused, as the size is known
        };
        *self.end = Some(self.start + n_stored);
        if self.expected.is_some_and(|it| it != self.crc.sum()) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "invalid checksum"));
        }
        Ok(0)
    }
}

/// Decompresses into `buffer` and returns the number of bytes, which is 0 only at the end of the data.
fn inflate_some(
    raw: &mut impl BufRead,
    inflate: &mut Decompress,
    buffer: &mut [u8],
) -> io::Result<usize> {
    loop {
        let input = raw.fill_buf()?;
        let is_empty = input.is_empty();
        let (before_in, before_out) = (inflate.total_in(), inflate.total_out());
        let status = inflate.decompress(input, buffer, FlushDecompress::None);
        let n_in = usize::try_from(inflate.total_in() - before_in).unwrap_or(usize::MAX);
        let n_out = usize::try_from(inflate.total_out() - before_out).unwrap_or(usize::MAX);
        raw.consume(n_in);
        match status {
            _ if n_out > 0 => return Ok(n_out),
            Ok(Status::StreamEnd) => return Ok(0),
            Ok(_) if is_empty => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(_) if n_in > 0 => (),
            Ok(_) => return Err(io::ErrorKind::InvalidData.into()),
            Err(error) => return Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use super::*;

    #[test]
    fn large_sizes_after_the_data_are_unknown_before() {
        const TEXT: &[u8] = b"1. e4 *";
        let mut encoder =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(TEXT).unwrap();
        let data = encoder.finish().unwrap();
        let extra = [&[1, 0, 16, 0][..], &[0; 16]].concat();
        let sizes = [data.len(), TEXT.len()].map(|len| (len as u64).to_le_bytes()).concat();
        let file = [
            MEMBER,
            &[45, 0, 8, 0, 8, 0], // version, flags, method
            &[0; 8],
            &[0xFF; 8],
            &[5, 0, 20, 0],
            b"a.pgn",
            &extra,
            &data,
            AFTER_DATA,
            &[0; 4],
            &sizes,
            SIGNATURE,
            &[0; 26],
        ];
        let mut headers = LocalHeaders::new(Cursor::new(file.concat()));
        let found = headers.next().unwrap().unwrap();
        assert_eq!((&*found.name, found.stored_size), ("a.pgn", None));
        let mut text = Vec::new();
        headers.text(&found).unwrap().read_to_end(&mut text).unwrap();
        assert_eq!(text, TEXT);
        assert!(headers.pass(&found).unwrap());
        assert!(headers.next().unwrap().is_none());
    }
}

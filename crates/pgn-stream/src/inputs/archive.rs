//! Reads the members of zip archives, one after the other.

use std::{
    fs::File,
    io::{BufRead, BufReader, Seek},
    path::Path,
};

use crate::{
    inputs::{
        body::{Body, Observed, Opened, text},
        decode,
        directory::{self, Members},
        endings::format_of_name,
        input::{Format, InputInfo},
        local_headers::{Found, LocalHeaders},
        options::Options,
    },
    progress::Progress,
    system::error::{Error, ErrorKind},
};

/// Calls `each` with one member after the other, until `each` returns false.
pub(crate) fn open_members(
    info: &InputInfo,
    file: File,
    options: &Options,
    progress: &dyn Progress,
    each: &mut dyn FnMut(Opened<'_>) -> bool,
) -> Result<(), Error> {
    let seen = |bytes: &[u8]| progress.read(bytes.len() as u64);
    let mut file = BufReader::new(Observed { inner: file, seen });
    match directory::members(&mut file)? {
        Some(members) => {
            open_listed(info, members, file, options, each);
            Ok(())
        }
        None => open_unlisted(info, file, options, each),
    }
}

/// Calls `each` with the members that the directory lists, in its order, including several with one name.
fn open_listed<R: BufRead + Seek>(
    info: &InputInfo,
    Members { wanted, skipped }: Members,
    file: R,
    options: &Options,
    each: &mut dyn FnMut(Opened<'_>) -> bool,
) {
    let mut headers = LocalHeaders::new(file);
    let mut skipped_members = skipped;
    for record in &wanted {
        let mut info = InputInfo {
            member: Some(record.name.clone()),
            format: Format::Zip,
            stored_size: Some(record.stored_size),
            is_only_member: wanted.len() == 1,
            skipped_members: std::mem::take(&mut skipped_members),
            ..info.clone()
        };
        let found = headers.listed(record).map_err(|error| decode::error_of(Format::Zip, error));
        let body = found.and_then(|found| member_text(&mut info, &mut headers, &found, options));
        if !each(Opened { info, body: body.unwrap_or_else(Body::Failed) }) {
            break;
        }
    }
}

/// Calls `each` with the members of an archive without a directory, as far as they can be read, and then returns the
/// error.
fn open_unlisted<R: BufRead + Seek>(
    info: &InputInfo,
    file: R,
    options: &Options,
    each: &mut dyn FnMut(Opened<'_>) -> bool,
) -> Result<(), Error> {
    let as_error = |error| decode::error_of(Format::Zip, error);
    let mut headers = LocalHeaders::new(file);
    while let Some(found) = headers.next().map_err(as_error)? {
        let is_wanted = directory::is_wanted(&found.name);
        if is_wanted {
            let mut info = InputInfo {
                member: Some(found.name.clone()),
                format: Format::Zip,
                stored_size: found.stored_size,
                ..info.clone()
            };
            let body = member_text(&mut info, &mut headers, &found, options);
            if !each(Opened { info, body: body.unwrap_or_else(Body::Failed) }) {
                return Ok(());
            }
        }
        if !headers.pass(&found).map_err(as_error)? {
            // The reader of the member has reported the error.
            return if is_wanted { Ok(()) } else { Err(Error::new(ErrorKind::Truncated)) };
        }
    }
    Err(Error::new(ErrorKind::Truncated))
}

/// Returns the body of a member, which may be a compressed file by its name.
fn member_text<'a, R: BufRead + Seek>(
    info: &mut InputInfo,
    headers: &'a mut LocalHeaders<R>,
    found: &Found,
    options: &Options,
) -> Result<Body<'a>, Error> {
    let stored = Box::new(headers.text(found)?);
    let format = format_of_name(Path::new(&found.name));
    let decoder = decode::decoder(format, stored).map_err(|it| decode::error_of(format, it))?;
    text(info, options, decoder)
}

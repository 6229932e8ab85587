//! Files that are rewritten, and patches of files that would change.

use std::io::{self, Write as _};

use pgn_report::{paint::Paint, patch::Patch};
use pgn_stream::{InputInfo, Output};

use crate::{
    Globals,
    inputs::name_of,
    outputs,
    reports::progress::{ShownProgress, SuspendingWriter},
    writing::output_files,
};

/// A file that is being rewritten.
pub(crate) enum FileInPlace {
    /// The new file, before it is renamed into place.
    Out(Box<Output>),
    /// The file cannot be written. This is an error only if the file would change.
    Unwritable(anyhow::Error),
}

/// After an error, such as a full disk, the new file is removed, and the rest of its text is not written. The error is
/// that of this file, so that the run goes on with the next one.
impl io::Write for FileInPlace {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            FileInPlace::Out(out) => match out.write(bytes) {
                Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                    *self = FileInPlace::Unwritable(error.into());
                    Ok(bytes.len())
                }
                result => result,
            },
            FileInPlace::Unwritable(_) => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if let FileInPlace::Out(out) = self
            && let Err(error) = out.flush()
        {
            *self = FileInPlace::Unwritable(error.into());
        }
        Ok(())
    }
}

/// Begins to rewrite an input. If it is not a plain file, prints `refusal` as an error and returns `None`.
pub(crate) fn in_place(input: &InputInfo, refusal: &str, globals: &Globals) -> Option<FileInPlace> {
    let path = input.path().filter(|_| input.is_plain_file());
    let opened = path.map(|path| Output::in_place(path, input.opened.as_ref()));
    match opened {
        Some(Ok(out)) => Some(FileInPlace::Out(Box::new(out))),
        Some(Err(error)) => Some(FileInPlace::Unwritable(error.into())),
        None => {
            globals.messages.error(format_args!("{}: {refusal}", name_of(input)));
            None
        }
    }
}

/// Ends the rewriting of an input that changes: renames the new file into place if `check` succeeds. Returns true if
/// the file was renamed; otherwise prints an error and returns false.
pub(crate) fn commit(
    file: FileInPlace,
    input: &InputInfo,
    globals: &Globals,
    check: impl FnOnce(&mut Output) -> anyhow::Result<()>,
) -> bool {
    let committed = match file {
        FileInPlace::Out(mut out) => check(&mut out).and_then(|()| Ok(out.commit()?)),
        FileInPlace::Unwritable(error) => Err(error),
    };
    match committed {
        Ok(()) => output_files::note(input.path(), globals),
        Err(error) => {
            globals.messages.error(format_args!("{}: {error}", name_of(input)));
            return false;
        }
    }
    true
}

/// The output of patches.
pub(crate) struct Patches {
    out: SuspendingWriter<Output>,
    paint: Paint,
    /// The patch of the current input.
    patch: Option<Box<Patch>>,
}

impl Patches {
    /// Opens the output.
    pub(crate) fn open(
        output: &outputs::Output,
        globals: &Globals,
        progress: &ShownProgress,
    ) -> anyhow::Result<Patches> {
        let out = progress.suspending(outputs::open(output)?);
        Ok(Patches { out, paint: output.paint(globals.stdout), patch: None })
    }

    /// Begins the patch of an input.
    pub(crate) fn begin(&mut self, input: &InputInfo) {
        let path = input.path().unwrap_or("stdin".as_ref());
        self.patch = Some(Box::new(Patch::new(path, self.paint)));
    }

    /// Adds the old and the new text of games of the input. `ends`: the end of each game in both texts.
    pub(crate) fn push(
        &mut self,
        old: &[u8],
        new: &[u8],
        ends: impl Iterator<Item = (usize, usize)>,
    ) -> io::Result<()> {
        let mut lines = Vec::new();
        if let Some(patch) = &mut self.patch {
            patch.push_games(old, new, ends, &mut lines);
        }
        self.out.write_all(&lines)
    }

    /// Ends the patch of the current input. `is_shown`: false if the patch is discarded.
    pub(crate) fn end(&mut self, is_shown: bool) -> io::Result<()> {
        let mut lines = Vec::new();
        if let Some(patch) = self.patch.take().filter(|_| is_shown) {
            patch.finish(&mut lines);
        }
        self.out.write_all(&lines)
    }

    /// Returns the output.
    pub(crate) fn into_inner(self) -> Output {
        self.out.into_inner()
    }
}

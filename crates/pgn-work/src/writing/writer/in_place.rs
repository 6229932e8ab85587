//! Files that are rewritten, one for each input.

use std::io::{self, Write as _};

use pgn_stream::{InputEnd, InputInfo, Output};

use super::checks::{ReadBack, check_backup, check_written};
use crate::{
    Globals,
    outputs::Backup,
    writing::rewritten::{FileInPlace, commit, in_place},
};

/// Files that are rewritten, one for each input.
pub(super) struct InPlace {
    /// The copy that is kept of each file.
    backup: Option<Backup>,
    /// True if files are read back before they are renamed into place.
    reads_back: bool,
    /// The new text of the current input; `None` if it is not rewritten.
    pub(super) file: Option<ReadBack<FileInPlace>>,
}

impl InPlace {
    pub(super) fn new(backup: Option<Backup>, reads_back: bool) -> InPlace {
        InPlace { backup, reads_back, file: None }
    }

    /// Begins the new text of an input.
    pub(super) fn begin(&mut self, input: &InputInfo, globals: &Globals) {
        let mut out = in_place(input, "--in-place rewrites plain files only", globals);
        if let (Some(FileInPlace::Out(out)), Some(backup), Some(path)) =
            (&mut out, &self.backup, input.path())
        {
            out.keep_old(backup.path_of(path));
        }
        self.file = out.map(|out| ReadBack::new(out, self.reads_back));
    }

    /// Writes a part of the new text.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.write_all(bytes))
    }

    /// Ends an input: renames the new file into place if `is_changed`. Returns true if it was renamed. A file with a
    /// read error is not rewritten.
    pub(super) fn end(
        &mut self,
        input: &InputInfo,
        end: &InputEnd,
        is_changed: bool,
        globals: &Globals,
    ) -> bool {
        let Some(ReadBack { out, written }) = self.file.take().filter(|_| end.error.is_none())
        else {
            return false;
        };
        let check = |file: &mut Output| {
            check_backup(self.backup.as_ref(), input.path())?;
            check_written(written.as_ref(), file)
        };
        is_changed && commit(out, input, globals, check)
    }
}

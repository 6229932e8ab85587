//! Finds the frame of a zstd file from which games at an offset can be read. Only files with counts of the games of
//! each frame allow this.

use std::{
    fs::File,
    io::{self, Seek, SeekFrom},
};

use crate::inputs::{
    frame_counts::{self, FrameCounts},
    input::Start,
    seek_table,
};

/// The data of a seek table that is needed to read a range of the text.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// Length of the text in bytes; `None` if the file has no table.
    pub(crate) text_size: Option<u64>,
    /// The frame to begin with; `None` for the first one.
    pub(crate) jump: Option<Jump>,
}

/// A frame in the middle of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Jump {
    /// Offset of the frame in the file.
    pub(crate) stored_offset: u64,
    /// Counts of the text before the frame.
    pub(crate) start: Start,
}

impl Layout {
    /// Reads the table of `file`, for games that begin at `offset` of the text or after it. The read position of the
    /// file does not change.
    pub(crate) fn of(file: &mut File, offset: u64) -> io::Result<Layout> {
        let position = file.stream_position()?;
        let table = seek_table::read(file)?;
        let counts = match &table {
            Some(table) => frame_counts::read(file, table)?,
            None => None,
        };
        file.seek(SeekFrom::Start(position))?;
        let text_size = table.map(|it| it.iter().map(|frame| u64::from(frame.text_size)).sum());
        Ok(Layout { text_size, jump: counts.and_then(|counts| Jump::to(offset, &counts)) })
    }
}

impl Jump {
    /// Returns the last frame that begins at `offset` of the text or before it; `None` if it is the first.
    fn to(offset: u64, frames: &[FrameCounts]) -> Option<Jump> {
        let mut at = Jump { stored_offset: 0, start: Start::default() };
        let mut found = None;
        for FrameCounts { frame, n_lines, n_games } in frames {
            if at.start.offset > offset {
                break;
            }
            found = Some(at);
            at.stored_offset += u64::from(frame.stored_size);
            at.start.offset += u64::from(frame.text_size);
            at.start.n_lines += u64::from(*n_lines);
            at.start.n_games += u64::from(*n_games);
        }
        found.filter(|it| it.stored_offset > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::seek_table::Frame;

    #[test]
    fn the_frame_that_holds_the_offset() {
        let of = |text_size| FrameCounts {
            frame: Frame { stored_size: 7, text_size },
            n_lines: 3,
            n_games: 2,
        };
        let frames = [of(10), of(20), of(30)];
        let to = |offset| Jump::to(offset, &frames).map(|it| (it.stored_offset, it.start.offset));
        assert_eq!([to(0), to(9)], [None, None]);
        assert_eq!([to(10), to(29)], [Some((7, 10)); 2]);
        assert_eq!([to(30), to(60), to(1000)], [Some((14, 30)); 3]);
        let Start { n_lines, n_games, .. } = Jump::to(30, &frames).unwrap().start;
        assert_eq!((n_lines, n_games), (6, 4));
        assert_eq!(Jump::to(5, &[]), None);
    }
}

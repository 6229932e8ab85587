//! Reading that begins at a frame in the middle of a zstd file, whose games are counted in the file.

use std::{
    fs::File,
    io::{self, Seek, SeekFrom},
};

use crate::{
    frame_counts::{self, FrameCounts},
    input::Start,
    seek_table,
};

/// The seek table of a file, as far as a range of the text needs it.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// Bytes of text, by the table; `None`: the file has none.
    pub(crate) text_size: Option<u64>,
    /// The frame to begin with, if it is not the first.
    pub(crate) jump: Option<Jump>,
}

/// A frame in the middle of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Jump {
    /// The offset in the file.
    pub(crate) stored: u64,
    /// What the text before it holds.
    pub(crate) start: Start,
}

impl Layout {
    /// Reads the table of `file`, for games that begin at `offset` of the text or behind it. The position in the file
    /// stays as it was.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
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
        let mut at = Jump { stored: 0, start: Start::default() };
        let mut found = None;
        for FrameCounts { frame, n_lines, n_games } in frames {
            if at.start.offset > offset {
                break;
            }
            found = Some(at);
            at.stored += u64::from(frame.stored_size);
            at.start.offset += u64::from(frame.text_size);
            at.start.n_lines += u64::from(*n_lines);
            at.start.n_games += u64::from(*n_games);
        }
        found.filter(|it| it.stored > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seek_table::Frame;

    #[test]
    fn the_frame_that_holds_the_offset() {
        let of = |text_size| FrameCounts {
            frame: Frame { stored_size: 7, text_size },
            n_lines: 3,
            n_games: 2,
        };
        let frames = [of(10), of(20), of(30)];
        let to = |offset| Jump::to(offset, &frames).map(|it| (it.stored, it.start.offset));
        assert_eq!([to(0), to(9)], [None, None]);
        assert_eq!([to(10), to(29)], [Some((7, 10)); 2]);
        assert_eq!([to(30), to(60), to(1000)], [Some((14, 30)); 3]);
        let Start { n_lines, n_games, .. } = Jump::to(30, &frames).unwrap().start;
        assert_eq!((n_lines, n_games), (6, 4));
        assert_eq!(Jump::to(5, &[]), None);
    }
}

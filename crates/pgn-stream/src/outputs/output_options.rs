//! The options of an output file.

use std::sync::Arc;

use crate::{
    outputs::{append::Append, frame_writer::FrameOptions},
    workers::Workers,
};

/// Options of an output file.
#[derive(Clone, Debug)]
pub struct OutputOptions {
    /// Whether the content of an existing file stays and is followed by the output, in a compressed file as a
    /// separate frame or member.
    pub append: Append,
    /// True if the file is compressed when its name ends in `.zst`, `.gz`, `.bz2` or `.xz`.
    pub compress: bool,
    /// True if an existing file may be replaced.
    pub replace: bool,
    /// How a file whose name ends in `.zst` is divided; `None`: it is one frame. Not used when an existing file is
    /// appended to.
    pub frames: Option<FrameOptions>,
    /// The threads that compress a file of more than a few hundred kilobytes; `None`: the thread that writes it. Tasks
    /// of these threads must not write such an output, as a write can wait for other tasks.
    pub workers: Option<Arc<Workers>>,
    /// Maximum number of bytes of a compressed file that wait while several of its frames are compressed at the same
    /// time.
    pub max_waiting: usize,
}

impl Default for OutputOptions {
    fn default() -> OutputOptions {
        OutputOptions {
            append: Append::No,
            compress: true,
            replace: true,
            frames: None,
            workers: None,
            max_waiting: 256 << 20,
        }
    }
}

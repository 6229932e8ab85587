//! `--zstd-frames`: outputs that are divided into zstd frames.

use std::{num::NonZeroU32, path::Path};

use anyhow::ensure;
use clap::Args;
use pgn_stream::{Format, FrameOptions, format_of_name};

use pgn_work::options::values::parse_size;

use crate::globals::Globals;

/// The frames of outputs whose names end in `.zst`.
#[derive(Args, Clone, Debug)]
pub(crate) struct FramesArgs {
    /// Divide a .zst output into frames of at least SIZE bytes of text, each ending with a game, and add a seek
    /// table, so that --bytes reads a range without decompressing the text before it
    #[arg(long, value_name = "SIZE", value_parser = parse_frame_size, help_heading = "Output")]
    zstd_frames: Option<NonZeroU32>,
}

impl FramesArgs {
    /// Returns the options of a run that writes `outputs`. `instead`: an example of an output that can be divided, for
    /// messages; `is_added_to`: true if text is appended to the output.
    ///
    /// # Errors
    /// Returns an error if the option was given on the command line, and no output is a zstd file, or text is appended
    /// to one.
    pub(crate) fn plan(
        &self,
        outputs: &[&Path],
        is_added_to: bool,
        instead: &str,
        globals: &Globals,
    ) -> anyhow::Result<pgn_work::Globals> {
        let zstd_frames = self.zstd_frames;
        let is_zstd = |path: &Path| format_of_name(path) == Format::Zstd;
        if zstd_frames.is_some() && globals.config.is_given("zstd-frames") {
            ensure!(
                !is_added_to,
                "--zstd-frames cannot be used with --append: `pgnkit merge OLD NEW -o FILE.pgn.zst --zstd-frames SIZE` writes both to a new file"
            );
            ensure!(
                outputs.iter().any(|path| is_zstd(path)),
                "--zstd-frames is for outputs whose names end in .zst, as in {instead}"
            );
        }
        Ok(pgn_work::Globals { zstd_frames, ..globals.run.clone() })
    }
}

/// An example of an output that can be divided, for most commands.
pub(crate) const NAMED_BY_OUTPUT: &str = "-o FILE.pgn.zst";

/// Parses the size of a frame.
fn parse_frame_size(text: &str) -> Result<NonZeroU32, String> {
    let size = u32::try_from(parse_size(text)?).unwrap_or(u32::MAX);
    match NonZeroU32::new(size) {
        None => Err("too small: at least 1".to_owned()),
        Some(size) if size.get() > FrameOptions::MAX_SIZE => {
            Err("too large: at most 512MiB".to_owned())
        }
        Some(size) => Ok(size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_frames() {
        assert_eq!(parse_frame_size("64MB").map(NonZeroU32::get), Ok(64_000_000));
        assert_eq!(parse_frame_size("512MiB").map(NonZeroU32::get), Ok(512 << 20));
        for bad in ["0", "513MiB", "8G", "many"] {
            assert!(parse_frame_size(bad).is_err(), "{bad}");
        }
    }
}

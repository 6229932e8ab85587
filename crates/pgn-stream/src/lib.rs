//! Reads PGN inputs in chunks, processes the chunks on several threads, and delivers the outputs in the order of the
//! inputs.
//!
//! The crate contains no chess. A reader thread opens the inputs, decodes them and cuts them into chunks of about 1
//! MiB at places that look like the boundary of two games. Tasks of a thread pool pass the chunks to a [`Job`], which
//! parses them and returns how far the complete games reach. If a chunk ends inside a game, the next chunk is read
//! again with the unfinished bytes before it. So the output does not depend on the cuts, on the number of threads, or
//! on whether a file is mapped or a pipe. The [`Sink`] receives the outputs on the calling thread.
//!
//! [`run`] is the entry point; [`Output`] writes files that appear complete or not at all.
//!
//! To count the games of files:
//!
//! ```
//! use std::io;
//!
//! use pgn_stream::{
//!     BoundaryFinders, ChunkView, Failure, Flags, Flow, Input, InputEnd, InputInfo, Job, NoProgress,
//!     Options, Piece, Place, Read, Sink, run,
//! };
//! use pgn_syntax::{Game, Parser, Part, cut_points};
//!
//! /// Counts the games of a chunk.
//! struct Count;
//!
//! impl Job for Count {
//!     type Scratch = Parser;
//!     type Draft = u64;
//!     type Output = u64;
//!
//!     fn scratch(&self) -> Parser {
//!         Parser::default()
//!     }
//!
//!     fn read(&self, parser: &mut Parser, chunk: &ChunkView<'_>) -> Read<u64> {
//!         let (src, is_last) = (chunk.bytes, chunk.is_last());
//!         let part = Part { src, is_first: chunk.is_first, is_last, after: chunk.next };
//!         let (mut game, mut n) = (Game::default(), 0);
//!         parser.start(&part);
//!         while parser.next_game(&part, &mut game) {
//!             n += 1;
//!         }
//!         let games_end = if is_last { src.len() } else { parser.rest() };
//!         Read { draft: n, n_games: n, n_lines: None, games_end, flags: Flags::default() }
//!     }
//!
//!     fn finish(&self, _: &mut Parser, n: u64, _: &ChunkView<'_>, _: &Place) -> u64 {
//!         n
//!     }
//!
//!     fn oversized(&self, _: &mut Parser, _: &ChunkView<'_>, _: &Place, _: Piece) -> u64 {
//!         0
//!     }
//! }
//!
//! /// Sums the counts.
//! struct Sum(u64);
//!
//! impl Sink<u64> for Sum {
//!     fn take(&mut self, _: &InputInfo, n: u64) -> io::Result<Flow> {
//!         self.0 += n;
//!         Ok(Flow::Continue)
//!     }
//!
//!     fn failed(&mut self, failure: &Failure<'_>) -> io::Result<Flow> {
//!         Err(io::Error::other(format!("{failure:?}")))
//!     }
//!
//!     fn end(&mut self, _: &InputInfo, end: &InputEnd) -> io::Result<Flow> {
//!         match &end.error {
//!             Some(error) => Err(io::Error::other(error.to_string())),
//!             None => Ok(Flow::Continue),
//!         }
//!     }
//! }
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("games.pgn");
//! # std::fs::write(&path, "1. e4 *\n\n1. d4 *\n\n".repeat(1000))?;
//! let (boundary, pause) = (cut_points::find_boundary, cut_points::find_pause);
//! let (options, mut sum) = (Options::new(BoundaryFinders { boundary, pause }), Sum(0));
//! run([Input::Path(path)].into_iter(), &options, &Count, &mut sum, &NoProgress)?;
//! assert_eq!(sum.0, 2000);
//! # Ok::<(), io::Error>(())
//! ```

#![warn(missing_docs)]

mod inputs;
mod outputs;
mod pipeline;
mod position;
mod progress;
mod system;
mod workers;

pub use inputs::cut::BoundaryFinders;
pub use inputs::endings::format_of_name;
pub use inputs::head::{head_of, text_of};
pub use inputs::input::{Format, Input, InputInfo, STDIN, Start, Utf, member_name};
pub use inputs::options::Options;
pub use inputs::ranges::{FileRange, ranges_of};
pub use inputs::requested_encoding::{Encoding, EncodingsOfFiles};
pub use inputs::seek_table::is_divided;
pub use inputs::sniff::{TextKind, is_compressed, is_text, text_kind};
pub use inputs::source::MappedFile;
pub use inputs::unfold::GameLines;
pub use inputs::{endings, file_names};
pub use outputs::append::{Append, Tail};
pub use outputs::commit::{commit_all, commit_staged};
pub use outputs::frame_writer::{FrameContents, FrameOptions};
pub use outputs::output::{Output, is_same_file};
pub use outputs::output_options::OutputOptions;
pub use outputs::read_back::WrittenHash;
pub use outputs::staging::{Finished, Staging};
pub use pipeline::chunk::{BufferPool, ChunkView, Cut, LOOK_AHEAD};
pub use pipeline::job::{Flags, Job, Piece, Read};
pub use pipeline::sink::{Failure, Flow, InputEnd, Sink};
pub use pipeline::worker::panic_message;
pub use pipeline::{Summary, run, total_size};
pub use position::{
    ChunkOffset, ChunkPosition, GameIndex, GameNumber, LineNumber, Located, Place, PlacedText,
    Position, TextOffset,
};
pub use progress::{NoProgress, Progress};
pub use system::destination::{folder_of, is_descriptor, is_read_at_once};
pub use system::error::{Error, ErrorKind, Unsupported};
pub use system::file_state::{FileSnapshot, FileState};
pub use system::identity::FileId;
pub use system::interrupt::{
    TemporaryFolder, create_folder, keep_folder, remove_files_when_interrupted,
};
pub use system::platform;
pub use workers::Workers;

/// Runs the examples of the readme as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

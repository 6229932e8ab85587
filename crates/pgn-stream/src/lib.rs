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
pub use system::destination::{folder_of, is_descriptor};
pub use system::error::{Error, ErrorKind, Unsupported};
pub use system::file_state::{FileSnapshot, FileState};
pub use system::identity::FileId;
pub use system::interrupt::{create_folder, keep_folder, remove_files_when_interrupted};
pub use system::platform;
pub use workers::Workers;

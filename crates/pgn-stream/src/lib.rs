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

mod append;
mod archive;
mod attributes;
mod body;
mod changes;
mod charset;
mod chunk;
mod compressed_file;
mod cut;
mod decode;
mod destination;
mod directory;
mod early_sync;
mod encode;
pub mod endings;
mod error;
pub mod file_names;
mod file_state;
mod foreign;
mod frame_counts;
mod frame_writer;
mod frames;
mod head;
mod identity;
#[cfg(unix)]
mod inherited;
mod input;
mod interrupt;
mod job;
mod jump;
mod line_lengths;
mod local_headers;
mod lock;
mod mmap;
mod options;
mod output;
mod output_options;
mod outputs;
mod pending_file;
mod pipeline;
pub mod platform;
mod position;
mod prefix_sums;
mod progress;
mod queue;
mod ranges;
mod read_back;
mod reader;
mod requested_encoding;
mod seek_table;
mod sink;
mod sniff;
mod source;
mod staging;
mod temporary;
mod transcode;
mod unfold;
mod worker;
mod workers;

pub use append::{Append, Tail};
pub use chunk::{BufferPool, ChunkView, Cut, LOOK_AHEAD};
pub use cut::BoundaryFinders;
pub use destination::{folder_of, is_descriptor};
pub use endings::format_of_name;
pub use error::{Error, ErrorKind, Unsupported};
pub use file_state::{FileSnapshot, FileState};
pub use frame_writer::{FrameContents, FrameOptions};
pub use head::{head_of, text_of};
pub use identity::FileId;
pub use input::{Format, Input, InputInfo, STDIN, Start, Utf, member_name};
pub use interrupt::{create_folder, keep_folder, remove_files_when_interrupted};
pub use job::{Flags, Job, Piece, Read};
pub use options::Options;
pub use output::{Output, is_same_file};
pub use output_options::OutputOptions;
pub use outputs::{commit_all, commit_staged};
pub use pipeline::{Summary, run, total_size};
pub use position::{
    ChunkOffset, ChunkPosition, GameIndex, GameNumber, LineNumber, Located, Place, PlacedText,
    Position, TextOffset,
};
pub use progress::{NoProgress, Progress};
pub use ranges::{FileRange, ranges_of};
pub use read_back::WrittenHash;
pub use requested_encoding::{Encoding, EncodingsOfFiles};
pub use seek_table::is_divided;
pub use sink::{Failure, Flow, InputEnd, Sink};
pub use sniff::{TextKind, is_compressed, is_text, text_kind};
pub use source::MappedFile;
pub use staging::{Finished, Staging};
pub use unfold::GameLines;
pub use worker::panic_message;
pub use workers::Workers;

//! Inputs and their bytes: opened, recognized, decoded, and divided into ranges.

pub(crate) mod archive;
pub(crate) mod body;
pub(crate) mod changes;
pub(crate) mod charset;
pub(crate) mod cut;
pub(crate) mod decode;
pub(crate) mod directory;
pub mod endings;
pub mod file_names;
pub(crate) mod foreign;
pub(crate) mod frame_counts;
pub(crate) mod frames;
pub(crate) mod head;
pub(crate) mod input;
pub(crate) mod jump;
pub(crate) mod line_lengths;
pub(crate) mod local_headers;
pub(crate) mod mmap;
pub(crate) mod options;
pub(crate) mod ranges;
pub(crate) mod requested_encoding;
pub(crate) mod seek_table;
pub(crate) mod sniff;
pub(crate) mod source;
pub(crate) mod transcode;
pub(crate) mod unfold;

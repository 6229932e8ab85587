//! Outputs that appear whole or not at all, and their compression.

pub(crate) mod append;
pub(crate) mod commit;
pub(crate) mod compressed_file;
pub(crate) mod early_sync;
pub(crate) mod encode;
pub(crate) mod frame_writer;
pub(crate) mod output;
pub(crate) mod output_options;
pub(crate) mod pending_file;
pub(crate) mod read_back;
pub(crate) mod staging;

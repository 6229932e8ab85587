//! The `pgnkit` program: a wrapper around the library.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: pgn_stream::Allocator = pgn_stream::Allocator;

fn main() -> ExitCode {
    pgnkit::install_hook();
    pgnkit::remove_files_when_interrupted();
    pgnkit::run(std::env::args_os()).into()
}

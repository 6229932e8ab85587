//! The `pgnkit` program: a wrapper around the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    pgnkit::install_hook();
    pgnkit::remove_files_when_interrupted();
    pgnkit::run(std::env::args_os()).into()
}

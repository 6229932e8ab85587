//! The `pgnkit` program: arguments in, exit status out. Everything else is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    pgnkit::install_hook();
    pgnkit::run(std::env::args_os()).into()
}

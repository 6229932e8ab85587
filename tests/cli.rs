//! What the program says: the cases of `tests/cmd/<command>/*.toml`, and the sessions of README.md.
//!
//! For text only: line ends are not told apart here. What writes PGN is in golden.rs.
//! `TRYCMD=overwrite` updates the expectations.

mod support;

use std::fs;

#[test]
fn commands_say_what_they_should() {
    trycmd::TestCases::new()
        .default_bin_path(support::PGNKIT)
        .register_bin("pgnkit", std::path::Path::new(support::PGNKIT))
        .env("NO_COLOR", "1")
        .case("tests/cmd/*/*.toml")
        .case("README.md");
}

#[test]
fn every_command_has_a_case() {
    for command in pgnkit::command().get_subcommands() {
        let folder = support::root().join("tests/cmd").join(command.get_name());
        let n_cases = fs::read_dir(&folder).map_or(0, Iterator::count);
        assert!(n_cases > 0, "no case in {}", folder.display());
    }
}

//! The messages and tables of the program: the cases of `tests/cmd/<command>/*.toml`, and the sessions of
//! docs/start.md.
//!
//! For text only, as line ends are not compared. `tests/golden.rs` tests the PGN that is written.
//! `TRYCMD=overwrite` updates the expectations.

use std::fs;

use crate::support;

/// Cases with devices, or with names that other systems do not permit.
const UNIX_ONLY: [&str; 8] = [
    "check/config-extends-a-device",
    "check/config-reads-a-device",
    "check/config-reads-a-file-of-the-system",
    "check/control-characters",
    "check/rejects-to-stdout",
    "export/rejects-to-stdout",
    "filter/rest-to-stdout",
    "merge/duplicates-to-stdout",
];

#[test]
fn output_of_commands_is_as_expected() {
    let cases = trycmd::TestCases::new();
    for case in UNIX_ONLY.iter().filter(|_| cfg!(windows)) {
        cases.skip(format!("tests/cmd/{case}.toml"));
    }
    cases
        .default_bin_path(support::PGNKIT)
        .register_bin("pgnkit", std::path::Path::new(support::PGNKIT))
        .env("NO_COLOR", "1")
        .case("tests/cmd/*/*.toml")
        .case("docs/start.md");
}

#[test]
fn every_command_has_a_case() {
    for command in pgnkit::command().get_subcommands() {
        let folder = support::root().join("tests/cmd").join(command.get_name());
        let n_cases = fs::read_dir(&folder).map_or(0, Iterator::count);
        assert!(n_cases > 0, "no case in {}", folder.display());
    }
}

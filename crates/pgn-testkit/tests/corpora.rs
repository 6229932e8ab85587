//! Checks the invariants on real files: those below `open/` in the folder that `PGNKIT_CORPORA` names, and
//! the project's own.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use pgn_testkit::{
    Generator, Rng, Style, depths, files_below, fixing, invariants, stripping, visitors,
};

/// The maximum size in bytes of files on which all invariants are checked.
const MAX_SIZE: usize = 60_000;

fn check_file(path: &Path) {
    let bytes = fs::read(path).unwrap();
    let result = std::panic::catch_unwind(|| {
        invariants::spans_tile(&bytes);
        invariants::parse_is_total(&bytes);
        invariants::replay_agrees_with_shakmaty(&bytes);
        if bytes.len() > MAX_SIZE {
            return;
        }
        invariants::a_game_stands_alone(&bytes);
        visitors::visitors_agree(&bytes);
        stripping::twice_is_once(&bytes);
        fixing::games_stay(&bytes);
        fixing::twice_is_once(&bytes);
        fixing::only_findings_with_fixes_are_fixed(&bytes);
        let mut rng = Rng::new(bytes.len() as u64);
        let places: Vec<u16> = (0..5).map(|_| u16::try_from(rng.below(1 << 16)).unwrap()).collect();
        invariants::places_are_counted(&bytes, &places);
        depths::depths_agree(&bytes, &places);
        // A control character near a move marks binary data, within a window that a cut would divide.
        if !bytes.iter().any(|&b| b < 9 || (14..32).contains(&b) || b == 127) {
            invariants::seams_do_not_matter(&bytes, &places);
        }
    });
    assert!(result.is_ok(), "in {}", path.display());
}

#[test]
fn invariants_hold_for_own_files() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut files = files_below(&tests.join("corpus")).unwrap();
    files.extend(files_below(&tests.join("broken")).unwrap());
    assert!(files.len() > 50);
    files.iter().for_each(|path| check_file(path));
}

#[test]
fn most_movetext_is_skimmed() {
    let games = Generator::new(5, Style::Bare).games(40);
    assert_eq!(depths::depths_agree(&games, &[]), 39, "all but the last");
}

#[test]
#[ignore = "reads the corpora: set PGNKIT_CORPORA, and --include-ignored"]
fn invariants_hold_for_corpora() {
    let folder =
        PathBuf::from(std::env::var_os("PGNKIT_CORPORA").expect("PGNKIT_CORPORA is not set"));
    assert!(folder.is_dir(), "PGNKIT_CORPORA is {}, which is no folder", folder.display());
    let files = files_below(&folder.join("open")).unwrap();
    tell(&format!("syntax invariants: {} files of corpora ran, 0 were left out", files.len()));
    assert!(!files.is_empty(), "PGNKIT_CORPORA has no files in open");
    files.iter().for_each(|path| check_file(path));
}

/// Writes a line to stderr, which the test harness does not capture.
fn tell(line: &str) {
    std::io::stderr().write_all(format!("{line}\n").as_bytes()).unwrap();
}

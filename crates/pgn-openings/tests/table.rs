//! The built-in table: complete, legal, without contradictions, and close to other tables.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use pgn_chess::{Replay, ReplayOptions, start};
use pgn_openings::{Eco, Openings};
use pgn_syntax::Games;

/// Returns the lines of the table's files with their positions.
fn lines() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/table");
    let mut lines = Vec::new();
    for volume in ["a", "b", "c", "d", "e"] {
        let name = format!("{volume}.tsv");
        let text = fs::read_to_string(folder.join(&name)).unwrap();
        let number = |i| format!("{name}:{}", i + 1);
        lines.extend(text.lines().enumerate().map(|(i, line)| (number(i), line.to_owned())));
    }
    assert!(lines.len() > 2000, "the table was not found");
    lines
}

#[test]
fn lines_are_legal_with_distinct_positions() {
    let mut replay = Replay::new();
    for (place, line) in lines() {
        let mut openings =
            Openings::read(line.as_bytes()).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(openings.iter().count(), 1, "{place}");
        let [code, name, moves] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{place}: three columns")
        };
        assert!(name.trim() == name && !name.contains("  "), "{place}: {name}");
        // The entry must be this one, not an earlier one for the same position.
        openings = Openings::builtin().clone();
        let mut games = Games::new(moves.as_bytes());
        let game = games.next().unwrap();
        let start = start(game, moves.as_bytes());
        let found = openings.classify(
            game,
            moves.as_bytes(),
            &start,
            &mut replay,
            &ReplayOptions::default(),
        );
        let found = found.unwrap();
        assert_eq!((found.eco().as_str(), found.name()), (code, name), "{place}");
        assert_eq!(found.n_plies(), game.n_plies, "{place}");
    }
}

#[test]
fn every_code_has_a_line() {
    let codes: BTreeSet<Eco> = Openings::builtin().iter().map(|opening| opening.eco()).collect();
    let missing: Vec<Eco> = Eco::all().filter(|eco| !codes.contains(eco)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert_eq!(Openings::builtin().iter().count(), lines().len());
}

#[test]
fn move_order_does_not_matter() {
    let classify = |moves: &str| {
        let mut games = Games::new(moves.as_bytes());
        let game = games.next().unwrap();
        let start = start(game, moves.as_bytes());
        let options = ReplayOptions::default();
        let found = Openings::builtin().classify(
            game,
            moves.as_bytes(),
            &start,
            &mut Replay::new(),
            &options,
        );
        found.map(|opening| (opening.eco().as_str(), opening.family(), opening.variation()))
    };
    let najdorf = classify("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6");
    assert_eq!(najdorf, Some(("B90", "Sicilian Defense", Some("Najdorf Variation"))));
    assert_eq!(classify("1. Nf3 c5 2. e4 a6 3. d4 cxd4 4. Nxd4 d6 5. Nc3 Nf6"), najdorf);
    // Later positions that are not in the table, and variations, change nothing.
    assert_eq!(
        classify(
            "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 (5. f3 e5) a6 6. Na4 (6. Be2) h5"
        ),
        najdorf
    );
    assert_eq!(classify("1. e4 c6 (1... e5) *").map(|it| it.0), Some("B10"));
    // Positions that are not in the table have the code of the last one that is.
    assert_eq!(classify("1. e4 g6 2. Nf3 Bg7 3. Nc3 *").map(|it| it.0), Some("B06"));
    assert_eq!(classify("1. Nf3 Nf6 2. c4 e6 3. Nc3 Bb4 4. d4 *").map(|it| it.0), Some("E21"));
    assert_eq!(
        classify("1. Nf3 g6 2. d4 Bg7 3. c4 d6 4. Nc3 Nf6 5. e4 *").map(|it| it.0),
        Some("E90")
    );
    assert_eq!(
        classify("1. d4 e6 2. c4 f5 3. g3 Nf6 4. Bg2 d5 5. Nf3 c6 *").map(|it| it.0),
        Some("A90")
    );
    assert_eq!(classify("*"), None);
}

/// Compares the codes of the built-in table with those of another one, on the games of `bench/masters`, `bench/twic` and
/// `bench/online`.
#[test]
#[ignore = "reads the corpora: set PGNKIT_CORPORA, and --include-ignored"]
fn codes_agree_with_another_table() {
    let corpora = std::env::var_os("PGNKIT_CORPORA").expect("PGNKIT_CORPORA is not set");
    let corpora = PathBuf::from(corpora);
    let mut text = Vec::new();
    for volume in ["a", "b", "c", "d", "e"] {
        let path = corpora.join(format!("reference/chess-openings/{volume}.tsv"));
        let volume = fs::read(&path).unwrap();
        let body = volume.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        text.extend_from_slice(&volume[body..]);
    }
    let theirs = Openings::read(&text).unwrap();
    let ours = Openings::builtin();
    let options = ReplayOptions { judge_signs: false, ..ReplayOptions::default() };
    for name in ["masters", "twic", "online"] {
        let path = corpora.join(format!("bench/{name}.pgn.zst"));
        let pgn = unpacked(&path);
        let mut games = Games::new(&pgn);
        let (mut n_games, mut n_equal, mut n_same_letter) = (0_u32, 0_u32, 0_u32);
        let mut differences: BTreeMap<(Eco, Eco, &str), u32> = BTreeMap::new();
        let mut replay = Replay::new();
        // All games in optimized builds.
        let most = if cfg!(debug_assertions) { 20_000 } else { u32::MAX };
        while n_games < most
            && let Some(game) = games.next()
        {
            let start = start(game, &pgn);
            let theirs = theirs.classify(game, &pgn, &start, &mut replay, &options);
            let ours = ours.classify(game, &pgn, &start, &mut replay, &options);
            let (Some(theirs), Some(ours)) = (theirs, ours) else { continue };
            n_games += 1;
            if theirs.eco() != ours.eco() {
                *differences.entry((theirs.eco(), ours.eco(), ours.name())).or_default() += 1;
            }
            n_equal += u32::from(theirs.eco() == ours.eco());
            n_same_letter += u32::from(theirs.eco().letter() == ours.eco().letter());
        }
        let share = |n: u32| f64::from(n) * 100.0 / f64::from(n_games);
        println!(
            "{name}: {n_games} games, {:.2} % the same code, {:.2} % the same letter",
            share(n_equal),
            share(n_same_letter)
        );
        let mut differences: Vec<_> = differences.into_iter().collect();
        differences.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        for ((theirs, ours, opening), n) in &differences {
            println!("{n} {theirs} {ours} {opening}");
        }
        assert!(n_games > 9_000 && share(n_equal) >= 99.5, "{name}: {:.2} %", share(n_equal));
    }
}

/// Returns the decompressed bytes of a zstd file, using the program `zstd`.
fn unpacked(path: &std::path::Path) -> Vec<u8> {
    let output = std::process::Command::new("zstd").args(["-dc"]).arg(path).output().unwrap();
    assert!(output.status.success(), "{}", path.display());
    output.stdout
}

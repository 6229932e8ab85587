//! Checks the invariants on generated input.
//!
//! - `PGNKIT_SEED=new` takes another seed in each run, and prints it; `PGNKIT_SEED=N` takes this one. Without it the seed is
//!   fixed, so that a change is judged by itself. Each property depends only on the seed.
//! - `PROPTEST_CASES=N` sets the number of cases of a property.
//! - A case that fails is added to `regressions/properties.txt`, and is tried first in all later runs.

use std::{
    env,
    hash::{BuildHasher, RandomState},
    io::{self, Write as _},
    sync::LazyLock,
};

use pgn_testkit::{depths, fixing, invariants, near_pgn, stripping, visitors};
use proptest::{
    prelude::*,
    test_runner::{FileFailurePersistence, RngSeed},
};

/// Where the seeds of cases that once failed are kept.
const REGRESSIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/regressions/properties.txt");

/// The seed of a run without `PGNKIT_SEED`.
const USUAL_SEED: u64 = 8;

/// The seed of this run, which is printed once, past the test harness.
static SEED: LazyLock<u64> = LazyLock::new(|| {
    let seed = match env::var("PGNKIT_SEED").as_deref() {
        Ok("new") => RandomState::new().hash_one(std::process::id()),
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("PGNKIT_SEED is no number: {text}")),
        Err(_) => USUAL_SEED,
    };
    let _ = writeln!(io::stderr().lock(), "properties: seed {seed}");
    seed
});

/// Returns the configuration, and prints the seed for the output of a test that fails.
#[allow(clippy::print_stdout, reason = "the test harness shows it if the test fails")]
fn config() -> ProptestConfig {
    let seed = *SEED;
    println!("PGNKIT_SEED={seed} repeats these cases");
    let asked = env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok());
    ProptestConfig {
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(REGRESSIONS))),
        ..ProptestConfig::with_cases(asked.unwrap_or(1000))
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn spans_tile(bytes in near_pgn::input()) {
        invariants::spans_tile(&bytes.0);
    }

    #[test]
    fn parse_is_total(bytes in near_pgn::input()) {
        invariants::parse_is_total(&bytes.0);
    }

    #[test]
    fn chunks_do_not_matter(bytes in near_pgn::input(), cuts in near_pgn::cuts()) {
        invariants::chunks_do_not_matter(&bytes.0, &cuts);
    }

    #[test]
    fn seams_do_not_matter(bytes in near_pgn::input(), cuts in near_pgn::cuts()) {
        // A control character near a move marks binary data, within a window that the cut would divide.
        let is_control = |b: u8| b < 9 || (14..32).contains(&b) || b == 127;
        let text: Vec<u8> = bytes.0.iter().map(|&b| if is_control(b) { b' ' } else { b }).collect();
        invariants::seams_do_not_matter(&text, &cuts);
    }

    #[test]
    fn replay_agrees_with_shakmaty(bytes in near_pgn::input()) {
        invariants::replay_agrees_with_shakmaty(&bytes.0);
    }

    #[test]
    fn visitors_agree(bytes in near_pgn::input()) {
        visitors::visitors_agree(&bytes.0);
    }

    #[test]
    fn depths_agree(bytes in near_pgn::input(), cuts in near_pgn::cuts()) {
        depths::depths_agree(&bytes.0, &cuts);
    }

    #[test]
    fn places_are_counted(bytes in near_pgn::input(), offsets in near_pgn::cuts()) {
        invariants::places_are_counted(&bytes.0, &offsets);
    }

    #[test]
    fn edits_compose(bytes in near_pgn::input(), cuts in near_pgn::cuts()) {
        invariants::edits_compose(&bytes.0, &cuts);
    }

    #[test]
    fn comments_survive_the_layout(bytes in near_pgn::input()) {
        invariants::comments_survive_the_layout(&bytes.0);
    }

    #[test]
    fn tag_pairs_are_read_back(
        known in prop::sample::select(&["", "White", "eco", "_"][..]),
        name in "([-\\[\\]\"'`{}();:=+#.%_ a0é“»Ж♞😀\u{A0}\u{AD}\u{200B}\u{FEFF}\t\u{85}]|\\PC){0,12}",
        n_times in prop::sample::select(&[1, 1, 1, 9, 90][..]),
        value in "([-\\[\\]\"'`{}();:=+#.%_ a0é“»Ж\\\\]|\\PC){0,12}",
    ) {
        let name = format!("{known}{}", name.repeat(n_times));
        // Without its second quote, `[White Tal "][…` is a pair whose value has no first quote.
        let is_like_another_pair = value.trim_start().starts_with(']') && !known.is_empty();
        prop_assume!(!is_like_another_pair);
        invariants::tag_pairs_are_read_back(&name, &value);
    }

    #[test]
    fn fixes_leave_the_game(bytes in near_pgn::input()) {
        fixing::games_stay(&bytes.0);
    }

    #[test]
    fn fixing_twice_is_once(bytes in near_pgn::input()) {
        fixing::twice_is_once(&bytes.0);
    }

    #[test]
    fn only_findings_with_fixes_are_fixed(bytes in near_pgn::input()) {
        fixing::only_findings_with_fixes_are_fixed(&bytes.0);
    }

    #[test]
    fn a_game_stands_alone(bytes in near_pgn::input()) {
        invariants::a_game_stands_alone(&bytes.0);
    }

    #[test]
    fn stripping_twice_is_stripping_once(bytes in near_pgn::input()) {
        stripping::twice_is_once(&bytes.0);
    }

    #[test]
    fn reduced_export_has_no_annotation(seed in any::<u64>(), n_games in 1..8_usize) {
        let mut generator = pgn_testkit::Generator::new(seed, pgn_testkit::Style::Annotated);
        stripping::reduced_export_stays(&generator.games(n_games));
    }

    #[test]
    fn reduced_export_has_no_annotation_whatever_the_fault(bytes in near_pgn::games_with_faults()) {
        stripping::reduced_export_stays(&bytes);
    }

    #[test]
    fn text_in_utf8_stays(bytes in near_pgn::input()) {
        stripping::utf8_stays(&String::from_utf8_lossy(&bytes.0));
    }

    #[test]
    fn stripping_keeps_the_games(bytes in near_pgn::games_with_faults()) {
        stripping::games_stay(&bytes);
        stripping::twice_is_once_in_games(&bytes);
    }
}

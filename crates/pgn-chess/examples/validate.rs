//! Replays every game of a file and says how many plies of main lines are legal: `validate FILE [MODE]`, where MODE
//! is `parse` (no board), `legal`, `signs` (check signs judged too) or `canonical`.

use std::{process::ExitCode, time::Instant};

use pgn_chess::{Ply, Replay, ReplayOptions, Visitor, deviation::Deviations, start};
use pgn_syntax::Games;

#[derive(Default)]
struct Count {
    n_plies: u64,
    n_deviating: u64,
    n_failed: u64,
    n_bytes: u64,
    writes: bool,
}

impl Visitor for Count {
    fn wants_played(&self, deviations: Deviations) -> bool {
        self.writes || !deviations.is_empty()
    }

    fn ply(&mut self, ply: &Ply<'_>) {
        match ply.outcome {
            pgn_chess::Outcome::Played { deviations, .. } => {
                self.n_deviating += u64::from(!deviations.is_empty());
            }
            pgn_chess::Outcome::Failed(_) => self.n_failed += 1,
            _ => (),
        }
        if self.writes
            && let Some(san) = ply.canonical_san()
        {
            self.n_bytes += san.as_bytes().len() as u64;
        }
    }
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "an example")]
fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else { return ExitCode::from(2) };
    let mode = args.next().unwrap_or_else(|| "legal".to_owned());
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    let begin = Instant::now();
    let options = ReplayOptions { judge_signs: mode != "legal", ..ReplayOptions::default() };
    let mut count = Count { writes: mode == "canonical", ..Count::default() };
    let mut replay = Replay::new();
    let mut games = Games::new(&bytes);
    let mut n_games = 0_u64;
    while let Some(game) = games.next() {
        n_games += 1;
        if mode == "parse" {
            count.n_plies += u64::from(game.n_plies);
            continue;
        }
        let start = start(game, &bytes);
        let end = replay.walk(game, &bytes, &start, &options, &mut count);
        count.n_plies += u64::from(end.n_plies);
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{n_games} games, {} plies, {} deviating, {} failed, {} bytes: {:.3} s, {:.0} MB/s, {:.1} ns a ply",
        count.n_plies,
        count.n_deviating,
        count.n_failed,
        count.n_bytes,
        seconds,
        bytes.len() as f64 / 1e6 / seconds,
        seconds * 1e9 / count.n_plies as f64,
    );
    ExitCode::SUCCESS
}

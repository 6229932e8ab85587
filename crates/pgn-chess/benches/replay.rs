//! Benchmarks of the replay: legality alone, legality and check signs, and canonical SAN.

use divan::{Bencher, counter::ItemsCount};
use pgn_chess::{Ply, Position, Replay, ReplayOptions, Start, Visitor};
use pgn_syntax::{Game, Parser, Part, ReadOptions};

fn main() {
    divan::main();
}

const N_GAMES: usize = 200;

/// Returns games of random moves, the same in every run.
fn random_games() -> Vec<u8> {
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    let mut pgn = Vec::new();
    for _ in 0..N_GAMES {
        let mut position = Position::INITIAL;
        for ply in 0..80 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let mv = moves[usize::try_from(seed % moves.len() as u64).unwrap_or_default()];
            if ply % 2 == 0 {
                pgn.extend_from_slice(format!("{}. ", ply / 2 + 1).as_bytes());
            }
            pgn.extend_from_slice(position.canonical_san(mv).as_bytes());
            pgn.push(b' ');
            position = position.after(mv);
        }
        pgn.extend_from_slice(b"*\n\n");
    }
    pgn
}

struct Sum {
    n: usize,
    writes: bool,
}

impl Visitor for Sum {
    fn ply(&mut self, ply: &Ply<'_>) {
        self.n += if self.writes {
            ply.canonical_san().map_or(0, |san| san.as_bytes().len())
        } else {
            usize::from(ply.after.is_some())
        };
    }
}

fn bench(bencher: Bencher<'_, '_>, judge_signs: bool, writes: bool) {
    let src = random_games();
    let part = Part::whole(&src);
    let mut parser = Parser::new(ReadOptions::default());
    parser.start(&part);
    let (mut games, mut game) = (Vec::new(), Game::default());
    while parser.next_game(&part, &mut game) {
        games.push(game.clone());
    }
    let n_plies: u32 = games.iter().map(|game| game.n_plies).sum();
    let options = ReplayOptions { judge_signs, ..ReplayOptions::default() };
    let start = Start::initial();
    let mut replay = Replay::new();
    bencher.counter(ItemsCount::new(n_plies)).bench_local(|| {
        let mut sum = Sum { n: 0, writes };
        for game in &games {
            replay.walk(game, &src, &start, &options, &mut sum);
        }
        sum.n
    });
}

#[divan::bench]
fn legality(bencher: Bencher<'_, '_>) {
    bench(bencher, false, false);
}

#[divan::bench]
fn legality_and_signs(bencher: Bencher<'_, '_>) {
    bench(bencher, true, false);
}

#[divan::bench]
fn canonical_san(bencher: Bencher<'_, '_>) {
    bench(bencher, true, true);
}

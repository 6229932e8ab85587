//! Benchmarks of likely cuts and of parsing, with generated games or the file that the variable `PGN` names.

use std::{env, fs, hint::black_box};

use divan::{Bencher, counter::BytesCount};
use pgn_syntax::{Game, Parser, Part, cut_points};

fn main() {
    divan::main();
}

/// Returns games without annotation, as in an archive of tournaments, or the file that `PGN` names.
fn bare() -> Vec<u8> {
    if let Some(path) = env::var_os("PGN") {
        let mut src = fs::read(path).expect("PGN names a file");
        let end =
            cut_points::find_boundary(&src[..src.len().min(20 << 20)], 1).unwrap_or(src.len());
        src.truncate(end);
        return src;
    }
    let game = "[Event \"Casual\"]\n[Site \"London\"]\n[Date \"1851.06.21\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n\
        [Result \"1-0\"]\n\n1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5\n8. Nh4 Qg5 9. Nf5 c6 \
        10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3\nNg8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 1-0\n\n";
    game.repeat(20_000).into_bytes()
}

#[divan::bench]
fn parse(bencher: Bencher<'_, '_>) {
    let src = bare();
    bencher.counter(BytesCount::of_slice(&src)).bench_local(|| {
        let part = Part::whole(&src);
        let (mut parser, mut game) = (Parser::default(), Game::default());
        parser.start(&part);
        let mut n_plies = 0;
        while parser.next_game(&part, &mut game) {
            n_plies += u64::from(game.n_plies);
        }
        black_box(n_plies)
    });
}

#[divan::bench]
fn boundaries(bencher: Bencher<'_, '_>) {
    let src = bare();
    bencher.counter(BytesCount::of_slice(&src)).bench_local(|| {
        src.chunks(1 << 20).filter_map(|chunk| cut_points::find_boundary(chunk, 1)).sum::<usize>()
    });
}

//! Lists the games of a PGN file: `cargo run -p pgn-syntax --example games -- FILE`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example program")]

use std::{env, fs, process::ExitCode};

use pgn_syntax::{Fallback, Games, TagName};

fn main() -> ExitCode {
    let Some(path) = env::args_os().nth(1) else {
        eprintln!("usage: games FILE");
        return ExitCode::from(2);
    };
    let src = match fs::read(&path) {
        Ok(src) => src,
        Err(err) => {
            eprintln!("cannot read {}: {err}", path.display());
            return ExitCode::from(2);
        }
    };
    let mut games = Games::new(&src);
    while let Some(game) = games.next() {
        // Without the backslashes that escape quotes, and with bytes that are not UTF-8 read as Windows-1252.
        let (white, black) = (game.value(&src, TagName::WHITE), game.value(&src, TagName::BLACK));
        let fallback = Fallback::default();
        println!(
            "{} - {}  {} plies, {} deviations, bytes {}..{}",
            fallback.decode(&white),
            fallback.decode(&black),
            game.n_plies,
            game.errors.len(),
            game.span.start,
            game.span.end
        );
    }
    ExitCode::SUCCESS
}

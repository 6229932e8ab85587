//! Lists the games of a PGN file: `cargo run -p pgn-syntax --example games -- FILE`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example program")]

use std::{env, fs, process::ExitCode};

use pgn_syntax::{Games, TagName};

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
        let tag = |name| {
            game.tag(&src, name)
                .map_or("?".into(), |pair| String::from_utf8_lossy(pair.value.of(&src)))
        };
        println!(
            "{} - {}  {} plies, {} deviations, bytes {}..{}",
            tag(TagName::WHITE),
            tag(TagName::BLACK),
            game.n_plies,
            game.errors.len(),
            game.span.start,
            game.span.end
        );
    }
    ExitCode::SUCCESS
}

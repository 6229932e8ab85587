//! Compares the moves that pgnkit reads from files with those of pgn-reader and shakmaty.
//!
//! `judge_bench PGNKIT FILE...` compares, for every game that both find, the main line in UCI and whether it
//! is legal. It also compares the number of games with the number of lines that begin with `[Event ` outside
//! comments. Differences go to standard output, the first 20 of each file in full. The exit status is 1 if
//! there are any. See `tests/by-hand/README.md`.

use std::{
    error::Error,
    fs,
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, ExitCode, Stdio},
};

use pgn_testkit::oracle;
use serde_json::Value;

/// The number of differences of a file that are printed.
const SHOWN: usize = 20;

/// Returns the number of lines that begin with `[Event ` outside brace comments.
fn event_lines(bytes: &[u8]) -> usize {
    let (mut n, mut in_comment) = (0, false);
    for line in bytes.split(|&b| b == b'\n') {
        n += usize::from(!in_comment && line.starts_with(b"[Event "));
        if line.starts_with(b"[") && !in_comment {
            continue;
        }
        for &byte in line {
            match byte {
                b'{' => in_comment = true,
                b'}' => in_comment = false,
                b';' if !in_comment => break,
                _ => (),
            }
        }
    }
    n
}

/// Returns the main line of a line of `export --format json-lines` in UCI.
fn moves(game: &Value) -> Vec<&str> {
    let moves = game["moves"].as_array().map(Vec::as_slice).unwrap_or_default();
    moves.iter().filter_map(|it| it["uci"].as_str()).collect()
}

fn judge_file(pgnkit: &str, path: &str) -> Result<usize, Box<dyn Error>> {
    let bytes = fs::read(path)?;
    let n_events = event_lines(&bytes);
    let mut child = Command::new(pgnkit)
        .args(["export", "--format", "json-lines", path])
        .stdout(Stdio::piped())
        .spawn()?;
    let lines = BufReader::with_capacity(1 << 20, child.stdout.take().ok_or("no stdout")?).lines();
    let (mut n_games, mut n_plies, mut n_faulty, mut n_variants) = (0, 0, 0, 0);
    let mut differences = Vec::new();
    let mut at = 0;
    for line in lines {
        let game: Value = serde_json::from_str(&line?)?;
        n_games += 1;
        let number = |name: &str| game[name].as_u64().and_then(|n| usize::try_from(n).ok());
        let start = number("offset").ok_or("no offset")?;
        let end = start + number("length").ok_or("no length")?;
        if start != at || end > bytes.len() {
            differences.push(format!("game {n_games} is at {start}..{end}, not at {at}"));
        }
        at = end;
        // The oracle splits a tag section at an empty line, so that only the last game counts.
        let Some(judged) = bytes.get(start..end).and_then(|game| oracle::games(game).pop()) else {
            continue;
        };
        if judged.is_variant {
            n_variants += 1;
            continue;
        }
        let got = moves(&game);
        let want: Vec<&str> = judged.moves.iter().map(|(_, uci)| uci.as_str()).collect();
        let fault = game["errors"][0]["rule"].as_str();
        n_plies += got.len();
        n_faulty += usize::from(judged.fault.is_some());
        // If both reject the game, the moves before the error are compared.
        if fault.is_some() != judged.fault.is_some() || got != want {
            let n_same = got.iter().zip(&want).take_while(|(a, b)| a == b).count();
            differences.push(format!(
                "game {n_games} at byte {start} ({} - {}): {} plies to {}, the same up to {n_same}; pgnkit {}, oracle {}",
                game["tags"]["White"],
                game["tags"]["Black"],
                got.len(),
                want.len(),
                fault.unwrap_or("fine"),
                judged.fault.as_deref().unwrap_or("fine"),
            ));
        }
    }
    if !child.wait()?.success() {
        return Err("pgnkit failed".into());
    }
    if n_games != n_events {
        differences.push(format!("{n_games} games, {n_events} lines [Event outside comments"));
    }
    let mut out = std::io::stdout().lock();
    for difference in differences.iter().take(SHOWN) {
        writeln!(out, "  {difference}")?;
    }
    writeln!(
        out,
        "{path}: {n_games} games, {n_plies} plies, {n_faulty} with an illegal move, {n_variants} variants not judged, \
         {} differences",
        differences.len()
    )?;
    Ok(differences.len())
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [pgnkit, files @ ..] = &args[..] else { return Err("judge_bench PGNKIT FILE...".into()) };
    let mut n_differences = 0;
    for file in files {
        n_differences += judge_file(pgnkit, file)?;
    }
    Ok(if n_differences == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

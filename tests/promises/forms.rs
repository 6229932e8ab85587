//! Promises of layouts, divided files, partitions and statistics.

use std::{fs, path::PathBuf};

use pgn_testkit::Rng;
use serde_json::Value;

use crate::{
    promises::case::{Case, Verdict, same},
    support::files_below,
};

/// Each layout is a fixed point, and the standard's layout of it is that of the files.
pub(crate) fn layouts(case: &Case, rng: &mut Rng) -> Verdict {
    // Games with errors are copied byte for byte: they keep the layout that they have.
    case.run("export --on-error drop -o standard.pgn d")?;
    let layout = *rng.pick(&["moves", "lines"]);
    let command = format!("export --layout {layout}");
    case.run(&format!("{command} -o all.pgn d"))?;
    case.same_count(&command, &["all.pgn"])?;
    case.run(&format!("{command} --on-error drop -o once.pgn d"))?;
    case.run(&format!("{command} -o twice.pgn once.pgn"))?;
    same(&command, &case.read("twice.pgn"), &case.read("once.pgn"))?;
    case.run("export --on-error drop -o back.pgn once.pgn")?;
    same(&format!("{command} and back"), &case.read("back.pgn"), &case.read("standard.pgn"))
}

/// Changes of tag values that are made twice are made once.
pub(crate) fn tag_changes(case: &Case, rng: &mut Rng) -> Verdict {
    let options = *rng.pick(&[
        "--normalize",
        "--normalize --date-order auto",
        "--fix-results",
        "--split-round",
        "--add plycount,eco,hash,fen",
        "--encoding auto",
    ]);
    case.run(&format!("export {options} -o once.pgn d"))?;
    if !options.contains("encoding") {
        // UTF-16 without a mark has games only with --encoding auto.
        case.same_count(options, &["once.pgn"])?;
    }
    case.run(&format!("export {options} -o twice.pgn once.pgn"))?;
    same(options, &case.read("twice.pgn"), &case.read("once.pgn"))
}

/// A divided file holds the games of a plain one, in all and range by range.
pub(crate) fn frames(case: &Case, rng: &mut Rng) -> Verdict {
    let size = 1000 * (1 + rng.below(8));
    case.run("merge -o plain.pgn d")?;
    case.run(&format!("merge --zstd-frames {size} -o divided.pgn.zst d"))?;
    let plain = case.read("plain.pgn");
    same("divided", &case.run("filter divided.pgn.zst")?.stdout, &plain)?;
    let middle = rng.below(plain.len() + 1);
    let mut n_games = 0;
    for range in [0..middle, middle..plain.len()] {
        if range.is_empty() {
            continue;
        }
        let (start, end) = (range.start, range.end);
        let count = case.run(&format!("filter --count --bytes {start}-{end} divided.pgn.zst"))?;
        let count = String::from_utf8_lossy(&count.stdout).trim().parse::<usize>();
        n_games += count.map_err(|why| format!("no count: {why}"))?;
    }
    case.same_number("ranges of a divided file", n_games)
}

/// The files of a partition hold each game once, and tables and positions of every form are written.
pub(crate) fn partitions(case: &Case, rng: &mut Rng) -> Verdict {
    let field = *rng.pick(&["result", "year", "ECO:1", "variant", "speed"]);
    case.run(&format!("export --format json-lines --partition-by {field} -o parts d"))?;
    let n_lines = if case.path("parts").exists() { lines_below(case, "parts")? } else { 0 };
    case.same_number("partition", n_lines)?;
    for command in [
        "export --format csv --columns @all --rows plies -o plies.csv d",
        "export --format csv --columns @light -o light.csv d",
        "export --format epd --at ply --distinct -o distinct.epd d",
        "export --format fen --plies 2..9 -o window.fen d",
    ] {
        case.run(command)?;
    }
    Ok(())
}

/// Returns the number of lines of all files below a folder.
fn lines_below(case: &Case, folder: &str) -> Result<usize, String> {
    let folder = case.path(folder);
    let files = files_below(&folder);
    let read = |path: &PathBuf| fs::read(folder.join(path)).map_err(|why| why.to_string());
    let count = |bytes: Vec<u8>| bytes.iter().filter(|&&byte| byte == b'\n').count();
    files.iter().map(|path| read(path).map(count)).sum()
}

/// Every kind of statistics is JSON, counts the same games, and does not depend on the number of threads.
pub(crate) fn statistics(case: &Case, rng: &mut Rng) -> Verdict {
    let options = *rng.pick(&[
        "--by pair",
        "--crosstable",
        "--engines",
        "--by player --order score:desc --at-least 2",
        "--quality --moves 4",
    ]);
    let command = format!("stats {options} --format json d");
    let one = case.run(&format!("-j1 {command}"))?.stdout;
    let more = case.run(&format!("-j3 {command}"))?.stdout;
    same(options, &more, &one)?;
    let stats: Value =
        serde_json::from_slice(&one).map_err(|why| format!("no JSON: stats {options}: {why}"))?;
    let n_games = stats["games"].as_u64().and_then(|n| usize::try_from(n).ok());
    case.same_number(&format!("stats {options}"), n_games.unwrap_or(usize::MAX))?;
    case.run(&format!("stats {options} --format html -o page.html d"))?;
    case.run("stats --player A* d").map(drop)
}

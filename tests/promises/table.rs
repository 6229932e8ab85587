//! The promises: properties that hold for every file.

use std::fs;

use pgn_testkit::Rng;
use serde_json::Value;

use crate::promises::{
    archive,
    case::{Case, Verdict, same},
    forms,
};

/// A property that holds for every file.
pub(crate) struct Promise {
    pub(crate) name: &'static str,
    pub(crate) size: Size,
    /// Runs commands in the folder of the case. The random numbers select their options.
    pub(crate) holds: fn(&Case, &mut Rng) -> Verdict,
}

/// The files that a promise is tested on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// Several files of some kilobytes.
    Small,
    /// One file of more than a chunk.
    Large,
}

const fn small(name: &'static str, holds: fn(&Case, &mut Rng) -> Verdict) -> Promise {
    Promise { name, size: Size::Small, holds }
}

const fn large(name: &'static str, holds: fn(&Case, &mut Rng) -> Verdict) -> Promise {
    Promise { name, size: Size::Large, holds }
}

pub(crate) static PROMISES: &[Promise] = &[
    small("all commands count the same games", counts),
    small("tables have the tags of the JSON lines", tables),
    small("threads make no difference", threads),
    small("filter is the identity", identity),
    small("filter and its rest are all games", rest),
    small("games that are appended are all there", append),
    small("merge keeps all games", merge),
    small("merge and its duplicates are all games", dedup),
    small("split keeps all games", split),
    small("games and rejects are all games", rejects),
    small("rejects go back to their places", requeue),
    small("export twice is once", export_twice),
    small("export in place is what export would write", in_place),
    small("lines are turned back", lines),
    small("stripping twice is once", strip_twice),
    small("fixes leave nothing to fix and lose no game", fixes),
    small("every option is taken", options),
    small("layouts are turned back", forms::layouts),
    small("changes of tags twice are once", forms::tag_changes),
    small("divided files have the same games", forms::frames),
    small("partitions have every game once", forms::partitions),
    small("statistics count the same games", forms::statistics),
    small("every game is accounted for", archive::account),
    small("one changed version is the merge of three", archive::git_merge),
    large("the way of reading makes no difference", ways),
    large("ranges of bytes tile the games", tiles),
    large("a large file and its rest are all games", rest),
    large("fixes of a large file leave nothing to fix", fixes),
];

fn counts(case: &Case, _: &mut Rng) -> Verdict {
    let checked = case.run("check --severity style --extend-select G --fail-on never d")?.stderr;
    case.same_number("check", number_after(&checked, "checked "))?;
    let stats: Value = parse(&case.run("stats --format json --quality d")?.stdout)?;
    let n_games = stats["games"].as_u64().and_then(|n| usize::try_from(n).ok());
    case.same_number("stats", n_games.unwrap_or(usize::MAX))?;
    let tree = case.run("merge --tree -o tree.pgn d")?.stderr;
    case.same_number(
        "merge --tree",
        number_before(&tree, " games read").max(number_before(&tree, " game read")),
    )?;
    let found = case.run("check --severity style --fail-on never --output-format json d")?.stdout;
    parse(&found).map(drop)
}

fn tables(case: &Case, _: &mut Rng) -> Verdict {
    let lines = case.run("export --format json-lines d")?.stdout;
    let games: Vec<Value> = lines
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(parse)
        .collect::<Result<_, _>>()?;
    case.same_number("json-lines", games.len())?;
    let rows = csv_rows(&case.run("export --format csv d")?.stdout);
    case.same_number("csv", rows.len().saturating_sub(1))?;
    let Some((head, rows)) = rows.split_first() else { return Ok(()) };
    for (game, row) in games.iter().zip(rows) {
        let at = |name: &str| head.iter().position(|it| it == name).map_or("", |at| &row[at]);
        let tags: Value = parse(at("tags").as_bytes())?;
        if tags != game["tags"] {
            return Err(format!("tags: {tags} in CSV, {} in JSON", game["tags"]));
        }
        for name in ["White", "Black"] {
            let in_json = game["tags"][name].as_str().unwrap_or_default();
            let in_csv = at(&name.to_lowercase());
            if in_csv != in_json && !(in_csv.is_empty() && in_json == "?") {
                return Err(format!("column {name}: {in_csv:?} in CSV, {in_json:?} in JSON"));
            }
        }
    }
    for rows in ["games", "plies"] {
        case.run(&format!("export --format parquet --rows {rows} -o {rows}.parquet d"))?;
        let bytes = case.read(&format!("{rows}.parquet"));
        if !(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1")) {
            return Err(format!("parquet: no whole file of {rows}"));
        }
    }
    Ok(())
}

fn threads(case: &Case, rng: &mut Rng) -> Verdict {
    for command in [
        "check --severity style --extend-select G --fail-on never --output-format json-lines",
        "export",
        "stats --format csv",
    ] {
        let one = case.run(&format!("-j1 {command} d"))?.stdout;
        let more = case.run(&format!("-j{} {command} d", 2 + rng.below(3)))?.stdout;
        same(command, &more, &one)?;
    }
    Ok(())
}

fn identity(case: &Case, _: &mut Rng) -> Verdict {
    for file in case.files.iter().take(4) {
        same("file", &case.run(&format!("filter d/{}", file.name))?.stdout, &file.bytes)?;
        same("pipe", &case.run_with("filter -", Some(&file.bytes))?.stdout, &file.bytes)?;
    }
    Ok(())
}

fn rest(case: &Case, rng: &mut Rng) -> Verdict {
    let test = *rng.pick(&["plies>20", "errors=0", "elo>2300", "White<\"K\""]);
    case.run(&format!("filter -j2 -w {test} -o match.pgn --rest rest.pgn d"))?;
    case.same_count("match and rest", &["match.pgn", "rest.pgn"])?;
    case.run("merge -o both.pgn match.pgn rest.pgn")?;
    case.same_count("merged again", &["both.pgn"])
}

fn append(case: &Case, rng: &mut Rng) -> Verdict {
    let name = *rng.pick(&["all.pgn", "all.pgn", "all.pgn.zst", "all.pgn.gz"]);
    let mut n_refused = 0;
    for file in &case.files {
        match case.run(&format!("filter --append -o {name} d/{}", file.name)) {
            Err(words) if words.contains("cannot append") => {
                n_refused += case.count(&format!("d/{}", file.name))?;
            }
            ran => drop(ran?),
        }
    }
    case.same_number("filter --append", case.count(name)? + n_refused)?;
    for command in ["export", "strip-comments", "merge"] {
        let name = format!("{command}.pgn");
        case.run(&format!("{command} --take 3 --append -o {name} d"))?;
        case.run(&format!("{command} --skip 3 --append -o {name} d"))?;
        case.same_count(&format!("{command} --append"), &[&name])?;
    }
    Ok(())
}

fn merge(case: &Case, rng: &mut Rng) -> Verdict {
    case.run("merge -o merged.pgn d")?;
    case.same_count("merge", &["merged.pgn"])?;
    let order = *rng.pick(&["standard", "White,date", "date:desc,White", "plies"]);
    case.run(&format!("merge --sort {order} -o sorted.pgn d"))?;
    case.same_count("merge --sort", &["sorted.pgn"])?;
    case.run("merge --line-ending crlf -o crlf.pgn d")?;
    case.same_count("merge --line-ending", &["crlf.pgn"])?;
    case.run("filter -w plies>=0 -o all.pgn.zst d")?;
    case.same_count("filter", &["all.pgn.zst"])
}

fn dedup(case: &Case, rng: &mut Rng) -> Verdict {
    let key = *rng.pick(&["exact", "moves", "moves+players", "game-id", "prefix", "position:12"]);
    let keep = *rng.pick(&["first", "last", "longest", "most-annotated", "most-tags", "union"]);
    let sort = *rng.pick(&["none", "standard", "date:desc,White"]);
    let command = format!("merge --dedup {key} --keep {keep} --sort {sort}");
    case.run(&format!("{command} -o kept.pgn --duplicates copies.pgn --report r.tsv d"))?;
    case.same_count("kept and duplicates", &["kept.pgn", "copies.pgn"])
}

fn split(case: &Case, rng: &mut Rng) -> Verdict {
    case.run("split --games 5 --dir parts d")?;
    case.same_count("split --games", &["parts"])?;
    case.run("split --chunks 3 --dir chunks d")?;
    case.same_count("split --chunks", &["chunks"])?;
    let field = *rng.pick(&["Event", "Date:year", "ECO:1", "speed", "variant"]);
    case.run(&format!("split --by {field} --dir values d"))?;
    case.same_count("split --by", &["values"])?;
    // Several players may have one name: then a game is in several files.
    case.run("split --by player --dir players d")?;
    if case.path("parts").exists() {
        case.run("merge -o again.pgn parts")?;
        case.same_count("merge of parts", &["again.pgn"])?;
    }
    case.run("split --variations --dir lines d").map(drop)
}

fn rejects(case: &Case, _: &mut Rng) -> Verdict {
    case.run("export --on-error drop -o good.pgn --rejects bad.pgn d")?;
    case.same_count("export --on-error drop", &["good.pgn", "bad.pgn"])?;
    case.run("export --on-error truncate -o short.pgn d")?;
    case.same_count("export --on-error truncate", &["short.pgn"])
}

fn requeue(case: &Case, _: &mut Rng) -> Verdict {
    case.run("check --fail-on never --rejects bad.pgn d")?;
    if case.count("bad.pgn")? == 0 {
        return Ok(());
    }
    case.run("merge --requeue bad.pgn -o whole.pgn d")?;
    case.same_count("whole", &["whole.pgn"])?;
    case.run("merge -o plain.pgn d")?;
    let read = |name: &str| case.run(&format!("export --format csv {name}")).map(|it| it.stdout);
    // The columns that describe the game, which may have got a marker or a tag pair.
    let games = |bytes: &[u8]| -> Vec<String> {
        let rows = csv_rows(bytes);
        let names = ["white", "black", "result", "moves_san", "final_fen"];
        let head = rows.first().cloned().unwrap_or_default();
        let columns: Vec<usize> =
            (0..head.len()).filter(|&at| names.contains(&&head[at])).collect();
        let cells = |row: &csv::StringRecord| {
            columns.iter().map(|&at| &row[at]).collect::<Vec<_>>().join("\t")
        };
        rows.iter().map(cells).collect()
    };
    let (whole, plain) = (games(&read("whole.pgn")?), games(&read("plain.pgn")?));
    same("another game", whole.join("\n").as_bytes(), plain.join("\n").as_bytes())
}

fn export_twice(case: &Case, rng: &mut Rng) -> Verdict {
    let more = *rng.pick(&[
        "--keep-escapes", "--width 0", "--line-ending crlf", "--nags symbols",
        "--add plycount,hash", "--tag-order source",
    ]);
    for options in ["", " --on-error comment", " --format reduced", &format!(" {more}")] {
        let command = format!("export{options}");
        let _ = fs::remove_file(case.path("once.pgn"));
        let _ = fs::remove_file(case.path("twice.pgn"));
        case.run(&format!("{command} -o once.pgn d"))?;
        case.same_count(&command, &["once.pgn"])?;
        case.run(&format!("{command} -o twice.pgn once.pgn"))?;
        same(&command, &case.read("twice.pgn"), &case.read("once.pgn"))?;
    }
    Ok(())
}

fn in_place(case: &Case, _: &mut Rng) -> Verdict {
    case.copy_to("x");
    let said = case.run("export --in-place x")?.stderr;
    if said.contains("differs from what was read") {
        return Err(format!("refused: {said}"));
    }
    case.same_count("count", &["x"])?;
    let changed = case.run("export --check x")?.stdout;
    same("would change", &changed, b"")
}

fn lines(case: &Case, _: &mut Rng) -> Verdict {
    case.run("export --on-error drop -o good.pgn d")?;
    case.run("export --format lines -o games.txt d")?;
    case.run("export -o again.pgn games.txt")?;
    same("lines", &case.read("again.pgn"), &case.read("good.pgn"))
}

fn strip_twice(case: &Case, rng: &mut Rng) -> Verdict {
    let more = *rng.pick(&[
        " --drop text,variations,nags,glyphs",
        " --keep-commands clk --reflow",
        " --preset engine",
        " --drop escapes,diagrams",
    ]);
    for options in ["", " --preset all", more] {
        let command = format!("strip-comments{options}");
        case.run(&format!("{command} -o once.pgn d"))?;
        case.same_count(&command, &["once.pgn"])?;
        case.run(&format!("{command} -o twice.pgn once.pgn"))?;
        same(&command, &case.read("twice.pgn"), &case.read("once.pgn"))?;
    }
    Ok(())
}

fn fixes(case: &Case, rng: &mut Rng) -> Verdict {
    let takes_all = rng.one_in(3);
    let more = if takes_all { " --unsafe-fixes" } else { "" };
    case.copy_to("y");
    case.run(&format!("check --fix -q --fail-on never{more} y"))?;
    if !takes_all {
        case.same_count("count", &["y"])?;
        let said = case.run("diff d y")?.stderr;
        if number_before(&said, " lost") > 0 {
            return Err(format!("diff tells lost games: {said}"));
        }
    }
    let left = case.run(&format!("check --diff{more} y"))?.stdout;
    same("fixes left undone", &left, b"")
}

fn options(case: &Case, rng: &mut Rng) -> Verdict {
    let notation = *rng.pick(&["lan", "long", "uci", "figurine", "de", "ru"]);
    let target = *rng.pick(&["lichess-study", "chessbase", "scid4", "xboard", "archive"]);
    for command in [
        &format!(
            "export --notation {notation} --normalize --fix-results --fix-mojibake --split-round --add plycount,eco,hash,fen --nags symbols --comment-every 3 fen -o x.pgn d"
        ),
        "export --format epd --at ply -o x.epd d",
        "export --format fen -o x.fen d",
        "export --plies 3..12 --on-error drop -o window.pgn d",
        &format!("check -qq --fail-on never --target {target} d"),
        "stats --by player,year,speed --moves 6 d",
        "stats --format html -o report.html d",
        "split --for lichess-study --dir study d",
        "export --encoding windows-1251 --lang auto --nested-comments --allow-null --assume-queen -o q.pgn d",
        "filter --count -w reaches(threefold)or(has(clk))or(ends(checkmate))or(underpromotion())or(castles(white,long)) d",
        "filter --count -w position(\"8/8/8/8/8/8/8/*\")or(material(\"KPvK\"))or(text~\"*a*\")or(fold(White)~\"a*\") d",
    ] {
        case.run(command)?;
    }
    Ok(())
}

fn ways(case: &Case, rng: &mut Rng) -> Verdict {
    let file = &case.files[0];
    let name = format!("d/{}", file.name);
    let packed = ["large.pgn.zst", "large.pgn.gz", "large.pgn.bz2"][rng.below(3)];
    case.run(&format!("filter -o {packed} {name}"))?;
    for command in [
        "export",
        "export --format json-lines",
        "strip-comments --preset all",
        "check --fix -q --fail-on never",
        "check --severity style --fail-on never --output-format concise --stdin-filename d/large.pgn",
        "filter -w plies>20",
    ] {
        let is_fix = command.contains("--fix ");
        let is_named = command.contains("json-lines") || command.contains("concise");
        let write = |more: &str| -> Result<Vec<u8>, String> {
            if !is_fix {
                return Ok(case.run(&format!("{more} {command} {name}"))?.stdout);
            }
            case.copy_to("fixed");
            case.run(&format!("{more} {command} fixed/{}", file.name))?;
            Ok(case.read(&format!("fixed/{}", file.name)))
        };
        let mapped = write("-j1")?;
        for more in ["-j2", "-j4", "-j3 --no-mmap"] {
            same(&format!("{command} {more}"), &write(more)?, &mapped)?;
        }
        if !command.contains("json-lines") {
            let piped = case.run_with(&format!("-j2 {command} -"), Some(&file.bytes))?.stdout;
            same(&format!("{command} of a pipe"), &piped, &mapped)?;
        }
        if !is_named && !is_fix {
            let unpacked = case.run(&format!("-j2 {command} {packed}"))?.stdout;
            same(&format!("{command} unpacked"), &unpacked, &mapped)?;
        }
    }
    same("filter of a pipe", &case.run_with("filter -", Some(&file.bytes))?.stdout, &file.bytes)
}

fn tiles(case: &Case, rng: &mut Rng) -> Verdict {
    let file = &case.files[0];
    let mut cuts: Vec<usize> = (0..3).map(|_| rng.below(file.bytes.len() + 1)).collect();
    cuts.extend([0, file.bytes.len()]);
    cuts.sort_unstable();
    let mut n = 0;
    for range in cuts.windows(2).filter(|range| range[0] < range[1]) {
        let range = format!("{}-{}", range[0], range[1]);
        let count = case.run(&format!("filter --count --bytes {range} d/{}", file.name))?.stdout;
        n += String::from_utf8_lossy(&count).trim().parse::<usize>().unwrap_or(0);
    }
    case.same_number("ranges", n)
}

fn parse(bytes: &[u8]) -> Result<Value, String> {
    serde_json::from_slice(bytes).map_err(|why| format!("no JSON: {why}: {}", bytes.escape_ascii()))
}

/// Returns the number after `words`, 0 if there is none.
fn number_after(text: &str, words: &str) -> usize {
    let Some((_, rest)) = text.split_once(words) else { return 0 };
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

/// Returns the number before `words`, 0 if there is none.
fn number_before(text: &str, words: &str) -> usize {
    let Some((before, _)) = text.rsplit_once(words) else { return 0 };
    let n_digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
    before[before.len() - n_digits..].parse().unwrap_or(0)
}

/// Returns the rows of a table (RFC 4180).
fn csv_rows(bytes: &[u8]) -> Vec<csv::StringRecord> {
    let rows = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    rows.into_records().map(Result::unwrap).collect()
}

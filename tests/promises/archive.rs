//! Promises of the commands for archives: every game is accounted for, and versions of a file are merged.

use std::fs;

use pgn_testkit::Rng;

use crate::promises::case::{Case, Verdict, same};

/// Every game is found again in what `export`, `merge` and a table of names make of the files.
pub(crate) fn account(case: &Case, rng: &mut Rng) -> Verdict {
    let more = *rng.pick(&["", " --normalize", " --fix-results", " --line-ending crlf"]);
    // A game whose text is open or whose moves cannot be read may become one of comments alone.
    let sound = "(errors=0)and(plies>0)and(variant=standard)";
    case.run(&format!("filter -w {sound} -o sound.pgn d"))?;
    case.run(&format!("export{more} -o exported.pgn sound.pgn"))?;
    let account = case.run("diff sound.pgn exported.pgn --account")?;
    is_complete(&format!("export{more}"), &account.stderr)?;
    // By moves alone, the copy that is kept may lack the names of the players.
    let key = *rng.pick(&["exact", "moves+players"]);
    // Of games of tags alone or with errors, which one is a copy of which is not known.
    let command = format!("merge -w {sound} --dedup {key} --account -o kept.pgn d");
    is_complete(&command, &case.run(&command)?.stderr)?;
    case.run("stats --names names.tsv d")?;
    case.run("export --map-tag names.tsv -o mapped.pgn d")?;
    case.same_count("export --map-tag", &["mapped.pgn"])
}

/// Returns an error if the account of a run lacks games.
fn is_complete(what: &str, said: &str) -> Verdict {
    match said.lines().find(|line| line.contains("unaccounted")) {
        Some(line) if line.ends_with(", 0 unaccounted") => Ok(()),
        Some(line) => Err(format!("unaccounted: {what}: {line}")),
        None => Err(format!("no account: {what}: {said}")),
    }
}

/// The merge driver returns the version of the only side that changed, and both versions if they are equal.
pub(crate) fn git_merge(case: &Case, rng: &mut Rng) -> Verdict {
    let base = &case.files[0].bytes;
    let other = &case.files[rng.below(case.files.len())].bytes;
    let versions = [
        ("theirs alone changed", base, other, other),
        ("ours alone changed", other, base, other),
        ("both changed alike", other, other, other),
    ];
    for (what, ours, theirs, expected) in versions {
        let put = |name: &str, bytes: &[u8]| fs::write(case.path(name), bytes);
        let written =
            put("base.pgn", base).and(put("ours.pgn", ours)).and(put("theirs.pgn", theirs));
        written.map_err(|why| format!("scratch file: {why}"))?;
        case.run("git-merge base.pgn ours.pgn theirs.pgn")?;
        same(what, &case.read("ours.pgn"), expected)?;
    }
    case.run(&format!("git-textconv d/{}", case.files[0].name)).map(drop)
}

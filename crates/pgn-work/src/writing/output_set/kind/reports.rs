//! Reports, patches and logs, as they are recognized.

use pgn_stream::endings::is_pgn;
use pgn_syntax::is_name_byte;

use super::{Effect, after_all, begins_with_digit, conversions::ends_as_csv, first_line};

/// Returns true for a patch of a file of games by this program; if it is continued, for a patch of any file.
pub(super) fn is_patch(text: &str, effect: Effect) -> bool {
    let mut lines = text.split('\n');
    let name = |line: Option<&'_ str>, mark: &str| -> Option<String> {
        let name = line?.strip_prefix(mark)?.trim_matches(['"', '\t']);
        Some(name.get(2..)?.to_owned())
    };
    let old = name(lines.next(), "--- ");
    if old.is_none() || old != name(lines.next(), "+++ ") {
        return false;
    }
    let is_hunk =
        lines.next().is_some_and(|line| line.starts_with("@@ -") && line.ends_with(" @@"));
    // Other programs write the same headers, so that the text must be of games, too.
    let is_of_games = old.is_some_and(|name| name == "stdin" || is_pgn(&name));
    let is_pair = |line: &str| {
        let pair = line.get(1..).and_then(|it| it.strip_prefix('[')?.strip_suffix("\"]"));
        let name = pair.and_then(|it| it.split_once(" \"")).map(|(name, _)| name.as_bytes());
        name.is_some_and(|name| !name.is_empty() && name.iter().all(is_name_byte))
    };
    is_hunk && (effect == Effect::Extended || is_of_games || lines.any(is_pair))
}

/// Returns true for the counts of `stats` in any format. `text`: `head` as text.
pub(super) fn is_of_tables(head: &[u8], text: &str) -> bool {
    /// The first entry of the object after the number of games.
    const ENTRIES: [&str; 5] =
        ["\"plies\": ", "\"by\": [", "\"crosstable\": ", "\"errors\": ", "\"unread\": "];
    let facts = ["Overview\n────────\nGames ", "Overview\n--------\nGames "];
    let is_text = || {
        let rest = facts.iter().find_map(|facts| text.strip_prefix(facts));
        rest.is_some_and(|rest| begins_with_digit(rest.trim_start_matches(' ')))
    };
    let is_markdown = || {
        let rest = text.strip_prefix("# ").and_then(|rest| rest.split_once('\n'));
        let table = "\n## Overview\n\n| | |\n| --- | ---: |\n| Games | ";
        rest.is_some_and(|(_, rest)| rest.starts_with(table))
    };
    let is_json = || {
        let rest = text.strip_prefix("{\n  \"games\": ").and_then(|rest| rest.split_once(",\n  "));
        rest.is_some_and(|(n, rest)| {
            n.parse::<u64>().is_ok() && ENTRIES.iter().any(|entry| rest.starts_with(entry))
        })
    };
    is_header(head, first_line(text))
        || is_text()
        || is_json()
        || is_markdown()
        || page(text).is_some_and(|page| page == Page::Tables)
}

/// Returns true for the header of a table of `stats` in CSV or TSV.
fn is_header(head: &[u8], line: &str) -> bool {
    const COUNTS: [&str; 4] = [
        ",games,white_score,white_wins,draws,black_wins,",
        ",games,score,wins,draws,losses,white,black,",
        ",games,wins,draws,losses,score,draw_rate,elo_diff,",
        ",games,time_losses,crashes,illegal_moves,",
    ];
    let line = &*line.replace('\t', ",");
    line == "section,name,field,value"
        || line == "result,games,share" && ends_as_csv(head)
        || line.starts_with("event,site,year,form,event_games,number,")
        || COUNTS.iter().any(|counts| line.contains(counts))
}

/// Returns true for the changes of `diff` in any format.
pub(super) fn is_of_changes(text: &str) -> bool {
    const KINDS: [&str; 5] = ["changed", "spelling", "lost", "added", "poorer"];
    let line = first_line(text);
    // Each place is `path:line game number`.
    let has_place = || {
        line.match_indices(" game ").any(|(at, game)| {
            let number = line[..at].rsplit_once(':').map(|(_, number)| number);
            number.is_some_and(|number| number.parse::<u64>().is_ok())
                && begins_with_digit(&line[at + game.len()..])
        })
    };
    let is_text = || KINDS.iter().any(|kind| line.starts_with(&format!("{kind:<8} ")));
    let section = text.strip_prefix("<details>\n<summary><b>");
    let section = section.and_then(|rest| rest.split_once("</b> "));
    let fields = ["{\"annotation\":", ",\"black\":", ",\"change\":\"", ",\"date\":"];
    (is_text() && has_place())
        || section.is_some_and(|(kind, _)| KINDS.contains(&kind))
        || after_all(line, &fields).is_some()
        || is_summary(line)
        || page(text).is_some_and(|page| page == Page::Changes)
}

/// Returns true for the last line of a report in Markdown, which is the only one if no game has changed.
fn is_summary(line: &str) -> bool {
    let of_account = || {
        let rest = line.split_once(" games lost, ").or_else(|| line.split_once(" game lost, "));
        rest.is_some_and(|(_, rest)| rest.ends_with(" poorer"))
    };
    let parts = ["compared ", " with ", ": ", " the same, ", " changed, ", " lost, ", " added"];
    after_all(line, &parts).is_some() || (begins_with_digit(line) && of_account())
}

/// The content of a page.
#[derive(PartialEq, Eq)]
enum Page {
    Tables,
    Changes,
}

/// Returns the content of a page of this program; `None` for any other text.
fn page(text: &str) -> Option<Page> {
    let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
    let generator = "\">\n<meta name=\"generator\" content=\"pgnkit ";
    let rest = after_all(text, &["<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n", policy])?;
    let (policy, _) = rest.split_once(generator).filter(|(policy, _)| !policy.contains('>'))?;
    // Only tables can be sorted, which needs a script.
    Some(if policy.contains("script-src ") { Page::Tables } else { Page::Changes })
}

/// Returns true for the report of `merge` on duplicates.
pub(super) fn is_of_merge(text: &str) -> bool {
    const COLUMNS: &str = "file\tline\tgame\tkept_file\tkept_line\tkept_game\treason\t";
    let fields = ["{\"dropped\":{\"file\":\"", "},\"kept\":{\"file\":\"", "},\"reason\":\""];
    text.starts_with(COLUMNS) || after_all(first_line(text), &fields).is_some()
}

/// Returns true for a log: it begins with the line of a start, or with a measured time if its beginning was removed.
pub(super) fn is_log(text: &str) -> bool {
    let line = first_line(text);
    let measured = line.strip_suffix(" ms").and_then(|rest| rest.rsplit_once(' '));
    let is_time = |text: &str| {
        let time = text.split_once('.');
        time.is_some_and(|(whole, tenths)| {
            tenths.len() == 1 && [whole, tenths].iter().all(|it| it.parse::<u64>().is_ok())
        })
    };
    // A request is a single word; other lines name what was found.
    let is_measured = |what: &str| {
        !what.contains(' ') || what.starts_with("findings ") || what.ends_with(" findings")
    };
    line.starts_with("pgnkit server ")
        || measured.is_some_and(|(what, time)| is_time(time) && is_measured(what))
}

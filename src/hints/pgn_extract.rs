//! Options of pgn-extract, and the command of pgnkit for each that needs no choice of the user. The page
//! from-pgn-extract has all.

use super::wishes::Instead;

/// The value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    None,
    Number,
    Text,
    File,
}

/// Spellings of an option, its value, and the command with its options; `{}` is the value.
type Entry = (&'static [&'static str], Kind, &'static str, &'static [&'static str]);

/// The options in the order in which spellings are compared: `-Tdb` before `-Td`, which is its beginning.
const OPTIONS: &[Entry] = &[
    (&["-Tw"], Kind::Text, "filter", &["--white", "{}"]),
    (&["-Tb"], Kind::Text, "filter", &["--black", "{}"]),
    (&["-Tp"], Kind::Text, "filter", &["--player", "{}"]),
    (&["-Tdb"], Kind::Number, "filter", &["-w", "date < {}"]),
    (&["-Tda"], Kind::Number, "filter", &["-w", "date > {}"]),
    (&["-Td"], Kind::Text, "filter", &["--date", "{}"]),
    (&["-Te"], Kind::Text, "filter", &["--eco", "{}"]),
    (&["-Tr"], Kind::Text, "filter", &["--result", "{}"]),
    (&["-Tf"], Kind::Text, "filter", &["--position", "{}"]),
    (&["-Ta"], Kind::Text, "filter", &["-w", "Annotator ~ \"{}*\""]),
    (&["--onlysetuptags"], Kind::None, "filter", &["-w", "has(fen)"]),
    (&["--nosetuptags"], Kind::None, "filter", &["-w", "not has(fen)"]),
    (&["--commented"], Kind::None, "filter", &["-w", "has(comments)"]),
    (&["-M", "--checkmate"], Kind::None, "filter", &["--ends", "checkmate"]),
    (&["--stalemate"], Kind::None, "filter", &["--ends", "stalemate"]),
    (&["--insufficient"], Kind::None, "filter", &["--ends", "insufficient"]),
    (&["--repetition"], Kind::None, "filter", &["-w", "reaches(threefold)"]),
    (&["--repetition5"], Kind::None, "filter", &["-w", "reaches(fivefold)"]),
    (&["--fifty", "--50"], Kind::None, "filter", &["-w", "reaches(fifty)"]),
    (&["--seventyfive", "--75"], Kind::None, "filter", &["-w", "reaches(seventyfive)"]),
    (&["--underpromotion"], Kind::None, "filter", &["-w", "underpromotion()"]),
    (&["-b"], Kind::Number, "filter", &["-w", "moves = {}"]),
    (&["--minmoves"], Kind::Number, "filter", &["-w", "moves >= {}"]),
    (&["--maxmoves"], Kind::Number, "filter", &["-w", "moves <= {}"]),
    (&["-p"], Kind::Number, "filter", &["-w", "plies = {}"]),
    (&["--minply"], Kind::Number, "filter", &["-w", "plies >= {}"]),
    (&["--maxply"], Kind::Number, "filter", &["-w", "plies <= {}"]),
    (&["--fenpattern"], Kind::Text, "filter", &["--position", "{}"]),
    (&["--piececount"], Kind::Number, "filter", &["-w", "pieces = {}"]),
    (&["--firstgame"], Kind::Number, "filter", &["--game", "{}-"]),
    (&["--gamelimit"], Kind::Number, "filter", &["--game", "1-{}"]),
    (&["--stopafter"], Kind::Number, "filter", &["--take", "{}"]),
    (&["-n"], Kind::File, "filter", &["--rest", "{}"]),
    (&["--suppressmatched"], Kind::None, "filter", &["--not"]),
    (&["-f"], Kind::File, "export", &["--files-from", "{}"]),
    (&["--fixresulttags"], Kind::None, "export", &["--fix-results"]),
    (&["-a"], Kind::File, "export", &["--append", "-o", "{}"]),
    (&["-#"], Kind::Number, "split", &["--games", "{}"]),
    (&["-E"], Kind::Number, "split", &["--by", "ECO:{}"]),
    (&["--splitvariants"], Kind::None, "split", &["--variations"]),
    (&["-Wuci"], Kind::None, "export", &["--notation", "uci"]),
    (&["-Wsan"], Kind::None, "export", &["--notation", "san"]),
    (&["-Wfen"], Kind::None, "export", &["--format", "fen"]),
    (&["-Wepd"], Kind::None, "export", &["--format", "epd"]),
    (&["--linelength"], Kind::Number, "export", &["--width", "{}"]),
    (&["-C", "--nocomments"], Kind::None, "strip-comments", &[]),
    (&["-N", "--nonags"], Kind::None, "strip-comments", &["--drop", "nags"]),
    (&["-V", "--novars"], Kind::None, "strip-comments", &["--drop", "variations"]),
    (
        &["-7", "--seven"],
        Kind::None,
        "export",
        &["--tags", "Event,Site,Date,Round,White,Black,Result"],
    ),
    (&["--plycount"], Kind::None, "export", &["--add", "plycount"]),
    (&["--addhashcode"], Kind::None, "export", &["--add", "hash"]),
    (&["-F", "--fencomments"], Kind::None, "export", &["--format", "fen", "--at", "end"]),
    (&["-D", "--noduplicates"], Kind::None, "merge", &["--dedup", "moves"]),
    (&["-d"], Kind::File, "merge", &["--dedup", "moves", "--duplicates", "{}"]),
    (&["-U", "--nounique"], Kind::None, "merge", &["--dedup", "moves", "--only-duplicates"]),
    (&["-c", "--checkfile"], Kind::File, "merge", &["--dedup", "moves", "--against", "{}"]),
    (&["--deletesamesetup"], Kind::None, "merge", &["--dedup", "position:0"]),
    (&["-r"], Kind::None, "check", &[]),
];

/// Returns the command for an option of pgn-extract: the word, and whether the next word is its value. `next`: the word
/// after it.
pub(super) fn instead(word: &str, next: Option<&str>) -> Option<Instead> {
    let find = |(options, kind, command, words): &Entry| {
        let option = options.iter().find(|it| {
            let is_long = it.starts_with("--");
            word == **it || *kind != Kind::None && !is_long && word.starts_with(**it)
        })?;
        let attached = &word[option.len()..];
        let takes_next = *kind != Kind::None && attached.is_empty();
        let value = if takes_next { next? } else { attached };
        let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        let is_valid = match kind {
            Kind::None => value.is_empty(),
            Kind::Number => is_number,
            Kind::Text => !value.is_empty() && !value.contains(['"', '\\']),
            Kind::File => !value.is_empty() && !is_number && takes_next,
        };
        let words = words.iter().map(|it| it.replace("{}", value)).collect();
        is_valid.then_some(Instead { command: Some(command), words, takes_value: takes_next })
    };
    OPTIONS.iter().find_map(find)
}

/// Returns true if pgn-extract has a short option that begins as `word` does.
pub(super) fn has(word: &str) -> bool {
    let page = crate::topics::TOPICS.iter().find(|topic| topic.name == "from-pgn-extract");
    let beginning: String = word.chars().take(2).collect();
    let is_short = word.starts_with('-') && !word.starts_with("--") && beginning.len() > 1;
    let is_it = |code: &str| code.starts_with(&beginning);
    let options = |line: &'static str| line.strip_prefix("| ")?.split_once(" | ").map(|it| it.0);
    let lines = page.into_iter().flat_map(|page| page.page.lines().filter_map(options));
    is_short && lines.flat_map(|it| it.split('`').skip(1).step_by(2)).any(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_option() {
        let page = crate::topics::TOPICS.iter().find(|topic| topic.name == "from-pgn-extract");
        let page = page.unwrap().page;
        for option in OPTIONS.iter().flat_map(|(options, ..)| *options) {
            let is_there = page.contains(&format!("`{option}")) || option.starts_with("-W");
            assert!(is_there, "{option}");
        }
    }

    #[test]
    fn commands_are_valid() {
        for (_, kind, command, words) in OPTIONS {
            let value = match (kind, words[..].first()) {
                (Kind::File, _) => "a.pgn",
                (_, Some(&"--result")) => "1-0",
                (_, Some(&"--eco")) => "B90",
                (_, Some(&"-w")) if words[1].starts_with("date") => "1992",
                _ => "1",
            };
            let words = words.iter().map(|it| it.replace("{}", value));
            let line = ["pgnkit".to_owned(), (*command).to_owned()].into_iter().chain(words);
            let line: Vec<String> = line.collect();
            assert!(crate::command().try_get_matches_from(&line).is_ok(), "{line:?}");
            if let Some(at) = line.iter().position(|it| it == "-w") {
                assert!(pgn_query::Query::parse(&line[at + 1]).is_ok(), "{line:?}");
            }
        }
    }

    #[test]
    fn short_options_are_known() {
        assert!(has("-p") && has("-pTal") && has("-Wuci") && has("-#5"));
        assert!(!has("-k") && !has("--minply") && !has("-"));
    }
}

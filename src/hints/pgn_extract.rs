//! Options of pgn-extract, and the command of pgnkit for each that needs no choice of the user. The page
//! from-pgn-extract has all options.

use pgn_query::value::is_digits;
use pgn_work::options::wishes::Instead;

/// What an option takes: the kind of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    None,
    Number,
    Text,
    File,
}

/// Spellings of an option, its value, and the command with its options; `{}` is the value.
type OptionRow = (&'static [&'static str], Takes, &'static str, &'static [&'static str]);

/// The options in the order in which spellings are compared: `-Tdb` before `-Td`, which is its beginning.
const OPTIONS: &[OptionRow] = &[
    (&["-Tw"], Takes::Text, "filter", &["--white", "{}"]),
    (&["-Tb"], Takes::Text, "filter", &["--black", "{}"]),
    (&["-Tp"], Takes::Text, "filter", &["--player", "{}"]),
    (&["-Tdb"], Takes::Number, "filter", &["-w", "date < {}"]),
    (&["-Tda"], Takes::Number, "filter", &["-w", "date > {}"]),
    (&["-Td"], Takes::Text, "filter", &["--date", "{}"]),
    (&["-Te"], Takes::Text, "filter", &["--eco", "{}"]),
    (&["-Tr"], Takes::Text, "filter", &["--result", "{}"]),
    (&["-Tf"], Takes::Text, "filter", &["--position", "{}"]),
    (&["-Ta"], Takes::Text, "filter", &["-w", "Annotator ~ \"{}*\""]),
    (&["--onlysetuptags"], Takes::None, "filter", &["-w", "has(fen)"]),
    (&["--nosetuptags"], Takes::None, "filter", &["-w", "not has(fen)"]),
    (&["--commented"], Takes::None, "filter", &["-w", "has(comments)"]),
    (&["-M", "--checkmate"], Takes::None, "filter", &["--ends", "checkmate"]),
    (&["--stalemate"], Takes::None, "filter", &["--ends", "stalemate"]),
    (&["--insufficient"], Takes::None, "filter", &["--ends", "insufficient"]),
    (&["--repetition"], Takes::None, "filter", &["-w", "reaches(threefold)"]),
    (&["--repetition5"], Takes::None, "filter", &["-w", "reaches(fivefold)"]),
    (&["--fifty", "--50"], Takes::None, "filter", &["-w", "reaches(fifty)"]),
    (&["--seventyfive", "--75"], Takes::None, "filter", &["-w", "reaches(seventyfive)"]),
    (&["--underpromotion"], Takes::None, "filter", &["-w", "underpromotion()"]),
    (&["-b"], Takes::Number, "filter", &["-w", "moves = {}"]),
    (&["--minmoves"], Takes::Number, "filter", &["-w", "moves >= {}"]),
    (&["--maxmoves"], Takes::Number, "filter", &["-w", "moves <= {}"]),
    (&["-p"], Takes::Number, "filter", &["-w", "plies = {}"]),
    (&["--minply"], Takes::Number, "filter", &["-w", "plies >= {}"]),
    (&["--maxply"], Takes::Number, "filter", &["-w", "plies <= {}"]),
    (&["--fenpattern"], Takes::Text, "filter", &["--position", "{}"]),
    (&["--piececount"], Takes::Number, "filter", &["-w", "pieces = {}"]),
    (&["--firstgame"], Takes::Number, "filter", &["--game", "{}-"]),
    (&["--gamelimit"], Takes::Number, "filter", &["--game", "1-{}"]),
    (&["--stopafter"], Takes::Number, "filter", &["--take", "{}"]),
    (&["-n"], Takes::File, "filter", &["--rest", "{}"]),
    (&["--suppressmatched"], Takes::None, "filter", &["--not"]),
    (&["-f"], Takes::File, "export", &["--files-from", "{}"]),
    (&["--fixresulttags"], Takes::None, "export", &["--fix-results"]),
    (&["-a"], Takes::File, "export", &["--append", "-o", "{}"]),
    (&["-#"], Takes::Number, "split", &["--games", "{}"]),
    (&["-E"], Takes::Number, "split", &["--by", "ECO:{}"]),
    (&["--splitvariants"], Takes::None, "split", &["--variations"]),
    (&["-Wuci"], Takes::None, "export", &["--notation", "uci"]),
    (&["-Wsan"], Takes::None, "export", &["--notation", "san"]),
    (&["-Wfen"], Takes::None, "export", &["--format", "fen"]),
    (&["-Wepd"], Takes::None, "export", &["--format", "epd"]),
    (&["--linelength"], Takes::Number, "export", &["--width", "{}"]),
    (&["-C", "--nocomments"], Takes::None, "strip-comments", &[]),
    (&["-N", "--nonags"], Takes::None, "strip-comments", &["--drop", "nags,glyphs"]),
    (&["-V", "--novars"], Takes::None, "strip-comments", &["--drop", "variations"]),
    (
        &["-7", "--seven"],
        Takes::None,
        "export",
        &["--tags", "Event,Site,Date,Round,White,Black,Result"],
    ),
    (&["--plycount"], Takes::None, "export", &["--add", "plycount"]),
    (&["--addhashcode"], Takes::None, "export", &["--add", "hash"]),
    (&["-F", "--fencomments"], Takes::None, "export", &["--format", "fen", "--at", "end"]),
    (&["-D", "--noduplicates"], Takes::None, "merge", &["--dedup", "moves"]),
    (&["-d"], Takes::File, "merge", &["--dedup", "moves", "--duplicates", "{}"]),
    (&["-U", "--nounique"], Takes::None, "merge", &["--dedup", "moves", "--only-duplicates"]),
    (&["-c", "--checkfile"], Takes::File, "merge", &["--dedup", "moves", "--against", "{}"]),
    (&["--deletesamesetup"], Takes::None, "merge", &["--dedup", "position:0"]),
    (&["-r"], Takes::None, "check", &[]),
];

/// Returns the command for an option of pgn-extract: the word, and whether the next word is its value. `next`: the word
/// after it.
pub(super) fn instead(word: &str, next: Option<&str>) -> Option<Instead> {
    let find = |(options, kind, command, words): &OptionRow| {
        let option = options.iter().find(|it| {
            let is_long = it.starts_with("--");
            word == **it || *kind != Takes::None && !is_long && word.starts_with(**it)
        })?;
        let attached = &word[option.len()..];
        let takes_next = *kind != Takes::None && attached.is_empty();
        let value = if takes_next { next? } else { attached };
        let is_valid = match kind {
            Takes::None => value.is_empty(),
            Takes::Number => is_digits(value),
            Takes::Text => !value.is_empty() && !value.contains(['"', '\\']),
            Takes::File => !value.is_empty() && !is_digits(value) && takes_next,
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
                (Takes::File, _) => "a.pgn",
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

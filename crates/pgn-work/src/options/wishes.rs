//! Options that no command has, and what pgnkit has instead.

use pgn_query::{option_expressions::expression, value::is_digits};

/// The words that replace an option which no command has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instead {
    /// The command; `None`: the one that was typed, or `filter` if none was.
    pub command: Option<&'static str>,
    /// The words in place of the option.
    pub words: Vec<String>,
    /// True if the value of the option is in these words.
    pub takes_value: bool,
}

/// What an option takes: the kind of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Number,
    Text,
}

/// Options that select games, with the expression of `--where`; `{}` is the value.
const EXPRESSIONS: &[(&[&str], Takes, &str)] = &[
    (&["elo", "rating"], Takes::Number, "elo >= {}"),
    (&["min-elo", "minelo", "min-rating"], Takes::Number, "min_elo >= {}"),
    (&["max-elo", "maxelo", "max-rating"], Takes::Number, "max_elo <= {}"),
    (&["white-elo", "whiteelo"], Takes::Number, "WhiteElo >= {}"),
    (&["black-elo", "blackelo"], Takes::Number, "BlackElo >= {}"),
    (&["plies"], Takes::Number, "plies = {}"),
    (&["min-plies", "min-ply"], Takes::Number, "plies >= {}"),
    (&["max-plies", "max-ply"], Takes::Number, "plies <= {}"),
    (&["min-moves"], Takes::Number, "moves >= {}"),
    (&["max-moves"], Takes::Number, "moves <= {}"),
    (&["year", "years"], Takes::Number, "year = {}"),
    (&["from-year", "since", "after"], Takes::Number, "year >= {}"),
    (&["to-year", "until", "before"], Takes::Number, "year <= {}"),
    (&["round"], Takes::Number, "round = {}"),
    (&["name", "players", "player-name"], Takes::Text, "player ~ \"{}*\""),
    (&["site", "place"], Takes::Text, "Site ~ \"{}*\""),
    (&["opening"], Takes::Text, "opening ~ \"{}*\""),
    (&["annotator"], Takes::Text, "Annotator ~ \"{}*\""),
    (&["title"], Takes::Text, "WhiteTitle = \"{}\" or BlackTitle = \"{}\""),
    (&["time-control", "timecontrol", "tc"], Takes::Text, "TimeControl = \"{}\""),
    (&["time-class", "speed"], Takes::Text, "speed = \"{}\""),
    (&["termination"], Takes::Text, "termination = \"{}\""),
    (&["variant"], Takes::Text, "variant = \"{}\""),
    (&["winner"], Takes::Text, "winner ~ \"{}*\""),
    (&["fen"], Takes::Text, "fen(\"{}\")"),
    (&["hash"], Takes::Text, "hash({})"),
];

/// Other options: names, command, words. `{}` is the value.
const OTHERS: &[(&[&str], Option<&str>, &[&str])] = &[
    (&["head", "limit", "max-games", "first", "count-of-games"], None, &["--take", "{}"]),
    (&["offset"], None, &["--skip", "{}"]),
    (&["tail"], Some("filter"), &["--last", "{}"]),
    (&["random"], Some("filter"), &["--sample", "{}"]),
    (&["no-comments", "remove-comments", "strip-comments"], Some("strip-comments"), &[]),
    (
        &["no-variations", "remove-variations", "strip-variations", "no-rav"],
        Some("strip-comments"),
        &["--drop", "variations"],
    ),
    (&["no-nags", "remove-nags", "strip-nags"], Some("strip-comments"), &["--drop", "nags"]),
    (
        &["no-clocks", "no-clock", "remove-clocks", "strip-clocks"],
        Some("strip-comments"),
        &["--preset", "clocks"],
    ),
    (&["openings"], Some("stats"), &["--by", "opening"]),
    (&["pairs"], Some("stats"), &["--by", "pair"]),
    (&["years"], Some("stats"), &["--by", "year"]),
    (&["results"], Some("stats"), &["--by", "result"]),
    (&["backup"], Some("export"), &["--in-place=.bak"]),
];

/// What follows an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Anything; the option takes no value.
    Any,
    /// An input or another option.
    NoValue,
    /// A number, `{}` in the words.
    Number,
    /// A word, `{}` in the words.
    Word,
}

/// Options whose meaning depends on the command: commands, names, what follows, the other command if it is another one,
/// words. `{}` is the value, `{name}` the name without a plural `s`.
type OfCommand = (
    &'static [&'static str],
    &'static [&'static str],
    Next,
    Option<&'static str>,
    &'static [&'static str],
);

const OF_COMMANDS: &[OfCommand] = &[
    (&["strip-comments"], &["backup"], Next::Any, None, &["--in-place=.bak"]),
    (&["strip-comments"], &["clocks", "clock"], Next::Any, None, &["--preset", "clocks"]),
    (&["strip-comments"], &["engine", "human", "all"], Next::Any, None, &["--preset", "{name}"]),
    (&["strip-comments"], &["comments"], Next::Any, None, &[]),
    (
        &["strip-comments"],
        &["variations", "nags", "commands", "text"],
        Next::Any,
        None,
        &["--drop", "{names}"],
    ),
    (&["stats"], &["events", "sites", "rounds"], Next::Any, None, &["--by", "{name}"]),
    (&["stats", "split"], BY_FIELDS, Next::Any, None, &["--by", "{name}"]),
    (&["stats", "split"], FIELDS, Next::NoValue, None, &["--by", "{name}"]),
    (&["stats"], &["eco"], Next::NoValue, None, &["--by", "eco"]),
    (&["split"], &["eco"], Next::NoValue, None, &["--by", "ECO:1"]),
    (&["export"], &["eco"], Next::NoValue, None, &["--add", "eco"]),
    (
        &["stats"],
        &["pentanomial", "nelo", "sprt", "versus"],
        Next::NoValue,
        None,
        &["--by", "pair"],
    ),
    (&["stats"], &["tree"], Next::Number, None, &["--moves", "{}"]),
    (&["stats"], &["tree"], Next::NoValue, None, &["--moves", "10"]),
    (&["split"], &["count"], Next::Number, None, &["--games", "{}"]),
    (&["check"], &["dry-run"], Next::Any, None, &["--diff"]),
    (&["export", "strip-comments"], &["dry-run"], Next::Any, None, &["--diff"]),
    (&["export"], &["fix"], Next::Any, Some("check"), &["--fix"]),
    (&["check"], &["explain"], Next::Word, Some("rules"), &["{}"]),
    (&["generate"], &["dir"], Next::Any, None, &[]),
];

/// Names of fields that are written as `--by-NAME`.
const BY_FIELDS: &[&str] = &[
    "by-player", "by-year", "by-event", "by-result", "by-eco", "by-white", "by-black",
    "by-opening", "by-site", "by-date", "by-speed",
];

/// Names of fields that are written as options.
const FIELDS: &[&str] = &["player", "year", "event", "result", "white", "black", "opening", "site"];

/// Options for something that the program cannot do, or always does: command and name. With `filter`, `-r` is that of
/// grep: folders are read with all that is in them.
const IMPOSSIBLE: &[(&str, &str)] = &[
    ("check", "backup"),
    ("diff", "ignore"),
    ("filter", "-r"),
    ("merge", "plies"),
    ("strip-comments", "tags"),
];

/// Options that another command has: typed commands (none: every command), options, the other command.
const ELSEWHERE: &[(&[&str], &[&str], &str)] = &[
    (&[], &["dedup", "dedup-min-plies", "only-duplicates", "against", "requeue"], "merge"),
    (&[], &["fix-only", "unsafe-fixes"], "check"),
    (&[], &["crosstable", "engines", "quality"], "stats"),
    (&["check", "export", "merge", "strip-comments", "stats"], &["count"], "filter"),
    (&["export", "merge", "strip-comments"], &["sample", "last", "rest", "mark"], "filter"),
    (
        &["check", "filter", "merge", "strip-comments"],
        &["normalize", "fix-results", "fix-mojibake", "notation", "drop-tags", "map-tag"],
        "export",
    ),
    (
        &["export", "filter", "merge", "stats"],
        &["fix", "statistics", "severity", "strict", "baseline", "write-baseline"],
        "check",
    ),
    (
        &["export", "filter", "merge"],
        &["reflow", "drop-commands", "keep-commands"],
        "strip-comments",
    ),
    (&["export", "filter", "merge", "stats"], &["chunks"], "split"),
    (&["merge", "stats", "check"], &["account"], "diff"),
];

/// Returns true if the option `--NAME` of `command`, or a short option, asks for something that the program cannot do.
pub fn is_impossible(command: Option<&str>, name: &str) -> bool {
    command.is_some_and(|command| IMPOSSIBLE.contains(&(command, name)))
}

/// Returns the command that has the option `--NAME`, for a user who typed it with `command`; `None` if there is none.
pub fn elsewhere(command: Option<&str>, name: &str) -> Option<&'static str> {
    let is_it = |(from, names, _): &&(&[&str], &[&str], &str)| {
        let is_from = command.is_none_or(|command| from.is_empty() || from.contains(&command));
        is_from && names.contains(&name)
    };
    ELSEWHERE.iter().find(is_it).map(|(.., command)| *command)
}

/// Returns the replacement of the option `--NAME` that `command` does not have. `value`: the word that may be its
/// value.
pub fn instead(command: Option<&str>, name: &str, value: Option<&str>) -> Option<Instead> {
    if let Some(own) = of_command(command, name, value) {
        return Some(own);
    }
    if command != Some("stats") || !matches!(name, "years" | "players") {
        let found = EXPRESSIONS.iter().find(|(names, ..)| names.contains(&name));
        if let Some((_, kind, text)) = found {
            return of_expression(text_of(*kind, text, value?)?);
        }
    }
    // The short forms of `filter`, in other commands.
    if let Some(text) = value.and_then(|value| expression(name, value)) {
        return of_expression(text);
    }
    let (_, other, words) = OTHERS.iter().find(|(names, ..)| names.contains(&name))?;
    let takes_value = words.contains(&"{}");
    let value = if takes_value { value.filter(|it| is_digits(it))? } else { "" };
    let words = words.iter().map(|word| word.replace("{}", value)).collect();
    Some(Instead { command: *other, words, takes_value })
}

/// Returns the replacement of an option whose meaning depends on the command.
fn of_command(command: Option<&str>, name: &str, value: Option<&str>) -> Option<Instead> {
    let typed = command?;
    let is_it = |(commands, names, next, ..): &&OfCommand| {
        let fits = match next {
            Next::Any => true,
            Next::NoValue => value.is_none(),
            Next::Number => value.is_some_and(is_digits),
            Next::Word => value.is_some(),
        };
        fits && commands.contains(&typed) && names.contains(&name)
    };
    let (.., next, other, words) = OF_COMMANDS.iter().find(is_it)?;
    let field = name.strip_prefix("by-").unwrap_or(name);
    let singular = field.strip_suffix('s').filter(|_| typed == "stats").unwrap_or(field);
    let filled = |word: &&str| {
        let word = word.replace("{names}", name).replace("{name}", singular);
        word.replace("{}", value.unwrap_or_default())
    };
    let words = words.iter().map(filled).collect();
    let takes_value = matches!(next, Next::Number | Next::Word);
    Some(Instead { command: *other, words, takes_value })
}

/// Returns an expression with a value; `None` if the value is of another kind.
fn text_of(kind: Takes, text: &str, value: &str) -> Option<String> {
    match kind {
        Takes::Number => {
            if let (Some((low, high)), Some((field, _))) =
                (value.split_once(".."), text.split_once(" = "))
            {
                let is_range = [low, high].iter().all(|end| end.is_empty() || is_digits(end));
                return is_range.then(|| format!("{field} in {value}"));
            }
            is_digits(value).then(|| text.replace("{}", value))
        }
        Takes::Text => {
            let is_plain = !value.is_empty() && !value.contains(['"', '\\']);
            let value = if text.contains("*\"") { value.trim_end_matches('*') } else { value };
            is_plain.then(|| text.replace("{}", value))
        }
    }
}

fn of_expression(text: String) -> Option<Instead> {
    let is_valid = pgn_query::Query::parse(&text).is_ok();
    is_valid.then(|| Instead {
        command: None,
        words: vec!["-w".to_owned(), text],
        takes_value: true,
    })
}

/// Returns the words that stand for a value that `--drop` or `--keep` of `strip-comments` does not have: the option for
/// names of commands.
pub fn command_option(option: &str, value: &str) -> Option<&'static str> {
    let is_command = value.split(',').all(crate::inputs::requested_names::is_known_command);
    match option {
        "--keep" if is_command => Some("--keep-commands"),
        "--drop" if is_command => Some("--drop-commands"),
        _ => None,
    }
}

/// Values that options have under another name: options, values, name of the value.
const OTHER_VALUES: &[(&[&str], &[&str], &str)] = &[
    (&["--fail-on"], &["none", "no", "off", "nothing"], "never"),
    (&["--notation", "--lang"], &["ge", "ger"], "de"),
    (&["--notation", "--lang"], &["sp"], "es"),
    (&["--notation", "--lang"], &["sw", "se"], "sv"),
    (&["--notation", "--lang"], &["du"], "nl"),
    (&["--notation", "--lang"], &["cz"], "cs"),
    (&["--notation", "--lang"], &["dk"], "da"),
];

/// Returns the name that a value of an option has; `None` if it is not known.
pub fn other_value(option: &str, value: &str) -> Option<&'static str> {
    let is_it = |(options, values, _): &&(&[&str], &[&str], &str)| {
        options.contains(&option) && values.contains(&value)
    };
    OTHER_VALUES.iter().find(is_it).map(|(.., name)| *name)
}

/// Returns true if `word` is `meant` with one slip, or two in a long name. Words of opposite meaning are not.
pub fn is_slip(word: &str, meant: &str) -> bool {
    let letters = |text: &str| text.replace('-', "");
    let (word, meant) = (letters(word), letters(meant));
    let has_other = |a: &str, b: &str| word.contains(a) && meant.contains(b);
    // The first letter is seldom wrong.
    let is_other_word = word.chars().next() != meant.chars().next();
    if is_other_word || has_other("min", "max") || has_other("max", "min") {
        return false;
    }
    let most = match meant.len().min(word.len()) {
        0..=3 => 0,
        4..=5 => 1,
        _ => 2,
    };
    pgn_syntax::nearest(&word, [&*meant].into_iter()).is_some_and(|(n_slips, _)| n_slips <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near_and_mean_the_same() {
        for (word, meant) in [("servity", "severity"), ("inplace", "in-place"), ("wher", "where")] {
            assert!(is_slip(word, meant), "{word}");
        }
        for (word, meant) in [
            ("elo", "eco"),
            ("max-elo", "min-elo"),
            ("min-plies", "max-plies"),
            ("head", "threads"),
            ("clocks", "check"),
            ("pattern", "player"),
            ("openings", "engines"),
            ("name", "game"),
        ] {
            assert!(!is_slip(word, meant), "{word}");
        }
    }

    #[test]
    fn expressions_are_valid() {
        for (names, kind, text) in EXPRESSIONS {
            let value = match (*kind, names[0]) {
                (Takes::Number, _) => "20",
                (Takes::Text, "fen") => "8/8/8/8/8/4k3/8/4K3 w - - 0 1",
                (Takes::Text, "hash") => "0x463b96181691fc9c",
                (Takes::Text, "time-class") => "blitz",
                (Takes::Text, _) => "normal",
            };
            let text = text_of(*kind, text, value).unwrap();
            assert!(pgn_query::Query::parse(&text).is_ok(), "{text}");
        }
    }

    #[test]
    fn names_are_listed_once() {
        let of_others = OTHERS.iter().flat_map(|(names, ..)| *names);
        let names = EXPRESSIONS.iter().flat_map(|(names, ..)| *names).chain(of_others);
        let mut seen = std::collections::HashSet::new();
        for name in names.filter(|it| **it != "years") {
            assert!(seen.insert(*name), "{name}");
        }
    }
}

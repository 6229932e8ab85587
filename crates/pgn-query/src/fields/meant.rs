//! Suggestions for values that a field does not have, or reads differently than intended.

use pgn_syntax::{Marker, date::Date};

use crate::{
    fields::grouping::{Grouping, Part},
    language::{
        ast::{Op, Operation, Test, Word, ends_word},
        error::Fault,
    },
    option_expressions::quoted,
    values::{
        decimal::Decimal,
        value::{ValueKind, is_digits, is_eco_code, is_round_in_words},
    },
};

/// Names of variants that people often use in tests of the field `variant`, each with the value that the field has.
const VARIANTS: &[(&[&str], &str)] = &[
    (&["zh", "crazy", "house"], "Crazyhouse"),
    (&["fischer", "fischerandom", "fischerrandom", "frc", "960"], "Chess960"),
    (&["koth"], "King of the Hill"),
    (&["chess", "normal", "orthodox", "classical", "classic"], "Standard"),
    (&["3check", "3+"], "Three-check"),
    (&["suicide", "giveaway", "losers"], "Antichess"),
];

/// Maximum base time that is probably meant in minutes although the field is in seconds.
const MAX_MINUTES: i64 = 10;

/// Numbers below this are probably meant in pawns although the field is in centipawns.
const MIN_CENTIPAWNS: u64 = 20;

/// Returns the note that a field is in centipawns.
fn centipawns(name: &str) -> String {
    format!("{name} is in centipawns: 300 is 3 pawns")
}

/// Returns the help for a word that is not a number. `name` is the field that is compared.
pub(crate) fn number(name: &str, text: &str) -> String {
    if matches!(without_side(name), "base" | "increment" | "clk" | "spent") {
        if let Some(seconds) = seconds(text) {
            return format!("did you mean `{seconds}`?");
        }
        let with_point = text.trim().replace(',', ".");
        if Decimal::read(&with_point).is_some() {
            return format!("did you mean `{with_point}`?");
        }
    }
    match without_side(name) {
        "eval" | "loss" => centipawns(name),
        "base" | "increment" => format!("{name} is in seconds, as in 180"),
        "clk" | "spent" => format!("{name} is in seconds, as in 60 or 0.5"),
        "year" => "as in 1972".to_owned(),
        "elo_diff" => "as in 200".to_owned(),
        _ if name.to_ascii_lowercase().contains("elo") => "as in 2600".to_owned(),
        "plies" | "moves" | "game" | "PlyCount" => "as in 40".to_owned(),
        "depth" => "as in 20".to_owned(),
        "bytes" => "as in 4096".to_owned(),
        _ => "as in 3".to_owned(),
    }
}

/// Returns the name of a field without its side, such as `loss` for `white_loss`.
fn without_side(name: &str) -> &str {
    name.strip_prefix("white_").or_else(|| name.strip_prefix("black_")).unwrap_or(name)
}

/// Returns the fault of a value that the part of a field never has. `name` is the field with its part as written in the
/// expression; `meant` is the nearest value that the part can have.
pub(crate) fn of_part(by: &Grouping, name: &str, word: &Word, meant: &str) -> Fault {
    let text = &word.text;
    let message = match by.part {
        Part::Steps(step) => {
            format!("`{text}` is not a multiple of {step}, as the values of `{name}` are")
        }
        _ => format!("`{text}` is not a value of `{name}`"),
    };
    let fault = Fault::new(&word.span, message);
    match meant {
        "" => fault,
        _ if meant.contains(ends_word) || meant.contains("..") => {
            fault.meaning(word.span.clone(), &quoted(meant))
        }
        _ => fault.meaning(word.span.clone(), meant),
    }
}

/// Returns the fault of a date that lacks the part `by` of a date, with the expression that selects such dates. `name` is
/// the field with its part as written in the expression.
pub(crate) fn date_without_part(by: &Grouping, name: &str, word: &Word, date: Date) -> Fault {
    let whole = Grouping { source: by.source.clone(), part: Part::Whole };
    let (known, lacking) = match date.month {
        Some(month) => (format!("{whole}:month = {:04}.{month:02}", date.year), "day"),
        None => (format!("{whole}:year = {:04}", date.year), "month"),
    };
    let message = format!("`{}` is not a value of `{name}`", word.text);
    let help = format!("such games are `{known} and missing({whole}:{lacking})`");
    Fault::new(&word.span, message).help(help)
}

/// Returns an example of the values of a part that are not text; `None` for whole values and for text.
pub(crate) fn example_of_part(by: &Grouping) -> Option<String> {
    let example = match (by.part, by.kind()) {
        (Part::Steps(step), _) => {
            return Some(format!("a multiple of {step}, as in {}", step.saturating_mul(6)));
        }
        (Part::Century, _) => "1900",
        (Part::Decade, _) => "1990",
        (Part::Year, _) => "2019",
        (Part::Month, _) => "2019.05",
        (Part::Day, _) => "2019.05.17",
        (Part::Weekday, _) => "Monday",
        (Part::Hour, _) => "17",
        (Part::First(n), ValueKind::Eco) => &"B90"[..n.min(3)],
        (Part::First(n), ValueKind::Round) => &"3.1"[..if n == 1 { 1 } else { 3 }],
        (Part::Whole | Part::First(_) | Part::Surname | Part::Family, _) => return None,
    };
    Some(format!("as in {example}"))
}

/// Returns the help for a word that is not a result: the result that it stands for, or all results.
pub(crate) fn result(word: &str) -> String {
    let result = match word.to_ascii_lowercase().as_str() {
        "draw" | "drawn" | "draws" | "tie" | "remis" => Marker::Draw,
        "white" | "white-wins" => Marker::WhiteWins,
        "black" | "black-wins" => Marker::BlackWins,
        "unknown" | "unfinished" | "none" => Marker::Unknown,
        _ => return "there are: 1-0, 0-1, 1/2-1/2, *".to_owned(),
    };
    format!("did you mean `{}`?", result.text())
}

/// Reads a time with a unit, as in `60s` and `3m`, as seconds.
fn seconds(text: &str) -> Option<Decimal> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let number = Decimal::read(&text[..end])?;
    let (times, by) = match text[end..].trim() {
        "ms" | "milliseconds" => (1, 1000),
        "s" | "sec" | "seconds" => (1, 1),
        "m" | "min" | "minutes" => (60, 1),
        "h" | "hours" => (3600, 1),
        _ => return None,
    };
    number.scaled(times, by)
}

/// Returns the fault of a test whose value is a range or list in another notation, as in `eco = B20-B99`; `None` for a
/// single value. `name` is the field or tag as written in the expression.
pub(crate) fn several_values(test: &Test, name: &str, kind: ValueKind) -> Option<Fault> {
    let word = match &test.operation {
        Operation::Compare(Op::Equal, word) => word,
        Operation::List(words) if words.len() == 1 => &words[0],
        _ => return None,
    };
    let (is_one, what): (fn(&str) -> bool, _) = match kind {
        ValueKind::Eco => (is_eco_code, "an ECO code"),
        ValueKind::Number => (is_digits, "a whole number"),
        ValueKind::Decimal => (is_digits, "a number"),
        ValueKind::Date => (is_year, "a date"),
        _ => return None,
    };
    let text = word.text.trim();
    if is_one(text) {
        return None;
    }
    let is_part = |c: char| c.is_ascii_alphanumeric();
    let (start, rest) = text.split_at(text.find(|c| !is_part(c))?);
    let (between, end) = rest.split_at(rest.find(is_part)?);
    if !(is_one(start) && is_one(end)) {
        return None;
    }
    let meant = match between.trim() {
        "-" | "--" | "–" | "—" | ":" => format!("{name} in {start}..{end}"),
        "" | "/" | "|" | "+" | ";" | "," => format!("{name} in ({start}, {end})"),
        _ => return None,
    };
    let fault = Fault::new(&test.span, format!("`{text}` is not {what}"));
    Some(fault.help(format!("did you mean `{meant}`?")))
}

/// Returns true for a year of four digits.
fn is_year(text: &str) -> bool {
    text.len() == 4 && is_digits(text)
}

/// Returns a note on a number that is probably in another unit than that of the field, as in `eval >= 3`.
pub(crate) fn unit(test: &Test, name: &str) -> Option<String> {
    if !matches!(without_side(name), "eval" | "loss") {
        return None;
    }
    let is_small = |word: &Word| {
        let number = word.text.trim().parse::<i64>().map_or(0, i64::unsigned_abs);
        (1..MIN_CENTIPAWNS).contains(&number)
    };
    words(test).any(is_small).then(|| centipawns(name))
}

/// Returns a hint for a query that has selected nothing, if the value of a test is probably the reason.
pub(crate) fn if_nothing(test: &Test, name: &str) -> Option<String> {
    let Operation::Compare(Op::Equal, word) = &test.operation else { return None };
    let text = word.text.trim();
    let minutes =
        |text: &str| text.parse::<i64>().ok().filter(|minutes| (1..=MAX_MINUTES).contains(minutes));
    match name {
        "base" => {
            let minutes = minutes(text)?;
            Some(format!("base is in seconds: {minutes} minutes are base = {}", 60 * minutes))
        }
        "year" if text.len() < 4 && is_digits(text) => {
            Some("year is the whole year, as in year = 1972".to_owned())
        }
        "TimeControl" => {
            let (base, increment) = text.split_once('+')?;
            let base = 60 * minutes(base)?;
            Some(format!("TimeControl is in seconds: {text} in minutes is {base}+{increment}"))
        }
        "variant" => {
            let lower = text.to_lowercase().replace([' ', '-', '_'], "");
            let (_, meant) = VARIANTS.iter().find(|(names, _)| names.contains(&&*lower))?;
            Some(format!("no variant is named `{text}`; write variant = \"{meant}\""))
        }
        "round" | "Round" if is_round_in_words(text) => {
            let digits = text.split(|c: char| !c.is_ascii_digit()).find(|it| !it.is_empty())?;
            Some(format!("`{text}` is compared as a word; the number is {name} = {digits}"))
        }
        "termination" if matches!(text, "checkmate" | "stalemate") => {
            Some(format!("few programs write it down; the board is asked with ends({text})"))
        }
        // An unknown value is no value.
        _ if text == "?" => Some(format!("games without a known value are missing({name})")),
        _ => None,
    }
}

/// Yields the values of a test.
fn words(test: &Test) -> impl Iterator<Item = &Word> {
    let (few, many): ([Option<&Word>; 2], &[Word]) = match &test.operation {
        Operation::Compare(_, word) => ([Some(word), None], &[]),
        Operation::Range(low, high) => ([low.as_ref(), high.as_ref()], &[]),
        Operation::List(words) => ([None, None], words),
    };
    few.into_iter().flatten().chain(many)
}

#[cfg(test)]
mod tests {
    use crate::Query;

    /// Returns the message and the help of an error.
    fn error(text: &str) -> (String, String) {
        let error = Query::parse(text).unwrap_err();
        (error.message().to_owned(), error.lines(|c| (c, 1)).into_iter().nth(2).unwrap_or_default())
    }

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(error(text).1, expect, "{text}");
    }

    #[track_caller]
    fn check_meant(text: &str, expect: &str) {
        let error = Query::parse(text).unwrap_err();
        assert_eq!(error.corrected().as_deref(), Some(expect), "{text}");
        Query::parse(expect).unwrap();
    }

    #[test]
    fn ranges_and_lists_in_other_forms() {
        check_meant("eco = B20-B99", "eco in B20..B99");
        check_meant("ECO in (B20-B99) and elo > 2", "ECO in B20..B99 and elo > 2");
        check_meant("eco = \"B20 - B99\"", "eco in B20..B99");
        check_meant("eco = B20/B99", "eco in (B20, B99)");
        check_meant("eco = \"B20 B21\"", "eco in (B20, B21)");
        check_meant("eco in B20-B99", "eco in B20..B99");
        check_meant("year in 2017-2018", "year in 2017..2018");
        check_meant("year = 2017-2018", "year in 2017..2018");
        check_meant("elo in 2400, 2600 and plies > 2", "elo in (2400, 2600) and plies > 2");
        check_meant("White in \"Tal, M\" ,Fine", "White in (\"Tal, M\" ,Fine)");
        check("elo in 2400, plies > 2", "write `and`");
        check("elo in 1, 2 .. 3", "a list has no ranges; join two tests with `or`");
        check_meant("date = 2017-2018", "date in 2017..2018");
        assert_eq!(error("eco = B20xx").0, "`B20xx` is not an ECO code");
        for bad in ["eco = B20xx", "eco != B20-B99", "eco in (B10, B20-B99)", "eco > B2/1"] {
            let help = "as in B90, or B for all of B00 to B99; a range is eco in B20..B99";
            check(bad, help);
        }
        check("date in 2017-05", "");
        for good in ["eco = B", "eco = b2", "eco = B20/1", "eco = B20/12", "eco = \" B20 \""] {
            Query::parse(good).unwrap();
        }
    }

    #[test]
    fn words_of_other_languages() {
        check_meant("WhiteElo => 2600", "WhiteElo >= 2600");
        check_meant("White <> A", "White != A");
        check_meant("White is null and elo > 2", "missing(White) and elo > 2");
        check_meant("White is not null", "not missing(White)");
        check_meant("White is not Tal", "White != \"Tal\"");
        check_meant("White like 'Carl%'", "White ~ \"Carl*\"");
        check("NOT White = A", "write `not`");
        for unknown in ["White like 'a\"b'", "White is not 'Tal"] {
            check(unknown, "");
        }
    }

    #[test]
    fn values_of_several_words_need_quotes() {
        let help = "a value with a comma or a blank needs double quotes";
        for text in ["Event = Foo Bar", "(termination = Time forfeit)", "White = Tal, Mikhail"] {
            check(text, help);
        }
        for text in ["plies > 3 elo > 2", "White = A not Black = B", "plies > 20 check()"] {
            check(text, "");
        }
    }

    #[test]
    fn numbers_have_an_example_of_their_field() {
        check("year = x", "as in 1972");
        check("WhiteElo > x", "as in 2600");
        check("plies > x", "as in 40");
        check("base = x", "base is in seconds, as in 180");
        check_meant("spent > 60s", "spent > 60");
        check_meant("spent > 1.5m", "spent > 90");
        check_meant("spent < 250ms", "spent < 0.25");
        check_meant("spent < \"0,5\"", "spent < 0.5");
        check_meant("increment in 1-3", "increment in 1..3");
        assert_eq!(error("spent > 1.").0, "`1.` is not a number");
        assert_eq!(
            error("spent > 0.1000001").0,
            "`0.1000001` has more than six digits of a fraction"
        );
        assert_eq!(error("elo > 2400.5").0, "`2400.5` is not a whole number");
        assert_eq!(error("plies = 1.0").0, "`1.0` is not a whole number");
        check_meant("base = 3m and elo > 2", "base = 180 and elo > 2");
        check("eval > 3.0", "eval is in centipawns: 300 is 3 pawns");
    }

    #[test]
    fn no_pawn_becomes_a_pawn() {
        let help = "as in promotes(Q), or moved(P) for any move of a pawn";
        check("promotes(QP, by=white)", help);
        check("promotes(p)", help);
        Query::parse("promotes(k)").unwrap();
    }

    #[test]
    fn words_for_results() {
        check_meant("result = draw and elo > 2", "result = 1/2-1/2 and elo > 2");
        check_meant("result in (1-0, Black)", "result in (1-0, 0-1)");
        check("result = win", "there are: 1-0, 0-1, 1/2-1/2, *");
    }

    #[test]
    fn centipawns_are_no_pawns() {
        let notes = |text: &str| Query::parse(text).unwrap().unit_notes().count();
        for text in ["eval >= 3", "eval < -5", "eval in 1..", "eval in (300, 2)", "loss > 3"] {
            assert_eq!(notes(text), 1, "{text}");
        }
        for text in ["eval >= 300", "eval > 0", "eval in ..-20", "depth > 3"] {
            assert_eq!(notes(text), 0, "{text}");
        }
    }

    #[test]
    fn other_names_and_words() {
        check_meant("rating > 2600", "elo > 2600");
        check("length > 4", "write `moves` or `plies`");
        check("clock < 4", "write `clk`, `spent` or `has(clk)`");
        check("title = GM", "write `WhiteTitle` or `BlackTitle`");
        check_meant("not checkmate", "not ends(checkmate)");
        check_meant("bullet and elo > 2", "speed = bullet and elo > 2");
        check_meant("(clk)", "(has(clk))");
        check_meant("resignation", "termination = resignation");
        check_meant("White contains Tal", "White ~ \"*Tal*\"");
        check_meant("White like \"Tal%\" or elo > 2", "White ~ \"Tal*\" or elo > 2");
        check_meant("year between 2010 and 2012", "year in 2010..2012");
        check_meant(
            "fold(White) is \"Tal, M\" and elo > 2",
            "fold(White) = \"Tal, M\" and elo > 2",
        );
        for bad in ["year between 2010", "White like", "White contains (", "White has\"", "xyzzy"] {
            check(bad, "");
        }
        for (name, _) in crate::fields::other_names::alone().filter(|it| !it.0.contains('-')) {
            check_meant(name, &crate::fields::other_names::test(name, "").unwrap().1);
        }
    }

    #[test]
    fn values_that_select_nothing() {
        let hint = |text: &str| Query::parse(text).unwrap().near_misses().next();
        for (text, expect) in [
            ("TimeControl = 3+0", "TimeControl is in seconds: 3+0 in minutes is 180+0"),
            ("base = 3", "base is in seconds: 3 minutes are base = 180"),
            (
                "termination = checkmate",
                "few programs write it down; the board is asked with ends(checkmate)",
            ),
            ("opening = \"?\"", "games without a known value are missing(opening)"),
            ("year = 12", "year is the whole year, as in year = 1972"),
            ("variant = chess", "no variant is named `chess`; write variant = \"Standard\""),
            ("Round = R7", "`R7` is compared as a word; the number is Round = 7"),
            ("variant = zh", "no variant is named `zh`; write variant = \"Crazyhouse\""),
        ] {
            assert_eq!(hint(text).as_deref(), Some(expect));
        }
        for text in
            ["TimeControl = 180+0", "base = 180", "variant = crazyhouse", "round = SF", "round = 7"]
        {
            assert_eq!(hint(text), None, "{text}");
        }
    }
}

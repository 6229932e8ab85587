//! Names and words that people write but the language does not have, and what to write instead.

use pgn_syntax::time_control::Speed;

use crate::{
    games::{ends::ENDINGS, has::FEATURES, termination},
    language::ast::ends_word,
    position::build::REACHES,
    values::value::is_digits,
};

/// Names that no field has, the fields or tags to use instead, and a predicate that is an alternative in expressions.
const OTHER_NAMES: &[(&[&str], &[&str], Option<&str>)] = &[
    (&["rating", "ratings"], &["elo"], None),
    (&["month"], &["date:month"], None),
    (&["day"], &["date:day"], None),
    (&["length", "ply"], &["moves", "plies"], None),
    (&["clock", "clocks"], &["clk", "spent"], Some("has(clk)")),
    (&["emt"], &["spent"], None),
    (&["comment"], &["text"], Some("has(comments)")),
    (&["mean_elo", "average_elo", "avg_elo"], &["min_elo", "max_elo"], None),
    (&["opponent", "opponents"], &["player"], None),
    (&["team", "teams"], &["WhiteTeam", "BlackTeam"], None),
    (&["title", "titles"], &["WhiteTitle", "BlackTitle"], None),
];

/// Returns the names that people write alone instead of a test, each with the test to write. If a name comes twice, the
/// first test is meant.
pub(crate) fn alone() -> impl Iterator<Item = (&'static str, String)> {
    let of = |test: &'static str| move |name: &'static str| (name, test.replace("{}", name));
    // These classes are also words for much else.
    let classes = termination::classes().filter(|it| !["normal", "other", "unplayed"].contains(it));
    (ENDINGS.iter().map(|it| it.0).map(of("ends({})")))
        .chain(REACHES.iter().map(|it| it.0).map(of("reaches({})")))
        .chain(FEATURES.iter().map(|it| it.0).map(of("has({})")))
        .chain(Speed::ALL.iter().map(|it| it.name()).map(of("speed = {}")))
        .chain(classes.map(of("termination = {}")))
}

/// Returns the suggestion for a name that no field has; `None` if there is none. `in_expression` says whether predicates
/// are allowed at this place.
pub(crate) fn name(name: &str, in_expression: bool) -> Option<String> {
    let (_, fields, other) = OTHER_NAMES.iter().find(|(names, ..)| names.contains(&name))?;
    let other = other.filter(|_| in_expression);
    let all: Vec<String> = fields.iter().chain(&other).map(|it| format!("`{it}`")).collect();
    Some(match all.as_slice() {
        [one] => format!("did you mean {one}?"),
        [most @ .., last] => format!("write {} or {last}", most.join(", ")),
        [] => return None,
    })
}

/// Returns the range that is probably meant by a single word after `in`, as in `year in 2017-2018`.
pub(crate) fn range(text: &str) -> Option<String> {
    let (start, end) = text.split_once('-')?;
    let is_part = |part: &str| {
        let digits = part.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        is_digits(digits)
    };
    // `2017-05` is a date, `1-0` a result.
    let is_range = start.len() <= end.len() && is_part(start) && is_part(end);
    is_range.then(|| format!("{start}..{end}"))
}

/// Returns the test that is probably meant by a subject and the words after it, which are not an operator, and the
/// number of bytes of these words that the test replaces; `None` if no test is known.
pub(crate) fn test(subject: &str, rest: &str) -> Option<(usize, String)> {
    let Some((operator, from)) = token(rest, 0).filter(|it| !matches!(it.0, "and" | "or")) else {
        let is_end = rest.is_empty() || rest.starts_with([')', 'a', 'o']);
        return alone().find(|(name, _)| is_end && *name == subject).map(|(_, test)| (0, test));
    };
    let (value, end) = token(rest, from)?;
    let is_not = value.eq_ignore_ascii_case("not");
    let negated = token(rest, end).filter(|_| is_not);
    let meant = match operator.to_ascii_lowercase().as_str() {
        "is" if value.eq_ignore_ascii_case("null") => format!("missing({subject})"),
        "is" if let Some((value, end)) = negated => {
            return Some(if value.eq_ignore_ascii_case("null") {
                (end, format!("not missing({subject})"))
            } else {
                (end, format!("{subject} != \"{value}\""))
            });
        }
        "contains" | "includes" => format!("{subject} ~ \"*{value}*\""),
        "like" | "matches" => format!("{subject} ~ \"{}\"", value.replace('%', "*")),
        "is" | "equals" | "eq" if !is_not => format!("{subject} = \"{value}\""),
        "between" => {
            let (_, from) = token(rest, end).filter(|it| it.0 == "and")?;
            let (high, end) = token(rest, from)?;
            return Some((end, format!("{subject} in {value}..{high}")));
        }
        _ => return None,
    };
    Some((end, meant))
}

/// Returns the next word or quoted text from the byte `from` on, and its end; `None` if there is none.
fn token(text: &str, from: usize) -> Option<(&str, usize)> {
    let rest = &text[from..];
    let start = from + (rest.len() - rest.trim_start().len());
    let rest = &text[start..];
    if let Some(quote @ ('"' | '\'')) = rest.chars().next() {
        let inner = &rest[1..];
        let n = inner.find(quote)?;
        return (!inner[..n].contains('"')).then_some((&inner[..n], start + n + 2));
    }
    let n = rest.find(ends_word).unwrap_or(rest.len());
    (n > 0).then(|| (&rest[..n], start + n))
}

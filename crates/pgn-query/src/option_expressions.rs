//! The expressions that options of the command line abbreviate, such as `--white NAME` and `--eco CODES`.

use crate::values::value::is_digits;

/// Returns the expression that the option `--NAME` with this value abbreviates; `None` if there is no such option.
///
/// ```
/// use pgn_query::option_expressions::expression;
///
/// assert_eq!(expression("white", "Tal").as_deref(), Some("White ~ \"Tal*\""));
/// assert_eq!(expression("eco", "B90,C20..C29").as_deref(), Some("eco = B90 or eco in C20..C29"));
/// assert_eq!(expression("colour", "white"), None);
/// ```
#[must_use]
pub fn expression(name: &str, value: &str) -> Option<String> {
    Some(match name {
        "white" => matches("White", value),
        "black" => matches("Black", value),
        "player" => matches("player", value),
        "event" => matches("Event", value),
        "eco" | "result" | "date" => any_of(name, value, ".."),
        "game" => any_of("game", value, "-"),
        "min-elo" => format!("min_elo >= {value}"),
        "max-plies" => format!("plies <= {value}"),
        "line" | "position" | "material" | "ends" | "repertoire" => {
            format!("{name}({})", quoted(value))
        }
        _ => return None,
    })
}

/// Returns the expression for values of a field that match a name: a glob, or the beginning of the value.
///
/// ```
/// use pgn_query::option_expressions::matches;
///
/// assert_eq!(matches("Event", "*Open"), "Event ~ \"*Open\"");
/// ```
#[must_use]
pub fn matches(field: &str, name: &str) -> String {
    format!("{field} ~ {}", quoted(&glob(name)))
}

/// Returns true if [`matches()`] takes a name as a glob, which the whole value must match.
#[must_use]
pub fn is_glob(name: &str) -> bool {
    name.contains(['*', '?', '[', '{'])
}

/// Returns the value of an option that [`matches()`] takes as a glob for exactly this name, with or without a blank after
/// its comma.
///
/// ```
/// use pgn_query::option_expressions::exactly;
///
/// assert_eq!(exactly("MagnusCarlsen"), "{MagnusCarlsen}");
/// assert_eq!(exactly("Tal, M."), r"Tal{\,,\, }M.");
/// ```
#[must_use]
pub fn exactly(name: &str) -> String {
    let escaped = |text: &str| {
        let is_special = |c| r"\,*?[]{}".contains(c);
        let chars = text.chars().flat_map(|c| is_special(c).then_some('\\').into_iter().chain([c]));
        chars.collect::<String>()
    };
    match name.split_once(',') {
        Some((surname, rest)) => {
            format!("{}{}{}", escaped(surname.trim_end()), COMMA, escaped(rest.trim_start()))
        }
        None => format!("{{{}}}", escaped(name)),
    }
}

/// The glob of a comma after a surname. Files differ in the blank after it.
const COMMA: &str = r"{\,,\, }";

/// Returns a name as a glob; a name without glob characters matches as a prefix.
fn glob(name: &str) -> String {
    let glob = if is_glob(name) { name.to_owned() } else { format!("{name}*") };
    match glob.split_once(',') {
        Some((surname, rest)) if !glob.contains(['{', '\\', '[']) => {
            format!("{}{COMMA}{}", surname.trim_end(), rest.trim_start())
        }
        _ => glob,
    }
}

/// Returns a text as a quoted value.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns an expression for values and ranges separated by commas; `dots`, or two of them, separate the ends of a range.
fn any_of(field: &str, values: &str, dots: &str) -> String {
    let one = |value: &str| {
        let is_plain = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric());
        let quoted_unless_empty =
            |end: &str| if is_plain(end) { end.to_owned() } else { quoted(end) };
        match value.split_once("..").or_else(|| value.split_once(dots)) {
            Some((low, high)) => {
                let (low, high) = (quoted_unless_empty(low), quoted_unless_empty(high));
                format!("{field} in {low}..{high}")
            }
            None if value.is_empty() => format!("{field} = {}", quoted(value)),
            None => format!("{field} = {}", quoted_unless_empty(value)),
        }
    };
    // Long lists contain numbers. A list in an expression finds them faster than a chain of tests.
    let (numbers, others): (Vec<&str>, Vec<&str>) =
        values.split(',').map(str::trim).partition(|text| is_digits(text));
    let listed = match numbers[..] {
        [] => None,
        [number] => Some(one(number)),
        _ => Some(format!("{field} in ({})", numbers.join(", "))),
    };
    let parts: Vec<String> = listed.into_iter().chain(others.into_iter().map(one)).collect();
    parts.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_expressions() {
        assert_eq!(
            any_of("eco", "B90, C20..C29,D..", ".."),
            r#"eco = B90 or eco in C20..C29 or eco in D.."#
        );
        assert_eq!(any_of("game", "17,40-42", "-"), r#"game = 17 or game in 40..42"#);
        assert_eq!(any_of("game", "40..42", "-"), "game in 40..42");
        assert_eq!(any_of("game", "17,40-42,9", "-"), "game in (17, 9) or game in 40..42");
        assert_eq!(any_of("result", "1-0", ".."), r#"result = "1-0""#);
        assert_eq!(glob("Carlsen"), "Carlsen*");
        assert_eq!(glob("*mag"), "*mag");
        assert_eq!(glob("Carlsen, M"), "Carlsen{\\,,\\, }M*");
        assert_eq!(glob("Carlsen,M*"), glob("Carlsen , M*"));
        assert_eq!(glob("{a,b}"), "{a,b}");
        assert_eq!(quoted(r#"a"b\"#), r#""a\"b\\""#);
    }
}

//! The short forms of `filter`: each is equivalent to an expression, and all must match.

use std::path::Path;

use clap::{Args, ValueHint};
use pgn_query::{Query, value::is_digits};

use super::{selecting, values::parse_number};

/// Options that stand for expressions.
#[derive(Args, Debug)]
#[command(next_help_heading = "Selecting")]
pub(crate) struct ShortForms {
    /// White's name begins with this; with `*`, `?`, `[` or `{` in it, this is a glob that the whole
    /// name must match. Case does not matter
    #[arg(long, value_name = "NAME")]
    white: Option<String>,

    /// Black's name begins with this or matches this glob, as for --white
    #[arg(long, value_name = "NAME")]
    black: Option<String>,

    /// Either player's name begins with this or matches this glob, as for --white
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// The event's name begins with this or matches this glob, as for --white
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    /// ECO codes: B90, B9, B20..B99, or several with commas
    #[arg(long, value_name = "CODES")]
    eco: Option<String>,

    /// Results: 1-0, 0-1, 1/2-1/2, *, or several with commas
    #[arg(long, value_name = "RESULTS", allow_hyphen_values = true)]
    result: Option<String>,

    /// A date or range of dates, with both ends included: 2019, 2019.05..2021, 2019.., ..1970
    #[arg(long, value_name = "DATES")]
    date: Option<String>,

    /// Both players are rated at least N
    #[arg(long, value_name = "N")]
    #[arg(value_parser = parse_number::<u32>, allow_negative_numbers = true)]
    min_elo: Option<u32>,

    /// The main line has at most N half-moves
    #[arg(long, value_name = "N")]
    #[arg(value_parser = parse_number::<u32>, allow_negative_numbers = true)]
    max_plies: Option<u32>,

    /// The game begins with these moves: 1. e4 c5 2. Nf3
    #[arg(long, value_name = "MOVES")]
    line: Option<String>,

    /// A position that matches this pattern occurs, as in: */*/*/*/???PP???/*/*/*; a digit is empty squares
    #[arg(long, value_name = "PATTERN")]
    position: Option<String>,

    /// This balance of material occurs: KRPPvKR
    #[arg(long, value_name = "BALANCE")]
    material: Option<String>,

    /// The final position is: checkmate, stalemate, insufficient
    #[arg(long, value_name = "ENDING")]
    ends: Option<String>,

    /// The game follows the lines of this PGN; --mark shows where it leaves them
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    repertoire: Option<String>,

    /// Numbers of games in their file: 17,40-42
    #[arg(long, value_name = "NUMBERS")]
    game: Option<String>,
}

impl ShortForms {
    /// Returns the file of `--repertoire`.
    pub(super) fn repertoire(&self) -> Option<&Path> {
        self.repertoire.as_deref().map(Path::new)
    }

    /// Returns the queries of the options that are set.
    ///
    /// # Errors
    /// Returns an error if a value is not valid in the expression of its option.
    pub(crate) fn queries(&self) -> Result<Vec<Query>, pgn_query::Error> {
        let ShortForms {
            white,
            black,
            player,
            event,
            eco,
            result,
            date,
            min_elo,
            max_plies,
            line,
            position,
            material,
            ends,
            repertoire,
            game,
        } = self;
        let [min_elo, max_plies] = [min_elo, max_plies].map(|n| n.map(|n| n.to_string()));
        let options = [
            ("min-elo", &min_elo),
            ("max-plies", &max_plies),
            ("white", white),
            ("black", black),
            ("player", player),
            ("event", event),
            ("eco", eco),
            ("result", result),
            ("date", date),
            ("line", line),
            ("position", position),
            ("material", material),
            ("ends", ends),
            ("repertoire", repertoire),
            ("game", game),
        ];
        let exprs =
            options.iter().filter_map(|(option, value)| expression(option, value.as_deref()?));
        exprs.map(|expr| selecting::parse(&expr)).collect()
    }
}

/// Returns the expression for which the option `--NAME` with this value stands; `None` if there is no such option.
pub(crate) fn expression(name: &str, value: &str) -> Option<String> {
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

/// Returns the expression for values of a field that match a name.
pub(super) fn matches(field: &str, name: &str) -> String {
    format!("{field} ~ {}", quoted(&glob(name)))
}

/// Returns a name as a glob; a name without glob characters matches as a prefix.
fn glob(name: &str) -> String {
    let is_glob = name.contains(['*', '?', '[', '{']);
    let glob = if is_glob { name.to_owned() } else { format!("{name}*") };
    match glob.split_once(',') {
        // Files differ in the blank after the comma.
        Some((surname, rest)) if !glob.contains(['{', '\\', '[']) => {
            format!("{}{{\\,,\\, }}{}", surname.trim_end(), rest.trim_start())
        }
        _ => glob,
    }
}

fn quoted(text: &str) -> String {
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
    // Long lists are of numbers, which a list in an expression finds faster than a chain of tests.
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

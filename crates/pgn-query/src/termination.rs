//! How games ended, by the tag Termination: the words of servers and engine programs as classes.

/// A class, and the words that name it in lower case.
type Class = (&'static str, &'static [&'static str]);

/// The classes in the order in which their words are looked for.
///
/// Sources: the values of section 9.8.1 of the standard; Lichess (`Time forfeit`, `Abandoned`, `Rules
/// infraction`); sentences of chess.com (`NAME won by resignation`, `Game drawn by timeout vs insufficient
/// material`); cutechess and fastchess (`stalled connection`, `illegal move`, `disconnect`, `adjudication`).
const CLASSES: &[Class] = &[
    ("insufficient", &["insufficient"]),
    ("adjudication", &["adjudicat", "tablebase", "syzygy", "tb position"]),
    ("illegal-move", &["illegal", "rules infraction"]),
    ("crash", &["stall", "disconnect", "crash"]),
    ("abandoned", &["abandon", "forfeits by leaving"]),
    ("time", &["time forfeit", "on time", "timeout", "time out", "loses on time", "flag"]),
    ("resignation", &["resign"]),
    ("checkmate", &["checkmate", "mates", "mated"]),
    ("stalemate", &["stalemate"]),
    ("repetition", &["repetition", "threefold", "fivefold"]),
    ("fifty-moves", &["50-move", "50 move", "fifty", "75-move", "seventyfive"]),
    ("agreement", &["agreement", "agreed"]),
    ("other", &["death", "emergency"]),
    ("unterminated", &["unterminated", "unfinished", "in progress"]),
    ("normal", &["normal"]),
];

/// The longest value that is read, in bytes.
const MOST: usize = 200;

/// Returns the names of all classes, in no particular order.
pub fn classes() -> impl Iterator<Item = &'static str> {
    CLASSES.iter().map(|(name, _)| *name)
}

/// Returns the class of a value of the tag Termination, or `None` if it is none of the known ones.
///
/// The names of the players in a sentence do not count: they stand before the verb.
///
/// ```
/// use pgn_query::termination::class;
///
/// assert_eq!(class("Flagstaff won by resignation"), Some("resignation"));
/// assert_eq!(class("Time forfeit"), Some("time"));
/// assert_eq!(class("because of rain"), None);
/// ```
#[must_use]
pub fn class(value: &str) -> Option<&'static str> {
    if value.len() > MOST {
        return None;
    }
    let lower = value.to_lowercase();
    let verb = [" won ", " drawn ", " wins ", " loses ", " forfeits "]
        .iter()
        .filter_map(|verb| lower.find(verb))
        .min();
    let words = &lower[verb.unwrap_or(0)..];
    CLASSES.iter().find(|(_, marks)| marks.iter().any(|mark| words.contains(mark))).map(|it| it.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_servers_and_programs() {
        for (value, expect) in [
            ("Normal", "normal"),
            ("normal", "normal"),
            ("Time forfeit", "time"),
            ("time forfeit", "time"),
            ("Abandoned", "abandoned"),
            ("Rules infraction", "illegal-move"),
            ("Unterminated", "unterminated"),
            ("adjudication", "adjudication"),
            ("GUI adjudication", "adjudication"),
            ("TB position", "adjudication"),
            ("SyzygyTB", "adjudication"),
            ("illegal move", "illegal-move"),
            ("stalled connection", "crash"),
            ("disconnect", "crash"),
            ("death", "other"),
            ("a won on time", "time"),
            ("resigner won by checkmate", "checkmate"),
            ("a won - game abandoned", "abandoned"),
            ("Game drawn by agreement", "agreement"),
            ("Game drawn by repetition", "repetition"),
            ("Game drawn by stalemate", "stalemate"),
            ("Game drawn by 50-move rule", "fifty-moves"),
            ("Game drawn by insufficient material", "insufficient"),
            ("Game drawn by timeout vs insufficient material", "insufficient"),
        ] {
            assert_eq!(class(value), Some(expect), "{value}");
        }
        for value in ["", "?", "unknown", "won", &"on time ".repeat(40)] {
            assert_eq!(class(value), None, "{value}");
        }
    }

    #[test]
    fn classes_have_distinct_names() {
        let mut names: Vec<_> = classes().collect();
        names.sort_unstable();
        assert!(names.is_sorted_by(|a, b| a < b));
    }
}

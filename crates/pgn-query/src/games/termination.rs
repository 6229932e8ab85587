//! How games ended: the words of servers and engine programs, in tags and after the last move, as classes.

use std::borrow::Cow;

use pgn_syntax::{
    Fallback, Game, TagName,
    annotation::{is_ending, is_predicate},
    white_space::squeezed,
};

/// A class, and the words that name it in lower case.
type Class = (&'static str, &'static [&'static str]);

/// The classes in the order in which their words are looked for.
///
/// Sources: the values of section 9.8.1 of the standard; Lichess (`Time forfeit`, `Abandoned`, `Rules
/// infraction`); sentences of chess.com (`NAME won by resignation`, `Game drawn by timeout vs insufficient
/// material`); cutechess and fastchess (`stalled connection`, `illegal move`, `disconnect`, `adjudication`); FICS and ICC
/// (`Neither player has mating material`, `Game adjourned when Black disconnected`).
const CLASSES: &[Class] = &[
    ("unplayed", UNPLAYED),
    ("insufficient", &["insufficient", "mating material", "no material to "]),
    ("adjudication", &["adjudicat", "tablebase", "syzygy", "tb position"]),
    ("unterminated", &["unterminated", "unfinished", "in progress", "adjourned", "game aborted"]),
    ("illegal-move", &["illegal", "rules infraction"]),
    ("crash", &["stall", "disconnect", "crash"]),
    ("abandoned", &["abandon", "forfeits by leaving", "left the game"]),
    ("time", &["time forfeit", "on time", "timeout", "time out", "out of time", "flag"]),
    ("resignation", &["resign"]),
    ("checkmate", &["checkmate", "mates", "mated"]),
    ("stalemate", &["stalemate"]),
    ("repetition", &["repetition", "threefold", "fivefold", "3-fold", "5-fold"]),
    ("fifty-moves", &["50-move", "50 move", "fifty", "75-move", "seventyfive"]),
    ("agreement", &["agreement", "agreed"]),
    ("other", &["death", "emergency"]),
    ("normal", &["normal"]),
];

/// Words for a game that was lost by default.
const UNPLAYED: &[&str] = &["unplayed", "walkover", "no show", "no-show", "default"];

/// Ends of the sentences of chess.com about most games, after the name of the player.
const PLAYED: [&str; 3] = [" won by resignation", " won by checkmate", " won on time"];

/// Values that name a class only if they are the whole text: in a sentence these words can mean something else (TCEC).
const WHOLE: &[(&str, &str)] = &[
    ("time", "time"),
    ("mate", "checkmate"),
    ("forfeit", "unplayed"),
    ("win by forfeit", "unplayed"),
    ("loss by forfeit", "unplayed"),
    ("not played", "unplayed"),
];

/// The longest value that is read, in bytes.
const MAX_LEN: usize = 200;

/// Returns the names of all classes, in no particular order.
pub fn classes() -> impl Iterator<Item = &'static str> {
    CLASSES.iter().map(|(name, _)| *name)
}

/// Returns the class of a value of the tag Termination, or `None` if it is none of the known ones.
///
/// In a sentence, the words before the verb are not read, because they are the name of a player.
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
    if value.len() > MAX_LEN {
        return None;
    }
    let lower = value.to_lowercase();
    if let Some((_, class)) = WHOLE.iter().find(|(whole, _)| *whole == lower.trim()) {
        return Some(class);
    }
    let verb = [" won ", " drawn ", " wins ", " loses ", " forfeits "]
        .iter()
        .filter_map(|verb| lower.find(verb))
        .min();
    let words = &lower[verb.unwrap_or(0)..];
    CLASSES.iter().find(|(_, marks)| marks.iter().any(|mark| words.contains(mark))).map(|it| it.0)
}

/// Returns true if a value of the tag Termination says, whatever else it says, that the game was lost by default.
///
/// ```
/// use pgn_query::termination::is_unplayed;
///
/// assert!(is_unplayed("No show, White wins by forfeit") && is_unplayed("forfeit"));
/// assert!(!is_unplayed("Time forfeit") && !is_unplayed("Default won by resignation"));
/// ```
#[must_use]
pub fn is_unplayed(value: &str) -> bool {
    let is_over = || PLAYED.iter().any(|end| value.ends_with(end));
    if matches!(value, "Normal" | "Time forfeit") || value.len() > MAX_LEN || is_over() {
        return false;
    }
    let lower = value.to_lowercase();
    let is_whole = |(text, class): &(&str, &str)| *class == "unplayed" && *text == lower.trim();
    WHOLE.iter().any(is_whole) || UNPLAYED.iter().any(|word| lower.contains(word))
}

/// Classes that another source may state more exactly: the comment of a program may say how a game was won that a
/// server calls `normal`, or why a game was `abandoned`.
const VAGUE: [&str; 2] = ["normal", "abandoned"];

/// Returns true if another source may be more exact about the end of a game than this class.
pub(crate) fn is_vague(class: &str) -> bool {
    VAGUE.contains(&class)
}

/// Returns the class of the end of a game, from the tag Termination. If that class is missing or vague, the class from
/// TerminationDetails, ICCResult or a comment is preferred: one after the last move that is a sentence of a program or a
/// server about the end. Words of people do not count: `Black resigned too early` has no class here. `tag` returns the
/// value of a tag.
pub fn of_game<'v>(
    game: &Game,
    src: &[u8],
    fallback: Fallback,
    tag: impl Fn(TagName) -> Option<Cow<'v, str>>,
) -> Option<&'static str> {
    let class = of_tags(&tag);
    let of_comment = || {
        game.final_comments().find_map(|node| {
            class_of_comment(&squeezed(&fallback.decode(node.comment_text(src))), &tag)
        })
    };
    class.filter(|class| !is_vague(class)).or_else(of_comment).or(class)
}

/// Returns the class of the end of a game by its tags, from Termination. If that class is missing or vague, the class
/// from TerminationDetails, or from ICCResult, is preferred. `tag` returns the value of a tag.
fn of_tags<'v>(tag: impl Fn(TagName) -> Option<Cow<'v, str>>) -> Option<&'static str> {
    let class_of = |name| tag(name).and_then(|value| class(&value));
    let class = class_of(TagName::TERMINATION);
    let details =
        || class_of(TagName::TERMINATION_DETAILS).or_else(|| class_of(TagName::ICC_RESULT));
    class.filter(|class| !is_vague(class)).or_else(details).or(class)
}

/// Returns the class of a comment by its sentence, which may follow commands and the numbers of engines.
fn class_of_comment<'v>(
    text: &str,
    tag: &impl Fn(TagName) -> Option<Cow<'v, str>>,
) -> Option<&'static str> {
    let words = text.rsplit(']').next().unwrap_or_default();
    // `resigns (Lag: Av=0.65s, max=2.9s)` is of ICC.
    let words = words.split(" (Lag: ").next().unwrap_or_default();
    let words = words.trim().trim_end_matches('.');
    if words.len() > MAX_LEN {
        return None;
    }
    let lower = words.to_lowercase();
    // Both forms are tried, because a name can contain a comma.
    let after_numbers = lower.rsplit(", ").next().unwrap_or_default();
    // `White wins by adjudication: SyzygyTB`, `Black makes an illegal move: e9`, `Black loses on time (12ms overrun)`.
    let find = |sentence: &str| class(predicate(sentence, tag)?);
    let find_before_detail = |text: &str| {
        let at = DETAILED.iter().find_map(|end| Some(text.find(end)? + end.len()))?;
        find(&text[..at]).filter(|_| text[at..].starts_with([':', ' ']))
    };
    let sentences = [&*lower, after_numbers];
    sentences
        .into_iter()
        .find_map(find)
        .or_else(|| sentences.into_iter().find_map(find_before_detail))
}

/// The ends of predicates after which programs add details.
const DETAILED: [&str; 3] = [" adjudication", " illegal move", " on time"];

/// Predicates that are accepted here only. [`is_predicate`] refuses them, because people also write them in comments that
/// `strip-comments` must keep.
const OF_PEOPLE: [&str; 4] = [" resigned", " has resigned", " lost on time", " disconnected"];

/// Returns the words of `sentence` on how the game ended, if a program or server writes such sentences; the names of
/// players are removed. `sentence` is in lower case.
fn predicate<'s, 'v>(
    sentence: &'s str,
    tag: &impl Fn(TagName) -> Option<Cow<'v, str>>,
) -> Option<&'s str> {
    let of = |subject: &str| {
        let rest = sentence.strip_prefix(subject).filter(|_| !subject.is_empty());
        rest.filter(|rest| is_predicate(rest.as_bytes()) || OF_PEOPLE.contains(rest))
    };
    let of_player = |name| of(tag(name)?.trim().to_lowercase().as_str());
    of("white")
        .or_else(|| of("black"))
        .or_else(|| is_ending(sentence.as_bytes()).then_some(sentence))
        .or_else(|| of_player(TagName::WHITE))
        .or_else(|| of_player(TagName::BLACK))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pgn: &str, expect: Option<&str>) {
        let mut games = pgn_syntax::Games::new(pgn.as_bytes());
        let game = games.next().unwrap();
        let tag = |name| {
            let value = game.tag(pgn.as_bytes(), name)?.value(pgn.as_bytes());
            Some(Cow::Owned(String::from_utf8(value.into_owned()).unwrap()))
        };
        let found = of_game(game, pgn.as_bytes(), Fallback::default(), tag);
        assert_eq!(found, expect, "{pgn}");
    }

    #[test]
    fn comments_after_the_last_move() {
        for (comment, expect) in [
            ("White mates", Some("checkmate")),
            ("+M1/3 0.1s, White mates", Some("checkmate")),
            ("-0.07/9 0.04s, Black's connection stalls", Some("crash")),
            ("wv=0.00,, Draw by 3-fold repetition", Some("repetition")),
            ("[%clk 0:00:01] Black wins on time.", Some("time")),
            ("Tal, Mihail resigns", Some("resignation")),
            ("Flagstaff forfeits by disconnection", Some("crash")),
            ("White loses on time", Some("time")),
            ("Black resigned.", Some("resignation")),
            ("Black has resigned", Some("resignation")),
            ("Tal, Mihail lost on time", Some("time")),
            ("Flagstaff disconnected", Some("crash")),
            ("Flagstaff resigns (Lag: Av=0.65s, max=2.9s)", Some("resignation")),
            ("Neither player has mating material", Some("insufficient")),
            ("Game drawn because neither player has mating material", Some("insufficient")),
            (
                "Flagstaff ran out of time and Tal, Mihail has no material to mate",
                Some("insufficient"),
            ),
            ("White ran out of time and Black has no material to win", Some("insufficient")),
            ("Flagstaff ran out of time", Some("time")),
            ("Game adjourned by mutual agreement", Some("unterminated")),
            ("Game aborted by mutual agreement", Some("unterminated")),
            ("Flagstaff lost connection, game adjourned", Some("unterminated")),
            ("Game courtesyadjourned by Flagstaff", Some("unterminated")),
            ("Game adjourned when Black disconnected", Some("unterminated")),
            ("Draw agreed", Some("agreement")),
            ("Draw by insufficient mating material", Some("insufficient")),
            ("Xboard adjudication: Checkmate", Some("adjudication")),
            ("+9.99/20 0.1s, White wins by adjudication: SyzygyTB", Some("adjudication")),
            ("Draw by adjudication: SyzygyTB", Some("adjudication")),
            ("+0.10/3 0.1s, Black makes an illegal move: e9", Some("illegal-move")),
            ("+0.10/3 0.1s, Black loses on time (12ms overrun)", Some("time")),
            ("Tal, Mihail wins by adjudication: TB", Some("adjudication")),
            ("White resigns: a pity", None),
            ("Black loses on timetables", None),
            ("White resigned in time for dinner", None),
            ("and Black resigned", None),
            ("a fine draw by repetition", None),
            ("nobody resigns", None),
            ("White mates in two", None),
        ] {
            let tags = "[White \"Tal, Mihail\"]\n[Black \"Flagstaff\"]\n\n";
            check(&format!("{tags}1. e4 {{{comment}}} *"), expect);
            check(&format!("{tags}1. e4 {{{comment}}} (1. d4 {{White resigns}}) {{!}} *"), expect);
            check(&format!("{tags}{{{comment}}} 1. e4 *"), None);
        }
    }

    #[test]
    fn tags_come_first() {
        let moves = "1. e4 {White resigns} *";
        check(&format!("[Termination \"time forfeit\"]\n\n{moves}"), Some("time"));
        check("[Termination \"normal\"]\n\n1. e4 {and White resigns} *", Some("normal"));
        check(&format!("[Termination \"rain\"]\n\n{moves}"), Some("resignation"));
        let details = "[Termination \"normal\"]\n[TerminationDetails \"White mates\"]\n\n";
        check(&format!("{details}{moves}"), Some("checkmate"));
        check("[ICCResult \"White forfeits on time\"]\n\n1. e4 *", Some("time"));
    }

    #[test]
    fn the_more_exact_class_wins() {
        let moves = "1. e4 {White resigns} *";
        check(&format!("[Termination \"normal\"]\n\n{moves}"), Some("resignation"));
        let abandoned = "[Termination \"abandoned\"]\n";
        check(&format!("{abandoned}\n1. e4 *"), Some("abandoned"));
        check(&format!("{abandoned}\n1. e4 {{Black's connection stalls}} *"), Some("crash"));
        let details = "[TerminationDetails \"Black disconnects\"]\n";
        check(&format!("{abandoned}{details}\n1. e4 *"), Some("crash"));
    }

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
            ("forfeit", "unplayed"),
            ("Win by forfeit", "unplayed"),
            ("win by default", "unplayed"),
            ("No show", "unplayed"),
            ("adjudicated: walkover", "unplayed"),
            ("a won on time", "time"),
            ("resigner won by checkmate", "checkmate"),
            ("a won - game abandoned", "abandoned"),
            ("Game drawn by agreement", "agreement"),
            ("Game adjourned by mutual agreement", "unterminated"),
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

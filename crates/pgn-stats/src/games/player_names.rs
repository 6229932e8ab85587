//! The names of the players of a game.

use pgn_chess::shakmaty::Color;
use pgn_syntax::TagName;

use crate::games::game_facts::{GameFacts, values_of};

/// Returns the name of a side. Several players are one name as it is written, because the name of an engine can also
/// have a colon.
pub(crate) fn name_of(game_facts: &GameFacts<'_>, side: Color) -> String {
    let (field, tag) = match side {
        Color::White => ("white", TagName::WHITE),
        Color::Black => ("black", TagName::BLACK),
    };
    let names = values_of(&game_facts.facts, field);
    match &names[..] {
        [] => String::new(),
        [name] => name.to_string().trim().to_owned(),
        _ => game_facts.facts.tag(tag).unwrap_or_default().trim().to_owned(),
    }
}

/// Returns true for a name that represents a bye, which is not a player: `bye`, also repeated, or the German `spielfrei`.
pub(crate) fn is_bye(name: &str) -> bool {
    let is_separator = |c: char| !c.is_alphanumeric();
    let mut words = name.split(is_separator).filter(|word| !word.is_empty()).peekable();
    let is_word = |word: &str| ["bye", "spielfrei"].iter().any(|it| word.eq_ignore_ascii_case(it));
    words.peek().is_some() && words.all(is_word)
}

/// Returns a key that is equal for spellings that differ only in case, the blank after a comma, or a final dot.
pub(crate) fn spelling_key(name: &str) -> String {
    let parts = name.trim_end_matches('.').split(',').map(str::trim);
    parts.collect::<Vec<_>>().join(",").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byes_are_no_players() {
        for name in ["bye", "BYE", "-bye-", "Bye.", "BYE, BYE", "Spielfrei"] {
            assert!(is_bye(name), "{name}");
        }
        for name in ["Byers", "", "by e2", "Goodbye", "Bye, John"] {
            assert!(!is_bye(name), "{name}");
        }
    }

    #[test]
    fn spellings_of_a_name() {
        for name in ["Tal, M", "Tal,M.", "TAL, m"] {
            assert_eq!(spelling_key(name), "tal,m", "{name}");
        }
        assert_ne!(spelling_key("Engine 1.6"), spelling_key("Engine 16"));
    }
}

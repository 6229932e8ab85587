//! The names of the players of a game.

use pgn_chess::shakmaty::Color;
use pgn_syntax::TagName;

use super::game_facts::{GameFacts, values_of};

/// Returns the name of a side. Several players are one name as it is written, because the name of an engine can also
/// have a colon.
pub(super) fn name_of(game_facts: &GameFacts<'_>, side: Color) -> String {
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

/// Returns true for a name that represents a bye, which is not a player.
pub(super) fn is_bye(name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.map(|c| c.to_ascii_lowercase()).eq("bye".chars())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byes_are_no_players() {
        for name in ["bye", "BYE", "-bye-", "Bye."] {
            assert!(is_bye(name), "{name}");
        }
        for name in ["Byers", "", "by e2", "Goodbye"] {
            assert!(!is_bye(name), "{name}");
        }
    }
}

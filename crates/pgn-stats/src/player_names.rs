//! The names of the players of a game.

use super::{
    game_facts::{GameFacts, values_of},
    side::Side,
};

/// Returns the name of a side. The names of several players are joined.
pub(super) fn name_of(game_facts: &GameFacts<'_>, side: Side) -> String {
    let field = if side == Side::White { "white" } else { "black" };
    let values = values_of(&game_facts.facts, field);
    let names: Vec<String> = values.iter().map(|name| name.to_string().trim().to_owned()).collect();
    names.join(" : ")
}

/// Returns true for a name that represents a bye, which is no player.
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

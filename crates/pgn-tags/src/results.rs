//! `--fix-results`: the result by the final position and by Termination.

use std::borrow::Cow;

use pgn_chess::tag_list::{Tag, TagFacts, set_value, value};
use pgn_syntax::{Marker, TagName};

use super::written::last_position;

/// Corrects Result, and with it the termination marker. Checkmate and stalemate on the board
/// decide; Termination is used only if the result is unknown.
pub(super) fn fix(facts: &TagFacts<'_>, tags: &mut Vec<Tag<'_>>) {
    if let Some(result) = by_board(facts) {
        set_value(tags, TagName::RESULT, result.text());
        return;
    }
    let is_unknown =
        value(tags, TagName::RESULT).is_none_or(|result| matches!(result, "*" | "?" | ""));
    if is_unknown && let Some(result) = by_termination(tags) {
        set_value(tags, TagName::RESULT, result.text());
    }
}

fn by_board(facts: &TagFacts<'_>) -> Option<Marker> {
    // An unchecked variant has other rules.
    if facts.start.variant == pgn_chess::Variant::Unchecked {
        return None;
    }
    // Of a game with errors, only the part before the first error is written, and no move can follow a mate. An excerpt
    // may end before the game does.
    let position = match facts.part {
        Some(_) if !facts.end.is_mainline_complete => None,
        Some(_) => facts.end.position.as_ref().map(Cow::Borrowed),
        None => last_position(facts),
    }?;
    let is_over =
        position.is_checkmate() || position.is_stalemate() || position.variant().is_some();
    let outcome = position.outcome().filter(|_| is_over)?;
    Some(match outcome.winner() {
        Some(color) if color.is_white() => Marker::WhiteWins,
        Some(_) => Marker::BlackWins,
        None => Marker::Draw,
    })
}

/// Words after `draw` which show that the game was not drawn, as in `Draw declined; White wins`.
const NO_DRAW: [&str; 10] =
    ["won", "win", "lost", "lose", "resign", "forfeit", "declin", "offer", "refus", "not "];

/// Reads `Carlsen won by resignation`, `White wins on time`, `drawn by agreement`. Returns `None`
/// unless the value begins with the winner or with the statement of a draw.
fn by_termination(tags: &[Tag<'_>]) -> Option<Marker> {
    let text = value(tags, TagName::TERMINATION)?.to_lowercase();
    let names = |tag: &str, color: &str| {
        let name = value(tags, tag).unwrap_or_default().to_lowercase();
        let is_name = !name.is_empty() && name != "?";
        let says = |who: &str| {
            [" won ", " wins "].iter().any(|verb| text.starts_with(&format!("{who}{verb}")))
        };
        says(color) || is_name && says(&name)
    };
    match (names("White", "white"), names("Black", "black")) {
        (true, false) => Some(Marker::WhiteWins),
        (false, true) => Some(Marker::BlackWins),
        (true, true) => None,
        (false, false) => {
            let text = text.strip_prefix("game ").unwrap_or(&text);
            let rest = text.strip_prefix("drawn").or_else(|| text.strip_prefix("draw"))?;
            let is_word = !rest.starts_with(char::is_alphabetic);
            (is_word && !NO_DRAW.iter().any(|word| rest.contains(word))).then_some(Marker::Draw)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_from_termination() {
        let tags = |termination: &'static str| {
            [("White", "ann"), ("Black", "Ben"), ("Termination", termination)]
                .map(|(name, value)| Tag { name: name.into(), value: value.into() })
        };
        for (text, expect) in [
            ("ann won by resignation", Some(Marker::WhiteWins)),
            ("Ben won on time", Some(Marker::BlackWins)),
            ("Black wins by forfeit", Some(Marker::BlackWins)),
            ("Game drawn by repetition", Some(Marker::Draw)),
            ("Draw", Some(Marker::Draw)),
            ("drawn by agreement", Some(Marker::Draw)),
            ("Draw.", Some(Marker::Draw)),
            ("Draw (agreement)", Some(Marker::Draw)),
            ("Draw  by agreement", Some(Marker::Draw)),
            ("Drawn position but Black resigned", None),
            ("Draw by repetition not granted; Black resigned", None),
            ("Drawing of lots", None),
            ("White wins as Black has withdrawn", Some(Marker::WhiteWins)),
            ("Withdrawn", None),
            ("Draw declined; White wins on time", None),
            ("Drawn position, but Black won", None),
            ("Time forfeit", None),
            ("anne won on time", None),
            ("Normal", None),
        ] {
            assert_eq!(by_termination(&tags(text)), expect, "{text}");
        }
    }
}

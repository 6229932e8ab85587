use super::prelude::*;

use pgn_syntax::{NodeKind, Span};

pub(super) static RULE: Rule = Rule {
    code: "P030",
    name: "phantom-game",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("phantom_game.md"),
    checks: &[Check::Game(check)],
};

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let game = cx.game;
    if is_prose(cx) {
        let end = game.nodes.last().map_or(game.end, |node| node.span.end).max(game.start);
        let text = Span { start: game.start, end };
        report
            .at(text, format!("{} is text with a few moves, not a game", quote(text.of(cx.src))))
            .help("put it into a comment, or after `%` at the beginning of each line");
        return;
    }
    let is_empty = game.n_plies == 0
        && !game.tags.is_empty()
        && !game.nodes.iter().any(|node| matches!(node.kind, NodeKind::Comment(_)))
        && game.tags.iter().all(|pair| says_nothing(pair.value.of(cx.src)));
    if is_empty {
        let first = &game.tags[0];
        report.at(first.span, "a game without moves and without known tag values");
    }
}

/// Returns true for words among which something looks like a move: a game without tags and marker
/// and with at least as many words as moves.
fn is_prose(cx: &GameCx<'_>) -> bool {
    let game = cx.game;
    if !game.tags.is_empty() || game.marker.is_some() || game.errors.len() < LEAST_WORDS {
        return false;
    }
    let is_word = |error: &&SyntaxError| {
        matches!(
            error.kind,
            SyntaxErrorKind::UnexpectedSymbol
                | SyntaxErrorKind::UnexpectedChar
                | SyntaxErrorKind::ReservedToken
        )
    };
    let n_words = game.errors.iter().filter(is_word).count();
    n_words >= LEAST_WORDS && n_words >= game.n_plies as usize
}

/// Number of words from which text is prose.
const LEAST_WORDS: usize = 3;

/// Returns true for `?`, `????.??.??`, `*`, `-` and the empty value.
fn says_nothing(value: &[u8]) -> bool {
    value.iter().all(|byte| matches!(byte, b'?' | b'.' | b'*' | b'-' | b' '))
}

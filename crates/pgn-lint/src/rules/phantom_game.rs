use super::prelude::*;

use pgn_syntax::{count_line_ends, tag::has_no_content};

rule!("phantom_game.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let game = cx.game;
    if let Some(text) = prose(cx) {
        report
            .at(text, format!("{} is text with a few moves, not a game", cx.quoted(text)))
            .help("put it into a comment, or after `%` at the beginning of each line");
        return;
    }
    let is_empty = game.n_plies == 0
        && !game.tags.is_empty()
        && !game.nodes.iter().any(|node| node.kind.is_comment())
        && game.tags.iter().all(|pair| has_no_content(pair.value.of(cx.src)));
    if is_empty {
        let first = &game.tags[0];
        report.at(first.span, "a game without moves and without known tag values");
    }
}

/// Returns the text, if the game is words among which something looks like a move: a game without tags and marker
/// and with at least as many words as moves. Words on the lines before the first move, up to an empty line, belong
/// to it.
fn prose(cx: &GameCx<'_>) -> Option<Span> {
    let game = cx.game;
    if !game.tags.is_empty() || game.marker.is_some() || game.errors.is_empty() {
        return None;
    }
    let mut text = Span { start: game.start, end: game.end };
    let (mut n_words, mut has_words_after) = (0, false);
    for error in &game.errors {
        let is_words = match error.kind {
            SyntaxErrorKind::UnexpectedSymbol
            | SyntaxErrorKind::UnexpectedChar
            | SyntaxErrorKind::ReservedToken => true,
            SyntaxErrorKind::JunkBetweenGames => {
                let between = cx.src.get(error.span.end as usize..game.start as usize);
                between.is_some_and(|it| it.len() < FAR && count_line_ends(it) < 2)
            }
            _ => false,
        };
        if is_words {
            has_words_after |= error.kind != SyntaxErrorKind::JunkBetweenGames;
            text.start = text.start.min(error.span.start);
            let words = error.span.of(cx.src).split(u8::is_ascii_whitespace);
            // Dots are no word.
            n_words += words.filter(|word| word.iter().any(|byte| *byte != b'.')).count();
        }
    }
    if let Some(last) = game.nodes.last() {
        text.end = text.end.max(last.span.end);
    }
    let has_more_words = n_words >= MIN_WORDS && n_words >= game.n_plies as usize;
    (has_words_after && has_more_words).then_some(text)
}

/// Upper bound on the bytes between a word and the first move, because the lines between them are counted for each word.
const FAR: usize = 512;

/// Number of words from which text is prose.
const MIN_WORDS: usize = 3;

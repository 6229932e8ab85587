//! Games with more elements than are kept: they have the same ends, and their lists stay short.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::num::NonZeroUsize;

use pgn_syntax::{Game, Parser, Part, ReadOptions, Span, boundary::Edges};

const MAX_ELEMENTS: usize = 64;

/// Fragments that a text may repeat any number of times, in its tag section or movetext or after its marker.
const UNITS: [&str; 30] = [
    "(",
    "( ",
    ")",
    "()",
    "(e4)",
    "(e4 ",
    "((e4 1-0 ",
    "1.",
    "e4 ",
    "1. e4 {a} e5 (1... c5) ",
    "$1 ",
    "$300 ",
    "! ",
    "{}",
    "{a}\n",
    ";a\n",
    "%\n",
    "{\n%\n%\n%\n%\n}\n",
    "x ",
    "x. ",
    "- ",
    "0-0 ",
    "-- ",
    "<",
    "[",
    "}",
    "\u{feff}",
    "[a \"b\"]\n",
    "[Event \"b\"] ",
    "<br />\n",
];

/// Returns the spans, ends and markers of the games of a text, and the length of the longest list of each.
fn games(text: &str, most: Option<usize>) -> Vec<(Span, u32, bool, usize)> {
    let options = ReadOptions {
        max_elements: most.map(|most| NonZeroUsize::new(most).unwrap()),
        ..ReadOptions::default()
    };
    let (mut parser, mut game) = (Parser::new(options), Game::default());
    let part = Part::whole(text.as_bytes());
    parser.start(&part);
    let mut games = Vec::new();
    while parser.next_game(&part, &mut game) {
        let longest =
            game.nodes.len().max(game.errors.len()).max(game.tags.len()).max(game.escapes.len());
        if game.is_too_dense {
            assert!(longest <= 1, "a game that is too dense keeps {longest}: {text:.40}");
            assert!(game.final_zeros.is_none());
        }
        games.push((game.span, game.end, game.marker.is_some(), longest));
    }
    games
}

#[test]
fn ends_do_not_depend_on_the_number_of_elements_kept() {
    let parts = [
        ("", "1. e4 e5 *\n\n", ""),
        ("[Event \"a\"]\n\n1. e4 ", " e5 *\n\n", "[Event \"b\"]\n\n1. d4 *\n"),
        ("[Event \"a\"]\n\n1. e4 (1. d4 ", ") 1-0\n\n", "[Event \"b\"]\n\n1. d4 *\n"),
        ("[Event \"a\"]\n", "\n1. e4 *\n\n", "[Event \"b\"]\n\n1. d4 *\n"),
        ("[Event \"a\"]\n\n1. e4 1-0 ", "\n\n", "[Event \"b\"]\n\n1. d4 *\n"),
        ("[Event \"a\"]\n\n1. e4 1-0\n\n", "\n\n", "[Event \"b\"]\n\n1. d4 *\n"),
    ];
    for (before, after, next) in parts {
        for unit in UNITS {
            for other in ["", "e4 ", "(", "{a} "] {
                let middle = format!("{unit}{other}").repeat(300);
                let text = [before, &middle, after, next].concat();
                let (all, few) = (games(&text, None), games(&text, Some(MAX_ELEMENTS)));
                let starts = |games: &[(Span, u32, bool, usize)]| -> Vec<u32> {
                    games.iter().map(|(span, ..)| span.start).collect()
                };
                let what = format!("{before:?} {unit:?} {other:?} {after:?}");
                // Comments after the last move of a game without a marker may go to the next game.
                if all.iter().all(|game| game.2) {
                    assert_eq!(starts(&few), starts(&all), "{what}");
                }
                assert_eq!(few.len(), all.len(), "{what}");
                // Each game keeps at most twice the elements and what one step adds.
                assert!(few.iter().all(|game| game.3 <= 2 * MAX_ELEMENTS + 8), "{what}: {few:?}");
            }
        }
    }
}

#[test]
fn a_game_within_the_limit_keeps_its_elements() {
    let text = |n: usize| format!("[Event \"a\"]\n\n{}*\n", "Nf3 ".repeat(n));
    let n_moves = |n| games(&text(n), Some(MAX_ELEMENTS))[0].3;
    assert_eq!((n_moves(MAX_ELEMENTS - 2), n_moves(MAX_ELEMENTS + 8)), (MAX_ELEMENTS - 1, 0));
}

#[test]
fn an_open_comment_is_kept() {
    let text = format!("[Event \"a\"]\n\n{} {{open", "e4 ".repeat(1000));
    let options =
        ReadOptions { max_elements: NonZeroUsize::new(MAX_ELEMENTS), ..ReadOptions::default() };
    let edges = Edges::of_text(&mut Parser::new(options), text.as_bytes(), false);
    assert!(edges.leaves_comment_open());
}

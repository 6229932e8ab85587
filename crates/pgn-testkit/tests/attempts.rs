//! Games in which single words are mutated: no move of the main line is invented, none is given to the wrong
//! side, and none is lost without an error.

use pgn_chess::{CastlingMode, Ply, Replay, ReplayOptions, Visitor, start};
use pgn_syntax::Games;
use pgn_testkit::{Generator, Style, rng::Rng};

/// A visitor that records the main line: SAN and UCI of each move.
#[derive(Default)]
struct Line {
    moves: Vec<(String, String)>,
}

impl Visitor for Line {
    fn ply(&mut self, ply: &Ply<'_>) {
        if let (Some(mv), Some(san)) = (ply.played_move(), ply.canonical_san()) {
            self.moves.push((san.to_string(), mv.uci(CastlingMode::Standard).to_string()));
        }
    }

    fn wants_variations(&self) -> bool {
        false
    }
}

/// Returns the main line of the first game of a text, whether a game has errors, and the number of games.
fn read(text: &str) -> (Vec<(String, String)>, bool, usize) {
    let (mut first, mut failed, mut n_games) = (Vec::new(), false, 0);
    let src = text.as_bytes();
    let mut games = Games::new(src);
    while let Some(game) = games.next() {
        let mut line = Line::default();
        let start = start(game, src);
        let end = Replay::new().walk(game, src, &start, &ReplayOptions::default(), &mut line);
        failed |= end.has_error();
        if n_games == 0 {
            first = line.moves;
        }
        n_games += 1;
    }
    (first, failed, n_games)
}

/// Returns the movetext of `moves`, with `word` in place of the move at `at`.
fn movetext(moves: &[(String, String)], at: usize, word: &str, glue: Option<usize>) -> String {
    let mut text = String::from("[Event \"?\"]\n\n");
    for (ply, (san, _)) in moves.iter().enumerate() {
        if ply % 2 == 0 {
            text.push_str(&format!("{}. ", ply / 2 + 1));
        }
        text.push_str(if ply == at { word } else { san });
        if glue != Some(ply) {
            text.push(' ');
        }
    }
    text.push_str("1-0\n");
    text
}

/// Returns another spelling of the same move.
fn respelled(san: &str, rng: &mut Rng) -> Option<String> {
    const LOOK_ALIKE: &[(char, char)] = &[
        ('a', 'а'),
        ('c', 'с'),
        ('e', 'е'),
        ('x', 'х'),
        ('O', 'О'),
        ('B', 'В'),
        ('N', 'Ν'),
        ('3', 'З'),
        ('a', 'α'),
    ];
    let chars: Vec<char> = san.chars().collect();
    match rng.below(4) {
        0 => {
            let &(from, to) = rng.pick(LOOK_ALIKE);
            san.contains(from).then(|| san.replace(from, &to.to_string()))
        }
        1 => Some(
            san.chars()
                .map(|char| match char {
                    '!'..='~' => char::from_u32(u32::from(char) + 0xFEE0).unwrap_or(char),
                    _ => char,
                })
                .collect(),
        ),
        2 if san.starts_with('O') => Some(san.replace('-', " - ")),
        2 if "KQRBN".contains(chars[0]) => {
            Some(format!("{}{}{}", chars[0], rng.pick(&[" ", "\n", "  "]), &san[1..]))
        }
        3 => {
            let at = 1 + rng.below(chars.len() - 1);
            Some(format!("{}\u{200B}{}", &san[..at], &san[at..]))
        }
        _ => None,
    }
}

/// Returns a word that may be an attempt at the move, but is not unambiguous.
fn mutated(san: &str, rng: &mut Rng) -> String {
    let n = san.len();
    match rng.below(6) {
        0 => san[..1 + rng.below(n - 1)].to_owned(),
        1 => format!("{san}{}", rng.pick(&["q", "xyz", "zzzzzzzz"])),
        2 => {
            let (head, tail) = san.split_at(n - 2);
            format!("{head}{}", tail.chars().rev().collect::<String>())
        }
        3 => format!("{}{}", rng.below(8) + 1, rng.below(8) + 1),
        4 => format!("{} {}", &san[..n - 1], &san[n - 1..]),
        _ => san.replace(|char: char| char.is_ascii_digit(), "é"),
    }
}

#[test]
fn mutated_words_invent_no_moves() {
    let mut rng = Rng::new(17);
    let mut n_read = 0;
    for seed in 0..400 {
        let game = Generator::new(seed, Style::Bare).games(1);
        let (moves, failed, _) = read(std::str::from_utf8(&game).unwrap());
        if failed || moves.len() < 4 {
            continue;
        }
        for _ in 0..10 {
            let at = rng.below(moves.len());
            let (san, _) = &moves[at];
            if let Some(word) = respelled(san, &mut rng) {
                let text = movetext(&moves, at, &word, None);
                let (read, failed, n_games) = read(&text);
                assert_eq!((&read, failed, n_games), (&moves, false, 1), "{word:?} {text}");
                n_read += 1;
            }
            let word = mutated(san, &mut rng);
            // A piece letter alone is joined to the square after it.
            let next_is_square =
                moves.get(at + 1).is_some_and(|(san, _)| !san.starts_with(char::is_uppercase));
            if word.len() == 1 && word != "O" && next_is_square {
                continue;
            }
            let text = movetext(&moves, at, &word, None);
            let (read_moves, failed, n_games) = read(&text);
            assert_eq!(n_games, 1, "{word:?} {text}");
            assert!(moves.starts_with(&read_moves), "{word:?} for {san}: {text}");
            assert!(failed || read_moves == moves, "{word:?} for {san}: {text}");

            // A missing half-move of Black.
            if at % 2 == 1 && at + 1 < moves.len() {
                let text = movetext(&moves, at, "", None);
                let (read, failed, _) = read(&text);
                assert!(failed && moves.starts_with(&read), "{text}");
            }
            // The move glued to a number, the marker, or a move that can be separated from it.
            let next = moves.get(at + 1).map(|(san, _)| san.as_str());
            let is_told = at % 2 == 1 || next.is_none_or(|san| san.starts_with(char::is_uppercase));
            if is_told {
                let text = movetext(&moves, at, san, Some(at));
                let (read, failed, n_games) = read(&text);
                assert_eq!((&read, failed, n_games), (&moves, false, 1), "{text}");
            }
        }
    }
    assert!(n_read > 1000, "{n_read}");
}

//! Generated games from a seed: random legal moves in export format.

use std::{fmt::Write as _, io};

use pgn_chess::shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use crate::{fault::Fault, filler::Filler, rng::Rng};

/// The amount of annotation in generated games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Tags and moves only.
    Bare,
    /// Also comments, variations, NAGs and clock times.
    Annotated,
}

/// A generator of an unlimited number of games.
#[derive(Clone, Debug)]
pub struct Generator {
    rng: Rng,
    style: Style,
    /// The fault to plant, and the number of games of which one has it on average.
    fault: Option<(Fault, usize)>,
    number: u64,
}

const NAMES: [&str; 12] = [
    "Adams, Ann", "Brandt, Karl", "Černý, Jan", "Dubois, Émile", "Eriksen, Nils", "Farkas, Zoltán",
    "Gómez, Inés", "Horváth, Eva", "Ivanova, Olga", "Jansen, Piet", "Kowalski, Łukasz",
    "López, Juan",
];
const WORDS: [&str; 16] = [
    "the", "a", "knight", "bishop", "plan", "better", "was", "weak", "strong", "with", "attack",
    "endgame", "pawn", "stands", "well,", "perhaps",
];
/// The maximum number of plies of a game.
const MAX_PLIES: usize = 160;
/// The maximum depth of nested variations.
const MAX_DEPTH: usize = 3;

impl Generator {
    /// Returns a generator of clean games.
    #[must_use]
    pub fn new(seed: u64, style: Style) -> Generator {
        Generator { rng: Rng::new(seed), style, fault: None, number: 0 }
    }

    /// Returns a generator that plants `fault` in one of `every` games on average.
    #[must_use]
    pub fn with_fault(self, fault: Fault, every: usize) -> Generator {
        Generator { fault: Some((fault, every.max(1))), ..self }
    }

    /// Appends the next game, in export format unless a fault is planted.
    fn game_into(&mut self, out: &mut Vec<u8>) {
        self.number += 1;
        let start = out.len();
        let (moves, result) = self.play();
        let mut text = String::new();
        self.tags(&mut text, result, moves.len());
        text.push('\n');
        out.extend_from_slice(text.as_bytes());
        let mut units = Vec::new();
        self.line_into(&mut units, &Chess::default(), &moves, 0);
        units.push(result.to_owned());
        let mut filler = Filler::default();
        units.iter().for_each(|unit| filler.push(unit));
        out.extend_from_slice(filler.finish().as_bytes());
        out.push(b'\n');
        if let Some((fault, every)) = self.fault
            && self.rng.one_in(every)
        {
            let game = out.split_off(start);
            fault.plant(&game, &mut self.rng, out);
        }
    }

    /// Returns the next `n_games` games.
    #[must_use]
    pub fn games(&mut self, n_games: usize) -> Vec<u8> {
        let mut out = Vec::new();
        for _ in 0..n_games {
            self.game_into(&mut out);
        }
        out
    }

    /// Writes games until `is_enough` returns true for the numbers of games and bytes written so far. Returns
    /// these numbers.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    pub fn write_until(
        &mut self,
        out: &mut impl io::Write,
        is_enough: impl Fn(u64, u64) -> bool,
    ) -> io::Result<(u64, u64)> {
        let (mut n_games, mut n_bytes) = (0, 0);
        let mut buffer = Vec::new();
        while !is_enough(n_games, n_bytes) {
            buffer.clear();
            self.game_into(&mut buffer);
            out.write_all(&buffer)?;
            n_games += 1;
            n_bytes += buffer.len() as u64;
        }
        Ok((n_games, n_bytes))
    }

    fn play(&mut self) -> (Vec<Move>, &'static str) {
        let max = 1 + self.rng.below(MAX_PLIES);
        let mut position = Chess::default();
        let mut moves = Vec::new();
        while moves.len() < max {
            let Some(played) = self.choose(&position) else { break };
            advance(&mut position, played);
            moves.push(played);
        }
        let result = if position.is_checkmate() {
            position.turn().fold_wb("0-1", "1-0")
        } else if position.is_stalemate() {
            "1/2-1/2"
        } else {
            self.rng.pick(&["1-0", "0-1", "1/2-1/2", "*"])
        };
        (moves, result)
    }

    /// Returns a legal move. Captures, castling and promotions are chosen more often than others.
    fn choose(&mut self, position: &Chess) -> Option<Move> {
        if position.is_insufficient_material() {
            return None;
        }
        let legal = position.legal_moves();
        let first = *legal.get(self.rng.below(legal.len().max(1)))?;
        let second = legal[self.rng.below(legal.len())];
        let is_rare = |m: Move| m.is_capture() || m.is_castle() || m.is_promotion();
        Some(if is_rare(second) { second } else { first })
    }

    fn tags(&mut self, text: &mut String, result: &str, n_plies: usize) {
        let white = self.rng.below(NAMES.len());
        let black = (white + 1 + self.rng.below(NAMES.len() - 1)) % NAMES.len();
        let (year, month, day) =
            (1990 + self.rng.below(35), 1 + self.rng.below(12), 1 + self.rng.below(28));
        let date = match self.rng.below(8) {
            0 => "????.??.??".to_owned(),
            1 => format!("{year}.??.??"),
            _ => format!("{year}.{month:02}.{day:02}"),
        };
        let round = match self.rng.below(6) {
            0 => "?".to_owned(),
            1 => format!("{}.{}", 1 + self.rng.below(11), 1 + self.rng.below(8)),
            _ => (1 + self.rng.below(11)).to_string(),
        };
        let mut tag = |name: &str, value: &str| {
            // Writing to a `String` never fails.
            let _ = writeln!(text, "[{name} \"{value}\"]");
        };
        tag("Event", &format!("Generated open {}", self.number % 97));
        tag("Site", "Nowhere");
        tag("Date", &date);
        tag("Round", &round);
        tag("White", NAMES[white]);
        tag("Black", NAMES[black]);
        tag("Result", result);
        if self.rng.one_in(2) {
            tag("BlackElo", &(1200 + self.rng.below(1600)).to_string());
        }
        if self.rng.one_in(2) {
            tag("PlyCount", &n_plies.to_string());
        }
        if self.style == Style::Annotated {
            tag("TimeControl", "300+2");
        }
    }

    /// Appends the units of a line of play that starts from `position`.
    fn line_into(
        &mut self,
        units: &mut Vec<String>,
        position: &Chess,
        moves: &[Move],
        depth: usize,
    ) {
        let mut position = position.clone();
        let mut is_forced = true;
        let start = units.len();
        for &played in moves {
            match position.turn() {
                Color::White => units.push(format!("{}.", position.fullmoves())),
                Color::Black if is_forced => units.push(format!("{}...", position.fullmoves())),
                Color::Black => (),
            }
            units.push(SanPlus::from_move(position.clone(), played).to_string());
            let before = units.len();
            if self.style == Style::Annotated {
                self.annotate_into(units, &position, played, depth);
            }
            is_forced = units.len() > before;
            advance(&mut position, played);
        }
        if depth > 0 {
            if let Some(first) = units.get_mut(start) {
                first.insert(0, '(');
            }
            if let Some(last) = units.last_mut() {
                last.push(')');
            }
        }
    }

    /// Appends the annotation after the move `played`: a NAG, a comment, a variation.
    fn annotate_into(
        &mut self,
        units: &mut Vec<String>,
        position: &Chess,
        played: Move,
        depth: usize,
    ) {
        if self.rng.one_in(12) {
            units.push(format!("${}", 1 + self.rng.below(6)));
        }
        if self.rng.one_in(3) {
            let start = units.len();
            if self.rng.one_in(2) {
                units.push(format!("[%clk 0:{:02}:{:02}]", self.rng.below(5), self.rng.below(60)));
            }
            for _ in 0..self.rng.below(9) {
                units.push((*self.rng.pick(&WORDS)).to_owned());
            }
            if let [first, ..] = &mut units[start..] {
                first.insert(0, '{');
            }
            if units.len() > start
                && let Some(last) = units.last_mut()
            {
                last.push('}');
            }
        }
        if depth < MAX_DEPTH && self.rng.one_in(8 << depth) {
            let mut after = position.clone();
            let mut moves = Vec::new();
            for _ in 0..=self.rng.below(6) {
                let Some(other) = self.choose(&after).filter(|&m| !moves.is_empty() || m != played)
                else {
                    break;
                };
                advance(&mut after, other);
                moves.push(other);
            }
            if !moves.is_empty() {
                self.line_into(units, position, &moves, depth + 1);
            }
        }
    }
}

fn advance(position: &mut Chess, played: Move) {
    // Only legal moves are chosen.
    if let Ok(next) = position.clone().play(played) {
        *position = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_give_equal_games() {
        let games = |seed| Generator::new(seed, Style::Annotated).games(5);
        assert_eq!(games(7), games(7));
        assert_ne!(games(7), games(8));
    }

    #[test]
    fn games_are_in_export_format() {
        let text = String::from_utf8(Generator::new(1, Style::Annotated).games(50)).unwrap();
        assert_eq!(text.matches("[Event ").count(), 50);
        assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() <= 79));
        assert!(text.contains(" (") && text.contains(" {") && text.contains(" $"));
    }
}

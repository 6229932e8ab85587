//! Lines of moves such as `1. e4 c5 2. Nf3`: `*` stands for any move, `!` excludes a move, and `|`
//! separates alternatives.

use pgn_chess::{
    Move, MoveErrorKind, MoveKind, Outcome, Ply, Position, Replay, ReplayOptions, Start, Visitor,
    shakmaty::Color,
};
use pgn_syntax::{Games, SanCode, Span, san::Castling};

/// Maximum number of moves in a line.
const MAX_MOVES: usize = 512;

/// A line of moves.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    elements: Vec<Element>,
    /// The side that makes the first move, if a move number says so.
    first: Option<Color>,
}

#[derive(Clone, Debug)]
enum Element {
    Any,
    /// This move, in the position after the line before it.
    Exactly(Move),
    /// One of these moves, or, if negated, none of them.
    OneOf {
        moves: Vec<MovePattern>,
        is_negated: bool,
    },
}

/// A move pattern by the parts that its SAN contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MovePattern(SanCode);

impl Line {
    /// Returns a line from the initial position, all of whose moves can be played, and its final
    /// position.
    ///
    /// # Errors
    /// Returns an error if the line is not valid; the error is a message.
    pub(crate) fn exact(text: &str) -> Result<(Line, Position), String> {
        if !Line::is_exact(text) {
            return Err("`transposing=true` compares positions: the line has moves only, without `*`, `|` and `!`".to_owned());
        }
        let (tokens, _) = tokens(text)?;
        let text = format!("{} *", tokens.join(" "));
        let src = text.as_bytes();
        let mut games = Games::new(src);
        let mut played = Played { moves: Vec::new(), starts: Vec::new(), failed: None };
        let Some(game) = games.next() else { return Err("the line has no moves".to_owned()) };
        let options = ReplayOptions { judge_signs: false, ..ReplayOptions::default() };
        let end = Replay::new().walk(game, src, &Start::initial(), &options, &mut played);
        if let Some((span, what)) = played.failed {
            let word = String::from_utf8_lossy(span.of(src)).into_owned();
            let n = played.moves.len();
            let dots = if n.is_multiple_of(2) { "." } else { "..." };
            let mut what = format!("{}{dots} {word} {what}", n / 2 + 1);
            if n == 0 {
                what.push_str(
                    " in the initial position; `anywhere=true` finds moves of any position",
                );
            }
            return Err(what);
        }
        let position = end.position.unwrap_or_default();
        if played.moves.len() != tokens.len() {
            let mut end = 0;
            let has_other_text = |token: &&&str| {
                let range = end..end + token.len();
                end = range.end + 1;
                played.starts.iter().filter(|&&start| range.contains(&(start as usize))).count()
                    != 1
            };
            let token = tokens.iter().find(has_other_text).copied().unwrap_or_default();
            return Err(format!("the line contains more than moves: `{token}`"));
        }
        let elements = played.moves.into_iter().map(Element::Exactly).collect();
        Ok((Line { elements, first: Some(Color::White) }, position))
    }

    /// Returns a line whose moves are compared by their SAN only.
    ///
    /// # Errors
    /// Returns an error if the line is not valid; the error is a message.
    pub(crate) fn pattern(text: &str) -> Result<Line, String> {
        let (tokens, first) = tokens(text)?;
        let elements = tokens.iter().map(|token| element(token)).collect::<Result<_, _>>()?;
        Ok(Line { elements, first })
    }

    /// Returns true if every element is exactly one move.
    pub(crate) fn is_exact(text: &str) -> bool {
        !text.contains(['*', '!', '|'])
    }

    /// Returns the number of state words that [`Line::step`] needs.
    pub(crate) fn n_words(&self) -> usize {
        self.elements.len().div_ceil(64)
    }

    /// Advances the state by a move. `state` has a bit for each prefix of the line that ends with
    /// the last move; `starts` says whether the line may begin with this move. Returns whether the
    /// line ends here, and whether any prefix still matches.
    pub(crate) fn step(
        &self,
        state: &mut [u64],
        mv: Option<Move>,
        mover: Color,
        starts: Starts,
    ) -> (bool, bool) {
        let starts = starts == Starts::Here && self.first.is_none_or(|first| first == mover);
        let mut carry = u64::from(starts);
        let mut is_alive = false;
        for (index, word) in state.iter_mut().enumerate() {
            let shifted = *word << 1 | carry;
            carry = *word >> 63;
            let mut left = shifted;
            *word = 0;
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                let element = self.elements.get(index * 64 + bit);
                if element.is_some_and(|element| element.is_match(mv)) {
                    *word |= 1 << bit;
                    is_alive = true;
                }
            }
        }
        let last = self.elements.len() - 1;
        (state.get(last / 64).is_some_and(|word| word >> (last % 64) & 1 != 0), is_alive)
    }
}

/// Whether a line may begin with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Starts {
    Here,
    Not,
}

impl Element {
    fn is_match(&self, mv: Option<Move>) -> bool {
        match (self, mv) {
            (Element::Any, _) => true,
            (Element::Exactly(expected), mv) => mv == Some(*expected),
            (Element::OneOf { moves, is_negated }, Some(mv)) => {
                moves.iter().any(|pattern| pattern.is_match(mv)) != *is_negated
            }
            (Element::OneOf { is_negated, .. }, None) => *is_negated,
        }
    }
}

impl MovePattern {
    fn is_match(self, mv: Move) -> bool {
        let code = self.0;
        if let Some(castling) = code.castling() {
            let is_king_side = castling == Castling::KingSide;
            return mv.kind() == MoveKind::Castle && mv.is_king_side() == is_king_side;
        }
        let from = mv.from();
        let is_on = |wanted: Option<u32>, part: fn(pgn_chess::shakmaty::Square) -> u32| {
            wanted.is_none_or(|wanted| from.is_some_and(|from| part(from) == wanted))
        };
        !matches!(mv.kind(), MoveKind::Castle | MoveKind::Drop)
            && mv.to().to_u32() == code.target()
            && u32::from(mv.role()) == code.role()
            && mv.is_capture() == code.is_capture()
            && mv.promotion().map(u32::from) == code.promotion()
            && is_on(code.origin_file(), |square| square.file().to_u32())
            && is_on(code.origin_rank(), |square| square.rank().to_u32())
    }
}

/// Splits a line into its moves, without move numbers, and returns the side that the first number
/// implies.
fn tokens(text: &str) -> Result<(Vec<&str>, Option<Color>), String> {
    let mut tokens = Vec::new();
    let mut first = None;
    for word in text.split_whitespace() {
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let rest = word[digits..].trim_start_matches('.');
        let dots = word.len() - digits - rest.len();
        // `1.` is a move number, `0-0` is not.
        let is_number = dots > 0 || (digits > 0 && rest.is_empty());
        if is_number && tokens.is_empty() {
            first = Some(if dots > 1 { Color::Black } else { Color::White });
        }
        let token = if is_number { rest } else { word };
        if !token.is_empty() {
            tokens.push(token);
        }
        if tokens.len() > MAX_MOVES {
            return Err(format!("a line has at most {MAX_MOVES} moves"));
        }
    }
    if tokens.is_empty() { Err("the line has no moves".to_owned()) } else { Ok((tokens, first)) }
}

fn element(token: &str) -> Result<Element, String> {
    if token == "*" {
        return Ok(Element::Any);
    }
    let (token, is_negated) = match token.strip_prefix('!') {
        Some(rest) => (rest, true),
        None => (token, false),
    };
    let read = |one: &str| {
        let one = one.trim_end_matches(['!', '?', '+', '#']);
        let read = SanCode::read(one.as_bytes()).filter(|(_, len)| *len == one.len());
        let code = read.map(|(code, _)| MovePattern(code));
        code.ok_or_else(|| format!("`{one}` is not a move in SAN, as in Nf3 or exd5"))
    };
    let moves = token.split('|').map(read).collect::<Result<_, _>>()?;
    Ok(Element::OneOf { moves, is_negated })
}

/// Collects the moves of a line, or the place where it cannot continue.
struct Played {
    moves: Vec<Move>,
    /// Offsets of the moves in the text.
    starts: Vec<u32>,
    /// The first move that cannot be played, and what is wrong with it.
    failed: Option<(Span, &'static str)>,
}

impl Visitor for Played {
    fn ply(&mut self, ply: &Ply<'_>) {
        match ply.outcome {
            Outcome::Played { mv, .. } if ply.depth == 0 => {
                self.moves.push(mv);
                self.starts.push(ply.span.start);
            }
            Outcome::Played { .. } | Outcome::Skipped => (),
            Outcome::Null | Outcome::Failed(_) => {
                let is_ambiguous = matches!(ply.outcome, Outcome::Failed(error)
                    if error.kind == MoveErrorKind::Ambiguous);
                let what = if is_ambiguous { "is ambiguous" } else { "cannot be played" };
                self.failed = self.failed.or(Some((ply.span, what)));
            }
        }
    }

    fn is_done(&self) -> bool {
        self.failed.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        Line::exact(text)
            .unwrap()
            .0
            .elements
            .iter()
            .map(|element| if let Element::Exactly(mv) = element { *mv } else { panic!() })
            .collect()
    }

    /// Checks the plies at which the line ends in a game.
    #[track_caller]
    fn check(line: &Line, game: &str, starts_anywhere: bool, expect: &[usize]) {
        let mut state = vec![0; line.n_words()];
        let mut ends = Vec::new();
        for (index, mv) in moves(game).into_iter().enumerate() {
            let mover = Color::from_white(index % 2 == 0);
            let starts = if starts_anywhere || index == 0 { Starts::Here } else { Starts::Not };
            if line.step(&mut state, Some(mv), mover, starts).0 {
                ends.push(index + 1);
            }
        }
        assert_eq!(ends, expect, "{game}");
    }

    const GAME: &str =
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 5.O-O Nxe4 6.d4 b5 7.Bb3 d5 8.dxe5 Be6";

    #[test]
    fn lines_from_the_start() {
        let exact = |text: &str| Line::exact(text).unwrap().0;
        check(&exact("1. e4 e5 2. Nf3"), GAME, false, &[3]);
        check(&exact("e4 e5 Ng1-f3"), GAME, false, &[3]);
        check(&exact("1. e4 c5"), GAME, false, &[]);
        check(&exact(GAME), GAME, false, &[16]);
        let pattern = |text: &str| Line::pattern(text).unwrap();
        check(&pattern("* e5"), GAME, false, &[2]);
        check(&pattern("e4 c5|e5 !Nc3 *"), GAME, false, &[4]);
        check(&pattern("e4 !e5|c5"), GAME, false, &[]);
    }

    #[test]
    fn lines_anywhere() {
        let pattern = |text: &str| Line::pattern(text).unwrap();
        check(&pattern("Nxe4 d4"), GAME, true, &[11]);
        check(&pattern("Ne4"), GAME, true, &[]);
        check(&pattern("O-O"), GAME, true, &[9]);
        check(&pattern("* *"), "e4 e5 Nf3", true, &[2, 3]);
        check(&pattern("1... *"), "e4 e5 Nf3 Nc6", true, &[2, 4]);
        check(&pattern("1. *"), "e4 e5 Nf3 Nc6", true, &[1, 3]);
        check(&pattern("Ngf3"), GAME, true, &[3]);
        check(&pattern("Nbf3|N1f3"), GAME, true, &[3]);
    }

    #[test]
    fn long_lines_need_more_words() {
        let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(40);
        let (line, position) = Line::exact(&shuffle).unwrap();
        assert_eq!(line.n_words(), 3);
        assert_eq!(position.fullmove_number(), 81);
        check(&line, &shuffle, false, &[160]);
    }

    #[test]
    fn invalid_lines_are_errors() {
        let fault = |text: &str| Line::exact(text).unwrap_err();
        assert_eq!(fault(""), "the line has no moves");
        assert_eq!(fault("1. e4 e4"), "1... e4 cannot be played");
        assert_eq!(fault("Nf3 d6 Nc3 e6 Nb5 d5 Nd4"), "4. Nd4 is ambiguous");
        assert_eq!(
            fault("10... Ke7"),
            "1. Ke7 cannot be played in the initial position; `anywhere=true` finds moves of any position"
        );
        assert_eq!(fault("1. e4 e5 2. Nf3 xyz"), "the line contains more than moves: `xyz`");
        assert_eq!(fault("1.e4,c5"), "the line contains more than moves: `e4,c5`");
        for pattern in ["e4 c5 Nf3|Nc3", "e4 * Nf3", "e4 !c5"] {
            assert!(fault(pattern).starts_with("`transposing=true` compares positions"));
        }
        assert_eq!(fault(&"Nf3 ".repeat(1000)), "a line has at most 512 moves");
        assert_eq!(
            Line::pattern("e4 xyz *").unwrap_err(),
            "`xyz` is not a move in SAN, as in Nf3 or exd5"
        );
    }
}

//! Board patterns similar to FEN: `?????rk?/*/*p?/*/!/8/PPP*/[QR]*`.

use super::{
    men::{Class, Men},
    reach::Reach,
};

/// A board pattern.
#[derive(Clone, Debug)]
pub(crate) struct BoardPattern {
    /// The requirements of ranks with a single arrangement.
    fixed: Arrangement,
    /// The arrangements of each other rank, one of which must be met.
    ranks: Vec<Vec<Arrangement>>,
    /// The least number of men on a matching board.
    pub(crate) n_men: u32,
}

/// The requirements of an arrangement: sets of men, each with the squares that must hold a member.
type Arrangement = Vec<(Class, u64)>;

/// Maximum number of elements of a rank: eight squares, and `*` around each of them.
const MAX_ELEMENTS: usize = 17;

/// An error in a pattern: a byte range and a message.
pub(crate) type PatternFault = (std::ops::Range<usize>, String);

/// An element of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Square(Class),
    /// `*`: any number of squares.
    Any,
}

/// Whether colors are exchanged, of pieces and of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colors {
    AsWritten,
    Exchanged,
}

impl BoardPattern {
    /// Reads a pattern: eight ranks as in a FEN, with signs for several kinds of squares.
    ///
    /// # Errors
    /// Returns an error if the text is not a pattern, or no board can match it.
    pub(crate) fn new(text: &str, colors: Colors) -> Result<BoardPattern, PatternFault> {
        let n_ranks = text.split('/').count();
        if n_ranks != 8 {
            let ranks = if n_ranks == 1 { "1 rank".to_owned() } else { format!("{n_ranks} ranks") };
            return Err((0..text.len(), format!("{ranks}; a board has 8, with `/` between them")));
        }
        let mut pattern = BoardPattern { fixed: Vec::new(), ranks: Vec::new(), n_men: 0 };
        let mut at = 0;
        for (index, rank) in text.split('/').enumerate() {
            let span = at..at + rank.len();
            at = span.end + 1;
            let elements = elements(rank, span.start)?;
            let ways = ways(&elements);
            if ways.is_empty() {
                return Err((span, "this rank cannot have 8 squares".to_owned()));
            }
            let rank = match colors {
                Colors::AsWritten => 7 - index,
                Colors::Exchanged => index,
            };
            let mut ways: Vec<_> = ways.iter().map(|way| requirements(way, rank, colors)).collect();
            let least = ways.iter().map(|way| n_men(way)).min().unwrap_or(0);
            pattern.n_men += least;
            if ways.iter().any(Vec::is_empty) {
                // An arrangement without requirements matches any rank.
                continue;
            }
            if ways.len() == 1 {
                for (class, squares) in ways.remove(0) {
                    match pattern.fixed.iter_mut().find(|(known, _)| *known == class) {
                        Some((_, all)) => *all |= squares,
                        None => pattern.fixed.push((class, squares)),
                    }
                }
            } else {
                pattern.ranks.push(ways);
            }
        }
        // A requirement on many squares is the most likely to fail, so it is tested first.
        pattern.fixed.sort_unstable_by_key(|(_, squares)| std::cmp::Reverse(squares.count_ones()));
        Ok(pattern)
    }

    pub(crate) fn is_match(&self, men: &Men) -> bool {
        self.holds(|class, squares| squares & !class.squares(men) == 0)
    }

    /// Returns true if a position of a game with this reach may match.
    pub(crate) fn may_match(&self, reach: &Reach) -> bool {
        self.holds(|class, squares| reach.holds(class, squares))
    }

    /// Returns true if the requirements are met, where `is_met` decides for a set of men and its
    /// squares.
    #[inline(always)]
    fn holds(&self, is_met: impl Fn(Class, u64) -> bool) -> bool {
        let holds =
            |way: &[(Class, u64)]| way.iter().all(|&(class, squares)| is_met(class, squares));
        holds(&self.fixed) && self.ranks.iter().all(|ways| ways.iter().any(|way| holds(way)))
    }
}

/// Returns the number of squares that must not be empty.
fn n_men(way: &[(Class, u64)]) -> u32 {
    let is_man = |class: Class| class.0 & Class::EMPTY.0 == 0;
    way.iter().filter(|(class, _)| is_man(*class)).map(|(_, squares)| squares.count_ones()).sum()
}

fn elements(rank: &str, start: usize) -> Result<Vec<Element>, PatternFault> {
    let mut elements = Vec::new();
    let mut chars = rank.char_indices();
    while let Some((at, c)) = chars.next() {
        let place = start + at..start + at + c.len_utf8();
        match c {
            '*' => {
                if elements.last() != Some(&Element::Any) {
                    elements.push(Element::Any);
                }
            }
            '1'..='8' => {
                let n = c as usize - '0' as usize;
                elements.extend(std::iter::repeat_n(Element::Square(Class::EMPTY), n));
            }
            '[' => {
                let mut class = Class::NONE;
                let mut is_negated = false;
                let end = loop {
                    match chars.next() {
                        Some((end, ']')) => break start + end + 1,
                        Some((next, '^')) if next == at + 1 => is_negated = true,
                        Some((next, c)) => {
                            let part = single(c).ok_or_else(|| unknown(c, start + next))?;
                            class = class.with(part);
                        }
                        None => return Err((place, "a `[` without its `]`".to_owned())),
                    }
                };
                let class = if is_negated { Class::ANY.without(class) } else { class };
                if class == Class::NONE {
                    return Err((
                        place.start..end,
                        "this matches no piece and no empty square".to_owned(),
                    ));
                }
                elements.push(Element::Square(class));
            }
            c => elements.push(Element::Square(single(c).ok_or_else(|| unknown(c, place.start))?)),
        }
        if elements.len() > MAX_ELEMENTS {
            return Err((start..start + rank.len(), "this rank cannot have 8 squares".to_owned()));
        }
    }
    Ok(elements)
}

/// Returns the men that a character of one square matches; `None` if it is not such a character.
fn single(c: char) -> Option<Class> {
    match c {
        '?' => Some(Class::ANY),
        '!' => Some(Class::MEN),
        'A' => Some(Class::WHITE),
        'a' => Some(Class::BLACK),
        'm' => Some(Class::NO_PAWN),
        c => Class::of_letter(c),
    }
}

fn unknown(c: char, at: usize) -> PatternFault {
    let what = "piece letters, 1-8, ? ! * A a m and [ ]";
    (
        at..at + c.len_utf8(),
        format!("`{c}` is not an element of a pattern: the elements are {what}"),
    )
}

/// Returns all arrangements of a rank's elements on eight squares; there are at most a few dozen.
fn ways(elements: &[Element]) -> Vec<[Class; 8]> {
    let n_squares = elements.iter().filter(|element| **element != Element::Any).count();
    let mut ways = Vec::new();
    let Some(n_free) = 8_usize.checked_sub(n_squares) else { return ways };
    // Element index, squares filled, the squares, and free squares left.
    let mut open: Vec<(usize, usize, [Class; 8], usize)> = vec![(0, 0, [Class::ANY; 8], n_free)];
    while let Some((at, n_met, mut squares, n_free)) = open.pop() {
        match elements.get(at) {
            None => {
                if n_met == 8 {
                    ways.push(squares);
                }
            }
            Some(Element::Square(class)) => {
                squares[n_met] = *class;
                open.push((at + 1, n_met + 1, squares, n_free));
            }
            Some(Element::Any) => {
                for n in 0..=n_free {
                    open.push((at + 1, n_met + n, squares, n_free - n));
                }
            }
        }
    }
    ways.sort_unstable();
    ways.dedup();
    ways
}

/// Returns the requirements of an arrangement on a rank (0 to 7).
fn requirements(way: &[Class; 8], rank: usize, colors: Colors) -> Arrangement {
    let mut all = Arrangement::new();
    for (file, &class) in way.iter().enumerate() {
        if class == Class::ANY {
            continue;
        }
        let class = if colors == Colors::Exchanged { class.mirrored() } else { class };
        let square = 1 << (rank * 8 + file);
        match all.iter_mut().find(|(known, _)| *known == class) {
            Some((_, squares)) => *squares |= square,
            None => all.push((class, square)),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{super::men::men, *};
    use pgn_chess::{Position, Start};

    #[track_caller]
    fn check(pattern: &str, fen: &str, expect: bool) {
        let position = Start::from_fen(fen.as_bytes()).position.unwrap();
        let compiled = BoardPattern::new(pattern, Colors::AsWritten).unwrap();
        assert_eq!(compiled.is_match(&men(&position)), expect, "{pattern} {fen}");
        if expect {
            assert!(compiled.n_men <= super::super::men::n_men(&men(&position)));
        }
    }

    const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn patterns() {
        check("rnbqkbnr/*/*/*/*/*/*/RNBQKBNR", INITIAL, true);
        check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", INITIAL, true);
        check("*/*/*/*/???PP???/*/*/*", INITIAL, false);
        check("*/????????/8/*/*/*/A*/*", INITIAL, true);
        check("aaaaaaaa/*/*/*/*/*/*/*", INITIAL, true);
        check("AAAAAAAA/*/*/*/*/*/*/*", INITIAL, false);
        check("!*/*/*/*/*/*/*/*!", INITIAL, true);
        check("*/*/!*/*/*/*/*/*", INITIAL, false);
        check("*/*/*/*/*/*/*/mmmmmmmm", INITIAL, true);
        check("*/*/mmmmmmmm/*/*/*/*/*", INITIAL, true);
        check("*/*/*/*/*/*/m*/*", INITIAL, false);
        check("*/*/*/*/*/*/[PK]*/[RK][^p]*", INITIAL, true);
        check("*[Q]*/*/*/*/*/*/*/*", INITIAL, false);
        check("*q*/*/*/*/*/*/*/*Q*", INITIAL, true);
        check("*q*k*b*/*/*/*/*/*/*/*K*Q*", INITIAL, false);
        check("*/*/[^pP]*/*/*/*/*/*", INITIAL, true);
        check("*/*/*/*/3P4/*/*/*", "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", true);
        check("*/*/*/*/*P3*/*/*/*", "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", true);
    }

    #[test]
    fn colors_are_exchanged() {
        let pattern = BoardPattern::new("*/PP*/*/*/*/*/*/k*", Colors::Exchanged).unwrap();
        let position = Start::from_fen(b"K7/8/8/8/8/8/pp6/7k w - - 0 1").position.unwrap();
        assert!(pattern.is_match(&men(&position)));
        assert!(!pattern.is_match(&men(&Position::INITIAL)));
    }

    #[test]
    fn invalid_patterns_are_errors() {
        let fault = |text: &str| BoardPattern::new(text, Colors::AsWritten).unwrap_err();
        assert_eq!(fault("8/8").1, "2 ranks; a board has 8, with `/` between them");
        assert_eq!(fault("9/*/*/*/*/*/*/*").0, 0..1);
        assert_eq!(fault("*/ppppppppp/*/*/*/*/*/*").1, "this rank cannot have 8 squares");
        assert_eq!(fault("*/7/*/*/*/*/*/*").0, 2..3);
        assert_eq!(
            fault("*/*/[^AaQ*/*/*/*/*/*").1,
            "`*` is not an element of a pattern: the elements are piece letters, 1-8, ? ! * A a m and [ ]"
        );
        assert_eq!(fault("*/*/[]*/*/*/*/*/*").1, "this matches no piece and no empty square");
        assert_eq!(fault("*/*/[KQ/*/*/*/*/*").0, 4..5);
        let bomb = format!("{}/*/*/*/*/*/*/*", "*?".repeat(10_000));
        assert_eq!(fault(&bomb).1, "this rank cannot have 8 squares");
    }
}

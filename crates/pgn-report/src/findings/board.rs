//! A board drawn with characters.

/// How the positions of findings are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Board {
    /// With figurines.
    Unicode,
    /// With letters.
    Ascii,
    /// Positions are not drawn.
    #[default]
    None,
}

/// Returns the side to move and the board of a FEN, eight ranks of eight squares from White's side;
/// `None` if the FEN has no valid board.
#[must_use]
pub fn draw(fen: &str, board: Board) -> Option<String> {
    let (turn, ranks) = squares(fen, board)?;
    let mut out = turn.to_owned();
    for (rank, n) in ranks.iter().zip((1..=8).rev()) {
        out.push_str(&format!("\n {n} "));
        rank.iter().for_each(|&square| out.extend([' ', square]));
    }
    out.push_str("\n    a b c d e f g h");
    Some(out)
}

/// Returns the side to move and the squares of a FEN, by rank from White's side, with `.` for an empty one; `None` if
/// the FEN has no valid board.
pub(crate) fn squares(fen: &str, board: Board) -> Option<(&'static str, [[char; 8]; 8])> {
    let mut fields = fen.split(' ');
    // In FENs of Crazyhouse, the pocket follows the ranks.
    let mut placement = fields.next()?.split('[').next()?.split('/');
    let turn = if fields.next() == Some("b") { "Black to move" } else { "White to move" };
    let mut squares = [['.'; 8]; 8];
    for rank in &mut squares {
        let mut n = 0;
        for c in placement.next()?.chars().filter(|&c| c != '~') {
            match c.to_digit(10) {
                Some(n_empty @ 1..) => n += n_empty as usize,
                _ => {
                    *rank.get_mut(n)? = piece(c, board)?;
                    n += 1;
                }
            }
        }
        if n != 8 {
            return None;
        }
    }
    Some((turn, squares))
}

fn piece(letter: char, board: Board) -> Option<char> {
    const LETTERS: &str = "KQRBNPkqrbnp";
    const FIGURINES: &str = "♔♕♖♗♘♙♚♛♜♝♞♟";
    let at = LETTERS.find(letter)?;
    match board {
        Board::Unicode => FIGURINES.chars().nth(at),
        Board::Ascii | Board::None => Some(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_eight_by_eight() {
        let fen = "r3k2r/8/8/8/4P3/8/8/RNBQKBNR w KQkq - 0 1";
        let board = draw(fen, Board::Ascii).unwrap();
        let lines: Vec<&str> = board.lines().collect();
        assert_eq!(lines[0], "White to move");
        assert_eq!(lines[1], " 8  r . . . k . . r");
        assert_eq!(lines[5], " 4  . . . . P . . .");
        assert_eq!(lines[9], "    a b c d e f g h");
        assert!(draw(fen, Board::Unicode).unwrap().contains("♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖"));
        for bad in ["", "8/8", "9/8/8/8/8/8/8/8 w", "x7/8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8/7 w"] {
            assert_eq!(draw(bad, Board::Ascii), None, "{bad}");
        }
    }
}

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
    let mut fields = fen.split(' ');
    let placement = fields.next()?;
    let turn = if fields.next() == Some("b") { "Black" } else { "White" };
    let mut out = format!("{turn} to move");
    let mut n_ranks = 0;
    // In FENs of Crazyhouse, the pocket follows the ranks.
    let placement = placement.split('[').next()?;
    for rank in placement.split('/').take(8) {
        out.push_str(&format!("\n {} ", 8 - n_ranks));
        let mut n_squares = 0;
        for c in rank.chars().filter(|&c| c != '~') {
            let n_empty = c.to_digit(10).unwrap_or(0);
            n_squares += n_empty.max(1);
            match n_empty {
                0 => out.extend([' ', piece(c, board)?]),
                n => out.push_str(&" .".repeat(n as usize)),
            }
        }
        if n_squares != 8 {
            return None;
        }
        n_ranks += 1;
    }
    out.push_str("\n    a b c d e f g h");
    (n_ranks == 8).then_some(out)
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

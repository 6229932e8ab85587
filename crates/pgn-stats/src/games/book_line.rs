//! The opening with which a game of engines was started: a start position and the moves of a book.

use pgn_chess::FenFields;
use pgn_syntax::{Game, NodeKind, TagName};

use crate::games::game_facts::hash_of;

/// Number of half-moves that are compared if the length of the opening is unknown.
const FIRST_PLIES: u32 = 16;

/// The opening of a game, as a hash of its start position and of the text of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BookLine {
    /// The hash.
    pub(crate) hash: u64,
    /// How the end of the opening was determined.
    pub(crate) evidence: Evidence,
}

/// How the end of an opening was determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Evidence {
    /// By the tag of a start position, or by moves with the comment `book`.
    Stated,
    /// It is unknown: the first moves are taken, which the engines may have chosen.
    FirstMoves,
}

/// Returns the opening of a game; `None` for a game from the initial position without a book and with fewer than
/// [`FIRST_PLIES`] half-moves.
pub(crate) fn book_line(game: &Game, src: &[u8]) -> Option<BookLine> {
    let fen = game.tag(src, TagName::FEN).map(|pair| pair.value(src));
    let mut text: Vec<u8> = Vec::new();
    // The move counters of a FEN are not compared.
    for field in FenFields::of(fen.as_deref().unwrap_or_default()).iter().take(4) {
        text.extend_from_slice(field);
        text.push(b' ');
    }
    let n_book = n_book_plies(game, src);
    let is_stated = fen.is_some() || n_book > 0;
    let n_plies = if is_stated { n_book } else { FIRST_PLIES };
    if n_plies > game.n_plies {
        return None;
    }
    for node in game.mainline().take(n_plies as usize) {
        let san = node.span.of(src);
        text.extend(san.iter().filter(|byte| !matches!(byte, b'+' | b'#' | b'!' | b'?')));
        text.push(b' ');
    }
    let evidence = if is_stated { Evidence::Stated } else { Evidence::FirstMoves };
    Some(BookLine { hash: hash_of(&text), evidence })
}

/// Returns the number of half-moves at the beginning of the main line that are marked as book moves by comments.
fn n_book_plies(game: &Game, src: &[u8]) -> u32 {
    let (mut n_moves, mut n_book) = (0, 0);
    for (_, node) in game.mainline_nodes(0) {
        match node.kind {
            NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
                // The book has ended: the move before this one has no comment `book`.
                if n_book < n_moves {
                    break;
                }
                n_moves += 1;
            }
            NodeKind::Comment(_) if is_book(node.comment_text(src)) => n_book = n_moves,
            _ => (),
        }
    }
    n_book
}

/// Returns true for a comment that is `book` or begins with this word.
fn is_book(comment: &[u8]) -> bool {
    let rest = comment.trim_ascii_start().strip_prefix(b"book");
    rest.is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(pgn: &str) -> Option<BookLine> {
        let mut games = pgn_syntax::Games::new(pgn.as_bytes());
        book_line(games.next().unwrap(), pgn.as_bytes())
    }

    #[test]
    fn books_and_positions() {
        let book = line("1. e4 {book} e5 {book, mb=+0,} (1... c5 {book}) 2. Nf3 {0.1/9 1s} *");
        assert_eq!(book.unwrap().evidence, Evidence::Stated);
        assert_eq!(book, line("1. e4 {book} e5! {book} 2. d4 {0.1/9 1s} d5 {book} *"));
        assert_ne!(book, line("1. e4 {book} e5 {book} 2. d4 {book} *"));
        assert_ne!(book, line("1. e4 {book} c5 {book} 2. d4 *"));
        assert_eq!(line("1. e4 {bookish} e5 2. d4 *"), None);

        let fen = |fen: &str| line(&format!("[FEN \"{fen}\"]\n\n1. Kd2 *")).unwrap();
        let one = fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(one, fen("4k3/8/8/8/8/8/8/4K3  w - - 3 7"));
        assert_ne!(one, fen("4k3/8/8/8/8/8/8/4K3 b - - 0 1"));
    }

    #[test]
    fn first_moves_without_a_book() {
        let moves =
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 ";
        let one = line(&format!("{moves} O-O 9. h3 *")).unwrap();
        assert_eq!(one.evidence, Evidence::FirstMoves);
        assert_eq!(Some(one), line(&format!("{moves} O-O 9. d4 *")));
        assert_ne!(Some(one), line(&format!("{moves} Bg4 9. d4 *")));
        assert_eq!(line(&format!("{moves} *")), None);
    }
}

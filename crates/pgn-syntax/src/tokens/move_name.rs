//! Words for pieces and for castling, which are used in place of a move or of its piece letter.

/// The maximum length in bytes of a word that is compared.
const MAX_LEN: usize = 18;

/// The minimum length in bytes of a word for castling.
const MIN_CASTLING: usize = 5;

/// Names of pieces in lower case, without those of pawns: `pawn d3` is the move `d3`.
const PIECES: &[&str] = &[
    "king", "queen", "rook", "bishop", "knight", "kt", // English
    "könig", "koenig", "dame", "turm", "läufer", "laeufer", "springer", // German
    "roi", "tour", "fou", "cavalier", // French
    "rey", "reina", "torre", "alfil", "caballo", // Spanish
    "donna", "regina", "alfiere", "cavallo", // Italian
    "rei", "rainha", "bispo", "cavalo", // Portuguese
    "koning", "toren", "loper", "paard", // Dutch
    "król", "hetman", "wieża", "goniec", "skoczek", // Polish
    "король", "ферзь", "ладья", "слон", "конь", // Russian
];

/// Words for castling in lower case.
const CASTLING: &[&str] = &[
    "castle", "castles", "castled", "castling", // English
    "rochade", "rochiert", // German
    "roque",    // French, Portuguese
    "enroque",  // Spanish
    "arrocco",  // Italian
    "rokade", "rocheert",  // Dutch
    "roszada",   // Polish
    "рокировка", // Russian
];

/// Returns true for the name of a piece other than the pawn: `Knight`, `Springer`.
pub(crate) fn is_piece(text: &[u8]) -> bool {
    is_one_of(text, PIECES)
}

/// Returns true for a word that names castling: `castles`, `Rochade`.
#[inline]
pub(crate) fn is_castling(text: &[u8]) -> bool {
    // Nearly all moves are shorter or end with a digit.
    text.len() >= MIN_CASTLING
        && !matches!(text[text.len() - 1], b'0'..=b'9' | b'+' | b'#')
        && is_one_of(text, CASTLING)
}

fn is_one_of(text: &[u8], names: &[&str]) -> bool {
    // A word longer than all names is rejected at once: the parser may try it from each of its characters on.
    if text.len() > MAX_LEN {
        return false;
    }
    let is_of_length = |name: &&&str| name.len() == text.len();
    if text.is_ascii() {
        return names
            .iter()
            .filter(is_of_length)
            .any(|name| name.as_bytes().eq_ignore_ascii_case(text));
    }
    // The capital of each letter of these names has the same length in bytes.
    names.iter().any(|name| is_of_length(&name))
        && std::str::from_utf8(text).is_ok_and(|text| names.contains(&text.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_names_of_pieces_and_castling() {
        for name in PIECES.iter().chain(CASTLING) {
            assert!(name.len() <= MAX_LEN && **name == name.to_lowercase(), "{name}");
        }
        assert!(CASTLING.iter().all(|name| is_castling(name.as_bytes())));
        assert!(is_piece("Läufer".as_bytes()) && is_piece("КОНЬ".as_bytes()));
        assert!(is_castling(b"Castles") && !is_castling(b"castles."));
        assert!(
            !is_piece(b"pawn") && !is_piece(b"") && !is_piece(b"Knights") && !is_piece(b"K\xF6nig")
        );
    }
}

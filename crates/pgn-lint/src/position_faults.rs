//! What is wrong with the position of a FEN, in words.

use pgn_chess::{
    FenFields,
    shakmaty::{Color, variant::Variant},
};

/// The sides, each with the letter of its king.
const SIDES: [(&str, u8); 2] = [("White", b'K'), ("Black", b'k')];

/// Returns why the position of a FEN is impossible in standard chess: the reason is the kings, or a check. `fen` must
/// be readable.
pub(crate) fn illegal_reason(fen: &[u8]) -> String {
    reason_of_kings(fen, &SIDES).unwrap_or_else(|| match FenFields::of(fen).turn() {
        Some(Color::White) => "Black is in check, and White is to move".to_owned(),
        _ => "White is in check, and Black is to move".to_owned(),
    })
}

/// Returns why the position of a FEN is impossible in a variant; `None` if that is a rule of its own. `fen` must be
/// readable.
pub(crate) fn illegal_reason_in(variant: Variant, fen: &[u8]) -> Option<String> {
    match variant {
        Variant::Chess | Variant::Crazyhouse | Variant::KingOfTheHill | Variant::ThreeCheck => {
            Some(illegal_reason(fen))
        }
        Variant::Atomic | Variant::RacingKings => reason_of_kings(fen, &SIDES),
        // The side with the horde has no king.
        Variant::Horde => {
            let with_king = SIDES.into_iter().filter(|(_, king)| count(fen, *king) > 0);
            match with_king.collect::<Vec<_>>()[..] {
                [] => Some("no side has a king".to_owned()),
                ref sides => reason_of_kings(fen, sides),
            }
        }
        Variant::Antichess => None,
    }
}

/// Returns which of these sides have no king, or several kings; `None` if each has one.
fn reason_of_kings(fen: &[u8], sides: &[(&str, u8)]) -> Option<String> {
    let reasons = sides.iter().filter_map(|&(side, king)| match count(fen, king) {
        0 => Some(format!("{side} has no king")),
        1 => None,
        n => Some(format!("{side} has {n} kings")),
    });
    let reasons: Vec<String> = reasons.collect();
    (!reasons.is_empty()).then(|| reasons.join(", and "))
}

/// Returns a description of an odd position of a FEN: pawns on a back rank, or the first number of men that is too
/// large.
pub(crate) fn odd_reason(fen: &[u8]) -> String {
    let board = FenFields::of(fen).placement();
    let has_pawn = |rank: Option<&[u8]>| {
        rank.is_some_and(|rank| rank.iter().any(|man| man.eq_ignore_ascii_case(&b'p')))
    };
    let mut ranks = board.split(|&byte| byte == b'/');
    if has_pawn(ranks.next()) {
        return "a pawn is on the eighth rank".to_owned();
    }
    if has_pawn(ranks.nth(6)) {
        return "a pawn is on the first rank".to_owned();
    }
    let is_of_white = |byte: &&u8| byte.is_ascii_uppercase();
    let is_of_black = |byte: &&u8| byte.is_ascii_lowercase();
    let (n_white, n_black) =
        (board.iter().filter(is_of_white).count(), board.iter().filter(is_of_black).count());
    let sides = [("White", b'P', n_white), ("Black", b'p', n_black)];
    for (side, pawn, n_men) in sides {
        match count(fen, pawn) {
            n @ 9.. => return format!("{side} has {n} pawns"),
            _ if n_men > 16 => return format!("{side} has {n_men} men"),
            _ => (),
        }
    }
    "it has too many men".to_owned()
}

/// Returns the letters of castling rights (`KQkq`) whose king or rook is not on its square of standard chess.
pub(crate) fn rights_without_men(fen: &[u8]) -> String {
    let [white, black] = back_ranks(fen);
    let is_in_place = |letter: char| {
        let (rank, king, rook) =
            if letter.is_ascii_uppercase() { (&white, b'K', b'R') } else { (&black, b'k', b'r') };
        let corner = if letter.eq_ignore_ascii_case(&'K') { 7 } else { 0 };
        rank.get(4) == Some(&king) && rank.get(corner) == Some(&rook)
    };
    let rights = FenFields::of(fen).castling();
    let named = "KQkq".chars().filter(|letter| rights.contains(&(*letter as u8)));
    named.filter(|letter| !is_in_place(*letter)).collect()
}

/// Returns the squares of White's and of Black's back rank, from the a-file on; empty if there are fewer ranks.
fn back_ranks(fen: &[u8]) -> [Vec<u8>; 2] {
    let mut ranks = FenFields::of(fen).placement().split(|&byte| byte == b'/').map(squares);
    let black = ranks.next().unwrap_or_default();
    [ranks.nth(6).unwrap_or_default(), black]
}

/// Returns a rank with a byte for each square, `1` for an empty one.
fn squares(rank: &[u8]) -> Vec<u8> {
    let of = |&byte: &u8| match byte {
        b'1'..=b'8' => vec![b'1'; usize::from(byte - b'0')],
        _ => vec![byte],
    };
    rank.iter().flat_map(of).collect()
}

/// Returns how often a man is on the board of a FEN.
fn count(fen: &[u8], man: u8) -> usize {
    FenFields::of(fen).placement().iter().filter(|byte| **byte == man).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_name_what_is_wrong() {
        let illegal = |fen: &str| illegal_reason(fen.as_bytes());
        assert_eq!(illegal("8/8/8/8/8/8/8/K7 w - - 0 1"), "Black has no king");
        assert_eq!(
            illegal("8/8/8/8/8/8/8/KK6 w - - 0 1"),
            "White has 2 kings, and Black has no king"
        );
        let check = "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(illegal(check), "Black is in check, and White is to move");
        assert_eq!(illegal(&check.replace('w', "W")), illegal(check));
        let in_variant = |variant, fen: &str| illegal_reason_in(variant, fen.as_bytes());
        let of_kings = |reason: &str| Some(reason.to_owned());
        let lone = "8/8/8/8/8/8/8/K7 w - - 0 1";
        assert_eq!(in_variant(Variant::Atomic, lone), of_kings("Black has no king"));
        assert_eq!(in_variant(Variant::ThreeCheck, check), Some(illegal(check)));
        assert_eq!(in_variant(Variant::Atomic, check), None);
        assert_eq!(
            in_variant(Variant::Horde, "kk6/8/8/8/8/8/PP6/8 w - - 0 1"),
            of_kings("Black has 2 kings")
        );
        assert_eq!(
            in_variant(Variant::Horde, "8/8/8/8/8/8/PP6/8 w - - 0 1"),
            of_kings("no side has a king")
        );
        let odd = |fen: &str| odd_reason(fen.as_bytes());
        assert_eq!(odd("4k2P/8/8/8/8/8/8/4K3 w - - 0 1"), "a pawn is on the eighth rank");
        assert_eq!(odd("4k3/8/8/8/8/8/8/p3K3 w - - 0 1"), "a pawn is on the first rank");
        assert_eq!(odd("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"), "White has 9 pawns");
        assert_eq!(odd("qqqqkqqq/qqqqqqqq/q7/8/8/8/8/4K3 w - - 0 1"), "Black has 17 men");
        let rights = |fen: &str| rights_without_men(fen.as_bytes());
        assert_eq!(rights("r3k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "k");
        assert_eq!(rights("r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1"), "KQ");
    }
}

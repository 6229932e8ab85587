use super::prelude::*;
use crate::position_faults;

rule!("fen_castling_impossible.md", Check::Start(StartFault::FenCastlingImpossible, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let value = pair.value.of(cx.src);
    let has_variant = cx.game.tag(cx.src, TagName::VARIANT).is_some();
    let letters = position_faults::rights_without_men(value);
    let named = if letters.is_empty() { String::new() } else { format!(" (`{letters}`)") };
    let message = format!("the FEN allows castling{named} that king and rook are not placed for");
    let found = report.at(pair.value, message);
    // With a king on the e-file the position is one of standard chess, unless both sides have the same rights.
    let has_both =
        |small: char| letters.contains(small) && letters.contains(small.to_ascii_uppercase());
    let is_elsewhere =
        position_faults::has_king_off_e_file(value, &letters) || has_both('k') || has_both('q');
    if !has_variant && is_elsewhere && is_of_chess960(value) {
        let line = format!("{}[Variant \"Chess960\"]", cx.line_end());
        found
            .help("in Chess960 they are: add `[Variant \"Chess960\"]`")
            .unsafe_fix([Edit::insert(pair.span.end, line)]);
    }
}

/// Returns true if each side that may castle has its king between two rooks on its first rank, or
/// beside the one that it may castle with.
fn is_of_chess960(fen: &[u8]) -> bool {
    let fields = FenFields::of(fen);
    let rights = fields.castling();
    let mut ranks = fields.placement().split(|&byte| byte == b'/');
    let (Some(black), Some(white)) = (ranks.next(), ranks.next_back()) else { return false };
    let fits = |rank: &[u8], king: u8, rook: u8, side: [u8; 2]| {
        let Some(at) = rank.iter().position(|&man| man == king) else { return false };
        let (queen_side, king_side) = rank.split_at(at);
        (!rights.contains(&side[0]) || king_side.contains(&rook))
            && (!rights.contains(&side[1]) || queen_side.contains(&rook))
    };
    fits(white, b'K', b'R', *b"KQ") && fits(black, b'k', b'r', *b"kq")
}

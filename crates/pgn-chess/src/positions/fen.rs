//! FEN (16.1), read leniently with all its faults reported, and written as C26 says.

use std::num::NonZeroU32;

use shakmaty::{Bitboard, ByColor, ByRole, Color, Piece, RemainingChecks, Setup, Square};

use crate::positions::{
    board::{BACK_RANKS, Board, bit, squares},
    fen_fields::{FenFields, is_separator, number},
    moves::{KING, PAWN, ROOK},
    start_fault::{StartFault, StartFaults},
};

/// A FEN as it was read, and the faults of its text.
pub(crate) struct ParsedFen {
    pub(crate) setup: Setup,
    pub(crate) faults: StartFaults,
    /// True if a castling letter names a file, as in Chess960.
    pub(crate) has_file_letters: bool,
    /// True if there is a pocket, as in Crazyhouse: text in brackets, or men in a ninth rank.
    pub(crate) has_pocket: bool,
    /// Whether there is a count of checks, as in Three-check.
    pub(crate) checks: ChecksField,
}

/// The field with the counts of checks in a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChecksField {
    Absent,
    Valid,
    /// A count is larger than three, or the field cannot be read.
    Invalid,
}

/// Reads a FEN. Returns `None` if the text is not a FEN.
pub(crate) fn read(text: &[u8]) -> Option<ParsedFen> {
    let mut faults = StartFaults::default();
    if is_odd_spelling(FenFields::of(text)) {
        faults.insert(StartFault::FenSpelling);
    }
    if has_odd_spacing(text) {
        faults.insert(StartFault::FenSpacing);
    }
    let mut setup = Setup::empty();
    setup.turn = FenFields::of(text).turn()?;
    let mut fields = FenFields::of(text).iter();
    read_placement(fields.next()?, &mut setup)?;
    fields.next();
    let has_file_letters = read_castling(fields.next().unwrap_or(b"-"), &mut setup, &mut faults)?;
    read_ep(fields.next().unwrap_or(b"-"), &mut setup, &mut faults)?;
    let mut rest: Vec<&[u8]> = match FenFields::of(text).counters_of_epd() {
        Some(counters) => counters.to_vec(),
        None => fields.collect(),
    };
    let checks = read_checks(&mut rest, &mut setup);
    if rest.len() > 2 {
        return None;
    }
    if rest.len() < 2 {
        faults.insert(StartFault::ShortFen);
    }
    if let Some(&clock) = rest.first() {
        match number(clock) {
            Some(clock) => setup.halfmoves = clock,
            None => faults.insert(StartFault::FenHalfmove),
        }
    }
    if let Some(&fullmoves) = rest.get(1) {
        match number(fullmoves).and_then(NonZeroU32::new) {
            Some(number) => setup.fullmoves = number,
            None => faults.insert(StartFault::FenFullmove),
        }
    }
    let has_pocket = FenFields::of(text).placement().contains(&b'[')
        || setup.pockets.as_ref().is_some_and(|pockets| *pockets != ByColor::default());
    Some(ParsedFen { setup, faults, has_file_letters, has_pocket, checks })
}

/// Returns a FEN in the form of the standard: six fields with one space between them. Of the en passant square, only the
/// case is changed. `faults` are the faults that [`read`] returned for `text`.
///
/// Returns `None` if the text is not a FEN or needs no repair. In a FEN with a count of checks (Three-check), only the
/// first two fields and the case of the en passant square are repaired.
pub(crate) fn repaired(text: &[u8], faults: StartFaults) -> Option<Vec<u8>> {
    const REPAIRED: [StartFault; 6] = [
        StartFault::FenSpelling,
        StartFault::FenSpacing,
        StartFault::FenCastlingOrder,
        StartFault::FenHalfmove,
        StartFault::FenFullmove,
        StartFault::ShortFen,
    ];
    if !REPAIRED.iter().any(|&it| faults.contains(it)) {
        return None;
    }
    let ParsedFen { setup, .. } = read(text)?;
    let fields = FenFields::of(text);
    let placement = if faults.contains(StartFault::FenSpelling) {
        fields.placement_in_form()
    } else {
        fields.placement().to_vec()
    };
    let side = vec![setup.turn.char().try_into().unwrap_or(b'w')];
    if setup.remaining_checks.is_some() {
        let rest = fields.iter().enumerate().skip(2).map(|(n, field)| match n {
            FenFields::EN_PASSANT => field.to_ascii_lowercase(),
            _ => field.to_vec(),
        });
        let is_odd = faults.contains(StartFault::FenSpelling);
        return is_odd
            .then(|| [placement, side].into_iter().chain(rest).collect::<Vec<_>>().join(&b' '));
    }
    let castling = match fields.castling() {
        b"" => b"-".to_vec(),
        _ => fields.castling_in_order(),
    };
    let en_passant = fields.get(FenFields::EN_PASSANT).unwrap_or(b"-").to_ascii_lowercase();
    let counters = format!("{} {}", setup.halfmoves, setup.fullmoves).into_bytes();
    Some([placement, side, castling, en_passant, counters].join(&b' '))
}

/// Returns true if the side to move or the en passant square has a capital letter, the placement adjacent digits, or the
/// counters the form of EPD.
fn is_odd_spelling(fields: FenFields<'_>) -> bool {
    let is_row = |pair: &[u8]| pair.iter().all(u8::is_ascii_digit);
    let has_capital = |n| fields.get(n).is_some_and(|it| it.iter().any(u8::is_ascii_uppercase));
    has_capital(FenFields::SIDE_TO_MOVE)
        || has_capital(FenFields::EN_PASSANT)
        || fields.placement().windows(2).any(is_row)
        || fields.counters_of_epd().is_some()
}

/// Returns true if the fields are not separated by single spaces.
fn has_odd_spacing(text: &[u8]) -> bool {
    text.first().is_none_or(is_separator)
        || text.last().is_none_or(is_separator)
        || text.iter().any(|byte| *byte != b' ' && is_separator(byte))
        || text.windows(2).any(|pair| pair == b"  ")
}

/// Returns the initial position with the side to move and the move number of a FEN whose piece placement
/// belongs to an unknown variant.
pub(crate) fn initial_with_turn_and_number(fen: &[u8]) -> Option<Board> {
    let fields = FenFields::of(fen);
    let mut setup = Board::INITIAL.to_setup();
    setup.turn = fields.turn()?;
    let fullmoves = fields.fullmove_number().and_then(NonZeroU32::new);
    setup.fullmoves = fullmoves.unwrap_or(setup.fullmoves);
    Board::from_setup(&setup, false).ok()
}

fn read_placement(text: &[u8], setup: &mut Setup) -> Option<()> {
    let (board, pocket) = match text.iter().position(|&byte| byte == b'[') {
        Some(at) => (&text[..at], Some(text[at + 1..].strip_suffix(b"]")?)),
        None => (text, None),
    };
    let mut ranks = board.split(|&byte| byte == b'/');
    for rank in (0..8).rev() {
        read_rank(ranks.next()?, rank, setup)?;
    }
    // Crazyhouse also writes the pocket as a ninth rank (VAR-08).
    let pocket = match (ranks.next(), pocket) {
        (ninth, None) => ninth,
        (None, pocket) => pocket,
        _ => return None,
    };
    if ranks.next().is_some() {
        return None;
    }
    if let Some(pocket) = pocket {
        let mut pockets = ByColor::<ByRole<u8>>::default();
        for &letter in pocket.iter().filter(|&&letter| letter != b'-') {
            let piece = Piece::from_char(letter.into())?;
            let count = pockets.get_mut(piece.color).get_mut(piece.role);
            *count = count.saturating_add(1);
        }
        setup.pockets = Some(pockets);
    }
    Some(())
}

/// Reads one rank. Runs of empty squares may be split, as `11` or `44`.
fn read_rank(text: &[u8], rank: u32, setup: &mut Setup) -> Option<()> {
    let mut file = 0;
    for &byte in text {
        match byte {
            b'1'..=b'8' => file += u32::from(byte - b'0'),
            b'~' if file > 0 => setup.promoted.toggle(Square::new(8 * rank + file - 1)),
            _ => {
                let piece = Piece::from_char(byte.into())?;
                if file > 7 {
                    return None;
                }
                setup.board.set_piece_at(Square::new(8 * rank + file), piece);
                file += 1;
            }
        }
        if file > 8 {
            return None;
        }
    }
    (file == 8).then_some(())
}

/// Reads castling rights: `KQkq` name the outermost rook (X-FEN), a file letter the rook on that file.
///
/// Returns whether there is a file letter, or `None` for any other letter.
fn read_castling(text: &[u8], setup: &mut Setup, faults: &mut StartFaults) -> Option<bool> {
    if text == b"-" {
        return Some(false);
    }
    let mut has_file_letters = false;
    let mut last = 0;
    for &letter in text {
        let color = Color::from_white(letter.is_ascii_uppercase());
        let rank = color.backrank();
        let rooks = setup.board.by_piece(color.rook()) & Bitboard::from(rank);
        let king = setup.board.king_of(color).filter(|king| king.rank() == rank);
        let king_at = king.map_or(8, |king| king.file().to_u32());
        // The order is KQkq. In Shredder-FEN White's letters come first, too.
        let class = match letter.to_ascii_lowercase() {
            b'k' => 1,
            b'q' => 2,
            b'a'..=b'h' if u32::from(letter.to_ascii_lowercase() - b'a') > king_at => 1,
            b'a'..=b'h' => 2,
            _ => return None,
        } + if color == Color::White { 0 } else { 2 };
        if class <= last {
            faults.insert(StartFault::FenCastlingOrder);
        }
        last = last.max(class);
        let of_side = |is_above: bool| {
            let side = move |at: Square| (at.file().to_u32() > king_at) == is_above;
            rooks.into_iter().filter(move |&at| side(at))
        };
        let rook = match (letter.to_ascii_lowercase(), king) {
            (_, None) => None,
            (b'k', _) => of_side(true).max(),
            (b'q', _) => of_side(false).min(),
            (file, _) => {
                has_file_letters = true;
                let at = Square::new(8 * rank.to_u32() + u32::from(file - b'a'));
                rooks.contains(at).then_some(at)
            }
        };
        match rook {
            Some(rook) => setup.castling_rights.add(rook),
            None => faults.insert(StartFault::FenCastlingImpossible),
        }
    }
    Some(has_file_letters)
}

fn read_ep(text: &[u8], setup: &mut Setup, faults: &mut StartFaults) -> Option<()> {
    if text == b"-" {
        return Some(());
    }
    let square = Square::from_ascii(&text.to_ascii_lowercase()).ok()?;
    let rank = if setup.turn == Color::White { 5 } else { 2 };
    if square.rank().to_u32() == rank {
        setup.ep_square = Some(square);
    } else {
        faults.insert(StartFault::FenEpRank);
    }
    Some(())
}

/// Reads and removes the field with the checks of Three-check: `+0+0` at the end counts the checks given (Lichess),
/// `3+3` before the counters counts those that remain. A count larger than three is read as three.
fn read_checks(rest: &mut Vec<&[u8]>, setup: &mut Setup) -> ChecksField {
    let Some(at) = rest.iter().position(|field| field.contains(&b'+')) else {
        return ChecksField::Absent;
    };
    let field = rest.remove(at);
    let (digits, is_given) = match *field {
        [b'+', white, b'+', black] => ([white, black], true),
        [white, b'+', black] => ([white, black], false),
        _ => return ChecksField::Invalid,
    };
    if !digits.iter().all(u8::is_ascii_digit) {
        return ChecksField::Invalid;
    }
    let remaining = digits.map(|digit| {
        let n = u32::from(digit.saturating_sub(b'0')).min(3);
        RemainingChecks::new(if is_given { 3 - n } else { n })
    });
    let [white, black] = remaining;
    setup.remaining_checks = Some(ByColor { white, black });
    let is_valid = digits.iter().all(|digit| *digit <= b'3');
    if is_valid { ChecksField::Valid } else { ChecksField::Invalid }
}

/// Returns the castling field: as in the standard, or as X-FEN for Chess960.
pub(crate) fn castling(board: &Board) -> Vec<u8> {
    let mut letters = Vec::with_capacity(4);
    for color in [Color::White, Color::Black] {
        let rank = if color == Color::White { 0xFF } else { BACK_RANKS & !0xFF };
        let own = board.by_color(color).0 & rank;
        let king = own & board.set(KING);
        let rooks = own & board.set(ROOK);
        let rights = board.castling_rooks().0 & own;
        // The king's side comes first: from the h-file down.
        let mut from_h: Vec<u8> = squares(rights).collect();
        from_h.reverse();
        for rook in from_h {
            let is_king_side = bit(rook) > king;
            let beyond = if is_king_side {
                rooks & !(bit(rook) | (bit(rook) - 1))
            } else {
                rooks & (bit(rook) - 1)
            };
            let letter = match (beyond == 0, is_king_side) {
                (true, true) => b'k',
                (true, false) => b'q',
                (false, _) => b'a' + (rook & 7),
            };
            letters.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if letters.is_empty() { b"-".to_vec() } else { letters }
}

/// Returns true if a position is implausible (FEN-09): it has pawns on a back rank, or more pieces or pawns
/// than a side can have.
pub(crate) fn is_odd(board: &Board) -> bool {
    let pawns = board.set(PAWN);
    pawns & BACK_RANKS != 0
        || Color::ALL.into_iter().any(|color| {
            let own = board.by_color(color).0;
            own.count_ones() > 16 || (own & pawns).count_ones() > 8
        })
}

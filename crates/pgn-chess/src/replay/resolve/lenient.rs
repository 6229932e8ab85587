//! Spellings of moves that are not plain SAN (LEN-01 to LEN-18), and the other readings of plain SAN that is
//! not a legal move.
//!
//! A text is first split into [`Parts`] without a board. Then its readings are tried in order.

use pgn_syntax::{
    Fallback, SanCode,
    look_alike::{has_no_width, look_alike},
    san::is_castling_letter,
};

use super::{
    MoveError, MoveErrorKind, ResolveOptions, Resolved, WrittenSign, judge_origin,
    pattern::{CaptureForm, FoundMove, MovePattern, find},
};
use crate::{
    positions::{
        board::bit,
        moves::{BISHOP, KING, Move, PAWN, ROOK},
        origin::origin_mask,
        position::Position,
    },
    replay::{
        deviation::Deviations,
        language::{Language, is_piece_letter},
    },
};

/// The maximum length of a text, in characters.
const MAX_CHARS: usize = 40;

/// Returns the legal move that a text stands for.
pub(crate) fn resolve(
    position: &Position,
    code: SanCode,
    text: &[u8],
    options: &ResolveOptions,
) -> Result<Resolved, MoveError> {
    let mut chars = ['\0'; MAX_CHARS];
    let unread = MoveError::of(MoveErrorKind::Unreadable);
    let text = decode(text, options.fallback, &mut chars).ok_or(unread)?;
    match read(position, code, text, options) {
        Ok(resolved) => Ok(resolved),
        Err(error) => read_repaired(position, text, error, options),
    }
}

/// Returns the move of a text after look-alike letters of other scripts are replaced and gaps are removed.
///
/// `error` is the error of the unchanged text. It is returned if there is nothing to replace or remove.
#[cold]
fn read_repaired(
    position: &Position,
    text: &[char],
    error: MoveError,
    options: &ResolveOptions,
) -> Result<Resolved, MoveError> {
    let mut chars = ['\0'; MAX_CHARS];
    let (mut n, mut how) = (0, Deviations::empty());
    let mut first = None;
    for &char in text {
        // `(N)c3`, `N{g8}f6`: parentheses around the letter or the origin.
        let is_gap = is_gap(char) && !(n == 0 && may_be_piece(char));
        if is_gap || matches!(char, '(' | ')' | '{' | '}') {
            how |= Deviations::SPLIT;
            continue;
        }
        first.get_or_insert(char);
        let ascii = look_alike(char.into());
        how = how.with_if(ascii.is_some(), Deviations::LOOK_ALIKE);
        if let Some(slot) = chars.get_mut(n) {
            *slot = ascii.unwrap_or(char);
        }
        n += 1;
    }
    let plain = chars.get(..n).unwrap_or_default();
    if how.is_empty() {
        return Err(error);
    }
    let read_as =
        |text: &[char], options: &ResolveOptions| read(position, SanCode::NOT_PLAIN, text, options);
    let first = first.unwrap_or_default();
    let mut foreign = chars;
    foreign[0] = first;
    let foreign = foreign.get(..n).unwrap_or_default();
    // In `Кс6`, the first letter is one of the language, and the second one looks like `c`.
    let is_of_language = options.lang.is_some_and(|lang| lang.role(&[first]).is_some());
    if is_of_language && let Ok(mut resolved) = read_as(foreign, options) {
        resolved.deviations |= how;
        return Ok(resolved);
    }
    // The repair may have replaced the foreign letter, so the first error is the better one.
    let is_foreign = error.kind == MoveErrorKind::ForeignLetter;
    let mut resolved =
        read_as(plain, options).map_err(|other| if is_foreign { error } else { other })?;
    // `К` is the knight in Russian. If a move is legal in a language as well, the text is ambiguous.
    let is_legal_in = |lang: Language| {
        let options = ResolveOptions { lang: Some(lang), ..*options };
        lang.role(&[first]).is_some()
            && read_as(foreign, &options).is_ok_and(|other| other.mv != resolved.mv)
    };
    if !first.is_ascii() && Language::all().any(is_legal_in) {
        return Err(MoveError::of(MoveErrorKind::ForeignLetter));
    }
    resolved.deviations |= how;
    Ok(resolved)
}

/// Returns true for white space, control characters and zero-width characters.
fn is_gap(char: char) -> bool {
    char.is_whitespace() || char.is_control() || has_no_width(char.into())
}

/// Returns true for a control character that stands for a byte which may be a piece letter: in IBM866 or Mac Cyrillic, or
/// as a letter of Windows-1252.
fn may_be_piece(char: char) -> bool {
    "\u{83}\u{8A}\u{8B}\u{8C}\u{8E}\u{91}\u{94}\u{9A}\u{9C}\u{9E}\u{9F}".contains(char)
}

/// Returns the move of a text that is split into characters: first without its marks, then by its parts.
fn read(
    position: &Position,
    code: SanCode,
    text: &[char],
    options: &ResolveOptions,
) -> Result<Resolved, MoveError> {
    let (mut chars, mut text) = (['\0'; MAX_CHARS], text);
    let mut tail = Tail { deviations: Deviations::empty(), sign: WrittenSign::NONE };
    while let Some(rest) = tail.strip(text) {
        text = rest;
    }
    if let [head @ .., sign @ ('+' | '#'), equals @ '=', letter] = text {
        // `gxh1+=Q`: the sign comes before the promotion.
        let n = head.len() + 2;
        for (slot, &char) in chars.iter_mut().zip(head.iter().chain([equals, letter])) {
            *slot = char;
        }
        text = chars.get(..n).unwrap_or_default();
        tail.sign = match (tail.sign, sign) {
            (WrittenSign::NONE, '+') => WrittenSign::CHECK,
            (WrittenSign::NONE, _) => WrittenSign::MATE,
            _ => WrittenSign::OTHER,
        };
        tail.deviations |= Deviations::PROMOTION_FORM;
    }
    if let Some((is_king_side, deviations)) = castling(text) {
        let mv = position.castling_move(is_king_side).ok_or(MoveError::ILLEGAL)?;
        let found = FoundMove { mv, others: 0, assumed_queen: false };
        return Ok(tail.resolved(found, deviations));
    }
    let pawn_first = match Parts::read(text, options.lang) {
        Some(parts) => parts.resolve(position, options),
        None => Err(no_move(text, code, options.lang)),
    };
    let (found, deviations) = match pawn_first {
        Err(error) if error.kind == MoveErrorKind::MissingPromotion => return Err(error),
        Err(error) => {
            let file = || {
                capital_file(position, text, options)
                    .filter(|_| error.kind != MoveErrorKind::Ambiguous)
                    .map(|(_, found)| found)
            };
            bishop(position, text, options).or_else(file).ok_or(error)?
        }
        Ok(read) => match capital_file(position, text, options) {
            Some((parts, (other, _))) if parts.is_sure_file() && other.mv != read.0.mv => {
                let origins = bit(read.0.mv.origin()) | bit(other.mv.origin());
                return Err(MoveError::ambiguous(other.mv.target(), origins));
            }
            _ => read,
        },
    };
    Ok(tail.resolved(found, deviations))
}

/// Returns the characters of a text, in UTF-8 or else in the character set `fallback`. `None` if there are too many.
fn decode<'a>(
    text: &[u8],
    fallback: Fallback,
    chars: &'a mut [char; MAX_CHARS],
) -> Option<&'a [char]> {
    let mut n = 0;
    let mut push = |char| {
        // Variation selectors only change how a figurine is drawn.
        if matches!(char, '\u{FE0E}' | '\u{FE0F}') {
            return Some(());
        }
        *chars.get_mut(n)? = char;
        n += 1;
        Some(())
    };
    match std::str::from_utf8(text) {
        Ok(text) => text.chars().try_for_each(&mut push)?,
        // The default is also assumed where the set is not known. The bytes of other sets stay distinct, so that the
        // letters of Russian are known in each of them.
        Err(_) if fallback == Fallback::WINDOWS_1252 => {
            text.iter().try_for_each(|&byte| push(char::from(byte)))?;
        }
        Err(_) => fallback.decode(text).chars().try_for_each(&mut push)?,
    }
    chars.get(..n)
}

/// Returns the error for a text that cannot be split into [`Parts`].
fn no_move(text: &[char], code: SanCode, lang: Option<Language>) -> MoveError {
    let is_foreign = |letter: char| {
        is_piece_letter(letter)
            && !"KQRBNP".contains(letter)
            && lang.is_none_or(|lang| lang.role(&[letter]).is_none())
    };
    let kind = match *text {
        _ if code.is_read() => MoveErrorKind::Illegal,
        // `Sf3`: the rest would be a move.
        [letter, ref rest @ ..]
            if is_foreign(letter)
                && Parts::read(rest, None).is_some_and(|parts| parts.role == PAWN) =>
        {
            MoveErrorKind::ForeignLetter
        }
        _ if has_foreign_promotion(text, is_foreign) => MoveErrorKind::ForeignLetter,
        ['К', 'р', ref rest @ ..] if Parts::read(rest, None).is_some() => {
            MoveErrorKind::ForeignLetter
        }
        // `Kd9`.
        [first, .., last] if "KQRBNPabcdefgh".contains(first) && last.is_ascii_digit() => {
            MoveErrorKind::Illegal
        }
        _ => MoveErrorKind::Unreadable,
    };
    MoveError::of(kind)
}

/// Returns true for a promotion to the piece of another language: `bxa8D`, `e1=T`, `e8 (D)`.
fn has_foreign_promotion(text: &[char], is_foreign: impl Fn(char) -> bool) -> bool {
    let [head @ .., letter] =
        text.strip_suffix(&[')']).or(text.strip_suffix(&[']'])).unwrap_or(text)
    else {
        return false;
    };
    let is_part = |char: &char| !(char.is_whitespace() || "=/([-".contains(*char));
    let head = &head[..head.iter().rposition(is_part).map_or(0, |at| at + 1)];
    let is_last_rank = |parts: Parts| parts.role == PAWN && matches!(parts.to_rank, Some(0 | 7));
    is_foreign(*letter) && Parts::read(head, None).is_some_and(is_last_rank)
}

/// The marks after a move.
struct Tail {
    deviations: Deviations,
    sign: WrittenSign,
}

impl Tail {
    /// Returns the text without its last mark or blank, or `None` if it does not end with one.
    fn strip<'a>(&mut self, text: &'a [char]) -> Option<&'a [char]> {
        const MARKS: &[(Deviations, WrittenSign, &[&str])] = &[
            (
                Deviations::EN_PASSANT_MARK,
                WrittenSign::NONE,
                &["(e.p.)", "(e.p)", "(ep)", "/e.p.", "/e.p", "/ep", "e.p.", "e.p", "ep"],
            ),
            (Deviations::DRAW_OFFER, WrittenSign::NONE, &["(=)"]),
            (
                Deviations::empty(),
                WrittenSign::OTHER,
                &["(mate)", "(ch)", "checkmate.", "checkmate"],
            ),
            (Deviations::empty(), WrittenSign::OTHER, &["mate.", "mate", "check.", "check"]),
            (Deviations::empty(), WrittenSign::OTHER, &["dis.", "dis", "dbl.", "dbl", "ch.", "ch"]),
            (Deviations::empty(), WrittenSign::CHECK, &["+"]),
            (Deviations::empty(), WrittenSign::MATE, &["#"]),
            (Deviations::empty(), WrittenSign::OTHER, &["†", "‡"]),
            (Deviations::NON_CANONICAL, WrittenSign::NONE, &["!", "?"]),
        ];
        if let [rest @ .., ' ' | '\t' | '\n' | '\r' | '\u{A0}'] = text {
            // A blank before a sign is a deviation.
            if self.sign != WrittenSign::NONE {
                self.sign = WrittenSign::OTHER;
            }
            return Some(rest);
        }
        if let Some(rest) = before_mate_sign(text) {
            self.sign = WrittenSign::OTHER;
            return Some(rest);
        }
        let (rest, deviations, sign) = MARKS.iter().find_map(|&(deviations, sign, marks)| {
            let mut rests = marks.iter().filter_map(|mark| strip_suffix(text, mark));
            Some((rests.find(|rest| rest.len() > 1)?, deviations, sign))
        })?;
        self.deviations |= deviations;
        self.sign = match (self.sign, sign) {
            (before, WrittenSign::NONE) => before,
            (WrittenSign::NONE, sign) => sign,
            // Canonical SAN has at most one sign.
            _ => WrittenSign::OTHER,
        };
        Some(rest)
    }

    fn resolved(&self, found: FoundMove, deviations: Deviations) -> Resolved {
        Resolved {
            mv: found.mv,
            deviations: (deviations | self.deviations)
                .with_if(found.assumed_queen, Deviations::ASSUMED_QUEEN),
            sign: self.sign,
            others: found.others,
        }
    }
}

/// Returns the text before the sign of a capture at the end of a capture, where it is the sign of mate: `Ф:f7×`.
fn before_mate_sign(text: &[char]) -> Option<&[char]> {
    let is_capture = |char: &char| matches!(char, 'x' | 'X' | ':' | '×');
    let [rest @ .., '×' | 'x' | 'X'] = text else { return None };
    let is_whole = rest.last().is_some_and(|last| last.is_alphanumeric() && !is_capture(last));
    (is_whole && rest.iter().any(is_capture)).then_some(rest)
}

fn strip_suffix<'a>(text: &'a [char], suffix: &str) -> Option<&'a [char]> {
    let at = text.len().checked_sub(suffix.chars().count())?;
    let (rest, end) = text.split_at_checked(at)?;
    end.iter().copied().eq(suffix.chars()).then_some(rest)
}

fn is_dash(char: char) -> bool {
    matches!(char, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{96}' | '\u{97}')
}

/// Returns the side and the deviations of castling in any spelling: true for the king's side.
fn castling(text: &[char]) -> Option<(bool, Deviations)> {
    let n_zeros = text.iter().filter(|&&char| is_castling_letter(char.into())).count();
    let n_dashes = text.iter().filter(|&&char| is_dash(char)).count();
    if !(2..=3).contains(&n_zeros) || n_zeros + n_dashes != text.len() {
        return None;
    }
    let exact = if n_zeros == 2 { "O-O" } else { "O-O-O" };
    let is_exact = text.iter().copied().eq(exact.chars());
    Some((n_zeros == 2, Deviations::empty().with_if(!is_exact, Deviations::CASTLING_ZERO)))
}

/// Returns the role of an English letter, or 0.
fn english(letter: char) -> u8 {
    role_among("PNBRQK", letter)
}

/// Returns the role of a figurine, or 0.
fn figurine(char: char) -> u8 {
    role_among("♙♘♗♖♕♔", char).max(role_among("♟♞♝♜♛♚", char))
}

/// Returns the role whose sign is `char` among the signs of the roles from the pawn on, or 0.
fn role_among(signs: &str, char: char) -> u8 {
    let mut of_roles = (PAWN..).zip(signs.chars());
    of_roles.find(|(_, sign)| *sign == char).map_or(0, |(role, _)| role)
}

/// Returns the role that a text begins with, the number of characters that name it, and the deviations.
fn role_at(text: &[char], lang: Option<Language>) -> Option<(u8, usize, Deviations)> {
    let &first = text.first()?;
    if let Some((role, len)) = lang.and_then(|lang| lang.role(text)) {
        let is_foreign = english(first) != role;
        let how = Deviations::empty().with_if(is_foreign, Deviations::FOREIGN_LETTER);
        return Some((role, len, how));
    }
    match (english(first), figurine(first)) {
        (0, 0) => None,
        (0, role) => Some((role, 1, Deviations::FIGURINE)),
        (role, _) => Some((role, 1, Deviations::empty())),
    }
}

/// Returns the role of a lower-case piece letter that is not a file, or 0.
fn small_role(letter: char) -> u8 {
    if matches!(letter, 'n' | 'r' | 'q' | 'k' | 'p') {
        english(letter.to_ascii_uppercase())
    } else {
        0
    }
}

/// The character between origin and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Separator {
    None,
    /// `x`
    Capture,
    /// `X`, `:`, `×`
    OtherCapture,
    Dash,
    Drop,
}

/// The parts of a move's text.
#[derive(Clone, Copy, Debug)]
struct Parts {
    /// The written role, or the pawn if none is written.
    role: u8,
    has_letter: bool,
    from_file: Option<u32>,
    from_rank: Option<u32>,
    to_file: u32,
    /// `None` in `ed`.
    to_rank: Option<u32>,
    separator: Separator,
    promotion: u8,
    /// True for a promotion as in UCI: `e7d8q`.
    has_small_promotion: bool,
    n_small_files: u32,
    n_capital_files: u32,
    deviations: Deviations,
}

impl Parts {
    fn read(text: &[char], lang: Option<Language>) -> Option<Parts> {
        let mut deviations = Deviations::empty();
        let (mut role, mut has_letter, mut rest) = (PAWN, false, text);
        if let Some((written, len, how)) = role_at(text, lang) {
            (role, has_letter, rest) = (written, true, text.get(len..)?);
            deviations |= how;
        } else if let Some(&first) = text.first()
            && small_role(first) != 0
        {
            (role, has_letter, rest) = (small_role(first), true, text.get(1..)?);
            deviations |= Deviations::CASE;
        }
        if has_letter && role == PAWN && deviations != Deviations::FIGURINE {
            deviations |= Deviations::PAWN_LETTER;
        }
        let mut parts = Parts {
            role,
            has_letter,
            from_file: None,
            from_rank: None,
            to_file: 0,
            to_rank: None,
            separator: Separator::None,
            promotion: 0,
            has_small_promotion: false,
            n_small_files: 0,
            n_capital_files: 0,
            deviations,
        };
        let rest = parts.read_squares(rest)?;
        parts.read_promotion(rest, lang)?;
        // `CXD5` is a pawn move in capitals; `Cxd5` would be a knight move in Spanish.
        (parts.n_small_files == 0 || parts.n_capital_files == 0).then_some(parts)
    }

    /// Reads origin, separator and target. Returns the rest, which is the promotion.
    fn read_squares<'a>(&mut self, text: &'a [char]) -> Option<&'a [char]> {
        let (mut first, mut rest) = self.read_coordinates(text);
        let (separator, len) = separator(rest);
        rest = rest.get(len..)?;
        self.separator = separator;
        let mut second = Coordinates::default();
        if separator != Separator::None {
            (second, rest) = self.read_coordinates(rest);
        }
        if second.is_empty() {
            // `ed5:`, `ed:`, `e5:`: the capture sign comes last.
            if matches!(separator, Separator::Dash | Separator::Drop) {
                return None;
            }
            if separator == Separator::Capture {
                self.separator = Separator::OtherCapture;
            }
        } else {
            first.append(second)?;
        }
        self.place(first, second.n)?;
        Some(rest)
    }

    /// Splits the coordinates into origin and target. `n_after` of them are after a separator.
    fn place(&mut self, all: Coordinates, n_after: usize) -> Option<()> {
        use Coordinate::{File, Rank};
        let (target, origin) = match all.slice() {
            [origin @ .., File(file), Rank(rank)] => ((*file, Some(*rank)), origin),
            [origin @ File(_), File(file)] => ((*file, None), std::slice::from_ref(origin)),
            _ => return None,
        };
        if n_after > 2 || n_after == 2 && target.1.is_none() {
            return None;
        }
        (self.to_file, self.to_rank) = target;
        match *origin {
            [] => (),
            [File(file)] => self.from_file = Some(file),
            [Rank(rank)] => self.from_rank = Some(rank),
            [File(file), Rank(rank)] => (self.from_file, self.from_rank) = (Some(file), Some(rank)),
            _ => return None,
        }
        if self.to_rank.is_none() && (self.role != PAWN || self.separator == Separator::Dash) {
            return None;
        }
        Some(())
    }

    /// Reads files and ranks from the start of a text. Returns them and the rest.
    fn read_coordinates<'a>(&mut self, text: &'a [char]) -> (Coordinates, &'a [char]) {
        let mut read = Coordinates::default();
        let mut rest = text;
        while let [char, after @ ..] = rest {
            // `e8b`: a bishop, unless a rank follows.
            let is_after_rank = matches!(read.slice(), [.., Coordinate::Rank(_)]);
            if is_after_rank && !matches!(after, ['1'..='8', ..]) {
                break;
            }
            let coordinate = match char {
                'a'..='h' => {
                    self.n_small_files += 1;
                    Coordinate::File(u32::from(*char) - u32::from('a'))
                }
                'A'..='H' => {
                    self.deviations |= Deviations::CASE;
                    self.n_capital_files += 1;
                    Coordinate::File(u32::from(*char) - u32::from('A'))
                }
                '1'..='8' => Coordinate::Rank(u32::from(*char) - u32::from('1')),
                _ => break,
            };
            if read.push(coordinate).is_none() {
                break;
            }
            rest = after;
        }
        (read, rest)
    }

    fn read_promotion(&mut self, text: &[char], lang: Option<Language>) -> Option<()> {
        if text.is_empty() {
            return Some(());
        }
        let mut rest = text;
        while let [' ' | '\t' | '\n' | '\r' | '=' | '/' | '(' | '[' | '-', after @ ..] = rest {
            rest = after;
        }
        let introduced = text.len() - rest.len();
        let is_equals = text.first() == Some(&'=') && introduced == 1;
        let (role, len, is_small) = match role_at(rest, lang) {
            Some((role, len, how)) => {
                self.deviations |= how;
                (role, len, false)
            }
            None => {
                let &letter = rest.first()?;
                let role = if letter == 'b' { BISHOP } else { small_role(letter) };
                (role, 1, true)
            }
        };
        if role == 0 || role == PAWN || self.to_rank.is_none() && !is_equals {
            return None;
        }
        let end = rest.get(len..)?;
        match end {
            [] => (),
            [')'] if text.contains(&'(') => (),
            [']'] if text.contains(&'[') => (),
            _ => return None,
        }
        if is_small && introduced == 0 && self.from_rank.is_some() && !self.has_letter {
            self.has_small_promotion = true;
        } else if !is_equals || is_small || !end.is_empty() {
            self.deviations |= Deviations::PROMOTION_FORM;
        }
        self.promotion = role;
        Some(())
    }

    /// Returns true if a sign or a rank shows that the first letter may be a file: `BXC3`, `B1D2`, in contrast to `BC3`.
    fn is_sure_file(&self) -> bool {
        self.has_origin_square() || self.separator != Separator::None
    }

    fn has_origin_square(&self) -> bool {
        self.from_file.is_some() && self.from_rank.is_some()
    }

    #[expect(clippy::cast_possible_truncation, reason = "coordinates are below 8")]
    fn target(&self, rank: u32) -> u8 {
        (self.to_file | rank << 3) as u8
    }

    #[expect(clippy::cast_possible_truncation, reason = "coordinates are below 8")]
    fn origin_square(&self) -> Option<u8> {
        Some((self.from_file? | self.from_rank? << 3) as u8)
    }

    fn mask(&self) -> u64 {
        origin_mask(self.from_file, self.from_rank)
    }

    fn is_capture_written(&self) -> bool {
        matches!(self.separator, Separator::Capture | Separator::OtherCapture)
    }

    /// Returns the legal move, and the deviations of the text.
    fn resolve(
        &self,
        position: &Position,
        options: &ResolveOptions,
    ) -> Result<(FoundMove, Deviations), MoveError> {
        if self.separator == Separator::Drop {
            return self.resolve_drop(position);
        }
        // `g1f3` names no role, so that the piece on the origin square decides.
        let role = match self.origin_square() {
            Some(from) if !self.has_letter => position.own_role_at(from).max(self.role),
            _ => self.role,
        };
        self.resolve_as(role, position, options)
    }

    fn resolve_drop(&self, position: &Position) -> Result<(FoundMove, Deviations), MoveError> {
        let (Some(rank), None, None) = (self.to_rank, self.from_file, self.from_rank) else {
            return Err(MoveError::ILLEGAL);
        };
        let pattern = MovePattern::Drop { role: self.role, to: self.target(rank) };
        let found = find(position, pattern, false)?;
        // shakmaty and the servers write the drop of a pawn as `@e4`, and accept `P@e4` (LEN-17).
        Ok((found, self.deviations - Deviations::PAWN_LETTER))
    }

    fn resolve_as(
        &self,
        role: u8,
        position: &Position,
        options: &ResolveOptions,
    ) -> Result<(FoundMove, Deviations), MoveError> {
        if role == PAWN {
            return self.resolve_pawn(position, options);
        }
        let Some(rank) = self.to_rank else { return Err(MoveError::ILLEGAL) };
        if self.promotion != 0 {
            return Err(MoveError::ILLEGAL);
        }
        let to = self.target(rank);
        match find(position, MovePattern::Piece { role, to, mask: self.mask() }, false) {
            Ok(found) => {
                let deviations = self.judge(found.mv, found.others);
                Ok((found, deviations))
            }
            Err(error) if role == KING => {
                let mv = self.castling_as_king(position, to).ok_or(error)?;
                let found = FoundMove { mv, others: 0, assumed_queen: false };
                Ok((found, self.deviations | Deviations::CASTLING_AS_KING))
            }
            Err(error) => Err(error),
        }
    }

    /// Returns castling written as a king move by two squares, or onto the own rook.
    fn castling_as_king(&self, position: &Position, to: u8) -> Option<Move> {
        let (from, is_chess960) = (position.king_square()?, position.is_chess960());
        let (at_from, at_to) = (bit(from), bit(to));
        if self.mask() & at_from == 0 || from >> 3 != to >> 3 {
            return None;
        }
        let is_king_side = to > from;
        let takes_rook = position.own(ROOK) & at_to != 0;
        let is_two_steps = !is_chess960 && from & 7 == 4 && matches!(to & 7, 2 | 6);
        if takes_rook && (is_chess960 || self.has_origin_square()) {
            return position.castling_move(is_king_side).filter(|mv| mv.target() == to);
        }
        if is_two_steps && !self.is_capture_written() {
            return position.castling_move(is_king_side);
        }
        None
    }

    fn resolve_pawn(
        &self,
        position: &Position,
        options: &ResolveOptions,
    ) -> Result<(FoundMove, Deviations), MoveError> {
        let Some(rank) = self.to_rank else { return self.resolve_short_capture(position, options) };
        let has_origin = self.from_file.is_some() || self.from_rank.is_some();
        let capture = match self.separator {
            Separator::Capture | Separator::OtherCapture => CaptureForm::Yes,
            _ if has_origin => CaptureForm::Unsaid,
            _ => CaptureForm::No,
        };
        let to = self.target(rank);
        let pattern =
            MovePattern::Pawn { to, mask: self.mask(), capture, promotion: self.promotion };
        let found = find(position, pattern, options.assume_queen)?;
        let deviations = self.judge(found.mv, 0);
        Ok((found, deviations))
    }

    /// Reads `ed`, `exd` and `ed=Q`: the only capture of a pawn on one file on the other file.
    fn resolve_short_capture(
        &self,
        position: &Position,
        options: &ResolveOptions,
    ) -> Result<(FoundMove, Deviations), MoveError> {
        let mut result = Err(MoveError::ILLEGAL);
        let mut origins = 0;
        for rank in 0..8 {
            let to = self.target(rank);
            let pattern = MovePattern::Pawn {
                to,
                mask: self.mask(),
                capture: CaptureForm::Yes,
                promotion: self.promotion,
            };
            match find(position, pattern, options.assume_queen) {
                Ok(found) => {
                    origins |= bit(found.mv.origin());
                    if result.is_ok() {
                        return Err(MoveError::ambiguous(to, origins));
                    }
                    let is_other = self.separator == Separator::OtherCapture;
                    let deviations = self.deviations.with_if(is_other, Deviations::WRONG_CAPTURE);
                    result = Ok((found, deviations | Deviations::NON_CANONICAL));
                }
                Err(error) if error.kind != MoveErrorKind::Illegal && result.is_err() => {
                    result = Err(error);
                }
                Err(_) => (),
            }
        }
        result
    }

    /// Returns the deviations of the text for the move that it stands for.
    fn judge(&self, mv: Move, others: u64) -> Deviations {
        let mut deviations = self.deviations;
        let is_long = self.has_origin_square()
            && (self.separator == Separator::Dash || mv.role_number() == PAWN || !self.has_letter);
        let is_uci = is_long && self.separator == Separator::None && !self.has_letter;
        match (self.separator, mv.is_capture()) {
            (Separator::OtherCapture, _) | (Separator::Capture, false) => {
                deviations |= Deviations::WRONG_CAPTURE;
            }
            (Separator::None | Separator::Dash, true) if !is_uci => {
                deviations |= Deviations::MISSING_CAPTURE;
            }
            _ => (),
        }
        if is_long {
            return deviations | Deviations::LONG_ALGEBRAIC;
        }
        if self.separator == Separator::Dash {
            deviations |= Deviations::NON_CANONICAL;
        }
        if mv.role_number() == PAWN {
            let is_usual =
                (self.from_file.is_some(), self.from_rank.is_some()) == (mv.is_capture(), false);
            return deviations.with_if(!is_usual, Deviations::NON_CANONICAL);
        }
        let written = (self.from_file.is_some(), self.from_rank.is_some());
        deviations | judge_origin(mv.origin(), others, written)
    }
}

/// Returns the separator that a text begins with, and its length.
fn separator(text: &[char]) -> (Separator, usize) {
    match text {
        ['x', ..] => (Separator::Capture, 1),
        ['X' | ':' | '×', ..] => (Separator::OtherCapture, 1),
        ['@', ..] => (Separator::Drop, 1),
        [dash, ..] if is_dash(*dash) => (Separator::Dash, 1),
        _ => (Separator::None, 0),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coordinate {
    File(u32),
    Rank(u32),
}

/// A list of at most four files and ranks.
#[derive(Clone, Copy, Debug)]
struct Coordinates {
    all: [Coordinate; 4],
    n: usize,
}

impl Default for Coordinates {
    fn default() -> Coordinates {
        Coordinates { all: [Coordinate::File(0); 4], n: 0 }
    }
}

impl Coordinates {
    fn push(&mut self, coordinate: Coordinate) -> Option<()> {
        *self.all.get_mut(self.n)? = coordinate;
        self.n += 1;
        Some(())
    }

    fn append(&mut self, other: Coordinates) -> Option<()> {
        other.slice().iter().try_for_each(|&coordinate| self.push(coordinate))
    }

    fn slice(&self) -> &[Coordinate] {
        self.all.get(..self.n).unwrap_or_default()
    }

    fn is_empty(&self) -> bool {
        self.n == 0
    }
}

/// Returns the bishop move of a text that begins with a lower-case `b` (LEN-02).
fn bishop(
    position: &Position,
    text: &[char],
    options: &ResolveOptions,
) -> Option<(FoundMove, Deviations)> {
    let ['b', rest @ ..] = text else { return None };
    let mut parts = Parts::read(rest, options.lang)?;
    if parts.has_letter {
        return None;
    }
    (parts.role, parts.has_letter) = (BISHOP, true);
    let (found, deviations) = parts.resolve_as(BISHOP, position, options).ok()?;
    Some((found, deviations | Deviations::AMBIGUOUS_B))
}

/// Returns the reading of a text in capitals with its first letter as a file instead of a piece, as in `BXC3` and
/// `B1D2` (LEN-02).
fn capital_file(
    position: &Position,
    text: &[char],
    options: &ResolveOptions,
) -> Option<(Parts, (FoundMove, Deviations))> {
    let &['A'..='H', ..] = text else { return None };
    if text.iter().any(|char| matches!(char, 'a'..='h')) || role_at(text, options.lang).is_none() {
        return None;
    }
    let mut small = ['\0'; MAX_CHARS];
    let small = small.get_mut(..text.len())?;
    for (slot, &char) in small.iter_mut().zip(text) {
        *slot = if matches!(char, 'A'..='H') { char.to_ascii_lowercase() } else { char };
    }
    let parts = Parts::read(small, options.lang).filter(|parts| !parts.has_letter)?;
    let (found, deviations) = parts.resolve(position, options).ok()?;
    let is_push_with_file = parts.from_file == Some(parts.to_file) && !parts.is_sure_file();
    (!is_push_with_file).then_some((parts, (found, deviations | Deviations::CASE)))
}

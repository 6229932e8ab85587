//! NAGs of suffixes and of the traditional signs in movetext (section 10; SUF, NAG).

/// The NAGs that request a diagram: that of the letter `D` of old annotations, and the two of ChessBase, from White's side
/// and from Black's.
pub const DIAGRAM_NAGS: [u8; 3] = [201, 220, 221];

/// Returns the NAG of a suffix annotation, by its first two characters (SUF-01, SUF-03).
pub(crate) fn suffix_nag(text: &[u8]) -> u8 {
    match text {
        [b'!', b'!', ..] => 3,
        [b'?', b'?', ..] => 4,
        [b'!', b'?', ..] => 5,
        [b'?', b'!', ..] => 6,
        [b'!', ..] => 1,
        _ => 2,
    }
}

/// A traditional sign, and the NAGs that it stands for after a move of White and of Black.
pub(crate) struct Sign {
    pub(crate) text: &'static [u8],
    pub(crate) white: u8,
    pub(crate) black: u8,
    /// True for letters, which are a sign only where no move can be read (SUF-06).
    pub(crate) is_word: bool,
}

const fn sign(text: &'static str, white: u8, black: u8) -> Sign {
    byte_sign(text.as_bytes(), white, black)
}

const fn byte_sign(text: &'static [u8], white: u8, black: u8) -> Sign {
    Sign { text, white, black, is_word: false }
}

const fn word(text: &'static str, white: u8, black: u8) -> Sign {
    Sign { text: text.as_bytes(), white, black, is_word: true }
}

/// The signs of SUF-06. A sign is listed before the shorter signs that it begins with.
static SIGNS: &[Sign] = &[
    sign("+/=", 14, 14),
    sign("=/+", 15, 15),
    sign("+/-", 16, 16),
    sign("-/+", 17, 17),
    sign("+--", 20, 20),
    sign("--+", 21, 21),
    sign("+/−", 16, 16),
    sign("−/+", 17, 17),
    sign("+/–", 16, 16),
    sign("–/+", 17, 17),
    sign("+−−", 20, 20),
    sign("−−+", 21, 21),
    sign("+––", 20, 20),
    sign("––+", 21, 21),
    sign("+−", 18, 18),
    sign("−+", 19, 19),
    sign("+–", 18, 18),
    sign("–+", 19, 19),
    sign("+-", 18, 18),
    sign("-+", 19, 19),
    sign("+=", 14, 14),
    sign("=+", 15, 15),
    sign("=/∞", 44, 45),
    sign("=∞", 44, 45),
    sign("==", 144, 144),
    sign("=", 10, 10),
    sign("<=", 143, 143),
    sign(">=", 142, 142),
    sign("~", 13, 13),
    sign("∞", 13, 13),
    sign("⩲", 14, 14),
    sign("⩱", 15, 15),
    sign("±", 16, 16),
    // `±`, `+–` and `–+` in Latin-1 and the Windows code pages.
    byte_sign(b"\xB1", 16, 16),
    byte_sign(b"+\x96", 18, 18),
    byte_sign(b"\x96+", 19, 19),
    sign("∓", 17, 17),
    // What the text of ChessBase's font is in other fonts.
    sign("²", 14, 14),
    sign("³", 15, 15),
    sign("÷", 13, 13),
    sign("‼", 3, 3),
    sign("⁉", 5, 5),
    sign("⁇", 4, 4),
    sign("⁈", 6, 6),
    // The full-width forms of the suffixes.
    sign("！！", 3, 3),
    sign("？？", 4, 4),
    sign("！？", 5, 5),
    sign("？！", 6, 6),
    sign("！", 1, 1),
    sign("？", 2, 2),
    sign("□", 7, 7),
    sign("☒", 9, 9),
    // Zugzwang concerns the side to move, not the side that has just moved.
    sign("⨀", 23, 22),
    sign("⊙", 23, 22),
    sign("○", 26, 27),
    sign("⟳", 32, 33),
    sign("↑↑", 32, 33),
    sign("↑", 36, 37),
    sign("→", 40, 41),
    sign("⯹", 44, 45),
    sign("⇆", 132, 133),
    sign("⇄", 132, 133),
    sign("⨁", 138, 139),
    sign("⊕", 138, 139),
    sign("∆", 140, 140),
    sign("△", 140, 140),
    sign("∇", 141, 141),
    sign("⌓", 142, 142),
    sign("≥", 142, 142),
    sign("≤", 143, 143),
    word("RR", 145, 145),
    // ChessBase's sign in other fonts: the sign of micro, or the Greek letter.
    word("µ", 17, 17),
    word("μ", 17, 17),
    word("TN", 146, 146),
    word("N", 146, 146),
    word("D", 201, 201),
    word("zz", 23, 22),
    word("inf", 13, 13),
];

/// Returns the NAG of a suffix or sign that stands for the same NAG after moves of both sides, or `None` for other
/// text.
///
/// ```
/// use pgn_syntax::nag::nag_of_sign;
///
/// assert_eq!(nag_of_sign("??"), Some(4));
/// assert_eq!(nag_of_sign("+-"), Some(18));
/// // Zugzwang: $22 of White, $23 of Black.
/// assert_eq!(nag_of_sign("⊙"), None);
/// ```
#[must_use]
pub fn nag_of_sign(text: &str) -> Option<u8> {
    let is_suffix = matches!(text.len(), 1 | 2) && text.bytes().all(|it| matches!(it, b'!' | b'?'));
    if is_suffix {
        return Some(suffix_nag(text.as_bytes()));
    }
    let sign = SIGNS.iter().find(|sign| sign.text == text.as_bytes())?;
    (sign.white == sign.black).then_some(sign.white)
}

/// The characters that signs may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignSet {
    /// ASCII only.
    Ascii,
    /// Any characters.
    Unicode,
}

/// Returns the sign that stands for a NAG after a move of White (`white` is true) or of Black, or `None` if
/// there is none.
///
/// The parser reads the sign as the same NAG.
///
/// ```
/// use pgn_syntax::nag::{SignSet, sign_of};
///
/// assert_eq!(sign_of(3, true, SignSet::Ascii), Some("!!"));
/// assert_eq!(sign_of(16, true, SignSet::Ascii), Some("+/-"));
/// assert_eq!(sign_of(16, true, SignSet::Unicode), Some("±"));
/// ```
#[must_use]
pub fn sign_of(nag: u8, white: bool, set: SignSet) -> Option<&'static str> {
    const SUFFIXES: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
    if let suffix @ Some(_) = usize::from(nag).checked_sub(1).and_then(|at| SUFFIXES.get(at)) {
        return suffix.copied();
    }
    let fits = |sign: &&Sign| !sign.is_word && nag == if white { sign.white } else { sign.black };
    let all = || SIGNS.iter().filter(fits).filter_map(|sign| std::str::from_utf8(sign.text).ok());
    let ascii = all().find(|text| text.is_ascii());
    match set {
        SignSet::Ascii => ascii,
        SignSet::Unicode => {
            all().filter(|text| !text.is_ascii()).min_by_key(|text| text.chars().count()).or(ascii)
        }
    }
}

/// For each byte, a bit for each of [`SIGNS`] that begins with it. Most words begin with none of them.
static BY_FIRST_BYTE: [u128; 256] = {
    let mut table = [0; 256];
    let mut n = 0;
    while n < SIGNS.len() {
        table[SIGNS[n].text[0] as usize] |= 1 << n;
        n += 1;
    }
    table
};

/// Returns the sign that `text` begins with, or `None`.
pub(crate) fn sign_at(text: &[u8]) -> Option<&'static Sign> {
    let mut left = BY_FIRST_BYTE[*text.first()? as usize];
    while left != 0 {
        let sign = &SIGNS[left.trailing_zeros() as usize];
        let is_whole =
            !sign.is_word || text.get(sign.text.len()).is_none_or(|b| b" \t\r\n){$(".contains(b));
        if text.starts_with(sign.text) && is_whole {
            return Some(sign);
        }
        left &= left - 1;
    }
    None
}

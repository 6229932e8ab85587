//! The names of variants in the Variant tag.

/// The meaning of a name in a Variant tag (VAR-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariantName {
    Standard,
    /// Standard rules with another start position, so that a FEN is needed.
    Wild,
    Chess960,
    Known(shakmaty::variant::Variant),
    /// A variant that is known by name only.
    Unchecked,
    Unknown,
}

/// Names of variants of cutechess, xboard and servers whose moves are not checked, folded as in [`variant_named`].
const UNCHECKED_VARIANTS: &[&str] = &[
    "3checkcrazyhouse", "5check", "aimaki", "aiwok", "almost", "amazon", "andernach",
    "antiandernach", "asean", "atomar", "berolina", "bughouse", "cambodian", "capablanca",
    "caparandom", "cfour", "chancellor", "changeover", "checkers", "checkless", "chessgi",
    "chessvshorde", "chigorin", "circulargryphon", "codrus", "coffeehouse", "connectcrazyhouse",
    "coregal", "courier", "crossing", "crazyhouse960", "dice", "displacedgrid", "dragon", "duck",
    "dunsany", "embassy", "euroshogi", "extinction", "fogofwar", "fourplayer", "freeze", "gardner",
    "giveaway", "giveawaychaturanga", "gorogoro", "gothic", "grand", "grandhouse", "great", "grid",
    "gridolina", "gryphon", "hoppelpoppel", "horde960", "janggi", "janus", "jeson", "jesonmor",
    "judkins", "karouk", "kinglet", "kingscup", "knightmate", "kriegspiel", "kyotoshogi", "legan",
    "lion", "loop", "loser", "losers", "losing", "losalamos", "makpong", "makruk", "mini",
    "minishogi", "minixiangqi", "modern", "newzealand", "nightrider", "nocastle", "nocheckatomic",
    "nonocastle", "omicron", "orda", "ordamirror", "ouk", "oukkhmer", "paradigm", "pawnsonly",
    "peasantrevolt", "perfect", "placement", "pocketknight", "racingchess", "rifle", "rookmonster",
    "semitorpedo", "seirawan", "seirawan960", "shako", "shatar", "shatranj", "shogi", "shogun",
    "shuffle", "simplifiedgryphon", "sittuyin", "sortofalmost", "spartan", "suicide", "super",
    "superandernach", "synochess", "threekings", "torpedo", "twilight", "twokings", "twokingseach",
    "upsidedown", "wildcastle", "xiangqi",
];

/// An upper bound on the length of the folded names of variants.
const MAX_NAME: usize = 24;

const _: () = {
    let mut at = 0;
    while at < UNCHECKED_VARIANTS.len() {
        let mut name = UNCHECKED_VARIANTS[at].as_bytes();
        assert!(name.len() <= MAX_NAME, "a longer name is not found");
        while let [letter, rest @ ..] = name {
            assert!(letter.is_ascii_lowercase() || letter.is_ascii_digit(), "names are folded");
            name = rest;
        }
        at += 1;
    }
};

/// Returns the variant that the value of a Variant tag names. Punctuation at its end, such as a doubled quote, does not
/// count, unless there is nothing else. If the whole name is not known, text in parentheses and the word `chess` at its end do not count either:
/// `Chess960 (FRC)`, `Atomic chess`. Text in parentheses counts if it can be another
/// variant, as in `Chess (Atomic)`.
pub(crate) fn variant_named(name: &[u8]) -> VariantName {
    // The form that servers write in each game.
    if name == b"Standard" {
        return VariantName::Standard;
    }
    let name = without_punctuation(name);
    let mut folded = Folded::of(name);
    let whole = folded.variant();
    if whole != VariantName::Unknown {
        return whole;
    }
    let Some(end) = name.iter().position(|&byte| byte == b'(') else {
        return folded.in_chess();
    };
    let Some(inner) = name[end + 1..].strip_suffix(b")") else {
        return VariantName::Unknown;
    };
    folded = Folded::of(&name[..end]);
    let found = folded.in_chess();
    let inner = Folded::of(without_punctuation(inner)).in_chess();
    let can_be_other = inner != found && inner != VariantName::Unknown;
    if folded.text().is_empty() || can_be_other { VariantName::Unknown } else { found }
}

/// Returns a name without the punctuation and blanks at its end; all of a name that has nothing else.
fn without_punctuation(name: &[u8]) -> &[u8] {
    let is_left_out = |byte: &&u8| b"\"'`.,;:!".contains(byte) || byte.is_ascii_whitespace();
    match name.iter().rev().take_while(is_left_out).count() {
        n_after if n_after < name.len() => &name[..name.len() - n_after],
        _ => name,
    }
}

/// Returns true if the value of a Variant tag names Chess960.
///
/// ```
/// assert!(pgn_chess::names_chess960(b"Fischer Random"));
/// assert!(!pgn_chess::names_chess960(b"From Position"));
/// ```
#[must_use]
pub fn names_chess960(value: &[u8]) -> bool {
    variant_named(value) == VariantName::Chess960
}

/// A name in lower case, without blanks, `-` and `_`.
#[derive(Clone, Copy)]
struct Folded {
    /// More letters than any name and the word `chess` have, so that a longer text equals no name.
    letters: [u8; Folded::MAX],
    len: usize,
}

impl Folded {
    const MAX: usize = MAX_NAME + CHESS.len() + 1;

    fn of(name: &[u8]) -> Folded {
        let from = name
            .iter()
            .filter(|byte| !byte.is_ascii_whitespace() && **byte != b'-' && **byte != b'_')
            .map(u8::to_ascii_lowercase);
        let mut letters = [0; Folded::MAX];
        let len = letters.iter_mut().zip(from).map(|(place, letter)| *place = letter).count();
        Folded { letters, len }
    }

    fn text(&self) -> &[u8] {
        &self.letters[..self.len]
    }

    /// Returns the name without the word `chess` at its end; `None` if the rest is no name.
    fn without_chess(self) -> Option<Folded> {
        let rest = self.text().strip_suffix(CHESS)?;
        (rest.len() > 1).then_some(Folded { len: rest.len(), ..self })
    }

    fn variant(self) -> VariantName {
        folded_name(self.text())
    }

    /// Returns the variant, also of a name that ends in the word `chess`.
    fn in_chess(self) -> VariantName {
        match self.variant() {
            VariantName::Unknown => {
                self.without_chess().map_or(VariantName::Unknown, Folded::variant)
            }
            found => found,
        }
    }
}

const CHESS: &[u8] = b"chess";

/// Returns the variant of a whole name, which is folded.
fn folded_name(folded: &[u8]) -> VariantName {
    use shakmaty::variant::Variant as V;
    match folded {
        b"" | b"?" | b"chess" | b"classical" | b"fromposition" | b"illegal" | b"none"
        | b"normal" | b"orthodox" | b"regular" | b"standard" => VariantName::Standard,
        b"chess960" | b"960" | b"fischerandom" | b"fischerrandom" | b"freestyle" | b"frc"
        | b"chess9lx" => VariantName::Chess960,
        b"crazyhouse" | b"house" | b"zh" => VariantName::Known(V::Crazyhouse),
        b"threecheck" | b"threechecks" | b"3check" | b"3checks" => {
            VariantName::Known(V::ThreeCheck)
        }
        b"kingofthehill" | b"koth" => VariantName::Known(V::KingOfTheHill),
        b"antichess" | b"anti" => VariantName::Known(V::Antichess),
        b"atomic" | b"atom" => VariantName::Known(V::Atomic),
        b"horde" => VariantName::Known(V::Horde),
        b"racingkings" | b"racing" | b"race" => VariantName::Known(V::RacingKings),
        [b'w', b'i', b'l', b'd', b'/', number @ ..] => wild(number),
        folded if UNCHECKED_VARIANTS.iter().any(|known| known.as_bytes() == folded) => {
            VariantName::Unchecked
        }
        _ => VariantName::Unknown,
    }
}

/// Returns the variant of the Internet Chess Club with a number, which is in lower case.
fn wild(number: &[u8]) -> VariantName {
    use shakmaty::variant::Variant as V;
    match number {
        // Other arrays and themes.
        [b'0'..=b'8'] | b"8a" | b"10" | b"11" | b"19" | b"20" | b"21" => VariantName::Wild,
        b"22" | b"fr" => VariantName::Chess960,
        b"23" => VariantName::Known(V::Crazyhouse),
        b"25" => VariantName::Known(V::ThreeCheck),
        b"27" => VariantName::Known(V::Atomic),
        // Two kings, Kriegspiel, losers, bughouse, giveaway, shatranj and others.
        _ => VariantName::Unchecked,
    }
}

/// Returns true if the value of a Variation tag must be a variant, not a line of an opening.
pub(crate) fn names_variant(value: &[u8]) -> bool {
    use shakmaty::variant::Variant as V;
    let words = [&b"anti"[..], b"house", b"race", b"racing"];
    if words.iter().any(|word| value.trim_ascii().eq_ignore_ascii_case(word))
        || value.contains(&b'(')
    {
        return false;
    }
    matches!(
        variant_named(value),
        VariantName::Chess960
            | VariantName::Known(
                V::Crazyhouse | V::ThreeCheck | V::KingOfTheHill | V::Antichess | V::RacingKings
            )
    )
}

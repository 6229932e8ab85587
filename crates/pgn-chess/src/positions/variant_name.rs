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
    "judkins", "karouk", "kinglet", "kingscup", "knightmate", "kyotoshogi", "legan", "lion",
    "loop", "loser", "losers", "losalamos", "makpong", "makruk", "mini", "minishogi",
    "minixiangqi", "modern", "newzealand", "nightrider", "nocastle", "nocheckatomic", "nonocastle",
    "omicron", "orda", "ordamirror", "ouk", "oukkhmer", "paradigm", "pawnsonly", "peasantrevolt",
    "perfect", "placement", "pocketknight", "racingchess", "rifle", "rookmonster", "semitorpedo",
    "seirawan", "seirawan960", "shako", "shatar", "shatranj", "shogi", "shogun", "shuffle",
    "simplifiedgryphon", "sittuyin", "sortofalmost", "spartan", "suicide", "super",
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

/// Returns the variant that the value of a Variant tag names.
pub(crate) fn variant_named(name: &[u8]) -> VariantName {
    use shakmaty::variant::Variant as V;
    // The form that servers write in each game.
    if name == b"Standard" {
        return VariantName::Standard;
    }
    let letters = name
        .iter()
        .filter(|byte| !byte.is_ascii_whitespace() && **byte != b'-' && **byte != b'_')
        .map(u8::to_ascii_lowercase);
    // One letter more than any name, so that a longer text equals no name.
    let mut folded = [0; MAX_NAME + 1];
    let len = folded.iter_mut().zip(letters).map(|(place, letter)| *place = letter).count();
    match &folded[..len] {
        b"" | b"?" | b"chess" | b"classical" | b"fromposition" | b"none" | b"normal"
        | b"orthodox" | b"orthodoxchess" | b"standard" | b"standardchess" => VariantName::Standard,
        b"chess960"
        | b"960"
        | b"fischerandom"
        | b"fischerrandom"
        | b"fischerandomchess"
        | b"fischerrandomchess"
        | b"freestyle"
        | b"freestylechess"
        | b"frc"
        | b"chess9lx" => VariantName::Chess960,
        b"crazyhouse" | b"zh" => VariantName::Known(V::Crazyhouse),
        b"threecheck" | b"3check" | b"threechecks" => VariantName::Known(V::ThreeCheck),
        b"kingofthehill" | b"koth" => VariantName::Known(V::KingOfTheHill),
        b"antichess" => VariantName::Known(V::Antichess),
        b"atomic" => VariantName::Known(V::Atomic),
        b"horde" => VariantName::Known(V::Horde),
        b"racingkings" => VariantName::Known(V::RacingKings),
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
    match variant_named(value) {
        VariantName::Chess960 => true,
        VariantName::Known(variant) => {
            matches!(
                variant,
                V::Crazyhouse | V::ThreeCheck | V::KingOfTheHill | V::Antichess | V::RacingKings
            )
        }
        _ => false,
    }
}

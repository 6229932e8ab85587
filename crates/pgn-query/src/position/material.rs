//! Material balances: `KRPPvKR`, `QRP2-3vQR`, `R+P*vR=P2>`.

use super::men::{BLACK, LETTERS, Men, WHITE, count};

/// The material that each side must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Material {
    sides: [Vec<(PieceKind, Bound)>; 2],
}

/// A kind of piece that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PieceKind {
    /// A role from 1 (pawn) to 6 (king).
    Role(usize),
    /// A knight or bishop.
    Minor,
}

/// A bound on a number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    /// From the first to the second number, both included.
    Between(u32, u32),
    /// The difference to the opponent is from the first to the second number.
    More(i64, i64),
    /// The number differs from the opponent's.
    Differs,
}

impl PieceKind {
    fn count(self, men: &Men, side: usize) -> u32 {
        match self {
            PieceKind::Role(role) => count(men, side, role),
            PieceKind::Minor => count(men, side, 2) + count(men, side, 3),
        }
    }
}

impl Material {
    /// Reads a balance of material, such as `KRP v KR`.
    ///
    /// # Errors
    /// Returns an error if the balance is not valid; the error is a message.
    pub(crate) fn new(text: &str) -> Result<Material, String> {
        let halves: Vec<&str> = text
            .split(|c: char| c == 'v' || c.is_whitespace())
            .filter(|half| !half.is_empty())
            .collect();
        let [white, black] = halves[..] else {
            return Err("two sides are needed with `v` between them, as in KRPvKR".to_owned());
        };
        Ok(Material { sides: [side(white)?, side(black)?] })
    }

    /// Returns the balance with the colors exchanged.
    pub(crate) fn exchanged(&self) -> Material {
        let [white, black] = self.sides.clone();
        Material { sides: [black, white] }
    }

    pub(crate) fn is_match(&self, men: &Men) -> bool {
        let [white, black] = &self.sides;
        [(white, WHITE, BLACK), (black, BLACK, WHITE)].into_iter().all(|(bounds, us, them)| {
            bounds.iter().all(|&(kind, bound)| {
                let n = kind.count(men, us);
                let more = || i64::from(n) - i64::from(kind.count(men, them));
                match bound {
                    Bound::Between(low, high) => (low..=high).contains(&n),
                    Bound::More(low, high) => (low..=high).contains(&more()),
                    Bound::Differs => more() != 0,
                }
            })
        })
    }
}

/// Parses the bounds of a side; roles that are not named must be absent.
fn side(text: &str) -> Result<Vec<(PieceKind, Bound)>, String> {
    let mut bounds: Vec<(PieceKind, Bound)> = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        let kind = kind(letter)?;
        let (bound, len) = bound(rest)?;
        rest = &rest[len..];
        let Some(known) = bounds.iter_mut().find(|(known, _)| *known == kind) else {
            bounds.push((kind, bound.unwrap_or(Bound::Between(1, 1))));
            continue;
        };
        match (&mut known.1, bound) {
            // `PP` means P2.
            (Bound::Between(low, high), None) if low == high => {
                (*low, *high) = (*low + 1, *high + 1)
            }
            _ => return Err(format!("{letter} occurs twice")),
        }
    }
    let is_named = |kind: PieceKind| bounds.iter().any(|(known, _)| *known == kind);
    let has_minor = is_named(PieceKind::Minor);
    let absent: Vec<PieceKind> = (1..=5)
        .filter(|role| !(has_minor && matches!(role, 2 | 3)))
        .map(PieceKind::Role)
        .filter(|&kind| !is_named(kind))
        .collect();
    bounds.extend(absent.into_iter().map(|kind| (kind, Bound::Between(0, 0))));
    bounds.retain(|(kind, _)| *kind != PieceKind::Role(6));
    // The most selective bounds first.
    bounds
        .sort_unstable_by_key(|(kind, _)| if let PieceKind::Role(role) = kind { *role } else { 0 });
    Ok(bounds)
}

fn kind(letter: char) -> Result<PieceKind, String> {
    let upper = letter.to_ascii_uppercase();
    if upper == 'L' {
        return Ok(PieceKind::Minor);
    }
    let role = LETTERS.iter().position(|&known| char::from(known) == upper);
    role.map(|role| PieceKind::Role(role + 1)).ok_or_else(|| {
        if letter == '\'' {
            return "single quotes are part of the text: write it in double quotes".to_owned();
        }
        format!("`{letter}` is not a piece: K Q R B N P, or L for a bishop or knight")
    })
}

/// Parses the bound after a letter, and returns it with its length.
fn bound(text: &str) -> Result<(Option<Bound>, usize), String> {
    const MAX_PIECES: u32 = 64;
    let n_digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let number = |text: &str| -> Result<u32, String> {
        text.parse().ok().filter(|&n| n <= MAX_PIECES).ok_or_else(|| format!("{text} are too many"))
    };
    let digits = n_digits(text);
    let first = if digits > 0 { Some(number(&text[..digits])?) } else { None };
    let rest = &text[digits..];
    let by = i64::from(first.unwrap_or(1));
    let (bound, len) = if rest.starts_with(">=") {
        (Bound::More(by, by), 2)
    } else if rest.starts_with("<=") {
        (Bound::More(-by, -by), 2)
    } else {
        match (rest.bytes().next(), first) {
            (Some(b'>'), _) => (Bound::More(by, i64::MAX), 1),
            (Some(b'<'), _) => (Bound::More(i64::MIN, -by), 1),
            (Some(b'='), None) => (Bound::More(0, 0), 1),
            (Some(b'#'), None) => (Bound::Differs, 1),
            (Some(b'*'), None) => (Bound::Between(0, MAX_PIECES), 1),
            (Some(b'+'), first) => (Bound::Between(first.unwrap_or(1), MAX_PIECES), 1),
            (Some(b'-'), Some(low)) => match n_digits(&rest[1..]) {
                0 => (Bound::Between(0, low), 1),
                n => {
                    let high = number(&rest[1..=n])?;
                    if high < low {
                        return Err(format!("the range {low}-{high} is empty"));
                    }
                    (Bound::Between(low, high), 1 + n)
                }
            },
            (_, Some(n)) => (Bound::Between(n, n), 0),
            (_, None) => return Ok((None, 0)),
        }
    };
    Ok((Some(bound), digits + len))
}

/// An exact difference of material between White and Black: `RvBN`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Imbalance {
    /// The differences, from pawns to queens.
    more: [i64; 5],
}

impl Imbalance {
    /// Reads an imbalance of material, such as `RvBN`.
    ///
    /// # Errors
    /// Returns an error if the imbalance is not valid; the error is a message.
    pub(crate) fn new(text: &str) -> Result<Imbalance, String> {
        let Some((white, black)) = text.split_once('v') else {
            return Err("two sides are needed with `v` between them, as in RvBN".to_owned());
        };
        let mut more = [0; 5];
        for (side, sign) in [(white, 1), (black, -1)] {
            for letter in side.trim().chars() {
                match kind(letter)? {
                    PieceKind::Role(role @ 1..=5) => more[role - 1] += sign,
                    PieceKind::Role(_) | PieceKind::Minor => {
                        return Err(format!("`{letter}` cannot be ahead: Q R B N P can"));
                    }
                }
            }
        }
        Ok(Imbalance { more })
    }

    pub(crate) fn exchanged(&self) -> Imbalance {
        Imbalance { more: self.more.map(|n| -n) }
    }

    pub(crate) fn is_match(&self, men: &Men) -> bool {
        (1..).zip(self.more).all(|(role, more)| {
            i64::from(count(men, WHITE, role)) - i64::from(count(men, BLACK, role)) == more
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::men::men, *};
    use pgn_chess::Start;

    #[track_caller]
    fn check(text: &str, fen: &str, expect: bool) {
        let position = Start::from_fen(format!("{fen} w - - 0 1").as_bytes()).position.unwrap();
        let material = Material::new(text).unwrap();
        assert_eq!(material.is_match(&men(&position)), expect, "{text} {fen}");
    }

    /// KRPP against KR.
    const ROOKS: &str = "4k2r/8/8/8/8/8/PP6/R3K3";
    const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    #[test]
    fn balances() {
        check("KRPPvKR", ROOKS, true);
        check("rp2 r", ROOKS, true);
        check("RP2-3vR", ROOKS, true);
        check("RP3-4vR", ROOKS, false);
        check("RP1-vR", ROOKS, false);
        check("RP2+vR", ROOKS, true);
        check("RP*vRP*", ROOKS, true);
        check("R+P+vR+P+", ROOKS, false);
        check("RvR", ROOKS, false);
        check("KRvKRPP", ROOKS, false);
        check("R=P#vR=P*", ROOKS, true);
        check("RP>vRP*", ROOKS, true);
        check("RP3>vRP*", ROOKS, false);
        check("RP2>=vRP*", ROOKS, true);
        check("RP>=vRP*", ROOKS, false);
        check("RP*vRP2<=", ROOKS, true);
        check("RP*vRP<", ROOKS, true);
        check("QR2B2N2P8vQR2B2N2P8", INITIAL, true);
        check("QR2L4P8vQR2L=P=", INITIAL, true);
        check("RL2PvRP", "4k2r/8/8/8/8/8/p7/R1B1KN1P", true);
        check("RL2PvRP", "4k2r/8/8/8/8/8/p7/R1B1K2P", false);
    }

    #[test]
    fn imbalances() {
        let is = |text: &str, fen: &str| {
            let position = Start::from_fen(format!("{fen} w - - 0 1").as_bytes()).position.unwrap();
            Imbalance::new(text).unwrap().is_match(&men(&position))
        };
        assert!(is("PPv", ROOKS));
        assert!(is("v", INITIAL));
        assert!(!is("v", ROOKS));
        assert!(!is("vPP", ROOKS));
        assert!(Imbalance::new("vPP").unwrap().exchanged() == Imbalance::new("PPv").unwrap());
    }

    #[test]
    fn invalid_balances_are_errors() {
        let fault = |text: &str| Material::new(text).unwrap_err();
        assert_eq!(fault("KRP"), "two sides are needed with `v` between them, as in KRPvKR");
        assert_eq!(
            fault("KRPxvKR"),
            "`x` is not a piece: K Q R B N P, or L for a bishop or knight"
        );
        assert_eq!(fault("KP3-2vK"), "the range 3-2 is empty");
        assert_eq!(fault("KP2P*vK"), "P occurs twice");
        assert_eq!(fault("KP99999999999vK"), "99999999999 are too many");
        assert!(Imbalance::new("KvL").is_err());
    }
}

//! Time controls (section 9.6.1), and the speed of a game.

/// Base time and increment in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The base time of the first period in seconds.
    pub base: u64,
    /// The increment of the first period in seconds per move.
    pub increment: u64,
    /// The number of moves in the first period; `None`: all.
    pub moves: Option<u64>,
}

/// The speed of a game, from fastest to slowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Speed {
    /// Under 30 seconds.
    Ultrabullet,
    /// Under 3 minutes.
    Bullet,
    /// Under 8 minutes.
    Blitz,
    /// Under 25 minutes.
    Rapid,
    /// 25 minutes or more.
    Classical,
    /// A day or more per move.
    Correspondence,
}

impl TimeControl {
    /// Reads the first period of a TimeControl; `None` for `?`, `-` and other values.
    #[must_use]
    pub fn read(text: &[u8]) -> Option<TimeControl> {
        if let Some(time) = text.strip_prefix(b"movetime") {
            let time = time.trim_ascii().strip_prefix(b":").or(time.strip_prefix(b"="))?;
            return Some(TimeControl {
                base: 0,
                increment: number(time.trim_ascii())?,
                moves: None,
            });
        }
        let first = text.split(|&byte| byte == b':').next()?.trim_ascii();
        let first = first.strip_prefix(b"*").unwrap_or(first);
        // Engines write a time per move, and fractions of a second.
        if let Some(increment) = first.strip_suffix(b"/move") {
            let increment = number(increment.trim_ascii())?;
            return Some(TimeControl { base: 0, increment, moves: None });
        }
        let (moves, rest) = match first.iter().position(|&byte| byte == b'/') {
            Some(at) => (Some(number(&first[..at])?), &first[at + 1..]),
            None => (None, first),
        };
        let (base, increment) = match rest.iter().position(|&byte| byte == b'+') {
            Some(at) => (number(&rest[..at])?, number(&rest[at + 1..])?),
            None => (number(rest)?, 0),
        };
        Some(TimeControl { base, increment, moves })
    }

    /// Returns the speed by the base time plus forty increments.
    #[must_use]
    pub fn speed(self) -> Speed {
        const DAY: u64 = 24 * 60 * 60;
        if self.moves.is_some_and(|moves| moves > 0 && self.base / moves >= DAY) {
            return Speed::Correspondence;
        }
        match self.base.saturating_add(self.increment.saturating_mul(40)) {
            ..30 => Speed::Ultrabullet,
            30..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1500 => Speed::Rapid,
            1500.. => Speed::Classical,
        }
    }
}

impl Speed {
    /// All speeds, in order.
    pub const ALL: [Speed; 6] = [
        Speed::Ultrabullet,
        Speed::Bullet,
        Speed::Blitz,
        Speed::Rapid,
        Speed::Classical,
        Speed::Correspondence,
    ];

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Speed::Ultrabullet => "ultrabullet",
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }

    /// Returns the speed called `name`; case is ignored.
    #[must_use]
    pub fn find(name: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.name().eq_ignore_ascii_case(name))
    }
}

/// Reads a number; a fraction is rounded to whole seconds.
fn number(text: &[u8]) -> Option<u64> {
    if let Some(at) = text.iter().position(|&byte| byte == b'.') {
        let (whole, fraction) = (&text[..at], &text[at + 1..]);
        let is_fraction = !fraction.is_empty() && fraction.iter().all(u8::is_ascii_digit);
        let whole = if whole.is_empty() { Some(0) } else { number(whole) };
        return whole.filter(|_| is_fraction).map(|n| n + u64::from(fraction[0] >= b'5'));
    }
    let is_number = (1..=12).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    is_number.then(|| text.iter().fold(0, |value, &byte| value * 10 + u64::from(byte - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds() {
        let speed = |text: &str| TimeControl::read(text.as_bytes()).map(|tc| tc.speed().name());
        for (text, expect) in [
            ("15", "ultrabullet"),
            ("0+1", "bullet"),
            ("60", "bullet"),
            ("60+3", "blitz"),
            ("180+2", "blitz"),
            ("300+3", "blitz"),
            ("480", "rapid"),
            ("600+5", "rapid"),
            ("1500", "classical"),
            ("40/7200:3600", "classical"),
            ("*180", "blitz"),
            ("1/86400", "correspondence"),
            ("10/2592000", "correspondence"),
            ("8+0.08", "ultrabullet"),
            ("0.25/move", "ultrabullet"),
            ("5/move", "blitz"),
            ("movetime: 0.1", "ultrabullet"),
            ("900.5+.5", "rapid"),
        ] {
            assert_eq!(speed(text), Some(expect), "{text}");
        }
        for none in ["?", "-", "", "5 min", "1/", "+", "90'+30''", ".", "1.2.3", "/move"] {
            assert_eq!(speed(none), None, "{none}");
        }
    }
}

//! Time controls (section 9.6.1), and the speed of a game.

use std::time::Duration;

use crate::text::numerals::{self, nanos};

/// Base time and increment.
///
/// ```
/// use std::time::Duration;
/// use pgn_syntax::time_control::{Speed, TimeControl};
///
/// let control = TimeControl::read(b"180+0.5").unwrap();
/// assert_eq!(control.base, Duration::from_secs(180));
/// assert_eq!(control.increment, Duration::from_millis(500));
/// assert_eq!(control.speed(), Speed::Blitz);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The base time of the first period.
    pub base: Duration,
    /// The increment of the first period per move.
    pub increment: Duration,
    /// The number of moves in the first period; `None`: all.
    pub moves: Option<u64>,
    /// True if a side continues with the time that its clock shows after its last move, plus the increment. False for
    /// a time for each single move, with which the clock begins anew, and for an hourglass, which adds the time that
    /// the opponent spends.
    pub is_carried_over: bool,
}

/// The speed of a game, from fastest to slowest.
///
/// ```
/// use pgn_syntax::time_control::Speed;
///
/// assert!(Speed::Bullet < Speed::Blitz);
/// assert_eq!(Speed::find("Rapid"), Some(Speed::Rapid));
/// ```
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
        // Engines write a time per move, and fractions of a second.
        let per_move = |text: &[u8]| {
            let (base, increment) = (Duration::ZERO, time(text.trim_ascii())?);
            Some(TimeControl { base, increment, moves: None, is_carried_over: false })
        };
        if let Some(rest) = text.strip_prefix(b"movetime") {
            let rest = rest.trim_ascii();
            return per_move(rest.strip_prefix(b":").or(rest.strip_prefix(b"="))?);
        }
        let first = text.split(|&byte| byte == b':').next()?.trim_ascii();
        let (first, is_hourglass) =
            first.strip_prefix(b"*").map_or((first, false), |rest| (rest, true));
        if let Some(increment) = first.strip_suffix(b"/move") {
            return per_move(increment);
        }
        let (moves, rest) = match first.iter().position(|&byte| byte == b'/') {
            Some(at) => (Some(number(&first[..at])?), &first[at + 1..]),
            None => (None, first),
        };
        let (base, increment) = match rest.iter().position(|&byte| byte == b'+') {
            Some(at) => (time(&rest[..at])?, time(&rest[at + 1..])?),
            None => (time(rest)?, Duration::ZERO),
        };
        let is_carried_over = !is_hourglass && moves != Some(1);
        Some(TimeControl { base, increment, moves, is_carried_over })
    }

    /// Returns the speed by the base time plus forty increments.
    #[must_use]
    pub fn speed(self) -> Speed {
        const DAY: u64 = 24 * 60 * 60;
        if self.moves.is_some_and(|moves| moves > 0 && self.base.as_secs() / moves >= DAY) {
            return Speed::Correspondence;
        }
        match self.base.saturating_add(self.increment.saturating_mul(40)).as_secs() {
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
        const NAMES: [&str; Speed::ALL.len()] =
            ["ultrabullet", "bullet", "blitz", "rapid", "classical", "correspondence"];
        NAMES[self as usize]
    }

    /// Returns the speed called `name`; case is ignored.
    #[must_use]
    pub fn find(name: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.name().eq_ignore_ascii_case(name))
    }
}

/// The kind of a part of a time control. The parts are joined by `:`.
///
/// ```
/// use pgn_syntax::time_control::PartKind;
///
/// assert_eq!(PartKind::read(b"40/9000"), Some(PartKind::Moves));
/// assert_eq!(PartKind::read(b"5 min"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// `?` or `-`.
    None,
    /// `40/9000`, also with an increment; other parts may follow.
    Moves,
    /// `300`, `300+2`, `*180`: must be the last part.
    Last,
}

impl PartKind {
    /// Returns the kind of a part; `None` if it does not have the form of the standard, with whole seconds.
    #[must_use]
    pub fn read(part: &[u8]) -> Option<PartKind> {
        let is_number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
        let is_timed = |text: &[u8]| text.splitn(2, |&byte| byte == b'+').all(is_number);
        match part {
            b"?" | b"-" => Some(PartKind::None),
            [b'*', sand @ ..] => is_number(sand).then_some(PartKind::Last),
            _ => match part.iter().position(|&byte| byte == b'/') {
                Some(at) => {
                    (is_number(&part[..at]) && is_timed(&part[at + 1..])).then_some(PartKind::Moves)
                }
                None => is_timed(part).then_some(PartKind::Last),
            },
        }
    }
}

/// Returns true if the time is in hours, minutes and seconds (`1:30:00`, `40/1:30:00+0:00:30`). Its parts could be
/// periods, but no period lasts zero or one second.
///
/// ```
/// assert!(pgn_syntax::time_control::is_clock_time(b"1:30:00"));
/// assert!(!pgn_syntax::time_control::is_clock_time(b"40/9000:300"));
/// ```
#[must_use]
pub fn is_clock_time(value: &[u8]) -> bool {
    let is_two = |part: &[u8]| matches!(part, [b'0'..=b'5', b'0'..=b'9']);
    let time = value.splitn(2, |&byte| byte == b'/').last().unwrap_or(value);
    let base = time.split(|&byte| byte == b'+').next().unwrap_or(time);
    let parts: Vec<&[u8]> = base.split(|&byte| byte == b':').collect();
    match parts[..] {
        [[b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9'], minutes, seconds] => {
            is_two(minutes) && is_two(seconds)
        }
        _ => false,
    }
}

/// Returns a time in seconds, rounded.
///
/// ```
/// use std::time::Duration;
///
/// assert_eq!(pgn_syntax::time_control::whole_seconds(Duration::from_millis(60_500)), 61);
/// ```
#[must_use]
pub fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_millis() >= 500)
}

/// Reads a number of seconds with an optional fraction.
fn time(text: &[u8]) -> Option<Duration> {
    let Some(at) = text.iter().position(|&byte| byte == b'.') else {
        return number(text).map(Duration::from_secs);
    };
    let (whole, nanos) = (&text[..at], nanos(&text[at + 1..])?);
    let seconds = if whole.is_empty() { 0 } else { number(whole)? };
    Some(Duration::new(seconds, nanos))
}

/// Returns the value of one to twelve digits.
fn number(text: &[u8]) -> Option<u64> {
    numerals::number(text, 12)
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

    #[test]
    fn time_that_is_carried_over() {
        let read = |text: &str| TimeControl::read(text.as_bytes()).unwrap().is_carried_over;
        for text in ["180+2", "0+1", "40/7200:3600", "10/2592000", "15"] {
            assert!(read(text), "{text}");
        }
        for text in
            ["1/86400", "*180", " *180", "5/move", "movetime: 0.1", "movetime=3", "movetime = 3"]
        {
            assert!(!read(text), "{text}");
        }
    }

    #[test]
    fn fractions_of_seconds() {
        let read = |text: &str| {
            let control = TimeControl::read(text.as_bytes()).unwrap();
            (control.base.as_secs_f64(), control.increment.as_secs_f64())
        };
        assert_eq!(read("8+0.08"), (8.0, 0.08));
        assert_eq!(read("900.5+.5"), (900.5, 0.5));
        assert_eq!(read("0.25/move"), (0.0, 0.25));
        assert_eq!(read("movetime: 0.1"), (0.0, 0.1));
        assert_eq!(whole_seconds(Duration::from_millis(1499)), 1);
        assert_eq!(whole_seconds(Duration::from_millis(1500)), 2);
    }
}

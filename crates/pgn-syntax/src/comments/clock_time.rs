//! The time format of the commands `clk`, `egt`, `emt` and `mct` (supplement of 2001).
//!
//! To read the clock time of any comment, use [`MoveData::read_node`](crate::MoveData::read_node).

use std::time::Duration;

use crate::text::numerals::{nanos, number};

/// The maximum number of digits of hours, minutes or seconds.
const MAX_DIGITS: usize = 9;

/// Returns the time in the operand of a clock command or in the value of a clock tag, or `None` if it is not
/// a time.
///
/// The forms are `h:mm:ss`, `mm:ss` and seconds, with up to nine digits for each number. A fraction of a
/// second may follow `.` or `,`; its first nine digits count.
///
/// ```
/// use std::time::Duration;
/// use pgn_syntax::clock_time;
///
/// assert_eq!(clock_time::read(b"1:59:01"), Some(Duration::from_secs(7141)));
/// assert_eq!(clock_time::read(b"0:09:58.1"), Some(Duration::from_millis(598_100)));
/// assert_eq!(clock_time::read(b"soon"), None);
/// ```
#[must_use]
pub fn read(text: &[u8]) -> Option<Duration> {
    let text = text.trim_ascii();
    let (whole, fraction) = match text.iter().position(|byte| matches!(byte, b'.' | b',')) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let mut parts = whole.splitn(4, |&byte| byte == b':');
    let mut seconds = number(parts.next()?, MAX_DIGITS)?;
    for part in parts.by_ref().take(2) {
        seconds = seconds * 60 + number(part, MAX_DIGITS)?;
    }
    if parts.next().is_some() {
        return None;
    }
    let nanos = fraction.map_or(Some(0), nanos)?;
    Some(Duration::new(seconds, nanos))
}

/// Returns the time of the command `[%clk h:mm:ss]` or `[%clk h:mm:ss.f]` that is at the end of `words`, in a comment of
/// a server, which is known to have this form.
#[inline(always)]
pub(crate) fn of_server(words: &[u8]) -> Duration {
    let Some(last) = words.last_chunk::<10>() else { return Duration::ZERO };
    let [h, m, mm, s, ss, tenths] = match *last {
        [h, _, m, mm, _, s, ss, b'.', tenths, _] => [h, m, mm, s, ss, tenths],
        [_, _, h, _, m, mm, _, s, ss, _] => [h, m, mm, s, ss, b'0'],
    };
    let digit = |byte: u8| u32::from(byte & 0xF);
    let minutes = digit(h) * 60 + digit(m) * 10 + digit(mm);
    let seconds = minutes * 60 + digit(s) * 10 + digit(ss);
    Duration::new(seconds.into(), digit(tenths) * 100_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_clocks_of_servers() {
        for operand in ["0:01:30", "1:02:03.4", "9:59:59.9", "0:00:00"] {
            let words = format!("[%clk {operand}]");
            assert_eq!(Some(of_server(words.as_bytes())), read(operand.as_bytes()), "{operand}");
        }
    }

    #[test]
    fn reads_times() {
        for (text, millis) in [
            ("0:01:30", Some(90_000)),
            ("1:02:03.4", Some(3_723_400)),
            ("1:02:03,45", Some(3_723_450)),
            ("1.748", Some(1748)),
            ("90", Some(90_000)),
            ("0:0:4", Some(4000)),
            (" 12:5 ", Some(725_000)),
            ("999999999:59:59", Some(3_599_999_999_999_000)),
            ("0.1234567891", Some(123)),
            ("", None),
            (":", None),
            ("0:00:", None),
            ("1.", None),
            ("1.2.3", None),
            ("-0:00:01", None),
            ("1:2:3:4", None),
            ("1234567890", None),
        ] {
            let read = read(text.as_bytes()).map(|time| time.as_millis());
            assert_eq!(read, millis, "{text}");
        }
    }
}

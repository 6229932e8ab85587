//! Clock times in commands (CMD-10 to CMD-12).

use pgn_syntax::clock_time;

/// The form of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClockKind {
    /// `clk`, `egt`: `h:mm:ss`.
    Digital,
    /// `emt`: `h:mm:ss` or seconds.
    Spent,
    /// `mct`: `hh:mm:ss`.
    Mechanical,
}

/// Returns the form of the time in the command `name`, if it holds one.
pub(crate) fn kind(name: &[u8]) -> Option<ClockKind> {
    match name {
        b"clk" | b"egt" => Some(ClockKind::Digital),
        b"emt" => Some(ClockKind::Spent),
        b"mct" => Some(ClockKind::Mechanical),
        _ => None,
    }
}

/// Returns the seconds of a time in the given form, with or without a fraction; `None` if the form
/// is wrong.
pub(crate) fn read(kind: ClockKind, text: &[u8]) -> Option<f64> {
    let whole = text.split(|&byte| byte == b'.').next()?;
    let mut parts = whole.split(|&byte| byte == b':');
    let is_in_form = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(_), None, None, None) => kind == ClockKind::Spent,
        (Some(hours), Some(minutes), Some(seconds), None) => {
            let is_sexagesimal = |part: &[u8]| matches!(part, [b'0'..=b'5', _]);
            is_sexagesimal(minutes)
                && is_sexagesimal(seconds)
                && (kind != ClockKind::Mechanical || hours.len() == 2)
        }
        _ => false,
    };
    if !is_in_form || text.contains(&b',') || text.iter().any(u8::is_ascii_whitespace) {
        return None;
    }
    clock_time::read(text).map(|time| time.as_secs_f64())
}

/// Returns true for a time as move lists of servers show it: `0:05`, `1:02:03`, `0:05.123`.
pub(crate) fn is_shown(text: &[u8]) -> bool {
    let is_of_time = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b':' | b'.');
    text.contains(&b':') && text.iter().all(is_of_time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_their_forms() {
        let digital = |text: &str| read(ClockKind::Digital, text.as_bytes());
        assert_eq!(digital("1:59:01"), Some(7141.0));
        assert_eq!(digital("00:00:35"), Some(35.0));
        assert_eq!(digital("0:09:58.1"), Some(598.1));
        for bad in ["59:30", "0:0:4", "0:60:00", "0:00:60", "35", "", ":", "0:00:", "-0:00:01"] {
            assert_eq!(digital(bad), None, "{bad}");
        }
        assert_eq!(read(ClockKind::Spent, b"1.748"), Some(1.748));
        assert_eq!(read(ClockKind::Spent, b"75"), Some(75.0));
        assert_eq!(read(ClockKind::Spent, b"0:00:75"), None);
        assert_eq!(read(ClockKind::Mechanical, b"01:02:03"), Some(3723.0));
        assert_eq!(read(ClockKind::Mechanical, b"01:02:03.5"), Some(3723.5));
        assert_eq!(read(ClockKind::Mechanical, b"1:02:03"), None);
    }
}

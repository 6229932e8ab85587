//! Clock times in commands (CMD-10 to CMD-12).

use pgn_syntax::clock_time;

/// What a time is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `clk`, `egt`: `h:mm:ss`.
    Digital,
    /// `emt`: the same, or seconds.
    Spent,
    /// `mct`: `hh:mm:ss`.
    Mechanical,
}

/// The kind of time that a command of this name holds.
pub(crate) fn kind(name: &[u8]) -> Option<Kind> {
    match name {
        b"clk" | b"egt" => Some(Kind::Digital),
        b"emt" => Some(Kind::Spent),
        b"mct" => Some(Kind::Mechanical),
        _ => None,
    }
}

/// Returns the seconds of a time that is written in the form of its kind, with or without a fraction.
pub(crate) fn read(kind: Kind, text: &[u8]) -> Option<f64> {
    let whole = text.split(|&byte| byte == b'.').next()?;
    let mut parts = whole.split(|&byte| byte == b':');
    let is_in_form = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(_), None, None, None) => kind == Kind::Spent,
        (Some(hours), Some(minutes), Some(seconds), None) => {
            let is_sexagesimal = |part: &[u8]| matches!(part, [b'0'..=b'5', _]);
            is_sexagesimal(minutes)
                && is_sexagesimal(seconds)
                && (kind != Kind::Mechanical || hours.len() == 2 && whole == text)
        }
        _ => false,
    };
    if !is_in_form || text.contains(&b',') || text.iter().any(u8::is_ascii_whitespace) {
        return None;
    }
    clock_time::read(text).map(|time| time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_their_forms() {
        let digital = |text: &str| read(Kind::Digital, text.as_bytes());
        assert_eq!(digital("1:59:01"), Some(7141.0));
        assert_eq!(digital("00:00:35"), Some(35.0));
        assert_eq!(digital("0:09:58.1"), Some(598.1));
        for bad in ["59:30", "0:0:4", "0:60:00", "0:00:60", "35", "", ":", "0:00:", "-0:00:01"] {
            assert_eq!(digital(bad), None, "{bad}");
        }
        assert_eq!(read(Kind::Spent, b"1.748"), Some(1.748));
        assert_eq!(read(Kind::Spent, b"75"), Some(75.0));
        assert_eq!(read(Kind::Spent, b"0:00:75"), None);
        assert_eq!(read(Kind::Mechanical, b"01:02:03"), Some(3723.0));
        assert_eq!(read(Kind::Mechanical, b"1:02:03"), None);
    }
}

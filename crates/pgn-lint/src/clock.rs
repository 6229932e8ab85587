//! Clock times in commands (supplement 4, conformance 1c).

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

/// The seconds of a time in its form; a fraction is read too.
pub(crate) fn read(kind: Kind, text: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(text).ok()?;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let mut parts = whole.split(':');
    let (hours, minutes, seconds) = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(seconds), None, None, None) if kind == Kind::Spent => ("0", "00", seconds),
        (Some(hours), Some(minutes), Some(seconds), None)
            if minutes.len() == 2 && seconds.len() == 2 =>
        {
            (hours, minutes, seconds)
        }
        _ => return None,
    };
    if ![hours, minutes, seconds, fraction].into_iter().all(is_number)
        || (kind == Kind::Mechanical && (hours.len() != 2 || text.contains('.')))
    {
        return None;
    }
    let [hours, minutes] = [hours, minutes].map(|part| part.parse::<f64>().unwrap_or(0.0));
    let seconds = format!("{seconds}.{fraction}").parse::<f64>().ok()?;
    let is_bare = !whole.contains(':');
    (is_bare || minutes < 60.0 && seconds < 60.0)
        .then_some(hours * 3600.0 + minutes * 60.0 + seconds)
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

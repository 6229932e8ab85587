//! Dates (8.1.1.3) in other notations than the standard's.

/// The position of the year in a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Before month and day, as in the standard.
    YearFirst,
    /// Behind month and day.
    YearLast,
}

/// Returns a date as `YYYY.MM.DD` and its order, or `None` if `text` is ambiguous or not a date.
///
/// The parts are separated by one of `.`, `-`, `/` and blank, or make up eight digits. Parts that are
/// missing, zero, a dash or an `x` are unknown. If the year comes last, one of the other parts must be above
/// 12, or both must be equal, so that the month is known.
///
/// ```
/// use pgn_syntax::date::{Order, read};
///
/// assert_eq!(read(b"1992-11-04"), Some(("1992.11.04".to_owned(), Order::YearFirst)));
/// assert_eq!(read(b"24/12/1992"), Some(("1992.12.24".to_owned(), Order::YearLast)));
/// // April or November?
/// assert_eq!(read(b"04.11.1992"), None);
/// ```
#[must_use]
pub fn read(text: &[u8]) -> Option<(String, Order)> {
    let text = text.trim_ascii();
    if text.iter().all(|byte| b"?-xX./ ".contains(byte)) {
        return Some(("????.??.??".to_owned(), Order::YearFirst));
    }
    let separator = *text.iter().find(|byte| b".-/ ".contains(byte)).unwrap_or(&b'.');
    let parts: Vec<&[u8]> = match text.split(|&byte| byte == separator).collect::<Vec<_>>()[..] {
        [all] if all.len() == 8 && all.iter().all(u8::is_ascii_digit) => {
            vec![&all[..4], &all[4..6], &all[6..]]
        }
        ref parts => parts.to_vec(),
    };
    let (year, month, day, order) = match parts[..] {
        [year] => (year, &b""[..], &b""[..], Order::YearFirst),
        [year, month] => (year, month, &b""[..], Order::YearFirst),
        [day, month, year] if year.len() == 4 && day.len() < 3 => {
            // The month is the part that is at most 12.
            match (number(day)?, number(month)?) {
                (13..=31, 1..=12) => (year, month, day, Order::YearLast),
                (1..=12, 13..=31) => (year, day, month, Order::YearLast),
                (a, b) if a == b && a <= 12 => (year, month, day, Order::YearLast),
                _ => return None,
            }
        }
        [year, month, day] => (year, month, day, Order::YearFirst),
        _ => return None,
    };
    let mut date = String::with_capacity(10);
    push_part(year, 4, 9999, &mut date)?;
    date.push('.');
    push_part(month, 2, 12, &mut date)?;
    date.push('.');
    push_part(day, 2, 31, &mut date)?;
    Some((date, order))
}

/// Appends a part of a date with `width` digits, or question marks if it is unknown. Returns `None` if it is
/// out of range.
fn push_part(text: &[u8], width: usize, most: u32, date: &mut String) -> Option<()> {
    if text.len() > width {
        return None;
    }
    if text.iter().all(|byte| b"?-0xX".contains(byte)) {
        date.extend(std::iter::repeat_n('?', width));
    } else if text.len() == width && text.contains(&b'?') {
        let is_part = text.iter().all(|byte| byte.is_ascii_digit() || *byte == b'?');
        is_part.then(|| date.extend(text.iter().map(|&byte| char::from(byte))))?;
    } else {
        // A year of fewer digits lacks its century.
        let number = number(text).filter(|&n| n <= most && (width < 4 || text.len() == width))?;
        date.push_str(&format!("{number:0width$}"));
    }
    Some(())
}

/// Returns the value of one to four digits.
fn number(text: &[u8]) -> Option<u32> {
    let is_number = (1..=4).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    is_number.then(|| text.iter().fold(0, |n, &digit| n * 10 + u32::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_unambiguous_dates() {
        use Order::{YearFirst, YearLast};
        for (text, date, order) in [
            ("2019.05.01", "2019.05.01", YearFirst),
            ("2019/5/1", "2019.05.01", YearFirst),
            ("2019-05-01", "2019.05.01", YearFirst),
            ("2019 05 01", "2019.05.01", YearFirst),
            ("20190501", "2019.05.01", YearFirst),
            ("2019", "2019.??.??", YearFirst),
            ("2019.05", "2019.05.??", YearFirst),
            ("2019.00.00", "2019.??.??", YearFirst),
            ("1999.xx.xx", "1999.??.??", YearFirst),
            ("31.12.1999", "1999.12.31", YearLast),
            ("12/31/1999", "1999.12.31", YearLast),
            ("1.1.2000", "2000.01.01", YearLast),
            ("?", "????.??.??", YearFirst),
            ("---", "????.??.??", YearFirst),
            ("", "????.??.??", YearFirst),
            ("199?.??.??", "199?.??.??", YearFirst),
            ("0000.00.00", "????.??.??", YearFirst),
        ] {
            assert_eq!(read(text.as_bytes()), Some((date.to_owned(), order)), "{text}");
        }
    }

    #[test]
    fn rejects_ambiguous_dates_and_other_text() {
        for text in [
            "1.2.2000",
            "05/06/99",
            "May 1999",
            "2019.13.01",
            "2019-05.01",
            "2019.05.01.1",
            "+201.1.1",
            "2000.aa.01",
        ] {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
    }
}

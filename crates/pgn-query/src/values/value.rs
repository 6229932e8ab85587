//! Values of fields, and their comparison.

use std::{borrow::Cow, cmp::Ordering, time::Duration};

use pgn_syntax::{
    Marker, collation::put_natural, date::Date, is_unknown_value, nag::nag_of_sign,
    time_control::Speed,
};

use crate::values::{decimal::Decimal, weekday};

/// The kind of a value, which determines its syntax and order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// Text, ordered by bytes.
    Text,
    /// Text in which numbers are compared as numbers: board `2` before board `10`, `A2` before `A10`.
    Natural,
    /// A whole number.
    Number,
    /// A number that may have a fraction.
    Decimal,
    /// A date; only parts known in both are compared.
    Date,
    /// An ECO code; only characters present in both are compared, so `B2` equals all of B20 to B29, and `B12a` equals
    /// `B12` and `B12a4`.
    Eco,
    /// A NAG, as a number.
    Nag,
    /// A round such as `3.1`; only parts present in both are compared. Rounds that are no numbers, such as `SF`, follow
    /// those that are, so that lists can be sorted.
    Round,
    /// A [`Speed`]; a faster one is less.
    Speed,
    /// A day of the week, by its English name; Monday is the least.
    Weekday,
    /// A word; case, blanks, `-` and `_` are ignored.
    Word,
    /// A result, as the text of its marker.
    Result,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// Of [`ValueKind::Text`], [`ValueKind::Natural`], [`ValueKind::Eco`], [`ValueKind::Round`],
    /// [`ValueKind::Weekday`], [`ValueKind::Word`] and [`ValueKind::Result`].
    Text(Cow<'a, str>),
    /// A whole number.
    Number(i64),
    /// A number that may have a fraction.
    Decimal(Decimal),
    /// A date.
    Date(Date),
    /// A speed.
    Speed(Speed),
}

impl ValueKind {
    /// Reads a value of this kind; `None` if the text is not of the kind.
    #[must_use]
    pub fn read(self, text: &str) -> Option<Value<'_>> {
        match self {
            ValueKind::Text | ValueKind::Natural | ValueKind::Word => {
                Some(Value::Text(Cow::Borrowed(text)))
            }
            ValueKind::Number => read_number(text).map(Value::Number),
            ValueKind::Decimal => Decimal::read(text).map(Value::Decimal),
            ValueKind::Nag => read_nag(text).map(|nag| Value::Number(nag.into())),
            ValueKind::Date => Date::read(text.as_bytes()).map(Value::Date),
            ValueKind::Eco => is_eco(text).then_some(Value::Text(Cow::Borrowed(text))),
            ValueKind::Round => {
                let first = text.split('.').next().unwrap_or_default().trim();
                (!is_unknown_value(first.as_bytes())).then_some(Value::Text(Cow::Borrowed(text)))
            }
            ValueKind::Speed => Speed::find(text).map(Value::Speed),
            ValueKind::Weekday => {
                weekday::weekday_named(text).map(|day| Value::Text(Cow::Borrowed(day)))
            }
            ValueKind::Result => read_result(text).map(|it| Value::Text(Cow::Borrowed(it.text()))),
        }
    }

    /// Returns true if any two values of this kind can be compared, so that lists of them can be sorted.
    pub(crate) fn is_ordered(self) -> bool {
        match self {
            ValueKind::Text | ValueKind::Natural | ValueKind::Word | ValueKind::Result => true,
            ValueKind::Number | ValueKind::Decimal | ValueKind::Nag => true,
            ValueKind::Speed | ValueKind::Weekday => true,
            // Values with unknown parts are compared as far as both are known, which is not a total order.
            ValueKind::Date | ValueKind::Eco | ValueKind::Round => false,
        }
    }

    /// Returns false if neither value is less in an expression: a round that is a number, and one such as `SF`.
    pub(crate) fn has_order(self, a: &Value<'_>, b: &Value<'_>) -> bool {
        match (a, b) {
            (Value::Text(a), Value::Text(b)) if self == ValueKind::Round => {
                is_round_in_words(a) == is_round_in_words(b)
            }
            _ => true,
        }
    }

    /// Compares two values of this kind; `None` if they have different types.
    #[must_use]
    pub fn compare(self, a: &Value<'_>, b: &Value<'_>) -> Option<Ordering> {
        match (a, b) {
            (Value::Number(a), Value::Number(b)) => Some(a.cmp(b)),
            (Value::Decimal(a), Value::Decimal(b)) => Some(a.cmp(b)),
            (Value::Date(a), Value::Date(b)) => Some(a.compare(*b)),
            (Value::Speed(a), Value::Speed(b)) => Some(a.cmp(b)),
            (Value::Text(a), Value::Text(b)) => Some(match self {
                ValueKind::Eco => {
                    let ((code, line), (other, other_line)) = (eco_parts(a), eco_parts(b));
                    cmp_common(code, other).then_with(|| cmp_common(line, other_line))
                }
                ValueKind::Round => match (is_round_in_words(a), is_round_in_words(b)) {
                    (true, true) => word(a).cmp(&word(b)),
                    (false, false) => round_parts(a)
                        .zip(round_parts(b))
                        .map(|(a, b)| a.cmp(&b))
                        .find(|order| order.is_ne())
                        .unwrap_or(Ordering::Equal),
                    (a, b) => a.cmp(&b),
                },
                ValueKind::Weekday => weekday::place_in_week(a).cmp(&weekday::place_in_week(b)),
                ValueKind::Natural => natural_key(a).cmp(&natural_key(b)),
                ValueKind::Word => word(a).cmp(&word(b)),
                _ => a.as_bytes().cmp(b.as_bytes()),
            }),
            _ => None,
        }
    }
}

impl Value<'_> {
    /// Returns a time as a number of seconds.
    pub(crate) fn of_seconds(time: Duration) -> Value<'static> {
        Value::Decimal(Decimal::of_seconds(time))
    }

    /// Returns the value without borrowed data.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Value::Text(text) => Value::Text(Cow::Owned(text.into_owned())),
            Value::Number(number) => Value::Number(number),
            Value::Decimal(number) => Value::Decimal(number),
            Value::Date(date) => Value::Date(date),
            Value::Speed(speed) => Value::Speed(speed),
        }
    }
}

impl std::fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Text(text) => f.write_str(text),
            Value::Number(number) => write!(f, "{number}"),
            Value::Decimal(number) => write!(f, "{number}"),
            Value::Speed(speed) => f.write_str(speed.name()),
            Value::Date(date) => {
                write!(f, "{:04}.", date.year)?;
                match date.month {
                    Some(month) => write!(f, "{month:02}.")?,
                    None => f.write_str("??.")?,
                }
                match date.day {
                    Some(day) => write!(f, "{day:02}"),
                    None => f.write_str("??"),
                }
            }
        }
    }
}

/// Reads a whole number between optional blanks, with an optional `?` at the end as provisional
/// ratings have.
fn read_number(text: &str) -> Option<i64> {
    let text = text.trim();
    text.strip_suffix('?').unwrap_or(text).parse().ok()
}

/// Reads a NAG: `4`, `$4`, or a sign that stands for it after moves of both sides (`??`).
fn read_nag(text: &str) -> Option<u8> {
    let text = text.trim();
    let number = text.strip_prefix('$').unwrap_or(text);
    if is_digits(number) { number.parse().ok() } else { nag_of_sign(text) }
}

/// Reads a result in any common spelling; only `*` itself reads as unknown.
fn read_result(text: &str) -> Option<Marker> {
    let is_unknown = text.trim() == "*";
    Marker::read(text.as_bytes()).filter(|&it| is_unknown || it != Marker::Unknown)
}

/// Returns true for a letter from A to E, alone or followed by digits, of which the first two are
/// checked.
fn is_eco(text: &str) -> bool {
    let bytes = text.as_bytes();
    matches!(bytes.first(), Some(b'A'..=b'E' | b'a'..=b'e'))
        && bytes.iter().skip(1).take(2).all(u8::is_ascii_digit)
}

/// Returns true if a text consists of digits, of which there is at least one.
#[must_use]
pub fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the code that a text begins with, and the line of this code, which is a letter that some programs add, with or
/// without a digit (`B22P`, `B12a4`). The line is empty if the text has none.
fn eco_parts(text: &str) -> (&[u8], &[u8]) {
    let (code, rest) = text.as_bytes().split_at(text.len().min(3));
    let n = match rest {
        [letter, digit, ..] if letter.is_ascii_alphabetic() && digit.is_ascii_digit() => 2,
        [letter, ..] if letter.is_ascii_alphabetic() => 1,
        _ => 0,
    };
    (code, &rest[..n])
}

/// Compares the bytes that both texts have, without case.
fn cmp_common(a: &[u8], b: &[u8]) -> Ordering {
    let n = a.len().min(b.len());
    a[..n].iter().map(u8::to_ascii_uppercase).cmp(b[..n].iter().map(u8::to_ascii_uppercase))
}

/// Returns true if all of a text is an ECO code, or its beginning: `B20`, `B20/1`, `B22P`, `B12a4`, `B2`, `B`.
pub(crate) fn is_eco_code(text: &str) -> bool {
    let text = text.trim();
    let (code, line) = eco_parts(text);
    if !line.is_empty() {
        return text.len() == code.len() + line.len() && is_eco(text);
    }
    let (code, subvariation) = text.split_once('/').unwrap_or((text, "1"));
    let are_digits = |text: &str| text.bytes().all(|c| c.is_ascii_digit());
    let is_code = is_eco(code) && code.len() <= 3;
    let has_subvariation = text.contains('/');
    is_code
        && (!has_subvariation || code.len() == 3)
        && matches!(subvariation.len(), 1 | 2)
        && are_digits(subvariation)
}

/// Returns bytes that compare as a text with numbers does.
fn natural_key(text: &str) -> Vec<u8> {
    let mut key = Vec::new();
    put_natural(text.trim(), &mut key);
    key
}

/// Returns a word without the characters that are ignored.
fn word(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Returns true for a round that is no number, such as `SF`.
pub(crate) fn is_round_in_words(text: &str) -> bool {
    round_parts(text).next().is_none()
}

/// Returns the parts of a round up to the first that is not a number.
pub(crate) fn round_parts(text: &str) -> impl Iterator<Item = u64> {
    text.trim().split('.').map_while(|part| part.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: ValueKind, a: &str, b: &str, expect: Option<Ordering>) {
        let (left, right) = (kind.read(a), kind.read(b));
        let got = left.zip(right).and_then(|(a, b)| kind.compare(&a, &b));
        assert_eq!(got, expect, "{a} {b}");
    }

    #[test]
    fn kinds_compare() {
        use Ordering::{Equal, Greater, Less};
        check(ValueKind::Text, "Tal", "tal", Some(Less));
        check(ValueKind::Word, "Tal", "tal", Some(Equal));
        check(ValueKind::Number, "2600", " 999", Some(Greater));
        check(ValueKind::Number, "1500?", "1500", Some(Equal));
        check(ValueKind::Number, "?", "1500", None);
        check(ValueKind::Number, "1.5", "1", None);
        check(ValueKind::Decimal, "1.5", "1", Some(Greater));
        check(ValueKind::Decimal, "1.50", "1.5", Some(Equal));
        check(ValueKind::Natural, "2", "10", Some(Less));
        check(ValueKind::Natural, "A10", "A2", Some(Greater));
        check(ValueKind::Natural, "1.2", "1.10", Some(Less));
        check(ValueKind::Natural, "02", "2", Some(Equal));
        check(ValueKind::Natural, "2", "2a", Some(Less));
        check(ValueKind::Natural, "a", "2", Some(Greater));
        check(ValueKind::Nag, "$4", "??", Some(Equal));
        check(ValueKind::Nag, "18", "+-", Some(Equal));
        check(ValueKind::Nag, "?", "!!", Some(Less));
        for nothing in ["256", "⊙", "-1", "$", "???", ""] {
            assert_eq!(ValueKind::Nag.read(nothing), None, "{nothing}");
        }
        check(ValueKind::Eco, "B2", "B29", Some(Equal));
        check(ValueKind::Eco, "B30", "b29", Some(Greater));
        check(ValueKind::Eco, "B90/03", "B90", Some(Equal));
        check(ValueKind::Eco, "?", "B90", None);
        check(ValueKind::Eco, "B22P", "B22", Some(Equal));
        check(ValueKind::Eco, "B22P", "b22p", Some(Equal));
        check(ValueKind::Eco, "B12a", "B12a4", Some(Equal));
        check(ValueKind::Eco, "B12a4", "B12b", Some(Less));
        check(ValueKind::Eco, "B22P", "B23", Some(Less));
        check(ValueKind::Eco, "B22/03", "B22P", Some(Equal));
        check(ValueKind::Round, "3", "3.12", Some(Equal));
        check(ValueKind::Round, "10", "9", Some(Greater));
        check(ValueKind::Round, "?", "9", None);
        check(ValueKind::Round, "?.1", "9", None);
        check(ValueKind::Round, "SF", "9", Some(Greater));
        check(ValueKind::Round, "9", "SF", Some(Less));
        check(ValueKind::Round, "SF", "sf", Some(Equal));
        check(ValueKind::Speed, "bullet", "Blitz", Some(Less));
        check(ValueKind::Date, "2019", "2019.02.01", Some(Equal));
        check(ValueKind::Result, "1/2", "1/2-1/2", Some(Equal));
        check(ValueKind::Result, " * ", "*", Some(Equal));
        for nothing in ["draw", "2-0", "0-0", "?", ""] {
            assert_eq!(ValueKind::Result.read(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn values_are_shown() {
        let show = |kind: ValueKind, text: &str| kind.read(text).unwrap().to_string();
        assert_eq!(show(ValueKind::Date, "2019-5"), "2019.05.??");
        assert_eq!(show(ValueKind::Number, "007"), "7");
    }
}

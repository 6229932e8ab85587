//! Values of fields, and how values of a kind compare.

use std::{borrow::Cow, cmp::Ordering};

use pgn_syntax::Marker;

use crate::{date::Date, time_control::Speed};

/// What values of a field are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Text; ordered by its bytes.
    Text,
    /// A whole number.
    Number,
    /// A date; compared on the parts that both have.
    Date,
    /// An ECO code; compared on the characters that both have: `B2` is all of B20 to B29.
    Eco,
    /// A round of parts, `3.1`; compared on the parts that both have.
    Round,
    /// A [`Speed`]; the faster, the less.
    Speed,
    /// A word; compared without regard to case, blanks, `-` and `_`.
    Word,
    /// A result, by the text of its marker.
    Result,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// Of [`Kind::Text`], [`Kind::Eco`], [`Kind::Round`], [`Kind::Word`] and [`Kind::Result`].
    Text(Cow<'a, str>),
    /// A number.
    Number(i64),
    /// A date.
    Date(Date),
    /// A speed.
    Speed(Speed),
}

impl Kind {
    /// What a value of this kind, written as `text`, is; none if it is not of the kind.
    #[must_use]
    pub fn read(self, text: &str) -> Option<Value<'_>> {
        match self {
            Kind::Text | Kind::Word => Some(Value::Text(Cow::Borrowed(text))),
            Kind::Number => read_number(text).map(Value::Number),
            Kind::Date => Date::read(text.as_bytes()).map(Value::Date),
            Kind::Eco => is_eco(text).then_some(Value::Text(Cow::Borrowed(text))),
            Kind::Round => {
                round_parts(text).next().is_some().then_some(Value::Text(Cow::Borrowed(text)))
            }
            Kind::Speed => Speed::find(text).map(Value::Speed),
            Kind::Result => read_result(text).map(|it| Value::Text(Cow::Borrowed(it.text()))),
        }
    }

    /// How two values of this kind compare. Values of different shapes are equal to nothing.
    #[must_use]
    pub fn compare(self, a: &Value<'_>, b: &Value<'_>) -> Option<Ordering> {
        match (a, b) {
            (Value::Number(a), Value::Number(b)) => Some(a.cmp(b)),
            (Value::Date(a), Value::Date(b)) => Some(a.compare(*b)),
            (Value::Speed(a), Value::Speed(b)) => Some(a.cmp(b)),
            (Value::Text(a), Value::Text(b)) => Some(match self {
                Kind::Eco => {
                    let n = a.len().min(b.len()).min(3);
                    let fold = |text: &str| text.as_bytes()[..n].to_ascii_uppercase();
                    fold(a).cmp(&fold(b))
                }
                Kind::Round => round_parts(a)
                    .zip(round_parts(b))
                    .map(|(a, b)| a.cmp(&b))
                    .find(|order| order.is_ne())
                    .unwrap_or(Ordering::Equal),
                Kind::Word => word(a).cmp(&word(b)),
                _ => a.as_bytes().cmp(b.as_bytes()),
            }),
            _ => None,
        }
    }
}

impl Value<'_> {
    /// The same, on its own.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Value::Text(text) => Value::Text(Cow::Owned(text.into_owned())),
            Value::Number(number) => Value::Number(number),
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

/// A whole number with nothing but blanks around it, and perhaps a `?` behind it as provisional
/// ratings have it.
fn read_number(text: &str) -> Option<i64> {
    let text = text.trim();
    text.strip_suffix('?').unwrap_or(text).parse().ok()
}

/// A result in any spelling that is met. What could be none is no `*`.
fn read_result(text: &str) -> Option<Marker> {
    let is_unknown = text.trim() == "*";
    Marker::read(text.as_bytes()).filter(|&it| is_unknown || it != Marker::Unknown)
}

/// A letter, or a letter and one or two digits and whatever follows.
fn is_eco(text: &str) -> bool {
    let bytes = text.as_bytes();
    matches!(bytes.first(), Some(b'A'..=b'E' | b'a'..=b'e'))
        && bytes.iter().skip(1).take(2).all(u8::is_ascii_digit)
}

/// A word without what does not count.
fn word(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// The numbers of a round, as far as they are numbers.
fn round_parts(text: &str) -> impl Iterator<Item = u64> {
    text.trim().split('.').map_while(|part| part.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: Kind, a: &str, b: &str, expect: Option<Ordering>) {
        let (left, right) = (kind.read(a), kind.read(b));
        let got = left.zip(right).and_then(|(a, b)| kind.compare(&a, &b));
        assert_eq!(got, expect, "{a} {b}");
    }

    #[test]
    fn kinds_compare() {
        use Ordering::{Equal, Greater, Less};
        check(Kind::Text, "Tal", "tal", Some(Less));
        check(Kind::Word, "Tal", "tal", Some(Equal));
        check(Kind::Number, "2600", " 999", Some(Greater));
        check(Kind::Number, "1500?", "1500", Some(Equal));
        check(Kind::Number, "?", "1500", None);
        check(Kind::Eco, "B2", "B29", Some(Equal));
        check(Kind::Eco, "B30", "b29", Some(Greater));
        check(Kind::Eco, "B90/03", "B90", Some(Equal));
        check(Kind::Eco, "?", "B90", None);
        check(Kind::Round, "3", "3.12", Some(Equal));
        check(Kind::Round, "10", "9", Some(Greater));
        check(Kind::Round, "?", "9", None);
        check(Kind::Speed, "bullet", "Blitz", Some(Less));
        check(Kind::Date, "2019", "2019.02.01", Some(Equal));
        check(Kind::Result, "1/2", "1/2-1/2", Some(Equal));
        check(Kind::Result, " * ", "*", Some(Equal));
        for nothing in ["draw", "2-0", "0-0", "?", ""] {
            assert_eq!(Kind::Result.read(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn values_are_shown() {
        let show = |kind: Kind, text: &str| kind.read(text).unwrap().to_string();
        assert_eq!(show(Kind::Date, "2019-5"), "2019.05.??");
        assert_eq!(show(Kind::Number, "007"), "7");
    }
}

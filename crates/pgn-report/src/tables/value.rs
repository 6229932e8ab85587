//! Values of a report, with their forms for text and for programs.

use std::cmp::Ordering;

use super::move_tree::TreeMove;
use crate::text::escape;

/// The direction of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The least first.
    Ascending,
    /// The greatest first.
    Descending,
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// There is no value.
    None,
    /// The games of this row have an unknown value; shown as `?`.
    Unknown,
    /// Text of the input or of the report.
    Text(String),
    /// A count, shown with thousands separators.
    Count(u64),
    /// A year or rating, shown without separators.
    Number(i64),
    /// A share, as a part and a whole that is not 0.
    Share {
        /// The part.
        part: u64,
        /// The whole.
        whole: u64,
    },
    /// A move of the opening tree.
    Move(TreeMove),
    /// A decimal number: `value` in units of 10^-`places`.
    Decimal {
        /// The number without its point.
        value: i64,
        /// Number of digits after the point.
        places: u32,
    },
}

impl Value {
    /// Returns `text` as a value.
    pub fn text(text: impl Into<String>) -> Value {
        Value::Text(text.into())
    }

    /// Returns a share, or no value if `whole` is 0.
    pub fn share(part: u64, whole: u64) -> Value {
        if whole == 0 { Value::None } else { Value::Share { part, whole } }
    }

    /// Returns the mean of `n` numbers with the sum `sum`, with `places` digits after the point.
    pub fn mean(sum: u64, n: u64, places: u32) -> Value {
        match rounded(u128::from(sum) * 10_u128.pow(places), n) {
            Some(value) => Value::Decimal { value, places },
            None => Value::None,
        }
    }

    /// Returns a number, or no value for 0.
    pub fn known(number: u64) -> Value {
        match i64::try_from(number) {
            Ok(number) if number > 0 => Value::Number(number),
            _ => Value::None,
        }
    }

    /// Returns a number rounded to `places` digits after the point, or no value if it is not finite.
    pub fn decimal(number: Option<f64>, places: u32) -> Value {
        let unit = 10_f64.powi(places.try_into().unwrap_or(0));
        let number = number.map_or(f64::NAN, |number| (number * unit).round());
        if number.abs() > 1e15 || !number.is_finite() {
            return Value::None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "within range, and rounded")]
        let value = number as i64;
        Value::Decimal { value, places }
    }

    /// Compares numbers by size, and text by its bytes. Missing and unknown values come last in both directions.
    #[must_use]
    pub fn compare(&self, other: &Value, direction: Direction) -> Ordering {
        let is_missing = |value: &Value| matches!(value, Value::None | Value::Unknown);
        let order = match (self, other) {
            (a, b) if is_missing(a) || is_missing(b) => {
                return is_missing(a).cmp(&is_missing(b));
            }
            (
                Value::Share { part, whole },
                Value::Share { part: other_part, whole: other_whole },
            ) => {
                let (left, right) = (u128::from(*part), u128::from(*other_part));
                (left * u128::from(*other_whole)).cmp(&(right * u128::from(*whole)))
            }
            (a, b) if a.is_number() && b.is_number() => a.size().total_cmp(&b.size()),
            (a, b) => a.plain().cmp(&b.plain()),
        };
        match direction {
            Direction::Ascending => order,
            Direction::Descending => order.reverse(),
        }
    }

    /// Returns the count, or 0 for other values.
    pub fn count(&self) -> u64 {
        if let Value::Count(n) = self { *n } else { 0 }
    }

    /// Returns the size of the value, by which it is sorted and which its bar has; 0 for texts.
    pub fn size(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "counts have less than 53 bits")]
        match *self {
            Value::None | Value::Unknown | Value::Text(_) | Value::Move(_) => 0.0,
            Value::Count(n) => n as f64,
            Value::Number(n) => n as f64,
            Value::Share { part, whole } => part as f64 / whole as f64,
            Value::Decimal { value, places } => {
                value as f64 / 10_f64.powi(places.try_into().unwrap_or(0))
            }
        }
    }

    /// Returns true for values that are aligned as numbers, also for one that is missing.
    pub fn is_aligned_right(&self) -> bool {
        self.is_number() || matches!(self, Value::None)
    }

    /// Returns true for values of digits.
    pub(super) fn is_number(&self) -> bool {
        !matches!(self, Value::None | Value::Unknown | Value::Text(_) | Value::Move(_))
    }

    /// Returns the value as text for reading.
    pub fn shown(&self) -> String {
        match self {
            Value::None => String::new(),
            Value::Unknown => "?".to_owned(),
            Value::Text(text) => escape(text).into_owned(),
            Value::Move(it) => format!("{}{}", "  ".repeat(it.depth()), it.text()),
            Value::Count(n) => grouped(*n),
            Value::Number(n) => n.to_string(),
            Value::Share { part, whole } => {
                // A nonzero share is not shown as 0 %, nor a share below 1 as 100 %.
                match rounded(u128::from(*part) * 1000, *whole) {
                    Some(0) if *part > 0 => "<0.1 %".to_owned(),
                    Some(1000) if part < whole => ">99.9 %".to_owned(),
                    Some(tenths) => format!("{}.{} %", tenths / 10, tenths % 10),
                    None => String::new(),
                }
            }
            Value::Decimal { .. } => self.plain(),
        }
    }

    /// Returns the value as text for programs: digits only, and a share as a number from 0 to 1.
    pub fn plain(&self) -> String {
        match self {
            Value::None | Value::Unknown => String::new(),
            Value::Text(text) => text.clone(),
            Value::Move(it) => it.line(),
            Value::Count(n) => n.to_string(),
            Value::Number(n) => n.to_string(),
            Value::Share { part, whole } => {
                let value = rounded(u128::from(*part) * 10_000, *whole).unwrap_or(0);
                Value::Decimal { value, places: 4 }.plain()
            }
            Value::Decimal { value, places: 0 } => value.to_string(),
            Value::Decimal { value, places } => {
                let unit = 10_u64.pow(*places);
                let sign = if *value < 0 { "-" } else { "" };
                let value = value.unsigned_abs();
                let digits = usize::try_from(*places).unwrap_or(0);
                format!("{sign}{}.{:0digits$}", value / unit, value % unit)
            }
        }
    }
}

/// Returns a quotient, rounded half up.
fn rounded(part: u128, whole: u64) -> Option<i64> {
    let whole = u128::from(whole);
    i64::try_from((2 * part + whole).checked_div(2 * whole)?).ok()
}

/// Returns a number with thousands separators: `1,234,567`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &Value, shown: &str, plain: &str) {
        assert_eq!((value.shown().as_str(), value.plain().as_str()), (shown, plain));
    }

    #[test]
    fn values_for_people_and_programs() {
        check(&Value::Count(1_234_567), "1,234,567", "1234567");
        check(&Value::Count(999), "999", "999");
        check(&Value::Number(2851), "2851", "2851");
        check(&Value::share(1, 3), "33.3 %", "0.3333");
        check(&Value::share(1, 100_000), "<0.1 %", "0.0000");
        check(&Value::share(99_999, 100_000), ">99.9 %", "1.0000");
        check(&Value::share(5, 5), "100.0 %", "1.0000");
        check(&Value::share(0, 0), "", "");
        check(&Value::mean(10, 4, 1), "2.5", "2.5");
        check(&Value::mean(2, 3, 2), "0.67", "0.67");
        check(&Value::Decimal { value: -5, places: 2 }, "-0.05", "-0.05");
        check(&Value::decimal(Some(-12.345), 1), "-12.3", "-12.3");
        check(&Value::decimal(Some(f64::INFINITY), 1), "", "");
        check(&Value::decimal(None, 1), "", "");
        check(&Value::text("a\tb\u{202e}c"), "a\\tb\\u{202e}c", "a\tb\u{202e}c");
    }

    #[test]
    fn missing_values_come_last() {
        let sorted = |direction| {
            let mut values =
                [Value::None, Value::share(1, 3), Value::share(2, 4), Value::share(0, 9)];
            values.sort_by(|a, b| a.compare(b, direction));
            values.iter().map(Value::shown).collect::<Vec<_>>()
        };
        assert_eq!(sorted(Direction::Ascending), ["0.0 %", "33.3 %", "50.0 %", ""]);
        assert_eq!(sorted(Direction::Descending), ["50.0 %", "33.3 %", "0.0 %", ""]);
        let (a, b) = (Value::text("a"), Value::text("b"));
        assert_eq!(a.compare(&b, Direction::Ascending), Ordering::Less);
    }
}

//! A value of a report, for people and for programs.

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing is known.
    None,
    /// What games are counted by is not known of these: `?` for people.
    Unknown,
    /// Text of people or of the input.
    Text(String),
    /// How many; grouped by thousands for people.
    Count(u64),
    /// A year, a rating: not grouped.
    Number(i64),
    /// A part of a whole, which is not 0.
    Share {
        /// How much of it.
        part: u64,
        /// What it is a part of.
        whole: u64,
    },
    /// A move of a tree: `line` is all that leads to it.
    Move {
        /// Half-moves before it that are shown above it.
        depth: usize,
        /// The move.
        text: String,
        /// All moves that lead to it, itself included.
        line: String,
    },
    /// A number with digits behind the point: `value` is in units of 10^-`places`.
    Decimal {
        /// The number without its point.
        value: i64,
        /// Digits behind the point.
        places: u32,
    },
}

impl Value {
    /// Returns `text` as a value.
    pub fn text(text: impl Into<String>) -> Value {
        Value::Text(text.into())
    }

    /// Returns a share, unless there is nothing to share.
    pub fn share(part: u64, whole: u64) -> Value {
        if whole == 0 { Value::None } else { Value::Share { part, whole } }
    }

    /// Returns the mean of `n` numbers of this sum, with so many digits behind the point.
    pub fn mean(sum: u64, n: u64, places: u32) -> Value {
        match rounded(u128::from(sum) * 10_u128.pow(places), n) {
            Some(value) => Value::Decimal { value, places },
            None => Value::None,
        }
    }

    /// Returns a number, or nothing for 0.
    pub fn known(number: u64) -> Value {
        match i64::try_from(number) {
            Ok(number) if number > 0 => Value::Number(number),
            _ => Value::None,
        }
    }

    /// Returns how many are counted; 0 of what is no count.
    pub fn count(&self) -> u64 {
        if let Value::Count(n) = self { *n } else { 0 }
    }

    /// Returns the length of its bar.
    pub fn size(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "for the eye")]
        match *self {
            Value::None | Value::Unknown | Value::Text(_) | Value::Move { .. } => 0.0,
            Value::Count(n) => n as f64,
            Value::Number(n) => n as f64,
            Value::Share { part, whole } => part as f64 / whole as f64,
            Value::Decimal { value, places } => {
                value as f64 / 10_f64.powi(places.try_into().unwrap_or(0))
            }
        }
    }

    /// Returns true for what is aligned as numbers are.
    pub fn is_number(&self) -> bool {
        !matches!(self, Value::Unknown | Value::Text(_) | Value::Move { .. })
    }

    /// Returns it as people read it.
    pub fn shown(&self) -> String {
        match self {
            Value::None => String::new(),
            Value::Unknown => "?".to_owned(),
            Value::Text(text) => shown_text(text),
            Value::Move { depth, text, .. } => format!("{}{text}", "  ".repeat(*depth)),
            Value::Count(n) => grouped(*n),
            Value::Number(n) => n.to_string(),
            Value::Share { part, whole } => {
                // Nothing that is there is shown as nothing, nothing that is not all as all.
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

    /// Returns it as programs read it: digits, nothing else. A share is a number from 0 to 1.
    pub fn plain(&self) -> String {
        match self {
            Value::None | Value::Unknown => String::new(),
            Value::Text(text) => text.clone(),
            Value::Move { line, .. } => line.clone(),
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

/// A quotient, rounded half up.
fn rounded(part: u128, whole: u64) -> Option<i64> {
    let whole = u128::from(whole);
    i64::try_from((2 * part + whole).checked_div(2 * whole)?).ok()
}

/// Returns digits by threes: `1,234,567`.
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

/// Text with the characters that would act instead of being read made visible: control characters,
/// and those that turn the direction of writing.
fn shown_text(text: &str) -> String {
    let acts = |c: char| {
        c.is_control()
            || matches!(c, '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
    };
    if !text.contains(acts) {
        return text.to_owned();
    }
    let mut out = String::new();
    for c in text.chars() {
        if acts(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
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
        check(&Value::text("a\tb\u{202e}c"), "a\\u{9}b\\u{202e}c", "a\tb\u{202e}c");
    }
}

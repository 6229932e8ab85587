//! Values that games are grouped by, and that expressions compare: a field or tag, whole or in part.

use std::{borrow::Cow, collections::HashSet, fmt, hash::Hash};

use pgn_syntax::{date::Date, player_name, similar};

use crate::{
    fields::field::Source,
    games::{facts::Facts, tag_values::is_of_players},
    option_expressions::quoted,
    values::{
        value::{Value, ValueKind, is_digits, is_round_in_words, round_parts},
        weekday,
    },
};

/// A field or tag, and how much of its values counts.
#[derive(Clone, Debug)]
pub struct Grouping {
    /// The field or tag.
    pub source: Source,
    /// How much of a value counts.
    pub part: Part,
}

/// How much of a value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// The first characters; of a round the first numbers.
    First(usize),
    /// Numbers from a multiple of this up to the next.
    Steps(i64),
    /// The name before the comma.
    Surname,
    /// The name of an opening before the colon.
    Family,
    /// The first year of the century of a date.
    Century,
    /// The first year of the decade of a date.
    Decade,
    /// The year of a date.
    Year,
    /// Year and month of a date.
    Month,
    /// Year, month and day of a date.
    Day,
    /// The day of the week of a date.
    Weekday,
    /// The hour of a time of day.
    Hour,
}

const DATES: [(&str, Part); 6] = [
    ("century", Part::Century),
    ("decade", Part::Decade),
    ("year", Part::Year),
    ("month", Part::Month),
    ("day", Part::Day),
    ("weekday", Part::Weekday),
];

/// The parts of times of day.
const TIMES: [(&str, Part); 1] = [("hour", Part::Hour)];

/// The parts of names.
const NAMES: [(&str, Part); 1] = [("surname", Part::Surname)];

/// The parts of openings.
const OPENINGS: [(&str, Part); 2] = [("surname", Part::Surname), ("family", Part::Family)];

impl Grouping {
    /// Parses `FIELD[:PART]`.
    ///
    /// # Errors
    /// Returns an error if there is no such field, or it has no such part.
    pub fn parse(text: &str) -> Result<Grouping, String> {
        let (name, part) = split_part(text);
        let source = Source::parse(name)?;
        let part = part.map_or(Ok(Part::Whole), |part| Part::parse(part, &source, name));
        part.map(|part| Grouping { source, part }).map_err(|error| match error.nearest {
            Some(near) => format!("{}; did you mean `{near}`?", error.message),
            None => format!("{}; {}", error.message, error.parts),
        })
    }

    /// Returns the part of a value that is compared; `None` if the value does not have the part, such as a date without a
    /// month.
    fn value<'v>(&self, value: Value<'v>) -> Option<Value<'v>> {
        match (self.part, value) {
            (Part::Whole, value) => Some(value),
            (Part::Weekday, Value::Date(date)) => {
                weekday::weekday(date).map(|day| Value::Text(Cow::Borrowed(day)))
            }
            (part, Value::Date(date)) => part.of_date(date).map(Value::Date),
            (Part::Hour, Value::Text(text)) => weekday::hour(&text).map(Value::Number),
            (Part::Steps(step), Value::Number(number)) => {
                Some(Value::Number(floor_to(number, step)))
            }
            (Part::Steps(step), Value::Decimal(number)) => {
                Some(Value::Decimal(number.floor_to(step)))
            }
            (_, value) => {
                let text = self.text(&value).into_owned();
                (!text.is_empty()).then_some(Value::Text(Cow::Owned(text)))
            }
        }
    }

    /// Appends the values of a game, each reduced to the part.
    pub(crate) fn values<'a>(&self, it: &Facts<'a>, out: &mut Vec<Value<'a>>) {
        let from = out.len();
        self.source.values(it, out);
        if self.part != Part::Whole {
            let values: Vec<Value<'a>> = out.drain(from..).collect();
            out.extend(values.into_iter().filter_map(|value| self.value(value)));
        }
    }

    /// Appends the values of a game as text; the whole value of a tag is unchanged, whatever its kind.
    pub(crate) fn texts<'a>(&self, it: &Facts<'a>, out: &mut Vec<Value<'a>>) {
        if self.part == Part::Whole {
            self.source.texts(it, out);
            return;
        }
        let from = out.len();
        self.values(it, out);
        for value in &mut out[from..] {
            if !matches!(value, Value::Text(_)) {
                *value = Value::Text(Cow::Owned(self.text(value).into_owned()));
            }
        }
    }

    /// Returns true if a game has a value with the part. The result `*` says that there is none.
    pub(crate) fn is_present(&self, it: &Facts<'_>) -> bool {
        let mut values = Vec::new();
        self.values(it, &mut values);
        if self.source.is_field("result") && self.part == Part::Whole {
            values.retain(|value| !matches!(value, Value::Text(text) if text == "*"));
        }
        !values.is_empty()
    }

    /// Returns the nearest value that the part can have, such as 2400 for 2500 in `elo:400`, or an empty text if there is
    /// none; `None` if the part can have the value itself.
    pub(crate) fn meant(&self, value: &Value<'_>) -> Option<String> {
        let is_whole = match (self.part, value) {
            (Part::Whole, _) => true,
            (Part::Hour, Value::Number(hour)) => (0..=24).contains(hour),
            (part, Value::Date(date)) => part.of_date(*date).is_none_or(|it| it == *date),
            (Part::Steps(step), Value::Number(number)) => number.rem_euclid(step) == 0,
            (Part::Steps(step), Value::Decimal(number)) => number.floor_to(step) == *number,
            (Part::First(n), Value::Text(text)) if self.source.kind() == ValueKind::Round => {
                text.split('.').count() <= n || self.text(value) == text.trim()
            }
            (Part::First(n), Value::Text(text)) => {
                text.chars().count() <= n && text.trim().len() == text.len()
            }
            // A surname may have several words, which would be read as a name and a surname.
            (Part::Surname, Value::Text(text)) => !text.contains(','),
            (Part::Family, Value::Text(text)) => family(text) == text.trim(),
            _ => true,
        };
        let text =
            || if self.part == Part::Hour { String::new() } else { self.text(value).into_owned() };
        (!is_whole).then(text)
    }

    /// Returns the part of a value as text. Dates are written as in tags, without their smaller parts.
    #[must_use]
    pub fn text<'v>(&self, value: &'v Value<'_>) -> Cow<'v, str> {
        match value {
            Value::Date(date) if self.part == Part::Weekday => {
                Cow::Borrowed(weekday::weekday(*date).unwrap_or_default())
            }
            Value::Date(date) => {
                let two =
                    |part: Option<u8>| part.map_or("??".to_owned(), |part| format!("{part:02}"));
                let year = format!("{:04}", date.year);
                let (month, day) = (two(date.month), two(date.day));
                Cow::Owned(match self.part {
                    Part::Century => format!("{}00", &year[..2]),
                    Part::Decade => format!("{}0", &year[..3]),
                    Part::Year => year,
                    Part::Month => format!("{year}.{month}"),
                    _ => format!("{year}.{month}.{day}"),
                })
            }
            Value::Number(number) => Cow::Owned(match self.part {
                Part::Steps(step) => floor_to(*number, step).to_string(),
                _ => number.to_string(),
            }),
            Value::Decimal(number) => Cow::Owned(match self.part {
                Part::Steps(step) => number.floor_to(step).to_string(),
                _ => number.to_string(),
            }),
            Value::Speed(speed) => Cow::Borrowed(speed.name()),
            Value::Text(text) => match (self.part, self.source.kind()) {
                (Part::First(n), ValueKind::Round) if is_round_in_words(text) => {
                    Cow::Borrowed(first_of_word(text.trim(), n))
                }
                (Part::First(n), ValueKind::Round) => {
                    let numbers = round_parts(text).take(n).map(|number| number.to_string());
                    Cow::Owned(numbers.collect::<Vec<_>>().join("."))
                }
                (Part::First(n), ValueKind::Eco) => {
                    Cow::Owned(first(&text.to_uppercase(), n).to_owned())
                }
                // Blanks around a value are ignored, and so they are around a part.
                (Part::First(n), _) => Cow::Borrowed(first(text, n).trim()),
                (Part::Family, _) => Cow::Borrowed(family(text)),
                (Part::Hour, _) => {
                    weekday::hour(text).map_or(Cow::Borrowed(""), |hour| hour.to_string().into())
                }
                (Part::Surname, _) => player_name::parts(text).0,
                (_, ValueKind::Eco) if text.contains(char::is_lowercase) => {
                    Cow::Owned(text.to_uppercase())
                }
                _ => Cow::Borrowed(text.trim()),
            },
        }
    }

    /// Returns the kind of the values, which determines their order. The characters of a result are text.
    #[must_use]
    pub fn kind(&self) -> ValueKind {
        match (self.source.kind(), self.part) {
            (ValueKind::Result, Part::First(_)) => ValueKind::Text,
            (_, Part::Weekday) => ValueKind::Weekday,
            (_, Part::Hour) => ValueKind::Number,
            (kind, _) => kind,
        }
    }

    /// Returns the field or tag, without its part, as it is written.
    #[must_use]
    pub fn whole(&self) -> String {
        Grouping { part: Part::Whole, ..self.clone() }.to_string()
    }

    /// Returns true if a game may have more than one value.
    #[must_use]
    pub fn has_several_values(&self) -> bool {
        matches!(self.source, Source::Field(field) if field.has_several_values)
    }

    /// Returns true if there is a value for each of several players of a side.
    #[must_use]
    pub fn is_of_players(&self) -> bool {
        match &self.source {
            Source::Field(field) => ["white", "black", "winner", "loser"].contains(&field.name),
            Source::Known(name) => is_of_players(*name),
            Source::Tag(_) => false,
        }
    }
}

/// Writes `FIELD[:PART]`, from which [`Grouping::parse`] returns the same field and part.
impl fmt::Display for Grouping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Source::Field(field) => f.write_str(field.name)?,
            Source::Known(name) => f.write_str(name.text())?,
            Source::Tag(name) => {
                let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                match Source::parse(name) {
                    Ok(Source::Tag(_)) if is_word => f.write_str(name)?,
                    _ => write!(f, "tag({})", quoted(name))?,
                }
            }
        }
        let named = DATES.iter().chain(&TIMES).chain(&NAMES).chain(&OPENINGS);
        match self.part {
            Part::Whole => Ok(()),
            Part::First(n) => write!(f, ":{n}"),
            Part::Steps(n) => write!(f, ":{n}"),
            part => {
                let name = { named }.find(|(_, it)| *it == part).map_or("", |(name, _)| name);
                write!(f, ":{name}")
            }
        }
    }
}

/// The error for a part that a field does not have.
#[derive(Debug)]
pub(crate) struct NoSuchPart {
    pub(crate) message: String,
    /// The name of a part that is probably meant.
    pub(crate) nearest: Option<&'static str>,
    /// The parts that there are, as a clause.
    pub(crate) parts: String,
}

impl Part {
    /// Parses the part of a field or tag that is called `name`.
    ///
    /// # Errors
    /// Returns an error if the field has no such part.
    pub(crate) fn parse(part: &str, source: &Source, name: &str) -> Result<Part, NoSuchPart> {
        let kind = source.kind();
        let (names, parts): (&[(&'static str, Part)], &str) = match kind {
            ValueKind::Date => {
                (&DATES, "its parts are century, decade, year, month, day and weekday")
            }
            ValueKind::Number | ValueKind::Decimal => (&[], "its parts are steps, as in `{}:100`"),
            ValueKind::Speed => (&[], "its values are words"),
            ValueKind::Nag => (&[], "its values are the numbers of NAGs"),
            ValueKind::Text if name.eq_ignore_ascii_case("opening") => {
                (&OPENINGS, "its parts are a number of characters, and family")
            }
            ValueKind::Text if is_time(source) => {
                (&TIMES, "its parts are a number of characters, and hour")
            }
            ValueKind::Text => (&NAMES, "its parts are a number of characters, and surname"),
            ValueKind::Weekday
            | ValueKind::Natural
            | ValueKind::Eco
            | ValueKind::Round
            | ValueKind::Word
            | ValueKind::Result => (&[], "its parts are a number of characters"),
        };
        let number = part.parse().ok().filter(|&number| number > 0);
        let found = match (kind, number) {
            (ValueKind::Date | ValueKind::Speed | ValueKind::Nag, Some(_)) => None,
            (ValueKind::Number | ValueKind::Decimal, Some(step)) => {
                i64::try_from(step).ok().map(Part::Steps)
            }
            (_, Some(n)) => Some(Part::First(n)),
            (_, None) => names.iter().find(|(name, _)| *name == part).map(|(_, part)| *part),
        };
        found.ok_or_else(|| NoSuchPart {
            message: match kind {
                ValueKind::Speed | ValueKind::Nag => format!("`{name}` has no parts"),
                _ => format!("`{name}` has no part `{part}`"),
            },
            nearest: similar(part, names.iter().map(|(name, _)| *name)),
            parts: parts.replace("{}", name),
        })
    }

    /// Returns the part of a date without what is smaller; `None` if the date does not have the part.
    pub(crate) fn of_date(self, date: Date) -> Option<Date> {
        let of_year = |year| Date { year, month: None, day: None };
        Some(match self {
            Part::Century => of_year(date.year / 100 * 100),
            Part::Decade => of_year(date.year / 10 * 10),
            Part::Year => of_year(date.year),
            Part::Month => Date { month: Some(date.month?), day: None, ..date },
            Part::Day => Date { day: Some(date.day?), ..date },
            Part::Whole
            | Part::First(_)
            | Part::Steps(_)
            | Part::Surname
            | Part::Family
            | Part::Weekday
            | Part::Hour => date,
        })
    }
}

/// Returns true for a tag of times of day.
fn is_time(source: &Source) -> bool {
    matches!(source, Source::Known(name) if weekday::is_time(*name))
}

/// Returns the name of an opening before the colon, without the number of a line (`Philidor Defense #3`), which old
/// exports of Lichess have.
fn family(text: &str) -> &str {
    let family = text.split(':').next().unwrap_or_default().trim();
    match family.rsplit_once(" #") {
        Some((name, digits)) if is_digits(digits) => name.trim_end(),
        _ => family,
    }
}

/// Returns the multiple of a positive step at or below a number.
fn floor_to(number: i64, step: i64) -> i64 {
    number.div_euclid(step).saturating_mul(step)
}

/// Returns the first `n` parts of a round in words, such as `SF` of `SF.1`. Dots before anything but numbers, as in
/// `Semifinal no. 1`, divide nothing.
fn first_of_word(text: &str, n: usize) -> &str {
    let end = text.match_indices('.').nth(n - 1).map(|(at, _)| at);
    end.filter(|_| text.split('.').skip(1).all(is_digits)).map_or(text, |end| &text[..end])
}

/// Returns the first `n` characters.
fn first(text: &str, n: usize) -> &str {
    text.char_indices().nth(n).map_or(text, |(end, _)| &text[..end])
}

/// Returns the name of a field, and the part after the colon that is not in quotes or parentheses.
fn split_part(text: &str) -> (&str, Option<&str>) {
    let from = if text.starts_with("tag(") { text.rfind(')').unwrap_or(0) } else { 0 };
    match text[from..].find(':') {
        Some(at) => (&text[..from + at], Some(&text[from + at + 1..])),
        None => (text, None),
    }
}

/// Number of items above which repeated ones are found with a set.
const MANY: usize = 16;

/// Removes the items whose key an earlier item has.
///
/// ```
/// let mut names = vec!["Tal", "Fischer", "Tal"];
/// pgn_query::grouping::remove_repeated(&mut names, |name| *name);
/// assert_eq!(names, ["Tal", "Fischer"]);
/// ```
pub fn remove_repeated<T, K>(items: &mut Vec<T>, key: impl Fn(&T) -> &K)
where
    K: Eq + Hash + ?Sized,
{
    let is_first: Vec<bool> = if items.len() > MANY {
        let mut seen = HashSet::with_capacity(items.len());
        items.iter().map(|item| seen.insert(key(item))).collect()
    } else {
        let is_new = |at: usize| items[..at].iter().all(|it| key(it) != key(&items[at]));
        (0..items.len()).map(is_new).collect()
    };
    let mut is_first = is_first.into_iter();
    items.retain(|_| is_first.next() == Some(true));
}

/// Yields the fields of a list that commas separate, without blanks around them. Commas in quotes separate
/// nothing.
pub fn fields_of_list(text: &str) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let is_separator = move |c: char| {
        let was_escaped = is_escaped;
        is_escaped = is_quoted && c == '\\' && !was_escaped;
        is_quoted ^= c == '"' && !was_escaped;
        c == ',' && !is_quoted
    };
    text.split(is_separator).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(by: &str, value: &str, expect: &str) {
        let by = Grouping::parse(by).unwrap();
        let value = by.source.kind().read(value).unwrap();
        assert_eq!(by.text(&value), expect);
    }

    #[test]
    fn groupings_are_written_as_they_are_read() {
        for text in [
            "Event", "Date:year", "eco:1", "elo:100", "player:surname", "opening:family",
            "UTCTime:hour", "Annotator", "MyTag:3", r#"tag("a: b"):3"#, r#"tag("x\"\\y")"#,
            r#"tag("Elo")"#,
        ] {
            assert_eq!(Grouping::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn parts_of_values() {
        check("date", "1992.??.??", "1992.??.??");
        check("date:year", "1992.03.04", "1992");
        check("date:month", "1992.03.04", "1992.03");
        check("date:decade", "1992.03.04", "1990");
        check("Date:century", "1992.03.04", "1900");
        check("opening:family", "Sicilian Defense: Najdorf Variation", "Sicilian Defense");
        check("opening:family", "Ruy Lopez", "Ruy Lopez");
        check("opening:family", "Philidor Defense #3", "Philidor Defense");
        check("opening:family", "Caro-Kann Defense #2: A #3", "Caro-Kann Defense");
        check("opening:family", "Line #x", "Line #x");
        check("date:weekday", "1992.03.04", "Wednesday");
        check("date:weekday", "1992.03.??", "");
        check("UTCTime:hour", "07:45:00", "7");
        check("EndTime:hour", "?", "");
        check("ECO:1", "b20", "B");
        check("Round:1", "04", "4");
        check("Round:2", "04.010.2", "4.10");
        check("Round:2", "4.x", "4");
        check("Round:2", "Final", "Final");
        check("Round:1", "SF.1", "SF");
        check("Round:2", "SF.1.2", "SF.1");
        check("Round:1", "Semifinal no. 1", "Semifinal no. 1");
        check("eco", "b20", "B20");
        check("White:1", "Émile", "É");
        check("Event:3", "US Open", "US");
        check("player:surname", "Carlsen, Magnus", "Carlsen");
        check("player:surname", "Carlsen M.", "Carlsen");
        check("player:surname", "Magnus Carlsen", "Carlsen");
        check("tag(\"a: b\"):2", "xyz", "xy");
        check("tag(Team)", " x ", "x");
        check("round:1", "3.12", "3");
        check("elo:100", "2599", "2500");
        check("elo_diff:100", "-1", "-100");
        check("speed", "blitz", "blitz");
        for bad in
            ["date:hour", "elo:x", "elo:0", "speed:1", "White:x", "", "plyer", "tag()", "Elo"]
        {
            assert!(Grouping::parse(bad).is_err(), "{bad}");
        }
        // Inside `tag(…)`, the name of a field in another case is a tag.
        assert!(Grouping::parse("tag(\"Elo\")").is_ok());
    }

    #[test]
    fn commas_in_quotes_separate_nothing() {
        let fields: Vec<&str> = fields_of_list(r#"year, tag("a, \"b,"),White"#).collect();
        assert_eq!(fields, ["year", r#"tag("a, \"b,")"#, "White"]);
    }
}

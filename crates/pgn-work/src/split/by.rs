//! The value that the games of a part have in common.

use pgn_query::{Source, Value, ValueKind};

/// What parts are made by.
#[derive(Clone, Debug)]
pub struct By {
    /// The field or tag.
    pub source: Source,
    part: Part,
}

/// How much of a value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Whole,
    /// The first characters; of a round the first numbers.
    First(usize),
    /// Numbers from a multiple of this up to the next.
    Steps(i64),
    /// The name before the comma.
    Surname,
    Century,
    Decade,
    Year,
    Month,
    Day,
}

const DATES: [(&str, Part); 5] = [
    ("century", Part::Century),
    ("decade", Part::Decade),
    ("year", Part::Year),
    ("month", Part::Month),
    ("day", Part::Day),
];

impl By {
    /// Reads `FIELD[:PART]`.
    ///
    /// # Errors
    /// No such field, or no such part of it.
    pub fn parse(text: &str) -> Result<By, String> {
        let (name, part) = match text.split_once(':') {
            Some((name, part)) => (name, Some(part)),
            None => (text, None),
        };
        let source = Source::parse(name)?;
        let Some(part) = part else { return Ok(By { source, part: Part::Whole }) };
        let number = part.parse().ok().filter(|&number| number > 0);
        let found = match (source.kind(), number) {
            (ValueKind::Date, _) => {
                DATES.iter().find(|(name, _)| *name == part).map(|(_, part)| *part)
            }
            (ValueKind::Number, Some(step)) => i64::try_from(step).ok().map(Part::Steps),
            (ValueKind::Number | ValueKind::Speed, _) => None,
            (_, Some(n)) => Some(Part::First(n)),
            (ValueKind::Text, None) if part == "surname" => Some(Part::Surname),
            _ => None,
        };
        let part = found.ok_or_else(|| {
            let known = match source.kind() {
                ValueKind::Date => "century, decade, year, month and day",
                ValueKind::Number => "steps, as in `elo:100`",
                ValueKind::Speed => "none",
                ValueKind::Text => "a number of characters, and surname",
                ValueKind::Eco | ValueKind::Round | ValueKind::Word | ValueKind::Result => {
                    "a number of characters"
                }
            };
            format!("`{name}` has no part `{part}`; its parts are {known}")
        })?;
        Ok(By { source, part })
    }

    /// Returns what a part is called that has games of this value.
    pub(super) fn text(&self, value: &Value<'_>) -> String {
        match value {
            Value::Date(date) => {
                let year = format!("{:04}", date.year);
                let two = |part: Option<u8>| format!("{:02}", part.unwrap_or(0));
                let (month, day) = (two(date.month), two(date.day));
                match self.part {
                    Part::Century => format!("{}00", &year[..2]),
                    Part::Decade => format!("{}0", &year[..3]),
                    Part::Year => year,
                    Part::Month => format!("{year}{month}"),
                    _ => format!("{year}{month}{day}"),
                }
            }
            Value::Number(number) => match self.part {
                Part::Steps(step) => (number.div_euclid(step) * step).to_string(),
                _ => number.to_string(),
            },
            Value::Speed(speed) => speed.name().to_owned(),
            Value::Text(text) => match (self.part, self.source.kind()) {
                (Part::First(n), ValueKind::Round) => {
                    text.split('.').take(n).collect::<Vec<_>>().join(".")
                }
                (Part::First(n), ValueKind::Eco) => text.to_uppercase().chars().take(n).collect(),
                (Part::First(n), _) => text.chars().take(n).collect(),
                (Part::Surname, _) => pgn_collate::name::parts(text).0.into_owned(),
                (_, ValueKind::Eco) => text.to_uppercase(),
                _ => text.trim().to_owned(),
            },
        }
    }

    /// Returns what the part is called whose games do not say.
    pub(super) fn unknown(&self) -> &'static str {
        match (self.source.kind(), self.part) {
            // As section 11.4 of the standard has it: 0 for what is not known.
            (ValueKind::Date, Part::Century | Part::Decade | Part::Year) => "0000",
            (ValueKind::Date, Part::Month) => "000000",
            (ValueKind::Date, _) => "00000000",
            _ => "unknown",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(by: &str, value: &str, expect: &str) {
        let by = By::parse(by).unwrap();
        let value = by.source.kind().read(value).unwrap();
        assert_eq!(by.text(&value), expect);
    }

    #[test]
    fn parts_of_values() {
        check("date", "1992.??.??", "19920000");
        check("date:year", "1992.03.04", "1992");
        check("date:month", "1992.03.04", "199203");
        check("date:decade", "1992.03.04", "1990");
        check("Date:century", "1992.03.04", "1900");
        check("ECO:1", "b20", "B");
        check("eco", "b20", "B20");
        check("White:1", "Émile", "É");
        check("player:surname", "Carlsen, Magnus", "Carlsen");
        check("player:surname", "Carlsen M.", "Carlsen");
        check("player:surname", "Magnus Carlsen", "Carlsen");
        check("round:1", "3.12", "3");
        check("elo:100", "2599", "2500");
        check("elo_diff:100", "-1", "-100");
        check("speed", "blitz", "blitz");
        assert_eq!(By::parse("date:month").unwrap().unknown(), "000000");
        for bad in ["date:hour", "elo:x", "elo:0", "speed:1", "White:x", "", "plyer"] {
            assert!(By::parse(bad).is_err(), "{bad}");
        }
    }
}

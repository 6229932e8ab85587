//! `--normalize`: tags in the forms of the standard, where what they mean is beyond doubt.

use pgn_chess::tag_list::{Tag, TagFacts};
use pgn_syntax::TagName;

/// Names of letters, digits and underscores, the first letter a capital (TAG-03, TAG-04). A name that
/// would then be there twice stays as it is.
pub(super) fn names(tags: &mut [Tag]) {
    for at in 0..tags.len() {
        let mut name: String = tags[at]
            .name
            .trim()
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect();
        if TagName::find(name.as_bytes()).is_none()
            && let Some(first) = name.get_mut(..1)
        {
            first.make_ascii_uppercase();
        }
        if let Some(known) = TagName::find(name.as_bytes()) {
            known.text().clone_into(&mut name);
        }
        let is_name = name.starts_with(|c: char| c.is_ascii_alphanumeric());
        if is_name && !tags.iter().any(|tag| tag.name == name) {
            tags[at].name = name;
        }
    }
}

/// Blanks, dates and the FEN.
pub(super) fn values(facts: &TagFacts<'_>, tags: &mut [Tag]) {
    for Tag { name, value } in tags {
        let has_odd_space = value.chars().any(|c| c.is_whitespace() && c != ' ')
            || value.contains("  ")
            || value.starts_with(' ')
            || value.ends_with(' ');
        if has_odd_space {
            *value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        match TagName::find(name.as_bytes()) {
            Some(TagName::DATE | TagName::EVENT_DATE | TagName::UTC_DATE) => {
                if let Some(date) = date(value) {
                    *value = date;
                }
            }
            Some(TagName::FEN) => {
                if let Ok(position) = &facts.start.position
                    && facts.start.variant != pgn_chess::Variant::Unchecked
                {
                    *value = position.fen();
                }
            }
            Some(TagName::EVENT | TagName::SITE | TagName::ROUND)
            | Some(TagName::WHITE | TagName::BLACK)
                if value.is_empty() =>
            {
                "?".clone_into(value);
            }
            _ => (),
        }
    }
}

/// A date as `YYYY.MM.DD`, with `?` for what is not said, if it can mean only one day (DATE.L of
/// conformance section 3, and day-month-year where that shows).
pub(super) fn date(text: &str) -> Option<String> {
    let text = text.trim();
    let is_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<&str> = match text.split(['.', '-', '/']).collect::<Vec<_>>()[..] {
        [all] if all.len() == 8 && is_digits(all) => vec![&all[..4], &all[4..6], &all[6..]],
        ref parts => parts.to_vec(),
    };
    // Several kinds of separators are no date.
    let separators: Vec<u8> = text.bytes().filter(|b| b".-/".contains(b)).collect();
    if separators.windows(2).any(|pair| pair[0] != pair[1]) {
        return None;
    }
    let (year, month, day) = match parts[..] {
        [year] => (year, "", ""),
        [year, month] => (year, month, ""),
        [year, month, day] if year.len() == 4 => (year, month, day),
        // The month is the part that can be one.
        [day, month, year] if year.len() == 4 => {
            let number = |part: &str| part.parse::<u32>().ok();
            match (number(day)?, number(month)?) {
                (13..=31, 1..=12) => (year, month, day),
                (1..=12, 13..=31) => (year, day, month),
                (a, b) if a == b && a <= 12 => (year, month, day),
                _ => return None,
            }
        }
        _ => return None,
    };
    let year = field(year, 4, 9999)?;
    let month = field(month, 2, 12)?;
    let day = field(day, 2, 31)?;
    Some(format!("{year}.{month}.{day}"))
}

/// A part of a date in so many digits; question marks if it is unknown.
fn field(text: &str, width: usize, most: u32) -> Option<String> {
    if text.bytes().all(|b| b == b'?') || text.bytes().all(|b| b == b'0') {
        return (text.len() <= width).then(|| "?".repeat(width));
    }
    if text.len() == width
        && text.bytes().all(|b| b.is_ascii_digit() || b == b'?')
        && text.contains('?')
    {
        return Some(text.to_owned());
    }
    let number: u32 = text.parse().ok()?;
    (text.len() <= width
        && (width < 4 || text.len() == 4)
        && number <= most
        && !text.starts_with('+'))
    .then(|| format!("{number:0width$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (text, expect) in [
            ("2019.05.01", "2019.05.01"),
            ("2019/5/1", "2019.05.01"),
            ("2019-05-01", "2019.05.01"),
            ("20190501", "2019.05.01"),
            ("2019", "2019.??.??"),
            ("2019.05", "2019.05.??"),
            ("2019.00.00", "2019.??.??"),
            ("31.12.1999", "1999.12.31"),
            ("12/31/1999", "1999.12.31"),
            ("1.1.2000", "2000.01.01"),
            ("?", "????.??.??"),
            ("", "????.??.??"),
            ("199?.??.??", "199?.??.??"),
            ("0000.00.00", "????.??.??"),
        ] {
            assert_eq!(date(text).as_deref(), Some(expect), "{text}");
        }
        for text in [
            "1.2.2000",
            "05/06/99",
            "May 1999",
            "2019.13.01",
            "2019-05.01",
            "2019.05.01.1",
            "+201.1.1",
        ] {
            assert_eq!(date(text), None, "{text}");
        }
    }

    #[test]
    fn names_of_tags() {
        let mut tags = ["my tag", "_x", "Дата", "white", "White", "a-b", "A_b"]
            .map(|name| Tag { name: name.to_owned(), value: String::new() });
        names(&mut tags);
        let names: Vec<&str> = tags.iter().map(|tag| tag.name.as_str()).collect();
        assert_eq!(names, ["My_tag", "_x", "Дата", "white", "White", "a-b", "A_b"]);
    }
}

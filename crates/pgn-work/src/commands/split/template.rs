//! Names of parts, and of folders before them, with placeholders.

use std::collections::BTreeSet;

use anyhow::{Context as _, bail, ensure};
use pgn_query::Grouping;

use crate::inputs::paths::{check_writer, is_plain_name};

/// A name with placeholders, and names of folders before it, with `/` between them.
#[derive(Clone, Debug)]
pub struct Template {
    /// The segments of each folder from the outermost on, and of the name.
    levels: Vec<Vec<Segment>>,
}

#[derive(Clone, Debug)]
enum Segment {
    Text(String),
    /// The name of the first input, without its ending.
    Stem,
    /// The number of the part, with at least this number of digits.
    Number(usize),
    /// The value that the games of the part have in common.
    Value,
    /// A field or tag of the first game of the part, or a part of it.
    Field(Grouping),
}

/// The values of the placeholders for one part.
pub(super) struct Given<'a> {
    pub(super) stem: &'a str,
    /// Number of the part, from 1.
    pub(super) number: u64,
    pub(super) value: &'a str,
    /// Values of the first game, in the order of [`Template::fields`].
    pub(super) fields: &'a [String],
}

impl<'a> Given<'a> {
    /// Returns the values of the part `key`.
    pub(super) fn of(key: &'a [String], stem: &'a str, number: u64) -> Given<'a> {
        let (value, fields) =
            key.split_first().map_or(("", &[][..]), |(value, rest)| (&**value, rest));
        Given { stem, number, value, fields }
    }
}

/// The kind of division into parts, which decides what distinguishes names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameParts {
    /// Parts are numbered. `{n}` distinguishes them.
    Numbered,
    /// Each part has a value. In addition to `{n}`, `{value}` and fields distinguish them.
    Valued,
}

impl Template {
    /// Reads a name with the placeholders `{n}`, `{stem}`, `{value}` and `{FIELD}`.
    ///
    /// # Errors
    /// Returns an error if a field is unknown, all parts would have the same name, or the name is a path.
    pub fn parse(template: &str, parts: NameParts) -> anyhow::Result<Template> {
        let fail = |why: &str| format!("--name {template}: {why}");
        let mut levels = vec![Vec::new()];
        let mut rest = template;
        while let Some((text, from)) = rest.split_once('{') {
            ensure!(!text.contains('}'), fail("a `}` without its `{`"));
            let Some((field, after)) = from.split_once('}') else {
                bail!(fail("a `{` without its `}`"));
            };
            push_text(&mut levels, text);
            let segment = segment(field, parts).map_err(|why| anyhow::anyhow!(fail(&why)))?;
            if let Some(level) = levels.last_mut() {
                level.push(segment);
            }
            rest = after;
        }
        ensure!(!rest.contains('}'), fail("a `}` without its `{`"));
        push_text(&mut levels, rest);
        let names_parts = |segment: &Segment| match segment {
            Segment::Number(_) => true,
            Segment::Value | Segment::Field(_) => parts == NameParts::Valued,
            Segment::Text(_) | Segment::Stem => false,
        };
        let segments = || levels.iter().flatten();
        let same = match segments().any(|segment| matches!(segment, Segment::Field(_))) {
            true => "without {n} two parts can have the same name, except with --by",
            false => "without {n} all parts have the same name",
        };
        ensure!(segments().any(names_parts), fail(same));
        let template_of_names = Template { levels };
        let fields = vec!["x".to_owned(); template_of_names.fields().count()];
        let given = Given { stem: "x", number: 1, value: "x", fields: &fields };
        let names = template_of_names.names(&given);
        let form = "expected names of folders and a file name, separated by `/`; the folder for all parts is --dir";
        ensure!(names.iter().all(|name| is_plain_name(name.as_ref())), fail(form));
        let name = names.last().map_or("", String::as_str);
        check_writer(name.as_ref()).with_context(|| format!("--name {template}"))?;
        Ok(template_of_names)
    }

    /// Returns the fields and tags of the placeholders, in order.
    pub fn fields(&self) -> impl Iterator<Item = &Grouping> {
        self.levels.iter().flatten().filter_map(field_of)
    }

    /// Checks that each run gives the part of a value of `by` the same name.
    ///
    /// # Errors
    /// Returns an error if names depend on more than `{value}` and fields in names of folders, or these are not in the
    /// text of a game.
    pub fn check_lasting(&self, by: &Grouping) -> anyhow::Result<()> {
        let (mut has_value, mut cause) = (false, is_outside_game(by).then(|| outside(by)));
        for (at, level) in self.levels.iter().enumerate() {
            let is_folder = at + 1 < self.levels.len();
            for segment in level {
                cause = cause.or_else(|| match segment {
                    Segment::Number(_) => Some("{n} depends on the other parts of a run".to_owned()),
                    Segment::Stem => Some("{stem} depends on the inputs of a run".to_owned()),
                    Segment::Field(field) if is_outside_game(field) => Some(outside(field)),
                    Segment::Field(field) if !is_folder => Some(format!(
                        "{{{field}}} is that of the first game; in the name of a folder it divides games"
                    )),
                    Segment::Text(_) | Segment::Field(_) | Segment::Value => None,
                });
                has_value |= matches!(segment, Segment::Value);
            }
        }
        let cause =
            cause.or_else(|| (!has_value).then(|| "{value} is missing in --name".to_owned()));
        cause.map_or(Ok(()), |cause| {
            bail!("--append finds a part by a name that is the same in every run: {cause}")
        })
    }

    /// Returns how many of these fields are in the names of folders. They come first.
    pub(super) fn n_fields_of_folders(&self) -> usize {
        let folders = &self.levels[..self.levels.len() - 1];
        folders.iter().flatten().filter_map(field_of).count()
    }

    /// Returns true if the name, without its folders, has the value of a part or the field `by`.
    pub(super) fn has_value_in_name(&self, by: &Grouping) -> bool {
        let is_value = |segment: &Segment| match segment {
            Segment::Value => true,
            Segment::Field(field) => field.to_string() == by.to_string(),
            Segment::Text(_) | Segment::Stem | Segment::Number(_) => false,
        };
        self.levels.last().is_some_and(|name| name.iter().any(is_value))
    }

    /// Returns true if `name` can be that of a numbered part, with any values of its fields.
    pub(super) fn is_numbered(&self, name: &str, stem: &str) -> bool {
        let Some(segments) = self.levels.last() else { return false };
        let has_number = segments.iter().any(|segment| matches!(segment, Segment::Number(_)));
        has_number && fits(segments, name, stem)
    }

    /// Returns the names of the folders of a part, and its name. They may have characters that file names must not have.
    pub(super) fn names(&self, given: &Given<'_>) -> Vec<String> {
        let mut fields = given.fields.iter();
        let mut text = |segment: &Segment| match segment {
            Segment::Text(text) => text.clone(),
            Segment::Stem => given.stem.to_owned(),
            Segment::Value => given.value.to_owned(),
            Segment::Field(_) => fields.next().cloned().unwrap_or_default(),
            Segment::Number(n_digits) => format!("{:0n_digits$}", given.number),
        };
        self.levels.iter().map(|level| level.iter().map(&mut text).collect()).collect()
    }
}

/// Returns true if the segments can stand for `name`. Takes time in the product of their number and the square of the
/// length of the name.
fn fits(segments: &[Segment], name: &str, stem: &str) -> bool {
    // The offsets at which the segments before can end.
    let mut ends = BTreeSet::from([0]);
    for segment in segments {
        ends = ends.iter().flat_map(|&start| ends_of(segment, name, start, stem)).collect();
    }
    ends.contains(&name.len())
}

/// Returns the offsets at which a segment that begins at `start` can end.
fn ends_of(segment: &Segment, name: &str, start: usize, stem: &str) -> Vec<usize> {
    let rest = &name[start..];
    let end_of_text = |text: &str| rest.starts_with(text).then_some(start + text.len());
    match segment {
        Segment::Text(text) => end_of_text(text).into_iter().collect(),
        Segment::Stem => end_of_text(stem).into_iter().collect(),
        Segment::Number(n_digits) => {
            let n_found = rest.bytes().take_while(u8::is_ascii_digit).count();
            // Padding with zeros ends at `n_digits`: a longer number does not begin with 0.
            let n_most = if rest.starts_with('0') { n_found.min(*n_digits) } else { n_found };
            (*n_digits..=n_most).map(|n| start + n).collect()
        }
        Segment::Value | Segment::Field(_) => {
            rest.char_indices().map(|(at, c)| start + at + c.len_utf8()).collect()
        }
    }
}

/// Adds text of a template, in which `/` ends a level.
fn push_text(levels: &mut Vec<Vec<Segment>>, text: &str) {
    for (i, text) in text.split('/').enumerate() {
        if i > 0 {
            levels.push(Vec::new());
        }
        if let Some(level) = levels.last_mut() {
            level.push(Segment::Text(text.to_owned()));
        }
    }
}

/// Returns true if the values of a field are not in the text of games.
fn is_outside_game(field: &Grouping) -> bool {
    ["file", "game"].iter().any(|name| field.source.is_field(name))
}

fn outside(field: &Grouping) -> String {
    format!("{field} is not in the text of a game")
}

fn field_of(segment: &Segment) -> Option<&Grouping> {
    match segment {
        Segment::Field(field) => Some(field),
        Segment::Text(_) | Segment::Stem | Segment::Number(_) | Segment::Value => None,
    }
}

fn segment(field: &str, parts: NameParts) -> Result<Segment, String> {
    match field.split_once(':').map_or((field, None), |(name, part)| (name, Some(part))) {
        ("stem", None) => Ok(Segment::Stem),
        ("value", None) if parts == NameParts::Valued => Ok(Segment::Value),
        ("value", None) => Err("`{value}` is the value of --by, which is not given".to_owned()),
        ("n", digits) => match digits.map_or(Ok(1), str::parse) {
            Ok(n_digits @ 1..=20) => Ok(Segment::Number(n_digits)),
            _ => Err(format!("`{{{field}}}` needs a number of digits up to 20")),
        },
        ("stem" | "value", Some(_)) => Err(format!("`{{{field}}}`: only fields have parts")),
        _ => Grouping::parse(field)
            .map(Segment::Field)
            .map_err(|why| format!("{why}; other placeholders: stem, n, value")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates() {
        let name = |template: &str, number| {
            let given = Given { stem: "games", number, value: "Tal", fields: &["1960".to_owned()] };
            Template::parse(template, NameParts::Valued).unwrap().names(&given).join("/")
        };
        assert_eq!(name("{stem}-{n:06}.pgn", 7), "games-000007.pgn");
        assert_eq!(name("{n}", 12), "12");
        assert_eq!(name("{n:2}{stem}", 123), "123games");
        assert_eq!(name("{value} {year}.pgn", 1), "Tal 1960.pgn");
        assert_eq!(name("{value} {tag(\"a: b\"):3}.pgn", 1), "Tal 1960.pgn");
        for bad in [
            "x.pgn", "{n", "n}{n}", "{n}}", "{n:0}", "{n:x}", "{stem:3}{n}", "{stem:1}{n}",
            "{value:1}{n}", "{}", "{yaer}", "{Date:hour}",
        ] {
            assert!(Template::parse(bad, NameParts::Valued).is_err(), "{bad}");
        }
        for bad in ["{value}{n}", "{year}.pgn"] {
            assert!(Template::parse(bad, NameParts::Numbered).is_err(), "{bad}");
        }
        assert_eq!(name("{year}/{value}.pgn", 1), "1960/Tal.pgn");
        assert_eq!(name("{n}/a/{stem}", 1), "1/a/games");
        let is_part = |template: &str, name: &str| {
            Template::parse(template, NameParts::Valued).unwrap().is_numbered(name, "a")
        };
        assert!(is_part("{stem}-{n:03}.pgn", "a-017.pgn") && is_part("{n}.pgn", "1234.pgn"));
        assert!(is_part("{n:02}.pgn", "123.pgn") && is_part("{n}-{White}.pgn", "3-Tal.pgn"));
        assert!(is_part("{year}/{value}{n}", "x1"));
        let many = "{White}".repeat(20) + "{n}.pgn";
        assert!(is_part(&many, &("x".repeat(200) + "7.pgn")) && !is_part(&many, &"x".repeat(200)));
        for other in ["b-017.pgn", "a-17.pgn", "a-0017.pgn", "a-017.pgn.gz", "a-x17.pgn", "a-.pgn"]
        {
            assert!(!is_part("{stem}-{n:03}.pgn", other), "{other}");
        }
        assert!(!is_part("{value}.pgn", "1.pgn"), "any file has such a name");
        let is_lasting = |template: &str, by: &str| {
            let template = Template::parse(template, NameParts::Valued).unwrap();
            template.check_lasting(&Grouping::parse(by).unwrap()).is_ok()
        };
        assert!(is_lasting("{value}.pgn", "year") && is_lasting("{year}/{value}/x.pgn", "White"));
        for name in ["{value}{n}", "{stem}/{value}", "{value}-{year}", "{year}/x", "{game}/{value}"]
        {
            assert!(!is_lasting(name, "White"), "{name}");
        }
        assert!(!is_lasting("{value}.pgn", "file") && !is_lasting("{value}.pgn", "game"));
        let template = Template::parse("{year}/{Site}x/{eco}.pgn", NameParts::Valued).unwrap();
        assert_eq!(template.n_fields_of_folders(), 2);
        for path in ["../{n}", "a/../{n}", "./{n}", "a//{n}", "/{n}", "{n}/"] {
            assert!(Template::parse(path, NameParts::Valued).is_err(), "{path}");
        }
    }
}

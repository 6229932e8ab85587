//! Names of parts with placeholders.

use anyhow::{Context as _, bail, ensure};
use pgn_query::Grouping;

use crate::paths::{check_writer, is_plain_name};

/// A name with placeholders.
#[derive(Clone, Debug)]
pub struct Template(Vec<Piece>);

#[derive(Clone, Debug)]
enum Piece {
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

/// The kind of division into parts, which decides what distinguishes names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameParts {
    /// Parts are numbered. `{n}` distinguishes them.
    Numbered,
    /// Each part has a value. `{value}` and fields distinguish them, too.
    Valued,
}

impl Template {
    /// Reads a name with the placeholders `{n}`, `{stem}`, `{value}` and `{FIELD}`.
    ///
    /// # Errors
    /// A field is unknown, all parts would have the same name, or the name is a path.
    pub fn parse(template: &str, parts: NameParts) -> anyhow::Result<Template> {
        let mut pieces = Vec::new();
        let mut rest = template;
        while let Some((text, from)) = rest.split_once('{') {
            ensure!(!text.contains('}'), "--name {template}: a `}}` without its `{{`");
            let Some((field, after)) = from.split_once('}') else {
                bail!("--name {template}: a `{{` without its `}}`");
            };
            pieces.push(Piece::Text(text.to_owned()));
            pieces.push(
                piece(field, parts).map_err(|why| anyhow::anyhow!("--name {template}: {why}"))?,
            );
            rest = after;
        }
        ensure!(!rest.contains('}'), "--name {template}: a `}}` without its `{{`");
        pieces.push(Piece::Text(rest.to_owned()));
        let names_parts = |piece: &Piece| match piece {
            Piece::Number(_) => true,
            Piece::Value | Piece::Field(_) => parts == NameParts::Valued,
            Piece::Text(_) | Piece::Stem => false,
        };
        ensure!(
            pieces.iter().any(names_parts),
            "--name {template}: without {{n}} all parts have one name"
        );
        let template_of_names = Template(pieces);
        let fields = vec!["x".to_owned(); template_of_names.fields().count()];
        let given = Given { stem: "x", number: 1, value: "x", fields: &fields };
        let name = template_of_names.name(&given);
        ensure!(
            is_plain_name(name.as_ref()),
            "--name {template}: a name, not a path; the folder is --dir"
        );
        check_writer(name.as_ref()).with_context(|| format!("--name {template}"))?;
        Ok(template_of_names)
    }

    /// Returns the fields and tags of the placeholders, in order.
    pub(super) fn fields(&self) -> impl Iterator<Item = &Grouping> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Field(field) => Some(field),
            _ => None,
        })
    }

    /// Returns the name of a part. It may have characters that file names must not have.
    pub(super) fn name(&self, given: &Given<'_>) -> String {
        let mut name = String::new();
        let mut fields = given.fields.iter();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => name.push_str(text),
                Piece::Stem => name.push_str(given.stem),
                Piece::Value => name.push_str(given.value),
                Piece::Field(_) => name.push_str(fields.next().map_or("", String::as_str)),
                Piece::Number(n_digits) => name.push_str(&format!("{:0n_digits$}", given.number)),
            }
        }
        name
    }
}

fn piece(field: &str, parts: NameParts) -> Result<Piece, String> {
    match field.split_once(':').unwrap_or((field, "1")) {
        ("stem", "1") => Ok(Piece::Stem),
        ("value", "1") if parts == NameParts::Valued => Ok(Piece::Value),
        ("value", "1") => Err("`{value}` is the value of --by, which is not given".to_owned()),
        ("n", digits) => match digits.parse() {
            Ok(n_digits @ 1..=20) => Ok(Piece::Number(n_digits)),
            _ => Err(format!("`{{n:{digits}}}` needs a number of digits up to 20")),
        },
        ("stem" | "value", _) => Err(format!("`{{{field}}}`: only fields have parts")),
        _ => Grouping::parse(field)
            .map(Piece::Field)
            .map_err(|why| format!("{why}; also stem, n and value")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates() {
        let name = |template: &str, number| {
            let given = Given { stem: "games", number, value: "Tal", fields: &["1960".to_owned()] };
            Template::parse(template, NameParts::Valued).unwrap().name(&given)
        };
        assert_eq!(name("{stem}-{n:06}.pgn", 7), "games-000007.pgn");
        assert_eq!(name("{n}", 12), "12");
        assert_eq!(name("{n:2}{stem}", 123), "123games");
        assert_eq!(name("{value} {year}.pgn", 1), "Tal 1960.pgn");
        assert_eq!(name("{value} {tag(\"a: b\"):3}.pgn", 1), "Tal 1960.pgn");
        for bad in [
            "x.pgn",
            "{n",
            "n}{n}",
            "{n}}",
            "{n:0}",
            "{n:x}",
            "{stem:3}{n}",
            "{}",
            "{yaer}",
            "{Date:hour}",
        ] {
            assert!(Template::parse(bad, NameParts::Valued).is_err(), "{bad}");
        }
        for bad in ["{value}{n}", "{year}.pgn"] {
            assert!(Template::parse(bad, NameParts::Numbered).is_err(), "{bad}");
        }
        for path in ["../{n}", "a/{n}", "/{n}", "{n}/"] {
            assert!(Template::parse(path, NameParts::Valued).is_err(), "{path}");
        }
    }
}

//! The folders of a partitioned table: `year=2012`, as Hive, Spark and DuckDB name and read them.

use pgn_chess::{Replay, ReplayOptions};
use pgn_query::{Facts, Grouping, Value, ValueKind, grouping::remove_repeated};
use pgn_syntax::date::Date;
use sha2::{Digest as _, Sha256};

/// The folders of the rows of a partitioned table.
#[derive(Clone, Debug)]
pub struct PartitionPlan {
    /// The columns and fields whose values name the folders, from the outermost level on.
    pub by: Vec<(String, Grouping)>,
    /// True if existing files may be replaced. Files that are not replaced stay.
    pub replace: bool,
}

/// The value in the folder name of rows without a value.
const UNKNOWN: &str = "__HIVE_DEFAULT_PARTITION__";

/// Maximum length of the name of a folder in bytes. File systems permit 255.
const MAX_LEN: usize = 240;

/// Number of hexadecimal digits of the hash at the end of a name that is cut off.
const HASH_DIGITS: usize = 8;

/// Returns the name of the column of `FIELD[:PART]`: letters, digits and `_`.
#[must_use]
pub fn column_name(field: &str) -> String {
    let field = field.strip_prefix("tag(").unwrap_or(field).replace([')', '"'], "");
    field.trim().chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
}

impl PartitionPlan {
    /// Returns the folder of rows without any value.
    pub(super) fn folder_without_values(&self) -> String {
        let names = self.by.iter().map(|(column, _)| folder_name(column, None));
        names.collect::<Vec<_>>().join("/")
    }

    /// Returns the folders of the rows of the game of `facts`, each with its level, from the outermost level on. A level
    /// has several if its field has several values.
    pub(super) fn folders(
        &self,
        facts: Facts<'_>,
        replay: &mut Replay,
        options: &ReplayOptions,
    ) -> Vec<(usize, String)> {
        let sources = self.by.iter().map(|(_, by)| &by.source);
        let mut played = None;
        let facts = facts.with_moves(sources, &mut played, replay, options);
        let mut folders = Vec::new();
        for (level, (column, by)) in self.by.iter().enumerate() {
            let mut values: Vec<Value<'_>> = Vec::new();
            by.source.values(&facts, &mut values);
            let name = |value| folder_name(column, text_of(by, value).as_deref());
            let mut names: Vec<String> = values.iter().map(name).collect();
            remove_repeated(&mut names, |name| name);
            if names.is_empty() {
                names.push(folder_name(column, None));
            }
            folders.extend(names.into_iter().map(|name| (level, name)));
        }
        folders
    }
}

/// Returns the text of a value. Dates are written as in SQL, so that they are read as such; one without the month or the
/// day that the folder has, or with a day that is not in the calendar, is no date there.
fn text_of(by: &Grouping, value: &Value<'_>) -> Option<String> {
    let text = by.text(value).into_owned();
    let is_no_day = |date: Date| date.day.is_some() && date.days().is_none();
    match by.kind() {
        ValueKind::Date
            if text.contains('?') || Date::read(text.as_bytes()).is_some_and(is_no_day) =>
        {
            None
        }
        ValueKind::Date => Some(text.replace('.', "-")),
        _ => Some(text),
    }
}

/// Returns `column=value`. Characters that have a meaning in paths are escaped as Hive does it, and so are those that
/// some file systems do not permit.
fn folder_name(column: &str, value: Option<&str>) -> String {
    let Some(value) = value.filter(|value| !value.is_empty()) else {
        return format!("{column}={UNKNOWN}");
    };
    let mut name = format!("{column}=");
    let last = value.len() - 1;
    for (at, c) in value.char_indices() {
        let is_special = c.is_ascii_control() || "\"#%'*/:=?\\{[]}^<>|".contains(c);
        // Windows drops a dot or space at the end of a name.
        if is_special || at == last && matches!(c, '.' | ' ') {
            name.push_str(&format!("%{:02X}", u32::from(c)));
        } else {
            name.push(c);
        }
    }
    if name.len() > MAX_LEN {
        // The hash distinguishes values that differ only in the part that is cut off.
        let hash = Sha256::digest(name.as_bytes());
        let hash: String =
            hash.iter().take(HASH_DIGITS / 2).map(|byte| format!("{byte:02x}")).collect();
        name.truncate(name.floor_char_boundary(MAX_LEN - "~".len() - HASH_DIGITS));
        // An escape is not cut in two.
        if let Some(at) = name.rfind('%').filter(|at| at + 3 > name.len()) {
            name.truncate(at);
        }
        name.push('~');
        name.push_str(&hash);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::writing::writer::partitions::paths;

    #[test]
    fn names_of_columns() {
        for (field, expected) in [
            ("year", "year"),
            ("Date:year", "Date_year"),
            ("elo:400", "elo_400"),
            ("tag(\"my tag\"):2", "my_tag_2"),
        ] {
            assert_eq!(column_name(field), expected);
        }
    }

    #[test]
    fn names_of_folders() {
        for (value, expected) in [
            ("2012", "x=2012"),
            ("", "x=__HIVE_DEFAULT_PARTITION__"),
            ("1/2-1/2", "x=1%2F2-1%2F2"),
            ("Réti, Richard", "x=Réti, Richard"),
            ("100%", "x=100%25"),
            ("..", "x=.%2E"),
            ("a\nb", "x=a%0Ab"),
            ("*", "x=%2A"),
        ] {
            assert_eq!(folder_name("x", Some(value)), expected);
        }
        let (a, b) = ("é/".repeat(200), "é/".repeat(201));
        let (a, b) = (folder_name("x", Some(&a)), folder_name("x", Some(&b)));
        assert!(a != b && a.len() <= MAX_LEN && b.len() <= MAX_LEN);
    }

    /// A date without the month, or with a day that is not in the calendar, is none for programs that read the folders.
    #[test]
    fn incomplete_dates_are_unknown() {
        let by = Grouping::parse("date:month").unwrap();
        let date = |text: &str| Value::Date(Date::read(text.as_bytes()).unwrap());
        assert_eq!(text_of(&by, &date("1992.03.??")).as_deref(), Some("1992-03"));
        assert_eq!(text_of(&by, &date("1992.??.??")), None);
        assert_eq!(text_of(&by, &date("2020.02.30")).as_deref(), Some("2020-02"));
        let by = Grouping::parse("Date").unwrap();
        assert_eq!(text_of(&by, &date("2020.02.29")).as_deref(), Some("2020-02-29"));
        assert_eq!(text_of(&by, &date("2020.02.30")), None);
    }

    #[test]
    fn values_of_games() {
        let text = "[Date \"1992.03.04\"]\n[White \"a:b\"]\n[Black \"b\"]\n\n1. e4 *";
        let mut games = pgn_syntax::Games::new(text.as_bytes());
        let game = games.next().unwrap();
        let check = |fields: &str, expected: &[&str]| {
            let by = pgn_query::grouping::fields_of_list(fields)
                .map(|name| (column_name(name), Grouping::parse(name).unwrap()));
            let plan = PartitionPlan { by: by.collect(), replace: false };
            let options = ReplayOptions::default();
            let facts = Facts { file: Some("x.pgn"), ..Facts::new(game, text.as_bytes()) };
            let found = plan.folders(facts, &mut Replay::new(), &options);
            assert_eq!(paths(found.iter().map(|(level, name)| (*level, &**name))), expected);
        };
        check("year", &["year=1992"]);
        check("date:month,eco:1", &["date_month=1992-03/eco_1=B"]);
        check("Date", &["Date=1992-03-04"]);
        check("player", &["player=a", "player=b"]);
        // All combinations of values.
        check(
            "player,year,white",
            &[
                "player=a/year=1992/white=a",
                "player=a/year=1992/white=b",
                "player=b/year=1992/white=a",
                "player=b/year=1992/white=b",
            ],
        );
        check("elo:400", &["elo_400=__HIVE_DEFAULT_PARTITION__"]);
    }
}

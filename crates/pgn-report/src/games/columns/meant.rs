//! Which column is meant by a name that no column has.

use std::fmt;

use pgn_syntax::nearest;

use super::{Columns, RowKind};

/// What is meant by a name that no column has. Writes itself as the end of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MeantColumn {
    /// The column with a similar name.
    Similar(&'static str),
    /// A column of other rows.
    OfRows(&'static str, RowKind),
    /// The columns that end with the name.
    Several(Vec<&'static str>),
}

impl fmt::Display for MeantColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MeantColumn::Similar(column) => write!(f, "did you mean `{column}`?"),
            MeantColumn::OfRows(column, rows) => {
                write!(f, "`{column}` is of --rows {}", rows.name())
            }
            MeantColumn::Several(columns) => write!(f, "there are {}", columns.join(", ")),
        }
    }
}

impl Columns {
    /// Returns a suggestion for a name that no column has; `None` if no similar name is known.
    #[must_use]
    pub fn meant(kind: RowKind, name: &str) -> Option<MeantColumn> {
        let names = |kind: RowKind| kind.table().iter().map(|column| column.column.name);
        let other = if kind == RowKind::Game { RowKind::Ply } else { RowKind::Game };
        if let Some(column) = Columns::meant_column(kind, name) {
            return Some(MeantColumn::Similar(column));
        }
        if let Some(column) = Columns::meant_column(other, name) {
            return Some(MeantColumn::OfRows(column, other));
        }
        let ending = format!("_{}", name.to_ascii_lowercase());
        let ending: Vec<&str> = names(kind).filter(|column| column.ends_with(&ending)).collect();
        if !ending.is_empty() {
            return Some(MeantColumn::Several(ending));
        }
        let limit = name.chars().count().div_ceil(4);
        let near = (name.len() <= 40).then(|| nearest(name, names(kind))).flatten();
        near.filter(|(n, _)| *n <= limit).map(|(_, near)| MeantColumn::Similar(near))
    }

    /// Returns the column of a table with this name but for case, `_`, `-` and spaces.
    pub(super) fn meant_column(kind: RowKind, name: &str) -> Option<&'static str> {
        let folded = |name: &str| name.replace(['_', '-', ' '], "").to_ascii_lowercase();
        let wanted = folded(name);
        kind.table().iter().map(|it| it.column.name).find(|column| folded(column) == wanted)
    }
}

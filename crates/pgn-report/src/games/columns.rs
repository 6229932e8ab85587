//! The columns of tables, and their selection.

mod cells;
mod meant;

use pgn_syntax::TagName;
use pgn_table::{CellFormat, Column, ColumnEncoding, DataType};

pub use self::meant::MeantColumn;
pub(super) use cells::Cells;

/// The content of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A game.
    Game,
    /// A half-move of a main line.
    Ply,
}

/// The lists of columns, such as `@light`, that contain a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    /// The default columns and `@light`.
    Light,
    /// The default columns.
    Default,
    /// No list: the column is written only if it is named.
    OnRequest,
}

/// A column of a table, with the conditions under which it is written.
struct TableColumn {
    column: Column,
    listed: Listed,
    /// True if the values depend on the moves, so that the moves are played.
    is_of_moves: bool,
    /// True if the field of expressions with this name has other values.
    is_unlike_field: bool,
    /// True if the tag with this name, in any case, has other values.
    is_unlike_tag: bool,
}

/// Returns a column of texts, which is written by default.
const fn text(name: &'static str) -> TableColumn {
    TableColumn {
        column: Column::new(name, DataType::Text),
        listed: Listed::Default,
        is_of_moves: false,
        is_unlike_field: false,
        is_unlike_tag: false,
    }
}

/// Returns a column of a type, which is written by default.
const fn of_type(name: &'static str, data_type: DataType) -> TableColumn {
    TableColumn { column: Column::new(name, data_type), ..text(name) }
}

const fn int(name: &'static str) -> TableColumn {
    of_type(name, DataType::Int)
}

const fn float(name: &'static str) -> TableColumn {
    of_type(name, DataType::Float)
}

/// Returns a column of integers that do not decrease from row to row.
const fn growing(name: &'static str) -> TableColumn {
    let column = Column::new(name, DataType::Int).stored_as(ColumnEncoding::Differences);
    TableColumn { column, ..text(name) }
}

impl TableColumn {
    fn is_named(&self, name: &str) -> bool {
        self.column.name.eq_ignore_ascii_case(name)
    }

    const fn light(self) -> TableColumn {
        TableColumn { listed: Listed::Light, ..self }
    }

    const fn on_request(self) -> TableColumn {
        TableColumn { listed: Listed::OnRequest, ..self }
    }

    const fn of_moves(self) -> TableColumn {
        TableColumn { is_of_moves: true, ..self }
    }

    /// Marks a column whose values differ from the field with its name, or from names of folders: text instead of a class or
    /// number, exact values instead of rounded ones, a value for each half-move instead of those of a whole game.
    const fn unlike_field(self) -> TableColumn {
        TableColumn { is_unlike_field: true, ..self }
    }

    /// Marks a column whose values differ from the tag with its name: the result can come from the marker, the opening from
    /// the moves, a class replaces text, and names of folders are trimmed and cut, and have one of several names.
    const fn unlike_tag(self) -> TableColumn {
        TableColumn { is_unlike_tag: true, ..self }
    }

    /// Sets plain storage, for a column whose values rarely occur again, or only in adjacent rows.
    const fn plain(self) -> TableColumn {
        TableColumn { column: self.column.stored_as(ColumnEncoding::Plain), ..self }
    }
}

/// Number of columns with the place of the game, which come first in all tables.
const N_PLACE: u32 = 4;

/// The columns of the table of games.
const GAMES: &[TableColumn] = &[
    text("file").unlike_field().unlike_tag(),
    growing("game").light(),
    growing("offset"),
    int("length"),
    text("event").light().unlike_field().unlike_tag(),
    text("site").light().unlike_field().unlike_tag(),
    of_type("date", DataType::Date).light(),
    int("year"),
    int("month"),
    int("day"),
    text("round").light().unlike_field().unlike_tag(),
    text("white").light().unlike_field().unlike_tag(),
    text("black").light().unlike_field().unlike_tag(),
    text("result").light().unlike_tag(),
    int("white_elo").light(),
    int("black_elo").light(),
    text("white_title"),
    text("black_title"),
    int("white_fide_id"),
    int("black_fide_id"),
    of_type("event_date", DataType::Date),
    int("board"),
    text("eco").light().unlike_tag(),
    text("opening").light().unlike_tag(),
    text("variation").unlike_field().unlike_tag(),
    text("time_control").light(),
    int("base_seconds"),
    int("increment_seconds"),
    text("speed"),
    of_type("utc_date", DataType::Date),
    int("utc_seconds"),
    text("termination").light().unlike_field(),
    text("annotator").unlike_field().unlike_tag(),
    text("variant").unlike_field(),
    text("start_fen"),
    int("plies").of_moves().unlike_field(),
    text("moves_uci").of_moves().plain(),
    text("moves_san").of_moves().plain(),
    text("final_fen").of_moves().plain(),
    text("hash").of_moves().plain(),
    text("errors").of_moves().unlike_field(),
    text("raw").of_moves(),
    of_type("tags", DataType::Map),
    text("termination_class").on_request(),
    text("eco_source").on_request(),
    float("base").on_request().unlike_field(),
    float("increment").on_request().unlike_field(),
    float("white_acpl").on_request(),
    float("black_acpl").on_request(),
];

/// The columns of the table of half-moves.
const PLIES: &[TableColumn] = &[
    text("file").unlike_field().unlike_tag(),
    growing("game").light(),
    int("offset"),
    int("length"),
    int("ply").light(),
    int("number"),
    text("color"),
    text("san").light(),
    text("uci"),
    text("fen").on_request().plain(),
    text("hash").on_request().plain(),
    text("nags"),
    text("comment"),
    float("clk").light(),
    float("emt").light(),
    int("eval_cp").light(),
    int("eval_mate").light(),
    int("depth").on_request().unlike_field(),
    int("nodes").on_request(),
    float("spent").on_request().unlike_field(),
    int("loss").on_request().unlike_field(),
    text("piece").on_request(),
    int("capture").on_request(),
    int("check").on_request(),
    text("phase").on_request(),
    text("result").on_request().unlike_tag(),
    int("white_elo").on_request(),
    int("black_elo").on_request(),
];

impl RowKind {
    const fn table(self) -> &'static [TableColumn] {
        match self {
            RowKind::Game => GAMES,
            RowKind::Ply => PLIES,
        }
    }

    /// Returns the name of a table with these rows.
    pub fn name(self) -> &'static str {
        match self {
            RowKind::Game => "games",
            RowKind::Ply => "plies",
        }
    }
}

/// The columns of a table that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns {
    kind: RowKind,
    /// A bit for each column of the table.
    bits: u64,
    /// The names of tags whose values are written as text.
    tags: &'static [&'static str],
    /// The order in which the columns are written, as indices of those of the table in its order, followed by those of
    /// tags; `None` for this order itself.
    order: Option<&'static [usize]>,
}

/// The columns of a table, and the form of its cells before they are written to a file.
#[derive(Clone, Copy, Debug)]
pub struct TableForm {
    /// The columns that are written.
    pub columns: Columns,
    /// The form of their cells.
    pub cells: CellFormat,
}

impl Columns {
    /// Returns the columns that are written if none are named.
    #[must_use]
    pub fn default_of(kind: RowKind) -> Columns {
        Columns::filtered(kind, |column| column.listed != Listed::OnRequest)
    }

    /// Returns all columns of a table.
    #[must_use]
    pub fn all_of(kind: RowKind) -> Columns {
        Columns::filtered(kind, |_| true)
    }

    fn filtered(kind: RowKind, wants: impl Fn(&TableColumn) -> bool) -> Columns {
        let bits = kind.table().iter().enumerate();
        let bits = bits.filter(|(_, column)| wants(column)).fold(0, |all, (at, _)| all | 1 << at);
        Columns { kind, bits, tags: &[], order: None }
    }

    /// Returns the columns that a list names, in its order. `@all` stands for all columns of the table, `@light` for a few
    /// small ones, and `@default` for those that are written without a list. A name with a capital letter at its start is
    /// that of a tag, unless the table has a column of the name in another case.
    ///
    /// # Errors
    /// Returns the first name that is neither that of a column nor that of a tag.
    pub fn read(kind: RowKind, names: &[String]) -> Result<Columns, String> {
        let mut bits = 0;
        let mut tags: Vec<&str> = Vec::new();
        // Indices of columns of the table, and those of tags behind all of them.
        let mut listed = Vec::new();
        for name in names {
            let found = match name.trim() {
                "@all" => Columns::all_of(kind),
                "@default" => Columns::default_of(kind),
                "@light" => Columns::filtered(kind, |column| column.listed == Listed::Light),
                name => Columns::filtered(kind, |column| column.column.name == name),
            };
            listed.extend(ones(found.bits & !bits));
            bits |= found.bits;
            if found.bits != 0 {
                continue;
            }
            let tag = name.trim();
            if !is_tag_name(tag) || Columns::meant_column(kind, tag).is_some() {
                return Err(name.clone());
            }
            let tag = TagName::find(tag.as_bytes()).map_or(tag, |known| known.text());
            if !tags.iter().any(|it| it.eq_ignore_ascii_case(tag)) {
                listed.push(kind.table().len() + tags.len());
                tags.push(tag);
            }
        }
        let order = (!listed.is_sorted()).then(|| {
            let mut sorted = listed.clone();
            sorted.sort_unstable();
            let index = |at: &usize| sorted.partition_point(|other| other < at);
            &*listed.iter().map(index).collect::<Vec<_>>().leak()
        });
        Ok(Columns { kind, bits, tags: interned(&tags), order })
    }

    /// Returns true if `names` are those of columns of a table, among them all of `@light`, and of tags.
    #[must_use]
    pub fn are_in_header(names: &[&str]) -> bool {
        let is_of = |kind: RowKind, name: &str| {
            is_tag_name(name) || kind.table().iter().any(|it| it.column.name == name)
        };
        [RowKind::Game, RowKind::Ply].into_iter().any(|kind| {
            let mut light = kind.table().iter().filter(|it| it.listed == Listed::Light);
            light.all(|it| names.contains(&it.column.name))
                && names.iter().all(|name| is_of(kind, name))
        })
    }

    /// Returns true if a table has a column with the name of a field of expressions, but with other values.
    #[must_use]
    pub fn are_unlike_field(kind: RowKind, name: &str) -> bool {
        kind.table().iter().any(|column| column.is_unlike_field && column.column.name == name)
    }

    /// Returns true if a table has a column with the name of a tag in any case, but with other values.
    #[must_use]
    pub fn are_unlike_tag(kind: RowKind, name: &str) -> bool {
        let is_unlike = |column: &TableColumn| column.is_unlike_tag && column.is_named(name);
        kind.table().iter().any(is_unlike)
    }

    /// Returns true if a table has a column of this name in any case.
    #[must_use]
    pub fn has_named(kind: RowKind, name: &str) -> bool {
        kind.table().iter().any(|column| column.is_named(name))
    }

    /// Returns the content of a row.
    #[must_use]
    pub fn kind(self) -> RowKind {
        self.kind
    }

    /// Returns the columns without those of these names, in any case; `None` if none remain.
    #[must_use]
    pub fn without(self, names: &[String]) -> Option<Columns> {
        let is_named = |column: &str| names.iter().any(|name| name.eq_ignore_ascii_case(column));
        let all = self.columns().into_iter().map(|column| column.name);
        let (named, rest): (Vec<&str>, Vec<&str>) = all.partition(|name| is_named(name));
        match (&named[..], &rest[..]) {
            ([], _) => Some(self),
            (_, []) => None,
            (_, rest) => {
                let rest: Vec<String> = rest.iter().map(|&name| name.to_owned()).collect();
                Columns::read(self.kind, &rest).ok()
            }
        }
    }

    /// Returns the columns in the order in which they are written.
    #[must_use]
    pub fn columns(self) -> Vec<Column> {
        let of_tags = self.tags.iter().map(|name| Column::new(name, DataType::Text));
        let all: Vec<Column> = self.chosen().map(|column| column.column).chain(of_tags).collect();
        match self.order {
            None => all,
            Some(order) => order.iter().map(|&at| all[at]).collect(),
        }
    }

    /// Returns the order in which the cells of a row are written, by their indices in the order of [`Cells`]; `None` for
    /// this order itself.
    pub(super) fn order(self) -> Option<&'static [usize]> {
        self.order
    }

    /// Returns the names of the tags whose values are columns of their own.
    #[must_use]
    pub fn tags(self) -> &'static [&'static str] {
        self.tags
    }

    fn chosen(self) -> impl Iterator<Item = &'static TableColumn> {
        ones(self.bits).map(move |at| &self.kind.table()[at])
    }

    /// Returns true if one of the columns needs the moves to be played.
    pub(super) fn needs_moves(self) -> bool {
        self.kind == RowKind::Ply || self.chosen().any(|column| column.is_of_moves)
    }

    /// Returns true if one of the columns has one of these names.
    pub(super) fn has_any(self, names: &[&str]) -> bool {
        self.chosen().any(|column| names.contains(&column.column.name))
    }

    /// Yields the names of the columns after those of the place, whether they are written or not.
    pub(super) fn names(self) -> impl Iterator<Item = &'static str> {
        self.kind.table().iter().skip(N_PLACE as usize).map(|column| column.column.name)
    }
}

/// Yields the indices of the bits that are set.
fn ones(bits: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |at| bits >> at & 1 != 0)
}

/// Returns true if a name in a list of columns can be that of a tag.
fn is_tag_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns names that live as long as the program, as columns do. A run reads few lists of columns.
fn interned(names: &[&str]) -> &'static [&'static str] {
    let names: Vec<&str> = names.iter().map(|&name| &*String::from(name).leak()).collect();
    names.leak()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_columns() {
        let read = |kind, list: &str| {
            let names: Vec<String> = list.split(',').map(str::to_owned).collect();
            let columns = Columns::read(kind, &names)?;
            Ok(columns.columns().iter().map(|column| column.name).collect::<Vec<_>>().join(","))
        };
        assert_eq!(read(RowKind::Game, "white,game,white").as_deref(), Ok("white,game"));
        assert_eq!(
            read(RowKind::Ply, "fen,@light,ply,uci").unwrap(),
            "fen,game,ply,san,clk,emt,eval_cp,eval_mate,uci"
        );
        assert_eq!(read(RowKind::Ply, "white"), Err("white".to_owned()));
        assert_eq!(read(RowKind::Game, "white, black").as_deref(), Ok("white,black"));
        assert!(read(RowKind::Ply, "@all").unwrap().contains(",fen,hash,"));
        assert!(!read(RowKind::Ply, "@default").unwrap().contains("fen"));
        let tags = "WHITETEAM,white,BlackTeam,WhiteTeam";
        assert_eq!(read(RowKind::Game, tags).as_deref(), Ok("WhiteTeam,white,BlackTeam"));
        assert_eq!(read(RowKind::Ply, "White,ply").as_deref(), Ok("White,ply"));
        assert_eq!(read(RowKind::Game, "White"), Err("White".to_owned()));
        assert_eq!(read(RowKind::Ply, "WhiteElo"), Err("WhiteElo".to_owned()));
        assert_eq!(read(RowKind::Game, "White Team"), Err("White Team".to_owned()));
    }

    #[test]
    fn headers_have_all_light_columns() {
        let is_header = |line: &str| Columns::are_in_header(&line.split(',').collect::<Vec<_>>());
        let header = |kind, list: &str| {
            let names: Vec<String> = list.split(',').map(str::to_owned).collect();
            let columns = Columns::read(kind, &names).unwrap().columns();
            columns.iter().map(|column| column.name).collect::<Vec<_>>().join(",")
        };
        for kind in [RowKind::Game, RowKind::Ply] {
            for list in ["@light", "@default", "@all", "@light,WhiteTeam", "Team,file,@light"] {
                assert!(is_header(&header(kind, list)), "{list}");
            }
        }
        assert!(!is_header("event,site,date,round,white,black,result"));
        assert!(!is_header(&header(RowKind::Ply, "@light").replace("ply,san", "ply,event")));
        assert!(!is_header(&format!("{},rating", header(RowKind::Game, "@light"))));
        assert!(!is_header("white"));
        assert!(!is_header("date,Open,High,Low,Close"));
    }

    #[test]
    fn columns_in_names_of_folders_are_left_out() {
        let names = |list: &str| list.split(',').map(str::to_owned).collect::<Vec<_>>();
        let read = |list: &str| Columns::read(RowKind::Game, &names(list)).unwrap();
        let columns = read("year,WhiteTeam,BlackTeam,game");
        let rest = columns.without(&names("YEAR,whiteteam")).unwrap();
        let left: Vec<&str> = rest.columns().iter().map(|it| it.name).collect();
        assert_eq!(left, ["BlackTeam", "game"]);
        assert_eq!(rest.without(&names("GAME,BlackTeam")), None);
        assert_eq!(rest.without(&names("year")), Some(rest));
    }

    #[test]
    fn names_that_are_no_columns() {
        let meant = |kind, name| {
            Columns::meant(kind, name).map(|meant| meant.to_string()).unwrap_or_default()
        };
        assert_eq!(meant(RowKind::Game, "White"), "did you mean `white`?");
        assert_eq!(meant(RowKind::Game, "WhiteElo"), "did you mean `white_elo`?");
        assert_eq!(meant(RowKind::Game, "whte"), "did you mean `white`?");
        assert_eq!(meant(RowKind::Game, "clk"), "`clk` is of --rows plies");
        assert_eq!(meant(RowKind::Ply, "event"), "`event` is of --rows games");
        assert_eq!(meant(RowKind::Game, "elo"), "there are white_elo, black_elo");
        assert_eq!(meant(RowKind::Game, "xyzzy"), "");
    }

    #[test]
    fn tags_need_no_moves() {
        let columns = |list: &[&str]| {
            let names: Vec<String> = list.iter().map(|&name| name.to_owned()).collect();
            Columns::read(RowKind::Game, &names).unwrap()
        };
        assert!(!columns(&["@light"]).needs_moves());
        assert!(!columns(&["file", "tags", "start_fen"]).needs_moves());
        assert!(columns(&["white", "plies"]).needs_moves());
    }

    #[test]
    fn tables_have_a_bit_for_each_column() {
        for kind in [RowKind::Game, RowKind::Ply] {
            assert!(kind.table().len() <= 64);
            let place = kind.table()[..N_PLACE as usize].iter().map(|column| column.column.name);
            assert_eq!(place.collect::<Vec<_>>(), ["file", "game", "offset", "length"]);
        }
    }
}

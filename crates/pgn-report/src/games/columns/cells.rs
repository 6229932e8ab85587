//! The cells of a row.

#[cfg(debug_assertions)]
use super::TableColumn;
use super::{Columns, N_PLACE, TableForm};
use pgn_table::RowBuilder;

/// Writes the cells of a row, in the order of the table. Only the values of columns that are written are computed.
pub(crate) struct Cells<'a> {
    row: RowBuilder<'a>,
    /// A bit for each remaining column, the lowest for the next one.
    bits: u64,
    tags: &'static [&'static str],
    /// The remaining columns, for a check that each value is written to the column of its name.
    #[cfg(debug_assertions)]
    rest: &'static [TableColumn],
}

impl<'a> Cells<'a> {
    /// Returns a writer of the columns with the place of the game.
    pub(crate) fn of_place(row: RowBuilder<'a>, columns: Columns) -> Cells<'a> {
        Cells::begin_at(0, row, Columns { tags: &[], ..columns })
    }

    /// Begins a row after the columns of the place.
    pub(crate) fn begin(out: &'a mut Vec<u8>, form: TableForm) -> Cells<'a> {
        Cells::after(RowBuilder::begin(out, form.cells), form.columns, 0)
    }

    /// Returns a writer of the columns after those of the place and `n` more.
    pub(crate) fn after(row: RowBuilder<'a>, columns: Columns, n: u32) -> Cells<'a> {
        Cells::begin_at(N_PLACE + n, row, columns)
    }

    fn begin_at(first: u32, row: RowBuilder<'a>, columns: Columns) -> Cells<'a> {
        Cells {
            row,
            bits: columns.bits >> first,
            tags: columns.tags,
            #[cfg(debug_assertions)]
            rest: &columns.kind.table()[first as usize..],
        }
    }

    /// Moves to the next column, which has the given name, and returns true if it is written.
    #[inline(always)]
    fn takes_next(&mut self, name: &str) -> bool {
        #[cfg(debug_assertions)]
        if let Some((next, rest)) = self.rest.split_first() {
            assert_eq!(next.column.name, name);
            self.rest = rest;
        }
        #[cfg(not(debug_assertions))]
        let _ = name;
        let is_written = self.bits & 1 != 0;
        self.bits >>= 1;
        is_written
    }

    #[inline(always)]
    pub(crate) fn text<'t>(&mut self, name: &str, value: impl FnOnce() -> Option<&'t str>) {
        if self.takes_next(name) {
            self.row.text(value());
        }
    }

    /// Writes a text that [`RowBuilder::plain`] accepts.
    #[inline(always)]
    pub(crate) fn plain<'t>(&mut self, name: &str, value: impl FnOnce() -> Option<&'t [u8]>) {
        if self.takes_next(name) {
            self.row.plain(value());
        }
    }

    #[inline(always)]
    pub(crate) fn string(&mut self, name: &str, value: impl FnOnce() -> Option<String>) {
        if self.takes_next(name) {
            self.row.text(value().as_deref());
        }
    }

    #[inline(always)]
    pub(crate) fn int(&mut self, name: &str, value: impl FnOnce() -> Option<i64>) {
        if self.takes_next(name) {
            self.row.int(value());
        }
    }

    #[inline(always)]
    pub(crate) fn float(&mut self, name: &str, value: impl FnOnce() -> Option<f64>) {
        if self.takes_next(name) {
            self.row.float(value());
        }
    }

    pub(crate) fn date(&mut self, name: &str, value: impl FnOnce() -> Option<i32>) {
        if self.takes_next(name) {
            self.row.date(value());
        }
    }

    pub(crate) fn map<'t>(
        &mut self,
        name: &str,
        pairs: impl ExactSizeIterator<Item = (&'t str, &'t str)>,
    ) {
        if self.takes_next(name) {
            self.row.map(pairs);
        }
    }

    /// Writes the columns of tags, which come after those of the table. `value` returns the value of a tag.
    pub(crate) fn tags<'t>(&mut self, mut value: impl FnMut(&str) -> Option<&'t str>) {
        for name in self.tags {
            self.row.text(value(name));
        }
    }

    /// Skips `n` columns, none of which is written.
    pub(crate) fn skip(&mut self, n: u32) {
        self.bits >>= n;
        #[cfg(debug_assertions)]
        {
            self.rest = &self.rest[n as usize..];
        }
    }

    /// Ends the row.
    pub(crate) fn end(self) {
        self.row.end();
    }
}

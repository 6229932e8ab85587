//! `json`: one JSON array of the objects of `json-lines`.

use std::io::{self, Write};

use super::{
    Appearance, Document, Format, Located, Readers, StatisticsFormat, document::ArrayElements,
    json_lines,
};

pub(super) static FORMAT: Format = Format {
    name: "json",
    about: "One JSON array",
    finding,
    frame: Some(|| Box::new(Array(ArrayElements::new(u64::MAX)))),
    readers: Readers::Programs,
    has_board: false,
    statistics: Some(StatisticsFormat::Json),
};

fn finding(found: &Located<'_>, _: Appearance, out: &mut Vec<u8>) {
    json_lines::object(found, out);
}

/// A JSON array of findings.
struct Array(ArrayElements);

impl Document for Array {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"[")
    }

    fn finding(&mut self, text: &[u8], out: &mut dyn Write) -> io::Result<()> {
        self.0.write(text, out)
    }

    fn end(&mut self, _is_complete: bool, out: &mut dyn Write) -> io::Result<()> {
        self.0.end(out)?;
        out.write_all(b"]\n")
    }
}

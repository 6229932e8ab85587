//! `json`: one JSON array of the objects of `json-lines`.

use super::{
    Appearance, Format, Located, Readers, StatisticsFormat, document::JsonArray, json_lines,
};

pub(super) static FORMAT: Format = Format {
    name: "json",
    about: "One JSON array",
    finding,
    frame: Some(|| Box::new(JsonArray::new(u64::MAX))),
    readers: Readers::Programs,
    has_board: false,
    statistics: Some(StatisticsFormat::Json),
};

fn finding(found: &Located<'_>, _: Appearance, out: &mut Vec<u8>) {
    json_lines::object(found, out);
}

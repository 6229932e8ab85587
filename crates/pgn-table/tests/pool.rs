//! Small files start no thread. This is a program of its own, as a process has one global pool of rayon.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use pgn_table::{CellFormat, Column, DataType, RowBuilder, parquet::Writer};

#[test]
fn small_files_start_no_pool() {
    let columns = vec![Column::new("n", DataType::Int)];
    let run = Box::new(|_: &mut (dyn FnMut() + Send)| panic!("a small group asks for a pool"));
    let mut writer = Writer::new(Vec::new(), "games", columns, "test", run).unwrap();
    let mut bytes = Vec::new();
    for n in 0..100 {
        let mut row = RowBuilder::begin(&mut bytes, CellFormat::Values);
        row.int(Some(n));
        row.end();
    }
    writer.write(&bytes).unwrap();
    assert!(!writer.finish().unwrap().is_empty());
    // The pool can be built only once.
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().unwrap();
}

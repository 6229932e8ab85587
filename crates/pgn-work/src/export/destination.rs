//! The output of `export`: a stream, a table, or a folder of files.

use std::path::Path;

use anyhow::{Context as _, ensure};
use pgn_report::games::positions;
use pgn_stream::head_of;
use pgn_syntax::is_line_end;

use super::plan::{Distinct, Format, Plan};
use crate::{
    Globals,
    inputs::Inputs,
    outputs::{RunPosition, UsedFiles},
    paths,
    progress::Progress,
    writer::{
        Setup, Writer,
        partitions::{FileForm, Partitions},
        position_counts::PositionCounts,
    },
};

/// Returns the writer for the output of the plan.
pub(super) fn writer<'g>(
    plan: &Plan,
    setup: &Setup<'_>,
    (inputs, used): (&Inputs, UsedFiles),
    globals: &'g Globals,
    progress: &Progress,
) -> anyhow::Result<Writer<'g>> {
    if let (Some(partition), Some(dir)) = (&plan.partition, plan.output.path()) {
        let form = match plan.format {
            Format::Csv => FileForm::Csv(plan.table.columns),
            Format::Parquet => FileForm::Parquet(plan.table.columns),
            _ => FileForm::JsonLines,
        };
        let partitions = Partitions::new(dir, form, partition.replace, used, globals)?;
        return Writer::partitioned(
            setup,
            (partitions, partition.folder_without_values()),
            globals,
        );
    }
    let writer = Writer::new(setup, inputs, globals, progress)?;
    match plan.format {
        Format::Parquet => writer.with_parquet(plan.table.columns),
        Format::Csv if plan.run_position != RunPosition::Later => {
            let mut header = Vec::new();
            pgn_table::csv::header(&plan.table.columns.columns(), &mut header);
            match plan.output.path().filter(|_| plan.output.is_added_to()) {
                Some(path) => check_header(path, &header).map(|()| writer),
                None => writer.with_header(&header),
            }
        }
        Format::Fen | Format::Epd if plan.distinct == Distinct::Yes => {
            let is_epd = plan.format == Format::Epd;
            let format = if is_epd { positions::Format::Epd } else { positions::Format::Fen };
            Ok(writer.with_counts(PositionCounts::new(format, plan.line_ending, globals)))
        }
        _ => Ok(writer),
    }
}

/// Checks that a table to which rows are added begins with this header.
fn check_header(path: &Path, header: &[u8]) -> anyhow::Result<()> {
    let head = head_of(path, header.len() + 1).with_context(|| paths::show(path))?;
    let line_of = |text: &[u8]| text.split(is_line_end).next().map(<[u8]>::to_vec);
    ensure!(
        line_of(&head) == line_of(header),
        "{}: its columns are others than those of the rows to add: {}",
        paths::show(path),
        String::from_utf8_lossy(header).trim_end()
    );
    Ok(())
}

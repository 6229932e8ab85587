//! The output of `export`: a stream, a table, or a folder of files.

use pgn_report::games::positions;

use super::plan::{Distinct, Format, Plan};
use crate::{
    Globals,
    inputs::Inputs,
    outputs::{RunPosition, UsedFiles},
    reports::progress::ShownProgress,
    writing::{
        added_to::{check_json_lines, check_table},
        writer::{
            Contents, Setup, Writer,
            partitions::{FileForm, Partitions},
            position_counts::PositionCounts,
        },
    },
};

/// Returns the writer for the output of the plan.
pub(super) fn writer<'g>(
    plan: &Plan,
    setup: &Setup<'_>,
    inputs: &Inputs,
    used: UsedFiles,
    globals: &'g Globals,
    progress: &ShownProgress,
) -> anyhow::Result<Writer<'g>> {
    if let (Some(partition), Some(dir)) = (&plan.partition, plan.output.path()) {
        let form = match plan.format.delimiter() {
            Some(delimiter) => FileForm::Text(delimiter, plan.table.header(delimiter)),
            None if plan.format == Format::Parquet => FileForm::Parquet(plan.table.columns),
            None => FileForm::JsonLines,
        };
        let partitions = Partitions::new(dir, form, partition.replace, used, globals)?;
        return Writer::partitioned(setup, partitions, partition.folder_without_values(), globals);
    }
    let contents = match plan.format {
        Format::Pgn | Format::Reduced => Contents::Games,
        Format::Parquet => Contents::Parquet(plan.table.columns),
        Format::Fen | Format::Epd if plan.distinct == Distinct::Yes => {
            let is_epd = plan.format == Format::Epd;
            let format = if is_epd { positions::Format::Epd } else { positions::Format::Fen };
            Contents::Counted(PositionCounts::new(format, plan.line_ending, globals))
        }
        _ => Contents::Lines,
    };
    let mut writer = Writer::new(setup, contents, inputs, globals, progress)?;
    if plan.run_position == RunPosition::Later {
        return Ok(writer);
    }
    let header = plan.format.delimiter().map(|delimiter| plan.table.header(delimiter));
    match (header, plan.output.path().filter(|_| plan.output.is_added_to())) {
        (Some(header), Some(path)) => check_table(path, &header)?,
        (Some(header), None) => writer.write(&header)?,
        (None, Some(path)) if plan.format == Format::JsonLines => check_json_lines(path)?,
        (None, _) => (),
    }
    Ok(writer)
}

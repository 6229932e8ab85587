//! The work of `pgnkit ranges`: divides the inputs into tasks for several machines, and writes a JSON object on each
//! line.

use std::{io, num::NonZeroU64};

use pgn_report::path_bytes;
use pgn_stream::{FileRange, Input, Output, ranges_of};
use serde::Serialize;

use crate::{
    ExitStatus, Globals,
    inputs::{Inputs, paths::show},
    writing::output_files,
};

/// The plan of a run of `ranges`.
#[derive(Debug)]
pub struct Plan {
    /// Maximum number of bytes of text in a range.
    pub size: NonZeroU64,
}

/// A range, as it is written.
#[derive(Serialize)]
struct Task<'a> {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_bytes: Option<String>,
    member: Option<&'a str>,
    format: &'static str,
    start: Option<u64>,
    end: Option<u64>,
    size: u64,
}

/// Writes the ranges of `inputs`, and returns the exit status.
///
/// # Errors
/// Returns an error if an input is stdin, or stdout cannot be written.
pub fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let mut out = Output::stdout()?;
    for input in &inputs.list {
        let Input::Path(path) = input else {
            anyhow::bail!("stdin cannot be divided into ranges: name files");
        };
        let ranges = match ranges_of(path, plan.size.get()) {
            Ok(ranges) => ranges,
            Err(error) => {
                globals.messages.error(format_args!("{}: {error}", show(path)));
                continue;
            }
        };
        for range in &ranges {
            write(path, range, &mut out)?;
        }
    }
    output_files::close(out, true, globals)?;
    Ok(ExitStatus::Clean)
}

fn write(path: &std::path::Path, range: &FileRange, out: &mut impl io::Write) -> io::Result<()> {
    let task = Task {
        path: path.to_string_lossy().into_owned(),
        path_bytes: path_bytes(path),
        member: range.member.as_deref(),
        format: range.format.name(),
        start: range.text.as_ref().map(|text| text.start),
        end: range.text.as_ref().map(|text| text.end),
        size: range.stored_size,
    };
    serde_json::to_writer(&mut *out, &task)?;
    writeln!(out)
}

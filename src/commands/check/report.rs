//! `--output-format FORMAT[=FILE]`: the reports of findings and their outputs.

use std::{
    ffi::OsStr,
    io::{self, IsTerminal as _},
    path::PathBuf,
};

use anyhow::{Context as _, bail, ensure};
use clap::{
    Arg, Command,
    builder::{PossibleValue, TypedValueParser},
};
use pgn_report::findings::{FORMATS, Format, Links, StatisticsFormat};
use pgn_stream::platform;
use pgn_work::{check::ReportPlan, outputs::Output};

use crate::{
    commands::{
        common::terminal_width,
        outputs::format_of_output,
        values::{entry_of, listed},
    },
    config::Refusal,
};

/// A report as requested on the command line.
#[derive(Clone, Debug)]
pub(crate) struct ReportArg {
    format: &'static Format,
    /// The file of the report; `None`: the output of the command.
    path: Option<PathBuf>,
}

/// Returns the plans of the reports; a report without a file goes to `output`.
///
/// # Errors
/// Returns an error if two reports have the same output, or a report cannot be appended to a file.
pub(super) fn plan(args: &[ReportArg], output: &Output) -> anyhow::Result<Vec<ReportPlan>> {
    let format_of = |output: &Output, given| {
        let formats = FORMATS.iter().copied();
        format_of_output(output.path(), "--output-format", given, formats, |it| it.name)
    };
    if args.is_empty() {
        let format = format_of(output, None)?.unwrap_or(FORMATS[0]);
        return Ok(vec![of_format(format, output.clone())]);
    }
    let mut plans: Vec<ReportPlan> = Vec::new();
    for ReportArg { format, path } in args {
        let output = match path {
            Some(path) => Output::of(path),
            None => output.clone(),
        };
        format_of(&output, Some(format))?;
        ensure!(
            !matches!(output, Output::Append(_)) || !format.is_document(),
            "--append cannot add to a report in {}: it is one document",
            format.name
        );
        if (path.is_none() || output == Output::Stdout)
            && let Some(other) = plans.iter().find(|plan| plan.output == output)
        {
            let (one, two) = (other.format.name, format.name);
            bail!("two formats for one output: {one} and {two}; name a file: {two}=FILE");
        }
        plans.push(of_format(format, output));
    }
    ensure!(
        output.path().is_none() || args.iter().any(|report| report.path.is_none()),
        "no report is written to --output: each --output-format names its own file"
    );
    Ok(plans)
}

/// Returns `Ok` if one of the reports is in a format for which `has_effect` returns true, or the option `option`, which
/// has an effect only there, is not set.
///
/// # Errors
/// Returns the refusal of the option.
pub(super) fn check_option(
    option: &'static str,
    is_set: bool,
    has_effect: impl Fn(&Format) -> bool,
    reports: &[ReportPlan],
) -> Result<(), Refusal> {
    let has_place = reports.iter().any(|it| has_effect(it.format));
    Refusal::unless(!is_set || has_place, option, || without_place(option, has_effect))
}

/// Returns the message that the run has no report in a format for which `has_effect` returns true.
fn without_place(option: &str, has_effect: impl Fn(&Format) -> bool) -> String {
    let formats = FORMATS.iter().filter(|format| has_effect(format));
    let names: Vec<&str> = formats.map(|format| format.name).collect();
    format!("--{option} is for reports in {}, and this run writes none", listed(&names))
}

fn of_format(format: &'static Format, output: Output) -> ReportPlan {
    let width = (output == Output::Stdout).then(terminal_width).flatten();
    // Only some terminals support links.
    let has_links =
        io::stdout().is_terminal() && supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout);
    let links = if has_links { Links::Always } else { Links::Never };
    ReportPlan { format, output, links, width }
}

/// Returns the format of `--statistics`.
///
/// # Errors
/// Returns an error if statistics cannot be written in the requested format.
pub(super) fn plan_statistics(args: &[ReportArg]) -> anyhow::Result<StatisticsFormat> {
    ensure!(args.len() < 2, "--statistics takes one --output-format");
    let Some(ReportArg { format, path }) = args.first() else {
        return Ok(StatisticsFormat::Table);
    };
    ensure!(
        path.is_none(),
        "--statistics is written to --output, not to a file named by --output-format"
    );
    format.statistics.with_context(|| without_place("statistics", |it| it.statistics.is_some()))
}

/// Parses `FORMAT` and `FORMAT=FILE`.
#[derive(Clone, Debug)]
pub(super) struct ReportParser;

impl TypedValueParser for ReportParser {
    type Value = ReportArg;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<ReportArg, clap::Error> {
        let bytes = value.as_encoded_bytes();
        let name_end = bytes.iter().position(|&b| b == b'=').unwrap_or(bytes.len());
        let path = bytes.get(name_end + 1..).and_then(platform::os_string);
        // Without a file, `=` is reported as a part of the name.
        let has_file = path.as_deref() != Some(OsStr::new(""));
        let name = if has_file { platform::os_string(&bytes[..name_end]) } else { None };
        let formats = entry_of(FORMATS, |format| (format.name, format.about));
        let format = formats.parse_ref(command, arg, name.as_deref().unwrap_or(value))?;
        Ok(ReportArg { format, path: path.map(PathBuf::from) })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.about)),
        ))
    }
}

//! The work of `pgnkit rules`: prints the list of rules, or the page of one rule.

use std::io;

use pgn_lint::Rule;
use pgn_report::wrap;

use crate::{ExitStatus, Globals};

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A line for each rule.
    Text,
    /// A table.
    Markdown,
    /// A JSON object for each rule.
    Json,
}

/// The plan of a run of `rules`.
#[derive(Debug)]
pub struct Plan {
    /// The rule whose page is printed; `None`: the list of rules.
    pub rule: Option<&'static Rule>,
    /// The rules that are listed.
    pub listed: Vec<&'static Rule>,
    /// The format of the output.
    pub format: Format,
    /// Width of the terminal in columns; `None` if stdout is not a terminal.
    pub width: Option<usize>,
}

/// Prints rules as `plan` says, and returns the exit status.
///
/// # Errors
/// Returns an error if stdout cannot be written.
pub fn run(plan: &Plan, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let mut out = pgn_stream::Output::stdout()?;
    write(plan, &mut out)?;
    crate::writing::output_files::close(out, true, globals)?;
    Ok(ExitStatus::Clean)
}

fn write(plan: &Plan, out: &mut impl io::Write) -> io::Result<()> {
    match (plan.rule, plan.format) {
        (Some(rule), Format::Text | Format::Markdown) => {
            let (page, off) = (rule.page.trim_end(), rule.section_on_ignoring());
            write!(out, "{page}\n\n{}", off.trim_end())?;
        }
        (Some(rule), Format::Json) => write!(out, "{}", json(rule))?,
        (None, Format::Text) => {
            for rule in &plan.listed {
                let head =
                    format!("{}  {:<7}  {:<28}  ", rule.code, rule.severity.name(), rule.name);
                let lines = match plan.width {
                    Some(width) => wrap(rule.summary(), width.saturating_sub(head.len()).max(20)),
                    None => vec![rule.summary().to_owned()],
                };
                let indent = format!("\n{}", " ".repeat(head.len()));
                writeln!(out, "{head}{}", lines.join(&indent))?;
            }
            return Ok(());
        }
        (None, Format::Markdown) => {
            writeln!(out, "| code | rule | level | what |\n| --- | --- | --- | --- |")?;
            for rule in &plan.listed {
                let what = rule.summary().replace('|', "\\|");
                writeln!(
                    out,
                    "| {} | {} | {} | {what} |",
                    rule.code,
                    rule.name,
                    rule.severity.name()
                )?;
            }
            return Ok(());
        }
        (None, Format::Json) => {
            let rules: Vec<_> = plan.listed.iter().map(|rule| json(rule)).collect();
            serde_json::to_writer_pretty(&mut *out, &rules)?;
        }
    }
    writeln!(out)
}

fn json(rule: &Rule) -> serde_json::Value {
    serde_json::json!({
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.name(),
        "summary": rule.summary(),
        "page": rule.page,
    })
}

//! `pgnkit check --show-settings`: the effective settings of each input as TOML, with their
//! sources.

use std::io::{self, Write};

use pgn_lint::{RULES, Rule};
use pgn_work::{
    ExitStatus,
    check::{Ruling, Rulings},
    inputs::Inputs,
    paths,
};

use super::rulings::{RulingSource, RulingSources};
use crate::{
    commands::outputs::to_stdout,
    config::{Layer, keys},
    globals::Globals,
};

pub(crate) fn run(
    rulings: &Rulings,
    sources: &RulingSources,
    inputs: &Inputs,
    globals: &Globals,
) -> anyhow::Result<ExitStatus> {
    let here = globals.config.in_working_dir()?;
    let mut out = Vec::new();
    for (source, names) in sources.with_names(&inputs.list) {
        let ruling = &rulings.all[source.ruling];
        let matches = globals.config.parse(&source.layer, &here)?;
        for name in names {
            writeln!(out, "# {}", paths::show(&name))?;
        }
        let values = globals.config.values(&source.layer, &here, &matches);
        let mut section = "";
        // Switches that are off by default are omitted.
        for value in
            values.iter().filter(|value| value.text != "false" || value.origin != "default")
        {
            if value.section != section {
                section = value.section;
                writeln!(out, "\n[{section}]")?;
            }
            writeln!(out, "{} = {}  # {}", value.key, value.text, value.origin)?;
        }
        tables(&here, ruling, source, &mut out)?;
        writeln!(out)?;
    }
    to_stdout(&out)?;
    Ok(ExitStatus::Clean)
}

/// Writes the tables that apply, and the rules that run as a result. `here`: the settings of the working directory.
fn tables(
    here: &Layer,
    ruling: &Ruling,
    source: &RulingSource,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    for (section, table, layer) in [
        // The last row that matches a file applies to it.
        (keys::GLOBAL, keys::PER_FILE_ENCODINGS, here),
        ("check", keys::PER_FILE_IGNORES, &*source.layer),
        ("check", keys::SEVERITIES, &*source.layer),
    ] {
        let applies = |i| table != keys::PER_FILE_IGNORES || source.ignores.contains(&i);
        let rows = layer.rows(section, table).into_iter().enumerate();
        let rows: Vec<_> = rows.filter(|(i, _)| applies(*i)).collect();
        if !rows.is_empty() {
            writeln!(out, "\n[{section}.{table}]")?;
        }
        for (_, row) in rows {
            writeln!(out, "{} = {}  # {}", row.key, row.text, row.origin)?;
        }
    }
    let (running, others): (Vec<&Rule>, Vec<&Rule>) =
        RULES.iter().copied().partition(|rule| ruling.rules.has(rule));
    let names = |rules: &[&Rule]| rules.iter().map(|it| it.name).collect::<Vec<_>>().join(", ");
    let which = match others.len() {
        0 => String::new(),
        n if n > running.len() => format!(": {}", names(&running)),
        _ => format!(", all but {}", names(&others)),
    };
    writeln!(out, "\n# {} of {} rules run{which}", running.len(), RULES.len())
}

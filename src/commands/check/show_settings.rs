//! `pgnkit check --show-settings`: the effective settings of each input as TOML, with their
//! sources.

use std::io::{self, Write};

use pgn_lint::RULES;
use pgn_work::{
    ExitStatus,
    check::{Ruling, Rulings},
    inputs::Inputs,
    output_files, paths,
};

use super::rulings::{RulingSource, RulingSources};
use crate::{
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
        let mut values = globals.config.values(&source.layer, &here, &matches);
        values.sort_by_key(|value| value.section != "global");
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
        encodings(&here, &mut out)?;
        tables(ruling, source, &mut out)?;
        writeln!(out)?;
    }
    let mut stdout = pgn_stream::Output::stdout()?;
    stdout.write_all(&out)?;
    output_files::close(stdout, true, &globals.run)?;
    Ok(ExitStatus::Clean)
}

/// Writes the table of character sets. The last row that matches a file applies to it.
fn encodings(here: &Layer, out: &mut Vec<u8>) -> io::Result<()> {
    let rows = here.rows(keys::GLOBAL, keys::PER_FILE_ENCODINGS);
    if !rows.is_empty() {
        writeln!(out, "\n[{}.{}]", keys::GLOBAL, keys::PER_FILE_ENCODINGS)?;
    }
    for row in rows {
        writeln!(out, "{} = {}  # {}", row.key, row.text, row.origin)?;
    }
    Ok(())
}

/// Writes the tables of `[check]`, and the rules that run as a result.
fn tables(ruling: &Ruling, source: &RulingSource, out: &mut Vec<u8>) -> io::Result<()> {
    for table in [keys::PER_FILE_IGNORES, keys::SEVERITIES] {
        let rows = source.layer.rows("check", table);
        let matching: Vec<_> = rows
            .iter()
            .enumerate()
            .filter(|(i, _)| table == keys::SEVERITIES || source.ignores.contains(i))
            .collect();
        if !matching.is_empty() {
            writeln!(out, "\n[check.{table}]")?;
        }
        for (_, row) in matching {
            writeln!(out, "{} = {}  # {}", row.key, row.text, row.origin)?;
        }
    }
    let n_running = ruling.rules.rules().count();
    let others = RULES.iter().filter(|rule| ruling.rules.rules().all(|running| running != **rule));
    let others: Vec<&str> = others.map(|rule| rule.name).collect();
    let (more, others) = match others.len() {
        0 => (String::new(), String::new()),
        n if n > n_running => {
            let running: Vec<_> = ruling.rules.rules().map(|rule| rule.name).collect();
            (String::new(), format!(": {}", running.join(", ")))
        }
        _ => (format!(", all but {}", others.join(", ")), String::new()),
    };
    writeln!(out, "\n# {n_running} of {} rules run{more}{others}", RULES.len())
}

//! The format that the ending of an output's name implies.

use std::path::Path;

use anyhow::bail;
use pgn_stream::endings::{without, without_compression};
use pgn_work::paths::{check_writer, is_dash, show};

/// Endings of formats other than PGN, each with the formats that a file with this ending may have. The ending implies
/// the first of them.
const ENDINGS: &[(&str, &[&str])] = &[
    (".csv", &["csv"]),
    (".tsv", &["tsv"]),
    (".parquet", &["parquet"]),
    (".jsonl", &["json-lines"]),
    (".ndjson", &["json-lines"]),
    (".jsonlines", &["json-lines"]),
    (".json", &["json", "json-lines", "sarif", "gitlab"]),
    (".html", &["html"]),
    (".htm", &["html"]),
    (".sarif", &["sarif"]),
    (".epd", &["epd"]),
    (".fen", &["fen"]),
    (".md", &["markdown"]),
    (".markdown", &["markdown"]),
    (".xml", &["junit"]),
    (".pgn", &["pgn", "reduced", "lines"]),
];

/// Returns the format that the ending of `path` implies; `None` if it implies none, or `given` agrees with it. `given`:
/// the name of the requested format; `known`: the names of the formats that the command can write; `option`: the option
/// that selects the format.
///
/// # Errors
/// Returns an error if the ending is that of a format other than `given`, or of one that the command cannot write.
pub(crate) fn format_of_ending(
    path: Option<&Path>,
    option: &str,
    given: Option<&str>,
    known: &[&str],
) -> anyhow::Result<Option<&'static str>> {
    let Some(path) = path.filter(|path| !is_dash(path)) else { return Ok(None) };
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let name = without_compression(&name);
    check_writer(path)?;
    let found = ENDINGS.iter().find(|(ending, _)| without(name, ending).is_some());
    let Some(&(ending, formats)) = found else { return Ok(None) };
    // A file of games that exists is not replaced by a report without --force, whatever its name is.
    let is_other = given.is_some() || !known.contains(&"pgn");
    if ending == ".pgn" && is_other && path.exists() {
        return Ok(None);
    }
    if given.is_some_and(|given| formats.contains(&given)) {
        return Ok(None);
    }
    let (shown, nearest) = (show(path), formats.iter().find(|format| known.contains(format)));
    match (given, nearest) {
        (Some(given), None) => {
            bail!("{shown}: {option} is {given}, which is not the format of {ending} files")
        }
        (Some(given), Some(meant)) => bail!(
            "{shown}: {option} is {given}, which is not the format of {ending} files: {option} {meant}, or another ending"
        ),
        (None, None) => {
            bail!("{shown}: this command writes no {ending} files; {}", instead(formats[0]))
        }
        (None, Some(format)) if *format == formats[0] => Ok(Some(format)),
        (None, Some(other)) => bail!(
            "{shown}: there is no writer for {ending} here; use {option} {other} for the nearest format"
        ),
    }
}

/// Returns the format of an output: that of the option, or the one that the ending of `output` implies; `None` if there
/// is neither. `option`, `given`: the name and the value of the option; `formats`: the formats that the command can write.
///
/// # Errors
/// Returns the errors of [`format_of_ending`].
pub(crate) fn format_of_output<T: Copy>(
    output: Option<&Path>,
    option: &str,
    given: Option<T>,
    mut formats: impl Iterator<Item = T> + Clone,
    name_of: fn(T) -> &'static str,
) -> anyhow::Result<Option<T>> {
    let known: Vec<&str> = formats.clone().map(name_of).collect();
    let implied = format_of_ending(output, option, given.map(name_of), &known)?;
    Ok(given.or_else(|| formats.find(|&format| Some(name_of(format)) == implied)))
}

/// Returns a hint at the command that can write files of a format.
fn instead(format: &str) -> &'static str {
    match format {
        "html" => "`stats` writes reports in HTML, `diff` changes",
        "json" => {
            "`export` writes games as JSON lines (.jsonl), `stats` reports in JSON, `check` findings"
        }
        "sarif" => "`check` writes findings in SARIF",
        "junit" => "`check` writes findings in JUnit XML",
        "markdown" => "`stats` and `diff` write Markdown",
        "pgn" => "`filter` and `export` write games",
        "csv" => "`export` writes games as CSV, `stats` its tables",
        "tsv" => "`export` writes games as TSV, `stats` its tables",
        "json-lines" => {
            "`export` writes games as JSON lines, `check --output-format json-lines` findings"
        }
        _ => "`export --format` converts games",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, given: Option<&str>, expect: Option<Option<&str>>) {
        let known = ["pgn", "csv", "tsv", "json-lines", "lines"];
        let got = format_of_ending(Some(name.as_ref()), "--format", given, &known);
        assert_eq!(got.ok(), expect, "{name}");
    }

    #[test]
    fn endings_ask_for_formats() {
        check("x.pgn", None, Some(Some("pgn")));
        check("x.csv", None, Some(Some("csv")));
        check("x.CSV.gz", None, Some(Some("csv")));
        check("x.csv", Some("csv"), Some(None));
        check("x.csv", Some("pgn"), None);
        check("x.jsonl", None, Some(Some("json-lines")));
        check("x.json", Some("json-lines"), Some(None));
        check("x.json", None, None);
        check("x.html", None, None);
        check("x.xlsx", None, None);
        check("x.ods.gz", Some("csv"), None);
        check("x.html", Some("csv"), None);
        check("csv", None, Some(None));
        check("x.pgn", Some("csv"), None);
        check("x.pgn", Some("lines"), Some(None));
        check("x.markdown", None, None);
        check("x.tsv", None, Some(Some("tsv")));
        check("x.tsv.zst", None, Some(Some("tsv")));
        check("x.tsv", Some("csv"), None);
        check("x.sqlite", Some("csv"), None);
        check("x.PDF.zst", None, None);
        check("x.feather", None, None);
        check("x.abk", None, None);
        check("x.jsonlines", None, Some(Some("json-lines")));
        for unknown in ["x.txt", "x.bak", "x.out.gz", "x", "x.pgn.old"] {
            check(unknown, None, Some(None));
        }
        check("-", Some("csv"), Some(None));
    }
}

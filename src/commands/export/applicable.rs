//! The options of `export` that have an effect only in some output formats.

use pgn_report::games::columns::RowKind;
use pgn_work::export::{
    Format::{self, Csv, Epd, Fen, JsonLines, Lines, Parquet, Pgn, Reduced, Tsv},
    OnError,
};

use super::format::name_of;
use crate::{
    commands::values::listed,
    config::{Options, Refusal},
};

/// Options that have an effect in the same formats.
struct Group {
    options: &'static [&'static str],
    formats: &'static [Format],
}

/// Options that have no effect in some formats. Options that are not listed have an effect in all formats.
const GROUPS: &[Group] = &[
    Group { options: &["rows", "columns"], formats: &[Csv, Tsv, Parquet] },
    Group { options: &["csv-safe", "csv-bom"], formats: &[Csv, Tsv] },
    Group { options: &["partition-by"], formats: &[Csv, Tsv, Parquet, JsonLines] },
    Group { options: &["at", "distinct"], formats: &[Fen, Epd] },
    Group {
        options: &["notation", "width", "layout", "keep-escapes", "output-encoding", "verify"],
        formats: &[Pgn, Reduced, Lines],
    },
    // Reduced export format has only the roster, and neither NAGs nor comments.
    Group {
        options: &["nags", "nag-numbers", "comment-every", "tag-order"],
        formats: &[Pgn, Lines],
    },
    Group {
        options: &["tags", "add", "eco-file", "add-ratings"],
        formats: &[Pgn, Lines, JsonLines, Csv, Tsv, Parquet],
    },
    Group {
        options: &[
            "drop-tags", "set", "map-tag", "split-round", "normalize", "fix-results",
            "fix-mojibake",
        ],
        formats: &[Pgn, Reduced, Lines, JsonLines, Csv, Tsv, Parquet, Epd],
    },
    Group { options: &["line-ending"], formats: &[Pgn, Reduced, Lines, JsonLines, Fen, Epd] },
    Group {
        options: &["drop-before"],
        formats: &[Pgn, Reduced, Lines, JsonLines, Csv, Tsv, Parquet],
    },
];

/// Options that change no column of half-moves, whose tables have only results and ratings from tags.
const NOT_FOR_PLIES: &[&str] = &["add", "eco-file", "split-round", "drop-before"];

/// Checks that each of the options that are set has an effect in a format, with these rows and this policy.
///
/// # Errors
/// Returns the refusal of the first option that has none.
pub(super) fn check_options(
    format: Format,
    rows: RowKind,
    on_error: OnError,
    run: Options<'_>,
) -> Result<(), Refusal> {
    let is_set = |option: &str| run.is_set(option);
    for Group { options, formats } in GROUPS {
        let misplaced = options.iter().find(|option| is_set(option));
        if let Some(option) = misplaced.filter(|_| !formats.contains(&format)) {
            let names: Vec<&str> = formats.iter().map(|&it| name_of(it)).collect();
            let message =
                format!("--{option} is for --format {}, not {}", listed(&names), name_of(format));
            return Err(Refusal::misplaced(option, message).also("format"));
        }
    }
    // Columns that are named can be tags, which most of these options change.
    let has_plies =
        rows == RowKind::Ply && format.is_table() && (is_set("drop-before") || !is_set("columns"));
    if let Some(option) = NOT_FOR_PLIES.iter().find(|option| has_plies && is_set(option)) {
        let message = match *option {
            "drop-before" => {
                "--drop-before cannot be used with --rows plies, because rows are numbered \
                 from the first move; use --plies A.. to select rows by number"
                    .to_owned()
            }
            _ => format!("--{option} changes no column of --rows plies"),
        };
        return Err(Refusal::misplaced(option, message).also("rows"));
    }
    Refusal::unless(!(is_set("rejects") && on_error == OnError::Fail), "rejects", || {
        "--rejects holds all games with errors; --on-error fail stops at the first one".to_owned()
    })?;
    if is_set("on-error") { check_policy(format, on_error) } else { Ok(()) }
}

/// Checks that a policy for games with errors has an effect of its own in a format.
fn check_policy(format: Format, on_error: OnError) -> Result<(), Refusal> {
    use OnError::{Comment, Drop, Truncate};
    let name = name_of(format);
    let message = match (format, on_error) {
        (JsonLines | Csv | Tsv | Parquet, Comment | Truncate | Drop) => format!(
            "--on-error comment, truncate and drop are not for --format {name}, which has \
             the legal moves of every game, and `--where 'errors = 0'` leaves out games with \
             errors"
        ),
        (Fen | Epd, Comment | Truncate) => format!(
            "--on-error comment and truncate are not for --format {name}, which leaves games \
             with errors out"
        ),
        (Reduced, Comment) => {
            "--on-error comment writes comments, but --format reduced has none".to_owned()
        }
        _ => return Ok(()),
    };
    Err(Refusal::misplaced("on-error", message).also("format"))
}

#[cfg(test)]
mod tests {
    use clap::Args as _;

    use super::{super::format::FORMATS, *};
    use crate::commands::export::Args;

    #[test]
    fn options_exist_and_have_the_formats_of_the_page() {
        let (_, page) =
            include_str!("../../../docs/formats.md").split_once("## Options and formats").unwrap();
        let command = Args::augment_args(clap::Command::new("export"));
        for Group { options, formats } in GROUPS {
            for option in *options {
                let is_known = command.get_arguments().any(|it| it.get_long() == Some(*option));
                assert!(is_known, "no option --{option}");
                let named = format!("`--{option}`");
                let row =
                    page.lines().find(|line| line.starts_with("| `") && line.contains(&named));
                let row = row.unwrap_or_else(|| panic!("--{option} is not on the page"));
                let (_, cell) = row.trim_end_matches(" |").rsplit_once("| ").unwrap();
                let words: Vec<&str> = cell.split([',', ' ']).collect();
                for (_, _, format) in FORMATS {
                    let is_named = words.contains(&name_of(*format));
                    let applies = is_named != cell.starts_with("all but");
                    assert_eq!(applies, formats.contains(format), "--{option}: {cell}");
                }
            }
        }
    }
}

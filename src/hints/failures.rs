//! The command that was probably meant, for runs that ended with an error.

use std::{ffi::OsString, path::Path};

use pgn_query::{Query, value::is_digits};
use pgn_stream::endings::is_pgn;

use super::{command_at, looks_like_games, shown, spliced, typed_command};

/// Returns the command line that was probably meant when a run ended with an error; `None` if it cannot be guessed.
pub(crate) fn of_failure(
    args: &[OsString],
    err: &anyhow::Error,
    program: fn() -> clap::Command,
) -> Option<String> {
    let words: Vec<String> =
        args.iter().map(|arg| arg.to_str().map(str::to_owned)).collect::<Option<_>>()?;
    let (wrong, meant) = match err.downcast_ref::<pgn_query::Error>() {
        Some(error) if is_digits(error.text()) => {
            return of_number(words, error.text(), &program());
        }
        Some(error) => {
            let is_valid = |it: &String| Query::parse(it).is_ok();
            let whole = error.corrected().filter(is_valid)?;
            let is_typed = words.iter().any(|it| it.contains(error.text()));
            // The expression of an option such as --eco is not typed.
            if is_typed { (error.text().to_owned(), whole) } else { error.corrected_values()? }
        }
        None => {
            let message = format!("{err:#}");
            if let Some(missing) = message.strip_prefix("no such file or folder: ") {
                let name = missing.split("; ").next()?;
                return of_missing_input(&words, name, &program());
            }
            suggested_name(&message)?
        }
    };
    with_name(&words, &wrong, &meant)
}

/// Returns the command line with one name for another that occurs once in it.
fn with_name(words: &[String], wrong: &str, meant: &str) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || "-_".contains(c);
    let ends_of = |word: &str| -> Option<(usize, usize)> {
        word.match_indices(wrong).map(|(at, _)| (at, at + wrong.len())).find(|&(start, end)| {
            !word[..start].ends_with(is_part) && !word[end..].starts_with(is_part)
        })
    };
    let mut places = words.iter().enumerate().skip(1).filter_map(|(i, it)| Some((i, ends_of(it)?)));
    let (i, (start, end)) = places.next()?;
    if places.next().is_some() {
        return None;
    }
    let word = [&words[i][..start], meant, &words[i][end..]].concat();
    shown(&spliced(words, i..i + 1, &[&word]))
}

/// Returns the command line with `--width N` for the expression `-w N` of `export`.
fn of_number(mut words: Vec<String>, number: &str, program: &clap::Command) -> Option<String> {
    let at = words.windows(2).position(|it| it[0] == "-w" && it[1] == number)?;
    "--width".clone_into(&mut words[at]);
    if typed_command(&words, program)? == "export" { shown(&words) } else { None }
}

/// Returns the command line with the option for a word that was read as the name of an input: an expression, the name
/// of a player before other inputs, or the name of an output.
fn of_missing_input(words: &[String], name: &str, program: &clap::Command) -> Option<String> {
    let at = words.iter().position(|word| word == name)?;
    if let Some(meant) = with_output(words, command_at(words, program)?) {
        return shown(&meant);
    }
    let option = if is_expression(name) {
        "-w"
    } else if typed_command(words, program)? == "filter"
        && name.starts_with(char::is_alphabetic)
        && !looks_like_games(name)
        && words[at + 1..].iter().any(|word| looks_like_games(word))
    {
        "--player"
    } else {
        return None;
    };
    shown(&spliced(words, at..at, &[option]))
}

/// Endings of outputs of `export` that are no inputs.
const ENDINGS: [&str; 8] = ["csv", "tsv", "json", "jsonl", "ndjson", "parquet", "fen", "epd"];

/// Returns the words with `-o` and the last word behind the command at index `at`, if the command writes a stream of
/// games and the last word names no file, but another one does.
pub(super) fn with_output(words: &[String], at: usize) -> Option<Vec<String>> {
    let (name, before) = words.split_last()?;
    let path = Path::new(name);
    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    let is_output = !path.exists() && (is_pgn(name) || ENDINGS.contains(&ending));
    let options = before.get(at + 1..)?;
    let is_free = !options.iter().any(|it| it.starts_with("-o") || it.starts_with("--output"));
    let is_meant = ["export", "strip-comments"].contains(&before[at].as_str())
        && is_output
        && is_free
        && options.iter().any(|it| Path::new(it).exists());
    is_meant.then(|| spliced(before, at + 1..at + 1, &["-o", name]))
}

/// Returns true if the word is an expression of `--where` with an operator.
pub(super) fn is_expression(word: &str) -> bool {
    word.contains(['=', '~', '<', '>']) && Query::parse(word).is_ok()
}

/// Returns the two names of a message with the form ``… `wrong`; did you mean `meant`?``.
pub(super) fn suggested_name(message: &str) -> Option<(String, String)> {
    let (before, after) = message.split_once("`; did you mean `")?;
    let (wrong, (meant, _)) = (before.rsplit('`').next()?, after.split_once("`?")?);
    Some((wrong.to_owned(), meant.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_a_failure_suggests() {
        let check = |line: &str, message: &str, expected: Option<&str>| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let found = of_failure(&words, &anyhow::anyhow!(message.to_owned()), crate::command);
            assert_eq!(found.as_deref(), expected, "{line}");
        };
        let message = "--by whit: no field `whit`; did you mean `white`?";
        check("p stats --by whit a", message, Some("pgnkit stats --by white a"));
        check("p stats --by=year,whit a", message, Some("pgnkit stats --by=year,white a"));
        // There is no suggestion if the wrong word occurs twice or not at all.
        check("p stats --by whit whit", message, None);
        check("p stats --by whits a", message, None);
        check("p stats --by whit a", "no field `whit`", None);
    }

    #[test]
    fn expressions() {
        let expected = [
            ("elo > 1 and resutl = 1-0", Some("elo > 1 and result = 1-0")),
            ("resutl = 1-0 and wite = 3", None),
            ("elo >", None),
        ];
        for (text, corrected) in expected {
            let error = Query::parse(text).unwrap_err();
            let words = ["pgnkit", "filter", "-w", text].map(OsString::from);
            let line = corrected.map(|it| format!("pgnkit filter -w '{it}'"));
            assert_eq!(of_failure(&words, &error.into(), crate::command), line, "{text}");
        }
    }
}

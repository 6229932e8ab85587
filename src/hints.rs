//! The command that was probably meant, for usage errors.

use std::{ffi::OsString, ops::Range, path::Path};

use clap::{
    ValueHint,
    error::{ContextKind, ContextValue, ErrorKind},
};
use pgn_query::value::is_digits;
use pgn_stream::endings::{is_pgn, is_zip};
use pgn_syntax::look_alike::has_effect;
use pgn_work::{
    options::{
        other_commands::OTHER_COMMANDS,
        wishes::{self, Instead},
    },
    paths,
};

mod failures;
mod pgn_extract;

pub(crate) use failures::of_failure;

/// The output of `pgnkit` without arguments.
pub(crate) const GREETING: &str = "\
pgnkit checks, fixes, converts, filters, merges and counts chess games in PGN.

  pgnkit check games.pgn                       find what is wrong with them
  pgnkit check --fix games.pgn                 make safe fixes; first see --diff
  pgnkit export -o clean.pgn games.pgn         write the form of the standard
  pgnkit filter -w 'White ~ \"Tal*\"' games.pgn  copy the games you ask for
  pgnkit merge --dedup -o all.pgn folder       join files, each game once
  pgnkit stats games.pgn                       count players, results, openings

`pgnkit help` lists all commands and topics,
`pgnkit COMMAND -h` the options of one.
";

/// Options that a command has under another name: the commands, the options, and the name of the option in these
/// commands.
const OTHER_OPTIONS: &[(&[&str], &[&str], &str)] = &[
    (&["check", "diff", "rules"], &["--format", "-f"], "--output-format"),
    (&["stats", "export"], &["--output-format", "-f"], "--format"),
    (&["export"], &["--to"], "--format"),
    (&["check"], &["--in-place", "--write"], "--fix"),
    (&["check"], &["--disable", "--exclude-rule"], "--ignore"),
    (&["export"], &["--encoding-out"], "--output-encoding"),
    (&["export"], &["--fields"], "--columns"),
    (&["export"], &["--deduplicate"], "--dedup"),
    (&["merge"], &["--deduplicate", "--unique"], "--dedup=moves+players"),
    (&["filter"], &["--query"], "--where"),
    (&["filter"], &["-c"], "--count"),
    (&["split"], &["-o", "--output", "--out", "--output-dir", "--out-dir", "--outdir"], "--dir"),
    (&["stats"], &["--sort", "--sort-by"], "--order"),
    (&["stats"], &["--min-games"], "--at-least"),
    (&["stats"], &["--depth"], "--moves"),
    (
        &["check", "diff", "export", "filter", "merge", "stats", "strip-comments"],
        &["--out", "--outfile", "--output-file"],
        "--output",
    ),
];

/// Returns the command and options of pgnkit for the name of a command in another program; `None` if it is not known.
pub(crate) fn command_of(word: &str) -> Option<(&'static str, &'static [&'static str])> {
    let entry = OTHER_COMMANDS.iter().find(|(words, ..)| words.contains(&word))?;
    Some((entry.1, entry.2))
}

/// Returns the name nearest to a misspelled word; `None` if none is similar.
pub(crate) fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = word.chars().count().div_ceil(4);
    let near = pgn_syntax::nearest(word, names);
    near.filter(|(n_slips, _)| *n_slips <= limit).map(|(_, name)| name)
}

/// Maximum number of mistakes in one command line that are corrected.
const MAX_STEPS: usize = 4;

/// Returns the command line that was probably meant by a wrong one, quoted for a shell; `None` if it cannot be guessed.
pub(crate) fn meant(args: &[OsString], program: fn() -> clap::Command) -> Option<String> {
    let mut words: Vec<String> =
        args.iter().map(|arg| arg.to_str().map(str::to_owned)).collect::<Option<_>>()?;
    for _ in 0..=MAX_STEPS {
        match program().try_get_matches_from(&words) {
            Err(error) if error.use_stderr() => words = corrected(&words, &error, program)?,
            _ => return shown(&words),
        }
    }
    None
}

/// Returns the text of a context of an error, of several the first.
fn context_text(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => texts.first().cloned(),
        _ => None,
    }
}

/// Returns the words with one mistake corrected; `None` if it cannot be corrected.
fn corrected(
    words: &[String],
    error: &clap::Error,
    program: fn() -> clap::Command,
) -> Option<Vec<String>> {
    let text = |kind| context_text(error, kind);
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand)?;
            let at = words.iter().skip(1).position(|it| *it == word)? + 1;
            let known = |name: &str| spliced(words, at..at + 1, &[name]);
            if let Some((name, options)) = command_of(&word) {
                let next = words.get(at + 1).map(String::as_str);
                let meant = spliced(words, at..at + 1, &[&[name], options].concat());
                let meant = failures::with_output(&meant, at).unwrap_or(meant);
                return Some(with_value(meant, at, next));
            }
            if word == "-" || looks_like_games(&word) {
                return Some(spliced(words, at..at, &["check"]));
            }
            let program = program();
            nearest(&word, program.get_subcommands().map(clap::Command::get_name)).map(known)
        }
        ErrorKind::UnknownArgument => of_unknown(words, &text(ContextKind::InvalidArg)?, program),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let value = text(ContextKind::InvalidValue)?;
            let option = text(ContextKind::InvalidArg).unwrap_or_default();
            let option = option.split(' ').next().unwrap_or_default();
            if let Some(meant) = wishes::command_option(option, &value) {
                let at = words.iter().rposition(|word| word.split('=').next() == Some(option))?;
                return Some(spliced(words, at..at + 1, &[&words[at].replacen(option, meant, 1)]));
            }
            let in_message = || {
                let (wrong, meant) = failures::suggested_name(&error.to_string())?;
                (!is_other_word(&wrong, &meant)).then_some(meant)
            };
            let suggested =
                text(ContextKind::SuggestedValue).filter(|it| is_near_value(&value, it));
            let other = wishes::other_value(option, &value).map(str::to_owned);
            let meant = other.or(suggested).or_else(in_message)?;
            let is_it = |word: &String| {
                *word == value || word.split_once('=').is_some_and(|(_, it)| it == value)
            };
            let at = words.iter().rposition(is_it)?;
            let word = words[at].replacen(&value, &meant, 1);
            Some(spliced(words, at..at + 1, &[&word]))
        }
        _ => None,
    }
}

/// Returns the words of the command at index `at`, where the word after its typed name is the value of an option: a
/// number replaces the default number of the option that the name means (`sample 3` is `filter --sample 3`); after
/// `filter`, an expression is the value of `-w`, and another word before inputs that of `--player`. `next`: the word
/// after the name.
fn with_value(mut words: Vec<String>, at: usize, next: Option<&str>) -> Vec<String> {
    let Some(next) = next else { return words };
    let n_default = words.get(at + 2).is_some_and(|word| is_digits(word));
    if n_default && is_digits(next) && words.get(at + 3).is_some_and(|word| word == next) {
        words.remove(at + 2);
    } else if words[at] == "filter"
        && words.get(at + 1).is_some_and(|word| word == next)
        && next.chars().next().is_some_and(char::is_alphabetic)
        && !looks_like_games(next)
        && words.len() > at + 2
    {
        let option = if failures::is_expression(next) { "-w" } else { "--player" };
        words.insert(at + 1, option.to_owned());
    }
    words
}

/// Returns the words with what was probably meant by an unknown option; `None` if it is not known.
fn of_unknown(
    words: &[String],
    option: &str,
    program: fn() -> clap::Command,
) -> Option<Vec<String>> {
    let at = words.iter().position(|word| word.split('=').next() == Some(option));
    let at = at.or_else(|| words.iter().position(|word| word.starts_with(option)))?;
    let renamed = |name: &str| spliced(words, at..at + 1, &[&words[at].replacen(option, name, 1)]);
    let program = program();
    let command = typed_command(words, &program);
    if let Some(name) = other_name(command, option) {
        let is_there = words.iter().any(|word| word == name);
        return Some(if is_there { spliced(words, at..at + 1, &[]) } else { renamed(name) });
    }
    let attached = words[at].split_once('=').map(|(_, value)| value);
    let next = words.get(at + 1).map(String::as_str).filter(|word| !word.starts_with('-'));
    let value = attached.or(next).filter(|word| !looks_like_games(word));
    let of_other_program = || {
        let it = pgn_extract::instead(&words[at], next)?;
        let is_input = |(i, word): (usize, &String)| i != at + 1 && looks_like_games(word);
        let takes_only_input = it.takes_value
            && next.is_some_and(looks_like_games)
            && !words.iter().enumerate().skip(1).any(is_input);
        (!takes_only_input).then_some(it)
    };
    let Some(name) = option.strip_prefix("--") else {
        let is_possible = !wishes::is_impossible(command, option);
        return of_other_program()
            .filter(|_| is_possible)
            .map(|it| replaced(words, at, it, &program));
    };
    if let Some(words) = of_format(words, at, name, &program) {
        return Some(words);
    }
    if wishes::is_impossible(command, name) {
        return None;
    }
    if let Some(it) = wishes::instead(command, name, value).or_else(of_other_program) {
        return Some(replaced(words, at, it, &program));
    }
    let is_valued = |arg: &clap::Arg| match next {
        _ if attached.is_some() || !needs_value(arg) => true,
        // The value of an option of this name may be a file, if another word is the input.
        Some(word) if looks_like_games(word) => {
            let hint = arg.get_value_hint();
            let is_input = |(i, word): (usize, &String)| i != at + 1 && looks_like_games(word);
            [ValueHint::FilePath, ValueHint::DirPath].contains(&hint)
                && words.iter().enumerate().skip(1).any(is_input)
        }
        Some(_) => true,
        None => false,
    };
    let near =
        near_option(command, name, &program, is_valued).map(|near| renamed(&format!("--{near}")));
    let of_another = || {
        let other = wishes::elsewhere(command, name)?;
        let arg = program.find_subcommand(other)?.get_arguments();
        let takes_value =
            { arg }.find(|arg| arg.get_long() == Some(name))?.get_action().takes_values();
        // Without a value, the next word is an input and must not become the value of the option.
        let has_value = value.is_some() || ["dedup", "mark"].contains(&name);
        (!takes_value || has_value).then(|| with_command(words.to_vec(), other, &program))
    };
    near.or_else(of_another)
}

/// Returns true if an option cannot be given without a value.
fn needs_value(arg: &clap::Arg) -> bool {
    arg.get_action().takes_values() && arg.get_num_args().is_none_or(|n| n.min_values() > 0)
}

/// Returns the option of the command, or of all commands, that was probably misspelled. `is_valued`: returns true if an
/// option would have its value.
fn near_option(
    command: Option<&str>,
    name: &str,
    program: &clap::Command,
    is_valued: impl Fn(&clap::Arg) -> bool,
) -> Option<String> {
    let of_command = command.and_then(|command| program.find_subcommand(command));
    let arguments = of_command.into_iter().chain([program]).flat_map(clap::Command::get_arguments);
    let arguments = arguments.filter(|arg| is_valued(arg));
    let names = arguments.filter_map(clap::Arg::get_long).filter(|it| wishes::is_slip(name, it));
    let key = |near: &&str| {
        let n_slips = pgn_syntax::nearest(name, std::iter::once(*near)).map(|(n, _)| n);
        // A letter is more often left out than added.
        (n_slips, near.len() < name.len(), near.len())
    };
    names.min_by_key(key).map(str::to_owned)
}

/// Returns true if a value of a list was probably meant by another one: it is similar, or its beginning is.
fn is_near_value(typed: &str, meant: &str) -> bool {
    let beginning: String = meant.chars().take(typed.chars().count() + 1).collect();
    let is_near = |meant: &str| nearest(typed, std::iter::once(meant)).is_some();
    !is_other_word(typed, meant) && (is_near(meant) || is_near(&beginning))
}

/// Returns true for short words that are as long as each other and differ in a letter: they have different meanings, as
/// `elo` and `eco` have.
fn is_other_word(typed: &str, meant: &str) -> bool {
    let letters = |text: &str| {
        let mut letters: Vec<char> = text.to_lowercase().chars().collect();
        letters.sort_unstable();
        letters
    };
    let (typed, meant) = (letters(typed), letters(meant));
    typed.len() <= 3 && typed.len() == meant.len() && typed != meant
}

/// Removes the tips of clap that mean something else than what was typed, or than `meant`, the command line that was
/// probably meant. The usage becomes that of the command.
pub(crate) fn without_wrong_tips(
    mut error: clap::Error,
    args: &[OsString],
    meant: Option<&str>,
    program: fn() -> clap::Command,
) -> clap::Error {
    let text = |error: &clap::Error, kind| context_text(error, kind).unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument => {
            error.remove(ContextKind::Suggested);
            let typed = text(&error, ContextKind::InvalidArg);
            let tip = text(&error, ContextKind::SuggestedArg);
            let is_other = meant.is_some_and(|line| !line.contains(&tip));
            if is_other || !wishes::is_slip(&typed, &tip) {
                error.remove(ContextKind::SuggestedArg);
            }
            // The usage in clap's error contains the option that clap considers similar.
            if let Some(usage) = usage_of(args, program()) {
                error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
            }
        }
        ErrorKind::InvalidSubcommand => {
            error.remove(ContextKind::Suggested);
            let typed = text(&error, ContextKind::InvalidSubcommand);
            let tips = match error.remove(ContextKind::SuggestedSubcommand) {
                Some(ContextValue::Strings(tips)) => tips,
                Some(ContextValue::String(tip)) => vec![tip],
                _ => Vec::new(),
            };
            let is_meant = |tip: &String| meant.is_none_or(|line| line.contains(tip.as_str()));
            let is_near = |tip: &String| nearest(&typed, std::iter::once(tip.as_str())).is_some();
            if let Some(tip) = tips.into_iter().find(|tip| is_meant(tip) && is_near(tip)) {
                let tip = ContextValue::Strings(vec![tip]);
                error.insert(ContextKind::SuggestedSubcommand, tip);
            }
        }
        ErrorKind::InvalidValue => {
            let typed = text(&error, ContextKind::InvalidValue);
            let tip = text(&error, ContextKind::SuggestedValue);
            if !is_near_value(&typed, &tip) {
                error.remove(ContextKind::SuggestedValue);
            }
        }
        _ => (),
    }
    error
}

/// Returns the usage of the command of `args`, or of the program.
fn usage_of(args: &[OsString], mut program: clap::Command) -> Option<clap::builder::StyledStr> {
    program.build();
    let mut command = &mut program;
    for word in args.iter().skip(1).filter_map(|word| word.to_str()) {
        if command.find_subcommand(word).is_some() {
            command = command.find_subcommand_mut(word)?;
        }
    }
    Some(command.render_usage())
}

/// Returns the last line of an error: the arguments that are not UTF-8; or, for an unknown option, the file of this
/// name, where options of pgn-extract are listed, or what to do instead of a thing that the program cannot do.
pub(crate) fn last_line(args: &[OsString], error: &clap::Error) -> Option<String> {
    if error.kind() == ErrorKind::InvalidUtf8 {
        let odd = args.iter().filter(|arg| arg.to_str().is_none());
        let odd: Vec<String> = odd.map(|arg| format!("`{}`", paths::show(arg.as_ref()))).collect();
        return Some(format!("Not UTF-8: {}", odd.join(", ")));
    }
    let is_unknown = error.kind() == ErrorKind::UnknownArgument;
    let option = context_text(error, ContextKind::InvalidArg).filter(|_| is_unknown)?;
    // Letters after a short option are options, too.
    let is_it = |rest: &str| rest.is_empty() || rest.starts_with('=') || !option.starts_with("--");
    let is_file =
        |arg: &&str| arg.strip_prefix(&*option).is_some_and(is_it) && Path::new(arg).exists();
    if let Some(file) = args.iter().filter_map(|arg| arg.to_str()).find(is_file) {
        let shown = paths::show(file.as_ref());
        return Some(format!("There is a file of this name: write ./{shown}"));
    }
    if pgn_extract::has(&option) {
        return Some("`pgnkit help from-pgn-extract` has the options of pgn-extract".to_owned());
    }
    let is_backup = option.split('=').next() == Some("--backup");
    (is_backup && args.contains(&"check".into())).then(|| {
        "`check --fix` keeps no copy: copy the file before, or keep it in git; --diff shows the fixes"
            .to_owned()
    })
}

/// Returns `words` with `new` in place of those of `range`.
fn spliced(words: &[String], range: Range<usize>, new: &[&str]) -> Vec<String> {
    let mut words = words.to_vec();
    words.splice(range, new.iter().map(|word| (*word).to_owned()));
    words
}

/// Returns true if the word is the name of an existing file or folder, or has the ending of a file of games.
fn looks_like_games(word: &str) -> bool {
    is_pgn(word) || is_zip(word) || Path::new(word).exists()
}

/// Returns the name that an option has in a command; `None` if it is not known.
fn other_name(command: Option<&str>, option: &str) -> Option<&'static str> {
    let is_it = |(commands, options, _): &&(&[&str], &[&str], &str)| {
        options.contains(&option) && command.is_some_and(|command| commands.contains(&command))
    };
    OTHER_OPTIONS.iter().find(is_it).map(|(.., name)| *name)
}

/// Returns `words` with `--format NAME` of the given command instead of the option `--NAME` at `at`.
fn of_format(
    words: &[String],
    at: usize,
    name: &str,
    program: &clap::Command,
) -> Option<Vec<String>> {
    let command = words.iter().find_map(|word| program.find_subcommand(word))?;
    let is_format =
        |arg: &&clap::Arg| ["format", "output-format"].map(Some).contains(&arg.get_long());
    let option = command.get_arguments().find(is_format)?;
    let values = option.get_possible_values();
    let names = || values.iter().map(clap::builder::PossibleValue::get_name);
    let has_beginning = |it: &&str| it.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'));
    let value = names().find(|it| *it == name).or_else(|| names().find(has_beginning))?;
    Some(spliced(words, at..at + 1, &[&format!("--{}", option.get_long()?), value]))
}

/// Returns the words with another command, or with a command if there was none.
fn with_command(mut words: Vec<String>, command: &str, program: &clap::Command) -> Vec<String> {
    match command_at(&words, program) {
        Some(at) => command.clone_into(&mut words[at]),
        None => words.insert(1, command.to_owned()),
    }
    words
}

/// Returns the name of the command in the words of a command line.
fn typed_command<'a>(words: &'a [String], program: &clap::Command) -> Option<&'a str> {
    Some(words[command_at(words, program)?].as_str())
}

/// Returns the index of the command in the words.
fn command_at(words: &[String], program: &clap::Command) -> Option<usize> {
    let is_command = |word: &String| program.find_subcommand(word).is_some();
    Some(words.iter().skip(1).position(is_command)? + 1)
}

/// Returns `words` with what pgnkit has instead of the option at `at`.
fn replaced(words: &[String], at: usize, instead: Instead, program: &clap::Command) -> Vec<String> {
    let n_taken = 1 + usize::from(instead.takes_value && !words[at].contains('='));
    let mut new = words.to_vec();
    let end = (at + n_taken).min(new.len());
    let is_another = |word: &String| {
        words.iter().enumerate().any(|(i, other)| !(at..end).contains(&i) && other == word)
    };
    let is_given = |word: &String| instead.words.len() == 1 && is_another(word);
    let name = |word: &String| word.split('=').next().unwrap_or_default().to_owned();
    let first = instead.words.first().map(name);
    // `--in-place --backup` is `--in-place=.bak`.
    let other = words.iter().position(|word| Some(word) == first.as_ref());
    let there = instead.words.iter().filter(|word| !is_given(word)).cloned().collect::<Vec<_>>();
    new.splice(at..end, there);
    if let (Some(other), [only]) = (other, &instead.words[..])
        && other < at
        && only.contains('=')
    {
        new.remove(other);
    }
    match (instead.command, command_at(words, program)) {
        (Some(command), _) => with_command(new, command, program),
        (None, None) => with_command(new, "filter", program),
        (None, Some(_)) => new,
    }
}

/// Returns a command line quoted for a shell; `None` if a word has characters that cannot be shown as they are.
fn shown(words: &[String]) -> Option<String> {
    // A `*` that the shell has not replaced was quoted.
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    let quoted = |word: &String| match word {
        word if !word.is_empty() && word.chars().all(is_plain) => word.clone(),
        word => format!("'{}'", word.replace('\'', "'\\''")),
    };
    let words: Vec<String> = words[1..].iter().map(quoted).collect();
    let line = format!("pgnkit {}", words.join(" "));
    (!line.contains(has_effect)).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every word is listed for one command only, and the command line is valid.
    #[test]
    fn words_of_other_programs() {
        for (words, ..) in OTHER_COMMANDS {
            for word in *words {
                let n = OTHER_COMMANDS.iter().filter(|(words, ..)| words.contains(word)).count();
                assert_eq!(n, 1, "{word}");
                let (command, options) = command_of(word).unwrap();
                let line = [&["pgnkit", command], options].concat();
                let complete = crate::command().try_get_matches_from(line);
                let needs_more = [ErrorKind::MissingRequiredArgument, ErrorKind::MissingSubcommand];
                assert!(
                    complete.map_or_else(
                        |it| needs_more.contains(&it.kind()) || command == "generate",
                        |_| true
                    ),
                    "{word}"
                );
            }
        }
    }
}

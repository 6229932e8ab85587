//! Option values that are words of a table: their parsers, and lists of them.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// The values of an option whose type is defined in a library: name, help and value.
pub(crate) type Choices<T> = &'static [(&'static str, &'static str, T)];

/// Returns the parser of a value that is one of `choices`.
pub(crate) fn one_of<T>(choices: Choices<T>) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    entry_of(choices, |(name, help, _)| (name, help)).map(|(_, _, meant)| meant)
}

/// Returns the parser of a value that is the name of an entry of `table`. `about`: the name and the help of an entry.
pub(crate) fn entry_of<T>(
    table: &'static [T],
    about: fn(T) -> (&'static str, &'static str),
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let value = |(name, help): (&'static str, &'static str)| {
        let value = PossibleValue::new(name);
        if help.is_empty() { value } else { value.help(help) }
    };
    let values = table.iter().map(|&entry| value(about(entry)));
    PossibleValuesParser::new(values).try_map(move |typed| {
        table.iter().copied().find(|&entry| about(entry).0 == typed).ok_or("no such value")
    })
}

/// Returns names as a list in words, as in `csv, parquet and epd`.
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

//! Queries of options: their parsing, the files that they read, and the tags that they name.

use std::{
    cell::RefCell,
    fs::File,
    io::{self, Read as _},
    path::Path,
    sync::Arc,
};

use pgn_query::{Query, Source};

use crate::{
    Globals,
    inputs::{paths, reading::ReadingOptions, requested_names::Absence},
    reports::messages::Messages,
};

/// Returns a query for games that match all expressions, and the files that they read; `None` if there are no
/// expressions. Warns of names and values that are probably misspelled.
///
/// # Errors
/// Returns an error if an expression is not valid.
pub fn parse_all(
    exprs: &[String],
    messages: &Messages,
) -> anyhow::Result<(Option<Arc<Query>>, Vec<String>)> {
    if exprs.is_empty() {
        // Parsing expressions loads much code; most runs have none.
        return Ok((None, Vec::new()));
    }
    let files = RefCell::new(Vec::new());
    let noting = |name: &str| {
        files.borrow_mut().push(name.to_owned());
        load(name)
    };
    let queries: Result<Vec<Query>, _> =
        exprs.iter().map(|text| Query::parse_with(text, &noting)).collect();
    let query = Query::all(queries?);
    for (name, meant) in query.iter().flat_map(Query::misspelled_tags) {
        warn_of_unknown_tag(name, meant, messages);
    }
    for slip in query.iter().flat_map(Query::value_slips) {
        messages.warning(slip);
    }
    query.iter().flat_map(Query::unit_notes).for_each(|note| messages.note(note));
    Ok((query.map(Arc::new), files.into_inner()))
}

/// Reports, after a run, the names of options that no game has and, if nothing was selected, the values that
/// comparisons have nearly matched.
pub fn report_names(run: &Globals) {
    run.reading.requested.report(&run.messages);
    run.reading.query.iter().for_each(|query| report_query(query, run));
}

/// Reports, after a run, the values that a query could not compare and, if nothing was selected, the values that it has
/// nearly matched.
pub fn report_query(query: &Query, run: &Globals) {
    let requested = &run.reading.requested;
    query.misread_values().for_each(|note| run.messages.note(note));
    if !requested.has_selected_nothing() {
        return;
    }
    query.near_misses().for_each(|hint| run.messages.warning(hint));
    if query.least_game() == Some(0) {
        run.messages.warning("games are numbered from 1");
    }
    if let (Some(least), Some(most)) = (query.least_game(), requested.most_games())
        && u64::try_from(least).is_ok_and(|least| least > most)
    {
        let files =
            if requested.has_several_inputs() { "no file has more than" } else { "the file has" };
        run.messages.warning(format_args!("no game {least}; {files} {most}"));
    }
}

/// Looks for the tags that a query names: those that it compares are reported if it selects nothing, those of `missing(…)`
/// that are not well known if no game has them.
pub fn ask_for_tags(query: &Query, reading: &ReadingOptions) {
    for source in query.compared() {
        reading.requested.request_source("--where", source, Absence::IfNothingSelected);
    }
    for source in query.missing() {
        reading.requested.request_source("--where", source, Absence::IfUnknown);
    }
}

/// Warns of a tag of `option` that is probably misspelled, or looks for it in the games, to report it if none has it.
pub fn ask_for_tag(option: &'static str, source: &Source, run: &Globals) {
    match source.suggestion() {
        Some((name, meant)) => warn_of_unknown_tag(name, meant, &run.messages),
        None => run.reading.requested.request_source(option, source, Absence::Always),
    }
}

/// Warns of an unknown tag for which another name is probably meant.
fn warn_of_unknown_tag(name: &str, meant: &str, messages: &Messages) {
    messages.warning(format_args!("no tag is known as `{name}`; did you mean `{meant}`?"));
}

/// Parses an expression and reads the files that it names.
///
/// # Errors
/// Returns an error if the expression is not valid, or a file cannot be read or parsed.
pub fn parse(text: &str) -> Result<Query, pgn_query::Error> {
    Query::parse_with(text, &|name| load(name))
}

fn load(name: &str) -> Result<Vec<u8>, String> {
    /// Maximum size of a file in bytes.
    const MAX_SIZE: u64 = 64 << 20;
    let mut text = Vec::new();
    let read = File::open(name).and_then(|file| file.take(MAX_SIZE + 1).read_to_end(&mut text));
    match read {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(format!("no such file: {}", paths::show(Path::new(name))))
        }
        Err(error) => Err(format!("cannot read {}: {error}", paths::show(Path::new(name)))),
        Ok(n) if n as u64 > MAX_SIZE => Err(format!(
            "{name} is larger than 64 MiB; copy the games that matter with filter --line"
        )),
        Ok(_) => Ok(text),
    }
}

//! Which games a command works on: `--where`, and what its plan is.

use std::{
    fs::File,
    io::{Read as _, Write as _},
    path::Path,
    sync::Arc,
};

use clap::Args;
use pgn_query::Query;
use pgn_stream::Output;
use pgn_work::{messages::Messages, paths};

/// `--where`, for all commands.
#[derive(Args, Debug)]
pub(crate) struct WhereArgs {
    /// Only games for which this holds, as in: elo >= 2600 and White ~ "Carlsen*"; again for more
    #[arg(short = 'w', long = "where", value_name = "EXPR", global = true)]
    #[arg(help_heading = "Selecting")]
    exprs: Vec<String>,

    /// Print how --where is answered, and what must be read for it; read nothing
    #[arg(long, global = true, help_heading = "Selecting")]
    pub(crate) explain_where: bool,
}

impl WhereArgs {
    /// All the expressions as one question.
    ///
    /// # Errors
    /// One of them is none.
    pub(crate) fn query(&self, messages: &Messages) -> anyhow::Result<Option<Arc<Query>>> {
        if self.exprs.is_empty() {
            // Most runs: what reads expressions need not come into memory.
            return Ok(None);
        }
        let queries: Result<Vec<Query>, _> = self.exprs.iter().map(|text| parse(text)).collect();
        let query = Query::all(queries?);
        for slip in query.iter().flat_map(Query::slips) {
            tell_slip(slip, messages);
        }
        Ok(query.map(Arc::new))
    }
}

/// Says that a tag is asked for where another name is probably [meant](pgn_query::Source::meant).
pub(crate) fn tell_slip((name, meant): (&str, &str), messages: &Messages) {
    messages.warning(format_args!("no tag is known as `{name}`; is `{meant}` meant?"));
}

/// An expression, and the files that it names.
///
/// # Errors
/// It is none, or a file of it cannot be read or understood.
pub(crate) fn parse(text: &str) -> Result<Query, pgn_query::Error> {
    Query::parse_with(text, &|name| load(name))
}

fn load(name: &str) -> Result<Vec<u8>, String> {
    /// Bytes that are read at most.
    const MOST: u64 = 64 << 20;
    let mut text = Vec::new();
    let read = File::open(name).and_then(|file| file.take(MOST + 1).read_to_end(&mut text));
    match read {
        Err(error) => Err(paths::unreadable(Path::new(name), &error).to_string()),
        Ok(n) if n as u64 > MOST => Err(format!("{name} is larger than 64 MiB")),
        Ok(_) => Ok(text),
    }
}

/// Writes the plan of a question to stdout.
///
/// # Errors
/// Stdout cannot be written.
pub(crate) fn explain(query: Option<&Query>) -> anyhow::Result<()> {
    let text = query.map_or_else(|| "every game\n".to_owned(), Query::explain);
    let mut out = Output::stdout()?;
    out.write_all(text.as_bytes())?;
    out.commit()?;
    Ok(())
}

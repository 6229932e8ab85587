//! Which games a command works on: `--where`, and what its plan is.

use std::{io::Write as _, sync::Arc};

use clap::Args;
use pgn_query::Query;
use pgn_stream::Output;

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
    pub(crate) fn query(&self) -> anyhow::Result<Option<Arc<Query>>> {
        let queries: Result<Vec<Query>, _> =
            self.exprs.iter().map(|text| Query::parse(text)).collect();
        Ok(Query::all(queries?).map(Arc::new))
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

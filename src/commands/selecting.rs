//! `--where`, and the display of its plan.

use clap::Args;
use pgn_query::Query;

use super::outputs::to_stdout;

/// `--where`, for all commands.
#[derive(Args, Debug)]
#[command(next_help_heading = "Selecting")]
pub(crate) struct WhereArgs {
    /// Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated,
    /// all must match. strip-comments edits the selected games and copies the others
    #[arg(short = 'w', long = "where", value_name = "EXPR", global = true)]
    pub(crate) exprs: Vec<String>,

    /// Print the order in which --where is evaluated and what each part has to read; read no games
    #[arg(long, global = true)]
    pub(crate) explain_where: bool,
}

/// Writes the plan of a query to stdout.
pub(crate) fn explain(query: Option<&Query>) -> anyhow::Result<()> {
    let text = query.map_or_else(|| "every game\n".to_owned(), Query::explain);
    to_stdout(text.as_bytes())
}

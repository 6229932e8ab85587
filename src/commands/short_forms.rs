//! The short forms of `filter`: each is equivalent to an expression, and all must match.

use std::path::Path;

use clap::{Args, ValueHint, builder::NonEmptyStringValueParser};
use pgn_query::{Query, option_expressions::expression};

use pgn_work::options::{queries, values::parse_number};

/// Options that stand for expressions.
#[derive(Args, Debug)]
#[command(next_help_heading = "Selecting")]
pub(crate) struct ShortForms {
    /// White's name begins with this; with `*`, `?`, `[` or `{` in it, this is a glob that the whole
    /// name must match. Case does not matter
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    white: Option<String>,

    /// Black's name begins with this or matches this glob, as for --white
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    black: Option<String>,

    /// Either player's name begins with this or matches this glob, as for --white
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    player: Option<String>,

    /// The event's name begins with this or matches this glob, as for --white
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    event: Option<String>,

    /// ECO codes: B90, B9, B20..B99, or several with commas
    #[arg(long, value_name = "CODES")]
    eco: Option<String>,

    /// Results: 1-0, 0-1, 1/2-1/2, *, or several with commas
    #[arg(long, value_name = "RESULTS", allow_hyphen_values = true)]
    result: Option<String>,

    /// A date or range of dates, with both ends included: 2019, 2019.05..2021, 2019.., ..1970
    #[arg(long, value_name = "DATES")]
    date: Option<String>,

    /// Both players are rated at least N
    #[arg(long, value_name = "N")]
    #[arg(value_parser = parse_number::<u32>, allow_negative_numbers = true)]
    min_elo: Option<u32>,

    /// The main line has at most N half-moves
    #[arg(long, value_name = "N")]
    #[arg(value_parser = parse_number::<u32>, allow_negative_numbers = true)]
    max_plies: Option<u32>,

    /// The game begins with these moves: 1. e4 c5 2. Nf3
    #[arg(long, value_name = "MOVES")]
    line: Option<String>,

    /// A position that matches this pattern occurs, as in: */*/*/*/???PP???/*/*/*; a digit is empty squares
    #[arg(long, value_name = "PATTERN")]
    position: Option<String>,

    /// This balance of material occurs: KRPPvKR
    #[arg(long, value_name = "BALANCE")]
    material: Option<String>,

    /// The final position is: checkmate, stalemate, insufficient
    #[arg(long, value_name = "ENDING")]
    ends: Option<String>,

    /// The game follows the lines of this PGN; --mark shows where it leaves them
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    repertoire: Option<String>,

    /// Numbers of games in their file: 17,40-42
    #[arg(long, value_name = "NUMBERS")]
    game: Option<String>,
}

impl ShortForms {
    /// Returns the file of `--repertoire`.
    pub(super) fn repertoire(&self) -> Option<&Path> {
        self.repertoire.as_deref().map(Path::new)
    }

    /// Returns the queries of the options that are set.
    ///
    /// # Errors
    /// Returns an error if a value is not valid in the expression of its option.
    pub(crate) fn queries(&self) -> Result<Vec<Query>, pgn_query::Error> {
        let [min_elo, max_plies] = [self.min_elo, self.max_plies].map(|n| n.map(|n| n.to_string()));
        let options = [
            ("min-elo", &min_elo),
            ("max-plies", &max_plies),
            ("white", &self.white),
            ("black", &self.black),
            ("player", &self.player),
            ("event", &self.event),
            ("eco", &self.eco),
            ("result", &self.result),
            ("date", &self.date),
            ("line", &self.line),
            ("position", &self.position),
            ("material", &self.material),
            ("ends", &self.ends),
            ("repertoire", &self.repertoire),
            ("game", &self.game),
        ];
        let exprs =
            options.iter().filter_map(|(option, value)| expression(option, value.as_deref()?));
        exprs.map(|expr| queries::parse(&expr)).collect()
    }
}

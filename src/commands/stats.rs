//! `pgnkit stats`: counts and charts of many games.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{bail, ensure};
use clap::{Args as ClapArgs, ValueHint, builder::NonEmptyStringValueParser};
use pgn_query::{Grouping, Part, Query, Source, grouping::fields_of_list, option_expressions};
use pgn_report::tables::{Direction, FORMATS, Fit, Format, Marks};
use pgn_stats::{
    COLOR, CrossTableMode, FormChoice, OpeningTable, Order, OrderKey, Parts, PlayerQueries, Sprt,
    TieBreak, check_order, check_tie_breaks, key_of,
};
use pgn_table::csv::Formulas;
use pgn_work::{
    ExitStatus, ReadingOptions, SelectPlan, names,
    options::{
        queries::{self, ask_for_tag},
        values::parse_number,
    },
    output_set::{OutputKind, OutputSet},
    outputs::Output,
    stats::Plan,
};

use super::{
    common::{self, SelectArgs},
    outputs::{OutputArgs, REPORT_OUTPUT, format_of_output},
    tables::read_openings,
    values::entry_of,
};

use crate::{
    config::{Options, Refusal},
    globals::Globals,
};

/// Default number of rows of a list.
const TOP: usize = 10;
/// Default number of rows of `--by`.
const TOP_BY: usize = 100;
/// Default width in columns.
const WIDTH: usize = 100;

const EXAMPLES: &str = r#"Examples:
  pgnkit stats games.pgn                                an overview
  pgnkit stats --by year,result games.pgn               counts by fields
  pgnkit stats --by player --order score:desc games     the highest scores first
  pgnkit stats --player 'Carlsen, M*' games             the score of one player
  pgnkit stats --by pair games.pgn                      Elo differences by pair
  pgnkit stats --crosstable games.pgn                   tables of tournaments
  pgnkit stats --engines games.pgn                      time losses and depths
  pgnkit stats --quality games.pgn                      what is missing or wrong
  pgnkit stats --moves 6 -w 'White ~ "Tal*"' games.pgn  the openings of Tal
  pgnkit stats --names spellings.tsv games              spellings of one name
  pgnkit stats -o report.html games.pgn                 a page with charts"#;

/// Count games, players, openings, results; report on quality
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES, mut_arg("output", |arg| arg.help(REPORT_OUTPUT)))]
pub(crate) struct Args {
    #[command(flatten)]
    input: common::InputArgs,
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    output: OutputArgs,

    /// Count by the values of fields or tags, or by pieces of values, as in split --by: year, player,
    /// Date:month, White:surname, elo:100, White,Result; or `pair`, for the score between each two players, also
    /// with a field: pair,year
    #[arg(long, value_name = "FIELD[:PART][,...]", help_heading = "Counting")]
    by: Vec<String>,

    /// Run a sequential probability ratio test for each row of --by pair: is the first player's normalized Elo
    /// ELO0 (H0) or ELO1 (H1)? As in 0,5
    #[arg(long, value_name = "ELO0,ELO1", help_heading = "Counting")]
    #[arg(value_parser = Sprt::parse, allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// The columns that sort the rows of --by, by their names in CSV: score:desc, games, year:asc
    #[arg(long, value_name = "COLUMN[:asc|:desc][,...]", help_heading = "Counting")]
    #[arg(value_delimiter = ',')]
    order: Vec<String>,

    /// Leave out the rows of --by, and the moves of --moves, with fewer than N games
    #[arg(long, value_name = "N", help_heading = "Counting")]
    #[arg(value_parser = parse_number::<u64>, allow_negative_numbers = true)]
    at_least: Option<u64>,

    /// Count the games of one player, with the player's score by color, opening, rating of opponents, year and
    /// opponent. NAME is the beginning of the name; if it contains `*`, `?`, `[` or `{`, it is a glob that the whole
    /// name must match, as in '{MyName}'
    #[arg(long, value_name = "NAME", help_heading = "Counting")]
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    player: Option<String>,

    /// A cross table for each event, with tie-breaks [without a value: auto]
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "auto", help_heading = "Counting")]
    #[arg(value_parser = entry_of(FormChoice::ALL, |it| (it.name(), it.help())))]
    crosstable: Option<FormChoice>,

    /// The tie-breaks of --crosstable in their order [default: sonneborn-berger; by rounds, buchholz
    /// before it]
    #[arg(long, value_name = "NAME[,...]", value_delimiter = ',', help_heading = "Counting")]
    #[arg(value_parser = entry_of(TieBreak::ALL, |it| (it.name(), it.help())))]
    tie_breaks: Vec<TieBreak>,

    /// For each engine: how its games ended, depth and time of its moves, its openings
    #[arg(long, help_heading = "Counting")]
    engines: bool,

    /// Maximum number of rows of each table; 0: all [default: 10; 100 for --by]
    #[arg(long, value_name = "N", help_heading = "Counting")]
    #[arg(value_parser = parse_top, allow_negative_numbers = true)]
    top: Option<usize>,

    /// Report on quality: what is missing, unknown, contradictory or wrong
    #[arg(long, help_heading = "Counting")]
    quality: bool,

    /// Show the tree of openings, DEPTH half-moves deep; transpositions are joined
    #[arg(long, value_name = "DEPTH", help_heading = "Counting")]
    #[arg(value_parser = parse_depth, allow_negative_numbers = true)]
    moves: Option<u32>,

    /// Openings of your own: TSV of code, name and moves, or PGN with ECO, Opening and Variation
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Counting")]
    eco_file: Option<PathBuf>,

    /// Write no counts, but a table of the spellings of players, events and sites to FILE, for
    /// export --map-tag; `-` is stdout
    ///
    /// Each row has a spelling, the preferred spelling, the number of games, how certain it is that both are one
    /// name, and how they differ. Rows that need a check are commented out. Edit the table before you use it.
    #[arg(long, value_name = "FILE.tsv", value_hint = ValueHint::FilePath, help_heading = "Names")]
    #[arg(conflicts_with_all = ["by", "quality", "moves", "player", "crosstable", "engines", "output", "skip", "take"])]
    names: Option<PathBuf>,

    /// The list of players that FIDE publishes, as XML or as text, for --names: names, numbers,
    /// titles and years of birth
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Names")]
    #[arg(requires = "names")]
    players: Option<PathBuf>,

    /// The format of the counts [default: text, or that of the ending of --output]
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    #[arg(value_parser = entry_of(FORMATS, |it| (it.name, it.help)))]
    format: Option<&'static Format>,

    /// Put an apostrophe before text that a spreadsheet would run as a formula (csv, tsv)
    #[arg(long, help_heading = "Output")]
    csv_safe: bool,

    /// Draw with ASCII characters
    #[arg(long, help_heading = "Output")]
    ascii: bool,
}

impl Args {
    /// Returns the format of the counts: that of `--format`, of the ending of the output, or text.
    ///
    /// # Errors
    /// Returns an error if the ending of the output is that of another format.
    fn format(&self) -> anyhow::Result<&'static Format> {
        let (output, formats) = (self.output.path(), FORMATS.iter().copied());
        let format = format_of_output(output, "--format", self.format, formats, |it| it.name)?;
        Ok(format.unwrap_or(FORMATS[0]))
    }

    /// Checks the options, as [`super::Command::check_options`] does.
    pub(crate) fn check_options(&self, _: Options<'_>) -> Result<(), Refusal> {
        // clap does not check a requirement if an option that is present excludes the required one.
        if self.names.is_some() {
            let of_counts = [
                ("order", !self.order.is_empty()),
                ("sprt", self.sprt.is_some()),
                ("at-least", self.at_least.is_some()),
                ("top", self.top.is_some()),
                ("tie-breaks", !self.tie_breaks.is_empty()),
                ("append", self.output.append),
                ("format", self.format.is_some()),
                ("csv-safe", self.csv_safe),
                ("ascii", self.ascii),
                ("eco-file", self.eco_file.is_some()),
            ];
            return of_counts.into_iter().try_for_each(|(option, is_set)| {
                Refusal::unless(!is_set, option, || {
                    format!("--{option} is for counts, not --names")
                })
            });
        }
        Refusal::unless(self.players.is_none(), "players", || {
            "--players is for --names, not for counts".to_owned()
        })?;
        let (has_by, has_moves) = (!self.by.is_empty(), self.moves.is_some());
        Refusal::unless(self.order.is_empty() || has_by, "order", || {
            "--order needs --by, whose rows it sorts".to_owned()
        })?;
        Refusal::unless(self.at_least.is_none() || has_by || has_moves, "at-least", || {
            "--at-least needs --by or --moves, whose rows it leaves out".to_owned()
        })?;
        let format =
            self.format().map_err(|err| Refusal::misplaced("format", err.to_string()))?.name;
        Refusal::unless(!self.csv_safe || matches!(format, "csv" | "tsv"), "csv-safe", || {
            format!("--csv-safe is for --format csv and tsv, not {format}")
        })?;
        Refusal::unless(!self.ascii || format == "text", "ascii", || {
            format!("--ascii is for --format text, not {format}")
        })?;
        let is_document = matches!(format, "html" | "json");
        Refusal::unless(!self.output.append || !is_document, "format", || {
            format!("--append cannot add to a report in {format}: it is one document")
        })?;
        // Invalid values of the other options are reported by the plan.
        let Ok(parts) = self.parts(OpeningTable::BuiltIn, format == "html") else { return Ok(()) };
        Refusal::unless(parts.sprt.is_none() || parts.pairs, "sprt", || {
            "--sprt is for --by pair".to_owned()
        })?;
        check_tie_breaks(&parts).map_err(|message| Refusal::misplaced("tie-breaks", message))?;
        check_order(&parts).map_err(|message| Refusal::misplaced("order", message))
    }

    fn plan(&self, globals: &Globals) -> anyhow::Result<Plan> {
        let output = self.output.plan()?;
        let format = self.format()?;
        let openings = match &self.eco_file {
            None => OpeningTable::BuiltIn,
            Some(path) => OpeningTable::Custom(Box::new(read_openings(path)?)),
        };
        let parts = self.parts(openings, format.is_page)?;
        for (_, by) in &parts.by {
            ask_for_tag("--by", &by.source, &globals.run);
        }
        let top = |default| match self.top {
            None => Some(default),
            Some(0) => None,
            Some(n) => Some(n),
        };
        Ok(Plan {
            select: self.select.plan(),
            format,
            fit: Fit {
                width: width(&output),
                marks: if self.ascii { Marks::Ascii } else { Marks::Unicode },
                paint: output.paint(globals.run.stdout),
                formulas: Formulas::of(self.csv_safe),
            },
            output,
            selection: self.selection(globals),
            counts: pgn_stats::Plan { parts, top: top(TOP), top_by: top(TOP_BY) },
            has_top: self.top.is_some(),
        })
    }

    /// Returns the options that select the games, as a page shows them; empty if there are none.
    fn selection(&self, globals: &Globals) -> String {
        let SelectPlan { skip, take } = self.select.plan();
        let bytes = globals.run.reading.bytes.as_ref();
        let mut words: Vec<String> =
            globals.exprs.iter().map(|expr| format!("--where {expr}")).collect();
        words.extend(self.player.iter().map(|name| format!("--player {name}")));
        words.extend((skip > 0).then(|| format!("--skip {skip}")));
        words.extend(take.map(|n| format!("--take {n}")));
        words.extend(bytes.map(|range| format!("--bytes {}-{}", range.start, range.end)));
        words.join(", ")
    }

    /// Returns what is counted. `is_page`: true for the page of HTML.
    ///
    /// # Errors
    /// Returns an error if a field or a name is not valid.
    fn parts(&self, openings: OpeningTable, is_page: bool) -> anyhow::Result<Parts> {
        let (names, pairs) = without_pair(&self.by)?;
        let by = fields(&names)?;
        let player = self.player.as_deref().map(player).transpose()?;
        ensure!(
            player.is_some() || pairs || !by.iter().any(|(_, by)| by.source.is_field(COLOR.name)),
            "--by color: the color is that of a player, whom --player or --by pair,color names"
        );
        let asks = pairs
            || !by.is_empty()
            || self.quality
            || self.moves.is_some()
            || player.is_some()
            || self.crosstable.is_some()
            || self.engines;
        Ok(Parts {
            overview: !asks,
            // The HTML page has the overview and the quality sections.
            quality: self.quality || (is_page && !asks),
            tree_plies: self.moves,
            by,
            pairs,
            sprt: self.sprt,
            cross_tables: match (self.crosstable.is_some(), is_page && !asks) {
                (true, _) => CrossTableMode::All,
                (false, true) => CrossTableMode::IfFew,
                (false, false) => CrossTableMode::None,
            },
            form: self.crosstable.unwrap_or_default(),
            tie_breaks: self.tie_breaks.clone(),
            engines: self.engines,
            order: Order {
                keys: self.order.iter().map(|text| order_key(text)).collect::<Result<_, _>>()?,
                at_least: self.at_least.unwrap_or(0),
            },
            player,
            openings,
        })
    }

    /// Returns the globals with `--player` added to the query, so that only games of this player are read; and the query
    /// of `--player`.
    fn with_player(
        &self,
        run: &pgn_work::Globals,
    ) -> anyhow::Result<(pgn_work::Globals, Option<Query>)> {
        let Some(name) = &self.player else { return Ok((run.clone(), None)) };
        let of_player = queries::parse(&option_expressions::matches("player", name))?;
        let mut queries = vec![of_player.clone()];
        queries.extend(run.reading.query.iter().map(|query| Query::clone(query)));
        let query = Query::all(queries).map(Arc::new);
        let reading = ReadingOptions { query, ..run.reading.clone() };
        Ok((pgn_work::Globals { reading, ..run.clone() }, Some(of_player)))
    }
}

/// Returns the fields of `--by`, each with its name.
fn fields(names: &[&str]) -> anyhow::Result<Vec<(String, Grouping)>> {
    let mut fields: Vec<(String, Grouping)> = Vec::new();
    for &name in names {
        ensure!(!name.is_empty(), "--by: a field has no name");
        let by = if name == COLOR.name {
            Ok(Grouping { source: Source::Field(&COLOR), part: Part::Whole })
        } else {
            Grouping::parse(name)
        };
        let by = by.map_err(|why| anyhow::anyhow!("--by {name}: {why}"))?;
        ensure!(
            !by.source.is_field("game"),
            "--by {name}: every game has a different value, so there is nothing to count"
        );
        let key = key_of(name);
        if let Some((other, of_other)) = fields.iter().find(|(other, _)| key_of(other) == key) {
            let is_field = |by: &Grouping| matches!(by.source, Source::Field(_));
            if by.to_string() == of_other.to_string() {
                bail!("--by {other},{name}: the same field twice; name each field once");
            }
            let both =
                if is_field(&by) == is_field(of_other) { "both" } else { "the tag and the field" };
            bail!("--by {other},{name}: {both} have the same column, `{key}`; name one of them");
        }
        // Each value of one would be counted with each of the other, also those of another player or move.
        let is_same = |(_, other): &&(String, Grouping)| other.whole() == by.whole();
        if (by.has_several_values() || by.is_of_players())
            && let Some((other, _)) = fields.iter().find(is_same)
        {
            bail!(
                "--by {other},{name}: a game may have several values of `{}`, and it is not known which of them belong \
                 together; name one of them",
                by.whole()
            );
        }
        fields.push((name.to_owned(), by));
    }
    Ok(fields)
}

/// Returns the names of the fields of `--by` other than `pair`, which is not a field of a game, and whether `pair` is named.
fn without_pair(texts: &[String]) -> anyhow::Result<(Vec<&str>, bool)> {
    let names: Vec<&str> = texts.iter().flat_map(|text| fields_of_list(text)).collect();
    ensure!(!names.iter().any(|name| name.starts_with("pair:")), "--by pair has no parts");
    let fields: Vec<&str> = names.iter().copied().filter(|name| *name != "pair").collect();
    let n_pairs = names.len() - fields.len();
    ensure!(n_pairs < 2, "--by pair,pair: the same twice; name it once");
    ensure!(
        n_pairs == 0 || fields.len() < 2,
        "--by pair goes with one other field; select the games of an event or a year with --where"
    );
    Ok((fields, n_pairs > 0))
}

/// Parses a column of `--order` with its direction.
fn order_key(text: &str) -> anyhow::Result<OrderKey> {
    let (name, direction) = match text.rsplit_once(':') {
        Some((name, "desc")) => (name, Direction::Descending),
        Some((name, "asc")) => (name, Direction::Ascending),
        Some((_, other))
            if ["asc", "desc"].iter().any(|it| other.to_lowercase().starts_with(it)) =>
        {
            bail!("--order {text}: the direction is `asc` or `desc`, not `{other}`")
        }
        _ => (text, Direction::Ascending),
    };
    Ok(OrderKey { column: key_of(name.trim()), direction })
}

/// Returns the queries for the games of the player of `--player`, as White and as Black.
fn player(name: &str) -> anyhow::Result<PlayerQueries> {
    let side = |field: &str| queries::parse(&option_expressions::matches(field, name));
    Ok(PlayerQueries { name: name.to_owned(), queries: [side("White")?, side("Black")?] })
}

/// Parses the depth of the tree of openings.
fn parse_depth(text: &str) -> Result<u32, &'static str> {
    let depth = parse_number(text).ok().filter(|n| (1..=200).contains(n));
    depth.ok_or("not a number from 1 to 200")
}

/// Returns the width of tables in columns.
fn width(output: &Output) -> usize {
    let of_variable = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let of_terminal = || (*output == Output::Stdout).then(common::terminal_width).flatten();
    of_variable.or_else(of_terminal).filter(|&width| width > 0).unwrap_or(WIDTH)
}

/// Writes the table of `--names`.
fn write_names(table: &Path, args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let table = Output::of(table);
    let outputs = OutputSet::new(args.output.force.force, &globals.run)
        .output_of("--names ", &table, OutputKind::Names)
        .reads("--players", args.players.as_deref());
    let inputs = args.input.resolve("stats", &outputs, globals)?;
    outputs.begin(&inputs, &globals.run)?;
    let plan = names::Plan { table, players: args.players.clone() };
    names::run(&plan, &inputs, &globals.run)
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    if let Some(table) = &args.names {
        return write_names(table, args, globals);
    }
    let plan = args.plan(globals)?;
    let outputs = OutputSet::new(args.output.force.force, &globals.run)
        .output(&plan.output, OutputKind::Tables)
        .reads("--eco-file", args.eco_file.as_deref());
    let inputs = args.input.resolve("stats", &outputs, globals)?;
    outputs.begin(&inputs, &globals.run)?;
    let (run, player) = args.with_player(&globals.run)?;
    let status = pgn_work::stats::run(&plan, &inputs, &run)?;
    report_no_games(args, player.as_ref(), &run);
    Ok(status)
}

/// Reports that no game was selected, and the values that `--player` has nearly matched.
fn report_no_games(args: &Args, player: Option<&Query>, run: &pgn_work::Globals) {
    if run.reading.query.is_none() || !run.reading.requested.has_selected_nothing() {
        return;
    }
    let Some(query) = player else {
        if !args.by.is_empty() || args.crosstable.is_some() || args.engines {
            run.messages.note("no game is selected, so there is nothing to count");
        }
        return;
    };
    if query.near_misses().next().is_some() {
        return queries::report_query(query, run);
    }
    let name = args.player.as_deref().unwrap_or_default();
    run.messages.warning(format_args!(
        "--player {name}: no selected game is of this player; stats --by player lists the names"
    ));
}

/// Parses the value of `--top`.
fn parse_top(text: &str) -> Result<usize, String> {
    parse_number(text).map_err(|error| format!("{error}; 0 shows all"))
}

//! The account of a run: finds each game of the inputs again in the result, among the duplicates or among the rejects,
//! or reports it as lost.

mod gather;

use std::io;

use anyhow::ensure;
use pgn_collate::{
    Spool,
    account::{Account, FileRole, GameLocation, Shortfall, Totals},
};
use pgn_report::changes::{ChangeKind, ChangedGame, VersionPlace};
use pgn_stream::{Encoding, Flow};
use pgn_syntax::ReadOptions;

use self::gather::{AccountSink, AccountWork};
use crate::{
    ExitStatus, Globals,
    commands::diff::{ChangesOutput, Format, title},
    inputs::{
        Inputs,
        texts::{TextPlace, Texts, WindowId},
    },
    outputs::Output,
    reports::messages::{Messages, counted},
    run_inputs,
    writing::recode,
};

/// The plan of an account.
#[derive(Debug)]
pub struct Plan {
    /// Destination of the list of lost games.
    pub output: Output,
    /// Format of the list.
    pub format: &'static Format,
    /// Maximum number of bytes in memory for data that grows with the number of games.
    pub memory: usize,
}

/// The files of a run.
#[derive(Debug)]
pub struct Sides {
    /// The inputs.
    pub inputs: Inputs,
    /// The output of the run.
    pub result: Inputs,
    /// Number of games that the result had before the run.
    pub n_earlier: u64,
    /// The file whose games the run did not write again, if there is one.
    pub masters: Option<Inputs>,
    /// The file of dropped copies, if there is one.
    pub duplicates: Option<Inputs>,
    /// The file of rejected games, if there is one.
    pub rejects: Option<Inputs>,
    /// The character set of the result; `None` if it is that of the inputs.
    pub result_encoding: Option<Encoding>,
}

impl Sides {
    /// Returns the files of all sides.
    pub fn all(&self) -> impl Iterator<Item = &Inputs> {
        let Sides { inputs, result, masters, duplicates, rejects, .. } = self;
        let others = [masters, duplicates, rejects].map(Option::as_ref);
        [Some(inputs), Some(result)].into_iter().chain(others).flatten()
    }
}

/// Accounts for the games of `sides` as `plan` says, and reports the numbers of games to `messages`. Returns the exit
/// status.
///
/// # Errors
/// Returns an error if an output or an intermediate file cannot be written, or if nothing of a file could be read.
pub fn run(
    plan: &Plan,
    sides: &Sides,
    globals: &Globals,
    messages: &Messages,
) -> anyhow::Result<ExitStatus> {
    let temp_files = &globals.temp_files;
    let failed = |error| globals.temp_file_error(error);
    let mut out = ChangesOutput::open(&plan.output, plan.format, globals)?;
    let mut texts = Texts::new(Spool::new(plan.memory / 4, temp_files));
    let mut account = Account::new(plan.memory / 2, temp_files);
    let (mut is_complete, mut cut) = (true, Vec::new());
    // All games of the other sides count, whatever is selected from the inputs.
    let of_all = globals.of_all_games();
    let mut of_result = of_all.clone();
    if let Some(encoding) = sides.result_encoding {
        of_result.reading.encoding = encoding;
        of_result.reading.encodings_of_files = None;
    }
    let others = [
        (FileRole::Result, Some(&sides.result), &of_result),
        (FileRole::Earlier, sides.masters.as_ref(), &of_all),
        (FileRole::Duplicates, sides.duplicates.as_ref(), &of_all),
        (FileRole::Rejects, sides.rejects.as_ref(), &of_all),
    ];
    let others = others.into_iter().filter_map(|(role, inputs, it)| Some((role, inputs?, it)));
    for (role, inputs, globals) in
        [(FileRole::Input, &sides.inputs, globals)].into_iter().chain(others)
    {
        let work = AccountWork { reading: &globals.reading, role };
        let progress = inputs.progress(&globals.messages);
        let mut sink = AccountSink {
            reading: &globals.reading,
            role,
            texts: &mut texts,
            account: &mut account,
            n_earlier: if role == FileRole::Result { sides.n_earlier } else { 0 },
            n_unread: 0,
            has_games: false,
        };
        let is_whole =
            run_inputs::run(&work, inputs, globals, Some(&progress), &mut sink).map_err(failed)?;
        is_complete &= is_whole;
        if !is_whole {
            let what = role_name(role);
            ensure!(sink.has_games, "no game of the {what} was read; nothing is compared");
            cut.push(what);
        }
        if sink.n_unread > 0 {
            is_complete = false;
            let unread = counted(sink.n_unread, "game");
            let what = if role == FileRole::Input { "of the inputs" } else { "of the other files" };
            messages.error(format_args!("{unread} {what} could not be compared"));
        }
    }
    let mut accounted = account.finish().map_err(failed)?;
    let (mut bytes, options) = (Vec::new(), globals.reading.read_options());
    while let Some(found) = accounted.next_shortfall().map_err(failed)? {
        let (old, new, kind) = match found {
            Shortfall::Lost(old) => (old, None, ChangeKind::Lost),
            Shortfall::Poorer(old, new) => (old, Some(new), ChangeKind::Poorer),
        };
        read(&old, &mut texts, options, &mut bytes).map_err(failed)?;
        let change = title(&bytes, options, kind);
        let place = |it: &GameLocation| VersionPlace {
            input: texts.name(it.input),
            game: it.number,
            line: it.line,
        };
        let new = new.as_ref().map(place);
        let game = ChangedGame { old: Some(place(&old)), new, change };
        if out.push(&game)? == Flow::Stop {
            return Ok(ExitStatus::Findings);
        }
    }
    let totals = accounted.totals;
    let words = format!("{} lost, {} poorer", counted(totals.lost, "game"), totals.poorer);
    out.finish(&words, is_complete)?;
    let has_earlier = sides.masters.is_some() || sides.n_earlier > 0;
    let of_what = if has_earlier { "of these or of earlier games" } else { "of these" };
    report(&totals, of_what, &cut, messages);
    let is_whole = totals.lost + totals.poorer == 0;
    Ok(if is_whole { ExitStatus::Clean } else { ExitStatus::Findings })
}

/// Reads the bytes of a game of the inputs, and converts them to UTF-8.
fn read(
    place: &GameLocation,
    texts: &mut Texts,
    options: ReadOptions,
    bytes: &mut Vec<u8>,
) -> io::Result<()> {
    let GameLocation { offset, len, input, .. } = *place;
    let place = TextPlace { offset, len: len as usize, input: Some(input) };
    texts.read(place, WindowId::First)?.clone_into(bytes);
    recode::to_utf8(bytes, options, texts.fallback(input));
    Ok(())
}

/// Returns the name of the files of a role in messages.
fn role_name(role: FileRole) -> &'static str {
    match role {
        FileRole::Input => "inputs",
        FileRole::Result | FileRole::Tree | FileRole::LineOfTree => "result",
        FileRole::Earlier => "file of --against",
        FileRole::Duplicates => "file of --duplicates",
        FileRole::Rejects => "file of --rejects",
    }
}

/// Reports the numbers of games. The numbers of the summary line add up to that of the inputs. `of_what`: words for the
/// games that the copies repeat; `cut`: the names of files that were not read to their ends.
fn report(totals: &Totals, of_what: &str, cut: &[&str], messages: &Messages) {
    let Totals { inputs, kept, copies, rejected, lost, poorer, by_moves, added } = *totals;
    if added > 0 {
        let games = counted(added, "game");
        messages.warning(format_args!("{games} of the result found in no input"));
    }
    if by_moves > 0 {
        let games = counted(by_moves, "game");
        messages.note(format_args!("{games} of the result found by the moves alone: other tags"));
    }
    let less = match poorer {
        0 => String::new(),
        poorer => format!(" ({poorer} with less annotation)"),
    };
    let cut = match cut {
        [] => String::new(),
        cut => format!("; not read to the end: the {}", cut.join(", the ")),
    };
    let copy = if copies == 1 { "copy" } else { "copies" };
    messages.summary(format_args!(
        "{} in: {kept} kept{less}, {copies} {copy} {of_what}, {rejected} rejected, {lost} unaccounted{cut}",
        counted(inputs, "game")
    ));
}

//! The work of `pgnkit merge`: the games of all inputs in one output, sorted and without duplicates if the plan says
//! so.

mod accounting;
mod against;
mod annotation;
mod counts;
mod gather;
mod plan;
mod replacements;
mod report;
mod requeue;
mod sorting;
mod store;
mod trees;
mod uniting;
mod values;
mod work;
mod written_encodings;

use std::{io, path::Path};

use pgn_collate::{Contribution, Duplicates, Groups, Keep, KeyKind, Record, Sorter, UnionOptions};

pub use self::{
    accounting::check_twice,
    against::{check_master, keys_of},
    plan::{Dedup, Plan, WrittenGames},
    values::{BARE_DEDUP, DedupKey, SortList, is_dedup_value, parse_dedup, parse_sort},
};

use self::{
    against::Masters,
    counts::MergeCounts,
    gather::MergeSink,
    replacements::{ReplacementSorter, Replacements},
    report::{KeptCopy, Report},
    requeue::{Requeue, Requeued},
    sorting::Sorting,
    store::{Meta, Store},
    trees::JoinedTrees,
    work::MergeWork,
    written_encodings::WrittenEncodings,
};
use crate::{
    ExitStatus, Globals,
    commands::filter,
    inputs::{Inputs, paths},
    manifest::{self, Role},
    outputs,
    reports::progress::{ShownProgress, SuspendingWriter},
    run_inputs,
    writing::{
        appender::{GamesOutput, Joining, Neighbors},
        output_files,
        replaced::Replaced,
        summary::{AFTER_TAKE, report_mixed, report_replaced},
    },
};

/// Merges the games of `inputs` as `plan` says, and returns the exit status.
///
/// # Errors
/// Returns an error if an output or an intermediate file cannot be written.
pub fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    if plan.dedup.is_none() && !plan.tree && plan.requeue.is_none() && inputs.list.len() > 1 {
        Replaced::new(&plan.output, inputs, &globals.reading).note(&globals.messages);
    }
    let uncompared = uncompared_output(plan);
    let write = || {
        let status = match plan.is_plain() {
            true => filter::run(&copied(plan), inputs, globals),
            false => collate(plan, inputs, globals),
        }?;
        if let Some(path) = uncompared {
            let name = paths::show(path);
            globals.messages.note(format_args!(
                "--append: the games of {name} were not compared; --against {name} drops copies of them"
            ));
        }
        Ok(status)
    };
    let Some(result) = plan.output.path().filter(|_| plan.account) else { return write() };
    let n_earlier = accounting::count_earlier(plan, globals)?;
    let before = accounting::states(plan);
    let status = write()?;
    let has_failed = globals.messages.worst(status) == ExitStatus::Failed;
    let now = accounting::states(plan);
    if has_failed && before.iter().zip(&now).any(|(old, now)| old.is_some() && old == now) {
        globals
            .messages
            .warning("no account: not all outputs have taken the place of earlier ones");
        return Ok(status);
    }
    accounting::account(plan, inputs, result, n_earlier, globals)
}

/// Returns the output if it has text to which games are appended that are compared with no games of it.
fn uncompared_output(plan: &Plan) -> Option<&Path> {
    let Some(Dedup { written: WrittenGames::Kept, against, .. }) = &plan.dedup else { return None };
    plan.output.path().filter(|_| against.is_empty() && plan.output.is_added_to())
}

/// Returns a plan of `filter` that copies all games.
fn copied(plan: &Plan) -> filter::Plan {
    filter::Plan {
        query: None,
        sense: filter::Sense::Matches,
        select: plan.select,
        keep: filter::Keep::All,
        output: plan.output.clone(),
        rest: None,
        line_ending: plan.line_ending,
        show: filter::Show::Games,
        mark: None,
        fails_without_match: false,
        run_position: outputs::RunPosition::Only,
    }
}

/// An output of games.
type GamesFile = GamesOutput<SuspendingWriter<pgn_stream::Output>>;

/// The outputs of a run. All are renamed into place together, when they are complete.
struct Outputs {
    games: Option<GamesFile>,
    duplicates: Option<GamesFile>,
    report: Option<Report>,
}

impl Outputs {
    fn open(plan: &Plan, globals: &Globals, progress: &ShownProgress) -> anyhow::Result<Outputs> {
        let games = if plan.dry_run {
            None
        } else {
            Some(output_files::open_for_games(&plan.output, globals)?)
        };
        let (mut duplicates, mut report) = (None, None);
        if let Some(dedup) = &plan.dedup {
            let path = dedup.duplicates.as_deref().filter(|_| !plan.dry_run);
            duplicates = path.map(|path| output_files::open_beside(path, globals)).transpose()?;
            if let Some((output, format)) = &dedup.report {
                report = Some(Report::new(
                    outputs::open(output)?,
                    *format,
                    globals.reading.read_options(),
                )?);
            }
        }
        let shown = |games: GamesOutput<_>| games.map(|out| progress.suspending_games(out));
        Ok(Outputs { games: games.map(shown), duplicates: duplicates.map(shown), report })
    }

    fn close(self, is_complete: bool, globals: &Globals) -> anyhow::Result<()> {
        let Outputs { games, duplicates, report } = self;
        let mut all = Vec::new();
        for mut games in [games, duplicates].into_iter().flatten() {
            games.finish()?;
            all.push(games.out.into_inner());
        }
        all.extend(report.map(Report::into_inner));
        output_files::close_all(all, is_complete, globals)
    }
}

/// Collects the games of all inputs, decides which of them are written, and writes them.
fn collate(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let temp_files = &globals.temp_files;
    let failed = |error| globals.temp_file_error(error);
    let progress = inputs.progress(&globals.messages);
    let mut outputs = Outputs::open(plan, globals, &progress)?;
    let work = MergeWork::new(plan, inputs.list.len(), globals);
    let mut groups =
        plan.dedup.as_ref().map(|dedup| Groups::new(dedup.keep, plan.memory / 2, temp_files));
    let masters = match (plan.masters(), &mut groups, &work.keys) {
        (against @ [_, ..], Some(groups), Some(keys)) => {
            Some(Masters::read(against, keys, groups, temp_files, plan.memory / 16, globals)?)
        }
        _ => None,
    };
    if let Some(manifest) = &globals.manifest {
        plan.masters().iter().for_each(|path| manifest.add_input(path, Role::Against));
        plan.requeue.iter().for_each(|path| manifest.add_input(path, Role::Requeue));
    }
    let read_requeue = |path| Requeue::read(path, &work, plan.memory / 16, inputs, globals);
    let requeue = plan.requeue.as_deref().map(read_requeue).transpose()?;
    let first = masters.as_ref().map_or(0, |masters| masters.n_games);
    let mut sink = MergeSink::new(plan, &work, inputs, globals, groups, first, requeue);
    let is_complete =
        run_inputs::run(&work, inputs, globals, Some(&progress), &mut sink).map_err(failed)?;
    let n_read = sink.n_of_selection(&plan.select);
    let MergeSink { store, groups, select, requeue, starts, encodings, .. } = sink;
    let (replaced, lacking) = (sink.replaced, sink.lacking);
    replaced.check(is_complete)?;
    let requeued = requeue.map_or(Ok(Requeued::default()), Requeue::finish)?;
    let duplicates = groups.map(Groups::duplicates).transpose().map_err(failed)?;
    let is_complete = is_complete && masters.as_ref().is_none_or(|it| !it.is_incomplete);
    let sorting = work.order.as_ref().map(|it| Sorting::new(plan.memory, it, &store, globals));
    let dedup = plan.dedup.as_ref();
    let (written, key) =
        dedup.map_or((WrittenGames::Kept, ""), |it| (it.written, values::name_of(it.key)));
    let joining =
        Joining::new(plan.line_ending, Neighbors::FromSeveral, globals).with_open_comments_closed();
    let mut gathered = Gathered {
        store,
        masters,
        first,
        duplicates,
        replacements: None,
        trees: JoinedTrees::default(),
        key,
        joining,
        encodings,
        replaced,
        globals,
    };
    let (memory, order) = (plan.memory / 8, work.order.clone());
    let sorter = ReplacementSorter::new(memory, temp_files, order, globals.reading.read_options());
    gathered.rewrite(plan, sorter, starts).map_err(failed)?;
    let dealt = gathered.write_games(&mut outputs, sorting, written).map_err(failed)?;
    if gathered.replaced.would_empty(is_complete, globals) {
        return Ok(ExitStatus::Clean);
    }
    let counts = MergeCounts { requeued, n_read, ..dealt };
    outputs.close(is_complete, globals)?;
    gathered.encodings.report(&globals.messages);
    if is_complete && !plan.dry_run {
        gathered.replaced.report(&globals.messages);
    }
    gathered.joining.end(counts.for_manifest(plan, select.n_skipped));
    report_replaced(lacking.n_replaced + gathered.trees.n_replaced, globals);
    report_mixed(lacking.n_mixed, globals);
    // An input without games has a message of its own, if it is read to its end.
    let is_answer = plan.dedup.is_some() || plan.dry_run || plan.tree || plan.requeue.is_some();
    let is_whole = select.reads_whole_inputs(&globals.reading);
    if is_answer || !is_whole || counts.n_games > 0 {
        let is_cut = select.is_done() && !gathered.replaced.is_some();
        let end = if is_cut { AFTER_TAKE } else { "" };
        globals.messages.summary(format_args!("{counts}{end}"));
    }
    Ok(ExitStatus::Clean)
}

fn union_options(plan: &Plan, globals: &Globals) -> UnionOptions {
    UnionOptions {
        replay: globals.reading.replay_options(),
        read: globals.reading.read_options(),
        charset: plan.charset,
    }
}

/// All games, and the decisions on each.
struct Gathered<'a> {
    store: Store,
    masters: Option<Masters>,
    /// The number in `duplicates` of the first game of the inputs: those of the masters come before it.
    first: u64,
    duplicates: Option<Duplicates>,
    /// The games that replace others; `None` if the run writes no such games.
    replacements: Option<Replacements>,
    trees: JoinedTrees,
    /// Name of the key of copies.
    key: &'static str,
    joining: Joining<'a>,
    encodings: WrittenEncodings,
    replaced: Replaced,
    globals: &'a Globals,
}

impl Gathered<'_> {
    /// Writes the games that replace others: the trees of `--tree`, or the unions of copies.
    fn rewrite(
        &mut self,
        plan: &Plan,
        mut sorter: ReplacementSorter,
        starts: Option<Sorter>,
    ) -> io::Result<()> {
        let Gathered { store, first, duplicates, globals, .. } = self;
        match (starts, &plan.dedup, duplicates) {
            (Some(starts), _, duplicates) => {
                let is_dropped =
                    |index| duplicates.as_ref().is_some_and(|it| it.is_dropped(*first + index));
                self.trees = trees::join(store, starts, is_dropped, plan, globals, &mut sorter)?;
            }
            (None, Some(Dedup { keep: Keep::Union, .. }), Some(duplicates)) => {
                let options = union_options(plan, globals);
                let (out, messages) = (&mut sorter, &globals.messages);
                uniting::Uniting { store, options: &options, out, messages }
                    .unite(duplicates, *first)?;
            }
            _ => return Ok(()),
        }
        self.replacements = Some(sorter.finish()?);
        Ok(())
    }

    /// Writes each game to its output.
    fn write_games(
        &mut self,
        outputs: &mut Outputs,
        mut sorting: Option<Sorting<'_>>,
        written: WrittenGames,
    ) -> io::Result<MergeCounts> {
        let JoinedTrees { n_joined, n_trees, .. } = self.trees;
        let n_replaced = self.replacements.as_ref().map_or(0, |it| it.n_games);
        let n_completed = n_replaced - n_trees;
        let writes_copies = written == WrittenGames::Duplicates;
        let finds_copies = self.duplicates.is_some();
        let copies = MergeCounts { finds_copies, writes_copies, ..MergeCounts::default() };
        let mut counts = MergeCounts { n_completed, n_joined, n_trees, ..copies };
        let mut record = Record::default();
        for index in 0..self.store.n_games() {
            let meta = self.store.meta(index)?;
            counts.n_games += u64::from(meta.is_game());
            let reason = self.take_drop(index, &meta, &mut record, outputs.report.as_mut())?;
            let is_dropped = reason.is_some();
            if let Some(reason) = reason {
                counts.n_dropped += 1;
                manifest::add(&mut counts.dropped, reason, 1);
            }
            let text = self.replacements.as_mut().map_or(Ok(None), |it| it.next_text(index))?;
            let (store, joining) = (&mut self.store, &mut self.joining);
            if is_dropped && let Some(out) = &mut outputs.duplicates {
                copy(store, joining, &meta, out)?;
            }
            let is_wanted = match written {
                WrittenGames::Kept => !is_dropped && !self.trees.joined.contains(index),
                WrittenGames::Duplicates => is_dropped,
            };
            if written == WrittenGames::Kept && meta.is_game() || is_dropped {
                self.replaced.keep_of(meta.input as usize);
            }
            if !is_wanted && !meta.is_game() {
                let mut text = Vec::new();
                store.text(&meta, usize::MAX, &mut text)?;
                joining.leave_out_text(&text, || store.texts.name(meta.input).to_owned());
            }
            let is_changed = is_wanted && text.is_none() && meta.is_changed;
            counts.n_recoded += u64::from(is_changed);
            let (index, meta) = match text {
                Some(text) => (text, store.meta(text)?),
                None => (index, meta),
            };
            if is_wanted {
                self.encodings.add(&meta, store);
            }
            if is_wanted && let Some(out) = &mut outputs.games {
                match &mut sorting {
                    Some(sorting) => sorting.push(store, index, &meta)?,
                    None => copy(store, joining, &meta, out)?,
                }
            }
        }
        if let (Some(sorting), Some(out)) = (sorting, &mut outputs.games) {
            sorting.write(&mut self.joining, &mut self.store, out)?;
        }
        counts.n_incomplete = self.replacements.as_ref().map_or(0, |it| it.n_incomplete);
        Ok(counts)
    }

    /// Takes the next drop if it is that of the game `index`, adds the game to the report, and returns the reason; `None` if
    /// the game is kept. Each game is asked for once, in the order of the store.
    fn take_drop(
        &mut self,
        index: u64,
        meta: &Meta,
        record: &mut Record,
        report: Option<&mut Report>,
    ) -> io::Result<Option<&'static str>> {
        let Gathered { store, masters, first, duplicates, replacements, key, globals, .. } = self;
        let dropped = duplicates.as_mut().filter(|it| it.is_dropped(*first + index));
        let Some(duplicates) = dropped else { return Ok(None) };
        let Some(drop) = duplicates.next_drop(record)? else { return Ok(Some(*key)) };
        let reason = match drop.kind {
            KeyKind::Exact => "exact",
            KeyKind::Own | KeyKind::Prefix => *key,
        };
        match (drop.kept.checked_sub(*first), masters) {
            (Some(kept), _) => {
                let brought =
                    replacements.as_mut().map(|it| it.next_contribution(index)).transpose()?;
                if let Some(brought) = &brought {
                    report_conflicts(brought, store.texts.name(meta.input), meta, globals);
                }
                if let Some(report) = report {
                    let kept = store.meta(kept)?;
                    report.row(store, meta, KeptCopy::Stored(&kept), reason, brought)?;
                }
            }
            (None, Some(masters)) => {
                if let Some(report) = report {
                    let kept = KeptCopy::OfMaster(masters.origin(drop.kept)?);
                    report.row(store, meta, kept, reason, None)?;
                }
            }
            (None, None) => (),
        }
        Ok(Some(reason))
    }
}

/// Reports, for `-v`, what the kept game has not taken over from a copy.
fn report_conflicts(brought: &Contribution, name: &str, meta: &Meta, globals: &Globals) {
    for conflict in &brought.conflicts {
        globals
            .messages
            .detail(format_args!("{name}:{}: not taken over: {conflict}", meta.position));
    }
}

fn copy(
    store: &mut Store,
    joining: &mut Joining<'_>,
    meta: &Meta,
    out: &mut GamesFile,
) -> io::Result<()> {
    let name = store.texts.name(meta.input).to_owned();
    let mut is_first = true;
    store.pieces(meta, |bytes| {
        if std::mem::take(&mut is_first) {
            out.append(joining, &meta.appended(bytes, &|| name.clone()))
        } else {
            out.extend(bytes)
        }
    })
}

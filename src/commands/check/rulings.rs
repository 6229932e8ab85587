//! The rules and levels that apply to each input of `check`, from the settings file nearest to it.

use std::{
    collections::{HashMap, hash_map::Entry},
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::FromArgMatches as _;
use pgn_lint::{Levels, Selection, Severity};
use pgn_stream::{Input, STDIN};
use pgn_syntax::{encoding::Charset, write::WIDTH};
use pgn_work::{
    check::{Ruling, Rulings},
    options::values::parse_charset,
};

use super::Args;
use crate::{
    commands::export::STANDARD_LAYOUT,
    config::{Layer, Settings, Value},
    globals::Globals,
};

/// The settings that the rulings of inputs were made from.
#[derive(Debug, Default)]
pub(crate) struct RulingSources {
    all: Vec<RulingSource>,
    /// Index of the settings of each input.
    by_input: Vec<usize>,
}

/// The settings that a ruling was made from.
#[derive(Debug)]
pub(crate) struct RulingSource {
    pub(crate) layer: Arc<Layer>,
    /// The indices of the matching entries of `per-file-ignores`.
    pub(crate) ignores: Vec<usize>,
    /// Index of the ruling. Settings with the same effect share one.
    pub(crate) ruling: usize,
}

impl RulingSources {
    /// Returns the settings, each with the names of its inputs.
    pub(crate) fn with_names(&self, inputs: &[Input]) -> Vec<(&RulingSource, Vec<PathBuf>)> {
        let mut all: Vec<_> = self.all.iter().map(|source| (source, Vec::new())).collect();
        for (input, &index) in inputs.iter().zip(&self.by_input) {
            all[index].1.push(match input {
                Input::Path(path) => path.clone(),
                Input::Stdin => PathBuf::from(STDIN),
            });
        }
        all
    }
}

/// Returns the rulings of `inputs` and the settings of each ruling. `stdin`: the file name that is used for stdin.
///
/// # Errors
/// Returns an error if a settings file is not valid.
pub(crate) fn of_inputs(
    args: &Args,
    inputs: &[Input],
    stdin: Option<&Path>,
    globals: &Globals,
) -> anyhow::Result<(Rulings, RulingSources)> {
    let here = globals.config.in_working_dir()?;
    let mut of_layers: HashMap<*const Layer, Ruling> = HashMap::new();
    let mut by_ignores: HashMap<(*const Layer, Vec<usize>), usize> = HashMap::new();
    let mut by_rules: HashMap<(*const Layer, Selection), usize> = HashMap::new();
    let (mut rulings, mut sources) = (Rulings::default(), RulingSources::default());
    for input in inputs {
        let path = input.path().or(stdin);
        let layer = match path {
            Some(path) => globals.config.for_file(path)?,
            None => Arc::clone(&here),
        };
        let ignores = path.map_or_else(Vec::new, |path| layer.ignores(path));
        let layer_ptr = Arc::as_ptr(&layer);
        let source = match by_ignores.entry((layer_ptr, ignores)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let of_layer = match of_layers.entry(layer_ptr) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => new.insert(of_layer(args, &layer, &here, globals)?),
                };
                let ignores = new.key().1.clone();
                let rules = of_layer.rules.clone().without(&layer.ignored_rules(&ignores))?;
                let known = by_rules.entry((layer_ptr, rules.clone()));
                let ruling = *known.or_insert_with(|| {
                    rulings.all.push(Ruling { rules, ..of_layer.clone() });
                    rulings.all.len() - 1
                });
                sources.all.push(RulingSource { layer, ignores, ruling });
                *new.insert(sources.all.len() - 1)
            }
        };
        sources.by_input.push(source);
        rulings.by_given.push(sources.all[source].ruling);
    }
    Ok((rulings, sources))
}

/// Returns the ruling for the inputs in the scope of `layer`. `args`: the arguments with the settings of the working
/// directory.
fn of_layer(
    args: &Args,
    layer: &Arc<Layer>,
    here: &Arc<Layer>,
    globals: &Globals,
) -> anyhow::Result<Ruling> {
    let parsed;
    let args = if Arc::ptr_eq(layer, here) {
        args
    } else {
        let matches = globals.config.parse(layer, here)?;
        match matches.subcommand_matches("check") {
            Some(matches) => {
                parsed = Args::from_arg_matches(matches)?;
                &parsed
            }
            None => args,
        }
    };
    let mut levels = Vec::new();
    for (rule, name) in layer.severities() {
        let level = Severity::ALL.into_iter().find(|level| level.name() == name);
        levels.extend(level.map(|level| (rule, level)));
    }
    let ruling = args.ruling(Levels::new(&levels)?)?;
    let rules = ruling.rules.without(&rules_against_export(&here.settings))?;
    Ok(Ruling { rules, ..ruling })
}

/// Returns the rules that would report text that `export` writes under its own settings, so that `check --fix` does not
/// undo them.
fn rules_against_export(settings: &Settings) -> Vec<&'static str> {
    use pgn_lint::name::*;

    let text = |key: &str| match settings.of("export", key).first().map(|it| &it.value) {
        Some(Value::Text(text)) => Some(text.as_str()),
        _ => None,
    };
    let is_set = |key: &str| !settings.of("export", key).is_empty();
    let mut rules: Vec<&'static str> = Vec::new();
    if text("nags") == Some("symbols") {
        // A sign asks for no number after it, and is apart from its move.
        rules.extend([suffix_annotation, inline_glyph, missing_move_number, export_layout]);
    }
    if text("nag-numbers") == Some("no") {
        rules.push(missing_move_number);
    }
    match text("notation") {
        None | Some("san") => (),
        Some("lan" | "long") => {
            rules.extend([long_algebraic, overdisambiguated, export_layout]);
        }
        Some("uci") => {
            rules.extend([long_algebraic, missing_capture_sign, promotion_form]);
            rules.extend([castling_as_king_move, check_sign, pawn_letter]);
        }
        Some("figurine") => rules.push(figurine),
        Some(_) => rules.push(foreign_piece_letter),
    }
    if is_set("tags") || is_set("drop-tags") || text("format") == Some("reduced") {
        rules.extend([missing_roster_tag, clk_without_timecontrol]);
    }
    if text("tag-order") == Some("source") {
        rules.push(tag_order);
    }
    let has_other_width = text("width").is_some_and(|width| width.parse() != Ok(WIDTH));
    if has_other_width || text("layout").is_some_and(|layout| layout != STANDARD_LAYOUT) {
        rules.extend([export_layout, line_over_79, line_over_255]);
    }
    if text("line-ending") == Some("crlf") {
        rules.push(crlf);
    }
    let charset = text("output-encoding").map(parse_charset);
    if charset.is_some_and(|charset| charset != Ok(Charset::Utf8)) {
        rules.extend([encoding, c1_byte]);
    }
    rules
}

//! Which rules hold for which input of `check`, and at which level: by the file of settings nearest
//! to it.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use pgn_lint::{Levels, Selection, Severity, Target};
use pgn_stream::{Input, InputInfo};

use super::{
    Command,
    check::{Args, Fixable},
};
use crate::{
    Globals,
    config::{Layer, keys},
};

/// What holds for an input.
#[derive(Clone, Debug)]
pub(crate) struct Ruling {
    pub(crate) rules: Selection,
    /// Levels that differ from the rules' own.
    pub(crate) levels: Levels,
    /// Every warning is an error.
    pub(crate) strict: bool,
    /// Whom the games are for.
    pub(crate) target: Option<&'static Target>,
    /// The lowest level to show.
    pub(crate) show: Severity,
    /// The lowest level that makes the exit status 1; `None`: none does.
    pub(crate) fail_on: Option<Severity>,
    /// Which fixes count.
    pub(crate) fixable: Fixable,
}

impl Ruling {
    /// The lowest level that matters.
    pub(crate) fn least(&self) -> Severity {
        self.fail_on.map_or(self.show, |fail_on| fail_on.min(self.show))
    }

    /// The rules that run and whose fixes count.
    pub(crate) fn fixed_rules(&self) -> Selection {
        self.rules.and(&self.fixable.rules)
    }
}

/// The rulings of a run.
#[derive(Debug, Default)]
pub(crate) struct Rulings {
    all: Vec<Ruling>,
    /// By the inputs as given.
    by_given: Vec<usize>,
    /// What each ruling was made of.
    pub(crate) sources: Vec<Source>,
}

/// Where a ruling comes from.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) layer: Arc<Layer>,
    /// The places of the entries of `per-file-ignores` that match.
    pub(crate) ignores: Vec<usize>,
}

impl Rulings {
    /// The rulings of `inputs`; `stdin` is the name under which stdin is looked for.
    ///
    /// # Errors
    /// A file of settings that is not understood.
    pub(crate) fn new(
        args: &Args,
        inputs: &[Input],
        stdin: Option<&Path>,
        globals: &Globals,
    ) -> anyhow::Result<Rulings> {
        let here = globals.config.here()?;
        let mut of_layers: HashMap<*const Layer, Ruling> = HashMap::new();
        let mut known: HashMap<(*const Layer, Vec<usize>), usize> = HashMap::new();
        let mut rulings = Rulings::default();
        for input in inputs {
            let path = match input {
                Input::Path(path) => Some(path.as_path()),
                Input::Stdin => stdin,
            };
            let layer = match path {
                Some(path) => globals.config.near(path)?,
                None => Arc::clone(&here),
            };
            let ignores = path.map_or_else(Vec::new, |path| layer.ignores(path));
            let key = (Arc::as_ptr(&layer), ignores.clone());
            if let Some(&index) = known.get(&key) {
                rulings.by_given.push(index);
                continue;
            }
            let of_layer = match of_layers.get(&Arc::as_ptr(&layer)) {
                Some(ruling) => ruling.clone(),
                None => {
                    let ruling = of_layer(args, &layer, &here, globals)?;
                    of_layers.insert(Arc::as_ptr(&layer), ruling.clone());
                    ruling
                }
            };
            let rules = of_layer.rules.clone().without(&layer.ignored_rules(&ignores))?;
            let index = rulings.all.len();
            rulings.all.push(Ruling { rules, ..of_layer });
            rulings.sources.push(Source { layer, ignores });
            rulings.by_given.push(index);
            known.insert(key, index);
        }
        Ok(rulings)
    }

    pub(crate) fn index(&self, input: &InputInfo) -> usize {
        self.by_given.get(input.given).copied().unwrap_or(0)
    }

    pub(crate) fn of(&self, input: &InputInfo) -> &Ruling {
        &self.all[self.index(input)]
    }

    pub(crate) fn all(&self) -> &[Ruling] {
        &self.all
    }

    /// The inputs of each ruling, by their names.
    pub(crate) fn names(&self, inputs: &[Input]) -> Vec<Vec<PathBuf>> {
        let mut names = vec![Vec::new(); self.all.len()];
        for (input, &index) in inputs.iter().zip(&self.by_given) {
            names[index].push(match input {
                Input::Path(path) => path.clone(),
                Input::Stdin => PathBuf::from("<stdin>"),
            });
        }
        names
    }
}

/// What holds where `layer` does. `args` are those of the working directory.
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
        let is_of_input = |key: &str| keys::BY_INPUT.contains(&key);
        parsed = globals.config.parse(layer, here, is_of_input)?.0;
        match &parsed.command {
            Command::Check(args) => args,
            _ => args,
        }
    };
    let mut levels = Vec::new();
    for (rule, name) in layer.severities() {
        let level = Severity::ALL.into_iter().find(|level| level.name() == name);
        levels.extend(level.map(|level| (rule, level)));
    }
    args.ruling(Levels::new(&levels)?)
}

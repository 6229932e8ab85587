//! The options of `check` that change files.

use anyhow::ensure;
use clap::Args;
use pgn_lint::{Applicability, Selection};
use pgn_stream::Input;
use pgn_work::{
    SelectPlan,
    check::{FixMode, Fixable},
    inputs::{self, Inputs},
};

use crate::globals::Globals;

/// Which findings are fixed, and where the result goes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Fixes")]
pub(super) struct FixArgs {
    /// Apply the safe fixes of the findings that are shown, and rewrite the files. No copy of the old files is kept:
    /// use --diff first to see the changes. Fixed text of stdin goes to stdout, and its findings to stderr. With
    /// --where, games that do not match stay unchanged
    #[arg(long)]
    fix: bool,

    /// Apply unsafe fixes, too; without --fix, only count and mark them
    #[arg(long)]
    unsafe_fixes: bool,

    /// Like --fix, but do not look for remaining findings
    ///
    /// The exit status is 0 unless something could not be read or written.
    #[arg(long, conflicts_with_all = ["statistics", "output_format"])]
    fix_only: bool,

    /// Only show what --fix would change with the same options, as a patch, and change nothing; exit
    /// status 1 if the patch is not empty, unless --exit-zero is given
    #[arg(long, conflicts_with_all = ["statistics", "output_format"])]
    diff: bool,

    /// Fix only these rules: codes, names, or beginnings of codes
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    fixable: Vec<String>,

    /// Do not fix these rules
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    unfixable: Vec<String>,
}

impl FixArgs {
    pub(super) fn mode(&self) -> Option<FixMode> {
        match self {
            FixArgs { diff: true, .. } => Some(FixMode::Diff),
            FixArgs { fix_only: true, .. } => Some(FixMode::RewriteOnly),
            FixArgs { fix: true, .. } => Some(FixMode::Rewrite),
            _ => None,
        }
    }

    /// Returns the fixes that count.
    ///
    /// # Errors
    /// Returns an error if an argument names an unknown rule.
    pub(super) fn fixable(&self) -> anyhow::Result<Fixable> {
        let rules =
            if self.fixable.is_empty() { vec!["ALL".to_owned()] } else { self.fixable.clone() };
        Ok(Fixable {
            rules: Selection::new(&rules, &[], &self.unfixable)?,
            applicability: if self.unsafe_fixes {
                Applicability::Unsafe
            } else {
                Applicability::Safe
            },
        })
    }
}

/// Returns the option that asks for fixes.
pub(super) fn option(mode: FixMode) -> &'static str {
    match mode {
        FixMode::Diff => "--diff",
        FixMode::Rewrite => "--fix",
        FixMode::RewriteOnly => "--fix-only",
    }
}

/// Returns an error if the inputs cannot be fixed in this way.
///
/// # Errors
/// Returns an error if an input cannot be rewritten, or an option selects only a part of the inputs.
pub(super) fn check(
    fix: Option<FixMode>,
    inputs: &Inputs,
    select: &SelectPlan,
    globals: &Globals,
) -> anyhow::Result<()> {
    let Some(option) = fix.map(option) else { return Ok(()) };
    ensure!(
        globals.run.reading.bytes.is_none() && select.selects_all(),
        "{option} needs whole files; --bytes, --skip and --take read a part of them"
    );
    let files: Vec<Input> =
        inputs.list.iter().filter(|input| matches!(input, Input::Path(_))).cloned().collect();
    inputs::rewritable(&files, option)?;
    Ok(())
}

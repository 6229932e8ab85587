//! The work of `pgnkit merge`: the games of all inputs, one after another.

use super::filter::copy_games;
use crate::{
    ExitStatus, Globals,
    commands::{common::Inputs, merge::Plan},
};

pub(crate) fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    copy_games(&plan.select, &plan.output, plan.line_ending, inputs, globals)
}

//! The work of `pgnkit merge`.

use crate::{
    ExitStatus, Globals,
    commands::{common::Inputs, merge::Plan},
};

pub(crate) fn run(_: &Plan, _: &Inputs, _: &Globals) -> anyhow::Result<ExitStatus> {
    anyhow::bail!("not available yet: merge")
}

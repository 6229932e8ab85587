//! The work of `pgnkit check`.

use crate::{
    ExitStatus, Globals,
    commands::{check::Plan, common::Inputs},
};

pub(crate) fn run(_: &Plan, _: &Inputs, _: &Globals) -> anyhow::Result<ExitStatus> {
    anyhow::bail!("not available yet: check")
}

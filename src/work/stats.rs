//! The work of `pgnkit stats`.

use crate::{
    ExitStatus, Globals,
    commands::{common::Inputs, stats::Plan},
};

pub(crate) fn run(_: &Plan, _: &Inputs, _: &Globals) -> anyhow::Result<ExitStatus> {
    anyhow::bail!("not available yet: stats")
}

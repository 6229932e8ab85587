//! The work of `pgnkit filter`.

use crate::{
    ExitStatus, Globals,
    commands::{common::Inputs, filter::Plan},
};

pub(crate) fn run(_: &Plan, _: &Inputs, _: &Globals) -> anyhow::Result<ExitStatus> {
    anyhow::bail!("not available yet: filter")
}

//! The work of `pgnkit export`.

use crate::{
    ExitStatus, Globals,
    commands::{common::Inputs, export::Plan},
};

pub(crate) fn run(_: &Plan, _: &Inputs, _: &Globals) -> anyhow::Result<ExitStatus> {
    anyhow::bail!("not available yet: export")
}

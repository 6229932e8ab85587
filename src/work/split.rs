//! The work of `pgnkit split`.

use crate::{
    ExitStatus, Globals,
    commands::{common::Inputs, split::Plan},
};

pub(crate) fn run(_: &Plan, _: &Inputs, _: &Globals) -> anyhow::Result<ExitStatus> {
    anyhow::bail!("not available yet: split")
}

//! The work of `pgnkit rules`.

use crate::{ExitStatus, Globals, commands::rules::Plan};

pub(crate) fn run(_: &Plan, _: &Globals) -> anyhow::Result<ExitStatus> {
    anyhow::bail!("not available yet: rules")
}

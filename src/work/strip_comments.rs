//! The work of `pgnkit strip-comments`.

use crate::{
    ExitStatus, Globals,
    commands::{common::Inputs, strip_comments::Plan},
};

pub(crate) fn run(_: &Plan, _: &Inputs, _: &Globals) -> anyhow::Result<ExitStatus> {
    anyhow::bail!("not available yet: strip-comments")
}

use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("missing_capture_sign.md"),
    &[Check::Respelling(Deviations::MISSING_CAPTURE, "is a capture:")],
);

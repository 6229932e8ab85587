use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("promotion_form.md"),
    &[Check::Respelling(Deviations::PROMOTION_FORM, "should be")],
);

use super::prelude::*;

rule!("promotion_form.md", Check::Respelling(Deviations::PROMOTION_FORM, "should be"));

use super::prelude::*;

rule!("san_case.md", Check::Respelling(Deviations::CASE, "should be"));

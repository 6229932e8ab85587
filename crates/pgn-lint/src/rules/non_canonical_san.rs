use super::prelude::*;

rule!("non_canonical_san.md", Check::Respelling(Deviations::NON_CANONICAL, "should be"));

use super::prelude::*;

rule!("figurine.md", Check::Respelling(Deviations::FIGURINE, "has a figurine; in letters it is"));

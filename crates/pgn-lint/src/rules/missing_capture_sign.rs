use super::prelude::*;

rule!("missing_capture_sign.md", Check::Respelling(Deviations::MISSING_CAPTURE, "is a capture:"));

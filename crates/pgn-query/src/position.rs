//! Predicates of positions and moves, evaluated at every ply of a single replay.

pub(crate) mod build;
pub(crate) mod history;
pub(crate) mod line;
pub(crate) mod material;
pub(crate) mod men;
pub(crate) mod pattern;
pub(crate) mod ply_context;
pub(crate) mod predicate;
pub(crate) mod reach;
pub(crate) mod rights;
pub(crate) mod search;
pub(crate) mod single;

//! Games as trees of lines: joining of several games into one, and merging of three versions of a game.

pub(crate) mod join;
pub(crate) mod lines;
pub(crate) mod three_way;
pub(crate) mod tree;
pub(crate) mod union;
pub(crate) mod union_tags;

//! The language of expressions: its tree, the arguments of its calls, and its errors.

pub(crate) mod args;
pub(crate) mod ast;
pub mod error;

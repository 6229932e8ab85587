//! From text to a query: the parser, the table of calls, and the compiler.

pub mod calls;
pub(crate) mod compile;
pub(crate) mod syntax;

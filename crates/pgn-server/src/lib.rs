//! A language server for PGN: findings while the user types, fixes, formatting, boards, completion.
//!
//! [`run`] speaks the Language Server Protocol with an editor; `lsp-server` reads and writes its messages. A document
//! is kept in blocks of about 64 KiB, each of which begins with a game. After an edit, reading begins at the changed
//! block and stops at the first block that has not changed, so that a keystroke costs the same in a file of any size.
//! The rules are those of `check`; this crate has no findings, fixes or settings of its own.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod actions;
mod address;
mod block;
mod client;
mod compare;
mod complete;
mod document;
mod findings;
mod halves;
mod hover;
mod log;
mod open;
mod players;
mod position_at;
mod reading;
mod rename;
mod requests;
mod server;
mod settings;
mod symbols;
mod transport;
mod units;

pub use log::Log;
pub use server::{Ended, Error, run};
pub use settings::{Project, Settings};
pub use transport::{Threads, stdio};

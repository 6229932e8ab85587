//! What is told at the end of a run that writes games.

use super::{
    tags::{self, Unmapped},
    text::{Counts, Text},
};
use crate::Globals;

/// Counts of a run.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) n_games: u64,
    pub(super) n_bad: u64,
    dropped: Counts,
    unmapped: Unmapped,
    n_replaced: u64,
}

impl Told {
    /// Adds what a chunk has.
    pub(super) fn merge(&mut self, text: &mut Text) {
        self.dropped.merge(&text.dropped);
        self.n_replaced += text.n_replaced;
        tags::merge_unmapped(&mut self.unmapped, std::mem::take(&mut text.unmapped));
    }

    /// `words`: what was done to games with errors.
    pub(super) fn tell(&self, words: &str, globals: &Globals) {
        for (kind, n) in self.dropped.iter() {
            globals.messages.detail(format_args!("left out: {n} × {}", words_of(kind)));
        }
        tags::tell_unmapped(&self.unmapped, &globals.messages);
        tell_replaced(self.n_replaced, globals);
        if self.n_bad > 0 {
            globals.messages.summary(format_args!(
                "games with errors: {} of {}, {words}",
                self.n_bad, self.n_games
            ));
        }
    }
}

/// Tells of characters that the character set written does not have.
pub(super) fn tell_replaced(n: u64, globals: &Globals) {
    if n == 0 {
        return;
    }
    let what = if n == 1 { "a character is" } else { "characters are" };
    let count = if n == 1 { String::new() } else { format!("{n} ") };
    globals.messages.warning(format_args!(
        "{count}{what} not in the character set that is written: `?` stands for each"
    ));
}

/// A kind of deviation in words, for `-v`.
fn words_of(kind: pgn_syntax::SyntaxErrorKind) -> String {
    let name = format!("{kind:?}");
    let mut words = String::new();
    for (at, c) in name.char_indices() {
        if c.is_ascii_uppercase() && at > 0 {
            words.push('-');
        }
        words.push(c.to_ascii_lowercase());
    }
    words
}

//! The predicates that are written as calls: their names, what they take, and what they ask.

use crate::{error::Fault, field::distance, syntax::Word};

/// How a predicate is called.
#[derive(Debug)]
pub struct Signature {
    /// Its name.
    pub name: &'static str,
    /// How it is written, for messages.
    pub usage: &'static str,
    /// What it asks, in a few words.
    pub help: &'static str,
    pub(crate) args: Args,
    pub(crate) options: &'static [&'static str],
}

/// What the arguments without a name are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Args {
    Words,
    /// A field or tag.
    Subject,
    /// Expressions, and numbers.
    Exprs,
}

impl Signature {
    pub(crate) fn has_option(&self, name: &str) -> bool {
        self.options.contains(&name)
    }
}

/// All predicates, sorted by name.
pub static CALLS: &[Signature] = &[
    Signature {
        name: "has",
        usage: "has(comments|variations|nags|clk|eval|null|fen)",
        help: "It holds one of these",
        args: Args::Words,
        options: &[],
    },
    Signature {
        name: "missing",
        usage: "missing(FIELD)",
        help: "The field or tag says nothing",
        args: Args::Subject,
        options: &[],
    },
    Signature {
        name: "run",
        usage: "run(EXPR, N)",
        help: "EXPR holds N plies in a row",
        args: Args::Exprs,
        options: &[],
    },
];

pub(crate) fn find(name: &str) -> Option<&'static Signature> {
    CALLS.iter().find(|call| call.name == name)
}

/// Nobody knows a predicate of this name.
pub(crate) fn unknown(name: &Word) -> Fault {
    let fault = Fault::new(&name.span, format!("unknown predicate `{}`", name.text));
    let folded = name.text.to_lowercase();
    let near = CALLS
        .iter()
        .filter(|_| name.text.len() <= 40)
        .map(|call| (distance(&folded, call.name), call))
        .min_by_key(|it| it.0);
    match near {
        Some((n, call)) if n <= 1 + name.text.len() / 4 => {
            fault.help(format!("did you mean `{}`?", call.usage))
        }
        _ => {
            let names: Vec<&str> = CALLS.iter().map(|call| call.name).collect();
            fault.help(format!("there are: {}", names.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(CALLS.is_sorted_by(|a, b| a.name < b.name));
        for call in CALLS {
            assert!(call.usage.starts_with(&format!("{}(", call.name)), "{}", call.name);
        }
    }
}

//! The predicates that are written as calls: names, arguments and options.

use std::ops::Range;

use pgn_syntax::nearest;

use crate::error::Fault;

/// The signature of a predicate.
#[derive(Debug)]
pub struct Signature {
    /// The name.
    pub name: &'static str,
    /// The syntax, for messages.
    pub usage: &'static str,
    /// The meaning, in a few words.
    pub help: &'static str,
    pub(crate) args: ArgKind,
    pub(crate) options: &'static [&'static str],
}

/// What the unnamed arguments of a call are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArgKind {
    Words,
    /// A field or tag.
    Subject,
    /// Expressions and numbers.
    Exprs,
}

impl Signature {
    pub(crate) fn has_option(&self, name: &str) -> bool {
        self.options.contains(&name)
    }
}

/// All predicates, sorted by name.
pub static CALLS: &[Signature] = &[
    signature(
        "captured",
        "captured(QR, by=white)",
        "A move takes one of these; without letters, any",
        ArgKind::Words,
        &["by", "from", "to", "stm"],
    ),
    signature(
        "castles",
        "castles(white, long)",
        "A side castles; both arguments may be left out",
        ArgKind::Words,
        &["from", "to", "stm"],
    ),
    signature(
        "check",
        "check()",
        "The side to move is in check",
        ArgKind::Words,
        &["from", "to", "stm"],
    ),
    signature(
        "ends",
        "ends(checkmate|stalemate|insufficient)",
        "The last position is one of these",
        ArgKind::Words,
        &[],
    ),
    signature(
        "fen",
        "fen(\"FEN\")",
        "A position; the clocks and fields that are left out do not count",
        ArgKind::Words,
        &["from", "to", "stm"],
    ),
    signature(
        "has",
        "has(comments|variations|nags|clk|eval|null|fen)",
        "The game holds one of these",
        ArgKind::Words,
        &[],
    ),
    signature(
        "hash",
        "hash(0x463b96181691fc9c)",
        "A position by its Polyglot hash",
        ArgKind::Words,
        &["from", "to", "stm"],
    ),
    signature(
        "imbalance",
        "imbalance(\"RvBN\", either=true, stable=4)",
        "White's material minus Black's",
        ArgKind::Words,
        &["either", "stable", "from", "to", "stm"],
    ),
    signature(
        "line",
        "line(\"1. e4 c5 2. Nf3\", transposing=true, anywhere=true)",
        "A line of moves, or the position it leads to; * any move, !Nf3 any other, Nf3|Nc3 either",
        ArgKind::Words,
        &["transposing", "anywhere", "from", "to", "stm"],
    ),
    signature(
        "material",
        "material(\"KRPP2-3vKR\", either=true, stable=4)",
        "A balance of material; R P2 P2-3 P2+ P+ P* L, and against the opponent P= P# P> P2< P2>=",
        ArgKind::Words,
        &["either", "stable", "from", "to", "stm"],
    ),
    signature("missing", "missing(FIELD)", "The field or tag has no value", ArgKind::Subject, &[]),
    signature(
        "moved",
        "moved(KP, by=white)",
        "A move of one of these",
        ArgKind::Words,
        &["by", "from", "to", "stm"],
    ),
    signature(
        "pieces",
        "pieces(3-7, from=40)",
        "The number of pieces and pawns is this, or in this range; 7+ means 7 or more",
        ArgKind::Words,
        &["from", "to", "stm"],
    ),
    signature(
        "position",
        "position(\"*/*/*/*/???PP???/*/*/* w KQkq\", either=true)",
        "A pattern of the board; ? ! * A a m [QR] [^p] besides FEN",
        ArgKind::Words,
        &["either", "from", "to", "stm"],
    ),
    signature(
        "promotes",
        "promotes(QN, by=white)",
        "A pawn becomes one of these; without letters, any",
        ArgKind::Words,
        &["by", "from", "to", "stm"],
    ),
    signature(
        "reaches",
        "reaches(threefold|fivefold|fifty|seventyfive)",
        "A repetition, or this many moves without a capture or pawn move",
        ArgKind::Words,
        &["from", "to", "stm"],
    ),
    signature(
        "repertoire",
        "repertoire(\"FILE\", leaves=me|opponent, side=white)",
        "The game reaches the lines of a PGN file; leaves: the side that leaves them: me, opponent, white, black, nobody",
        ArgKind::Words,
        &["leaves", "side", "from", "to"],
    ),
    signature(
        "run",
        "run(EXPR, N)",
        "EXPR holds at N plies in a row",
        ArgKind::Exprs,
        &["from", "to", "stm"],
    ),
    signature("stm", "stm(white)", "The side to move", ArgKind::Words, &["from", "to"]),
    signature(
        "then",
        "then(A, B, …)",
        "A holds, later B, and so on",
        ArgKind::Exprs,
        &["from", "to", "stm"],
    ),
    signature(
        "underpromotion",
        "underpromotion(by=white)",
        "A pawn becomes a knight, bishop or rook",
        ArgKind::Words,
        &["by", "from", "to", "stm"],
    ),
];

const fn signature(
    name: &'static str,
    usage: &'static str,
    help: &'static str,
    args: ArgKind,
    options: &'static [&'static str],
) -> Signature {
    Signature { name, usage, help, args, options }
}

pub(crate) fn find(name: &str) -> Option<&'static Signature> {
    CALLS.iter().find(|call| call.name == name)
}

/// Returns the error for an unknown predicate.
pub(crate) fn unknown(name: &str, span: &Range<usize>) -> Fault {
    let fault = Fault::new(span, format!("unknown predicate `{}`", name));
    let names = CALLS.iter().filter(|_| name.len() <= 40).map(|call| call.name);
    let near = nearest(name, names).filter(|(n_slips, _)| *n_slips <= 1 + name.len() / 4);
    match near.and_then(|(_, name)| find(name)) {
        Some(call) => fault.help(format!("did you mean `{}`?", call.usage)),
        None => {
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

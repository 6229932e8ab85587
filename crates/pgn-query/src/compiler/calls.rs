//! The predicates that are written as calls: names, arguments and options.

use std::ops::Range;

use pgn_syntax::similar;

use crate::{
    fields::field_test::grouping,
    games::{ends::ENDINGS, has::FEATURES},
    language::{
        args::Args,
        ast::{Call, Word},
        error::Fault,
    },
    position::{
        build::{self, AtPlies},
        single::Single,
    },
    query::AtomKind,
    repertoire::{Load, RepertoirePredicate},
};

/// The signature of a predicate.
#[derive(Debug)]
pub struct Signature {
    /// The syntax, for messages; it begins with the name and `(`.
    pub usage: &'static str,
    /// The meaning, in a few words.
    pub help: &'static str,
    pub(crate) args: ArgKind,
    pub(crate) options: &'static [&'static str],
    /// `None` for a predicate of the whole game.
    pub(crate) at_plies: Option<AtPlies>,
    of_game: OfGame,
}

/// Builds a predicate of the whole game.
type OfGame = fn(&Args<'_>, Load<'_>) -> Result<AtomKind, Fault>;

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
    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.usage.split('(').next().unwrap_or_default()
    }

    pub(crate) fn has_option(&self, name: &str) -> bool {
        self.options.contains(&name)
    }

    /// Returns an error for the name of an option that the predicate does not have.
    pub(crate) fn check_option(&self, name: &Word) -> Result<(), Fault> {
        if self.has_option(&name.text) {
            return Ok(());
        }
        let message = format!("`{}` has no argument `{}`", self.name(), name.text);
        let all = match self.options {
            [] => self.usage.to_owned(),
            options => format!("{}; its named arguments are {}", self.usage, options.join(", ")),
        };
        Err(Fault::new(&name.span, message).help(format!("it is written {all}")))
    }

    const fn taking(self, args: ArgKind) -> Signature {
        Signature { args, ..self }
    }

    const fn at_plies(self, build: AtPlies, options: &'static [&'static str]) -> Signature {
        Signature { at_plies: Some(build), options, ..self }
    }

    const fn of_game(self, build: OfGame, options: &'static [&'static str]) -> Signature {
        Signature { of_game: build, options, ..self }
    }
}

/// All predicates, sorted by name.
pub static CALLS: &[Signature] = &[
    words("captured(QR, by=white)", "A move takes one of these; without letters, any")
        .at_plies(|_, args| build::moves(args, Single::Captured), BY),
    words("castles(white, long)", "A side castles; both arguments may be left out")
        .at_plies(build::castles, PLIES),
    words("check()", "The side to move is in check").at_plies(build::check, PLIES),
    words("ends(checkmate|stalemate|insufficient)", "The last position is one of these")
        .of_game(|args, _| args.choices(&ENDINGS).map(AtomKind::Ends), &[]),
    words("fen(\"FEN\")", "A position; the clocks and fields that are left out do not count")
        .at_plies(build::fen, PLIES),
    words("has(comments|variations|nags|clk|eval|null|fen)", "The game holds one of these")
        .of_game(|args, _| args.choices(&FEATURES).map(AtomKind::Has), &[]),
    words("hash(0x463b96181691fc9c)", "A position by its Polyglot hash")
        .at_plies(build::hash, PLIES),
    words("imbalance(\"RvBN\", either=true, stable=4)", "White's material minus Black's")
        .at_plies(build::imbalance, BALANCE),
    words(
        "line(\"1. e4 c5 2. Nf3\", transposing=true, anywhere=true)",
        "A line of moves, or the position it leads to; * any move, !Nf3 any other, Nf3|Nc3 either",
    )
    .at_plies(build::line, &["transposing", "anywhere", "from", "to", "stm"]),
    words(
        "material(\"KRPP2-3vKR\", either=true, stable=4)",
        "A balance of material; R P2 P2-3 P2+ P+ P* L, and against the opponent P= P# P> P2< P2>=",
    )
    .at_plies(build::material, BALANCE),
    words("missing(FIELD)", "The field or tag has no value")
        .taking(ArgKind::Subject)
        .of_game(|args, _| grouping(args.subject()?).map(AtomKind::Missing), &[]),
    words("moved(KP, by=white)", "A move of one of these")
        .at_plies(|_, args| build::moves(args, Single::Moved), BY),
    words(
        "pieces(3-7, from=40)",
        "The number of pieces and pawns is this, or in this range; 7+ means 7 or more",
    )
    .at_plies(build::pieces, PLIES),
    words(
        "position(\"*/*/*/*/???PP???/*/*/* w KQkq\", either=true)",
        "A pattern of the board; ? ! * A a m [QR] [^p] besides FEN",
    )
    .at_plies(build::position, &["either", "from", "to", "stm"]),
    words("promotes(QN, by=white)", "A pawn becomes one of these; without letters, any")
        .at_plies(build::promotes, BY),
    words(
        "reaches(threefold|fivefold|fifty|seventyfive)",
        "A repetition, or this many moves without a capture or pawn move",
    )
    .at_plies(build::reaches, PLIES),
    words(
        "repertoire(\"FILE\", leaves=me|opponent, side=white)",
        "The game reaches the lines of a PGN file; leaves: the side that leaves them: me, opponent, white, black, nobody",
    )
    .of_game(
        |args, load| RepertoirePredicate::new(args, load).map(AtomKind::Repertoire),
        &["leaves", "side", "from", "to"],
    ),
    words("run(EXPR, N)", "EXPR holds at N plies in a row")
        .taking(ArgKind::Exprs)
        .at_plies(build::run, PLIES),
    words("stm(white)", "The side to move").at_plies(build::stm, &["from", "to"]),
    words("then(A, B, …)", "A holds, later B, and so on")
        .taking(ArgKind::Exprs)
        .at_plies(build::then, PLIES),
    words("underpromotion(by=white)", "A pawn becomes a knight, bishop or rook")
        .at_plies(build::underpromotion, BY),
];

/// The options that limit the plies at which a predicate may hold.
const PLIES: &[&str] = &["from", "to", "stm"];
/// The options of [`PLIES`], and the side that moves.
const BY: &[&str] = &["by", "from", "to", "stm"];
/// The options of [`PLIES`], and those of a balance of material.
const BALANCE: &[&str] = &["either", "stable", "from", "to", "stm"];

/// Returns the signature of a predicate whose unnamed arguments are words, without the function that builds it.
const fn words(usage: &'static str, help: &'static str) -> Signature {
    let of_game: OfGame = |args, _| Err(args.usage());
    Signature { usage, help, args: ArgKind::Words, options: &[], at_plies: None, of_game }
}

pub(crate) fn find(name: &str) -> Option<&'static Signature> {
    CALLS.iter().find(|call| call.name() == name)
}

/// Builds a predicate of the whole game.
pub(crate) fn of_game(call: &Call, load: Load<'_>) -> Result<AtomKind, Fault> {
    let args = Args::of(call);
    find(&call.name.text).map_or_else(|| Err(args.usage()), |it| (it.of_game)(&args, load))
}

/// Returns the error for an unknown predicate.
pub(crate) fn unknown(name: &str, span: &Range<usize>) -> Fault {
    let fault = Fault::new(span, format!("unknown predicate `{}`", name));
    match similar(name, CALLS.iter().map(Signature::name)).and_then(find) {
        Some(call) => fault.help(format!("did you mean `{}`?", call.usage)),
        None => {
            let names: Vec<&str> = CALLS.iter().map(Signature::name).collect();
            fault.help(format!("there are: {}", names.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(CALLS.is_sorted_by(|a, b| a.name() < b.name()));
    }
}

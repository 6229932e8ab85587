use super::prelude::*;

use pgn_chess::{Variant, names_chess960};

use crate::position_faults;

rule!("fen_castling_impossible.md", Check::Start(StartFault::FenCastlingImpossible, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let value = pair.value.of(cx.src);
    let letters = position_faults::rights_without_men(value);
    let named = if letters.is_empty() { String::new() } else { format!(" (`{letters}`)") };
    let message = format!("the FEN allows castling{named} that king and rook are not placed for");
    let found = report.at(pair.value, message.clone());
    let variant = cx.game.tag(cx.src, TagName::VARIANT);
    if cx.start().variant != Variant::Chess960
        || variant.is_some_and(|pair| names_chess960(&pair.value(cx.src)))
    {
        return;
    }
    // The game is read by the rules of Chess960.
    found.otherwise().message = format!("{message}; it is read as that of Chess960").into();
    match variant {
        None => {
            let line = format!("{}[Variant \"Chess960\"]", cx.line_end());
            found
                .help("in Chess960 they are: add `[Variant \"Chess960\"]`")
                .unsafe_fix([Edit::insert(pair.span.end, line)]);
        }
        Some(variant) => {
            found
                .help("in Chess960 they are: the Variant tag should say `Chess960`")
                .unsafe_fix([Edit::replace(variant.value, "Chess960")]);
        }
    }
}

use super::prelude::*;

use pgn_chess::{Variant, shakmaty::variant::Variant as V};

rule!(
    "fen_spelling.md",
    Check::Start(StartFault::FenSpelling, check),
    Check::Start(StartFault::FenOfOtherVariant, check_other_variant)
);

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let fields = FenFields::of(pair.value.of(cx.src));
    let side = fields.get(FenFields::SIDE_TO_MOVE).unwrap_or_default();
    let message = if side.iter().any(u8::is_ascii_uppercase) {
        "the side to move of the FEN is a capital letter"
    } else if fields.placement().ends_with(b"/") {
        "the piece placement of the FEN ends with `/`"
    } else if fields.placement_in_form() != fields.placement() {
        "numbers are side by side in the FEN"
    } else if fields.counters_of_epd().is_some() {
        "the counters of the FEN have the form of EPD"
    } else {
        "the en passant square of the FEN has a capital letter"
    };
    report.at(pair.value, message).safe_fix(edits(cx.src, pair.value));
}

/// Reports a pocket or a count of checks that the variant of the game does not have.
fn check_other_variant(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let fields = FenFields::of(pair.value.of(cx.src));
    let checks = fields.iter().skip(FenFields::HALFMOVE_CLOCK).find(|it| it.contains(&b'+'));
    let is_three_check = cx.start().variant == Variant::Known(V::ThreeCheck);
    let (message, variant) = match checks {
        Some(checks) if is_three_check => {
            let message = format!(
                "{} is not a count of at most three checks for each side",
                cx.quote(checks)
            );
            report.at(pair.value, message);
            return;
        }
        Some(checks) => {
            (format!("the FEN has a count of checks, {}", cx.quote(checks)), "Three-check")
        }
        None => ("the FEN has a pocket".to_owned(), "Crazyhouse"),
    };
    let message = format!("{message}, which only {variant} has");
    let found = report.at(pair.value, message);
    match cx.game.tag(cx.src, TagName::VARIANT) {
        None => {
            let line = format!("{}[Variant \"{variant}\"]", cx.line_end());
            found
                .help(format!("it is not read: add `[Variant \"{variant}\"]`"))
                .unsafe_fix([Edit::insert(pair.span.end, line)]);
        }
        Some(_) => {
            found.help(format!("it is not read: the Variant tag should say `{variant}`"));
        }
    }
}

/// Returns edits of the piece placement, the side to move, the en passant square, and counters in the form of EPD.
fn edits(src: &[u8], value: Span) -> Vec<Edit> {
    let fields = FenFields::of(value.of(src));
    let side = fields.get(FenFields::SIDE_TO_MOVE).unwrap_or_default().to_ascii_lowercase();
    let en_passant = fields.get(FenFields::EN_PASSANT).unwrap_or_default().to_ascii_lowercase();
    let new = [
        (FenFields::PLACEMENT, fields.placement_in_form()),
        (FenFields::SIDE_TO_MOVE, side),
        (FenFields::EN_PASSANT, en_passant),
    ];
    let edit = |(n, text): (usize, Vec<u8>)| {
        let field = fen_field(src, value, n).filter(|field| field.of(src) != text)?;
        Some(Edit::turn(src, field, &String::from_utf8(text).ok()?))
    };
    let mut edits: Vec<Edit> = new.into_iter().filter_map(edit).collect();
    if let Some(counters) = fields.counters_of_epd()
        && let Some(first) = fen_field(src, value, FenFields::HALFMOVE_CLOCK)
        && let Ok(text) = String::from_utf8(counters.join(&b' '))
    {
        let last = fen_field(src, value, FenFields::HALFMOVE_CLOCK + 3).unwrap_or(first);
        edits.push(Edit::turn(src, first.to(last), &text));
    }
    edits
}

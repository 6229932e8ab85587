//! Explanations of moves that cannot be played, as text and as edits.

use pgn_chess::{
    Ply,
    diagnosis::{self, Correction, MIN_MOVES_AFTER, Slip},
};

use crate::{
    context::GameCx,
    fix::Edit,
    reading_language::{as_in, can_replace},
    rule::Diagnostic,
};

/// An explanation of a move that could not be played.
pub(crate) struct Explanation {
    /// The explanation in words.
    pub(crate) help: String,
    /// The edits of the explanation, if it is the only one.
    pub(crate) edits: Vec<Edit>,
}

/// Adds the explanation of a move that could not be played to its finding; returns true if there is one.
pub(crate) fn add(found: &mut Diagnostic, cx: &GameCx<'_>, ply: &Ply<'_>) -> bool {
    let explanation = explain(cx, ply);
    let is_explained = explanation.is_some();
    if let Some(Explanation { help, edits }) = explanation {
        found.help(help).unsafe_fix(edits);
    }
    is_explained
}

/// Returns the explanation of a move that could not be played; `None` if fewer than three legal moves follow it.
pub(crate) fn explain(cx: &GameCx<'_>, ply: &Ply<'_>) -> Option<Explanation> {
    let found = diagnosis::diagnose(cx.game, cx.src, ply, &cx.replay.resolve());
    if found.n_after < MIN_MOVES_AFTER {
        return None;
    }
    let rest = format!("the {} moves after it are legal", found.n_after);
    let (mut meant, mut missing, mut others) = (Vec::new(), Vec::new(), Vec::new());
    let text = ply.span.of(cx.src);
    for correction in &found.corrections {
        match correction.slip {
            Slip::Other(san) => meant.push(format!("`{}`", as_in(cx, text, san.as_str()))),
            Slip::Earlier(san) => {
                let span = correction.edits.first().map_or(ply.span, |(span, _)| *span);
                let meant = as_in(cx, text, san.as_str());
                others.push(format!("if {} before it was `{meant}`", cx.quoted(span)));
            }
            Slip::Missing(san) => missing.push(format!("`{}`", as_in(cx, text, san.as_str()))),
            Slip::Swapped => {
                let texts: Vec<_> =
                    correction.edits.iter().map(|(_, text)| format!("`{text}`")).collect();
                others.push(format!("if {} have changed places", texts.join(" and ")));
            }
            Slip::Doubled => others.push("if it repeats the move before it".to_owned()),
        }
    }
    let mut ways = Vec::new();
    if !meant.is_empty() {
        ways.push(format!("if it was {}", meant.join(" or ")));
    }
    ways.append(&mut others);
    match missing.len() {
        0 => (),
        1..=4 => ways.push(format!("if {} is missing before it", missing.join(" or "))),
        // Many moves are possible, and the rest of the line does not decide between them.
        _ => ways.push("if a half-move is missing before it".to_owned()),
    }
    let help = format!("{}, {rest}", ways.join(", or "));
    let edits = match &found.corrections[..] {
        [correction] if found.is_complete => edits(cx, text, correction),
        _ => Vec::new(),
    };
    (!ways.is_empty()).then_some(Explanation { help, edits })
}

/// Returns the edits of a correction, with the piece letters of the move `text`; empty if they cannot be written.
fn edits(cx: &GameCx<'_>, text: &[u8], correction: &Correction) -> Vec<Edit> {
    let is_copy = matches!(correction.slip, Slip::Swapped | Slip::Doubled);
    let new = |san: &str| if is_copy { san.to_owned() } else { as_in(cx, text, san).into_owned() };
    let edits = correction.edits.iter().map(|(span, san)| (*span, new(san)));
    let can_write = |(_, new): &(_, String)| is_copy || can_replace(cx, text, new);
    let edits = edits.map(|edit| can_write(&edit).then(|| Edit::replace(edit.0, edit.1)));
    edits.collect::<Option<_>>().unwrap_or_default()
}

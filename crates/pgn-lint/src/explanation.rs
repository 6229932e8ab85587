//! Explanations of moves that cannot be played, as text and as edits.

use pgn_chess::{
    Ply,
    diagnosis::{self, MIN_MOVES_AFTER, Slip},
};

use crate::{context::GameCx, fix::Edit, rule::Diagnostic};

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
    for correction in &found.corrections {
        match correction.slip {
            Slip::Other(san) => meant.push(format!("`{}`", san.as_str())),
            Slip::Earlier(san) => {
                let span = correction.edits.first().map_or(ply.span, |(span, _)| *span);
                let was = cx.quoted(span);
                others.push(format!("if {was} before it was `{}`", san.as_str()));
            }
            Slip::Missing(san) => missing.push(format!("`{}`", san.as_str())),
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
    let edits = match (&*found.corrections, found.is_complete) {
        ([correction], true) => &*correction.edits,
        _ => &[],
    };
    let edits = edits.iter().map(|(span, text)| Edit::replace(*span, text.clone())).collect();
    (!ways.is_empty()).then_some(Explanation { help, edits })
}

//! Explanations of moves that cannot be played, as text and as edits.

use std::collections::BTreeSet;

use pgn_chess::{
    Language, Ply, Replay, ReplayOptions, Visitor,
    diagnosis::{self, Slip},
    shakmaty::Role,
    start,
};
use pgn_syntax::NodeKind;

use crate::{context::GameCx, fix::Edit, moves::respell, quote::quote};

/// Number of legal moves after a bad one that make an explanation credible.
const LEAST_BEHIND: usize = 3;

/// An explanation of a move that could not be played.
pub(crate) struct Diagnosis {
    /// The explanation in words.
    pub(crate) help: String,
    /// The edits of the explanation, if it is the only one.
    pub(crate) edits: Vec<Edit>,
}

/// Returns the explanations after which the rest of the line is legal.
pub(crate) fn diagnose(cx: &GameCx<'_>, ply: &Ply<'_>) -> Option<Diagnosis> {
    let found = diagnosis::diagnose(cx.game, cx.src, ply, &cx.moves);
    if found.n_behind < LEAST_BEHIND {
        return None;
    }
    let rest = format!("the {} moves after it are legal", found.n_behind);
    let (mut meant, mut missing, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for correction in &found.corrections {
        match correction.slip {
            Slip::Other(san) => meant.push(format!("`{}`", san.as_str())),
            Slip::Earlier(san) => {
                let span = correction.edits.first().map_or(ply.span, |(span, _)| *span);
                let was = quote(span.of(cx.src));
                others.push(format!("if {was} before it was `{}`", san.as_str()));
            }
            Slip::Missing(san) => missing.push(format!("`{}`", san.as_str())),
            Slip::Swapped => {
                let texts: Vec<_> =
                    correction.edits.iter().map(|(_, text)| format!("`{text}`")).collect();
                others.push(format!("if {} have changed places", texts.join(" and ")));
            }
            Slip::Doubled => others.push("if it is the move before it once more".to_owned()),
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
    (!ways.is_empty()).then_some(Diagnosis { help, edits })
}

/// Returns the edits that put all moves of a game into English letters, if the letters of exactly
/// one other language make all of them legal.
pub(crate) fn translate(cx: &GameCx<'_>) -> Option<(Language, Vec<Edit>)> {
    struct Translator<'a> {
        cx: &'a GameCx<'a>,
        edits: Vec<Edit>,
    }
    impl Visitor for Translator<'_> {
        fn ply(&mut self, ply: &Ply<'_>) {
            let text = ply.span.of(self.cx.src);
            if ply.played().is_some()
                && text.first().is_some_and(|byte| !b"abcdefghO0o".contains(byte))
            {
                self.edits.extend(respell(self.cx, ply).filter(|edit| !edit.is_nothing()));
            }
        }
    }
    let start = start(cx.game, cx.src);
    let mut replay = Replay::new();
    let options = ReplayOptions { allow_null: cx.allow_null, ..ReplayOptions::default() };
    let lang = replay.guess_language(cx.game, cx.src, &start, &options)?;
    let options = ReplayOptions { lang: Some(lang), ..options };
    let mut translator = Translator { cx, edits: Vec::new() };
    replay.walk(cx.game, cx.src, &start, &options, &mut translator);
    Some((lang, translator.edits))
}

/// Languages by the number of games written in them, as far as archives tell: of several that fit,
/// the first is the likeliest.
const BY_FREQUENCY: [&str; 17] = [
    "de", "fr", "es", "nl", "ru", "it", "pl", "hu", "cs", "sv", "da", "pt", "no", "ro", "fi", "is",
    "et",
];

/// Returns the language that writes the same letters in most games: German for Danish.
pub(crate) fn best_known(lang: Language) -> Language {
    let all = BY_FREQUENCY.iter().filter_map(|code| Language::find(code));
    all.into_iter().find(|other| other.has_letters_of(lang)).unwrap_or(lang)
}

/// Returns the likeliest language that has all piece letters of a game; `None` if no other than
/// English has them.
pub(crate) fn likeliest_language(cx: &GameCx<'_>) -> Option<Language> {
    let moves = cx.game.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Move { .. }));
    let letters: BTreeSet<char> = moves
        .filter_map(|node| std::str::from_utf8(node.span.of(cx.src)).ok()?.chars().next())
        .filter(|letter| letter.is_uppercase() && *letter != 'O' && *letter != 'О')
        .collect();
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    let has_all = |lang: &Language| {
        let written =
            |letter: &char| roles.iter().any(|&role| lang.letters(role).starts_with(*letter));
        letters.iter().all(written)
    };
    BY_FREQUENCY.iter().filter_map(|code| Language::find(code)).find(has_all)
}

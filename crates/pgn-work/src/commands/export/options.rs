//! The options of the writer of PGN, from the plan of a run.

use pgn_chess::{
    Lang, Notation, ReplayOptions,
    export::{self, ExportForm, ExportOptions},
};
use pgn_tags::repaired;

use super::plan::{Format, OnError, Plan};
use crate::Globals;

/// Returns the options for writing games.
pub(super) fn options(plan: &Plan, globals: &Globals) -> ExportOptions {
    ExportOptions {
        notation: plan.notation,
        form: if plan.format == Format::Reduced { ExportForm::Reduced } else { ExportForm::Export },
        width: plan.width.map_or(0, |width| width as usize),
        breaks: plan.text.breaks,
        on_error: match plan.on_error {
            // Each line of this format must be a readable game, so games with errors are dropped.
            OnError::Raw | OnError::Fail if plan.format == Format::Lines => export::OnError::Drop,
            OnError::Raw | OnError::Fail => export::OnError::Raw,
            OnError::Comment => export::OnError::Comment,
            OnError::Truncate => export::OnError::Truncate,
            OnError::Drop => export::OnError::Drop,
        },
        nag_numbers: plan.nag_numbers,
        nags: plan.text.nags,
        remarks: plan.text.remarks,
        escapes: plan.text.escapes,
        excerpt: plan.text.excerpt.clone(),
        repair_text: plan.tags.fix_mojibake.then_some(repaired),
        fallback: globals.reading.encoding.general(),
        charset: plan.text.charset,
        replay: ReplayOptions { judge_signs: false, ..globals.reading.replay_options() },
    }
}

/// Returns the options that do not change games of variants that are not checked, whose moves and positions are not known.
pub(super) fn of_moves(options: &ExportOptions) -> Vec<&'static str> {
    let excerpt = options.excerpt.as_ref();
    [
        ("--plies", excerpt.is_some_and(|it| it.from > 1 || it.to.is_some())),
        ("--drop-before", excerpt.is_some_and(|it| it.drop_before.is_some())),
        ("--notation", options.notation != Notation::San),
        ("--comment-every", options.remarks.is_some()),
    ]
    .into_iter()
    .filter_map(|(name, is_set)| is_set.then_some(name))
    .collect()
}

/// Returns the options for reading the output, written with `options`.
pub(super) fn verify_options(options: &ExportOptions, plan: &Plan) -> ExportOptions {
    let lang = match plan.notation {
        Notation::Letters(language) => Lang::from(language),
        _ => Lang::English,
    };
    let replay = ReplayOptions { lang, ..options.replay };
    ExportOptions { replay, repair_text: None, remarks: None, ..options.clone() }
}

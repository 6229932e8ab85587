use super::prelude::*;

rule!(
    "tag_name_case.md",
    Check::Pair(PairFact::NAME_CASE, check),
    Check::File(FileFacts::report_spellings)
);

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let Some(known) = pair.known else { return };
    // If a name occurs in two spellings, the one in standard case counts. With very many pairs, the check is skipped.
    let mut same = cx.game.tags.iter().filter(|other| other.known == pair.known);
    let is_only = cx.game.tags.len() < 500 && same.by_ref().take(2).count() == 1;
    let fix = is_only.then(|| Edit::turn(cx.src, pair.name, known.text()));
    let message = format!("the tag {} should be `{}`", cx.quoted(pair.name), known.text());
    report.at(pair.name, message).safe_fix(fix);
}

use super::prelude::*;
use pgn_syntax::{
    TagName, TagPair,
    date::{self, DateFault},
};

pub(super) static RULE: Rule = Rule {
    code: "T006",
    name: "bad-date",
    severity: Severity::Error,
    otherwise: Some((Severity::Warning, "in other tags than Date")),
    page: include_str!("bad_date.md"),
    checks: &[Check::Pair(PairFact::BAD_DATE, check)],
};

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let found = report
        .at(pair.value, format!("{} is no date", quote(pair.value.of(cx.src))))
        .help("a date is `YYYY.MM.DD`, with `?` for digits that are not known");
    let read = date::read(pair.value.of(cx.src)).map(|(date, _)| date);
    let fixed = read.filter(|date| DateFault::of(date.as_bytes()).is_none());
    found.safe_fix(fixed.map(|date| Edit::turn(cx.src, pair.value, &date)));
    if pair.known != Some(TagName::DATE) {
        found.otherwise();
    }
}

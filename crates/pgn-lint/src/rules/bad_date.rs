use std::borrow::Cow;

use super::prelude::*;
use pgn_syntax::date::{self, DateEvidence, DateFault, DateOrder};

rule!("bad_date.md", Check::Pair(PairFact::BAD_DATE, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let value = pair.value.of(cx.src);
    if pair.known != Some(TagName::DATE) && value == b"?" {
        // The sign of the standard for an unknown value.
        return;
    }
    let is_ambiguous = date::is_ambiguous(value);
    let fixed = form_of_standard(value, cx.dates);
    let found = report
        .at(pair.value, format!("{} {}", cx.quote(value), what(value, cx.dates, fixed.as_deref())))
        .help(if is_ambiguous { order(cx.dates) } else { FORM.into() });
    let edit = fixed.map(|date| Edit::turn(cx.src, pair.value, &date));
    // Unsafe if the order of day and month is only assumed, or if the fix drops a time of day.
    found.fix(Applicability::safe_if(!is_ambiguous && !date::has_time(value)), edit);
    if pair.known != Some(TagName::DATE) {
        found.otherwise();
    }
}

/// Returns the form of the standard for a date in another form, if it is a date.
fn form_of_standard(value: &[u8], order: DateOrder) -> Option<String> {
    let date = date::read_in(value, order)?;
    DateFault::of(date.as_bytes()).is_none().then_some(date)
}

/// Returns the message for a value that is not a date in the form of the standard. `read` is the date that all
/// commands read from it, if any.
fn what(value: &[u8], order: DateOrder, read: Option<&str>) -> String {
    if date::is_ambiguous(value) && !order.is_known() {
        let day_first = form_of_standard(value, DateOrder::DayFirst);
        let month_first = form_of_standard(value, DateOrder::MonthFirst);
        if let (Some(one), Some(other)) = (day_first, month_first) {
            return format!("is not written `YYYY.MM.DD`; it can be `{one}` or `{other}`");
        }
    }
    match read.filter(|read| read.contains(|c: char| c.is_ascii_digit())) {
        Some(read) => format!("is not written `YYYY.MM.DD`; it is read as `{read}`"),
        None => "is not a PGN date".to_owned(),
    }
}

const FORM: &str = "a date is `YYYY.MM.DD`, with `?` for digits that are not known";

/// Returns what is known of the order of day and month.
fn order(dates: DateOrder) -> Cow<'static, str> {
    let counted = |n: u32| if n == 1 { "1 date".to_owned() } else { format!("{n} dates") };
    match dates {
        DateOrder::Unknown => {
            "set the order with `--date-order dmy` or `mdy`; `auto` infers it from the other dates of the file"
                .into()
        }
        DateOrder::YearOnly => {
            "set the order with `--date-order dmy` or `mdy`; the year is certain".into()
        }
        DateOrder::DayFirst => "the day comes first, by `--date-order`".into(),
        DateOrder::MonthFirst => "the month comes first, by `--date-order`".into(),
        DateOrder::Detected(DateEvidence { day_first: 0, month_first: 0 }) => {
            "no date of the file shows whether day or month comes first; the year is certain".into()
        }
        DateOrder::Detected(DateEvidence { day_first, month_first: 0 }) => {
            format!("the day comes first in {} of the file", counted(day_first)).into()
        }
        DateOrder::Detected(DateEvidence { day_first: 0, month_first }) => {
            format!("the month comes first in {} of the file", counted(month_first)).into()
        }
        DateOrder::Detected(DateEvidence { day_first, month_first }) => format!(
            "the day comes first in {} of the file, the month in {}; the year is certain",
            counted(day_first),
            counted(month_first)
        )
        .into(),
    }
}

use super::prelude::*;

use std::cmp::Ordering;

use pgn_syntax::date::Date;

rule!("date_before_eventdate.md", Check::Tag(&[TagName::EVENT_DATE], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let Some(date) = cx.game.tag(cx.src, TagName::DATE) else { return };
    let (Some(of_game), Some(of_event)) = (Date::read(date.value.of(cx.src)), Date::read(value))
    else {
        return;
    };
    if of_game.compare(of_event) == Ordering::Less {
        let message =
            format!("the game was played on {}, before its event began", cx.quoted(date.value));
        report.at(date.value, message).related(pair.value, "the event's first day");
    }
}

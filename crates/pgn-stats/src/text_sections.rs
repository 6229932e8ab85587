//! Sections on annotation, clocks, evaluations and encodings.

use super::{overview_sections::Counted, topic::Topic};
use pgn_report::tables::{Section, Table, Value};

impl Counted<'_> {
    pub(super) fn annotation(&self) -> Section {
        let it = &self.totals.annotation;
        let mut section = Section::new("annotation", "Annotation");
        if it.comments + it.nags + it.variations == 0 {
            return section;
        }
        section.fact("comments", "Comments", Value::Count(it.comments));
        section.fact("games_with_comments", "Games with comments", Value::Count(it.with_comments));
        section.fact("variations", "Variations", Value::Count(it.variations));
        section.fact(
            "games_with_variations",
            "Games with variations",
            Value::Count(it.with_variations),
        );
        section.fact("deepest", "Deepest nesting", Value::Count(it.deepest.into()));
        section.fact("nags", "NAGs and signs", Value::Count(it.nags));
        section.fact("games_with_nags", "Games with NAGs", Value::Count(it.with_nags));
        let list = self.lists.get(Topic::Nag);
        let mut table = Table::new("by_nag", "By NAG", &[("nag", "NAG"), ("times", "Times")]);
        for (key, counts) in self.rows(list) {
            let nag = key.first().copied().unwrap_or(0);
            table.rows.push(vec![Value::text(nag_name(nag)), Value::Count(counts.games())]);
        }
        (table.bar, table.n_more) = (Some(1), list.n_keys - table.rows.len() as u64);
        section.tables.push(table);
        section
    }

    pub(super) fn clocks(&self) -> Section {
        let it = &self.totals.clocks;
        let mut section = Section::new("clocks", "Clocks");
        if it.games == 0 && it.moves == 0 {
            return section;
        }
        let seconds = |millis: u64, n: u64| Value::mean(millis, n.saturating_mul(1000), 1);
        section.note = Some(
            "Time starts from WhiteClock and BlackClock where a game has them, else from \
             TimeControl."
                .to_owned(),
        );
        section.fact("games", "Games with clocks", Value::Count(it.games));
        section.fact("from_tags", "Start from clock tags", Value::Count(it.from_tags));
        section.fact("moves", "Moves with a time", Value::Count(it.moves));
        section.fact("seconds_a_move", "Seconds a move", seconds(it.used, it.moves));
        section.fact("longest", "Longest thought, seconds", seconds(it.longest, it.moves.min(1)));
        section.fact("short", "Games with less than 30 s left", Value::Count(it.short));
        section.fact("grown", "Games with a clock that grew", Value::Count(it.with_grown));
        section.fact(
            "without_time_control",
            "Games with clocks, no time control",
            Value::Count(it.without_control),
        );
        section
    }

    pub(super) fn evaluations(&self) -> Section {
        let it = &self.totals.evals;
        let mut section = Section::new("evaluations", "Evaluations");
        if it.games == 0 {
            return section;
        }
        section.fact("games", "Games with evaluations", Value::Count(it.games));
        section.fact("moves", "Moves with an evaluation", Value::Count(it.moves));
        let [white, black] = [0, 1].map(|side| Value::mean(it.lost[side], it.n_lost[side], 1));
        section.fact("white_loss", "White's mean loss, centipawns", white);
        section.fact("black_loss", "Black's mean loss, centipawns", black);
        section
    }

    pub(super) fn encodings(&self) -> Section {
        let bytes = &self.totals.bytes;
        let mut section = Section::new("text", "Text");
        if self.totals.games == 0 {
            return section;
        }
        let [ascii, utf8, eight_bit] = bytes.encodings;
        section.fact("ascii", "Games in ASCII", Value::Count(ascii));
        section.fact("utf8", "Games in UTF-8", Value::Count(utf8));
        section.fact("eight_bit", "Games in an 8-bit set", Value::Count(eight_bit));
        let [lf, crlf, cr] = bytes.line_ends;
        section.fact("lf", "Line ends LF", Value::Count(lf));
        section.fact("crlf", "Line ends CR LF", Value::Count(crlf));
        section.fact("cr", "Line ends CR", Value::Count(cr));
        section
    }
}

/// Returns a NAG with its symbol, which the standard defines for the first six.
fn nag_name(nag: u8) -> String {
    let sign = match nag {
        1 => " !",
        2 => " ?",
        3 => " !!",
        4 => " ??",
        5 => " !?",
        6 => " ?!",
        _ => "",
    };
    format!("${nag}{sign}")
}

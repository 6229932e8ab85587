//! Sections on annotation, clocks, evaluations and encodings.

use crate::{sections::overview_sections::Counted, sums::topic::Topic};
use pgn_report::tables::{Section, Table, Value};

impl Counted<'_> {
    pub(crate) fn annotation(&self) -> Section {
        let it = &self.totals.annotation;
        let mut section = Section::new("annotation", "Annotation");
        if it.comments + it.nags + it.variations == 0 {
            return section;
        }
        section.count("comments", "Comments", it.comments);
        section.count("games_with_comments", "Games with comments", it.with_comments);
        section.count("variations", "Variations", it.variations);
        section.count("games_with_variations", "Games with variations", it.with_variations);
        section.count("deepest", "Deepest nesting", it.deepest.into());
        section.count("nags", "NAGs and signs", it.nags);
        section.count("games_with_nags", "Games with NAGs", it.with_nags);
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

    pub(crate) fn clocks(&self) -> Section {
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
        section.count("games", "Games with clocks", it.games);
        section.count("from_tags", "Start from clock tags", it.from_tags);
        section.count("moves", "Moves with a time", it.moves);
        section.fact("seconds_a_move", "Seconds a move", seconds(it.used, it.moves));
        section.fact("longest", "Longest thought, seconds", seconds(it.longest, it.moves.min(1)));
        section.count("short", "Games with less than 30 s left", it.short);
        section.count("grown", "Games with a clock that grew", it.with_grown);
        section.count(
            "without_time_control",
            "Games with clocks, no time control",
            it.without_control,
        );
        section
    }

    pub(crate) fn evaluations(&self) -> Section {
        let it = &self.totals.evals;
        let mut section = Section::new("evaluations", "Evaluations");
        if it.games == 0 {
            return section;
        }
        section.count("games", "Games with evaluations", it.games);
        section.count("moves", "Moves with an evaluation", it.moves);
        let [white, black] = [0, 1].map(|side| Value::mean(it.lost[side], it.n_lost[side], 1));
        section.fact("white_loss", "White's mean loss, centipawns", white);
        section.fact("black_loss", "Black's mean loss, centipawns", black);
        section
    }

    pub(crate) fn encodings(&self) -> Section {
        let bytes = &self.totals.bytes;
        let mut section = Section::new("text", "Text");
        if self.totals.games == 0 {
            return section;
        }
        let [ascii, utf8, eight_bit] = bytes.encodings;
        section.count("ascii", "Games in ASCII", ascii);
        section.count("utf8", "Games in UTF-8", utf8);
        section.count("eight_bit", "Games in an 8-bit set", eight_bit);
        let [lf, crlf, cr] = bytes.line_ends;
        section.count("lf", "Line ends LF", lf);
        section.count("crlf", "Line ends CR LF", crlf);
        section.count("cr", "Line ends CR", cr);
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

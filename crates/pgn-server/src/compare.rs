//! Findings of rules that compare the games of a document.

use std::ops::Range;

use pgn_lint::{AcrossChecker, Checker, Rule, Severity};

use crate::{block::Block, reading::options, settings::Settings};

/// Maximum size in bytes of a document whose games are compared, as all their notes are in memory.
pub(crate) const MAX_COMPARED: usize = 16 << 20;

/// Maximum number of findings of a document that are kept.
const MAX_FINDINGS: usize = 300;

/// A finding from comparing games. Places are offsets in the text of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compared {
    pub(crate) rule: &'static Rule,
    pub(crate) severity: Severity,
    pub(crate) at: Range<usize>,
    /// The place in the game that this one copies or contradicts.
    pub(crate) other: Range<usize>,
    pub(crate) message: String,
}

/// Returns true if a rule that compares games is selected.
pub(crate) fn is_wanted(settings: &Settings) -> bool {
    settings.ruling.rules.rules().any(Rule::compares_games)
}

/// Compares the games of a document that was read, and returns the findings by place; `None` if notes are missing,
/// because the document is too large.
pub(crate) fn compare(blocks: &[Block], settings: &Settings) -> Option<Vec<Compared>> {
    let (mut notes, mut start) = (Vec::new(), 0);
    for block in blocks {
        for note in block.read.notes.as_ref()? {
            let (from, to) = (start + note.span.start as usize, start + note.span.end as usize);
            notes.push((note.sort_key(0), note.payload(&place(&(from..to)))));
        }
        start += block.text.len();
    }
    // Stable: notes with equal keys stay in the order of their games.
    notes.sort_by(|a, b| a.0.cmp(&b.0));
    let (mut across_checker, mut judged) = (AcrossChecker::default(), Vec::new());
    for (key, payload) in notes {
        across_checker.push(&key, &payload, &mut judged);
    }
    across_checker.finish(&mut judged);
    let checker = Checker::new(&settings.ruling.rules, options(settings));
    let mut found: Vec<_> = judged
        .into_iter()
        .filter_map(|it| {
            Some(Compared {
                rule: it.rule,
                severity: checker.level_of(it.rule)?,
                at: read_place(&it.place)?,
                other: read_place(&it.other)?,
                message: it.message,
            })
        })
        .collect();
    found.sort_by_key(|it| (it.at.start, it.rule.code));
    found.truncate(MAX_FINDINGS);
    Some(found)
}

fn place(at: &Range<usize>) -> Vec<u8> {
    [at.start.to_be_bytes(), at.end.to_be_bytes()].concat()
}

fn read_place(bytes: &[u8]) -> Option<Range<usize>> {
    let (start, end) = bytes.split_at_checked(size_of::<usize>())?;
    Some(usize::from_be_bytes(start.try_into().ok()?)..usize::from_be_bytes(end.try_into().ok()?))
}

/// Moves findings with the text when the bytes at `edit` are replaced by `len` bytes. Findings that the edit touches
/// are removed until the games are compared again.
pub(crate) fn shift(found: &mut Vec<Compared>, edit: &Range<usize>, len: usize) {
    let moved = |at: &Range<usize>| {
        if at.end < edit.start {
            Some(at.clone())
        } else if at.start >= edit.end {
            let by = |offset: usize| offset - edit.end + edit.start + len;
            Some(by(at.start)..by(at.end))
        } else {
            None
        }
    };
    found.retain_mut(|it| match (moved(&it.at), moved(&it.other)) {
        (Some(at), Some(other)) => {
            (it.at, it.other) = (at, other);
            true
        }
        _ => false,
    });
}

#[cfg(test)]
mod tests {
    use pgn_lint::RULES;

    use super::*;

    #[test]
    fn findings_move_with_the_text() {
        let text = "aa bb cc dd";
        let at = |word: &str| text.find(word).map(|at| at..at + 2).unwrap();
        let all = ["aa", "bb", "cc", "dd"];
        for (edit, new, expected) in [
            (0..0, "x", "aa bb cc dd"),
            (3..5, "", "aa cc dd"),
            (4..4, "xyz", "aa cc dd"),
            (2..2, " ", "bb cc dd"),
            (5..6, "", "aa cc dd"),
            (11..11, "x", "aa bb cc"),
            (0..11, "", ""),
        ] {
            let mut now = text.to_owned();
            now.replace_range(edit.clone(), new);
            let mut found: Vec<_> = all
                .map(|word| Compared {
                    rule: RULES[0],
                    severity: Severity::Info,
                    at: at(word),
                    other: at(word),
                    message: word.to_owned(),
                })
                .into();
            shift(&mut found, &edit, new.len());
            let words: Vec<_> = found.iter().map(|it| it.message.as_str()).collect();
            let moved: Vec<_> = found.iter().map(|it| &now[it.at.clone()]).collect();
            assert_eq!((words.join(" ").as_str(), &words), (expected, &moved), "{edit:?}");
        }
    }
}

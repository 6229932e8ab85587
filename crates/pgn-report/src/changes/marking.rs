//! Differences as text with elements for what is removed and added, for HTML and Markdown.

use super::{
    Change, Detail, DetailKind, MoveDifference, TagChange,
    word_diff::{Passage, compare},
};

/// How a format marks text.
pub(super) struct Marking {
    /// Escapes text, so that nothing in it acts as markup.
    pub(super) escape: fn(&str) -> String,
    /// The HTML element around added text. Removed text is in a `del` element.
    pub(super) added: &'static str,
}

impl Marking {
    /// Calls `take` for each difference of a game, with what differs, the marked text, and the FEN of its board.
    /// Returns the number of details beyond `max_details`, which are left out.
    pub(super) fn each(
        &self,
        change: &Change,
        max_details: usize,
        mut take: impl FnMut(&str, &str, Option<&str>),
    ) -> usize {
        for tag in &change.tags {
            take(&format!("tag {}", tag.name), &self.tag(tag), None);
        }
        if let Some(moves) = &change.moves {
            take("moves", &self.moves(moves), moves.fen.as_deref());
        }
        let counts = change.counts("→");
        if !counts.is_empty() {
            take("annotation", &counts.join(", "), None);
        }
        for detail in change.details.iter().take(max_details) {
            let fen = match detail.kind {
                DetailKind::Result | DetailKind::Spelling | DetailKind::Other => None,
                DetailKind::Comment | DetailKind::Nag | DetailKind::Variation => {
                    detail.fen.as_deref()
                }
            };
            take(&detail.what(), &self.detail(detail), fen);
        }
        change.details.len().saturating_sub(max_details)
    }

    /// Returns the old and the new value of a tag.
    fn tag(&self, tag: &TagChange) -> String {
        let [old, new] = [&tag.old, &tag.new].map(|it| it.as_ref().map(|it| format!("“{it}”")));
        self.changed(old.as_deref(), new.as_deref())
    }

    /// Returns the first difference of two main lines.
    fn moves(&self, moves: &MoveDifference) -> String {
        let text = |it: &Option<String>| it.clone().unwrap_or_else(|| "the end".to_owned());
        self.changed(Some(&text(&moves.old)), Some(&text(&moves.new)))
    }

    /// Returns the old and the new text of a difference in a single place.
    fn detail(&self, detail: &Detail) -> String {
        let (old, new) = (detail.old.as_deref(), detail.new.as_deref());
        if (old, new) == (None, None) {
            return "differs".to_owned();
        }
        if let (DetailKind::Comment, Some(old), Some(new)) = (detail.kind, old, new) {
            let mark = |passage: &Passage| match passage {
                Passage::Same(text) => (self.escape)(text),
                Passage::Cut => "…".to_owned(),
                Passage::Old(text) => self.mark_old(text),
                Passage::New(text) => self.mark_new(text),
            };
            return compare(old, new).iter().map(mark).collect::<Vec<_>>().join(" ");
        }
        format!("{}{}", self.changed(old, new), detail.more())
    }

    /// Returns the marked old text, the marked new text, or both with an arrow between them.
    fn changed(&self, old: Option<&str>, new: Option<&str>) -> String {
        match (old, new) {
            (Some(old), Some(new)) => format!("{} → {}", self.mark_old(old), self.mark_new(new)),
            (Some(old), None) => format!("removed {}", self.mark_old(old)),
            (None, Some(new)) => format!("added {}", self.mark_new(new)),
            (None, None) => String::new(),
        }
    }

    fn mark_old(&self, text: &str) -> String {
        format!("<del>{}</del>", (self.escape)(text))
    }

    fn mark_new(&self, text: &str) -> String {
        let Marking { escape, added } = self;
        format!("<{added}>{}</{added}>", escape(text))
    }
}

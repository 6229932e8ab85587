//! The check of a whole text.

use pgn_syntax::{Games, LineIndex, Span, TooLarge};

use super::Checker;
use crate::{
    context::Follows,
    rule::{Diagnostic, FileDiagnostic},
};

/// A finding in a text, with its line and column.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TextFinding {
    /// The number of the line, from 1.
    pub line: usize,
    /// The number of the column in code points, from 1.
    pub column: usize,
    /// The finding. Its spans, and those of its fix, refer to the text.
    pub diagnostic: Diagnostic,
}

impl Checker {
    /// Returns the findings of a text in the order of their places: those of its games, and those of the text as a file.
    /// A game has at most 20,000; [`Checker::n_left_out`] counts the others.
    ///
    /// Rules that compare games are left to an [`AcrossChecker`](crate::AcrossChecker).
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if `src` has more than [`TooLarge::MAX`] bytes. A larger text is checked in chunks: see
    /// [`Checker::start_chunk`].
    pub fn check_text(&mut self, src: &[u8]) -> Result<Vec<TextFinding>, TooLarge> {
        let mut games = Games::try_new(src)?;
        let mut found = Vec::new();
        self.start_chunk(src, Follows::Nothing);
        while let Some(game) = games.next() {
            self.check(src, game);
            found.append(self.found_mut());
        }
        let facts = self.finish_chunk(src);
        found.extend(self.check_file(&facts).into_iter().map(in_text));
        found.sort_by_key(|it| (it.span.start, it.span.end, it.rule.code));
        let index = LineIndex::new(src);
        let placed = found.into_iter().map(|diagnostic| {
            let (line, column) = index.locate(diagnostic.span.start as usize);
            TextFinding { line: line + 1, column, diagnostic }
        });
        Ok(placed.collect())
    }
}

/// Returns a finding about a file with spans that refer to its text.
fn in_text(FileDiagnostic { mark, mut diagnostic }: FileDiagnostic) -> Diagnostic {
    let offset = usize::try_from(mark.offset).unwrap_or_default();
    let put = |span: &mut Span| {
        let range = span.range();
        *span = Span::new(offset + range.start, offset + range.end);
    };
    put(&mut diagnostic.span);
    diagnostic.related.iter_mut().for_each(|it| put(&mut it.span));
    diagnostic.fix.iter_mut().flat_map(|fix| &mut fix.edits).for_each(|edit| put(&mut edit.span));
    diagnostic
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Selection, Severity};

    #[test]
    fn findings_of_games_and_of_the_file_are_in_order() {
        let pgn = b"1. e4 e5 2. Ke3 *\r\n\r\n1. e4 e5 2. Ke3 *\n\n1. d4 *";
        let rules = ["illegal-move", "mixed-newlines", "no-final-newline"];
        let selection = Selection::new(&rules, &[], &[]).unwrap();
        let options = Options { min_severity: Severity::Style, ..Options::default() };
        let found = Checker::new(&selection, options).check_text(pgn).unwrap();
        let places: Vec<_> =
            found.iter().map(|it| (it.line, it.column, it.diagnostic.rule.name)).collect();
        assert_eq!(
            places,
            [
                (1, 13, "illegal-move"),
                (3, 13, "illegal-move"),
                (3, 18, "mixed-newlines"),
                (5, 8, "no-final-newline"),
            ]
        );
        let fix = found[3].diagnostic.fix.as_ref().unwrap();
        assert_eq!(fix.edits[0].span.range(), pgn.len()..pgn.len());
    }
}

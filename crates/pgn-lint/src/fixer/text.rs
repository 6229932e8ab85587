//! The fixes of a whole text.

use pgn_syntax::{Games, TooLarge, is_line_end, last_line_end};

use super::Fixer;
use crate::{
    context::Follows,
    neighbors::{GamePlace, TextBefore, is_within_line},
    rules::NO_FINAL_NEWLINE,
};

impl Fixer {
    /// Returns a text with the fixes of its games made, and with a missing end of its last line added. Everything else
    /// stays byte for byte. The text of a fix may need another fix: all are made until none is left.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if `src` has more than [`TooLarge::MAX`] bytes. A larger text is fixed in chunks: see
    /// [`Fixer::start_chunk`].
    ///
    /// # Examples
    ///
    /// ```
    /// use pgn_lint::{Applicability, Fixer, Options, Selection, pgn_syntax::ReadOptions};
    ///
    /// let pgn = b"[Date \"1992/8/31\"]\n\n1. e4 e5 *\n";
    /// let selection = Selection::new(&["bad-date"], &[], &[])?;
    /// let (read, options) = (ReadOptions::default(), Options::default());
    /// let mut fixer = Fixer::new(&selection, Applicability::Safe, read, options);
    /// assert_eq!(fixer.fix_text(pgn)?, b"[Date \"1992.08.31\"]\n\n1. e4 e5 *\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fix_text(&mut self, src: &[u8]) -> Result<Vec<u8>, TooLarge> {
        TooLarge::check(src.len())?;
        self.start_chunk(src, Follows::Nothing);
        let (mut games, mut before) = (Games::with_options(src, self.read), TextBefore::default());
        let (mut out, mut at) = (Vec::with_capacity(src.len()), 0);
        while let Some(game) = games.next() {
            let range = game.span.range();
            out.extend_from_slice(&src[at..range.start]);
            at = range.end;
            if game.is_too_dense {
                before.pass_bytes(&src[range.clone()]);
                out.extend_from_slice(&src[range]);
                continue;
            }
            let place = GamePlace {
                is_first: range.start == 0,
                is_last: range.end == src.len(),
                is_within_line: is_within_line(src, game.span.start),
                before,
            };
            if let Some(fixed) = self.fix(src, game, place, None) {
                out.extend_from_slice(&fixed.text);
                before = fixed.before_next;
            } else {
                out.extend_from_slice(&src[range]);
                before.pass(game);
            }
        }
        out.extend_from_slice(&src[at..]);
        if out.last().is_some_and(|byte| !is_line_end(byte)) && self.ends_last_line(src) {
            let line_end = last_line_end(&out).unwrap_or("\n");
            out.extend_from_slice(line_end.as_bytes());
        }
        Ok(out)
    }

    /// Returns true if the end of the last line of a text, whose games were checked, is missing and a wanted fix adds it.
    fn ends_last_line(&mut self, src: &[u8]) -> bool {
        let facts = self.checker.finish_chunk(src);
        self.checker.check_file(&facts).iter().any(|found| {
            let fix = found.diagnostic.fix.as_ref();
            found.diagnostic.rule == NO_FINAL_NEWLINE
                && self.checker.may_fix(NO_FINAL_NEWLINE)
                && fix.is_some_and(|fix| fix.applicability <= self.applicability)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use pgn_syntax::ReadOptions;

    use super::*;
    use crate::{Applicability, Options, Selection, Severity};

    #[track_caller]
    fn check(read: ReadOptions, pgn: &str, expect: &str) {
        let options = Options { min_severity: Severity::Style, ..Options::default() };
        let rules = Selection::new(&["long-algebraic", "no-final-newline"], &[], &[]).unwrap();
        let mut fixer = Fixer::new(&rules, Applicability::Safe, read, options);
        for text in [pgn, expect] {
            let fixed = fixer.fix_text(text.as_bytes()).unwrap();
            assert_eq!(String::from_utf8(fixed).unwrap(), expect);
        }
    }

    #[test]
    fn all_games_are_fixed_and_the_rest_stays() {
        let read = ReadOptions::default();
        check(read, "", "");
        check(read, "% x\n\n1. e4  e5 *\n", "% x\n\n1. e4  e5 *\n");
        check(
            read,
            "[White \"a\"]\r\n\r\n1. e2e4 {a} *\r\n\r\n\r\n1. d2d4  *\r\n\r\n",
            "[White \"a\"]\r\n\r\n1. e4 {a} *\r\n\r\n\r\n1. d4  *\r\n\r\n",
        );
        check(read, "1. e4 *\r\n\r\n1. e2e4 1-0", "1. e4 *\r\n\r\n1. e4 1-0\r\n");
        // The file may be cut off.
        check(read, "1. e2e4 e5 2. N", "1. e4 e5 2. N");
    }

    #[test]
    fn a_game_that_is_too_dense_stays() {
        let dense = format!("1. e2e4 {}*\n\n", "(1. d2d4) ".repeat(100));
        let read = ReadOptions { max_elements: NonZeroUsize::new(100), ..ReadOptions::default() };
        check(read, &format!("{dense}1. e2e4 *\n"), &format!("{dense}1. e4 *\n"));
    }
}

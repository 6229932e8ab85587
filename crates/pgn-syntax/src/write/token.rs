//! Tokens of variants that are not known.

use super::{Layout, LineBreaks};

impl Layout {
    /// Writes a token of a variant that is not known. With [`LineBreaks::Moves`], lines end before numbers with one dot.
    pub fn token(&mut self, out: &mut Vec<u8>, text: &[u8]) {
        let n_digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let behind = text[n_digits..].strip_prefix(b".");
        let is_number = n_digits > 0 && behind.is_some_and(|rest| rest.first() != Some(&b'.'));
        if self.breaks == LineBreaks::Moves && is_number {
            self.end_line(out);
        }
        self.unit(out, text);
    }
}

//! NAGs, and tokens of variants that are not known.

use super::{Layout, LineBreaks, push_number};

impl Layout {
    /// Writes a NAG as `$n`.
    pub fn nag(&mut self, out: &mut Vec<u8>, nag: u8) {
        self.open(out);
        out.push(b'$');
        push_number(out, u32::from(nag));
    }

    /// Writes a token of a variant that is not known. With [`LineBreaks::Moves`], lines end before numbers with one dot.
    pub fn token(&mut self, out: &mut Vec<u8>, text: &[u8]) {
        let n_digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let after = text[n_digits..].strip_prefix(b".");
        let is_number = n_digits > 0 && after.is_some_and(|rest| rest.first() != Some(&b'.'));
        if self.breaks == LineBreaks::Moves && is_number {
            self.end_line(out);
        }
        self.unit(out, text);
    }
}

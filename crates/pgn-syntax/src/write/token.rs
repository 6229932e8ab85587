//! NAGs, and tokens of variants that are not known.

use super::{Layout, LineBreaks, State, may_begin_line, push_number};

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
        if self.breaks != LineBreaks::Width && !may_begin_line(text) {
            self.rejoin_line(out);
        }
        self.unit(out, text);
    }

    /// Takes back the end of the last line, so that the next unit does not begin a line. The end of a `;` comment
    /// stays; such a comment begins its line.
    fn rejoin_line(&mut self, out: &mut Vec<u8>) {
        // At the beginning of the movetext there is no line to rejoin.
        let has_line = self.state == State::Empty && self.column == 0 && self.unit < out.len();
        let Some(lines) = out.strip_suffix(b"\n").filter(|_| has_line) else { return };
        let line = lines.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        if !line.starts_with(b";") {
            self.column = line.len();
            out.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Fallback, write::LineBreaks};

    use super::*;

    #[track_caller]
    fn check(breaks: LineBreaks, comment: &str, expect: &str) {
        let (mut layout, mut out) = (Layout::with_breaks(79, breaks), b"[A \"\"]\n\n".to_vec());
        layout.begin(&out);
        layout.token(&mut out, b"[b");
        layout.token(&mut out, b"3.e4");
        layout.comment(&mut out, comment.as_bytes(), Fallback::default());
        layout.token(&mut out, b"[o");
        layout.token(&mut out, b"e5");
        layout.marker(&mut out, b"*");
        layout.end(&mut out);
        assert_eq!(String::from_utf8(out).unwrap(), format!("[A \"\"]\n\n{expect}\n\n"));
    }

    #[test]
    fn brackets_begin_no_line_after_another() {
        check(LineBreaks::Moves, "a", "[b\n3.e4\n{a} [o e5\n*");
        check(LineBreaks::Variations, "a", "[b 3.e4\n{a} [o e5\n*");
        check(LineBreaks::Width, "a", "[b 3.e4 {a} [o e5 *");
        check(LineBreaks::Moves, "a}", "[b\n3.e4\n; a}\n[o e5\n*");
    }
}

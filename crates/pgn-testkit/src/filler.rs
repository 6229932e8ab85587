//! Fills lines as export format wants it; a second implementation, to test the program's own.

/// "Less than 80 printing characters" (section 8.2.1 of the standard).
const WIDTH: usize = 79;

/// Puts units, which are not broken, on lines.
#[derive(Clone, Debug, Default)]
pub struct Filler {
    text: String,
    column: usize,
}

impl Filler {
    /// Adds one unit.
    pub fn push(&mut self, unit: &str) {
        let len = unit.chars().count();
        if self.column > 0 {
            if self.column + 1 + len > WIDTH {
                self.text.push('\n');
                self.column = 0;
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(unit);
        self.column += len;
    }

    /// The text so far, its last line ended.
    #[must_use]
    pub fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_holds_79() {
        let mut filler = Filler::default();
        filler.push(&"a".repeat(76));
        filler.push("bc");
        filler.push("d");
        assert_eq!(filler.finish(), format!("{} bc\nd\n", "a".repeat(76)));
    }
}

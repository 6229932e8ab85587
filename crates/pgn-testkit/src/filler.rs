//! A second implementation of line filling in export format, to test the first one.

/// The maximum number of columns: "less than 80 printing characters" (8.2.1).
const WIDTH: usize = 79;

/// A writer that puts units, which are never broken, on lines.
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

    /// Returns the text, with a line end after its last line.
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
    fn fills_lines_up_to_79_columns() {
        let mut filler = Filler::default();
        filler.push(&"a".repeat(76));
        filler.push("bc");
        filler.push("d");
        assert_eq!(filler.finish(), format!("{} bc\nd\n", "a".repeat(76)));
    }
}

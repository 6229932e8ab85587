//! Wrapping of prose.

use unicode_width::UnicodeWidthStr as _;

/// Returns the text in lines of at most `width` columns; a longer word has a line of its own.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole() {
        assert_eq!(wrap("a game  counts\ntwice", 8), ["a game", "counts", "twice"]);
        assert_eq!(wrap("Vachier-Lagrave, M", 4), ["Vachier-Lagrave,", "M"]);
        assert_eq!(wrap("Weiß am Zug", 11), ["Weiß am Zug"]);
        assert!(wrap(" ", 8).is_empty());
    }
}

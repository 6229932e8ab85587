//! The comments at a node of a game tree, with an index to find equal ones fast.

use std::collections::{HashMap, HashSet};

use pgn_syntax::{Fallback, Game, NodeKind, command::commands};

use crate::copies::content::hash16;

/// Comments at a node, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommentSet {
    texts: Vec<String>,
    /// `None` until there are more than [`MAX_UNINDEXED`] comments.
    index: Option<Box<Index>>,
}

/// Maximum number of comments that are compared one by one.
const MAX_UNINDEXED: usize = 8;

/// Hashes of the contents of the first `n` comments.
#[derive(Clone, Debug, Default)]
struct Index {
    n: usize,
    texts: HashSet<Hash>,
    words: HashSet<Hash>,
    /// By the name of the command in lower case: the text of the first command, and the hashes of all.
    commands: HashMap<Vec<u8>, (String, HashSet<Hash>)>,
}

/// The first 16 bytes of a BLAKE3 hash.
type Hash = [u8; 16];

/// Result of the search for a command in the comments.
#[derive(Clone, Debug, PartialEq, Eq)]
enum CommandMatch {
    Absent,
    /// The same command exists.
    Same,
    /// Only different commands of this name exist; the text of the first of them.
    Other(String),
}

impl CommentSet {
    pub(crate) fn texts(&self) -> &[String] {
        &self.texts
    }

    pub(crate) fn push(&mut self, text: String) {
        self.texts.push(text);
    }

    /// Returns true if the set contains the same comment.
    pub(crate) fn contains(&mut self, text: &str) -> bool {
        match self.index() {
            Some(index) => index.texts.contains(&hash16(text.as_bytes())),
            None => self.texts.iter().any(|other| other == text),
        }
    }

    /// Returns the part of a comment that is not in the set. A command whose name occurs in the set with other
    /// operands is left out and reported in `conflicts`, with the result of `place`.
    pub(crate) fn compatible(
        &mut self,
        text: &str,
        place: impl Fn() -> String,
        conflicts: &mut Vec<String>,
    ) -> String {
        let mut left = Vec::new();
        let mut is_whole = true;
        for command in commands(text.as_bytes()) {
            let mine = String::from_utf8_lossy(command.text).into_owned();
            match self.known(command.name, &mine) {
                CommandMatch::Absent => left.push(mine),
                CommandMatch::Same => is_whole = false,
                CommandMatch::Other(other) => {
                    conflicts.push(format!("{}: {mine} / {other}", place()));
                    is_whole = false;
                }
            }
        }
        let words_of_text = words(text);
        if !words_of_text.is_empty() {
            if self.has_words(&words_of_text) {
                is_whole = false;
            } else {
                left.push(words_of_text);
            }
        }
        if is_whole { text.to_owned() } else { left.join(" ") }
    }

    fn has_words(&mut self, text: &str) -> bool {
        match self.index() {
            Some(index) => index.words.contains(&hash16(text.as_bytes())),
            None => self.texts.iter().any(|other| words(other) == text),
        }
    }

    fn known(&mut self, name: &[u8], mine: &str) -> CommandMatch {
        if let Some(index) = self.index() {
            return match index.commands.get(&name.to_ascii_lowercase()) {
                None => CommandMatch::Absent,
                Some((_, all)) if all.contains(&hash16(mine.as_bytes())) => CommandMatch::Same,
                Some((first, _)) => CommandMatch::Other(first.clone()),
            };
        }
        let same = self.texts.iter().flat_map(|other| commands(other.as_bytes()));
        let same = same.filter(|other| other.name.eq_ignore_ascii_case(name));
        let mut same = same.map(|other| String::from_utf8_lossy(other.text).into_owned());
        match same.next() {
            None => CommandMatch::Absent,
            Some(first) if first == mine || same.any(|other| other == mine) => CommandMatch::Same,
            Some(first) => CommandMatch::Other(first),
        }
    }

    /// Updates and returns the index; `None` if there are at most [`MAX_UNINDEXED`] comments.
    fn index(&mut self) -> Option<&Index> {
        if self.texts.len() <= MAX_UNINDEXED {
            return None;
        }
        let index = self.index.get_or_insert_default();
        for text in &self.texts[index.n..] {
            index.texts.insert(hash16(text.as_bytes()));
            index.words.insert(hash16(words(text).as_bytes()));
            for command in commands(text.as_bytes()) {
                let text = String::from_utf8_lossy(command.text).into_owned();
                let hash = hash16(text.as_bytes());
                let entry = index.commands.entry(command.name.to_ascii_lowercase());
                entry.or_insert_with(|| (text, HashSet::new())).1.insert(hash);
            }
        }
        index.n = self.texts.len();
        Some(index)
    }
}

/// Returns the words of a comment without its commands.
fn words(text: &str) -> String {
    let mut rest = text;
    let mut words = String::new();
    for command in commands(text.as_bytes()) {
        let Ok(command) = std::str::from_utf8(command.text) else { continue };
        if let Some((before, after)) = rest.split_once(command) {
            words.push_str(before);
            words.push(' ');
            rest = after;
        }
    }
    words.push_str(rest);
    squeeze(&words)
}

/// Returns the text with each run of white space replaced by one blank. Unlike in output, any white space counts, also
/// such as U+00A0: comments that differ in it are the same.
pub(crate) fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns how often a game has each comment, each NAG and a variation.
pub(crate) fn annotation_of(game: &Game, src: &[u8], fallback: Fallback) -> HashMap<String, usize> {
    let mut found = HashMap::new();
    for node in &game.nodes {
        let text = match node.kind {
            NodeKind::Comment(_) => squeeze(&fallback.decode(node.comment_text(src))),
            NodeKind::Nag(nag) | NodeKind::Suffix(nag) | NodeKind::Glyph { white: nag, .. } => {
                format!("${nag}")
            }
            NodeKind::RavOpen { .. } => "(".to_owned(),
            _ => continue,
        };
        *found.entry(text).or_default() += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_comments_are_compared_as_few_are() {
        let given = [
            "good",
            "bad",
            "[%clk 0:10]",
            "[%clk 0:11] good",
            "[%CLK 0:10] fine",
            "fine",
            "good",
            "[%eval 0.3] [%clk 0:10] x",
            "x",
            "[%eval 0.4]",
            "y [%eval 0.3]",
            "good bad",
            "[%a]",
        ];
        let (mut few, mut many) = (CommentSet::default(), CommentSet::default());
        // So many other comments that the index is used.
        (0..=MAX_UNINDEXED).for_each(|n| many.push(format!("filler {n}")));
        for text in given {
            let (mut here, mut there) = (Vec::new(), Vec::new());
            assert_eq!(few.contains(text), many.contains(text), "{text}");
            let new = few.compatible(text, || "1. e4".to_owned(), &mut here);
            assert_eq!(many.compatible(text, || "1. e4".to_owned(), &mut there), new, "{text}");
            assert_eq!(here, there, "{text}");
            if !new.is_empty() && few.texts.len() < MAX_UNINDEXED {
                few.push(new.clone());
                many.push(new);
            }
        }
        assert!(few.index.is_none() && many.index.is_some());
    }
}

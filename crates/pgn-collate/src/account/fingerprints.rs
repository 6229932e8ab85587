//! Hashes and numbers by which a game is recognized after exports, fixes and renaming.

use std::{cell::LazyCell, collections::HashSet};

use pgn_chess::{Replay, ReplayOptions, Variant, export::result_of_text, start};
use pgn_syntax::{Fallback, Game, date::DateOrder};

use crate::{
    copies::{
        comment_set::squeeze,
        content::{Amount, annotation_hash, half, hash16, known_tags_hash},
        digest::{Digester, Key, KeyKind, KeyOptions, NULL, first_position, push_moves},
        facts::Facts,
        name::Name,
        words::push_texts,
    },
    matching::identity::{Hash, roster_hashes},
    trees::{
        join::read_lines,
        lines::Lines,
        tree::{described, source_without_result, without_number},
    },
};

/// Hashes and numbers by which a game is recognized in another file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fingerprints {
    /// All tags and tokens.
    pub whole: [u8; 16],
    /// Start position and main line, up to its first error.
    pub line: [u8; 16],
    /// Event, Site, Date, Round, White and Black; `None` if neither player is known.
    pub tags: Hash,
    /// All tags with a known value, in any order.
    pub known: [u8; 16],
    /// The letters and digits of all comments, and the number of moves in variations.
    pub annotation: [u8; 16],
    /// The content by which `merge --dedup` compares games.
    pub key: [u8; 16],
    /// Facts that copies must not contradict, including the surnames.
    pub facts: Facts,
    /// The result by the tag, else by the marker: the index of a [`Marker`](pgn_syntax::Marker).
    pub result: u8,
    /// Number of half-moves of the main line, up to its first error.
    pub n_plies: u32,
    /// True if the main line has an error.
    pub has_error: bool,
    /// Amount of annotation.
    pub amount: Amount,
    /// Players, event and year, by which a tree names the game at the end of its line.
    pub source: [u8; 16],
}

stored! {
    Fingerprints {
        whole, line, known, annotation, key, source, tags, facts, result, n_plies, amount, has_error
    }
}

impl Fingerprints {
    /// Returns the hashes of main line and annotation, with the number of NAGs.
    pub(super) fn annotated_line(&self) -> Vec<u8> {
        [&self.line[..], &self.annotation, &self.amount.nags.to_le_bytes()].concat()
    }
}

/// Computes the fingerprints of games. Use one per thread.
#[derive(Debug)]
pub struct Fingerprinter {
    whole: Digester,
    key: Digester,
    replay: (Replay, ReplayOptions),
    fallback: Fallback,
    content: Vec<u8>,
}

impl Fingerprinter {
    /// Returns a fingerprinter. `fallback` is the character set of strings that are not UTF-8.
    #[must_use]
    pub fn new(fallback: Fallback, replay: ReplayOptions) -> Fingerprinter {
        // As by default in `merge`, games with few half-moves are copies only if all their tags and tokens are equal.
        let options = |key| KeyOptions { key, fallback, replay, ..KeyOptions::default() };
        Fingerprinter {
            whole: Digester::new(options(Key::Exact)),
            key: Digester::new(options(Key::MovesAndPlayers)),
            replay: (Replay::new(), ReplayOptions { judge_signs: false, fallback, ..replay }),
            fallback,
            content: Vec::new(),
        }
    }

    /// Sets the order of day and month for dates that can be read both ways.
    pub fn set_dates(&mut self, dates: DateOrder) {
        self.key.set_dates(dates);
    }

    /// Returns the fingerprints of a game.
    pub fn fingerprints(&mut self, game: &Game, src: &[u8]) -> Fingerprints {
        let whole = self.whole.digest(game, src, &mut self.content);
        let key = self.key.digest(game, src, &mut self.content);
        let [white, black] = Name::of_players(game, src, self.fallback);
        let facts = key.facts.with_surnames(&white, &black);
        let (line, n_plies, is_checked) = self.line(game, src);
        let (annotation, amount) = annotation_hash(game, src, self.fallback, &mut self.content);
        let [tags, _] = roster_hashes(game, src, self.fallback, &mut self.content);
        let known = known_tags_hash(game, src, self.fallback);
        let has_error = is_checked && n_plies != game.n_plies;
        // A short game is a copy only if all of it is equal, apart from what an appender adds to it, such as a marker.
        let key_hash = match key.kind {
            KeyKind::Exact if !has_error => hash16(&[line, known, annotation].concat()),
            KeyKind::Exact | KeyKind::Own | KeyKind::Prefix => half(&key.hash),
        };
        Fingerprints {
            whole: half(&whole.hash),
            line,
            tags,
            known,
            annotation,
            key: key_hash,
            facts,
            result: result_of_text(game, src) as u8,
            n_plies,
            has_error,
            amount,
            source: source_hash(&source_without_result(game, src, self.fallback)),
        }
    }

    /// Returns the fingerprints of the games that `merge --tree` has merged into this one: of each line that ends with
    /// the name of its game. Returns an empty vector if the game is not such a tree.
    pub fn lines_of_tree(&mut self, game: &Game, src: &[u8]) -> Vec<Fingerprints> {
        // The last comment of the main line is then the name of a game.
        let last = game.final_comments().next();
        let last = last.map(|node| squeeze(&self.fallback.decode(node.comment_text(src))));
        if last.is_none_or(|text| described(&text).is_none()) {
            return Vec::new();
        }
        let begin = start(game, src);
        if begin.variant == Variant::Unchecked {
            return Vec::new();
        }
        let mut lines = Lines::new(&begin);
        let (replay, options) = &mut self.replay;
        read_lines(&mut lines, game, src, &begin, replay, options, self.fallback);
        self.content.clear();
        first_position(game, src, &begin, self.fallback, &mut self.content);
        let first_position = std::mem::take(&mut self.content);
        let mut fingerprints = Vec::new();
        for (line, comments) in lines.commented_lines() {
            let all = LazyCell::new(|| comments.iter().map(String::as_str).collect::<HashSet<_>>());
            // The event of a game may end as the number of a repeated name does.
            let names = comments
                .iter()
                .map(|it| without_number(it).filter(|name| all.contains(name)).unwrap_or(it));
            let mut sources = names.filter_map(described).peekable();
            if sources.peek().is_none() {
                continue;
            }
            let mut content = first_position.clone();
            push_moves(&line, &mut content);
            let n_plies = u32::try_from(line.len()).unwrap_or(u32::MAX);
            let line = hash16(&content);
            fingerprints.extend(sources.map(|source| {
                let source = source_hash(source);
                Fingerprints { line, n_plies, source, ..Fingerprints::default() }
            }));
        }
        // A single name may be a comment of an annotator.
        if fingerprints.len() < 2 {
            fingerprints.clear();
        }
        fingerprints
    }

    /// Returns the hash of the main line, its number of half-moves, and true if its moves were checked. The game must
    /// be the one that `self.key` has digested last.
    fn line(&mut self, game: &Game, src: &[u8]) -> ([u8; 16], u32, bool) {
        self.content.clear();
        let start = start(game, src);
        first_position(game, src, &start, self.fallback, &mut self.content);
        let is_checked = start.variant != Variant::Unchecked;
        let n_plies = if is_checked {
            let line = self.key.mainline();
            // A null move is an error, at which an export cuts the line (C11).
            let is_bad_null = |mv: &u16| *mv == NULL && !self.replay.1.allow_null;
            let n_legal = line.iter().position(is_bad_null).unwrap_or(line.len());
            let line = &line[..n_legal];
            push_moves(line, &mut self.content);
            u32::try_from(line.len()).unwrap_or(u32::MAX)
        } else {
            push_texts(game, src, &mut self.content);
            game.n_plies
        };
        (hash16(&self.content), n_plies, is_checked)
    }
}

/// Returns the hash of the letters and digits of a description.
fn source_hash(source: &str) -> [u8; 16] {
    let letters: String = source.chars().filter(|letter| letter.is_alphanumeric()).collect();
    hash16(letters.as_bytes())
}

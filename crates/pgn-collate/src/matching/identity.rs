//! The identity of a game for matching versions: hashes of its content, from the strictest to the
//! loosest.

use pgn_chess::ReplayOptions;
use pgn_syntax::{Fallback, Game, TagName};

use crate::copies::{
    content::{annotation_hash, half, hash16, known_tags_hash},
    digest::{Digester, Key, KeyOptions},
    sketch::Sketch,
};

/// A hash of a part of a game; `None` if the part is empty or unknown.
pub type Hash = Option<[u8; 16]>;

/// Hashes of parts of a game, by which versions of it are matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Start position and main line; `None` for a game with errors or with too few half-moves.
    pub moves: Hash,
    /// The meaning to a reader, as the caller computes it; `None` for a game with `moves`.
    pub meaning: Hash,
    /// Event, Site, Date, Round, White and Black; `None` if neither player is known.
    pub tags: Hash,
    /// White, Black and Date; `None` if neither player is known.
    pub players: Hash,
    /// The known part of the roster, and the main line up to its first error; if both are empty, all tags with a known
    /// value, and the annotation.
    pub beginning: Hash,
    /// A sketch of the words, for games that can only be matched by their position.
    pub words: Sketch,
}

stored! { Identity { moves, meaning, tags, players, beginning, words } }

/// Computes identities. Use one per thread.
#[derive(Debug)]
pub struct Identifier {
    moves: Digester,
    fallback: Fallback,
    content: Vec<u8>,
}

/// The tags that identify a game.
pub(crate) const ROSTER: [TagName; 6] =
    [TagName::WHITE, TagName::BLACK, TagName::DATE, TagName::EVENT, TagName::SITE, TagName::ROUND];

impl Identifier {
    /// Returns an identifier. `fallback` is the character set of strings that are not UTF-8.
    #[must_use]
    pub fn new(fallback: Fallback, replay: ReplayOptions) -> Identifier {
        let base = KeyOptions::default();
        let moves = KeyOptions { key: Key::Moves, min_plies: 1, fallback, replay, ..base };
        Identifier { moves: Digester::new(moves), fallback, content: Vec::new() }
    }

    /// Returns the hash of all tags and tokens of a game. Games that differ only in layout have the same hash.
    pub fn whole(&mut self, game: &Game, src: &[u8]) -> [u8; 16] {
        half(&self.moves.exact(game, src, &mut self.content))
    }

    /// Returns the identity of a game. `meaning` returns the meaning of the game to a reader as bytes; it is called
    /// only for a game without a hash of its moves.
    pub fn identity(
        &mut self,
        game: &Game,
        src: &[u8],
        meaning: impl FnOnce() -> Vec<u8>,
    ) -> Identity {
        let moves = self.moves.hash(game, src, &mut self.content);
        self.content.clear();
        let mut is_known = !self.moves.mainline().is_empty();
        for name in ROSTER {
            let value = game.value(src, name);
            if value.iter().any(|b| !b"?.- ".contains(b)) {
                is_known = true;
                self.content.extend_from_slice(&value);
            }
            self.content.push(0);
        }
        self.content.extend(self.moves.mainline().iter().flat_map(|mv| mv.to_le_bytes()));
        if !is_known {
            let (annotation, _) = annotation_hash(game, src, self.fallback, &mut self.content);
            self.content.clear();
            self.content.extend([annotation, known_tags_hash(game, src, self.fallback)].concat());
        }
        let beginning = Some(hash16(&self.content));
        let [tags, players] = roster_hashes(game, src, self.fallback, &mut self.content);
        Identity {
            beginning,
            moves: moves.map(|hash| half(&hash)),
            meaning: moves.is_none().then(|| hash16(&meaning())),
            tags,
            players,
            words: Sketch::of(game.span.of(src)),
        }
    }
}

/// Returns the hashes of the words of all tags of [`ROSTER`], and of its first three; `None` if neither player is known.
/// `content` is overwritten.
pub(crate) fn roster_hashes(
    game: &Game,
    src: &[u8],
    fallback: Fallback,
    content: &mut Vec<u8>,
) -> [Hash; 2] {
    content.clear();
    let (mut is_known, mut of_players) = (false, 0);
    for (at, name) in ROSTER.into_iter().enumerate() {
        let value = game.value(src, name);
        let start = content.len();
        push_words(&value, fallback, content);
        let is_player = name == TagName::WHITE || name == TagName::BLACK;
        is_known |= is_player && !matches!(&content[start..], b"" | b"? " | b"- ");
        content.push(0);
        if at == 2 {
            of_players = content.len();
        }
    }
    let hash = |content: &[u8]| is_known.then(|| hash16(content));
    [hash(content), hash(&content[..of_players])]
}

/// Appends the words of a text, each followed by a blank.
fn push_words(text: &[u8], fallback: Fallback, content: &mut Vec<u8>) {
    let is_plain = |&byte: &u8| byte == b' ' || byte.is_ascii_graphic();
    if text.iter().all(is_plain) {
        for word in text.split(|&byte| byte == b' ').filter(|word| !word.is_empty()) {
            content.extend_from_slice(word);
            content.push(b' ');
        }
        return;
    }
    for word in fallback.decode(text).split_whitespace() {
        content.extend_from_slice(word.as_bytes());
        content.push(b' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, expected: &str) {
        let mut identifier = Identifier::new(Fallback::default(), ReplayOptions::default());
        let mut identity = |text: &str| {
            let mut games = pgn_syntax::Games::new(text.as_bytes());
            let (game, bytes) = (games.next().unwrap(), text.as_bytes());
            let whole = identifier.whole(game, bytes);
            (whole, identifier.identity(game, bytes, || bytes.to_vec()))
        };
        let ((whole, a), (other_whole, b)) = (identity(a), identity(b));
        let same = |name, is_same: bool| if is_same { name } else { "" };
        let both = |a: Hash, b: Hash| a.is_some() && a == b;
        let found = [
            same("whole ", whole == other_whole),
            same("moves ", both(a.moves, b.moves)),
            same("meaning ", both(a.meaning, b.meaning)),
            same("tags ", both(a.tags, b.tags)),
            same("players ", both(a.players, b.players)),
            same("beginning ", both(a.beginning, b.beginning)),
        ];
        assert_eq!(found.concat(), expected);
    }

    #[test]
    fn compared_parts_of_games() {
        let a = "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 *";
        check(a, &a.replace("1. e4", "1.e4"), "whole moves tags players beginning ");
        check(a, &a.replace("e5", "e5 {c}"), "moves tags players beginning ");
        check(a, &a.replace("e5", "c5"), "tags players ");
        check(a, &a.replace("\"x\"", "\"y\""), "moves players ");
        check(a, &a.replace("\"a\"", "\"c\""), "moves ");
        check("1. e4 Ke4 *", "1. e4 Ke4 *", "whole meaning beginning ");
        check("1. e4 Ke4 *", "[Site \"?\"]\n1. e4 Kf4 *", "beginning ");
        check("1. e4 Ke4 *", "1. d4 Ke4 *", "");
        check("*", "*", "whole meaning beginning ");
        check("*", "[Event \"?\"]\n[Date \"????.??.??\"]\n\n*", "beginning ");
        check("[ECO \"A90\"]\n\n*", "[Event \"?\"]\n[Eco \"A90\"]\n\n*", "beginning ");
        check("*", "[Event \"x\"]\n\n*", "");
        check("{of no move} *", "[Event \"?\"]\n\nof no move *", "beginning ");
    }
}

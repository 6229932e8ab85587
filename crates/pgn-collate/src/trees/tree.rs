//! Merges games with the same start position into one game: common moves form its lines, diverging
//! moves its variations, and a comment at the end of each line names its game.

use std::collections::{HashMap, HashSet};

use pgn_chess::{
    Replay, ReplayOptions, Variant,
    export::{ExportForm, result},
    start,
    tag_list::{Tag, fit_names, tag_list},
};
use pgn_syntax::{
    Fallback, Game, Marker, TagName,
    encoding::Charset,
    is_unknown_value,
    tag::SEVEN_TAG_ROSTER,
    write::{Layout, WIDTH, tag_pair},
};

use crate::{
    copies::{comment_set::squeeze, digest::first_position},
    trees::{join::read_lines, lines::Lines},
};

/// Maximum number of moves in a tree, except for a single larger game: the size that programs with
/// a board can still open.
const MAX_MOVES: usize = 250_000;
/// Maximum number of bytes of comments in a tree, with the same exception.
const MAX_BYTES: usize = 16 << 20;

/// Computes keys of the start of games. Use one per thread.
#[derive(Debug)]
pub struct StartKeys {
    options: ReplayOptions,
    replay: Replay,
}

impl StartKeys {
    /// Returns an instance that reads moves with `options`.
    #[must_use]
    pub fn new(options: ReplayOptions) -> StartKeys {
        StartKeys { options, replay: Replay::new() }
    }

    /// Appends the key of a game's start to `key`. Appends nothing for a game that is not merged: it has no moves, an
    /// error, or an unknown variant.
    pub fn key(&mut self, game: &Game, src: &[u8], key: &mut Vec<u8>) {
        let begin = start(game, src);
        if begin.variant == Variant::Unchecked || game.n_plies == 0 {
            return;
        }
        let options = ReplayOptions { judge_signs: false, ..self.options };
        if !self.replay.walk(game, src, &begin, &options, &mut ()).has_error() {
            // Only the names of unknown variants have a character set.
            first_position(game, src, &begin, Fallback::default(), key);
        }
    }
}

/// The tree of games with the same start.
#[derive(Debug)]
pub struct Tree {
    options: ReplayOptions,
    replay: Replay,
    /// `None` before the first game.
    lines: Option<Lines>,
    /// Numbers of games by the last move of their line and their name, of names that occur there more than once.
    repeated: HashMap<(u32, String), u32>,
    tags: Vec<Tag<'static>>,
    result: Marker,
    n_games: u64,
}

impl Tree {
    /// Returns a tree without games, which reads moves with `options`.
    #[must_use]
    pub fn new(options: ReplayOptions) -> Tree {
        Tree {
            options,
            replay: Replay::new(),
            lines: None,
            repeated: HashMap::new(),
            tags: Vec::new(),
            result: Marker::Unknown,
            n_games: 0,
        }
    }

    /// Returns the number of games in the tree.
    #[must_use]
    pub fn n_games(&self) -> u64 {
        self.n_games
    }

    /// Returns true if a game fits into the tree.
    #[must_use]
    pub fn has_room(&self, game: &Game) -> bool {
        self.lines.as_ref().is_none_or(|lines| {
            lines.n_moves() + game.nodes.len() <= MAX_MOVES
                && lines.n_bytes() + game.span.len() <= MAX_BYTES
        })
    }

    /// Removes all games.
    pub fn clear(&mut self) {
        (self.lines, self.n_games) = (None, 0);
        self.repeated.clear();
    }

    /// Adds a game with the same start as the others. `fallback` is the 8-bit character set of its strings that are
    /// not UTF-8.
    pub fn add(&mut self, game: &Game, src: &[u8], fallback: Fallback) {
        let begin = start(game, src);
        let lines = self.lines.get_or_insert_with(|| Lines::new(&begin));
        let (end, last) =
            read_lines(lines, game, src, &begin, &mut self.replay, &self.options, fallback);
        let result = result(game, src, &end);
        let mut name = source_without_result(game, src, fallback);
        if result != Marker::Unknown {
            name = format!("{name}, {}", result.text());
        }
        if lines.notes_mut(last).comments.contains(&name) {
            let n = self.repeated.entry((last, name.clone())).or_insert(1);
            let comments = &mut lines.notes_mut(last).comments;
            let numbered = |n: u32| format!("{name} ({n})");
            *n += 1;
            while comments.contains(&numbered(*n)) {
                *n += 1;
            }
            name = numbered(*n);
        }
        lines.push_comment(last, name);
        self.take_tags(tag_list(game, src, result, ExportForm::Export, fallback), result);
        self.n_games += 1;
    }

    /// Combines the tags with those of another game: equal values are kept, the others of the roster become unknown,
    /// and all other tags are removed.
    fn take_tags(&mut self, tags: Vec<Tag<'static>>, result: Marker) {
        if self.n_games == 0 {
            (self.tags, self.result) = (tags, result);
            return;
        }
        if self.result != result {
            self.result = Marker::Unknown;
        }
        let common = self.result;
        let pairs: HashSet<(&str, &str)> =
            tags.iter().map(|tag| (&*tag.name, &*tag.value)).collect();
        self.tags.retain_mut(|tag| {
            let name = TagName::find(tag.name.as_bytes());
            // The start is the same, even if its tags are written differently.
            if name.is_some_and(TagName::is_of_position) {
                return true;
            }
            if name == Some(TagName::RESULT) {
                tag.value = common.text().into();
                return true;
            }
            let is_same = pairs.contains(&(&*tag.name, &*tag.value));
            let of_roster = name.filter(|name| SEVEN_TAG_ROSTER.contains(name));
            if let Some(name) = of_roster.filter(|_| !is_same) {
                tag.value = name.unknown_value().into();
            }
            is_same || of_roster.is_some()
        });
    }

    /// Appends the tree to `out` as one game in export format, in UTF-8. `charset`: the character set to which it is converted
    /// afterwards. Returns the number of characters in names of tags that the set does not have, for which `_` is written.
    pub fn write(&self, charset: Charset, out: &mut Vec<u8>) -> u64 {
        let Some(lines) = &self.lines else { return 0 };
        // All text in the tree is UTF-8.
        let fallback = Fallback::default();
        let is_written = |tag: &&Tag<'_>| tag.name != "PlyCount";
        let mut tags: Vec<Tag<'_>> = self.tags.iter().filter(is_written).cloned().collect();
        let n_replaced = fit_names(&mut tags, charset);
        for tag in &tags {
            tag_pair(out, tag.name.as_bytes(), tag.value.as_bytes(), fallback);
        }
        out.push(b'\n');
        let mut layout = Layout::new(WIDTH);
        layout.begin(out);
        lines.write_all(&mut layout, out);
        layout.unit(out, self.result.text().as_bytes());
        layout.end(out);
        n_replaced
    }
}

/// Returns the description of a game without its result: players, event and year, as far as they are known.
pub(crate) fn source_without_result(game: &Game, src: &[u8], fallback: Fallback) -> String {
    let value = |name| {
        let value = game.value(src, name);
        squeeze(&fallback.decode(&value))
    };
    let player = |name| Some(value(name)).filter(|it| !it.is_empty()).unwrap_or("?".to_owned());
    let mut source = format!("{} - {}", player(TagName::WHITE), player(TagName::BLACK));
    let (event, date) = (value(TagName::EVENT), value(TagName::DATE));
    let year = date.get(..4).filter(|year| year.bytes().all(|b| b.is_ascii_digit()));
    for part in
        [Some(&*event).filter(|it| !is_unknown_value(it.as_bytes())), year].into_iter().flatten()
    {
        source.push_str(", ");
        source.push_str(part);
    }
    source
}

/// Returns the name of a game without the number of a repeated name: `A - B, 1-0` for `A - B, 1-0 (2)`.
pub(crate) fn without_number(name: &str) -> Option<&str> {
    let (name, number) = name.strip_suffix(')')?.rsplit_once(" (")?;
    (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some(name)
}

/// Returns the description of a game in `comment` without its result, if the comment may be one.
pub(crate) fn described(comment: &str) -> Option<&str> {
    let (white, black) = comment.split_once(" - ")?;
    if white.is_empty() || black.is_empty() {
        return None;
    }
    let results = [Marker::WhiteWins, Marker::BlackWins, Marker::Draw];
    let without = results.iter().find_map(|it| comment.strip_suffix(it.text())?.strip_suffix(", "));
    Some(without.unwrap_or(comment))
}

#[cfg(test)]
mod tests {
    use pgn_syntax::Games;

    use super::*;

    fn options() -> ReplayOptions {
        ReplayOptions::default()
    }

    fn tree(text: &str) -> String {
        let mut tree = Tree::new(options());
        let mut games = Games::new(text.as_bytes());
        while let Some(game) = games.next() {
            tree.add(game, text.as_bytes(), Fallback::default());
        }
        let mut out = Vec::new();
        tree.write(Charset::Utf8, &mut out);
        String::from_utf8(out).unwrap()
    }

    /// Asserts the lines of a tree without its tags.
    #[track_caller]
    fn check(text: &str, expect: &str) {
        let out = tree(text);
        assert_eq!(out.split_once("\n\n").unwrap().1.trim_end(), expect);
    }

    /// A variation that comes before the moves of the main line which it repeats.
    #[test]
    fn the_main_line_stays_one_beside_variations_that_repeat_it() {
        for variation in [
            "1. e4 (1. e4 e5 2. d4) 1... e5",
            "1. e4 e5 (1... c5 (1... e5 2. d4))",
            "1. e4 e5 (1... e5 2. d4)",
        ] {
            let out = tree(&format!("{variation} 2. Nf3 Nc6 *\n\n1. e4 e5 2. Nf3 d6 *"));
            let main = if variation.contains("c5") { "1. e4 e5 (1... c5)" } else { "1. e4 e5" };
            let expect = format!("{main} 2. Nf3 (2. d4) 2... Nc6 {{? - ?}} (2... d6 {{? - ?}}) *");
            let movetext = out.split_once("\n\n").unwrap().1.trim_end();
            assert_eq!(movetext.replace('\n', " "), expect, "{variation}");
        }
    }

    #[test]
    fn games_part_where_their_moves_do() {
        check(
            "1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. e4 e5 2. Nf3 *\n\n1. d4 *",
            "1. e4 (1. d4 {? - ?}) 1... e5 {? - ?, 1-0} (1... c5 {? - ?, 0-1}) 2. Nf3 {? -\n?} *",
        );
        check(
            "1. e4 {a} e5 (1... c5 {b}) *\n\n1. e4 {a} {c} c5 {d} *",
            "1. e4 {a} {c} 1... e5 {? - ?} (1... c5 {b} {d} {? - ?}) *",
        );
        check("1. e4! *\n\n1. e4 $1 $14 *", "1. e4 $1 $14 {? - ?} {? - ? (2)} *");
    }

    #[test]
    fn games_of_the_same_name_are_numbered() {
        check(
            "1. e4 *\n\n1. e4 *\n\n1. e4 e5 *\n\n1. e4 *",
            "1. e4 {? - ?} {? - ? (2)} {? - ? (3)} 1... e5 {? - ?} *",
        );
        check("1. e4 {? - ? (2)} *\n\n1. e4 *", "1. e4 {? - ? (2)} {? - ?} {? - ? (3)} *");
        assert_eq!(without_number("a - b, 1-0 (12)"), Some("a - b, 1-0"));
        assert_eq!(without_number("a - b, (x)"), None);
    }

    #[test]
    fn tags_that_all_have_stay() {
        let one = "[Event \"E\"]\n[White \"a\"]\n[Black \"b\"]\n[Date \"1990.01.02\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n[Board \"1\"]\n\n1. e4 1-0\n\n";
        let two = one.replace("\"a\"", "\"c\"").replace("Board \"1", "Board \"2");
        assert_eq!(
            tree(&format!("{one}{two}")),
            "[Event \"E\"]\n[Site \"?\"]\n[Date \"1990.01.02\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"b\"]\n\
             [Result \"1-0\"]\n[ECO \"C20\"]\n\n1. e4 {a - b, E, 1990, 1-0} {c - b, E, 1990, 1-0} 1-0\n\n"
        );
    }

    #[test]
    fn many_tags_that_all_have_stay() {
        let pairs = |value: &str| -> String {
            (0..=32).map(|n| format!("[X{n} \"{n}\"]\n[Y{n} \"{value}\"]\n")).collect()
        };
        let out = tree(&format!("{}\n1. e4 *\n\n{}\n1. e4 *\n\n", pairs("a"), pairs("b")));
        assert_eq!((out.matches("[X").count(), out.matches("[Y").count()), (33, 0));
    }

    #[test]
    fn different_starts_are_different_trees() {
        let text = "1. e4 *\n\n1. d4 {x} *\n\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9\"]\n\n9. c4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n1. Ke2 *\n\n[Variant \"Bughouse\"]\n\n1. e4 *\n\n";
        let mut starts = StartKeys::new(options());
        let (mut keys, mut games) = (Vec::new(), Games::new(text.as_bytes()));
        while let Some(game) = games.next() {
            let mut key = Vec::new();
            starts.key(game, text.as_bytes(), &mut key);
            keys.push(key);
        }
        assert_eq!(keys.len(), 6);
        assert!(keys[0] == keys[1] && !keys[0].is_empty() && keys[3] != keys[0]);
        assert!(keys[4..].iter().all(Vec::is_empty), "{keys:?}");
    }

    #[test]
    fn no_depth_is_too_deep() {
        // Each game diverges from the one before it one half-move later.
        let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
        let mut text = String::new();
        for n in 0..400 {
            let moves: Vec<&str> = shuffle.iter().copied().cycle().take(n).collect();
            let last = if n % 2 == 0 { "a3" } else { "a6" };
            text.push_str(&format!("{} {last} *\n\n", moves.join(" ")));
        }
        let out = tree(&text);
        let mut games = Games::new(out.as_bytes());
        let game = games.next().unwrap();
        assert_eq!(game.errors.len(), 0);
        assert_eq!(out.matches('(').count(), 399);
        assert!(games.next().is_none());
    }
}

//! Adds the tags, comments, NAGs and variations of the copies of a game to its text. All other
//! bytes are preserved.

use std::collections::HashMap;

use pgn_chess::{Replay, ReplayOptions, Variant, export::result, start, tag_list::found_tags};
use pgn_syntax::{
    CommentKind, Edit, Fallback, Game, Marker, NodeKind, Parser, Part, ReadOptions, Span,
    SyntaxError, SyntaxErrorKind, TagName,
    boundary::closed,
    edit::apply_into,
    encoding::Charset,
    first_line_end,
    write::{Layout, WIDTH, n_code_points, tag_pair},
};

use super::{
    join::{InsertionPoints, Joiner, MergePolicy, read_lines},
    lines::{Lines, Step},
    union_tags::{Contribution, TagValue, Tags},
};
use crate::copies::{comment_set::annotation_of, words::texts};

/// How games are read and written.
#[derive(Clone, Debug)]
pub struct UnionOptions {
    /// How moves are read.
    pub replay: ReplayOptions,
    /// How games are parsed.
    pub read: ReadOptions,
    /// The character set of additions; `None`: that of the game.
    pub charset: Option<Charset>,
}

/// The parts of a merged game that were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnionParts {
    /// The text of the game, unchanged.
    Same,
    /// The text with new tags, without annotations, which would not be read back correctly.
    Tags,
    /// The text with all additions.
    All,
}

/// A game to which the data of its copies is added.
#[derive(Debug)]
pub struct Union<'o> {
    options: &'o UnionOptions,
    /// The 8-bit character set of strings of the game that are not UTF-8.
    fallback: Fallback,
    replay: Replay,
    text: Vec<u8>,
    /// The text before its last comment was closed; `None` if no comment had to be closed.
    original: Option<Vec<u8>>,
    /// The line ends of the text.
    line_end: &'static [u8],
    is_utf8: bool,
    game: Game,
    other: Game,
    tags: Tags,
    lines: Lines,
    insertion_points: Vec<InsertionPoints>,
    /// True if the moves were played without errors by known rules; otherwise only tags are merged.
    has_lines: bool,
    n_plies: u32,
}

/// Tags that follow from the moves or the start position.
const OF_MOVES: [&str; 4] = ["FEN", "SetUp", "Variant", "PlyCount"];

impl<'o> Union<'o> {
    /// Returns a union with the game in `text`; `None` if the text is not exactly one game. `fallback` is the 8-bit
    /// character set of its strings that are not UTF-8.
    #[must_use]
    pub fn new(text: Vec<u8>, fallback: Fallback, options: &'o UnionOptions) -> Option<Union<'o>> {
        let mut game = Game::default();
        read(&text, options, &mut game)?;
        let (text, original) = match with_last_comment_closed(&text, options, &mut game) {
            Some(closed) => (closed, Some(text)),
            None => (text, None),
        };
        let mut replay = Replay::new();
        let begin = start(&game, &text);
        let (mut lines, mut insertion_points) = (Lines::new(&begin), Vec::new());
        let (policy, points) = (MergePolicy::All, Some(&mut insertion_points));
        let joiner = Joiner::new(&mut lines, &game, &text, fallback, policy, points);
        let (end, ..) = joiner.join(&mut replay, &begin, &options.replay);
        lines.mark_old();
        let mut tags = Tags::of(&game, &text, fallback);
        tags.result = Some(result(&game, &text, &end));
        Some(Union {
            options,
            fallback,
            replay,
            has_lines: begin.variant != Variant::Unchecked && !end.has_error(),
            n_plies: game.n_plies,
            line_end: first_line_end(&text).unwrap_or("\n").as_bytes(),
            is_utf8: std::str::from_utf8(&text).is_ok(),
            text,
            original,
            game,
            other: Game::default(),
            tags,
            lines,
            insertion_points,
        })
    }

    /// Adds the data of a copy. `fallback` is the 8-bit character set of its strings that are not UTF-8.
    pub fn add(&mut self, text: &[u8], fallback: Fallback) -> Contribution {
        let mut contribution = Contribution::default();
        if read(text, self.options, &mut self.other).is_none() {
            contribution.conflicts.push("it cannot be read as one game".to_owned());
            return contribution;
        }
        let begin = start(&self.other, text);
        let mut lines = Lines::new(&begin);
        let has_lines = self.has_lines && begin.variant != Variant::Unchecked;
        let (lines, taken) = if has_lines {
            (&mut self.lines, MergePolicy::Compatible)
        } else {
            (&mut lines, MergePolicy::All)
        };
        let joiner = Joiner::new(lines, &self.other, text, fallback, taken, None);
        let (end, _, additions) = joiner.join(&mut self.replay, &begin, &self.options.replay);
        let marker = result(&self.other, text, &end);
        for tag in found_tags(&self.other, text, fallback) {
            let is_moves = OF_MOVES.contains(&&*tag.name);
            let is_length = tag.name == "PlyCount" && self.other.n_plies == self.n_plies;
            if tag.name != "Result" && (!is_moves || is_length) {
                self.tags.take(tag, &mut contribution);
            }
        }
        let has_tag = self.other.tag(text, TagName::RESULT).is_some();
        self.tags.take_result(marker, has_tag, &mut contribution);
        if has_lines {
            contribution.add(additions);
        } else {
            if begin.variant == Variant::Unchecked
                && texts(&self.game, &self.text) != texts(&self.other, text)
            {
                let conflict = "its moves, which are others and are not checked";
                contribution.conflicts.push(conflict.to_owned());
            }
            let mine = annotation_of(&self.game, &self.text, self.fallback);
            let theirs = annotation_of(&self.other, text, fallback);
            if theirs.iter().any(|(it, n)| mine.get(it) < Some(n)) {
                let conflict = "its annotation, as the moves of the two are not compared";
                contribution.conflicts.push(conflict.to_owned());
            }
        }
        contribution
    }

    /// Appends the game with its additions to `out`. If the text would not be read back correctly, leaves out the
    /// annotations, and if necessary all additions.
    #[must_use]
    pub fn write(&mut self, out: &mut Vec<u8>) -> UnionParts {
        let from = out.len();
        for (has_lines, written) in [(self.has_lines, UnionParts::All), (false, UnionParts::Tags)] {
            let edits = self.edits(has_lines);
            if edits.is_empty() {
                break;
            }
            let whole = Span::new(0, self.text.len());
            apply_into(&self.text, whole, &edits, out);
            if self.is_read_back(&out[from..], has_lines) {
                return written;
            }
            out.truncate(from);
        }
        out.extend_from_slice(self.original.as_ref().unwrap_or(&self.text));
        UnionParts::Same
    }

    fn edits(&self, has_lines: bool) -> Vec<Edit> {
        let mut edits = self.tag_edits();
        if has_lines {
            edits.extend(self.line_edits());
        }
        // The sort is stable: at the same place, tags come first.
        edits.sort_by_key(|edit| edit.span.start);
        edits
    }

    fn tag_edits(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut added = Vec::new();
        let fallback = Fallback::default();
        for TagValue { name, value, span, is_changed } in &self.tags.values {
            if !is_changed {
                continue;
            }
            let mut pair = Vec::new();
            tag_pair(&mut pair, name.as_bytes(), value.as_bytes(), fallback);
            match span {
                Some(span) => {
                    // Only the value is replaced, because the name may be spelled in another way in the text.
                    let start = pair.iter().position(|&b| b == b'"').map_or(0, |at| at + 1);
                    let end = pair.len() - b"\"]\n".len();
                    let escaped = pair[start..end].to_vec();
                    edits.push(Edit { span: *span, replacement: self.fitted(escaped) });
                }
                None => added.extend_from_slice(&self.fitted(pair)),
            }
        }
        if !added.is_empty() {
            edits.push(match self.game.tags.last() {
                Some(pair) => {
                    added.rotate_right(1);
                    insert(pair.span.end, self.with_line_ends(added))
                }
                None => {
                    added.push(b'\n');
                    insert(self.game.start, self.with_line_ends(added))
                }
            });
        }
        let result = self.tags.values.iter().find(|it| it.name == "Result" && it.is_changed);
        if let (Some(result), Some((Marker::Unknown, span))) = (result, self.game.marker) {
            edits.push(Edit { span, replacement: result.value.clone().into_bytes() });
        }
        edits
    }

    /// Returns the edits that add annotations and variations to moves.
    fn line_edits(&self) -> Vec<Edit> {
        let mut additions = Vec::new();
        for (node, seat) in (0_u32..).zip(&self.insertion_points) {
            if let Some(notes) = self.lines.notes(node) {
                let (n_nags, n_comments) = notes.n_old;
                if notes.nags.len() > n_nags {
                    additions.push((seat.nags, Addition::Nags(&notes.nags[n_nags..])));
                }
                let comments = notes.comments.texts();
                if comments.len() > n_comments {
                    additions.push((seat.comments, Addition::Comments(&comments[n_comments..])));
                }
            }
            let mut children = self.lines.children(node).peekable();
            match children.peek() {
                Some(&first) if self.insertion_points.get(first as usize).is_some() => {
                    let is_new = |child: &u32| *child as usize >= self.insertion_points.len();
                    let steps: Vec<Step> = children.filter(is_new).map(Step::Variation).collect();
                    if !steps.is_empty() {
                        let at = self.insertion_points[first as usize].variations;
                        additions.push((at, Addition::Variations(steps)));
                    }
                }
                Some(_) => {
                    additions
                        .push((seat.variations, Addition::Variations(vec![Step::Follow(node)])));
                }
                None => (),
            }
        }
        // At one place, NAGs come first, then comments, then variations; additions to a move come
        // before the moves after it.
        additions.sort_by_key(|(at, addition)| (*at, addition.rank()));
        let mut layout = Layout::new(WIDTH);
        let (mut edits, mut from, mut column) = (Vec::new(), 0, 0);
        for some in additions.chunk_by(|(a, _), (b, _)| a == b) {
            let at = some[0].0 as usize;
            // `column` counts code points.
            for line in self.text[from..at].split_inclusive(|&b| b == b'\n' || b == b'\r') {
                column = if line.ends_with(b"\n") || line.ends_with(b"\r") {
                    0
                } else {
                    column + n_code_points(line)
                };
            }
            from = at;
            edits.push(insert(some[0].0, self.fragment(some, column, &mut layout)));
        }
        edits
    }

    /// Returns the text of the additions at one offset.
    fn fragment(
        &self,
        additions: &[(u32, Addition<'_>)],
        column: usize,
        layout: &mut Layout,
    ) -> Vec<u8> {
        let at = additions[0].0 as usize;
        let mut out = Vec::new();
        layout.begin_at(&out, column);
        for (_, addition) in additions {
            match addition {
                Addition::Nags(nags) => nags.iter().for_each(|&nag| layout.nag(&mut out, nag)),
                Addition::Comments(comments) => {
                    for text in *comments {
                        layout.comment(&mut out, text.as_bytes(), Fallback::default());
                    }
                }
                Addition::Variations(steps) => {
                    let mut steps: Vec<Step> = steps.iter().rev().copied().collect();
                    self.lines.write(&mut steps, layout, &mut out);
                }
            }
        }
        layout.pause(&mut out);
        let is_line = out.last() == Some(&b'\n');
        match self.text.get(at) {
            // A `%` that begins a line must still begin one.
            Some(b'%') if !is_line && column == 0 => out.push(b'\n'),
            Some(b' ' | b'\t' | b'\n' | b'\r' | b')') | None => (),
            Some(_) if !is_line => out.push(b' '),
            Some(_) => (),
        }
        self.with_line_ends(self.fitted(out))
    }

    /// Returns text in the character set of the output, or in that of the game if there is none.
    fn fitted(&self, mut text: Vec<u8>) -> Vec<u8> {
        match self.options.charset {
            None if self.is_utf8 => text,
            None => self.fallback.fit(text, b"\xFF"),
            Some(charset) => {
                charset.encode(&mut text, 0);
                text
            }
        }
    }

    /// Returns text with the line ends of the game.
    fn with_line_ends(&self, text: Vec<u8>) -> Vec<u8> {
        match self.line_end {
            b"\n" => text,
            line_end => text.split(|&b| b == b'\n').collect::<Vec<_>>().join(line_end),
        }
    }

    /// Returns true if `text` is read back with all additions.
    fn is_read_back(&mut self, text: &[u8], has_lines: bool) -> bool {
        let options = self.options;
        if read(text, options, &mut self.other).is_none() {
            return false;
        }
        let fallback = options.charset.and_then(Charset::fallback).unwrap_or(self.fallback);
        let begin = start(&self.other, text);
        let mut lines = Lines::new(&begin);
        let (other, replay) = (&self.other, &mut self.replay);
        let (end, _) =
            read_lines(&mut lines, other, text, &begin, replay, &options.replay, fallback);
        let n_errors =
            |game: &Game| game.errors.iter().filter(|it| !it.kind.keeps_tokens()).count();
        let is_same_line = other.n_plies == self.n_plies
            && n_errors(other) <= n_errors(&self.game)
            && (!self.has_lines || !end.has_error());
        let lossy = options.charset.is_some();
        let values: HashMap<_, _> =
            found_tags(other, text, fallback).into_iter().map(|it| (it.name, it.value)).collect();
        let has_tags = self.tags.values.iter().filter(|value| value.is_changed).all(|it| {
            // Control characters are written as blanks.
            let written = it.value.replace(char::is_control, " ");
            values.get(&*it.name).is_some_and(|value| lossy || *value == written)
        });
        let has_all = !has_lines || lines.census() == self.lines.census();
        is_same_line && has_tags && has_all
    }
}

/// Reads `game` again from its text with the last comment closed, so that annotation can be added after it. Returns
/// that text; `None` if no comment is open at the end.
fn with_last_comment_closed(
    text: &[u8],
    options: &UnionOptions,
    game: &mut Game,
) -> Option<Vec<u8>> {
    // Readers that skip escape lines would not see a brace that is added to one.
    let last_line = text.trim_ascii_end().rsplit(|byte| b"\r\n".contains(byte)).next();
    if last_line.is_some_and(|line| line.starts_with(b"%")) {
        return None;
    }
    let is_line_comment = game.nodes.last().is_some_and(|last| {
        last.kind == NodeKind::Comment(CommentKind::Line) && last.span.end as usize == text.len()
    });
    let is_open = |error: &SyntaxError| error.kind == SyntaxErrorKind::UnterminatedComment;
    let closed = match is_line_comment {
        true => [text, first_line_end(text).unwrap_or("\n").as_bytes()].concat(),
        false if game.errors.iter().any(is_open) => closed(text, game),
        false => return None,
    };
    let mut again = Game::default();
    read(&closed, options, &mut again)?;
    (again.n_plies == game.n_plies).then(|| {
        *game = again;
        closed
    })
}

/// Additions of one kind at one offset.
enum Addition<'a> {
    Nags(&'a [u8]),
    Comments(&'a [String]),
    Variations(Vec<Step>),
}

impl Addition<'_> {
    fn rank(&self) -> u8 {
        match self {
            Addition::Nags(_) => 0,
            Addition::Comments(_) => 1,
            Addition::Variations(steps) => 2 + u8::from(matches!(steps[..], [Step::Follow(_)])),
        }
    }
}

fn insert(at: u32, replacement: Vec<u8>) -> Edit {
    Edit { span: Span { start: at, end: at }, replacement }
}

/// Parses `text`; `None` if it is not exactly one game.
fn read(text: &[u8], options: &UnionOptions, game: &mut Game) -> Option<()> {
    let part = Part::whole(text);
    let mut parser = Parser::new(options.read);
    parser.start(&part);
    let mut second = Game::default();
    (parser.next_game(&part, game) && !parser.next_game(&part, &mut second)).then_some(())
}

#[cfg(test)]
mod tests {
    use pgn_syntax::strip::{Classes, Commands, Stripper};
    use pgn_testkit::{Generator, Style};

    use super::*;

    fn options() -> UnionOptions {
        UnionOptions {
            replay: ReplayOptions::default(),
            read: ReadOptions::default(),
            charset: None,
        }
    }

    /// Merges the copies into the game; returns the text and what the last copy contributed.
    fn unite(game: &[u8], copies: &[&[u8]]) -> (Vec<u8>, Contribution) {
        let options = options();
        let mut union = Union::new(game.to_vec(), Fallback::default(), &options).unwrap();
        let contribution = copies
            .iter()
            .map(|copy| union.add(copy, Fallback::default()))
            .last()
            .unwrap_or_default();
        let mut out = Vec::new();
        let written = union.write(&mut out);
        assert_eq!(written != UnionParts::Same, out != game, "{}", String::from_utf8_lossy(&out));
        (out, contribution)
    }

    #[track_caller]
    fn check(game: &str, copy: &str, expect: &str, conflicts: &[&str]) {
        let (out, contribution) = unite(game.as_bytes(), &[copy.as_bytes()]);
        assert_eq!(String::from_utf8(out).unwrap(), expect);
        assert_eq!(contribution.conflicts, conflicts);
    }

    /// The kept game has a variation that repeats the main line, before the moves that it repeats.
    #[test]
    fn annotation_after_a_repeated_main_line_is_added() {
        check(
            "1. e4 e5 (1... c5 (1... e5 2. d4 exd4)) 2. Nf3 {a} Nc6 (2... d6) 3. Bb5 *\n",
            "1. e4 e5 2. Nf3 {b} (2. f4) Nc6 $1 3. Bb5 {c} *\n",
            "1. e4 e5 (1... c5 (1... e5 2. d4 exd4)) 2. Nf3 {a} {b} (2. f4) Nc6 $1 (2... d6) 3. Bb5 {c} *\n",
            &[],
        );
        check(
            "1. e4 (1. e4 e5 2. Nf3 {x}) e5 2. Nf3 {a} Nc6 *\n",
            "1. e4 e5 2. Nf3 {b} Nc6 {c} *\n",
            "1. e4 (1. e4 e5 2. Nf3 {x}) e5 2. Nf3 {a} {b} Nc6 {c} *\n",
            &[],
        );
    }

    #[test]
    fn a_variation_that_goes_on_after_the_game_is_a_conflict() {
        check(
            "1. e4 e5 *\n",
            "1. e4 e5 (1... e5 2. Nf3 Nc6 {a}) *\n",
            "1. e4 e5 *\n",
            &["1... e5: variation Nf3 / end of the game"],
        );
    }

    #[test]
    fn tags_are_filled_and_added() {
        check(
            "[Date \"1960.??.??\"]\n[White \"?\"]\n[Round \"-\"]\n\n1. e4 *\n",
            "[Date \"1960.03.15\"][White \"Tal \\\"M\\\"\"][Round \"1\"][Result \"*\"][Eco \"B19\"]\n\n1. e4 *",
            "[Date \"1960.03.15\"]\n[White \"Tal \\\"M\\\"\"]\n[Round \"-\"]\n[ECO \"B19\"]\n\n1. e4 *\n",
            &["Round: 1 / -"],
        );
        check(
            "[Date \"1960.03.15\"]\n\n1. e4 *",
            "[Date \"1960.??.??\"]\n\n1. e4 *",
            "[Date \"1960.03.15\"]\n\n1. e4 *",
            &[],
        );
        check("1. e4 *", "[White \"x\"]\n\n1. e4 *", "[White \"x\"]\n\n1. e4 *", &[]);
        check(
            "[FEN \"8/8/8/8/8/k7/8/K6R w - - 0 1\"]\n\n1. Rh8 *",
            "[PlyCount \"1\"][FEN \"8/8/8/8/8/k7/8/K6R w - - 9 9\"][SetUp \"1\"]\n\n9. Rh8 *",
            "[FEN \"8/8/8/8/8/k7/8/K6R w - - 0 1\"]\n[PlyCount \"1\"]\n\n1. Rh8 *",
            &[],
        );
    }

    #[test]
    fn a_result_is_filled_in_tag_and_marker() {
        let copy = "[Result \"1-0\"]\n\n1. e4 1-0";
        check("[Result \"*\"]\n\n1. e4 *\n", copy, "[Result \"1-0\"]\n\n1. e4 1-0\n", &[]);
        check("1. e4 *\n", copy, "[Result \"1-0\"]\n\n1. e4 1-0\n", &[]);
        check("1. e4 1-0\n", copy, "[Result \"1-0\"]\n\n1. e4 1-0\n", &[]);
        check("1. e4 0-1\n", copy, "1. e4 0-1\n", &["Result: 1-0 / 0-1"]);
        check("1. e4 1-0\n", "1. e4 1-0", "1. e4 1-0\n", &[]);
    }

    #[test]
    fn many_copies_that_differ_take_linear_time() {
        // The run would take minutes if each comment was compared with each other one.
        let copies: Vec<String> = (0..6000)
            .map(|n| format!("1. e4 {{[%a {n}] one {n}}} e5 {{two {n}}} 2. Nf3 {{three {n}}} *"))
            .collect();
        let options = options();
        let mut union =
            Union::new(b"1. e4 e5 2. Nf3 *".to_vec(), Fallback::default(), &options).unwrap();
        for copy in &copies {
            union.add(copy.as_bytes(), Fallback::default());
        }
        let mut out = Vec::new();
        assert_eq!(union.write(&mut out), UnionParts::All);
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains("{three 5999}") && out.matches('{').count() == 3 * copies.len());
    }

    #[test]
    fn variations_of_no_move_are_no_fault() {
        for game in ["f5(d4(f6", "e4 ((((d4", "1. e4 (((Ke2) (d4", "{a} (e4 (d4) (d5)) e5 (("] {
            let (out, _) = unite(game.as_bytes(), &[b"1. e4 {x} *", game.as_bytes()]);
            assert!(!out.is_empty());
        }
    }

    #[test]
    fn annotation_of_moves_is_merged() {
        let game = "1. e4 {good} e5 (1... c5 2. Nf3) 2. Nf3 *";
        check(
            game,
            "{lead} 1. e4! e5$14 2. Nf3 {end} *",
            "{lead} 1. e4 $1 {good} e5 $14 (1... c5 2. Nf3) 2. Nf3 {end} *",
            &[],
        );
        check(
            game,
            "1. e4 e5 (1... c5 {x} 2. Nf3 (2. c3 d5) Nc6) (1... e6) 2. Nf3 *",
            "1. e4 {good} e5 (1... c5 {x} 2. Nf3 (2. c3 d5) 2... Nc6) (1... e6) 2. Nf3 *",
            &[],
        );
        check(game, "1. e4 {good} e5 2. Nf3 *", game, &[]);
        check("1. e4 ; line\n e5 *", "1. e4 e5 {x} *", "1. e4 ; line\n e5 {x} *", &[]);
        check("1. e4 ; line\ne5 *", "1. e4 {x} e5 *", "1. e4 ; line\n{x} e5 *", &[]);
        check("1. e4 e5 *", "1. e4 ; a } b\n e5 *", "1. e4 ; a } b\n e5 *", &[]);
        // The moves of another main line are not annotations.
        check("1. e4 e5 2. Nf3 *", "1. e4 {x} c5 {y} (1... e6) *", "1. e4 {x} e5 2. Nf3 *", &[]);
        let longer = "1... e5: variation Nf3 / end of the game";
        check("1. e4 e5 *", "1. e4 (1. e4 e5 2. Nf3) *", "1. e4 e5 *", &[longer]);
    }

    #[test]
    fn conflicts_are_reported() {
        check(
            "1. e4 $1 {[%clk 0:10] good} e5 $16 *",
            "1. e4? {[%clk 0:11] [%eval 0.3] good} e5 $10 $146 *",
            "1. e4 $1 {[%clk 0:10] good} {[%eval 0.3]} e5 $16 $146 *",
            &["1. e4: $2 / $1", "1. e4: [%clk 0:11] / [%clk 0:10]", "1... e5: $10 / $16"],
        );
    }

    #[test]
    fn character_set_and_line_ends_are_those_of_the_game() {
        let (out, _) = unite(
            b"[White \"R\xE9ti\"]\r\n\r\n1. e4 *\r\n",
            &["[Site \"Málaga\"]\n\n1. e4 {é} *".as_bytes()],
        );
        assert_eq!(out, b"[White \"R\xE9ti\"]\r\n[Site \"M\xE1laga\"]\r\n\r\n1. e4 {\xE9} *\r\n");
        let (out, _) = unite(b"[White \"R\xE9ti\"]\n\n1. e4 *\n", &["1. e4 {Таль} *".as_bytes()]);
        assert_eq!(
            out,
            [b"[White \"R\xE9ti\"]\n\n1. e4 {" as &[u8], "Таль".as_bytes(), b"} *\n"].concat()
        );
    }

    #[test]
    fn a_comment_that_is_left_open_is_closed_before_more() {
        check(
            "[White \"?\"]\n\n1. e4 e5 {open",
            "[White \"x\"]\n\n1. e4 $1 e5 {x} *",
            "[White \"x\"]\n\n1. e4 $1 e5 {open} {x}",
            &[],
        );
        // If nothing is added, the comment stays open.
        check("1. e4 e5 {open", "1. e4 e5 *", "1. e4 e5 {open", &[]);
    }

    #[test]
    fn a_bare_game_gets_all_that_its_copy_has() {
        let all = Classes {
            text: true,
            engine: true,
            commands: Commands::ALL,
            diagrams: true,
            diagram_nags: true,
            nags: true,
            glyphs: true,
            variations: true,
            escapes: true,
        };
        let (mut stripper, options) = (Stripper::new(all), options());
        let mut generator = Generator::new(23, Style::Annotated);
        let mut n_changed = 0;
        for _ in 0..400 {
            let full = generator.games(1);
            let (mut game, mut bare) = (Game::default(), Vec::new());
            read(&full, &options, &mut game).unwrap();
            stripper.strip_into(&game, &full, &mut bare);
            let (out, _) = unite(&bare, &[&full]);
            n_changed += usize::from(out != bare);
            // The additions of the full game, and nothing else.
            let (again, contribution) = unite(&out, &[&full]);
            assert!(
                contribution.tags.is_empty() && contribution.annotation.is_empty(),
                "{}",
                String::from_utf8_lossy(&full)
            );
            assert_eq!(again, out);
            let (full_again, contribution) = unite(&full, &[&out]);
            assert!(
                contribution.tags.is_empty() && contribution.annotation.is_empty(),
                "{}",
                String::from_utf8_lossy(&out)
            );
            assert_eq!(full_again, full);
        }
        assert!(n_changed > 300, "{n_changed}");
    }
}

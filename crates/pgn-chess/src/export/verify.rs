//! Verification: exported games are read again and compared with the original ones.
//!
//! Start positions, the moves of all lines, NAGs, tags, and the letters of comments are compared.

use std::fmt;

use shakmaty::Color;

use crate::{
    CastlingMode, Outcome, Ply, Replay, ReplayOptions, Start, Visitor,
    export::{
        ExportForm, ExportOptions, Exported, Written,
        as_written::{self, Token},
        excerpt::{ALL_NODES, KeptNodes},
        raw_bytes,
        remark::remark,
        tag_list::{EditTags, Tag, TagFacts, found_tags},
    },
    positions::start::{Variant, start},
};
use pgn_syntax::{
    Game, Node, NodeId, NodeKind, Parser, Part, RavKind, ReadOptions, encoding::composed,
    set_line_ends,
};

/// The content that the export of a game is expected to have when it is read.
#[derive(Debug)]
pub enum Expected {
    /// Exactly the bytes.
    Raw(Vec<u8>),
    /// The same game.
    Whole {
        /// The tags.
        tags: Vec<Tag<'static>>,
        /// The moves and comments.
        transcript: Transcript,
    },
    /// The same game up to its first error; the rest is missing or text.
    Beginning {
        /// The tags.
        tags: Vec<Tag<'static>>,
        /// The moves and comments.
        transcript: Transcript,
    },
    /// Unknown, as the game was not read.
    Unknown,
}

/// The moves and comments of a game, in a form that can be compared.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    start: String,
    /// The moves of the main line in UCI notation.
    main: String,
    /// The moves, NAGs and comments of all lines.
    all: String,
}

/// An editor of tags that calls another editor and records the result.
pub struct TagRecorder<'a> {
    /// The editor that is called first.
    pub editor: Option<&'a mut dyn EditTags>,
    /// The edited tags of the last game.
    pub tags: Vec<Tag<'static>>,
}

impl fmt::Debug for TagRecorder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TagRecorder").field("tags", &self.tags).finish_non_exhaustive()
    }
}

impl EditTags for TagRecorder<'_> {
    fn edit(&mut self, facts: &TagFacts<'_>, tags: &mut Vec<Tag<'_>>) {
        if let Some(editor) = &mut self.editor {
            editor.edit(facts, tags);
        }
        self.tags = tags.iter().cloned().map(Tag::into_owned).collect();
    }
}

/// Returns the expected content of the export of a game, or `None` if the game was not written.
#[must_use]
pub fn expected(
    exported: &Exported,
    tags: Vec<Tag<'static>>,
    game: &Game,
    src: &[u8],
    options: &ExportOptions,
) -> Option<Expected> {
    let transcript = || transcript(game, src, exported.kept.as_ref(), &mut Replay::new(), options);
    match exported.written {
        Written::Dropped => None,
        Written::Raw => Some(Expected::Raw(with_lf(raw_bytes(game, src)))),
        Written::Canonical => Some(Expected::Whole { tags, transcript: transcript() }),
        Written::Comment | Written::Truncated => {
            let mut transcript = transcript();
            if !exported.end.has_error() && exported.start.variant == Variant::Unchecked {
                // A comment holds words of an unknown variant that would be read differently where they are written.
                transcript.main.clear();
            }
            Some(Expected::Beginning { tags, transcript })
        }
    }
}

/// Returns the moves and comments of a game, or of the part of it that is kept.
fn transcript(
    game: &Game,
    src: &[u8],
    kept: Option<&KeptNodes>,
    replay: &mut Replay,
    options: &ExportOptions,
) -> Transcript {
    let start = start(game, src);
    if start.variant == Variant::Unchecked && kept.is_none() {
        return transcript_as_written(game, src, &start, options);
    }
    let (first, end) = kept.map_or(ALL_NODES, |kept| (kept.start, kept.end));
    let mut transcriber = Transcriber {
        game,
        src,
        options,
        transcript: Transcript::default(),
        depth: 0,
        is_unchecked: start.variant == Variant::Unchecked,
        is_over: false,
        is_headless: first > 0,
        skip_to: first,
        end,
    };
    transcriber.transcript.start = match kept.and_then(|kept| kept.part.first_fen.as_ref()) {
        Some(fen) => format!("{:?} {fen}", start.variant),
        None => first_position(&start),
    };
    if first == 0 {
        transcriber.nags(0, Color::White);
    }
    let reading = ReplayOptions { fallback: options.fallback, ..options.replay };
    replay.walk(game, src, &start, &reading, &mut transcriber);
    transcriber.transcript
}

/// Returns the tokens and comments of a game of a variant that is not known.
fn transcript_as_written(
    game: &Game,
    src: &[u8],
    start: &Start,
    options: &ExportOptions,
) -> Transcript {
    let mut all = String::new();
    as_written::each_token(game, src, options.form, |token| {
        let (letters, [open, close]) = match token {
            Token::Text(text) => (letters(&options.fallback.decode(text)), ["", " "]),
            Token::Comment(node) => {
                (letters_of_comment(node.comment_text(src), options), ["{", "} "])
            }
        };
        if !letters.is_empty() {
            all.extend([open, &letters, close]);
        }
    });
    Transcript { start: first_position(start), main: String::new(), all }
}

/// Returns the letters of a comment, whose text is repaired first if that was requested.
fn letters_of_comment(text: &[u8], options: &ExportOptions) -> String {
    letters(&options.fallback.decode(&options.repaired(text)))
}

/// Returns a text with LF for each of its line ends, as raw games have the line ends of the output.
fn with_lf(text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    set_line_ends(&mut text, 0, false);
    text
}

fn first_position(start: &Start) -> String {
    match &start.position {
        Ok(position) => format!("{:?} {}", start.variant, position.fen()),
        Err(error) => format!("{error:?}"),
    }
}

/// Compares the games of `text` in order with what was expected of each. Returns the index of each game that
/// differs, and a description of the difference.
///
/// ```
/// use pgn_chess::{
///     Replay,
///     export::{ExportOptions, Exporter},
///     pgn_syntax::Games,
///     verify::{TagRecorder, differences, expected},
/// };
///
/// let pgn = b"1.e4 e5 {best} *";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// let (mut tags, mut out) = (TagRecorder { editor: None, tags: Vec::new() }, Vec::new());
/// let options = ExportOptions::default();
/// let exported =
///     Exporter::new(options.clone()).write_edited(game, pgn, Some(&mut tags), &mut out);
/// let expected = [expected(&exported, tags.tags, game, pgn, &options).unwrap()];
/// assert!(differences(&out, &expected, &mut Replay::new(), &options).is_empty());
/// let other = String::from_utf8(out).unwrap().replace("e5", "e6");
/// assert_eq!(differences(other.as_bytes(), &expected, &mut Replay::new(), &options)[0].0, 0);
/// ```
pub fn differences(
    text: &[u8],
    expected: &[Expected],
    replay: &mut Replay,
    options: &ExportOptions,
) -> Vec<(usize, String)> {
    let mut differences = Vec::new();
    if expected.iter().any(|it| matches!(it, Expected::Unknown)) {
        return differences;
    }
    let part = Part::whole(text);
    let mut parser = Parser::new(ReadOptions::default());
    let mut game = Game::default();
    parser.start(&part);
    let mut n_games = 0;
    while parser.next_game(&part, &mut game) {
        if let Some(expected) = expected.get(n_games)
            && let Some(what) = difference(&game, text, expected, replay, options)
        {
            differences.push((n_games, what.to_owned()));
        }
        n_games += 1;
    }
    if n_games != expected.len() {
        let what = format!("{} games were written, {n_games} are read", expected.len());
        differences.push((n_games.min(expected.len().saturating_sub(1)), what));
    }
    differences
}

fn difference(
    game: &Game,
    src: &[u8],
    expected: &Expected,
    replay: &mut Replay,
    options: &ExportOptions,
) -> Option<&'static str> {
    let (wanted, earlier) = match expected {
        Expected::Unknown => return None,
        Expected::Raw(bytes) => {
            let is_same = with_lf(raw_bytes(game, src)) == *bytes;
            return (!is_same).then_some("its bytes differ");
        }
        Expected::Whole { tags, transcript } | Expected::Beginning { tags, transcript } => {
            (tags, transcript)
        }
    };
    let now = transcript(game, src, None, replay, options);
    let tags = found_tags(game, src, options.fallback);
    let same_tag = |(a, b): (&Tag<'_>, &Tag<'_>)| {
        letters(&a.name) == letters(&b.name)
            && (letters(&a.value) == letters(&b.value)
                || sets_up(&a.name) && without_unknown(&a.value) == without_unknown(&b.value))
    };
    if tags.len() != wanted.len() || !tags.iter().zip(wanted).all(same_tag) {
        return Some("its tags differ");
    }
    // The text of a FEN may be normalized, but the position must be the same.
    if now.start != earlier.start {
        return Some("its start position differs");
    }
    if now.main != earlier.main {
        return Some("its main line differs");
    }
    let is_whole = matches!(expected, Expected::Whole { .. });
    (is_whole && now.all != earlier.all).then_some("its variations, NAGs or comments differ")
}

/// Returns true for the tags that the moves depend on. Undecodable characters of their values are written as blanks.
fn sets_up(name: &str) -> bool {
    ["FEN", "SetUp", "Variant"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Returns the text without white space, control characters and undecodable characters.
fn without_unknown(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !c.is_control() && *c != '\u{FFFD}').collect()
}

/// Returns the text without white space and control characters, which writing may change, with U+FFFD for those from 128
/// to 159, and with letters and their marks as one character, as some sets write them.
fn letters(text: &str) -> String {
    composed(text)
        .chars()
        .map(
            |c| if matches!(c, '\u{80}'..='\u{84}' | '\u{86}'..='\u{9f}') { '\u{FFFD}' } else { c },
        )
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .collect()
}

struct Transcriber<'a> {
    game: &'a Game,
    src: &'a [u8],
    options: &'a ExportOptions,
    transcript: Transcript,
    depth: u32,
    /// True for a game of an unknown variant, whose moves are not played.
    is_unchecked: bool,
    /// True after a null move that is not allowed, which ends the main line of a game with errors.
    is_over: bool,
    /// True if the beginning of the game is not kept, and no move has been kept so far.
    is_headless: bool,
    /// Nodes before this one are not kept, or have been processed.
    skip_to: u32,
    /// Nodes from this one on are not kept.
    end: u32,
}

impl Transcriber<'_> {
    /// Returns true if the form has NAGs and comments.
    fn keeps_annotation(&self) -> bool {
        self.options.form == ExportForm::Export
    }

    fn nags(&mut self, from: u32, moved: Color) {
        if !self.keeps_annotation() {
            return;
        }
        let mut nags = Vec::new();
        self.game.nags_into(from as usize, moved == Color::White, &mut nags);
        for nag in nags {
            self.transcript.all.push_str(&format!("${nag} "));
        }
    }

    fn comment(&mut self, text: &[u8]) {
        if !self.keeps_annotation() {
            return;
        }
        let letters = letters_of_comment(text, self.options);
        if !letters.is_empty() {
            self.transcript.all.push_str(&format!("{{{letters}}} "));
        }
    }
}

impl Visitor for Transcriber<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        let is_kept = (self.skip_to..self.end).contains(&ply.id.0);
        if !is_kept || ply.depth > 0 && !self.keeps_annotation() {
            return;
        }
        self.is_headless = false;
        let text = match ply.outcome {
            Outcome::Played { mv, .. } => mv.uci(CastlingMode::Chess960).to_string(),
            Outcome::Null => "0000".to_owned(),
            Outcome::Failed(_) => return,
            // Moves of unchecked variants are passed on as they are; other skipped moves follow one that
            // failed.
            Outcome::Skipped => match self.game.nodes[ply.id.0 as usize].kind {
                NodeKind::NullMove { .. } => "--".to_owned(),
                _ => ply.text(self.src, self.options.fallback),
            },
        };
        let is_skipped = ply.outcome == Outcome::Skipped;
        self.is_over |=
            ply.depth == 0 && ply.outcome == Outcome::Null && !self.options.replay.allow_null;
        if ply.depth == 0 && !self.is_over && (!is_skipped || self.is_unchecked) {
            self.transcript.main.push_str(&text);
            self.transcript.main.push(' ');
        }
        self.transcript.all.push_str(&text);
        self.transcript.all.push(' ');
        self.nags(ply.id.0 + 1, ply.turn);
        if let Some((every, what)) = self.options.remarks
            && let Some(text) = remark(ply, self.game, self.src, every, what)
        {
            self.comment(text.as_bytes());
        }
    }

    fn node(&mut self, id: NodeId, node: &Node) {
        if id.0 >= self.end {
            return;
        }
        match node.kind {
            NodeKind::RavOpen { kind, end } => {
                self.depth += 1;
                if !self.keeps_annotation() || id.0 < self.skip_to {
                    return;
                }
                if self.is_headless && self.depth == 1 {
                    self.skip_to = end.0 + 1;
                    return;
                }
                match kind {
                    RavKind::Plain => {
                        self.transcript.all.push_str("( ");
                        self.nags(id.0 + 1, Color::White);
                    }
                    // The comments of an empty variation become comments of the move before it (RAV-07).
                    RavKind::Empty => {
                        for node in &self.game.nodes[id.0 as usize..end.0 as usize] {
                            if matches!(node.kind, NodeKind::Comment(_) | NodeKind::Marker(_)) {
                                self.comment(node.comment_text(self.src));
                            }
                        }
                        self.skip_to = end.0 + 1;
                    }
                    RavKind::WithoutMove => {
                        let close = self.game.nodes[end.0 as usize].span.end as usize;
                        self.comment(&self.src[node.span.start as usize..close]);
                        self.skip_to = end.0 + 1;
                    }
                }
            }
            NodeKind::RavClose => {
                self.depth = self.depth.saturating_sub(1);
                if self.keeps_annotation() && id.0 >= self.skip_to {
                    self.transcript.all.push_str(") ");
                }
            }
            NodeKind::Comment(_) if id.0 >= self.skip_to => {
                self.comment(node.comment_text(self.src));
            }
            // A result quoted in a variation (RAV-10).
            NodeKind::Marker(_) if self.depth > 0 && id.0 >= self.skip_to => {
                self.comment(node.span.of(self.src));
            }
            _ => (),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::remark::Remark;
    use std::num::NonZeroU32;

    /// Returns what is expected of the games of a text.
    fn expect(text: &str, options: &ExportOptions) -> Vec<Expected> {
        let part = Part::whole(text.as_bytes());
        let (mut parser, mut game) = (Parser::new(ReadOptions::default()), Game::default());
        parser.start(&part);
        let mut all = Vec::new();
        while parser.next_game(&part, &mut game) {
            all.push(Expected::Whole {
                tags: found_tags(&game, part.src, options.fallback)
                    .into_iter()
                    .map(Tag::into_owned)
                    .collect(),
                transcript: transcript(&game, part.src, None, &mut Replay::new(), options),
            });
        }
        all
    }

    #[track_caller]
    fn check(before: &str, after: &str, expect_what: &[(usize, &str)]) {
        let options = ExportOptions::default();
        let expected = expect(before, &options);
        let found = differences(after.as_bytes(), &expected, &mut Replay::new(), &options);
        let found: Vec<(usize, &str)> = found.iter().map(|(at, it)| (*at, it.as_str())).collect();
        assert_eq!(found, expect_what, "{after}");
    }

    #[test]
    fn expects_comments_that_are_added() {
        let remarks = NonZeroU32::new(2).map(|n| (n, Remark::Hash));
        let options = ExportOptions { remarks, ..ExportOptions::default() };
        let (without, with) = ("1. d4 d5 2. c4 *", "1. d4 d5 {06649ba69b8c9ff8} 2. c4 *");
        let found = |after: &str| {
            let expected = expect(without, &options);
            let plain = ExportOptions::default();
            differences(after.as_bytes(), &expected, &mut Replay::new(), &plain).len()
        };
        assert_eq!((found(with), found(without)), (0, 1));
    }

    #[test]
    fn finds_differences() {
        let game = "[White \"A\"]\n\n1. e4 {x y} e5 (1... c5 $1) 2. Nf3 *\n\n";
        check(game, game, &[]);
        check(game, &game.replace("1. e4 {x y} e5", "1.e4{x  y}1...e7-e5"), &[]);
        check(game, &game.replace("Nf3", "Nc3"), &[(0, "its main line differs")]);
        check(game, &game.replace("\"A\"", "\"B\""), &[(0, "its tags differ")]);
        let others = [(0, "its variations, NAGs or comments differ")];
        check(game, &game.replace("c5", "c6"), &others);
        check(game, &game.replace("$1", "$2"), &others);
        check(game, &game.replace("x y", "x z"), &others);
        check(game, &game.replace("{x y} e5", "e5 {x y}"), &others);
        check(&game.repeat(2), game, &[(1, "2 games were written, 1 are read")]);
        let fen = "[White \"A\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n*\n\n";
        check(fen, &fen.replace("w K", "w -"), &[(0, "its tags differ")]);
    }
}

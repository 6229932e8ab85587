//! What was written is read again, and compared with what was read in the first place.
//!
//! Compared are the first position, the moves of all lines, NAGs, tags, and the letters of comments.

use std::num::NonZeroU32;

use shakmaty::Color;

use crate::{
    CastlingMode, Outcome, Ply, Replay, ReplayOptions, Start, Visitor,
    export::{Exported, Form, Written, raw_bytes},
    remark::{Remark, remark},
    start,
    tag_list::{EditTags, Tag, TagFacts, found_tags},
    window::Kept,
};
use pgn_syntax::{
    Fallback, Game, Node, NodeId, NodeKind, Parser, Part, RavKind, ReadOptions, encoding::Charset,
    set_line_ends,
};

/// What is to be found where a game was written.
#[derive(Debug)]
pub enum Expected {
    /// Its own bytes.
    Raw(Vec<u8>),
    /// The same game.
    Whole {
        /// Its tags.
        tags: Vec<Tag>,
        /// What its moves and comments say.
        said: Said,
    },
    /// The beginning of its main line: what cannot be read is left out, or text.
    Beginning {
        /// Its tags.
        tags: Vec<Tag>,
        /// What its moves and comments say.
        said: Said,
    },
    /// It was not read.
    Unknown,
}

/// What moves and comments say.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Said {
    start: String,
    /// Moves of the main line, in the notation of engines.
    main: String,
    /// Moves, NAGs and comments of all lines.
    all: String,
}

/// How a text is understood.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// How its moves are read.
    pub options: ReplayOptions,
    /// The character set of strings that are no UTF-8.
    pub fallback: Fallback,
    /// How it is written.
    pub form: Form,
    /// The character set that is written: what it does not have is `?`.
    pub charset: Charset,
    /// What is done to the text of comments.
    pub mend: Option<fn(&str) -> Option<String>>,
    /// Comments that are added.
    pub remarks: Option<(NonZeroU32, Remark)>,
}

/// Passes edits of tags on, and keeps what comes of them.
pub struct Recorder<'a> {
    /// Edits the tags first.
    pub editor: Option<&'a mut dyn EditTags>,
    /// The tags of the last game, edited.
    pub tags: Vec<Tag>,
}

impl EditTags for Recorder<'_> {
    fn edit(&mut self, facts: &TagFacts<'_>, tags: &mut Vec<Tag>) {
        if let Some(editor) = &mut self.editor {
            editor.edit(facts, tags);
        }
        self.tags.clone_from(tags);
    }
}

/// Returns what is to be found where a game was written; nothing if it was not.
#[must_use]
pub fn expected(
    exported: &Exported,
    tags: Vec<Tag>,
    game: &Game,
    src: &[u8],
    reading: &Reading,
) -> Option<Expected> {
    let said = || said(game, src, exported.kept.as_ref(), &mut Replay::new(), reading);
    match exported.written {
        Written::Dropped => None,
        Written::Raw => Some(Expected::Raw(with_lf(raw_bytes(game, src)))),
        Written::Canonical => Some(Expected::Whole { tags, said: said() }),
        Written::Comment | Written::Truncated => Some(Expected::Beginning { tags, said: said() }),
    }
}

/// What a game says, or what is kept of it.
fn said(
    game: &Game,
    src: &[u8],
    kept: Option<&Kept>,
    replay: &mut Replay,
    reading: &Reading,
) -> Said {
    let start = start(game, src);
    let (first, end) = kept.map_or(Kept::ALL, |kept| (kept.start, kept.end));
    let options = replay.options_for(game, src, &start, &reading.options);
    let mut listener = Listener {
        game,
        src,
        reading,
        said: Said::default(),
        depth: 0,
        is_over: false,
        is_headless: first > 0,
        skip_to: first,
        end,
    };
    listener.said.start = match kept.and_then(|kept| kept.part.first_fen.as_ref()) {
        Some(fen) => format!("{:?} {fen}", start.variant),
        None => first_position(&start),
    };
    if first == 0 {
        listener.nags(0, Color::White);
    }
    replay.walk(game, src, &start, &options, &mut listener);
    listener.said
}

/// Returns a text with LF for each of its line ends: those of raw games are those of the output.
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

/// Compares the text of games, one after the other, with what was expected of each. Returns the number
/// of each that differs among them, and in what.
pub fn differences(
    text: &[u8],
    expected: &[Expected],
    replay: &mut Replay,
    reading: &Reading,
) -> Vec<(usize, String)> {
    let mut differences = Vec::new();
    if expected.iter().any(|it| matches!(it, Expected::Unknown)) {
        return differences;
    }
    let part = Part { src: text, is_first: true, is_last: true, after: b"" };
    let mut parser = Parser::new(ReadOptions::default());
    let mut game = Game::default();
    parser.start(&part);
    let mut n_games = 0;
    while parser.next_game(&part, &mut game) {
        if let Some(expected) = expected.get(n_games)
            && let Some(what) = difference(&game, text, expected, replay, reading)
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
    reading: &Reading,
) -> Option<&'static str> {
    let (wanted, said_before) = match expected {
        Expected::Unknown => return None,
        Expected::Raw(bytes) => {
            let is_same = with_lf(raw_bytes(game, src)) == *bytes;
            return (!is_same).then_some("its bytes are others");
        }
        Expected::Whole { tags, said } | Expected::Beginning { tags, said } => (tags, said),
    };
    let now = said(game, src, None, replay, reading);
    let tags = found_tags(game, src, reading.fallback);
    let same_tag = |(a, b): (&Tag, &Tag)| {
        letters(&a.name, reading.charset) == letters(&b.name, reading.charset)
            && letters(&a.value, reading.charset) == letters(&b.value, reading.charset)
    };
    if tags.len() != wanted.len() || !tags.iter().zip(wanted).all(same_tag) {
        return Some("its tags are others");
    }
    // A FEN may be normalized, the position may not be another.
    if now.start != said_before.start {
        return Some("it starts from another position");
    }
    if now.main != said_before.main {
        return Some("its main line is another");
    }
    let is_whole = matches!(expected, Expected::Whole { .. });
    (is_whole && now.all != said_before.all)
        .then_some("its variations, NAGs or comments are others")
}

/// Text without white space and control characters, which writing may change; `?` for what the
/// character set does not have.
fn letters(text: &str, charset: Charset) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .map(|c| if charset.has(c) { c } else { '?' })
        .collect()
}

struct Listener<'a> {
    game: &'a Game,
    src: &'a [u8],
    reading: &'a Reading,
    said: Said,
    depth: u32,
    /// A null move that is not allowed ends the main line of a game with errors.
    is_over: bool,
    /// The move before is not kept.
    is_headless: bool,
    /// Nodes before this one are not kept, or part of what was said already.
    skip_to: u32,
    /// Nodes from this one on are not kept.
    end: u32,
}

impl Listener<'_> {
    fn is_heard(&self) -> bool {
        self.reading.form == Form::Export
    }

    fn nags(&mut self, from: u32, moved: Color) {
        if !self.is_heard() {
            return;
        }
        let mut nags = Vec::new();
        self.game.nags_into(from as usize, moved == Color::White, &mut nags);
        for nag in nags {
            self.said.all.push_str(&format!("${nag} "));
        }
    }

    fn comment(&mut self, text: &[u8]) {
        if !self.is_heard() {
            return;
        }
        let mut text = self.reading.fallback.decode(text);
        if let Some(mended) = self.reading.mend.and_then(|mend| mend(&text)) {
            text = mended.into();
        }
        let letters = letters(&text, self.reading.charset);
        if !letters.is_empty() {
            self.said.all.push_str(&format!("{{{letters}}} "));
        }
    }
}

impl Visitor for Listener<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        let is_kept = (self.skip_to..self.end).contains(&ply.id.0);
        if !is_kept || ply.depth > 0 && !self.is_heard() {
            return;
        }
        self.is_headless = false;
        let text = match ply.outcome {
            Outcome::Played { mv, .. } => mv.uci(CastlingMode::Chess960).to_string(),
            Outcome::Null => "0000".to_owned(),
            Outcome::Failed(_) => return,
            // Moves that are not checked are passed on as they are; others have failed.
            Outcome::Skipped => match self.game.nodes[ply.id.0 as usize].kind {
                NodeKind::NullMove { .. } => "--".to_owned(),
                _ => ply.words(self.src, self.reading.fallback),
            },
        };
        let is_skipped = ply.outcome == Outcome::Skipped;
        self.is_over |=
            ply.depth == 0 && ply.outcome == Outcome::Null && !self.reading.options.allow_null;
        if ply.depth == 0
            && !self.is_over
            && (!is_skipped || self.said.start.starts_with("Unchecked"))
        {
            self.said.main.push_str(&text);
            self.said.main.push(' ');
        }
        self.said.all.push_str(&text);
        self.said.all.push(' ');
        self.nags(ply.id.0 + 1, ply.turn);
        if let Some(remarks) = self.reading.remarks
            && let Some(text) = remark(ply, self.game, self.src, remarks)
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
                if !self.is_heard() || id.0 < self.skip_to {
                    return;
                }
                if self.is_headless && self.depth == 1 {
                    self.skip_to = end.0 + 1;
                    return;
                }
                match kind {
                    RavKind::Plain => {
                        self.said.all.push_str("( ");
                        self.nags(id.0 + 1, Color::White);
                    }
                    // Its comments are those of the move it follows (RAV-07).
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
                if self.is_heard() && id.0 >= self.skip_to {
                    self.said.all.push_str(") ");
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

    const READING: Reading = Reading {
        options: ReplayOptions {
            allow_null: false,
            assume_queen: false,
            lang: None,
            guess_lang: false,
            judge_signs: false,
        },
        fallback: Fallback::WINDOWS_1252,
        form: Form::Export,
        charset: Charset::Utf8,
        mend: None,
        remarks: None,
    };

    /// What is to be found of the games of a text.
    fn expect(text: &str, reading: &Reading) -> Vec<Expected> {
        let part = Part { src: text.as_bytes(), is_first: true, is_last: true, after: b"" };
        let (mut parser, mut game) = (Parser::new(ReadOptions::default()), Game::default());
        parser.start(&part);
        let mut all = Vec::new();
        while parser.next_game(&part, &mut game) {
            all.push(Expected::Whole {
                tags: found_tags(&game, part.src, reading.fallback),
                said: said(&game, part.src, None, &mut Replay::new(), reading),
            });
        }
        all
    }

    #[track_caller]
    fn check(before: &str, after: &str, expect_what: &[(usize, &str)]) {
        let expected = expect(before, &READING);
        let found = differences(after.as_bytes(), &expected, &mut Replay::new(), &READING);
        let found: Vec<(usize, &str)> = found.iter().map(|(at, it)| (*at, it.as_str())).collect();
        assert_eq!(found, expect_what, "{after}");
    }

    #[test]
    fn comments_that_are_added_are_expected() {
        let reading =
            Reading { remarks: Some((NonZeroU32::new(2).unwrap(), Remark::Hash)), ..READING };
        let (without, with) = ("1. d4 d5 2. c4 *", "1. d4 d5 {06649ba69b8c9ff8} 2. c4 *");
        let found = |after: &str| {
            let expected = expect(without, &reading);
            differences(after.as_bytes(), &expected, &mut Replay::new(), &READING).len()
        };
        assert_eq!((found(with), found(without)), (0, 1));
    }

    #[test]
    fn what_is_lost_is_found() {
        let game = "[White \"A\"]\n\n1. e4 {x y} e5 (1... c5 $1) 2. Nf3 *\n\n";
        check(game, game, &[]);
        check(game, &game.replace("1. e4 {x y} e5", "1.e4{x  y}1...e7-e5"), &[]);
        check(game, &game.replace("Nf3", "Nc3"), &[(0, "its main line is another")]);
        check(game, &game.replace("\"A\"", "\"B\""), &[(0, "its tags are others")]);
        let others = [(0, "its variations, NAGs or comments are others")];
        check(game, &game.replace("c5", "c6"), &others);
        check(game, &game.replace("$1", "$2"), &others);
        check(game, &game.replace("x y", "x z"), &others);
        check(game, &game.replace("{x y} e5", "e5 {x y}"), &others);
        check(&game.repeat(2), game, &[(1, "2 games were written, 1 are read")]);
        let fen = "[White \"A\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n*\n\n";
        check(fen, &fen.replace("w K", "w -"), &[(0, "its tags are others")]);
    }
}

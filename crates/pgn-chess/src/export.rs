//! Games in export format, byte for byte (conformance 1b), and what becomes of those with errors.

use std::collections::HashSet;

use pgn_syntax::{
    CommentKind, Fallback, Game, Marker, NodeKind, SyntaxErrorKind, TagName, TagPair,
    tag::SEVEN_TAG_ROSTER,
    write::{Layout, WIDTH, tag_pair},
};
use shakmaty::Color;

use crate::{
    movetext::{Hopeless, Way, Writer},
    notation::Notation,
    ply::{FinalZeros, GameEnd},
    replay::{Replay, ReplayOptions},
    start::{Start, start},
};

/// What becomes of a game with errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnError {
    /// Its own bytes, as they are.
    Raw,
    /// The legal prefix; unreadable text becomes comments.
    Comment,
    /// The legal prefix.
    Truncate,
    /// Nothing.
    Drop,
}

/// Which of the standard's forms is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Export format (section 3.2).
    Export,
    /// Reduced export format (section 3.2.4): roster and moves; a set-up position stays.
    Reduced,
}

/// Whether a NAG forces the number of the black move behind it (C07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NagNumbers {
    /// As the letter of the standard has it.
    Yes,
    /// As most programs do.
    No,
}

/// How games are written.
#[derive(Clone, Debug)]
pub struct ExportOptions {
    /// Which form.
    pub form: Form,
    /// How moves are written.
    pub notation: Notation,
    /// Code points of a line of movetext; 0: one line.
    pub width: usize,
    /// What becomes of games with errors.
    pub on_error: OnError,
    /// Whether NAGs force black move numbers.
    pub nag_numbers: NagNumbers,
    /// The 8-bit character set of strings that are not UTF-8.
    pub fallback: Fallback,
    /// How moves are read.
    pub replay: ReplayOptions,
}

impl Default for ExportOptions {
    fn default() -> ExportOptions {
        ExportOptions {
            form: Form::Export,
            notation: Notation::San,
            width: WIDTH,
            on_error: OnError::Raw,
            nag_numbers: NagNumbers::Yes,
            fallback: Fallback::default(),
            replay: ReplayOptions { judge_signs: false, ..ReplayOptions::default() },
        }
    }
}

/// How a game was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// In the form asked for.
    Canonical,
    /// As its own bytes.
    Raw,
    /// With unreadable text as comments.
    Comment,
    /// Up to the first error.
    Truncated,
    /// Not at all.
    Dropped,
}

/// What is to be said of a game that was written.
#[derive(Debug)]
pub struct Exported {
    /// How it was written.
    pub written: Written,
    /// How its moves ended.
    pub end: GameEnd,
    /// Where it starts.
    pub start: Start,
}

impl Exported {
    /// Whether the game has an error, and went the way that [`OnError`] says.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.end.failed
    }
}

/// What export leaves out by design, by the deviation that names it (product.md P1).
pub const DROPPED: &[SyntaxErrorKind] = &[
    SyntaxErrorKind::JunkBetweenGames,
    SyntaxErrorKind::EscapeLine,
    SyntaxErrorKind::StrayBrace,
    SyntaxErrorKind::UnmatchedParen,
    SyntaxErrorKind::EmptyRav,
    SyntaxErrorKind::NagWithoutNumber,
    SyntaxErrorKind::NagRange,
    SyntaxErrorKind::NagZero,
    SyntaxErrorKind::DuplicateNag,
    SyntaxErrorKind::ReservedToken,
    SyntaxErrorKind::UnexpectedChar,
    SyntaxErrorKind::DrawOffer,
    SyntaxErrorKind::MovetextAfterResult,
    SyntaxErrorKind::DanglingMoveNumber,
];

/// Writes games in export format. Made once a thread.
#[derive(Debug)]
pub struct Exporter {
    options: ExportOptions,
    /// How the moves of this game are read.
    reading: ReplayOptions,
    replay: Replay,
    layout: Layout,
    body: Vec<u8>,
}

impl Exporter {
    /// An exporter that writes as `options` say.
    #[must_use]
    pub fn new(options: ExportOptions) -> Exporter {
        let layout = Layout::new(options.width);
        let reading = options.replay;
        Exporter { options, reading, replay: Replay::new(), layout, body: Vec::new() }
    }

    /// Appends a game to `out`.
    pub fn write(&mut self, game: &Game, src: &[u8], out: &mut Vec<u8>) -> Exported {
        let start = start(game, src);
        self.reading = self.replay.options_for(game, src, &start, &self.options.replay);
        let mut body = std::mem::take(&mut self.body);
        let end = self.movetext(game, src, &start, Way::Whole, None, &mut body);
        let written = if end.failed { self.way_of_errors(game, src) } else { Written::Canonical };
        match written {
            Written::Canonical => self.finish(game, src, &end, &mut body, out),
            Written::Raw => self.raw(game, src, out),
            Written::Dropped => (),
            Written::Comment | Written::Truncated => {
                // Variations of which no move could be played are text as a whole.
                let mut hopeless = Hopeless::default();
                self.replay.walk(game, src, &start, &self.reading, &mut hopeless);
                let way = if written == Written::Comment { Way::Comment } else { Way::Truncate };
                let played = hopeless.played;
                let end = self.movetext(game, src, &start, way, Some(&played), &mut body);
                self.finish(game, src, &end, &mut body, out);
            }
        }
        self.body = body;
        Exported { written, end, start }
    }

    fn way_of_errors(&self, game: &Game, src: &[u8]) -> Written {
        match self.options.on_error {
            // Bytes that leave something open would swallow the game that follows.
            OnError::Raw if stands_alone(game, src) => Written::Raw,
            // Reduced export format has no comments.
            OnError::Raw | OnError::Comment if self.options.form == Form::Reduced => {
                Written::Truncated
            }
            OnError::Raw | OnError::Comment => Written::Comment,
            OnError::Truncate => Written::Truncated,
            OnError::Drop => Written::Dropped,
        }
    }

    fn raw(&self, game: &Game, src: &[u8], out: &mut Vec<u8>) {
        kept_escapes(game, src, out);
        out.extend_from_slice(raw_bytes(game, src));
        out.extend_from_slice(b"\n\n");
    }

    /// Puts tags before the movetext and the marker behind it.
    fn finish(
        &mut self,
        game: &Game,
        src: &[u8],
        end: &GameEnd,
        body: &mut Vec<u8>,
        out: &mut Vec<u8>,
    ) {
        let result = result(game, src, end);
        self.layout.unit(body, result.text().as_bytes());
        self.layout.end(body);
        kept_escapes(game, src, out);
        self.tags(game, src, result, out);
        out.push(b'\n');
        out.extend_from_slice(body);
    }

    fn tags(&self, game: &Game, src: &[u8], result: Marker, out: &mut Vec<u8>) {
        let fallback = self.options.fallback;
        for name in SEVEN_TAG_ROSTER {
            let text = name.text().as_bytes();
            if name == TagName::RESULT {
                tag_pair(out, text, result.text().as_bytes(), fallback);
                continue;
            }
            let unknown: &[u8] = if name == TagName::DATE { b"????.??.??" } else { b"?" };
            match game.tag(src, name).map(|pair| pair.value(src)).filter(|value| !value.is_empty())
            {
                Some(value) => tag_pair(out, text, &value, fallback),
                None => tag_pair(out, text, unknown, fallback),
            }
        }
        let is_set_up = game
            .tag(src, TagName::FEN)
            .is_some_and(|pair| !pair.value.of(src).trim_ascii().is_empty());
        let is_wanted = |pair: &&TagPair| match pair.known {
            Some(TagName::SET_UP) if is_set_up => false,
            Some(name) if name.index() < SEVEN_TAG_ROSTER.len() => false,
            Some(TagName::FEN | TagName::SET_UP | TagName::VARIANT) => true,
            _ => self.options.form == Form::Export,
        };
        let mut others: Vec<(&[u8], Option<&TagPair>)> =
            game.tags.iter().filter(is_wanted).map(|pair| (pair.name(src), Some(pair))).collect();
        if is_set_up {
            others.push((b"SetUp", None));
        }
        // Stable: pairs of one name stay in the order of the text.
        others.sort_by(|a, b| a.0.cmp(b.0));
        for same in others.chunk_by(|a, b| a.0 == b.0) {
            let (name, first) = same[0];
            let Some(first) = first else {
                tag_pair(out, name, b"1", fallback);
                continue;
            };
            // The first informative value, of a name in its own case if there is one (C16, TAG-05).
            let rank = |pair: &TagPair| {
                let says_nothing = matches!(pair.value.of(src), b"" | b"?");
                u8::from(says_nothing) + 2 * u8::from(pair.name.of(src) != name)
            };
            let pair = same
                .iter()
                .filter_map(|&(_, pair)| pair)
                .min_by_key(|pair| rank(pair))
                .unwrap_or(first);
            tag_pair(out, name, &pair.value(src), fallback);
        }
    }

    fn movetext(
        &mut self,
        game: &Game,
        src: &[u8],
        start: &Start,
        way: Way,
        played: Option<&HashSet<u32>>,
        body: &mut Vec<u8>,
    ) -> GameEnd {
        body.clear();
        self.layout.begin(body);
        let mut writer =
            Writer::new(&self.options, &mut self.layout, (game, src, start), way, played, body);
        writer.lead(0);
        let end = self.replay.walk(game, src, start, &self.reading, &mut writer);
        writer.end_text(game.end as usize);
        end
    }
}

/// The marker and Result tag that a game gets (C06).
#[must_use]
pub fn result(game: &Game, src: &[u8], end: &GameEnd) -> Marker {
    let marker = match end.final_zeros {
        FinalZeros::DoubleForfeit => Some(Marker::Unknown),
        _ => game.marker.map(|(marker, _)| marker),
    };
    let tag = game.tag(src, TagName::RESULT).and_then(|pair| Marker::read(&pair.value(src)));
    match (tag, marker) {
        (None, None) => Marker::Unknown,
        (Some(one), None) | (None, Some(one)) => one,
        (Some(tag), Some(marker)) if tag == marker => tag,
        (Some(Marker::Unknown), Some(marker)) => marker,
        (Some(tag), Some(Marker::Unknown)) => tag,
        (Some(tag), Some(marker)) => {
            let board = match &end.position {
                Some(position) if position.is_checkmate() => match position.turn() {
                    Color::White => Some(Marker::BlackWins),
                    Color::Black => Some(Marker::WhiteWins),
                },
                Some(position) if position.is_stalemate() => Some(Marker::Draw),
                _ => None,
            };
            if board == Some(marker) { marker } else { tag }
        }
    }
}

/// The bytes of a game without what stands between it and its neighbours.
#[must_use]
pub fn raw_bytes<'a>(game: &Game, src: &'a [u8]) -> &'a [u8] {
    let first = game.nodes.first().map_or(game.start, |node| node.span.start.min(game.start));
    let last = game.nodes.last().map_or(game.end, |node| node.span.end.max(game.end));
    src[first as usize..last as usize].trim_ascii_end()
}

/// Whether the bytes of a game, put between others, are read as the same game.
#[must_use]
pub fn stands_alone(game: &Game, src: &[u8]) -> bool {
    let is_open = game.nodes.iter().any(|node| node.kind == NodeKind::Comment(CommentKind::Open))
        || game.errors.iter().any(|error| error.kind == SyntaxErrorKind::UnterminatedString);
    let is_empty = game.nodes.is_empty();
    // Tags and comments alone, and what only the start of an input makes a game.
    let starts_oddly = matches!(src[game.start as usize], b'(' | b'$');
    // Comments on lines behind the marker would go to the next game.
    let marker_end = game.end as usize;
    let strays = game.marker.is_some()
        && game.nodes.last().is_some_and(|node| {
            node.span.start as usize > marker_end
                && src[marker_end..node.span.start as usize]
                    .iter()
                    .any(|&b| b == b'\n' || b == b'\r')
        });
    !is_open && !is_empty && !starts_oddly && !strays
}

/// Escape lines that are meant for this program stay before the tags of their game.
fn kept_escapes(game: &Game, src: &[u8], out: &mut Vec<u8>) {
    for escape in &game.escapes {
        let line = escape.of(src);
        if line.starts_with(b"% pgnkit:") {
            out.extend_from_slice(line.trim_ascii_end());
            out.push(b'\n');
        }
    }
}

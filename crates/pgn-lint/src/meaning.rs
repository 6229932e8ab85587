//! The meaning of a game to a lenient reader: tags, moves, variations, NAGs, words of comments,
//! result. Safe fixes do not change it, and the fixer verifies that.

mod last_reading;

use std::{collections::BTreeMap, sync::Arc};

use pgn_chess::{
    CastlingMode, Outcome, Ply, Replay, ReplayOptions, Visitor,
    start::{self, Start},
};
use pgn_syntax::{
    Game, Marker, Node, NodeId, NodeKind, RavKind, SyntaxError, SyntaxErrorKind, TagName, TagPair,
    date::{self, DateFault},
    marker::ResultInWords,
    tag::yields_to_other_pair,
};

pub(crate) use self::last_reading::LastReading;
use crate::fix::is_open;

/// A game as a lenient reader understands it.
#[derive(Clone, Debug)]
pub(crate) struct Meaning {
    tags: Arc<TagsMeaning>,
    moves: Arc<MovesMeaning>,
    /// True if a comment or string was left open, so that its end is a guess.
    pub(crate) is_open: bool,
    /// Number of deviations in the text, except escape lines; unsafe fixes must not add any.
    pub(crate) n_faults: usize,
}

/// The tags of a game as a lenient reader understands them.
#[derive(Debug, PartialEq, Eq)]
struct TagsMeaning {
    /// Name and value of each tag with a known value.
    tags: BTreeMap<Vec<u8>, Vec<u8>>,
    /// The start position.
    start: String,
    /// True if the start position is valid.
    has_position: bool,
}

/// The movetext of a game as a lenient reader understands it.
#[derive(Debug, PartialEq, Eq)]
struct MovesMeaning {
    /// Moves, variations, NAGs and comments in source order.
    text: Vec<u8>,
    /// Number of moves in all lines that could not be played.
    n_unplayed: u32,
}

/// Returns the meaning of a game as bytes, which safe fixes do not change.
#[must_use]
pub fn meaning(game: &Game, src: &[u8], replay: &mut Replay, options: &ReplayOptions) -> Vec<u8> {
    let meaning = Meaning::of(game, src, replay, options, &mut LastReading::default());
    let (TagsMeaning { tags, start, .. }, MovesMeaning { text, n_unplayed }) =
        (&*meaning.tags, &*meaning.moves);
    // Parts of variable length are preceded by their length.
    let mut out = vec![u8::from(meaning.is_open)];
    out.extend_from_slice(&n_unplayed.to_le_bytes());
    let tags = tags.iter().flat_map(|(name, value)| [name.as_slice(), value]);
    for part in [start.as_bytes(), text].into_iter().chain(tags) {
        out.extend_from_slice(&part.len().to_le_bytes());
        out.extend_from_slice(part);
    }
    out
}

impl Meaning {
    /// Returns true if both games mean the same.
    pub(crate) fn is_as(&self, other: &Meaning) -> bool {
        self.tags == other.tags && self.moves == other.moves && self.is_open == other.is_open
    }

    /// Returns the number of moves in all lines that could not be played.
    pub(crate) fn n_unplayed(&self) -> u32 {
        self.moves.n_unplayed
    }

    /// Returns the meaning of `game`. `last` is the game that was read last with the same `options`.
    pub(crate) fn of(
        game: &Game,
        src: &[u8],
        replay: &mut Replay,
        options: &ReplayOptions,
        last: &mut LastReading,
    ) -> Meaning {
        let tags = last.tags(game, src, || {
            let start = start::start(game, src);
            TagsMeaning {
                tags: tags(game, src),
                start: start_text(game, src, &start),
                has_position: start.position.is_ok(),
            }
        });
        let moves = last.moves(game, src, &tags, || moves(game, src, replay, options));
        let is_fault = |it: &&SyntaxError| it.kind != SyntaxErrorKind::EscapeLine;
        Meaning {
            tags,
            moves,
            is_open: is_open(game),
            n_faults: game.errors.iter().filter(is_fault).count(),
        }
    }
}

/// Returns the meaning of the moves, variations, NAGs and comments of a game.
fn moves(game: &Game, src: &[u8], replay: &mut Replay, options: &ReplayOptions) -> MovesMeaning {
    let start = start::start(game, src);
    let mut writer = MeaningWriter {
        src,
        game,
        out: Vec::new(),
        n_unplayed: 0,
        lines: vec![LastMove::default()],
        in_moveless_variation: false,
    };
    let options = ReplayOptions { judge_signs: false, ..*options };
    replay.walk(game, src, &start, &options, &mut writer);
    while let Some(last) = writer.lines.pop() {
        writer.end_move(last);
    }
    MovesMeaning { text: writer.out, n_unplayed: writer.n_unplayed }
}

/// Returns the start position as text: the variant and the normalized FEN, or the value of the FEN
/// tag if the position is not valid.
fn start_text(game: &Game, src: &[u8], start: &Start) -> String {
    match &start.position {
        Ok(position) => format!("{:?} {}", start.variant, position.fen()),
        Err(_) => format!("{:?}", game.tag(src, TagName::FEN).map(|pair| pair.value(src))),
    }
}

fn tags(game: &Game, src: &[u8]) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let mut tags = BTreeMap::new();
    // The pair that counts is searched once per name, however often the name occurs.
    let mut counting: BTreeMap<TagName, Option<&TagPair>> = BTreeMap::new();
    for pair in &game.tags {
        if matches!(pair.known, Some(TagName::RESULT | TagName::FEN | TagName::SET_UP)) {
            continue;
        }
        let counts = match pair.known {
            Some(known) => {
                let best = counting.entry(known).or_insert_with(|| game.tag(src, known));
                best.is_some_and(|best| std::ptr::eq(best, pair))
            }
            None => !tags.contains_key(pair.name(src)),
        };
        if counts && let Some(value) = known_value(&pair.value(src), pair.known) {
            tags.insert(pair.name(src).to_vec(), value);
        }
    }
    // The Result tag and the marker mean the same thing: if one is unknown, the other counts.
    let said = |marker: Option<Marker>| marker.filter(|&marker| marker != Marker::Unknown);
    let tag = game.tag(src, TagName::RESULT).map(|pair| pair.value(src));
    let odd = tag.as_deref().filter(|value| Marker::read(value).is_none());
    let in_words = tag.as_deref().and_then(ResultInWords::read).map(|it| it.marker);
    let tag = said(tag.as_deref().and_then(Marker::read));
    let marker = said(game.marker.map(|(marker, _)| marker)).or(in_words);
    let text = |marker: Option<Marker>| marker.map_or("*", Marker::text);
    let result = format!("{} {}", text(tag.or(marker)), text(marker.or(tag)));
    tags.insert(b"Result".to_vec(), [result.as_bytes(), odd.unwrap_or_default()].concat());
    tags
}

/// Returns a tag value as [`normalized_value`] does; `None` if it says that nothing is known.
pub(crate) fn known_value(value: &[u8], known: Option<TagName>) -> Option<Vec<u8>> {
    let value = normalized_value(value, known);
    (!yields_to_other_pair(&value)).then_some(value)
}

/// Returns a tag value without outer blanks, with control characters as blanks, and dates in
/// standard form.
fn normalized_value(value: &[u8], known: Option<TagName>) -> Vec<u8> {
    let plain: Vec<u8> =
        value.iter().map(|&b| if b < 0x20 || b == 0x7F { b' ' } else { b }).collect();
    let plain = plain.trim_ascii();
    if plain.is_empty() || !known.is_some_and(TagName::is_date) {
        return plain.to_owned();
    }
    match date::read(plain) {
        Some(date) if DateFault::of(date.as_bytes()).is_none() => date.into_bytes(),
        _ => plain.to_owned(),
    }
}

/// The last move of a line that is being walked.
#[derive(Debug, Default)]
struct LastMove {
    /// The NAGs after the move.
    nags: Vec<u8>,
    is_white: bool,
}

/// Writes the events of a replay as bytes.
struct MeaningWriter<'a> {
    src: &'a [u8],
    game: &'a Game,
    out: Vec<u8>,
    n_unplayed: u32,
    lines: Vec<LastMove>,
    /// True in a variation that holds no move, or follows none, and so has no entry in `lines`.
    in_moveless_variation: bool,
}

impl MeaningWriter<'_> {
    /// Writes the NAGs of a finished move as a sorted set.
    fn end_move(&mut self, last: LastMove) {
        let mut nags = last.nags;
        nags.sort_unstable();
        nags.dedup();
        for nag in nags {
            self.out.extend_from_slice(format!("${nag} ").as_bytes());
        }
    }

    fn words(&mut self, text: &[u8]) {
        for word in text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            self.out.push(b'"');
            self.out.extend_from_slice(word);
            self.out.push(b' ');
        }
    }
}

impl Visitor for MeaningWriter<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        let next = LastMove { nags: Vec::new(), is_white: ply.turn.is_white() };
        if let Some(last) = self.lines.last_mut() {
            let last = std::mem::replace(last, next);
            self.end_move(last);
        }
        match ply.outcome {
            Outcome::Played { mv, .. } => {
                self.out.extend_from_slice(mv.uci(CastlingMode::Chess960).as_bytes());
                self.out.push(b' ');
            }
            Outcome::Null => self.out.extend_from_slice(b"-- "),
            Outcome::Failed(_) | Outcome::Skipped => {
                self.n_unplayed += 1;
                self.out.push(b'!');
                self.words(ply.span.of(self.src));
                // Separates the move from the words of a following comment.
                self.out.extend_from_slice(b"! ");
            }
        }
    }

    fn node(&mut self, _id: NodeId, node: &Node) {
        match node.kind {
            NodeKind::Comment(_) => self.words(node.comment_text(self.src)),
            NodeKind::Nag(0) | NodeKind::MoveNumber(_) => (),
            NodeKind::Nag(nag) | NodeKind::Suffix(nag) => {
                if let Some(last) = self.lines.last_mut() {
                    last.nags.push(nag);
                }
            }
            NodeKind::Glyph { white, black } => {
                if let Some(last) = self.lines.last_mut() {
                    last.nags.push(if last.is_white { white } else { black });
                }
            }
            NodeKind::RavOpen { kind: RavKind::Plain, .. } => {
                self.out.extend_from_slice(b"( ");
                self.lines.push(LastMove::default());
            }
            // Move numbers without moves have no meaning; the comments in the variation are visited
            // by themselves.
            NodeKind::RavOpen { kind: RavKind::Empty, .. } => self.in_moveless_variation = true,
            // A variation that follows no move counts as its words.
            NodeKind::RavOpen { kind: RavKind::WithoutMove, end } => {
                let close = self.game.nodes.get(end.0 as usize).map_or(node.span, |it| it.span);
                let text =
                    &self.src[node.span.end as usize..close.start.max(node.span.end) as usize];
                self.words(text);
                self.in_moveless_variation = true;
            }
            NodeKind::RavClose if self.in_moveless_variation => self.in_moveless_variation = false,
            NodeKind::RavClose => {
                if let Some(last) = self.lines.pop() {
                    self.end_move(last);
                }
                self.out.extend_from_slice(b") ");
            }
            NodeKind::Marker(_) if self.lines.len() > 1 => self.words(node.span.of(self.src)),
            NodeKind::Marker(_) | NodeKind::Move { .. } | NodeKind::NullMove { .. } => (),
        }
    }
}

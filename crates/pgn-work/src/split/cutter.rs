//! The games of a chunk, each with what decides which part it goes to.

use pgn_chess::Replay;
use pgn_query::{Depth, Facts, Played, Source, Value};
use pgn_stream::{ChunkView, Place};
use pgn_syntax::{Game, NodeKind, ReadOptions, Span, joint::Edges};

use super::lines::{Cut, LineSplitter};
use crate::{
    Reading, games::Work, inputs::name_of, outputs::LineEnding, split::By, text::set_line_ends,
};

/// What is found out about each game.
pub(super) struct Cutter<'a> {
    pub(super) line_ending: Option<LineEnding>,
    /// `None`: its value does not matter.
    pub(super) by: Option<&'a By>,
    /// Fields for the names of parts.
    pub(super) fields: Vec<&'a Source>,
    /// How deep variations become games.
    pub(super) variations: Option<u32>,
    pub(super) counts_moves: bool,
    pub(super) reading: &'a Reading,
}

/// The games of a chunk.
#[derive(Debug, Default)]
pub(super) struct Cuttings {
    pub(super) bytes: Vec<u8>,
    pub(super) items: Vec<Item>,
    /// Games that keep their variations.
    pub(super) n_whole: u64,
}

/// A game.
#[derive(Clone, Debug, Default)]
pub(super) struct Item {
    /// Where its bytes end.
    pub(super) end: usize,
    /// It is no further line of the game before.
    pub(super) begins_game: bool,
    /// Its bytes are not those of a game that was read.
    pub(super) is_changed: bool,
    /// Its number in the chunk; in the input after `finish`.
    pub(super) number: u64,
    /// What its bytes begin and end with.
    pub(super) edges: Edges,
    /// The values of `--by`: a part each.
    pub(super) values: Vec<String>,
    /// For the name of a part that it begins.
    pub(super) fields: Vec<String>,
    /// Moves, those of variations included, where they are counted.
    pub(super) n_moves: u64,
}

/// Buffers of a thread.
pub(super) struct Scratch {
    replay: Replay,
    /// The name of the input at hand.
    file: String,
    lines: Option<LineSplitter>,
    texts: Vec<Vec<u8>>,
}

impl Cutter<'_> {
    fn sources(&self) -> impl Iterator<Item = &Source> {
        self.by.map(|by| &by.source).into_iter().chain(self.fields.iter().copied())
    }

    fn read_options(&self) -> ReadOptions {
        self.reading.read_options()
    }

    /// Copies bytes; says whether they are others now.
    fn copy(&self, bytes: &[u8], out: &mut Cuttings) -> bool {
        let from = out.bytes.len();
        out.bytes.extend_from_slice(bytes);
        let Some(line_ending) = self.line_ending else { return false };
        set_line_ends(&mut out.bytes, from, line_ending == LineEnding::Crlf);
        out.bytes[from..] != *bytes
    }

    /// A game of which nothing is known.
    fn unread(&self, number: u64, is_changed: bool, edges: Edges, out: &mut Cuttings) {
        out.items.push(Item {
            end: out.bytes.len(),
            begins_game: true,
            is_changed,
            number,
            edges,
            values: self.by.map(|by| by.unknown().to_owned()).into_iter().collect(),
            fields: vec!["unknown".to_owned(); self.fields.len()],
            n_moves: 0,
        });
    }

    /// The values of a game, each once; `unknown` if it has none.
    fn values(&self, facts: &Facts<'_>) -> Vec<String> {
        let Some(by) = self.by else { return Vec::new() };
        let mut found = Vec::new();
        by.source.values(facts, &mut found);
        let mut values: Vec<String> = Vec::with_capacity(found.len());
        for value in &found {
            let text = by.text(value);
            if !values.contains(&text) {
                values.push(text);
            }
        }
        if values.is_empty() {
            values.push(by.unknown().to_owned());
        }
        values
    }
}

/// Whether the source is the number of the game, which is known last.
fn is_number(source: &Source) -> bool {
    matches!(source, Source::Field(field) if field.name == "game")
}

impl Work for Cutter<'_> {
    type Scratch = Scratch;
    type Out = Cuttings;

    fn scratch(&self) -> Scratch {
        let lines = self.variations.map(|depth| LineSplitter::new(depth, self.reading));
        Scratch { replay: Replay::new(), file: String::new(), lines, texts: Vec::new() }
    }

    fn begin(&self, scratch: &mut Scratch, chunk: &ChunkView<'_>) {
        if self.sources().next().is_some() {
            scratch.file = name_of(chunk.input);
        }
    }

    fn game(
        &self,
        scratch: &mut Scratch,
        index: u64,
        game: &Game,
        chunk: &ChunkView<'_>,
        out: &mut Cuttings,
    ) {
        let src = chunk.bytes;
        let mut item = Item { begins_game: true, number: index, ..Item::default() };
        let depth = self.sources().map(Source::depth).max();
        if depth.is_some() {
            let Scratch { replay, file, .. } = scratch;
            let options = self.reading.replay_options();
            let played =
                (depth == Some(Depth::Moves)).then(|| Played::of(game, src, replay, &options));
            let facts = Facts {
                encoding: self.reading.encoding,
                file: Some(file),
                played: played.as_ref(),
                ..Facts::new(game, src)
            };
            let facts = facts.with_opening(self.sources(), replay, &options);
            item.values = self.values(&facts);
            for source in &self.fields {
                let mut values: Vec<Value<'_>> = Vec::new();
                source.values(&facts, &mut values);
                item.fields.push(values.first().map_or("unknown".to_owned(), Value::to_string));
            }
        }
        if self.counts_moves {
            let is_move = |kind| matches!(kind, NodeKind::Move { .. } | NodeKind::NullMove { .. });
            item.n_moves = game.nodes.iter().filter(|node| is_move(node.kind)).count() as u64;
        }
        let Scratch { lines, texts, .. } = scratch;
        let cut = lines.as_mut().map_or(Cut::Plain, |lines| lines.cut(game, src, texts));
        out.n_whole += u64::from(cut == Cut::Whole);
        if cut == Cut::Lines {
            for text in texts.iter() {
                self.copy(text, out);
                item.is_changed = item.begins_game;
                item.edges = Edges::of_text(text, self.read_options());
                out.items.push(Item { end: out.bytes.len(), ..item.clone() });
                item.begins_game = false;
            }
            return;
        }
        item.edges = Edges::of(game, src, chunk.is_first && game.span.start == 0);
        item.is_changed = self.copy(game.span.of(src), out);
        item.end = out.bytes.len();
        out.items.push(item);
    }

    fn leftover(&self, _: &[u8], _: &mut Cuttings) {}

    fn too_large(&self, number: u64, bytes: &[u8], _: Span, is_end: bool, out: &mut Cuttings) {
        let is_changed = self.copy(bytes, out);
        if is_end {
            self.unread(number, is_changed, Edges::UNREAD, out);
        }
    }

    fn finish(
        &self,
        _: &mut Scratch,
        mut out: Cuttings,
        _: &ChunkView<'_>,
        _: usize,
        place: &Place,
    ) -> Cuttings {
        let by_number = self.by.is_some_and(|by| is_number(&by.source));
        for item in &mut out.items {
            item.number += place.first_game;
            if by_number {
                item.values = vec![item.number.to_string()];
            }
            for (field, source) in item.fields.iter_mut().zip(&self.fields) {
                if is_number(source) {
                    *field = item.number.to_string();
                }
            }
        }
        out
    }

    fn copied<'o>(&self, out: &'o Cuttings, _: &'o [u8]) -> &'o [u8] {
        &out.bytes
    }

    fn n_lines(&self, _: &Cuttings, _: &[u8]) -> Option<u64> {
        None
    }

    fn fault(&self, number: u64, game: &Game, chunk: &ChunkView<'_>, out: &mut Cuttings) {
        let is_changed = self.copy(game.span.of(chunk.bytes), out);
        self.unread(number, is_changed, Edges::UNKNOWN, out);
    }
}

//! The games of a chunk, each with what decides which part it goes to.

use pgn_chess::Replay;
use pgn_query::{Depth, Facts, Played, Source, Value};
use pgn_stream::{ChunkView, GameIndex, GameNumber};
use pgn_syntax::{NodeKind, ReadOptions, boundary::Edges};

use super::lines::{Cut, LineSplitter};
use crate::{
    Reading,
    games::{PlacedChunk, ReadGame, Unread, UnreadKind, Work},
    inputs::name_of,
    outputs::LineEnding,
    split::By,
    text::append_with,
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

/// The games of a chunk. `N`: their numbers in the chunk or, when they are known, in the input.
#[derive(Debug, Default)]
pub(super) struct Cuttings<N> {
    pub(super) bytes: Vec<u8>,
    pub(super) items: Vec<Item<N>>,
    /// Games that keep their variations.
    pub(super) n_whole: u64,
}

/// A game.
#[derive(Clone, Debug, Default)]
pub(super) struct Item<N = GameNumber> {
    /// Where its bytes end.
    pub(super) end: usize,
    /// It is no further line of the game before.
    pub(super) begins_game: bool,
    /// Its bytes are not those of a game that was read.
    pub(super) is_changed: bool,
    pub(super) number: N,
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
    type Draft = Cuttings<GameIndex>;
    type Out = Cuttings<GameNumber>;

    fn scratch(&self) -> Scratch {
        let lines = self.variations.map(|depth| LineSplitter::new(depth, self.reading));
        Scratch { replay: Replay::new(), file: String::new(), lines, texts: Vec::new() }
    }

    fn begin(&self, scratch: &mut Scratch, chunk: &ChunkView<'_>, _: Option<u64>) {
        if self.sources().next().is_some() {
            scratch.file = name_of(chunk.input);
        }
    }

    fn game(&self, scratch: &mut Scratch, read: &ReadGame<'_>, out: &mut Self::Draft) {
        let (game, src) = (read.game, read.src());
        let mut item = Item { begins_game: true, number: read.index, ..Item::default() };
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
                append_with(self.line_ending, text, &mut out.bytes);
                item.is_changed = item.begins_game;
                item.edges = Edges::of_text(text, self.read_options());
                out.items.push(Item { end: out.bytes.len(), ..item.clone() });
                item.begins_game = false;
            }
            return;
        }
        item.edges = read.edges();
        item.is_changed = append_with(self.line_ending, read.bytes(), &mut out.bytes);
        item.end = out.bytes.len();
        out.items.push(item);
    }

    fn unread(&self, _: &mut Scratch, unread: &Unread<'_>, out: &mut Self::Draft) {
        if unread.kind == UnreadKind::NoGame {
            return;
        }
        let is_changed = append_with(self.line_ending, unread.bytes(), &mut out.bytes);
        if unread.ends_game() {
            out.items.push(Item {
                end: out.bytes.len(),
                begins_game: true,
                is_changed,
                number: unread.index,
                edges: unread.edges(),
                values: self.by.map(|by| by.unknown().to_owned()).into_iter().collect(),
                fields: vec!["unknown".to_owned(); self.fields.len()],
                n_moves: 0,
            });
        }
    }

    fn finish(&self, _: &mut Scratch, draft: Self::Draft, chunk: &PlacedChunk<'_>) -> Self::Out {
        let by_number = self.by.is_some_and(|by| is_number(&by.source));
        let place = |item: Item<GameIndex>| {
            let Item { end, begins_game, is_changed, number, edges, n_moves, .. } = item;
            let number = chunk.text.number(number);
            let values = if by_number { vec![number.to_string()] } else { item.values };
            let mut fields = item.fields;
            for (field, source) in fields.iter_mut().zip(&self.fields) {
                if is_number(source) {
                    *field = number.to_string();
                }
            }
            Item { end, begins_game, is_changed, number, edges, values, fields, n_moves }
        };
        let Cuttings { bytes, items, n_whole } = draft;
        Cuttings { bytes, items: items.into_iter().map(place).collect(), n_whole }
    }

    fn copied<'o>(&self, out: &'o Self::Out, _: &'o [u8]) -> &'o [u8] {
        &out.bytes
    }
}

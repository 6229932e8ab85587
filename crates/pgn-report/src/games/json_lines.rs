//! `json-lines`: a JSON object per line and game; `docs/formats.md` describes the fields.
//!
//! The object is written while the game is walked, without a tree in memory, because games may be
//! large.

use std::collections::HashSet;

use pgn_chess::{
    Replay, ReplayOptions, Variant,
    export::{raw_bytes, result},
    start,
    tag_list::{EditTags, Tag, TagFacts, edit_with_result, found_pairs, found_tags},
};
use pgn_lint::name;
use pgn_stream::{ChunkOffset, GameIndex, InputInfo, PlacedText};
use pgn_syntax::{Game, NodeId, Span, TagName, TagPair, write::push_number};

use super::{
    json::{comma, insert, list, push_decoded, push_error, push_or_null, push_plain, push_string},
    tree::{OpenLine, Tree, push_nags},
    values::start_fen,
};
use crate::first_error::{FirstError, null_message, rule_of_start, what_is_wrong};

/// Writes games as objects. Use one per thread.
pub struct ObjectWriter {
    replay: Replay,
    options: ReplayOptions,
    repair_text: Option<fn(&str) -> Option<String>>,
}

impl ObjectWriter {
    /// Returns a writer of games; `repair_text` repairs the text of comments.
    pub fn new(
        options: ReplayOptions,
        repair_text: Option<fn(&str) -> Option<String>>,
    ) -> ObjectWriter {
        ObjectWriter { replay: Replay::new(), options, repair_text }
    }

    /// Appends the object of a game without its first fields, which depend on the game's number:
    /// see [`set_places`]. `base` is the offset of `src` in the input. Returns the first error with
    /// its offset in the chunk.
    pub fn write(
        &mut self,
        game: &Game,
        src: &[u8],
        base: u64,
        editor: Option<&mut dyn EditTags>,
        out: &mut Vec<u8>,
    ) -> Option<FirstError> {
        let start = start(game, src);
        out.extend_from_slice(b",\"tags\":{");
        let found = found_pairs(game, src);
        if editor.is_none() {
            self.push_tags(&found, src, out);
        }
        let tags = out.len();
        out.push(b'}');
        self.push_duplicates(game, src, &found, out);
        out.extend_from_slice(b",\"start_fen\":");
        let fen = start_fen(game, src, self.options.fallback, &start);
        push_or_null(out, fen.as_deref(), push_string);
        out.extend_from_slice(b",\"comments\":[");
        let comments = out.len();
        out.extend_from_slice(b"],\"moves\":[");
        // Which words of an unchecked variant are moves is not known. Its object has the text of the game.
        let is_checked = start.variant != Variant::Unchecked;
        let reading = self.replay.options_for(game, src, &start, &self.options);
        let (mut main, mut errors, end) = if is_checked {
            let mut tree = Tree::new(game, src, base, self.options.fallback, self.repair_text, out);
            let end = self.replay.walk(game, src, &start, &reading, &mut tree);
            let (main, errors) = tree.end();
            (main, errors, end)
        } else {
            let end = self.replay.walk(game, src, &start, &reading, &mut ());
            (OpenLine::default(), Vec::new(), end)
        };
        if is_checked {
            game.nags_into(0, true, &mut main.nags_before);
        }
        // The moves are most of the object and are written once. Fields before them that few games have, or that
        // depend on the moves, are inserted: the last one first, so that the places of the others stay.
        if !main.nags_before.is_empty() {
            insert(out, comments + 1, |out| {
                out.extend_from_slice(b",\"nags\":");
                push_nags(out, &main.nags_before);
            });
        }
        insert(out, comments, |out| out.append(&mut main.before_moves));
        let mut marker = result(game, src, &end);
        if let Some(editor) = editor {
            let facts =
                TagFacts { game, src, start: &start, reading: &reading, end: &end, part: None };
            let mut edited = found_tags(game, src, self.options.fallback);
            edit_with_result(editor, &facts, &mut edited, &mut marker);
            insert(out, tags, |out| push_edited(&edited, out));
        }
        if let Err(error) = &start.position {
            let span = game.tag(src, TagName::FEN).map_or(Span::default(), |pair| pair.value);
            push_error(&mut errors, rule_of_start(*error), base, span, None, &error.to_string());
        }
        out.extend_from_slice(b"],\"result\":");
        push_string(out, marker.text());
        out.extend_from_slice(b",\"plies\":");
        push_or_null(out, is_checked.then_some(end.n_plies), push_number);
        out.extend_from_slice(b",\"final_fen\":");
        let last = end.position.as_ref().filter(|_| is_checked);
        push_or_null(out, last, |out, position| push_string(out, &position.fen()));
        if let Some((null, ply)) = end.bad_null {
            let is_first = end.first_error.is_none_or(|(error, _)| null < error);
            add_null_move(&mut errors, game, src, base, null, ply, is_first);
        }
        list(out, "errors", &errors);
        if end.has_error() || !is_checked {
            out.extend_from_slice(b",\"raw\":");
            push_decoded(out, raw_bytes(game, src), self.options.fallback);
        }
        out.extend_from_slice(b"}\n");
        end.has_error().then(|| what_is_wrong(game, &start, &end, src))
    }

    /// Appends the effective tags as fields.
    fn push_tags(&self, found: &[&TagPair], src: &[u8], out: &mut Vec<u8>) {
        for (at, pair) in found.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            match pair.known {
                Some(name) => push_plain(out, name.text().as_bytes()),
                None => push_decoded(out, pair.name.of(src), self.options.fallback),
            }
            out.push(b':');
            push_decoded(out, &pair.value(src), self.options.fallback);
        }
    }

    /// Appends the tag pairs that others override (C16).
    fn push_duplicates(&self, game: &Game, src: &[u8], found: &[&TagPair], out: &mut Vec<u8>) {
        let mut duplicates = Vec::new();
        if found.len() < game.tags.len() {
            let effective: HashSet<u32> = found.iter().map(|pair| pair.span.start).collect();
            for pair in game.tags.iter().filter(|pair| !effective.contains(&pair.span.start)) {
                comma(&mut duplicates);
                duplicates.extend_from_slice(b"{\"name\":");
                push_decoded(&mut duplicates, pair.name.of(src), self.options.fallback);
                duplicates.extend_from_slice(b",\"value\":");
                push_decoded(&mut duplicates, &pair.value(src), self.options.fallback);
                duplicates.push(b'}');
            }
        }
        list(out, "duplicate_tags", &duplicates);
    }
}

/// Appends edited tags as fields.
fn push_edited(tags: &[Tag<'_>], out: &mut Vec<u8>) {
    for (at, tag) in tags.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        push_string(out, &tag.name);
        out.push(b':');
        push_string(out, &tag.value);
    }
}

/// Inserts the object of a forbidden null move among those of the moves that cannot be played, before or after them.
fn add_null_move(
    errors: &mut Vec<u8>,
    game: &Game,
    src: &[u8],
    base: u64,
    id: NodeId,
    ply: u32,
    is_first: bool,
) {
    let span = game.nodes[id.0 as usize].span;
    let mut null = Vec::new();
    push_error(&mut null, name::null_move, base, span, Some(ply), &null_message(span, src));
    if is_first {
        std::mem::swap(&mut null, errors);
    }
    if !errors.is_empty() && !null.is_empty() {
        errors.push(b',');
    }
    errors.append(&mut null);
}

/// Appends the object of a game that was not read, without its first fields. The arguments are a
/// rule and its message, of characters that need no escaping.
pub fn write_unread(rule: &str, message: &str, out: &mut Vec<u8>) {
    let object = format!(
        ",\"tags\":{{}},\"duplicate_tags\":[],\"start_fen\":null,\"comments\":[],\"moves\":[],\"result\":null,\
         \"plies\":0,\"final_fen\":null,\"errors\":[{{\"rule\":\"{rule}\",\"offset\":null,\"length\":null,\
         \"ply\":null,\"message\":\"{message}\"}}]}}\n"
    );
    out.extend_from_slice(object.as_bytes());
}

/// Inserts `file`, `game`, `offset` and `length` at the start of the objects of a chunk.
pub fn set_places(
    bytes: &mut Vec<u8>,
    ends: &mut [usize],
    spans: &[(GameIndex, Span)],
    input: &InputInfo,
    text: &PlacedText<'_>,
) {
    let mut file = Vec::new();
    push_string(&mut file, &input.name());
    let (mut fields, mut fields_ends) = (Vec::new(), Vec::new());
    for (index, span) in spans {
        fields.extend_from_slice(b"{\"file\":");
        fields.extend_from_slice(&file);
        let rest = format!(
            ",\"game\":{},\"offset\":{},\"length\":{}",
            text.number(*index),
            text.offset(ChunkOffset(span.start)),
            span.len()
        );
        fields.extend_from_slice(rest.as_bytes());
        fields_ends.push(fields.len());
    }
    // Objects are shifted in place, from the last to the first, so that a large game is not copied.
    let n_games = ends.len().min(spans.len());
    let old_len = ends.last().map_or(0, |end| *end);
    bytes.truncate(old_len);
    bytes.resize(old_len + fields.len(), 0);
    let mut to = bytes.len();
    for at in (0..n_games).rev() {
        let before = |ends: &[usize]| at.checked_sub(1).map_or(0, |at| ends[at]);
        let object = before(ends)..ends[at];
        let fields = &fields[before(&fields_ends)..fields_ends[at]];
        ends[at] = to;
        to -= object.len();
        bytes.copy_within(object, to);
        to -= fields.len();
        bytes[to..to + fields.len()].copy_from_slice(fields);
    }
}

//! One JSON object a line and game: the fields of product.md 6, described in `docs/formats.md`.
//!
//! Written piece by piece while the game is walked, without a tree in between: a game has no bound.

use std::{borrow::Cow, collections::HashSet};

use pgn_chess::{
    Replay, ReplayOptions, Variant,
    export::{raw_bytes, result},
    start,
    tag_list::{EditTags, Tag, TagFacts, found_tags},
};
use pgn_stream::{ChunkView, Place};
use pgn_syntax::{Fallback, Game, Marker, Span, TagName, write::push_number};

use super::{
    json::{OFFSET, comma, list, push_error, push_string},
    tree::{Line, Tree, push_nags},
};
use crate::work::first_error::what_is_wrong;

/// Writes games as objects. Made once a thread.
pub(crate) struct GameWriter {
    replay: Replay,
    options: ReplayOptions,
    fallback: Fallback,
    mend: Option<fn(&str) -> Option<String>>,
}

impl GameWriter {
    /// `mend` changes the text of comments.
    pub(crate) fn new(
        options: ReplayOptions,
        fallback: Fallback,
        mend: Option<fn(&str) -> Option<String>>,
    ) -> GameWriter {
        GameWriter { replay: Replay::new(), options, fallback, mend }
    }

    /// Appends the object of a game, without its first fields, which need the game's place: see [`set_places`].
    /// Gives the first error: where in the chunk, and what.
    pub(crate) fn write(
        &mut self,
        game: &Game,
        src: &[u8],
        editor: Option<&mut dyn EditTags>,
        out: &mut Vec<u8>,
    ) -> Option<(u64, String)> {
        let start = start(game, src);
        let mut tree = Tree {
            game,
            src,
            fallback: self.fallback,
            mend: self.mend,
            chess960: start.variant == Variant::Chess960,
            lines: vec![Line::default()],
            n_nested: 0,
            errors: Vec::new(),
        };
        let reading = self.replay.options_for(game, src, &start, &self.options);
        let end = self.replay.walk(game, src, &start, &reading, &mut tree);
        let Tree { mut lines, mut errors, .. } = tree;
        let mut main = lines.swap_remove(0);
        main.close_move();
        if let Err(error) = &start.position {
            let span = game.tag(src, TagName::FEN).map_or(Span::default(), |pair| pair.value);
            let rule = match error {
                pgn_chess::StartError::IllegalPosition => "illegal-position",
                _ => "bad-fen",
            };
            push_error(&mut errors, rule, span, None, &error.to_string());
        }
        out.extend_from_slice(b",\"tags\":{");
        let mut marker = result(game, src, &end);
        let mut tags = found_tags(game, src, self.fallback);
        if let Some(editor) = editor {
            let of = |tags: &[Tag]| {
                let tag = tags.iter().find(|tag| tag.name == "Result");
                tag.map(|tag| tag.value.clone())
            };
            let before = of(&tags);
            let facts =
                TagFacts { game, src, start: &start, reading: &reading, end: &end, part: None };
            editor.edit(&facts, &mut tags);
            let after = of(&tags);
            if after != before {
                let edited = after.and_then(|value| Marker::read(value.as_bytes()));
                marker = edited.unwrap_or(marker);
            }
        }
        self.tags(&tags, game, src, out);
        out.extend_from_slice(b",\"start_fen\":");
        match &start.position {
            Ok(position) if !start.is_initial => push_string(out, &position.fen()),
            _ => out.extend_from_slice(b"null"),
        }
        list(out, "comments", &main.before_moves);
        game.nags_into(0, true, &mut main.nags_before);
        if !main.nags_before.is_empty() {
            out.extend_from_slice(b",\"nags\":");
            push_nags(out, &main.nags_before);
        }
        list(out, "moves", &main.moves);
        out.extend_from_slice(b",\"result\":");
        push_string(out, marker.text());
        out.extend_from_slice(b",\"plies\":");
        // Moves that are not checked are in the list, too.
        let is_checked = start.variant != Variant::Unchecked;
        push_number(out, if is_checked { end.n_plies } else { game.n_plies });
        out.extend_from_slice(b",\"final_fen\":");
        match end.position.as_ref().filter(|_| start.variant != Variant::Unchecked) {
            Some(position) => push_string(out, &position.fen()),
            None => out.extend_from_slice(b"null"),
        }
        if end.failed && errors.is_empty() {
            let span = Span { start: game.movetext_start, end: game.movetext_start };
            push_error(&mut errors, "null-move", span, None, "a null move in the main line");
        }
        list(out, "errors", &errors);
        if end.failed {
            out.extend_from_slice(b",\"raw\":");
            push_string(out, &self.fallback.decode(raw_bytes(game, src)));
        }
        out.extend_from_slice(b"}\n");
        end.failed.then(|| what_is_wrong(game, &start, &end, src))
    }

    /// The value that counts for each name, and the pairs that do not count (C16).
    fn tags(&self, tags: &[Tag], game: &Game, src: &[u8], out: &mut Vec<u8>) {
        for (at, tag) in tags.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            push_string(out, &tag.name);
            out.push(b':');
            push_string(out, &tag.value);
        }
        out.push(b'}');
        let mut duplicates = Vec::new();
        let mut met = HashSet::new();
        for pair in &game.tags {
            if !met.insert(pair.name(src)) {
                comma(&mut duplicates);
                duplicates.extend_from_slice(b"{\"name\":");
                push_string(&mut duplicates, &self.fallback.decode(pair.name.of(src)));
                duplicates.extend_from_slice(b",\"value\":");
                push_string(&mut duplicates, &self.fallback.decode(&pair.value(src)));
                duplicates.push(b'}');
            }
        }
        list(out, "duplicate_tags", &duplicates);
    }
}

/// Writes the object of a game that was not read, without its first fields. `why`: a rule and its message, of plain
/// characters.
pub(crate) fn write_unread((rule, message): (&str, &str), out: &mut Vec<u8>) {
    let object = format!(
        ",\"tags\":{{}},\"duplicate_tags\":[],\"start_fen\":null,\"comments\":[],\"moves\":[],\"result\":\"*\",\
         \"plies\":0,\"final_fen\":null,\"errors\":[{{\"rule\":\"{rule}\",\"offset\":null,\"length\":null,\
         \"ply\":null,\"message\":\"{message}\"}}]}}\n"
    );
    out.extend_from_slice(object.as_bytes());
}

/// Puts `file`, `game`, `offset` and `length` in front of the objects of a chunk.
pub(crate) fn set_places(
    bytes: &mut Vec<u8>,
    ends: &mut [usize],
    spans: &[(u64, Span)],
    has_errors: bool,
    chunk: &ChunkView<'_>,
    place: &Place,
) {
    let old = std::mem::take(bytes);
    let mut file = Vec::new();
    push_string(&mut file, &name_of(chunk));
    let mut from = 0;
    bytes.reserve(old.len() + ends.len() * (file.len() + 64));
    for (end, (index, span)) in ends.iter_mut().zip(spans) {
        bytes.extend_from_slice(b"{\"file\":");
        bytes.extend_from_slice(&file);
        let rest = format!(
            ",\"game\":{},\"offset\":{},\"length\":{}",
            place.first_game + index,
            chunk.offset + u64::from(span.start),
            span.len()
        );
        bytes.extend_from_slice(rest.as_bytes());
        bytes.extend_from_slice(&old[from..*end]);
        from = *end;
        *end = bytes.len();
    }
    // Offsets of errors are the chunk's until here.
    if has_errors {
        shift_errors(bytes, ends, chunk.offset);
    }
}

/// What the field and the column `file` call the input of a chunk.
pub(super) fn name_of(chunk: &ChunkView<'_>) -> String {
    let name = chunk.input.path().map_or(Cow::Borrowed("<stdin>"), |path| path.to_string_lossy());
    match &chunk.input.member {
        Some(member) => format!("{name}!{member}"),
        None => name.into_owned(),
    }
}

fn shift_errors(bytes: &mut Vec<u8>, ends: &mut [usize], by: u64) {
    let old = std::mem::take(bytes);
    let (mut at, mut game) = (0, 0);
    while let Some(n) = memchr_mark(&old[at..]) {
        let mark = at + n;
        while game < ends.len() && ends[game] <= mark {
            ends[game] = ends[game] - at + bytes.len();
            game += 1;
        }
        bytes.extend_from_slice(&old[at..mark + OFFSET.len() - 1]);
        let digits = old[mark + OFFSET.len()..].iter().take_while(|b| b.is_ascii_digit()).count();
        let value = old[mark + OFFSET.len()..][..digits]
            .iter()
            .fold(0_u64, |n, b| n * 10 + u64::from(b - b'0'));
        bytes.extend_from_slice((value + by).to_string().as_bytes());
        at = mark + OFFSET.len() + digits;
    }
    for end in &mut ends[game..] {
        *end = *end - at + bytes.len();
    }
    bytes.extend_from_slice(&old[at..]);
}

fn memchr_mark(bytes: &[u8]) -> Option<usize> {
    bytes.windows(OFFSET.len()).position(|window| window == OFFSET)
}

//! Export format, byte for byte (docs/conformance.md, layout in full), and the treatment of games with errors.

pub(crate) mod as_written;
pub mod excerpt;
pub(crate) mod export_options;
pub mod left_out;
pub(crate) mod movetext_writer;
pub mod notation;
pub(crate) mod raw;
pub mod remark;
pub(crate) mod result;
pub mod tag_list;
pub mod verify;

use std::collections::HashSet;

use pgn_syntax::{
    Game, Games, Span, TagPair,
    boundary::{BoundaryRepairer, Edges},
    conflict,
    encoding::Charset,
    set_line_ends,
    write::{Layout, copy_tag_pair, tag_pair},
};

use crate::{
    export::{
        excerpt::{ALL_NODES, KeptNodes},
        left_out::{LeftOut, LeftOutKind, LeftOutScope, left_out, other_results},
        movetext_writer::{FailureMode, Writer},
        tag_list::{EditTags, TagFacts, edit_with_result, fit_names, tag_list},
    },
    positions::start::{Start, Variant, start},
    replay::{
        Lang, Replay, ReplayOptions, language::Language, played_variations::PlayedVariations,
        ply::GameEnd,
    },
};

pub use crate::export::{
    export_options::{Escapes, ExportForm, ExportOptions, NagNumbers, Nags, OnError, PGNKIT_LINE},
    raw::{junk_inside, raw_bytes, raw_span, raw_text},
    result::{result, result_of_text, stated_result},
};

/// How a game was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// In the requested form.
    Canonical,
    /// Byte for byte.
    Raw,
    /// With unreadable text as comments.
    Comment,
    /// Up to the first error.
    Truncated,
    /// Not at all.
    Dropped,
}

/// The result of exporting a game.
///
/// ```
/// use pgn_chess::{
///     export::{ExportOptions, Exporter},
///     pgn_syntax::Games,
/// };
///
/// let pgn = b"1. e4 e5 2. Ke3 *";
/// let (mut games, mut out) = (Games::new(pgn), Vec::new());
/// let exported = Exporter::new(ExportOptions::default()).write(games.next().unwrap(), pgn, &mut out);
/// assert!(exported.has_error());
/// assert_eq!(exported.end.n_plies, 2);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Exported {
    /// How the game was written.
    pub written: Written,
    /// The end of its replay.
    pub end: GameEnd,
    /// Its start position.
    pub start: Start,
    /// The nodes that were written; `None` for all of them.
    pub kept: Option<KeptNodes>,
    /// The edges of the written text. Known only if the game was written raw.
    pub edges: Edges,
    /// The first conflict marker of git in the text of the game, which is then treated as one with an error.
    pub conflict: Option<Span>,
    /// Number of characters in names of tags that the character set of the output does not have, for which `_` is written.
    pub n_replaced: u64,
}

impl Exported {
    /// Returns true if the game has an error and was treated as [`OnError`] says.
    #[must_use]
    pub fn has_error(&self) -> bool {
        self.end.has_error() || self.conflict.is_some()
    }
}

/// A writer of games in export format.
///
/// An exporter keeps its buffers: make one per thread and reuse it.
///
/// ```
/// use pgn_chess::{
///     export::{ExportOptions, Exporter, Written},
///     pgn_syntax::Games,
/// };
///
/// let pgn = b"[White \"Tal\"]\n\n1.e2-e4 e5 2.Ng1f3 {the main line} 1-0";
/// let (mut games, mut out) = (Games::new(pgn), Vec::new());
/// let exported = Exporter::new(ExportOptions::default()).write(games.next().unwrap(), pgn, &mut out);
/// assert_eq!(exported.written, Written::Canonical);
/// assert!(out.starts_with(b"[Event \"?\"]\n"));
/// assert!(out.ends_with(b"\n\n1. e4 e5 2. Nf3 {the main line} 1-0\n\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Exporter {
    options: ExportOptions,
    /// How the moves of the current game are read.
    reading: ReplayOptions,
    replay: Replay,
    layout: Layout,
    body: Vec<u8>,
    /// Made for the first game with errors.
    repairer: Option<Box<BoundaryRepairer>>,
    /// The bytes of a game with errors.
    raw: Vec<u8>,
    left_out: Vec<LeftOut>,
}

impl Exporter {
    /// Returns an exporter with these options.
    #[must_use]
    pub fn new(mut options: ExportOptions) -> Exporter {
        let layout = Layout::with_breaks(options.width, options.breaks);
        options.replay.fallback = options.fallback;
        let reading = options.replay;
        Exporter {
            options,
            reading,
            replay: Replay::new(),
            layout,
            body: Vec::new(),
            repairer: None,
            raw: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// Returns what was left out of the game that was written last, in the order of the text.
    ///
    /// For a game that was dropped as a whole, this is the text around it.
    ///
    /// ```
    /// use pgn_chess::{
    ///     export::{ExportOptions, Exporter},
    ///     pgn_syntax::Games,
    /// };
    ///
    /// let pgn = b"1. e4 ) e5 *";
    /// let mut exporter = Exporter::new(ExportOptions::default());
    /// exporter.write(Games::new(pgn).next().unwrap(), pgn, &mut Vec::new());
    /// assert_eq!(exporter.left_out()[0].span.of(pgn), b")");
    /// ```
    #[must_use]
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// Appends a game to `out`, and returns how it was written. What `out` already holds stays.
    ///
    /// # Panics
    ///
    /// Panics if the game was not read from `src`.
    pub fn write(&mut self, game: &Game, src: &[u8], out: &mut Vec<u8>) -> Exported {
        self.write_edited(game, src, None, out)
    }

    /// Appends a game to `out`, with its tags changed by `editor`, and returns how it was written.
    pub fn write_edited(
        &mut self,
        game: &Game,
        src: &[u8],
        editor: Option<&mut dyn EditTags>,
        out: &mut Vec<u8>,
    ) -> Exported {
        let start = start(game, src);
        self.reading = self.replay.options_for(game, src, &start, &self.options.replay);
        let kept = self.options.excerpt.as_ref().and_then(|excerpt| {
            excerpt.of(game, src, &start, &mut self.replay, &self.reading, self.options.fallback)
        });
        let mut body = std::mem::take(&mut self.body);
        let nodes = kept.as_ref().map_or(ALL_NODES, |kept| (kept.start, kept.end));
        let end = self.write_body(game, src, &start, (FailureMode::Whole, nodes), None, &mut body);
        let conflict = first_conflict(game, src);
        let (written, edges) = if end.has_error() || conflict.is_some() {
            self.mode_for_errors(game, src)
        } else if start.variant == Variant::Unchecked
            && !(as_written::is_whole(game, src) && self.is_read_alike(game, src, &start, &body))
        {
            self.mode_for_other_reading(game, src)
        } else {
            (Written::Canonical, Edges::UNKNOWN)
        };
        let reading = self.reading;
        let facts = |end, part| TagFacts { game, src, start: &start, reading: &reading, end, part };
        let mut n_replaced = 0;
        match written {
            Written::Canonical => {
                let part = kept.as_ref().map(|kept| &kept.part);
                n_replaced = self.finish(&facts(&end, part), editor, &mut body, out);
            }
            Written::Raw => self.write_raw(game, src, out),
            Written::Dropped => (),
            Written::Comment | Written::Truncated => {
                // Variations in which no move was played are written as text.
                let mut variations = PlayedVariations::default();
                self.replay.walk(game, src, &start, &self.reading, &mut variations);
                let mode = if written == Written::Truncated {
                    FailureMode::Truncate
                } else if end.has_error() {
                    FailureMode::Comment
                } else {
                    FailureMode::Text
                };
                let (nodes, played) = ((mode, ALL_NODES), Some(&variations.played));
                let end = self.write_body(game, src, &start, nodes, played, &mut body);
                n_replaced = self.finish(&facts(&end, None), editor, &mut body, out);
            }
        }
        self.body = body;
        self.find_left_out(game, src, &end, written);
        if start.variant == Variant::Unchecked && written == Written::Canonical && kept.is_none() {
            self.left_out.retain(|left| match left.kind {
                LeftOutKind::Deviation(kind) => !as_written::is_copied(kind),
                _ => true,
            });
        }
        let kept = kept.filter(|_| written == Written::Canonical);
        Exported { written, end, start, kept, edges, conflict, n_replaced }
    }

    /// Returns the language other than English that was found for the last game, with [`Lang::Auto`].
    #[must_use]
    pub fn found_language(&self) -> Option<Language> {
        self.reading.lang.other().filter(|_| self.options.replay.lang == Lang::Auto)
    }

    /// Appends the movetext of a game with its marker, as in export format. Returns the end of its replay, and true
    /// if the movetext was written. Nothing is written if the game has an error, or would not be read again in the
    /// same way.
    pub fn write_movetext(
        &mut self,
        game: &Game,
        src: &[u8],
        out: &mut Vec<u8>,
    ) -> (GameEnd, bool) {
        let start = start(game, src);
        self.reading = self.replay.options_for(game, src, &start, &self.options.replay);
        let mut body = std::mem::take(&mut self.body);
        let nodes = (FailureMode::Whole, ALL_NODES);
        let end = self.write_body(game, src, &start, nodes, None, &mut body);
        let is_read_alike = !end.has_error()
            && first_conflict(game, src).is_none()
            && (start.variant != Variant::Unchecked
                || self.is_read_alike(game, src, &start, &body));
        if is_read_alike {
            self.layout.marker(&mut body, result(game, src, &end).text().as_bytes());
            self.layout.end(&mut body);
            out.extend_from_slice(&body);
        }
        self.body = body;
        (end, is_read_alike)
    }

    /// Returns true if the written movetext of an unknown variant would be written the same way again, and if its
    /// comments are read as such.
    ///
    /// Unknown words may be split or joined in other ways at their new positions.
    fn is_read_alike(&mut self, game: &Game, src: &[u8], start: &Start, body: &[u8]) -> bool {
        let left_out = std::mem::take(&mut self.left_out);
        // The marker decides whether the last unit begins a line, where a bracket would begin a game.
        let layout = self.layout.clone();
        let mut marked = body.to_vec();
        layout.clone().marker(&mut marked, b"*");
        // After a tag pair, any token can be the first one.
        let text = [&b"[Event \"?\"]\n\n"[..], &marked].concat();
        let form = self.options.form;
        let comments = as_written::comment_letters(game, src, form);
        let mut again = Vec::new();
        if let Some(game) = Games::new(&text).next().filter(|it| {
            first_conflict(it, &text).is_none()
                && as_written::comment_letters(it, &text, form) == comments
        }) {
            self.write_body(game, &text, start, (FailureMode::Whole, ALL_NODES), None, &mut again);
            self.layout.marker(&mut again, b"*");
        }
        (self.left_out, self.layout) = (left_out, layout);
        again == marked
    }

    fn find_left_out(&mut self, game: &Game, src: &[u8], end: &GameEnd, written: Written) {
        let of = match written {
            Written::Canonical | Written::Comment | Written::Truncated => LeftOutScope::Export,
            // A dropped game is reported as a whole; only the text around it is listed.
            Written::Raw | Written::Dropped => {
                self.left_out.clear();
                if written == Written::Raw { LeftOutScope::Raw } else { LeftOutScope::Dropped }
            }
        };
        let ExportOptions { escapes, fallback, .. } = self.options;
        left_out(game, src, of, escapes, fallback, &mut self.left_out);
        if of == LeftOutScope::Export {
            other_results(game, src, end, &mut self.left_out);
        }
        self.left_out.sort_by_key(|left| left.span.start);
    }

    /// Returns how a game with errors is written, and the edges of its text.
    fn mode_for_errors(&mut self, game: &Game, src: &[u8]) -> (Written, Edges) {
        if let Some(edges) = self.raw_edges(game, src) {
            return (Written::Raw, edges);
        }
        let written = match self.options.on_error {
            // Reduced export format has no comments.
            OnError::Raw | OnError::Comment if self.options.form == ExportForm::Reduced => {
                Written::Truncated
            }
            OnError::Raw | OnError::Comment => Written::Comment,
            OnError::Truncate => Written::Truncated,
            OnError::Drop => Written::Dropped,
        };
        (written, Edges::UNKNOWN)
    }

    /// Returns how a game is written whose moves are not played and whose export would be read in another way, and the
    /// edges of its text.
    fn mode_for_other_reading(&mut self, game: &Game, src: &[u8]) -> (Written, Edges) {
        let otherwise = match self.options.form {
            // Reduced export format has no comments.
            ExportForm::Reduced => Written::Canonical,
            ExportForm::Export => Written::Comment,
        };
        let edges = self.raw_edges(game, src);
        edges.map_or((otherwise, Edges::UNKNOWN), |edges| (Written::Raw, edges))
    }

    /// Copies the bytes of a game to `raw` and returns their edges; `None` if the options exclude raw games, or if there
    /// are places in an output where the bytes would not be read as the same game: some leave a comment open.
    fn raw_edges(&mut self, game: &Game, src: &[u8]) -> Option<Edges> {
        if self.options.on_error != OnError::Raw {
            return None;
        }
        self.raw.clear();
        self.raw.extend_from_slice(raw_bytes(game, src));
        set_line_ends(&mut self.raw, 0, false);
        // A game whose bytes look like UTF-16, or whose first line has control characters, cannot begin a file: the file
        // may be taken for a binary one. A game without nodes has no content.
        let first = self.raw.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let is_control = |byte: &u8| byte.is_ascii_control() && *byte != b'\t';
        if game.nodes.is_empty() || first.iter().any(is_control) {
            return None;
        }
        let repairer = self.repairer.get_or_insert_with(Box::default);
        repairer.stands_anywhere(game, src, &self.raw, raw_span)
    }

    fn write_raw(&self, game: &Game, src: &[u8], out: &mut Vec<u8>) {
        // Escape lines after a comment are among the bytes.
        self.write_escapes(game, src, out, raw_span(game, src));
        out.extend_from_slice(&self.raw);
        out.extend_from_slice(b"\n\n");
    }

    /// Writes the escape lines that are kept before the tags of their game (ESC-05), except those within `copied`.
    /// Tabs in them become blanks, as in comments.
    fn write_escapes(&self, game: &Game, src: &[u8], out: &mut Vec<u8>, copied: Span) {
        let is_copied = |escape: &Span| copied.start <= escape.start && escape.start < copied.end;
        for escape in game.escapes.iter().filter(|escape| !is_copied(escape)) {
            if self.options.escapes.keep(*escape, game, src) {
                let line = escape.of(src).trim_ascii_end();
                let text = self.options.fallback.decode(line);
                out.extend(text.bytes().map(|b| if b == b'\t' { b' ' } else { b }));
                out.push(b'\n');
            }
        }
    }

    /// Writes the tags, the movetext in `body`, and the marker. Returns the number of characters in names of tags for
    /// which `_` is written.
    fn finish(
        &mut self,
        facts: &TagFacts<'_>,
        editor: Option<&mut dyn EditTags>,
        body: &mut Vec<u8>,
        out: &mut Vec<u8>,
    ) -> u64 {
        let (game, src, fallback) = (facts.game, facts.src, self.options.fallback);
        let mut result = result(game, src, facts.end);
        let charset = self.options.charset;
        let is_other = |pair: &TagPair| pair.known.is_none() && !pair.name.of(src).is_ascii();
        let has_others = charset != Charset::Utf8 && game.tags.iter().any(is_other);
        let mut n_replaced = 0;
        let edited = (editor.is_some() || has_others).then(|| {
            let mut tags = tag_list(game, src, result, self.options.form, fallback);
            if let Some(editor) = editor {
                edit_with_result(editor, facts, &mut tags, &mut result);
            }
            n_replaced = fit_names(&mut tags, charset);
            tags
        });
        self.layout.marker(body, result.text().as_bytes());
        self.layout.end(body);
        self.write_escapes(game, src, out, Span::default());
        match edited {
            None => {
                let form = self.options.form;
                tag_list::each(game, src, result, form, fallback, |tag| {
                    if !tag.pair.is_some_and(|pair| copy_tag_pair(out, src, pair)) {
                        tag_pair(out, tag.name, tag.value, fallback);
                    }
                });
            }
            Some(tags) => {
                for tag in &tags {
                    tag_pair(out, tag.name.as_bytes(), tag.value.as_bytes(), fallback);
                }
            }
        }
        out.push(b'\n');
        out.extend_from_slice(body);
        n_replaced
    }

    fn write_body(
        &mut self,
        game: &Game,
        src: &[u8],
        start: &Start,
        (mode, nodes): (FailureMode, (u32, u32)),
        played: Option<&HashSet<u32>>,
        body: &mut Vec<u8>,
    ) -> GameEnd {
        body.clear();
        self.left_out.clear();
        self.layout.begin(body);
        if start.variant == Variant::Unchecked && (mode, nodes) == (FailureMode::Whole, ALL_NODES) {
            let empty = as_written::write(game, src, &self.options, &mut self.layout, body);
            let left = |span| LeftOut { kind: LeftOutKind::EmptyComment, span };
            self.left_out.extend(empty.into_iter().map(left));
            return self.replay.walk(game, src, start, &self.reading, &mut ());
        }
        let (options, layout) = (&self.options, &mut self.layout);
        let mut writer =
            Writer::new(options, layout, (game, src, start), (mode, nodes), played, body);
        let end = self.replay.walk(game, src, start, &self.reading, &mut writer);
        writer.end_text(game.end as usize);
        let empty = writer.empty_comments.into_iter();
        self.left_out.extend(empty.map(|span| LeftOut { kind: LeftOutKind::EmptyComment, span }));
        end
    }
}

/// Returns the first conflict marker of git in the text of a game. An export would merge the two versions beside it.
/// Markers between games are not found: they separate versions of whole games.
fn first_conflict(game: &Game, src: &[u8]) -> Option<Span> {
    let is_likely = conflict::may_be_in(game.span.of(src));
    is_likely.then(|| conflict::markers(src, raw_span(game, src)).next())?.map(|(_, span)| span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_with_conflict_markers_have_no_movetext_of_their_own() {
        let src = b"1. e4 e5\n<<<<<<< ours\n2. Nf3\n=======\n2. Nc3\n>>>>>>> theirs\n*\n";
        let mut exporter = Exporter::new(ExportOptions::default());
        let (mut games, mut out) = (Games::new(src), Vec::new());
        let (_, is_written) = exporter.write_movetext(games.next().unwrap(), src, &mut out);
        assert!(!is_written && out.is_empty(), "{}", String::from_utf8_lossy(&out));
    }
}

//! The tag section (8.1): tag pairs and the text between them.

use super::{
    Parser, Part,
    comment::is_comment,
    ending::end_unmarked,
    tag_junk::{breaks_before_tag, may_be_movetext, quotes_before_tag, skip_junk},
};
use crate::{
    cut_points::tag_after,
    game::{
        Game, conflict,
        error::{SyntaxError, SyntaxErrorKind as Kind},
        movetext::{CommentKind, Node, NodeKind},
        tag::{SEVEN_TAG_ROSTER, TagName, TagPair},
        tag_reader,
    },
    text::{
        scan::{
            CLASS, Class, byte, char_at, is_invisible, is_line_end, is_line_start, line_end,
            past_line_end, skip_blanks, skip_empty_lines,
        },
        span::{Span, index},
    },
};

impl Parser {
    /// Reads tag pairs from `start` up to the movetext or the end of the game.
    pub(super) fn read_tags(&mut self, part: &Part<'_>, game: &mut Game, start: usize) -> Tags {
        let src = part.src;
        let mut section = TagSection::at(start, game);
        let mut at = start;
        loop {
            if section.block.before.is_some()
                && let Some(before) = section.block.begins_game(&game.tags)
            {
                game.tags.truncate(before.n_tags);
                game.errors.truncate(before.n_errors);
                game.nodes.truncate(before.all_nodes);
                return Tags::End(self.end_in_tags(part, game, before.last_end, before.n_nodes));
            }
            if game.n_elements() >= self.options.max_elements() {
                forget_pairs(game);
                section.block.n_tags = section.block.n_tags.min(game.tags.len());
                section.n_nodes = 0;
            }
            if at >= src.len() {
                if !part.is_last && !section.next_part_begins_game(part, game) {
                    return Tags::End(None);
                }
                return self.end_section(part, game, &section);
            }
            let is_plain = section.empty_line.is_none() && section.comments_start.is_none();
            if src[at] == b'[' && is_plain {
                let first = game.tags.len();
                let end = self.tag_names.read_plain(src, at, &mut game.tags);
                if end > at {
                    report_place(src, game, game.tags[first].span);
                    (at, section.last_end, section.n_nodes) = (end, end, game.nodes.len());
                    continue;
                }
            }
            match CLASS[src[at] as usize] {
                Class::Blank => at += 1,
                Class::LineEnd => at = section.read_line_end(src, game, at),
                Class::BracketOpen if tag_reader::opens(src, at) => {
                    match section.read_pair(src, game, at) {
                        Some(end) => at = end,
                        None => return self.end_section(part, game, &section),
                    }
                }
                Class::BraceOpen | Class::Semicolon => {
                    section.comments_start.get_or_insert(at);
                    let is_brace = src[at] == b'{';
                    let Some(end) = self.read_comment(part, game, at) else {
                        return Tags::End(None);
                    };
                    at = end;
                    // An open comment ends before an empty line.
                    if is_brace && is_line_start(src, at) && skip_empty_lines(src, at) > at {
                        section.empty_line.get_or_insert(at);
                    }
                }
                Class::Letter if tag_reader::opens_line(src, at) => {
                    match section.read_bare_pair(src, game, at) {
                        Some(end) => at = end,
                        None => return self.end_section(part, game, &section),
                    }
                }
                Class::High if is_invisible(char_at(src, at).0) => {
                    at = game.report_invisible(src, at)
                }
                Class::Control => at = game.report_run(src, at, Class::Control, Kind::ControlChar),
                Class::Reserved if let Some(pair) = quotes_before_tag(src, at, game) => at = pair,
                Class::Reserved if let Some((end, n_empty)) = breaks_before_tag(src, at, game) => {
                    if n_empty > 0 {
                        section.empty_line.get_or_insert(at);
                    }
                    at = end;
                }
                _ if section.is_junk_before_tag(part, game, at) => {
                    at = skip_junk(src, game, at);
                }
                _ => {
                    game.movetext_start = index(section.comments_start.unwrap_or(at));
                    return Tags::Movetext(at);
                }
            }
        }
    }

    /// Ends a game that has only the tags of `section`.
    fn end_section(&mut self, part: &Part<'_>, game: &mut Game, section: &TagSection) -> Tags {
        Tags::End(self.end_in_tags(part, game, section.last_end, section.n_nodes))
    }

    /// Ends a game that has only tags, and the comments after them that an empty line follows.
    fn end_in_tags(
        &mut self,
        part: &Part<'_>,
        game: &mut Game,
        last_end: usize,
        n_nodes: usize,
    ) -> Option<usize> {
        let after = &game.nodes[n_nodes.min(game.nodes.len())..];
        // An escape line leads to the next game, with the comments after it.
        let is_escape = |error: &&SyntaxError| {
            error.kind == Kind::EscapeLine && error.span.start as usize >= last_end
        };
        let limit = game.errors.iter().find(is_escape).map_or(u32::MAX, |error| error.span.start);
        let is_own = |node: &Node| node.span.end <= limit && ends_before_empty_line(part.src, node);
        let n_own = after.iter().rposition(is_own).map_or(0, |last| last + 1);
        let own = &after[..n_own];
        let end = own.last().map_or(last_end, |node| node.span.end as usize);
        game.movetext_start = own.first().map_or(index(last_end), |node| node.span.start);
        game.end = index(end);
        game.report(Kind::MissingTermination, end, end);
        end_unmarked(part, game, end, n_nodes + n_own)
    }
}

/// Returns true if an empty line follows the comment `node`.
fn ends_before_empty_line(src: &[u8], node: &Node) -> bool {
    let end = node.span.end as usize;
    // An open comment ends at the start of the empty line, others on the line before it.
    let next = match is_line_start(src, end) {
        true => end,
        false => past_line_end(src, skip_blanks(src, end)),
    };
    is_comment(node) && is_line_start(src, next) && skip_empty_lines(src, next) > next
}

/// Returns true if one of the pairs that begin at `at` and follow one another begins another game after an empty line.
fn block_begins_game(src: &[u8], mut at: usize, game: &Game) -> bool {
    for _ in 0..MAX_BLOCK {
        if at >= src.len() || !tag_reader::opens_line(src, at) {
            return false;
        }
        let read = tag_reader::read(src, at, &mut |_, _| ());
        if read.pair.known.is_some_and(|name| begins_again(game, name)) {
            return true;
        }
        at = skip_blanks(src, past_line_end(src, skip_blanks(src, read.end)));
    }
    false
}

/// The maximum number of tag pairs that are examined for the beginning of a game.
const MAX_BLOCK: usize = 64;

/// The maximum number of lines between two tag pairs that are neither tag pairs nor movetext.
const MAX_JUNK: usize = 4;

/// The part of a tag section that has been read.
struct TagSection {
    /// The end of the last pair.
    last_end: usize,
    /// The number of nodes up to the last pair. The comments after it belong to the tag section if another pair
    /// follows.
    n_nodes: usize,
    /// The offset of the first comment after the last pair.
    comments_start: Option<usize>,
    /// The offset of an empty line that no pair has followed yet.
    empty_line: Option<usize>,
    /// The pairs after the last empty line.
    block: TagBlock,
}

impl TagSection {
    /// Returns the section that begins at `start`. The comments before it are reported.
    fn at(start: usize, game: &mut Game) -> TagSection {
        for node in &game.nodes {
            game.errors.push(SyntaxError { kind: Kind::CommentInTags, span: node.span });
        }
        TagSection {
            last_end: start,
            n_nodes: game.nodes.len(),
            comments_start: None,
            empty_line: None,
            block: TagBlock::default(),
        }
    }

    /// Returns true if the text after `part` begins with a tag pair of another game.
    fn next_part_begins_game(&self, part: &Part<'_>, game: &Game) -> bool {
        tag_after(part.after).is_some_and(|(name, gap)| {
            (gap || self.empty_line.is_some()) && name.is_some_and(|name| begins_again(game, name))
        })
    }

    /// Reads the line end at `at`, the empty lines after it, and an escape line. Returns their end.
    fn read_line_end(&mut self, src: &[u8], game: &mut Game, at: usize) -> usize {
        let line = past_line_end(src, at);
        let start = skip_empty_lines(src, line);
        if start > line {
            self.empty_line.get_or_insert(line);
        }
        if byte(src, start) != b'%' || start >= src.len() {
            return start;
        }
        let end = line_end(src, start);
        game.report(Kind::EscapeLine, start, end);
        end
    }

    /// Reads a tag pair in any form. Returns its end, or `None` if it begins another game.
    fn read_pair(&mut self, src: &[u8], game: &mut Game, at: usize) -> Option<usize> {
        let (n_errors, n_nodes) = (game.errors.len(), game.nodes.len());
        let read = self.read_of_this_game(src, game, at)?;
        if let Some(empty) = self.empty_line.take()
            && !game.tags.is_empty()
        {
            let before = Lengths {
                n_tags: game.tags.len(),
                n_errors,
                n_nodes: self.n_nodes,
                all_nodes: n_nodes,
                last_end: self.last_end,
            };
            self.block.begin(&game.tags, before);
            game.report(Kind::BlankLineInTags, empty, empty);
        }
        for node in game.nodes[self.n_nodes..n_nodes].iter().filter(|node| is_comment(node)) {
            game.errors.push(SyntaxError { kind: Kind::CommentInTags, span: node.span });
        }
        report_tag_layout(src, game, at, read.end);
        Some(self.push(game, read))
    }

    /// Reads a tag pair without brackets. Returns its end, or `None` if it begins another game.
    fn read_bare_pair(&mut self, src: &[u8], game: &mut Game, at: usize) -> Option<usize> {
        let read = self.read_of_this_game(src, game, at)?;
        self.empty_line = None;
        Some(self.push(game, read))
    }

    /// Returns the tag pair at `at` with its errors reported, and its comments and other text added to the movetext (C31),
    /// or `None` if it begins another game.
    fn read_of_this_game(
        &self,
        src: &[u8],
        game: &mut Game,
        at: usize,
    ) -> Option<tag_reader::Read> {
        let (n_errors, n_nodes) = (game.errors.len(), game.nodes.len());
        let read = tag_reader::read(src, at, &mut |kind, span| {
            game.errors.push(SyntaxError { kind, span });
            if kind == Kind::CommentInTags {
                game.nodes.push(Node { span, kind: NodeKind::Comment(CommentKind::Brace) });
            }
        });
        if let Some(span) = read.words {
            game.nodes.push(Node { span, kind: NodeKind::Comment(CommentKind::Words) });
        }
        let is_new = self.empty_line.is_some()
            && read.pair.known.is_some_and(|name| begins_again(game, name));
        if is_new {
            game.errors.truncate(n_errors);
            game.nodes.truncate(n_nodes);
        }
        (!is_new).then_some(read)
    }

    /// Returns true if the text at `at` is neither a tag pair nor movetext, but another tag pair of this game follows it
    /// without an empty line: the rest of the line of the last pair, or up to [`MAX_JUNK`] lines after it; or if it is a
    /// conflict marker of git between tag pairs.
    #[cold]
    fn is_junk_before_tag(&self, part: &Part<'_>, game: &Game, at: usize) -> bool {
        let src = part.src;
        if is_line_start(src, at) && conflict::leads_to_tag(src, at) {
            return true;
        }
        if matches!(src[at], b'$' | b')' | b'!' | b'?' | b'0'..=b'9') {
            return false;
        }
        let is_beside_pair = memchr::memchr2(b'\n', b'\r', &src[self.last_end..at]).is_none();
        let is_apart = self.empty_line.is_some() || self.comments_start.is_some();
        if !is_beside_pair && (is_apart || game.tags.is_empty()) {
            return false;
        }
        let mut line = at;
        for _ in 0..if is_beside_pair { 1 } else { MAX_JUNK } {
            let end = line_end(src, line);
            if may_be_movetext(src, line, end) {
                return false;
            }
            let next = past_line_end(src, end);
            let first = skip_blanks(src, next);
            match src.get(first) {
                // More text follows, and the section is read again.
                None => return !part.is_last,
                Some(_) if tag_reader::opens_line(src, first) => {
                    return is_beside_pair || !block_begins_game(src, first, game);
                }
                Some(byte) if is_line_end(byte) => return false,
                Some(_) => line = next,
            }
        }
        false
    }

    /// Adds a pair to the game. Returns its end.
    fn push(&mut self, game: &mut Game, read: tag_reader::Read) -> usize {
        game.tags.push(read.pair);
        (self.last_end, self.n_nodes, self.comments_start) = (read.end, game.nodes.len(), None);
        read.end
    }
}

/// The pairs after the last empty line of a tag section, as long as none of them begins another game.
#[derive(Default)]
struct TagBlock {
    /// The lengths of the lists before the block; `None` if no empty line is before it.
    before: Option<Lengths>,
    /// The number of pairs that have been examined.
    n_tags: usize,
    /// Which of [`signs_of_games`] occur before the block, one bit each.
    signs_before: u8,
    signs: u8,
}

/// The lengths of the lists of a game before a block of pairs.
struct Lengths {
    n_tags: usize,
    n_errors: usize,
    /// The number of nodes before the comments that lead to the block.
    n_nodes: usize,
    all_nodes: usize,
    last_end: usize,
}

impl TagBlock {
    /// Begins a block at the next pair, after an empty line.
    fn begin(&mut self, tags: &[TagPair], before: Lengths) {
        self.look_at(tags);
        self.before = Some(before);
        self.signs_before = self.signs;
    }

    /// Returns the lengths of the lists before the block if the block begins another game: `[Title "2"]` and then
    /// `[FEN "…"]`, the second pair of that name (GAM-04).
    fn begins_game(&mut self, tags: &[TagPair]) -> Option<&Lengths> {
        let is_new = self.look_at(tags) & self.signs_before != 0;
        self.before.as_ref().filter(|_| is_new)
    }

    /// Examines the pairs that are new, and returns the signs among them as bits.
    fn look_at(&mut self, tags: &[TagPair]) -> u8 {
        let mut signs = 0;
        for pair in &tags[self.n_tags..] {
            let sign = signs_of_games().position(|sign| pair.known == Some(sign));
            signs |= sign.map_or(0, |n| 1 << n);
        }
        self.n_tags = tags.len();
        self.signs |= signs;
        signs
    }
}

/// The text that follows a tag section.
pub(super) enum Tags {
    /// Movetext that begins at this offset.
    Movetext(usize),
    /// The end of the game, or `None` if the text ends before the end is known.
    End(Option<usize>),
}

/// Returns the tags of which a second one, after an empty line, begins another game (GAM-04).
fn signs_of_games() -> impl Iterator<Item = TagName> {
    SEVEN_TAG_ROSTER.into_iter().chain([TagName::FEN])
}

/// Drops what was read, except the first pair of each name of which a second one may begin another game.
#[cold]
fn forget_pairs(game: &mut Game) {
    let mut seen = 0_u8;
    game.forget_elements(|pair| {
        let sign = signs_of_games().position(|sign| pair.known == Some(sign));
        let bit = sign.map_or(0, |n| 1 << n);
        let is_first = bit & !seen != 0;
        seen |= bit;
        is_first
    });
}

/// Returns true if a pair of this name after an empty line begins another game.
fn begins_again(game: &Game, name: TagName) -> bool {
    signs_of_games().any(|sign| sign == name)
        && game.tags.iter().any(|pair| pair.known == Some(name))
}

/// Reports a pair that is not alone and left-justified on one line (TAG-02).
#[inline]
fn report_tag_layout(src: &[u8], game: &mut Game, at: usize, end: usize) {
    let span = Span::new(at, end);
    if memchr::memchr2(b'\n', b'\r', span.of(src)).is_some() {
        game.errors.push(SyntaxError { kind: Kind::TagLayout, span });
    } else {
        report_place(src, game, span);
    }
}

/// Reports a pair on one line that does not begin its line.
fn report_place(src: &[u8], game: &mut Game, span: Span) {
    let at = span.start as usize;
    let is_left = is_line_start(src, at) || span.start == game.start;
    if !is_left {
        game.errors.push(SyntaxError { kind: Kind::TagLayout, span });
    }
}

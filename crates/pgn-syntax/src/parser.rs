//! Bytes to games: one pass, no recursion, no failure.
//!
//! The parser finds the games of a chunk and fills one [`Game`] after another. Everything that
//! deviates becomes a [`SyntaxError`] beside the game. Where a game ends is settled in product.md 3
//! and does not depend on legality.

use crate::{
    error::{SyntaxError, SyntaxErrorKind as Kind},
    game::Game,
    lead::{Lead, LeadEnd},
    marker::{Marker, MarkerText, marker_at},
    movetext::{CommentKind, Node, NodeId, NodeKind, NumberForm, RavKind},
    nag::{sign_at, suffix_nag},
    plain_moves::{self, Expected},
    san::SanCode,
    san_memo::SanMemo,
    scan::{
        CLASS, Class, PercentLines, byte, char_at, class, is_delimiter, is_line_end, is_line_start,
        is_white, line_end, next_line, past_line_end, skip_blanks, skip_empty_lines,
    },
    skim,
    span::Span,
    split::{CommentEnd, CommentEnds, tag_after},
    tag::TagName,
    tag_reader, word,
};

/// How to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Braces in comments nest (C10): a repair for files of editors that write so.
    pub nested_comments: bool,
    /// How much of each game is read.
    pub depth: Depth,
}

/// How much of each game is read. Where games begin and end does not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// All of it.
    #[default]
    Movetext,
    /// Tag pairs and the marker. The rest of the movetext is passed over where a quick look shows where
    /// it ends: nodes, errors and plies of the movetext may be missing then, all of them or none.
    Tags,
}

/// A chunk of an input, and where it stands in it.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The bytes: they begin where a game begins.
    pub src: &'a [u8],
    /// The input begins with `src`.
    pub is_first: bool,
    /// The input ends with `src`.
    pub is_last: bool,
    /// Some of the bytes that follow `src`: enough to hold a tag pair, if one follows. May be empty.
    pub after: &'a [u8],
}

impl<'a> Part<'a> {
    /// A whole input.
    #[must_use]
    pub fn whole(src: &'a [u8]) -> Part<'a> {
        Part { src, is_first: true, is_last: true, after: b"" }
    }
}

/// Reads the games of one chunk after another. Made once a thread: it keeps its memory.
#[derive(Clone, Debug, Default)]
pub struct Parser {
    options: ReadOptions,
    ends: CommentEnds,
    /// What stands between the game read last and the next one, read ahead.
    lead: Lead,
    lead_end: Option<LeadEnd>,
    /// Where the next game's span starts.
    at: usize,
    is_done: bool,
    percent_lines: PercentLines,
    frames: Vec<Frame>,
    /// Where the movetext of the game read last begins, if it was passed over.
    passed_over: Option<usize>,
    memo: SanMemo,
}

/// A variation that is open.
#[derive(Clone, Copy, Debug)]
struct Frame {
    open: NodeId,
    /// The line it is an alternative to.
    outer: Line,
}

/// Where a line of play stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// Number of the next move, by counting on.
    pub(crate) number: u32,
    pub(crate) is_black: bool,
    /// A move number has been seen in this line.
    is_numbered: bool,
    pub(crate) has_move: bool,
    /// A comment or variation stands behind the last move.
    pub(crate) is_annotated: bool,
    pub(crate) n_nags: u8,
    /// NAGs of the last move: more than these are not told apart.
    nags: [u8; 8],
}

const FIRST_LINE: Line = Line {
    number: 1,
    is_black: false,
    is_numbered: false,
    has_move: false,
    is_annotated: false,
    n_nags: 0,
    nags: [0; 8],
};

/// A token that is the game's marker if nothing but comments follows it.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// Its node; the marker `None` is `0-0`, which stays a node (END-07).
    node: usize,
    marker: Option<MarkerText>,
    start: usize,
    end: usize,
    n_errors: usize,
}

/// State of the movetext of one game.
pub(crate) struct State {
    pub(crate) line: Line,
    /// The text of `line.number`.
    pub(crate) expected: Expected,
    /// A candidate or an empty line is waiting for what comes.
    pub(crate) is_pending: bool,
    /// Number before a move that has not come yet.
    pub(crate) number: Option<(NumberForm, Span)>,
    candidate: Option<Candidate>,
    /// An empty line after which nothing solid has come yet.
    empty_line: Option<usize>,
    /// End of the last move: what is glued to it belongs to it.
    pub(crate) move_end: usize,
    /// End of the last run of words.
    words_end: usize,
    /// End of the last solid token.
    pub(crate) solid_end: usize,
    pub(crate) n_plies: u32,
}

/// What a game's text led to.
enum End {
    /// Where its span ends.
    At(usize),
    /// The text ends before this can be told.
    Unknown,
}

impl Parser {
    /// A parser that reads as `options` say.
    #[must_use]
    pub fn new(options: ReadOptions) -> Parser {
        Parser { options, ..Parser::default() }
    }

    /// Begins a chunk.
    pub fn start(&mut self, _part: &Part<'_>) {
        self.ends.reset();
        self.lead.clear();
        self.lead_end = None;
        self.at = 0;
        self.is_done = false;
        self.percent_lines = PercentLines::default();
        self.passed_over = None;
    }

    /// Where the bytes begin that no game has taken: after the last game of a chunk they belong to
    /// the next chunk; in the last chunk of an input without games they are what it holds.
    #[must_use]
    pub fn rest(&self) -> usize {
        self.at
    }

    /// Whether the game read last was the last of the chunk.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Reads the next game of the chunk. `false`: there is none, or it goes on in the next chunk.
    pub fn next_game(&mut self, part: &Part<'_>, game: &mut Game) -> bool {
        game.clear();
        self.passed_over = None;
        if self.is_done {
            return false;
        }
        let lead_end = match self.lead_end.take() {
            Some(end) => end,
            None => self.read_lead(part),
        };
        let start = match lead_end {
            LeadEnd::Game(start) => start,
            LeadEnd::Text => {
                self.is_done = true;
                return part.is_last && self.take_lone_marker(part, game);
            }
        };
        self.lead.give_to(game);
        game.start = index(start);
        let end = self.read_game(part, game, start);
        let End::At(end) = end else {
            game.clear();
            self.is_done = true;
            return false;
        };
        game.span = Span::new(self.at, end);
        self.at = end;
        if end < part.src.len() {
            let next = self.read_lead(part);
            if next == LeadEnd::Text {
                self.is_done = true;
                if part.is_last {
                    // Nothing follows: it closes the last game.
                    self.lead.give_to(game);
                    game.span.end = index(part.src.len());
                    self.at = part.src.len();
                } else {
                    // It may be the game's still: both are read again with what follows.
                    self.at = game.span.start as usize;
                    game.clear();
                    return false;
                }
            }
            self.lead_end = Some(next);
        } else {
            self.is_done = true;
        }
        true
    }

    /// Reads the movetext of the game read last, if it was passed over at [`Depth::Tags`]: the game is
    /// then as [`Depth::Movetext`] would have read it.
    pub fn read_on(&mut self, part: &Part<'_>, game: &mut Game) {
        let Some(start) = self.passed_over.take() else { return };
        let depth = std::mem::take(&mut self.options.depth);
        // Those of what has been read ahead are kept.
        let ends = std::mem::take(&mut self.ends);
        game.marker = None;
        let end = self.read_movetext(part, game, start);
        debug_assert!(matches!(end, End::At(end) if index(end) == game.span.end));
        self.ends = ends;
        self.options.depth = depth;
    }

    fn read_lead(&mut self, part: &Part<'_>) -> LeadEnd {
        self.lead.clear();
        let is_input_start = part.is_first && self.at == 0;
        self.lead.read(part, self.at, is_input_start, &mut self.percent_lines, &mut self.ends)
    }

    /// A marker alone in an input that holds nothing else is an empty game (C35).
    fn take_lone_marker(&mut self, part: &Part<'_>, game: &mut Game) -> bool {
        let Some((marker, span)) = self.lead.lone_marker() else { return false };
        if !part.is_first {
            return false;
        }
        self.lead.give_to(game);
        game.errors.retain(|error| error.kind != Kind::MovetextAfterResult || error.span != span);
        game.nodes.push(Node { span, kind: NodeKind::Marker(marker) });
        game.marker = Some((marker, span));
        game.span = Span::new(self.at, part.src.len());
        (game.start, game.movetext_start, game.end) = (span.start, span.start, span.end);
        self.at = part.src.len();
        true
    }

    fn read_game(&mut self, part: &Part<'_>, game: &mut Game, start: usize) -> End {
        let mut at = start;
        game.movetext_start = index(at);
        let byte = part.src[at];
        if byte == b'['
            || !word::starts_game(part.src, at) && tag_reader::opens_without_bracket(part.src, at)
        {
            match self.read_tags(part, game, at) {
                Tags::Movetext(next) => at = next,
                Tags::End(end) => return end,
            }
        }
        self.read_movetext(part, game, at)
    }

    // ---- tag section ----

    fn read_tags(&mut self, part: &Part<'_>, game: &mut Game, start: usize) -> Tags {
        let src = part.src;
        let mut at = start;
        // Comments behind the last pair: of the tag section if another pair follows.
        let mut n_nodes = game.nodes.len();
        let mut comments_start = None;
        for node in &game.nodes {
            game.errors.push(SyntaxError { kind: Kind::CommentInTags, span: node.span });
        }
        let mut empty_line = None;
        let mut last_end = start;
        loop {
            if at >= src.len() {
                if !part.is_last {
                    let follows = tag_after(part.after);
                    let is_new = follows.is_some_and(|(name, gap)| {
                        (gap || empty_line.is_some())
                            && name.is_some_and(|name| begins_again(game, name))
                    });
                    if !is_new {
                        return Tags::End(End::Unknown);
                    }
                }
                return Tags::End(self.end_in_tags(part, game, last_end, n_nodes));
            }
            if src[at] == b'['
                && empty_line.is_none()
                && comments_start.is_none()
                && let Some(pair) = tag_reader::read_plain(src, at)
            {
                report_place(src, game, pair.span);
                at = pair.span.end as usize;
                last_end = at;
                game.tags.push(pair);
                n_nodes = game.nodes.len();
                // Nearly always the next pair follows at once.
                at += usize::from(byte(src, at) == b'\n' && byte(src, at + 1) == b'[');
                continue;
            }
            match CLASS[src[at] as usize] {
                Class::Blank => at += 1,
                Class::LineEnd => {
                    at = past_line_end(src, at);
                    let after = skip_empty_lines(src, at);
                    if after > at {
                        empty_line.get_or_insert(at);
                        at = after;
                    }
                    if byte(src, at) == b'%' && at < src.len() {
                        let end = line_end(src, at);
                        game.errors
                            .push(SyntaxError { kind: Kind::EscapeLine, span: Span::new(at, end) });
                        at = end;
                    }
                }
                Class::BracketOpen
                    if tag_reader::opens(src, at) || tag_reader::opens_unquoted(src, at) =>
                {
                    let read = tag_reader::read(src, at, &mut |kind, span| {
                        game.errors.push(SyntaxError { kind, span })
                    });
                    let is_new = empty_line.is_some()
                        && read.pair.known.is_some_and(|name| begins_again(game, name));
                    if is_new {
                        return Tags::End(self.end_in_tags(part, game, last_end, n_nodes));
                    }
                    if let Some(empty) = empty_line.take()
                        && !game.tags.is_empty()
                    {
                        game.errors.push(SyntaxError {
                            kind: Kind::BlankLineInTags,
                            span: Span::new(empty, empty),
                        });
                    }
                    for node in game.nodes[n_nodes..].iter().filter(|node| is_comment(node)) {
                        game.errors
                            .push(SyntaxError { kind: Kind::CommentInTags, span: node.span });
                    }
                    report_tag_layout(src, game, at, read.end);
                    at = read.end;
                    last_end = at;
                    game.tags.push(read.pair);
                    (n_nodes, comments_start) = (game.nodes.len(), None);
                }
                Class::BraceOpen | Class::Semicolon => {
                    comments_start.get_or_insert(at);
                    let is_brace = src[at] == b'{';
                    match self.read_comment(part, game, at) {
                        Some(end) => at = end,
                        None => return Tags::End(End::Unknown),
                    }
                    // A comment that was left open ends before an empty line.
                    if is_brace && is_line_start(src, at) && skip_empty_lines(src, at) > at {
                        empty_line.get_or_insert(at);
                    }
                }
                Class::Letter
                    if is_line_start(src, at) && tag_reader::opens_without_bracket(src, at) =>
                {
                    let read = tag_reader::read(src, at, &mut |kind, span| {
                        game.errors.push(SyntaxError { kind, span })
                    });
                    at = read.end;
                    last_end = at;
                    empty_line = None;
                    game.tags.push(read.pair);
                    (n_nodes, comments_start) = (game.nodes.len(), None);
                }
                Class::High if word::is_invisible(char_at(src, at).0) => {
                    at = skip_invisible(src, game, at)
                }
                _ if is_junk_before_tag(src, at) => {
                    // `[White "x"]<br>`: what is left of another format does not end the section.
                    let text = src[at..line_end(src, at)].trim_ascii_end();
                    // Never nothing: a form feed is white space to `trim`, not here.
                    let end = at + text.len().max(1);
                    let span = Span::new(at, end);
                    game.errors.push(SyntaxError { kind: Kind::UnexpectedSymbol, span });
                    game.nodes.push(Node { span, kind: NodeKind::Comment(CommentKind::Words) });
                    at = end;
                }
                _ => {
                    game.movetext_start = index(comments_start.unwrap_or(at));
                    return Tags::Movetext(at);
                }
            }
        }
    }

    /// A game that has tags alone.
    fn end_in_tags(
        &mut self,
        part: &Part<'_>,
        game: &mut Game,
        last_end: usize,
        n_nodes: usize,
    ) -> End {
        game.movetext_start = index(last_end);
        game.end = index(last_end);
        game.errors.push(SyntaxError {
            kind: Kind::MissingTermination,
            span: Span::new(last_end, last_end),
        });
        self.end_unmarked(part, game, last_end, n_nodes)
    }

    // ---- movetext ----

    fn read_movetext(&mut self, part: &Part<'_>, game: &mut Game, start: usize) -> End {
        let src = part.src;
        if self.options.depth == Depth::Tags
            && let Some(found) = skim::end_of_game(src, start)
        {
            let span = Span::new(found.start, found.start + found.marker.text().len());
            game.marker = Some((found.marker, span));
            game.end = span.end;
            self.passed_over = Some(start);
            return End::At(found.next);
        }
        let mut at = start;
        self.frames.clear();
        let mut state = State {
            line: FIRST_LINE,
            expected: Expected::NONE,
            is_pending: false,
            number: None,
            candidate: None,
            empty_line: None,
            move_end: usize::MAX,
            words_end: usize::MAX,
            solid_end: start,
            n_plies: 0,
        };
        loop {
            if at >= src.len() {
                if !part.is_last && tag_after(part.after).is_none() {
                    return End::Unknown;
                }
                return self.end_without_marker(part, game, &mut state);
            }
            let first = src[at];
            if matches!(CLASS[first as usize], Class::Letter | Class::Digit) {
                let next = self.read_plain_moves(src, game, &mut state, at);
                if next > at {
                    at = next;
                    continue;
                }
            }
            match CLASS[first as usize] {
                Class::Blank => at += 1,
                Class::LineEnd => {
                    at = past_line_end(src, at);
                    if matches!(class(src, at), Class::Letter | Class::Digit) && at < src.len() {
                        continue;
                    }
                    match self.begin_line(src, game, &mut state, at) {
                        Some(next) => at = next,
                        None => return self.end_without_marker(part, game, &mut state),
                    }
                }
                Class::Letter => {
                    if let Some((code, len)) = read_san(src, at)
                        && is_delimiter(byte(src, at + len))
                    {
                        let end = at + len;
                        self.push_move(game, &mut state, Span::new(at, end), code);
                        // The blank with it: that spares a round.
                        at = end + usize::from(byte(src, end) == b' ');
                    } else {
                        match self.read_word(src, game, &mut state, at) {
                            Step::To(next) => at = next,
                            Step::Marker(marker) => {
                                return self.end_at_marker(part, game, &mut state, at, marker);
                            }
                        }
                    }
                }
                Class::Digit => {
                    let mut end = at + 1;
                    while byte(src, end).is_ascii_digit() {
                        end += 1;
                    }
                    if byte(src, end) == b'.' && !(first == b'0' && byte(src, end + 1) == b'5') {
                        at = read_number(src, game, &mut state, at, end);
                        continue;
                    }
                    match self.read_digits(src, game, &mut state, at, end) {
                        Step::To(next) => at = next,
                        Step::Marker(marker) => {
                            return self.end_at_marker(part, game, &mut state, at, marker);
                        }
                    }
                }
                Class::Suffix => at = read_suffix(src, game, &mut state, at),
                Class::Dollar => at = read_nag(src, game, &mut state, at),
                Class::BraceOpen | Class::Semicolon => match self.read_comment(part, game, at) {
                    Some(end) => {
                        state.line.is_annotated = true;
                        at = end;
                        // A comment that was left open ends before an empty line.
                        if first == b'{' && is_line_start(src, at) && at < src.len() {
                            match self.begin_line(src, game, &mut state, at) {
                                Some(next) => at = next,
                                None => return self.end_without_marker(part, game, &mut state),
                            }
                        }
                    }
                    None => return End::Unknown,
                },
                Class::ParenOpen => at = self.open_paren(src, game, &mut state, at),
                Class::ParenClose => {
                    solid(game, &mut state, at, at + 1);
                    if self.frames.is_empty() {
                        error(game, Kind::UnmatchedParen, at, at + 1);
                    } else {
                        self.close_rav(game, &mut state, Span::new(at, at + 1));
                    }
                    at += 1;
                }
                Class::Star => {
                    let marker = MarkerText {
                        marker: Marker::Unknown,
                        len: 1,
                        is_exact: true,
                        is_only_last: false,
                    };
                    match self.marker(game, &mut state, at, marker) {
                        Step::To(next) => at = next,
                        Step::Marker(marker) => {
                            return self.end_at_marker(part, game, &mut state, at, marker);
                        }
                    }
                }
                Class::Dot => {
                    // Dots that no number begins say nothing; behind words they are part of them.
                    if state.words_end == at {
                        extend_words(game, &mut state, at + 1);
                    }
                    at += 1;
                }
                Class::Sign | Class::High | Class::Reserved => {
                    match self.read_word(src, game, &mut state, at) {
                        Step::To(next) => at = next,
                        Step::Marker(marker) => {
                            return self.end_at_marker(part, game, &mut state, at, marker);
                        }
                    }
                }
                Class::BracketOpen => at = read_bracket(src, game, &mut state, at),
                Class::BraceClose => {
                    solid(game, &mut state, at, at + 1);
                    error(game, Kind::StrayBrace, at, at + 1);
                    at += 1;
                }
                Class::Control => at = run(src, game, at, Class::Control, Kind::ControlChar),
                Class::Other => {
                    solid(game, &mut state, at, at + 1);
                    at = run(src, game, at, Class::Other, Kind::UnexpectedChar);
                    state.solid_end = at;
                }
            }
        }
    }

    /// What may stand at the start of a line only: empty lines, escape lines, the next game's tags.
    /// `None`: a tag pair begins the next game.
    fn begin_line(
        &mut self,
        src: &[u8],
        game: &mut Game,
        state: &mut State,
        start: usize,
    ) -> Option<usize> {
        let mut at = start;
        loop {
            let after = skip_empty_lines(src, at);
            if after > at {
                state.empty_line.get_or_insert(at);
                state.is_pending = true;
                at = after;
            }
            if at >= src.len() {
                return Some(at);
            }
            match src[at] {
                b'%' => {
                    let end = line_end(src, at);
                    error(game, Kind::EscapeLine, at, end);
                    at = past_line_end(src, end);
                    continue;
                }
                0xEF if char_at(src, at).0 == 0xFEFF => {
                    // A mark that `cat` has left; `%` and `[` right behind it are in column one.
                    error(game, Kind::Bom, at, at + 3);
                    at += 3;
                    continue;
                }
                _ => (),
            }
            let first = skip_blanks(src, at);
            let is_tag =
                byte(src, first) == b'[' && first < src.len() && tag_reader::opens(src, first);
            return (!is_tag).then_some(first);
        }
    }

    /// [`plain_moves::read`], where nothing stands in its way.
    #[inline(always)]
    fn read_plain_moves(
        &mut self,
        src: &[u8],
        game: &mut Game,
        state: &mut State,
        at: usize,
    ) -> usize {
        if state.is_pending || state.number.is_some() {
            return at;
        }
        let n_plies = state.n_plies;
        let has_none = !self.percent_lines.any(src, at);
        let at = plain_moves::read(src, game, state, &mut self.memo, at, has_none);
        if !self.frames.is_empty() {
            state.n_plies = n_plies;
        }
        at
    }

    #[inline(always)]
    fn push_move(&mut self, game: &mut Game, state: &mut State, span: Span, code: SanCode) {
        solid(game, state, span.start as usize, span.end as usize);
        let number = take_number(state);
        game.nodes.push(Node { span, kind: NodeKind::Move { number, code } });
        self.count_move(state, span.end as usize);
    }

    #[inline(always)]
    fn count_move(&mut self, state: &mut State, end: usize) {
        state.move_end = end;
        let line = &mut state.line;
        if line.is_black {
            line.number = line.number.wrapping_add(1);
            state.expected = state.expected.next(line.number);
        }
        line.is_black = !line.is_black;
        line.has_move = true;
        line.is_annotated = false;
        line.n_nags = 0;
        state.n_plies += u32::from(self.frames.is_empty());
    }

    /// A token that begins with digits and has no dot behind them.
    #[cold]
    fn read_digits(
        &mut self,
        src: &[u8],
        game: &mut Game,
        state: &mut State,
        at: usize,
        end: usize,
    ) -> Step {
        if let Some(marker) = marker_at(src, at) {
            return self.marker(game, state, at, marker);
        }
        if is_delimiter(byte(src, end)) && !matches!(&src[at..end], b"0000" | b"000") {
            return Step::To(read_number(src, game, state, at, end));
        }
        let word_end = word::word_end(src, at);
        let text = &src[at..word_end];
        if word::is_null_move(text) || word::is_move_like(text) {
            return self.read_word(src, game, state, at);
        }
        // `1e4`: the number has lost its dot.
        if word::starts_game(src, end) || word::is_move_like(&src[end..word_end]) {
            return Step::To(read_number(src, game, state, at, end));
        }
        self.read_word(src, game, state, at)
    }

    /// A word that is not plain SAN with a delimiter behind it.
    #[cold]
    fn read_word(&mut self, src: &[u8], game: &mut Game, state: &mut State, at: usize) -> Step {
        if src[at] >= 0x80 {
            let (code, len) = char_at(src, at);
            if word::is_invisible(code) {
                return Step::To(skip_invisible(src, game, at));
            }
            if word::is_ellipsis(code) {
                return Step::To(at + len);
            }
            if (0x80..0xA0).contains(&code) && len == 2 {
                error(game, Kind::ControlChar, at, at + len);
                return Step::To(at + len);
            }
        }
        if let Some(marker) = marker_at(src, at) {
            return self.marker(game, state, at, marker);
        }
        let end = word::word_end(src, at);
        let text = &src[at..end];
        if let Some(tail) = self.move_tail(src, state, at, end) {
            extend_move(game, state, tail);
            return Step::To(tail);
        }
        if word::is_null_move(text) {
            solid(game, state, at, end);
            let number = take_number(state);
            game.nodes.push(Node { span: Span::new(at, end), kind: NodeKind::NullMove { number } });
            self.count_move(state, end);
            return Step::To(end);
        }
        // `exd6e.p.`: the mark glued to the move.
        if let Some((_, len)) = read_san(src, at)
            && src[at + len..].starts_with(b"e.p")
        {
            let mark_end = at + len + 3 + usize::from(byte(src, at + len + 3) == b'.');
            self.push_move(game, state, Span::new(at, mark_end), SanCode::UNREAD);
            return Step::To(mark_end);
        }
        // `Bd6±`, `e4+-`: a move with a sign glued to it.
        if let Some((code, len)) = read_san(src, at)
            && let Some((code, len)) = glued_sign(src, at, code, len)
        {
            self.push_move(game, state, Span::new(at, at + len), code);
            return Step::To(at + len);
        }
        if let Some(sign) = sign_at(&src[at..]) {
            let sign_end = at + sign.text.len();
            solid(game, state, at, sign_end);
            error(game, Kind::InlineGlyph, at, sign_end);
            let kind = NodeKind::Glyph { white: sign.white, black: sign.black };
            game.nodes.push(Node { span: Span::new(at, sign_end), kind });
            return Step::To(sign_end);
        }
        if word::is_move_like(text) {
            let is_zeros = text == b"0-0";
            let n_errors = game.errors.len();
            let code = read_san(src, at)
                .filter(|&(_, len)| len == text.len())
                .map_or(SanCode::UNREAD, |read| read.0);
            self.push_move(game, state, Span::new(at, end), code);
            if is_zeros && self.frames.is_empty() {
                let node = game.nodes.len() - 1;
                state.is_pending = true;
                state.candidate = Some(Candidate { node, marker: None, start: at, end, n_errors });
            }
            return Step::To(end);
        }
        if matches!(src[at], b'<' | b'>') {
            solid(game, state, at, at + 1);
            error(game, Kind::ReservedToken, at, at + 1);
            return Step::To(at + 1);
        }
        if CLASS[src[at] as usize] == Class::Sign
            && !text[1..].iter().any(u8::is_ascii_alphanumeric)
        {
            solid(game, state, at, end);
            error(game, Kind::UnexpectedChar, at, end);
            return Step::To(end);
        }
        read_words(src, game, state, at, end);
        Step::To(end)
    }

    /// The end of a mark that belongs to the move before it: ` e.p.`, `ep`, ` ch`, ` mate`, ` =Q`, ` ++`.
    fn move_tail(&self, src: &[u8], state: &State, at: usize, end: usize) -> Option<usize> {
        if state.move_end == usize::MAX || skip_blanks(src, state.move_end) != at {
            return None;
        }
        if src[at..].starts_with(b"e.p") {
            return Some(at + 3 + usize::from(byte(src, at + 3) == b'.'));
        }
        let text = &src[at..end];
        let is_promotion = matches!(text, [b'=' | b'/', piece] if b"QRBNqrbn".contains(piece))
            || matches!(text, [b'=' | b'/', piece, b'+' | b'#'] if b"QRBNqrbn".contains(piece));
        if is_promotion || word::is_move_tail(text) {
            let dot = byte(src, end) == b'.' && text[0].is_ascii_alphabetic();
            return Some(end + usize::from(dot));
        }
        None
    }

    fn marker(
        &mut self,
        game: &mut Game,
        state: &mut State,
        at: usize,
        marker: MarkerText,
    ) -> Step {
        let end = at + marker.len;
        if self.frames.is_empty() && !marker.is_only_last {
            return Step::Marker(marker);
        }
        solid(game, state, at, end);
        let candidate = Candidate {
            node: game.nodes.len(),
            marker: Some(marker),
            start: at,
            end,
            n_errors: game.errors.len(),
        };
        let span = Span::new(at, end);
        if marker.is_only_last {
            // A glyph or punctuation, unless nothing follows.
            match marker.marker {
                Marker::WhiteWins => {
                    game.nodes.push(Node { span, kind: NodeKind::Glyph { white: 20, black: 20 } })
                }
                Marker::BlackWins => {
                    game.nodes.push(Node { span, kind: NodeKind::Glyph { white: 21, black: 21 } })
                }
                _ => (),
            }
            error(game, Kind::InlineGlyph, at, end);
        } else {
            error(game, Kind::ResultInRav, at, end);
            game.nodes.push(Node { span, kind: NodeKind::Marker(marker.marker) });
        }
        state.is_pending = true;
        state.candidate = Some(candidate);
        Step::To(end)
    }

    fn open_paren(&mut self, src: &[u8], game: &mut Game, state: &mut State, at: usize) -> usize {
        // Marks in parentheses that belong to the move: `(=)`, `(ep)`, `e8(Q)`.
        if state.move_end != usize::MAX && skip_blanks(src, state.move_end) == at {
            let close = memchr::memchr(b')', &src[at..src.len().min(at + 8)]).map(|n| at + n);
            if let Some(close) = close {
                match &src[at + 1..close] {
                    b"=" => {
                        error(game, Kind::DrawOffer, at, close + 1);
                        return close + 1;
                    }
                    b"ep" | b"e.p." | b"e.p" | b"ch" | b"mate" => {
                        extend_move(game, state, close + 1);
                        return close + 1;
                    }
                    [b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n']
                        if state.move_end == at =>
                    {
                        let sign = usize::from(matches!(byte(src, close + 1), b'+' | b'#'));
                        extend_move(game, state, close + 1 + sign);
                        return close + 1 + sign;
                    }
                    _ => (),
                }
            }
        }
        solid(game, state, at, at + 1);
        dangling_number(game, state);
        let open = NodeId(index(game.nodes.len()));
        let kind = if state.line.has_move { RavKind::Plain } else { RavKind::WithoutMove };
        if kind == RavKind::WithoutMove {
            error(game, Kind::RavWithoutMove, at, at + 1);
        }
        game.nodes.push(Node {
            span: Span::new(at, at + 1),
            kind: NodeKind::RavOpen { kind, end: open },
        });
        self.frames.push(Frame { open, outer: state.line });
        let outer = &state.line;
        state.line = Line {
            // The move it replaces is the last one.
            number: if outer.is_black || !outer.has_move {
                outer.number
            } else {
                outer.number.wrapping_sub(1)
            },
            is_black: outer.is_black ^ outer.has_move,
            ..FIRST_LINE
        };
        // The first number of a line is always told.
        state.expected = Expected::NONE;
        state.move_end = usize::MAX;
        at + 1
    }

    fn close_rav(&mut self, game: &mut Game, state: &mut State, span: Span) {
        dangling_number(game, state);
        let Some(frame) = self.frames.pop() else { return };
        let close = NodeId(index(game.nodes.len()));
        game.nodes.push(Node { span, kind: NodeKind::RavClose });
        let open = &mut game.nodes[frame.open.0 as usize];
        let start = open.span.start as usize;
        if let NodeKind::RavOpen { kind, end } = &mut open.kind {
            *end = close;
            if !state.line.has_move && *kind == RavKind::Plain {
                *kind = RavKind::Empty;
                error(game, Kind::EmptyRav, start, (span.end as usize).max(start + 1));
            }
        }
        state.line = frame.outer;
        state.expected =
            if state.line.is_numbered { Expected::of(state.line.number) } else { Expected::NONE };
        state.line.is_annotated = true;
        state.move_end = usize::MAX;
    }

    /// Reads the comment at `at` into a node; its end, or `None` if the text ends before that is known.
    fn read_comment(&mut self, part: &Part<'_>, game: &mut Game, at: usize) -> Option<usize> {
        comment_into(
            part,
            at,
            self.options,
            &mut self.percent_lines,
            &mut self.ends,
            &mut game.nodes,
            &mut game.errors,
        )
    }

    // ---- ends of games ----

    /// The movetext ended without a marker: at a tag pair, or with the input.
    fn end_without_marker(&mut self, part: &Part<'_>, game: &mut Game, state: &mut State) -> End {
        if let Some(candidate) = state.candidate {
            return self.end_at_candidate(part, game, state, candidate);
        }
        let solid_end = state.solid_end;
        // Comments behind the last solid token stay for `end_unmarked` to judge.
        let is_before = |n: &Node| !is_comment(n) || (n.span.start as usize) < solid_end;
        let n_nodes = game.nodes.iter().rposition(is_before).map_or(0, |last| last + 1);
        let tail = game.nodes.split_off(n_nodes);
        game.n_server_comments = 0;
        self.close_ravs(game, state, solid_end);
        dangling_number(game, state);
        let n_nodes = game.nodes.len();
        game.nodes.extend(tail);
        game.end = index(solid_end);
        game.n_plies = state.n_plies;
        error(game, Kind::MissingTermination, solid_end, solid_end);
        self.end_unmarked(part, game, solid_end, n_nodes)
    }

    /// Where the span of a game without a marker ends: behind the line of its last token, with the
    /// comments that begin there. Nodes from `n_nodes` on are comments behind that token.
    fn end_unmarked(
        &mut self,
        part: &Part<'_>,
        game: &mut Game,
        solid_end: usize,
        n_nodes: usize,
    ) -> End {
        let src = part.src;
        let mut kept_end = solid_end;
        let mut n_kept = n_nodes;
        for node in &game.nodes[n_nodes..] {
            let between = kept_end..node.span.start as usize;
            if memchr::memchr2(b'\n', b'\r', &src[between]).is_some() {
                break;
            }
            kept_end = node.span.end as usize;
            n_kept += 1;
        }
        let end = if is_line_start(src, kept_end) && kept_end > solid_end {
            kept_end
        } else {
            next_line(src, kept_end)
        };
        if end == src.len() && !part.is_last && game.nodes.len() > n_kept {
            return End::Unknown;
        }
        game.nodes.truncate(n_kept);
        let end_u32 = index(end);
        game.errors
            .retain(|error| error.span.start < end_u32 || error.kind == Kind::MissingTermination);
        End::At(end)
    }

    fn close_ravs(&mut self, game: &mut Game, state: &mut State, at: usize) {
        while let Some(frame) = self.frames.last() {
            let open = game.nodes[frame.open.0 as usize].span;
            error(game, Kind::UnmatchedParen, open.start as usize, open.end as usize);
            self.close_rav(game, state, Span::new(at, at));
        }
    }

    /// The last token of the text is the game's marker after all: inside open parentheses (RAV-10),
    /// or `+--` (END-06), or `0-0` (END-07).
    fn end_at_candidate(
        &mut self,
        part: &Part<'_>,
        game: &mut Game,
        state: &mut State,
        found: Candidate,
    ) -> End {
        game.errors.truncate(found.n_errors);
        game.n_server_comments = 0;
        (state.candidate, state.empty_line) = (None, None);
        match found.marker {
            Some(marker) => {
                game.nodes.truncate(found.node);
                self.end_at_marker(part, game, state, found.start, marker)
            }
            None => {
                game.nodes.truncate(found.node + 1);
                game.final_zeros = Some(index(found.node));
                game.n_plies = state.n_plies;
                game.end = index(found.end);
                self.read_after_marker(part, game, found.end)
            }
        }
    }

    fn end_at_marker(
        &mut self,
        part: &Part<'_>,
        game: &mut Game,
        state: &mut State,
        at: usize,
        marker: MarkerText,
    ) -> End {
        let end = at + marker.len;
        solid(game, state, at, end);
        self.close_ravs(game, state, at);
        dangling_number(game, state);
        let span = Span::new(at, end);
        if !marker.is_exact {
            error(game, Kind::BadResult, at, end);
        }
        game.nodes.push(Node { span, kind: NodeKind::Marker(marker.marker) });
        game.marker = Some((marker.marker, span));
        game.end = index(end);
        game.n_plies = state.n_plies;
        self.read_after_marker(part, game, end)
    }

    /// The rest of the marker's line, and the empty lines that follow it.
    fn read_after_marker(&mut self, part: &Part<'_>, game: &mut Game, start: usize) -> End {
        let src = part.src;
        let mut at = start;
        let mut depth = 0_u32;
        loop {
            if at >= src.len() {
                // Without the line's end, more of it may follow the cut.
                return if part.is_last { End::At(at) } else { End::Unknown };
            }
            let first = src[at];
            match CLASS[first as usize] {
                Class::Blank => at += 1,
                Class::LineEnd => {
                    at = past_line_end(src, at);
                    if depth > 0 {
                        let first = skip_blanks(src, skip_empty_lines(src, at));
                        if byte(src, first) == b'['
                            && first < src.len()
                            && tag_reader::opens(src, first)
                        {
                            return End::At(skip_empty_lines(src, at));
                        }
                        continue;
                    }
                    let end = skip_empty_lines(src, at);
                    if end == src.len()
                        && !part.is_last
                        && part.after.first().is_some_and(|&b| is_white(b))
                    {
                        return End::Unknown;
                    }
                    return End::At(end);
                }
                Class::BraceOpen | Class::Semicolon => {
                    let n_nodes = game.nodes.len();
                    match self.read_comment(part, game, at) {
                        Some(end) => {
                            if depth > 0 {
                                game.dropped_comments.extend(game.nodes.drain(n_nodes..));
                            } else {
                                error(game, Kind::CommentAfterResult, at, end);
                            }
                            at = end;
                            if first == b'{' && is_line_start(src, at) && at < src.len() {
                                return End::At(skip_empty_lines(src, at));
                            }
                        }
                        None => return End::Unknown,
                    }
                }
                Class::BracketOpen
                    if tag_reader::opens(src, at) || tag_reader::opens_unquoted(src, at) =>
                {
                    return End::At(at);
                }
                Class::ParenOpen => {
                    if depth == 0 {
                        error(game, Kind::MovetextAfterResult, at, at + 1);
                    }
                    depth += 1;
                    at += 1;
                }
                Class::ParenClose => {
                    if depth == 0 {
                        error(game, Kind::UnmatchedParen, at, at + 1);
                    }
                    depth = depth.saturating_sub(1);
                    at += 1;
                }
                _ if depth > 0 => at += char_at(src, at).1,
                Class::BraceClose => {
                    error(game, Kind::StrayBrace, at, at + 1);
                    at += 1;
                }
                Class::Control => at = run(src, game, at, Class::Control, Kind::ControlChar),
                Class::High if word::is_invisible(char_at(src, at).0) => {
                    at = skip_invisible(src, game, at)
                }
                _ => match self.word_after_marker(src, game, at) {
                    Some(end) => at = end,
                    None => return End::At(at),
                },
            }
        }
    }

    /// A word on the marker's line. `None`: it begins another game (MOV-17).
    #[cold]
    fn word_after_marker(&mut self, src: &[u8], game: &mut Game, at: usize) -> Option<usize> {
        if word::starts_game(src, at) {
            error(game, Kind::MovetextAfterResult, at, word::word_end(src, at));
            return None;
        }
        if let Some(marker) = marker_at(src, at) {
            let end = at + marker.len;
            error(game, Kind::MovetextAfterResult, at, end);
            return Some(end);
        }
        let end = word::word_end(src, at).max(at + char_at(src, at).1);
        if end - at == 1 && !src[at].is_ascii_alphanumeric() {
            if src[at] == b'$' {
                let digits = src[at + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
                error(game, Kind::MovetextAfterResult, at, at + 1 + digits);
                return Some(at + 1 + digits);
            }
            let last_ends_here = game.nodes.last().is_some_and(|n| {
                n.kind == NodeKind::Comment(CommentKind::Words)
                    && n.span.end as usize == at
                    && src[at] == b'.'
            });
            if last_ends_here && let Some(node) = game.nodes.last_mut() {
                node.span.end = index(end);
            } else {
                error(game, Kind::UnexpectedChar, at, end);
            }
            return Some(end);
        }
        let words_end = match game.nodes.last() {
            Some(n) if n.kind == NodeKind::Comment(CommentKind::Words) => n.span.end as usize,
            _ => usize::MAX,
        };
        push_words(src, game, words_end, at, end);
        Some(end)
    }
}

enum Tags {
    Movetext(usize),
    End(End),
}

enum Step {
    To(usize),
    Marker(MarkerText),
}

/// Whether a second pair of this name begins another game after an empty line (product.md 3 (c)).
fn begins_again(game: &Game, name: TagName) -> bool {
    let is_sign = matches!(
        name,
        TagName::EVENT
            | TagName::SITE
            | TagName::DATE
            | TagName::ROUND
            | TagName::WHITE
            | TagName::BLACK
            | TagName::RESULT
            | TagName::FEN
    );
    is_sign && game.tags.iter().any(|pair| pair.known == Some(name))
}

/// Whether the rest of the line at `at` is no movetext, and a tag pair opens the next line.
#[cold]
fn is_junk_before_tag(src: &[u8], at: usize) -> bool {
    if matches!(src[at], b'*' | b'$' | b'(' | b')' | b'!' | b'?' | b'0'..=b'9')
        || is_line_start(src, at)
        || word::starts_game(src, at)
        || marker_at(src, at).is_some()
    {
        return false;
    }
    let line = line_end(src, at);
    let next = skip_blanks(src, past_line_end(src, line));
    if next >= src.len() || src[next] != b'[' || !tag_reader::opens(src, next) {
        return false;
    }
    // Nothing in it may be movetext.
    let mut word = at;
    while word < line {
        if matches!(src[word], b'{' | b';' | b'[' | b'(' | b'$' | b'*')
            || marker_at(src, word).is_some()
            || word::starts_game(src, word)
        {
            return false;
        }
        let end = word::word_end(src, word).max(word + 1);
        if word::is_move_like(&src[word..end]) {
            return false;
        }
        word = end;
    }
    true
}

/// Reports a pair that does not stand alone and left justified on one line (TAG-02).
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
    let is_left = is_line_start(src, at) || (span.start == game.start && game.tags.is_empty());
    if !is_left {
        game.errors.push(SyntaxError { kind: Kind::TagLayout, span });
    }
}

fn is_comment(node: &Node) -> bool {
    matches!(
        node.kind,
        NodeKind::Comment(CommentKind::Brace | CommentKind::Open | CommentKind::Line)
    )
}

#[expect(clippy::cast_possible_truncation, reason = "chunks are smaller than 4 GiB")]
pub(crate) fn index(at: usize) -> u32 {
    debug_assert!(u32::try_from(at).is_ok());
    at as u32
}

#[cold]
fn error(game: &mut Game, kind: Kind, start: usize, end: usize) {
    game.errors.push(SyntaxError { kind, span: Span::new(start, end) });
}

/// Notes a token other than a comment.
#[inline(always)]
fn solid(game: &mut Game, state: &mut State, start: usize, end: usize) {
    state.solid_end = end;
    if state.is_pending {
        settle(game, state, start);
    }
}

#[cold]
fn settle(game: &mut Game, state: &mut State, start: usize) {
    state.is_pending = false;
    state.candidate = None;
    let movetext = game.movetext_start as usize;
    if let Some(empty) = state.empty_line.take()
        && start > movetext
        && empty > movetext
        && !game.nodes.is_empty()
    {
        error(game, Kind::BlankLineInMovetext, empty, empty);
    }
}

#[inline(always)]
fn take_number(state: &mut State) -> NumberForm {
    match state.number.take() {
        Some((form, _)) => form,
        None => NumberForm::None,
    }
}

fn dangling_number(game: &mut Game, state: &mut State) {
    if let Some((_, span)) = state.number.take() {
        error(game, Kind::DanglingMoveNumber, span.start as usize, span.end as usize);
    }
}

/// SAN at `at`, by the bytes that can belong to it where so many are left.
#[inline(always)]
fn read_san(src: &[u8], at: usize) -> Option<(SanCode, usize)> {
    match src.get(at..).and_then(<[u8]>::first_chunk) {
        Some(window) => SanCode::read_window(*window),
        None => SanCode::read(&src[at..]),
    }
}

/// A move number whose digits end at `digits_end`, with its dots.
#[inline]
fn read_number(
    src: &[u8],
    game: &mut Game,
    state: &mut State,
    at: usize,
    digits_end: usize,
) -> usize {
    let mut value = 0_u32;
    for &digit in &src[at..digits_end] {
        value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
    }
    let mut end = digits_end;
    while byte(src, end) == b'.' {
        end += 1;
    }
    let n_dots = end - digits_end;
    // As export writes it: one or three dots, then one blank or line end.
    let is_plain = match byte(src, end) {
        b' ' => !is_white(byte(src, end + 1)) && byte(src, end + 1) != b'.',
        b'\n' => end < src.len() && !is_white(byte(src, end + 1)),
        _ => false,
    } && src[at] != b'0';
    let (form, is_black) = match (n_dots, is_plain) {
        (1, true) => (NumberForm::White, false),
        (3, true) => (NumberForm::Black, true),
        _ => {
            let (dots_end, more) = more_dots(src, end);
            end = dots_end;
            (NumberForm::Other, n_dots + more > 1)
        }
    };
    if state.number.is_some() {
        dangling_number(game, state);
    }
    let span = Span::new(at, end);
    solid(game, state, at, end);
    let line = &mut state.line;
    if !line.is_numbered || value != line.number {
        game.nodes.push(Node { span, kind: NodeKind::MoveNumber(value) });
        if !line.is_numbered && !line.has_move && is_black {
            line.is_black = true;
        }
        line.is_numbered = true;
        line.number = value;
        state.expected = Expected::of(value);
    }
    state.number = Some((form, span));
    end
}

/// Dots behind blanks, as in `1 . . .`; and an ellipsis in one character.
fn more_dots(src: &[u8], mut end: usize) -> (usize, usize) {
    let mut n_dots = 0;
    loop {
        let at = skip_blanks(src, end);
        if byte(src, at) == b'.' {
            n_dots += 1;
            end = at + 1;
        } else if class(src, at) == Class::High && word::is_ellipsis(char_at(src, at).0) {
            n_dots += 3;
            end = at + 3;
        } else {
            return (end, n_dots);
        }
    }
}

fn read_suffix(src: &[u8], game: &mut Game, state: &mut State, at: usize) -> usize {
    let mut end = at;
    while class(src, end) == Class::Suffix && end < src.len() {
        end += 1;
    }
    let is_glued = state.move_end == at;
    solid(game, state, at, end);
    if end - at > 2 {
        error(game, Kind::BadSuffix, at, end);
    } else if !is_glued {
        error(game, Kind::DetachedSuffix, at, end);
    }
    let nag = suffix_nag(&src[at..end]);
    note_nag(game, state, nag, at, end);
    game.nodes.push(Node { span: Span::new(at, end), kind: NodeKind::Suffix(nag) });
    // A check sign behind the suffix says nothing that the board does not.
    if is_glued && matches!(byte(src, end), b'+' | b'#') && is_delimiter(byte(src, end + 1)) {
        error(game, Kind::BadSuffix, at, end + 1);
        end += 1;
        state.solid_end = end;
    }
    end
}

fn read_nag(src: &[u8], game: &mut Game, state: &mut State, at: usize) -> usize {
    let mut end = at + 1;
    let mut value = 0_u32;
    while byte(src, end).is_ascii_digit() {
        value = value.saturating_mul(10).saturating_add(u32::from(src[end] - b'0'));
        end += 1;
    }
    solid(game, state, at, end);
    if end == at + 1 {
        error(game, Kind::NagWithoutNumber, at, end);
        return end;
    }
    let Ok(nag) = u8::try_from(value) else {
        error(game, Kind::NagRange, at, end);
        return end;
    };
    if nag == 0 {
        error(game, Kind::NagZero, at, end);
    }
    note_nag(game, state, nag, at, end);
    game.nodes.push(Node { span: Span::new(at, end), kind: NodeKind::Nag(nag) });
    end
}

fn note_nag(game: &mut Game, state: &mut State, nag: u8, start: usize, end: usize) {
    if !state.line.has_move {
        error(game, Kind::NagWithoutMove, start, end);
        return;
    }
    if state.line.is_annotated {
        error(game, Kind::NagPosition, start, end);
    }
    let line = &mut state.line;
    let n = line.n_nags as usize;
    if nag != 0 && line.nags[..n].contains(&nag) {
        error(game, Kind::DuplicateNag, start, end);
    } else if n < line.nags.len() && nag != 0 {
        line.nags[n] = nag;
        line.n_nags += 1;
    }
}

/// A move code whose remaining text is a traditional sign: `Bd6±`, `e4+-`.
fn glued_sign(src: &[u8], at: usize, code: SanCode, len: usize) -> Option<(SanCode, usize)> {
    let end = word::word_end(src, at);
    let is_sign = |from: usize| {
        from < end
            && sign_at(&src[from..])
                .is_some_and(|sign| !sign.is_word && from + sign.text.len() == end)
    };
    // `e4+-` is read as a check first.
    if code.check() != crate::san::CheckIndicator::None && is_sign(at + len - 1) {
        let (code, len) = SanCode::read(&src[at..at + len - 1])?;
        return Some((code, len));
    }
    (src[at + len] >= 0x80 && is_sign(at + len)).then_some((code, len))
}

/// Draws a mark behind a move into it.
fn extend_move(game: &mut Game, state: &mut State, end: usize) {
    if let Some(node) =
        game.nodes.iter_mut().rev().find(|n| matches!(n.kind, NodeKind::Move { .. }))
    {
        node.span.end = index(end);
        if let NodeKind::Move { code, .. } = &mut node.kind {
            *code = SanCode::UNREAD;
        }
    }
    state.move_end = end;
    state.solid_end = end;
    state.candidate = None;
}

fn read_words(src: &[u8], game: &mut Game, state: &mut State, at: usize, end: usize) {
    let words_end = state.words_end;
    solid(game, state, at, end);
    push_words(src, game, words_end, at, end);
    state.words_end = end;
}

/// Keeps a word as a comment, together with the words before it on the line.
fn push_words(src: &[u8], game: &mut Game, words_end: usize, at: usize, end: usize) {
    let is_next = words_end <= at
        && src[words_end..at]
            .iter()
            .all(|&b| matches!(CLASS[b as usize], Class::Blank | Class::Other));
    if is_next
        && let Some(node) = game.nodes.last_mut()
        && node.kind == NodeKind::Comment(CommentKind::Words)
    {
        node.span.end = index(end);
        let start = node.span.start;
        if let Some(error) = game.errors.iter_mut().rev().find(|error| error.span.start == start) {
            error.span.end = index(end);
        }
        return;
    }
    let span = Span::new(at, end);
    let kind = if src[at] >= 0x80 { Kind::NonAsciiToken } else { Kind::UnexpectedSymbol };
    game.errors.push(SyntaxError { kind, span });
    game.nodes.push(Node { span, kind: NodeKind::Comment(CommentKind::Words) });
}

fn extend_words(game: &mut Game, state: &mut State, end: usize) {
    if let Some(node) = game.nodes.last_mut()
        && node.kind == NodeKind::Comment(CommentKind::Words)
    {
        node.span.end = index(end);
        state.words_end = end;
        state.solid_end = end;
    }
}

/// `[` in the movetext that begins no game.
fn read_bracket(src: &[u8], game: &mut Game, state: &mut State, at: usize) -> usize {
    let line = line_end(src, at);
    let is_command = byte(src, at + 1) == b'%';
    if (is_command || tag_reader::opens(src, at))
        && let Some(n) = memchr::memchr(b']', &src[at..line])
    {
        let end = at + n + 1;
        solid(game, state, at, end);
        error(
            game,
            if is_command { Kind::CommandOutsideComment } else { Kind::MalformedTag },
            at,
            end,
        );
        game.nodes
            .push(Node { span: Span::new(at, end), kind: NodeKind::Comment(CommentKind::Words) });
        return end;
    }
    solid(game, state, at, at + 1);
    error(game, Kind::UnexpectedChar, at, at + 1);
    at + 1
}

/// Reports a run of characters of one class once.
fn run(src: &[u8], game: &mut Game, at: usize, of: Class, kind: Kind) -> usize {
    let mut end = at + 1;
    while end < src.len() && CLASS[src[end] as usize] == of {
        end += 1;
    }
    error(game, kind, at, end);
    end
}

/// Passes over a mark that nobody sees.
fn skip_invisible(src: &[u8], game: &mut Game, at: usize) -> usize {
    let (code, len) = char_at(src, at);
    error(game, if code == 0xFEFF { Kind::Bom } else { Kind::InvisibleChar }, at, at + len);
    at + len
}

/// Reads the comment at `at` into `nodes`; its end, or `None` if the text ends before that is known.
#[inline]
pub(crate) fn comment_into(
    part: &Part<'_>,
    at: usize,
    options: ReadOptions,
    percent_lines: &mut PercentLines,
    ends: &mut CommentEnds,
    nodes: &mut Vec<Node>,
    errors: &mut Vec<SyntaxError>,
) -> Option<usize> {
    let src = part.src;
    if src[at] == b';' {
        let end = line_end(src, at);
        nodes.push(Node { span: Span::new(at, end), kind: NodeKind::Comment(CommentKind::Line) });
        return Some(end);
    }
    let mut found = ends.find(src, at, part.is_last);
    if options.nested_comments
        && let CommentEnd::Closed { end, holds_open: true } = found
        && let Some(end) = nested_end(src, at, end)
    {
        found = CommentEnd::Closed { end, holds_open: false };
    }
    let (kind, end) = match found {
        CommentEnd::Closed { end, holds_open } => {
            if holds_open && let Some(n) = memchr::memchr(b'{', &src[at + 1..end]) {
                let span = Span::new(at + 1 + n, at + 2 + n);
                errors.push(SyntaxError { kind: Kind::BraceInComment, span });
            }
            if src[end - 2] == b'\\' {
                let span = Span::new(end - 2, end);
                errors.push(SyntaxError { kind: Kind::BackslashBrace, span });
            }
            (CommentKind::Brace, end)
        }
        CommentEnd::Open { end } => {
            errors
                .push(SyntaxError { kind: Kind::UnterminatedComment, span: Span::new(at, at + 1) });
            (CommentKind::Open, end)
        }
        CommentEnd::Unknown => return None,
    };
    if percent_lines.any(src, at) {
        let text = &src[at..end];
        for n in memchr::memchr_iter(b'%', text).filter(|&n| n > 0 && is_line_end(text[n - 1])) {
            let span = Span::new(at + n, at + n + 1);
            errors.push(SyntaxError { kind: Kind::PercentInCommentColumn1, span });
        }
    }
    nodes.push(Node { span: Span::new(at, end), kind: NodeKind::Comment(kind) });
    Some(end)
}

/// The end of a comment whose braces nest, if they are balanced within reach.
fn nested_end(src: &[u8], open: usize, first_close: usize) -> Option<usize> {
    /// Nested comments are people's notes: none is longer than this.
    const REACH: usize = 1 << 16;
    let text = &src[open..src.len().min(first_close + REACH)];
    let mut depth = 0_u32;
    for n in memchr::memchr2_iter(b'{', b'}', text) {
        if text[n] == b'{' {
            depth += 1;
        } else {
            depth -= 1;
            if depth == 0 {
                return Some(open + n + 1);
            }
        }
    }
    None
}

/// The games of a whole input, one after another.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    part: Part<'a>,
    parser: Parser,
    game: Game,
}

impl<'a> Games<'a> {
    /// The games of `src`.
    #[must_use]
    pub fn new(src: &'a [u8]) -> Games<'a> {
        let part = Part::whole(src);
        let mut parser = Parser::default();
        parser.start(&part);
        Games { part, parser, game: Game::default() }
    }

    /// The next game; it is overwritten by the one after it.
    #[expect(
        clippy::should_implement_trait,
        reason = "the game borrows from the reader, so this is no Iterator"
    )]
    pub fn next(&mut self) -> Option<&Game> {
        self.parser.next_game(&self.part, &mut self.game).then_some(&self.game)
    }
}

//! One JSON object a line and game: the fields of product.md 6, described in `docs/formats.md`.
//!
//! Written piece by piece while the game is walked, without a tree in between: a game has no bound.

use std::{borrow::Cow, collections::HashSet};

use pgn_chess::{
    CastlingMode, Outcome, Ply, Position, Replay, ReplayOptions, Variant, Visitor,
    export::{raw_bytes, result},
    shakmaty::Color,
    start,
};
use pgn_stream::{ChunkView, Place};
use pgn_syntax::{
    Fallback, Game, Node, NodeId, NodeKind, RavKind, Span, TagName, command::commands,
    write::push_number,
};

use crate::work::export::{rule_of, what_is_wrong};

/// Variations below this depth are given as text.
const DEEPEST: usize = 64;

/// Writes games as objects. Made once a thread.
pub(crate) struct GameWriter {
    replay: Replay,
    options: ReplayOptions,
    fallback: Fallback,
}

impl GameWriter {
    pub(crate) fn new(options: ReplayOptions, fallback: Fallback) -> GameWriter {
        GameWriter { replay: Replay::new(), options, fallback }
    }

    /// Appends the object of a game, without its first fields, which need the game's place: see [`set_places`].
    /// Gives the first error: where in the chunk, and what.
    pub(crate) fn write(
        &mut self,
        game: &Game,
        src: &[u8],
        out: &mut Vec<u8>,
    ) -> Option<(u64, String)> {
        let start = start(game, src);
        let mut tree = Tree {
            game,
            src,
            fallback: self.fallback,
            chess960: start.variant == Variant::Chess960,
            lines: vec![Line::default()],
            n_nested: 0,
            errors: Vec::new(),
        };
        let end = self.replay.walk(game, src, &start, &self.options, &mut tree);
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
        self.tags(game, src, out);
        out.extend_from_slice(b",\"start_fen\":");
        match &start.position {
            Ok(position) if !start.is_initial => push_string(out, &position.fen()),
            _ => out.extend_from_slice(b"null"),
        }
        list(out, "comments", &main.before_moves);
        list(out, "moves", &main.moves);
        out.extend_from_slice(b",\"result\":");
        push_string(out, result(game, src, &end).text());
        out.extend_from_slice(b",\"plies\":");
        push_number(out, end.n_plies);
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
    fn tags(&self, game: &Game, src: &[u8], out: &mut Vec<u8>) {
        let mut seen = HashSet::new();
        let mut duplicates = Vec::new();
        let says_nothing = |value: &[u8]| matches!(value, b"" | b"?");
        for (index, pair) in game.tags.iter().enumerate() {
            let name = pair.name(src);
            if !seen.insert(name) {
                continue;
            }
            let same = || game.tags[index..].iter().filter(|other| other.name(src) == name);
            let best = match pair.known {
                // Looked up once a name; unknown names repeat too seldom for a table.
                Some(_) => same().min_by_key(|it| {
                    u8::from(says_nothing(it.value.of(src))) + 2 * u8::from(it.name.of(src) != name)
                }),
                None if says_nothing(pair.value.of(src)) => {
                    same().find(|it| !says_nothing(it.value.of(src)))
                }
                None => None,
            };
            let best = best.unwrap_or(pair);
            if seen.len() > 1 {
                out.push(b',');
            }
            push_string(out, &self.fallback.decode(name));
            out.push(b':');
            push_string(out, &self.fallback.decode(&best.value(src)));
        }
        out.push(b'}');
        if seen.len() < game.tags.len() {
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
        }
        list(out, "duplicate_tags", &duplicates);
    }
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
    let name = chunk.input.path().map_or(Cow::Borrowed("<stdin>"), |path| path.to_string_lossy());
    match &chunk.input.member {
        Some(member) => push_string(&mut file, &format!("{name}!{member}")),
        None => push_string(&mut file, &name),
    }
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

/// Stands in front of offsets that are still relative to the chunk.
const MARK: &[u8] = b"\"offset\":@";

fn shift_errors(bytes: &mut Vec<u8>, ends: &mut [usize], by: u64) {
    let old = std::mem::take(bytes);
    let (mut at, mut game) = (0, 0);
    while let Some(n) = memchr_mark(&old[at..]) {
        let mark = at + n;
        while game < ends.len() && ends[game] <= mark {
            ends[game] = ends[game] - at + bytes.len();
            game += 1;
        }
        bytes.extend_from_slice(&old[at..mark + MARK.len() - 1]);
        let digits = old[mark + MARK.len()..].iter().take_while(|b| b.is_ascii_digit()).count();
        let value = old[mark + MARK.len()..][..digits]
            .iter()
            .fold(0_u64, |n, b| n * 10 + u64::from(b - b'0'));
        bytes.extend_from_slice((value + by).to_string().as_bytes());
        at = mark + MARK.len() + digits;
    }
    for end in &mut ends[game..] {
        *end = *end - at + bytes.len();
    }
    bytes.extend_from_slice(&old[at..]);
}

fn memchr_mark(bytes: &[u8]) -> Option<usize> {
    // A string never holds this: its quotes are escaped.
    bytes.windows(MARK.len()).position(|window| window == MARK)
}

/// One line of play as it is written.
#[derive(Default)]
struct Line {
    moves: Vec<u8>,
    /// Comments before the first move.
    before_moves: Vec<u8>,
    /// The object of the last move lacks these still.
    has_open_move: bool,
    comments: Vec<u8>,
    variations: Vec<u8>,
    clk: Option<Vec<u8>>,
    emt: Option<Vec<u8>>,
    eval: Option<Vec<u8>>,
    has_failed: bool,
}

impl Line {
    fn close_move(&mut self) {
        if !std::mem::take(&mut self.has_open_move) {
            return;
        }
        list(&mut self.moves, "comments", &self.comments);
        for (name, value) in
            [("clk", self.clk.take()), ("emt", self.emt.take()), ("eval", self.eval.take())]
        {
            if let Some(value) = value {
                self.moves.extend_from_slice(format!(",\"{name}\":").as_bytes());
                self.moves.extend_from_slice(&value);
            }
        }
        list(&mut self.moves, "variations", &self.variations);
        self.moves.push(b'}');
        self.comments.clear();
        self.variations.clear();
    }
}

struct Tree<'a> {
    game: &'a Game,
    src: &'a [u8],
    fallback: Fallback,
    chess960: bool,
    lines: Vec<Line>,
    /// Variations open below the deepest that is written out.
    n_nested: usize,
    errors: Vec<u8>,
}

impl Visitor for Tree<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        if self.n_nested > 0 {
            return;
        }
        let Some(line) = self.lines.last_mut() else { return };
        let text = self.fallback.decode(ply.span.of(self.src));
        let as_written = matches!(ply.outcome, Outcome::Skipped) && !line.has_failed;
        if let Outcome::Failed(error) = ply.outcome {
            line.has_failed = true;
            let message = format!("`{text}`");
            push_error(
                &mut self.errors,
                rule_of(error.kind),
                ply.span,
                Some(ply.index + 1),
                &message,
            );
        }
        if ply.after.is_none() && !as_written {
            line.has_failed = true;
            return;
        }
        line.close_move();
        comma(&mut line.moves);
        line.moves.extend_from_slice(b"{\"ply\":");
        push_number(&mut line.moves, ply.index + 1);
        line.moves.extend_from_slice(b",\"san\":");
        match ply.canonical_san() {
            Some(san) => push_string(&mut line.moves, san.as_str()),
            None => push_string(&mut line.moves, &text),
        }
        line.moves.extend_from_slice(b",\"uci\":");
        match (ply.outcome, ply.before) {
            (Outcome::Played { mv, .. }, before) => {
                let is_960 = self.chess960 && matches!(before, Position::Standard(_));
                let mode = if is_960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
                push_string(&mut line.moves, &mv.uci(mode).to_string());
            }
            (Outcome::Null, _) => line.moves.extend_from_slice(b"\"0000\""),
            _ => line.moves.extend_from_slice(b"null"),
        }
        line.moves.extend_from_slice(b",\"nags\":[");
        let from = line.moves.len();
        for nag in nags(self.game, ply.id.0 + 1, ply.turn) {
            if line.moves.len() > from {
                line.moves.push(b',');
            }
            push_number(&mut line.moves, u32::from(nag));
        }
        line.moves.push(b']');
        let before = std::mem::take(&mut line.before_moves);
        // Comments of a game before its first move are the game's own field.
        if self.lines.len() > 1 || ply.index > 0 {
            let line = self.lines.last_mut().expect("there is a line: it was used above");
            list(&mut line.moves, "comments_before", &before);
        } else {
            let line = self.lines.last_mut().expect("there is a line: it was used above");
            list(&mut line.moves, "comments_before", b"");
            line.before_moves = before;
        }
        if let Some(line) = self.lines.last_mut() {
            line.has_open_move = true;
        }
    }

    fn node(&mut self, id: NodeId, node: &Node) {
        match node.kind {
            NodeKind::RavOpen { kind, end } => {
                let is_deep = self.lines.len() > DEEPEST;
                if self.n_nested > 0 || is_deep || kind != RavKind::Plain {
                    if self.n_nested == 0 {
                        let close = self.game.nodes[end.0 as usize].span.end as usize;
                        self.raw_variation(
                            kind,
                            &self.src[node.span.start as usize..close],
                            id,
                            end,
                        );
                    }
                    self.n_nested += 1;
                } else {
                    self.lines.push(Line::default());
                }
            }
            NodeKind::RavClose => {
                if self.n_nested > 0 {
                    self.n_nested -= 1;
                } else if self.lines.len() > 1
                    && let Some(mut line) = self.lines.pop()
                    && let Some(outer) = self.lines.last_mut()
                {
                    line.close_move();
                    comma(&mut outer.variations);
                    outer.variations.push(b'[');
                    outer.variations.extend_from_slice(&line.moves);
                    outer.variations.push(b']');
                }
            }
            NodeKind::Comment(_) if self.n_nested == 0 => self.comment(node.comment_text(self.src)),
            NodeKind::Marker(_) if self.n_nested == 0 && self.lines.len() > 1 => {
                self.comment(node.span.of(self.src))
            }
            _ => (),
        }
    }
}

impl Tree<'_> {
    fn raw_variation(&mut self, kind: RavKind, text: &[u8], open: NodeId, end: NodeId) {
        match kind {
            RavKind::Plain => {
                let text = self.fallback.decode(text).into_owned();
                if let Some(line) = self.lines.last_mut() {
                    comma(&mut line.variations);
                    line.variations.extend_from_slice(b"{\"raw\":");
                    push_string(&mut line.variations, &text);
                    line.variations.push(b'}');
                }
            }
            RavKind::Empty => {
                let game = self.game;
                for node in &game.nodes[open.0 as usize..end.0 as usize] {
                    if let NodeKind::Comment(_) = node.kind {
                        self.comment(node.comment_text(self.src));
                    }
                }
            }
            RavKind::WithoutMove => self.comment(text),
        }
    }

    fn comment(&mut self, text: &[u8]) {
        let decoded = self.fallback.decode(text);
        let words = decoded.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let Some(line) = self.lines.last_mut() else { return };
        if words.is_empty() {
            return;
        }
        let is_behind = line.has_open_move;
        let list = if is_behind { &mut line.comments } else { &mut line.before_moves };
        comma(list);
        push_string(list, &words);
        if !is_behind {
            return;
        }
        for command in commands(text) {
            match command.name {
                b"clk" => line.clk = seconds(command.operands).or(line.clk.take()),
                b"emt" => line.emt = seconds(command.operands).or(line.emt.take()),
                b"eval" => line.eval = eval(command.operands).or(line.eval.take()),
                _ => (),
            }
        }
    }
}

/// NAGs of a move, suffixes first, each once.
fn nags(game: &Game, from: u32, moved: Color) -> Vec<u8> {
    let mut found = Vec::new();
    for is_suffix_turn in [true, false] {
        let mut at = from as usize;
        while let Some(node) = game.nodes.get(at) {
            at += 1;
            let nag =
                match node.kind {
                    NodeKind::Suffix(nag) if is_suffix_turn => nag,
                    NodeKind::Nag(nag) if !is_suffix_turn => nag,
                    NodeKind::Glyph { white, black } if !is_suffix_turn => {
                        if moved == Color::White { white } else { black }
                    }
                    NodeKind::Nag(_) | NodeKind::Suffix(_) | NodeKind::Glyph { .. } => continue,
                    NodeKind::Comment(_) | NodeKind::MoveNumber(_) => continue,
                    NodeKind::RavOpen { end, .. } => {
                        at = end.0 as usize + 1;
                        continue;
                    }
                    _ => break,
                };
            if nag != 0 && !found.contains(&nag) {
                found.push(nag);
            }
        }
    }
    found
}

/// `1:59:01`, `0:09:58.1`, `59:44`, `1.748` as a number of seconds.
fn seconds(operand: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(operand).ok()?.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let parts: Vec<u64> = whole.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    if parts.len() > 3 || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let total = parts.iter().try_fold(0_u64, |n, part| n.checked_mul(60)?.checked_add(*part))?;
    let fraction = fraction.trim_end_matches('0');
    Some(
        if fraction.is_empty() { total.to_string() } else { format!("{total}.{fraction}") }
            .into_bytes(),
    )
}

/// `0.17`, `#-3`, `-106,29` (centipawns, depth) as an object, from White's view.
fn eval(operand: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(operand).ok()?.trim();
    let value = text.split([',', '/']).next()?.trim();
    if let Some(mate) = value.strip_prefix('#') {
        let n: i64 = mate.parse().ok()?;
        return Some(format!("{{\"mate\":{n}}}").into_bytes());
    }
    let centipawns = if value.contains('.') {
        let pawns: f64 = value.parse().ok().filter(|it: &f64| it.is_finite() && it.abs() < 1e9)?;
        #[expect(clippy::cast_possible_truncation, reason = "bounded in the line before")]
        let rounded = (pawns * 100.0).round() as i64;
        rounded
    } else if text.contains(',') {
        value.parse().ok()?
    } else {
        value.parse::<i64>().ok()?.checked_mul(100)?
    };
    Some(format!("{{\"cp\":{centipawns}}}").into_bytes())
}

fn push_error(errors: &mut Vec<u8>, rule: &str, span: Span, ply: Option<u32>, message: &str) {
    comma(errors);
    errors.extend_from_slice(b"{\"rule\":");
    push_string(errors, rule);
    errors.push(b',');
    errors.extend_from_slice(MARK);
    push_number(errors, span.start);
    errors.extend_from_slice(format!(",\"length\":{},\"ply\":", span.len()).as_bytes());
    match ply {
        Some(ply) => push_number(errors, ply),
        None => errors.extend_from_slice(b"null"),
    }
    errors.extend_from_slice(b",\"message\":");
    push_string(errors, message);
    errors.push(b'}');
}

fn comma(out: &mut Vec<u8>) {
    if !out.is_empty() {
        out.push(b',');
    }
}

fn list(out: &mut Vec<u8>, name: &str, items: &[u8]) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":[");
    out.extend_from_slice(items);
    out.push(b']');
}

fn push_string(out: &mut Vec<u8>, text: &str) {
    if serde_json::to_writer(&mut *out, text).is_err() {
        // Writing to a buffer does not fail.
        out.extend_from_slice(b"\"\"");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_evaluations() {
        let text = |value: Option<Vec<u8>>| value.map(|it| String::from_utf8(it).unwrap());
        assert_eq!(text(seconds(b"1:59:01")).as_deref(), Some("7141"));
        assert_eq!(text(seconds(b"0:09:58.10")).as_deref(), Some("598.1"));
        assert_eq!(text(seconds(b"1.748")).as_deref(), Some("1.748"));
        assert_eq!(text(seconds(b"soon")), None);
        assert_eq!(text(eval(b"0.17")).as_deref(), Some("{\"cp\":17}"));
        assert_eq!(text(eval(b"#-3")).as_deref(), Some("{\"mate\":-3}"));
        assert_eq!(text(eval(b"-106,29")).as_deref(), Some("{\"cp\":-106}"));
    }
}

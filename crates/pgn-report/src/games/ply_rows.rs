//! The half-moves of main lines as table rows.

use pgn_chess::{
    CanonicalPly, Ply, Position, PositionText, Replay, ReplayOptions, Start, Visitor,
    export::{result, stated_result},
    shakmaty::Color,
    tag_list::{EditTags, Tag, TagFacts, edit_with_result, found_tags, value},
};
use pgn_query::move_facts::{MoveFacts, main_line};
use pgn_syntax::{
    CommentKind, Evaluation, Fallback, Game, Marker, MoveData, Node, NodeId, NodeKind, ScoreForm,
    TagName, rating, white_space::squeezed,
};
use pgn_table::RowBuilder;

use super::{
    columns::{Cells, Columns, TableForm},
    pieces::PieceWriter,
    ply_values::{PlySan, phase, seconds},
    values::{known_in_any_case, uci},
    window::Window,
};

/// Writes a row for each half-move of a main line: the columns before its comments when it is played, the others when
/// its annotations are complete.
pub(super) struct Plies<'a> {
    game: &'a Game,
    src: &'a [u8],
    table: PlyTable,
    wants_position: bool,
    wants_phase: bool,
    wants_words: bool,
    wants_numbers: bool,
    wants_san: bool,
    scores: ScoreForm<'a>,
    /// The facts of the remaining half-moves; empty if no column depends on several moves.
    facts: std::vec::IntoIter<MoveFacts>,
    of_game: &'a OfGame,
    out: PieceWriter<'a>,
    position: PositionText,
    depth: u32,
    has_failed: bool,
    /// Offset of the last row; `None` if it is complete.
    open: Option<usize>,
    /// The last half-move; `None` if there is none, or it has ended.
    last: Option<LastPly>,
    notes: Notes<'a>,
    /// A buffer for a FEN.
    fen: Vec<u8>,
}

/// What the rows of half-moves of all games have in common.
#[derive(Clone, Copy)]
pub(super) struct PlyTable {
    pub(super) form: TableForm,
    /// The half-moves that have rows.
    pub(super) window: Window,
    pub(super) fallback: Fallback,
}

/// Values of the last half-move for the columns after those of comments.
struct LastPly {
    is_white: bool,
    san: PlySan,
    phase: Option<&'static str>,
}

/// Values that all rows of a game have in common.
#[derive(Clone, Default)]
pub(super) struct OfGame {
    result: Option<Marker>,
    /// The ratings of White and Black.
    elo: [Option<i64>; 2],
    /// The values of the tags that are columns.
    tags: Vec<Option<String>>,
}

impl OfGame {
    /// Returns true if a column is made of these values.
    pub(super) fn is_needed(columns: Columns) -> bool {
        columns.has_any(&["white_elo", "black_elo", "result"]) || !columns.tags().is_empty()
    }

    /// Returns the values of a game, as far as columns need them.
    pub(super) fn new(
        columns: Columns,
        game: &Game,
        src: &[u8],
        fallback: Fallback,
        start: &Start,
        reading: &ReplayOptions,
        replay: &mut Replay,
    ) -> OfGame {
        let number = |name| rating::read(&game.tag(src, name)?.value(src)).map(i64::from);
        let has_elo = columns.has_any(&["white_elo", "black_elo"]);
        let elo = if has_elo { ELO_TAGS.map(number) } else { [None; 2] };
        let result = columns.has_any(&["result"]).then(|| {
            stated_result(game, src).unwrap_or_else(|| {
                result(game, src, &replay.walk(game, src, start, reading, &mut ()))
            })
        });
        let is_tagged = !columns.tags().is_empty();
        let tags = is_tagged.then(|| tag_values(columns, &found_tags(game, src, fallback)));
        OfGame { result, elo, tags: tags.unwrap_or_default() }
    }

    /// Returns the values of a game with its tags as `editor` edits them.
    pub(super) fn edited(
        columns: Columns,
        facts: &TagFacts<'_>,
        fallback: Fallback,
        editor: &mut dyn EditTags,
    ) -> OfGame {
        let TagFacts { game, src, end, .. } = *facts;
        let (mut tags, mut marker) = (found_tags(game, src, fallback), result(game, src, end));
        edit_with_result(editor, facts, &mut tags, &mut marker);
        let number =
            |name: TagName| rating::read(value(&tags, name.text())?.as_bytes()).map(i64::from);
        let elo = ELO_TAGS.map(number);
        OfGame { result: Some(marker), elo, tags: tag_values(columns, &tags) }
    }
}

/// The tags with the ratings of White and Black.
const ELO_TAGS: [TagName; 2] = [TagName::WHITE_ELO, TagName::BLACK_ELO];

/// Returns the values of the tags that are columns.
fn tag_values(columns: Columns, tags: &[Tag<'_>]) -> Vec<Option<String>> {
    let value = |name: &&str| known_in_any_case(tags, name).map(str::to_owned);
    columns.tags().iter().map(value).collect()
}

/// Values of the comments of the last half-move.
#[derive(Default)]
struct Notes<'a> {
    /// The text of the first comment if it is a server comment: ASCII with one blank between its words.
    of_server: Option<&'a [u8]>,
    /// The text of the other comments.
    comment: String,
    data: MoveData,
}

/// The columns with numbers from comments.
const NUMBERS: [&str; 6] = ["clk", "emt", "eval_cp", "eval_mate", "depth", "nodes"];

/// Number of columns between those of the place and those of comments.
const BEFORE_COMMENTS: u32 = 8;

impl<'a> Plies<'a> {
    pub(super) fn new(
        game: &'a Game,
        src: &'a [u8],
        start: Option<&Position>,
        table: PlyTable,
        of_game: &'a OfGame,
        out: PieceWriter<'a>,
    ) -> Plies<'a> {
        let columns = table.form.columns;
        let wants_numbers = columns.has_any(&NUMBERS);
        let mut facts = Vec::new();
        if columns.has_any(&["spent", "loss"]) {
            main_line(game, src, |_, _, it| facts.push(*it));
        }
        Plies {
            game,
            src,
            table,
            wants_position: columns.has_any(&["fen", "hash", "phase"]),
            wants_phase: columns.has_any(&["phase"]),
            wants_words: columns.has_any(&["comment"]),
            wants_numbers,
            wants_san: columns.has_any(&["piece", "capture", "check"]),
            scores: ScoreForm::of(game, src),
            facts: facts.into_iter(),
            of_game,
            out,
            position: PositionText::new(start.unwrap_or(&Position::INITIAL)),
            depth: 0,
            has_failed: false,
            open: None,
            last: None,
            notes: Notes::default(),
            fen: Vec::new(),
        }
    }

    /// Ends the last row, and returns the receiver of the rows.
    pub(super) fn end(mut self) -> PieceWriter<'a> {
        self.end_ply();
        self.out
    }

    /// Begins a half-move. `has_position` is true if the position after it is known.
    fn begin_ply(&mut self, turn: Color, san: &[u8], has_position: bool) {
        let phase = if self.wants_phase && has_position {
            self.fen.clear();
            self.position.push_fen(&mut self.fen);
            Some(phase(&self.fen))
        } else {
            None
        };
        let san = if self.wants_san { PlySan::of(san) } else { PlySan::default() };
        self.last = Some(LastPly { is_white: turn == Color::White, san, phase });
    }

    /// Begins the row of a half-move. `has_position` is true if the position after it is known.
    fn begin_row(&mut self, ply: &PlyFacts<'_>, has_position: bool) {
        let out = self.out.out();
        self.open = Some(out.len());
        let mut cells = Cells::begin(out, self.table.form);
        cells.int("ply", || Some(i64::from(ply.index) + 1));
        cells.int("number", || Some(i64::from(ply.number)));
        cells.plain("color", || Some(if ply.turn == Color::White { b"white" } else { b"black" }));
        match ply.san {
            MoveText::Canonical(san) => cells.plain("san", || Some(san)),
            MoveText::Other(text) => cells.text("san", || Some(text)),
        }
        cells.plain("uci", || ply.uci);
        cells.text("fen", || {
            self.fen.clear();
            self.position.push_fen(&mut self.fen);
            std::str::from_utf8(&self.fen).ok().filter(|_| has_position)
        });
        cells.string("hash", || has_position.then(|| format!("{:016x}", self.position.hash())));
        cells.string("nags", || nags(self.game, ply).filter(|nags| !nags.is_empty()));
    }

    /// Ends the last half-move and its row, if it has one.
    fn end_ply(&mut self) {
        let Some(last) = self.last.take() else { return };
        let facts = self.facts.next().unwrap_or_default();
        self.end_row(&last, &facts);
        self.notes.data = MoveData::default();
        self.notes.of_server = None;
        self.notes.comment.clear();
    }

    fn end_row(&mut self, last: &LastPly, facts: &MoveFacts) {
        let Some(start) = self.open.take() else { return };
        let TableForm { columns, cells } = self.table.form;
        let row = RowBuilder::resume(self.out.out(), start, cells);
        let mut cells = Cells::after(row, columns, BEFORE_COMMENTS);
        let Notes { of_server, comment, data } = &self.notes;
        let MoveData { clk, emt, eval, depth, nodes, .. } = *data;
        match of_server {
            Some(words) if comment.is_empty() => cells.plain("comment", || Some(words)),
            _ => cells
                .text("comment", || Some(comment.as_str()).filter(|comment| !comment.is_empty())),
        }
        cells.float("clk", || clk.map(seconds));
        cells.float("emt", || emt.map(seconds));
        let (centipawns, mate) = match eval {
            Some(Evaluation::Centipawns(n)) => (Some(n), None),
            Some(Evaluation::Mate(n)) => (None, Some(n)),
            None => (None, None),
        };
        cells.int("eval_cp", || centipawns);
        cells.int("eval_mate", || mate);
        cells.int("depth", || depth.map(i64::from));
        cells.int("nodes", || nodes.and_then(|it| it.try_into().ok()));
        cells.float("spent", || facts.spent.map(seconds));
        cells.int("loss", || facts.loss.and_then(|it| it.try_into().ok()));
        let PlySan { piece, is_capture, is_check } = last.san;
        cells.text("piece", || piece);
        cells.int("capture", || piece.map(|_| is_capture.into()));
        cells.int("check", || piece.map(|_| is_check.into()));
        cells.text("phase", || last.phase);
        let OfGame { result, elo, tags } = self.of_game;
        cells.text("result", || result.map(Marker::text));
        cells.int("white_elo", || elo[0]);
        cells.int("black_elo", || elo[1]);
        let mut tags = tags.iter();
        cells.tags(|_| tags.next()?.as_deref());
        cells.end();
    }

    fn comment(&mut self, node: &Node) {
        let Some(last) = &self.last else { return };
        let Notes { of_server, comment, data } = &mut self.notes;
        if self.wants_numbers {
            data.read_node(node, last.is_white, &self.scores);
        }
        if self.open.is_none() || !self.wants_words {
            return;
        }
        let text = node.comment_text(self.src);
        if node.kind == NodeKind::Comment(CommentKind::Server)
            && of_server.is_none()
            && comment.is_empty()
        {
            *of_server = Some(text.trim_ascii());
            return;
        }
        if let Some(first) = of_server.take() {
            comment.push_str(&self.table.fallback.decode(first));
        }
        let decoded = self.table.fallback.decode(text);
        let words = squeezed(&decoded);
        if !comment.is_empty() && !words.is_empty() {
            comment.push(' ');
        }
        comment.push_str(&words);
    }
}

/// Values of a half-move without those of its comments.
struct PlyFacts<'a> {
    id: NodeId,
    index: u32,
    number: u32,
    turn: Color,
    san: MoveText<'a>,
    /// The move in UCI notation.
    uci: Option<&'a [u8]>,
}

/// The text of a move.
enum MoveText<'a> {
    /// Canonical SAN.
    Canonical(&'a [u8]),
    /// Any other text, such as that of a null move.
    Other(&'a str),
}

/// Returns the numbers of the NAGs of a half-move.
fn nags(game: &Game, ply: &PlyFacts<'_>) -> Option<String> {
    if !game.has_nags {
        return None;
    }
    let mut nags = Vec::new();
    game.nags_into(ply.id.0 as usize + 1, ply.turn == Color::White, &mut nags);
    let nags: Vec<String> = nags.iter().map(u8::to_string).collect();
    Some(nags.join(" "))
}

impl Visitor for Plies<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        if self.depth > 0 || self.has_failed {
            return;
        }
        self.end_ply();
        let Some(san) = ply.canonical_san() else {
            self.has_failed = true;
            return;
        };
        if self.wants_position
            && let Some(after) = ply.after
        {
            self.position.set(after);
        }
        self.begin_ply(ply.turn, san.as_bytes(), ply.after.is_some());
        if !self.table.window.has(ply.index + 1) || !self.out.next_row() {
            return;
        }
        let uci = uci(ply);
        let &Ply { id, index, number, turn, .. } = ply;
        let (san, uci) = (MoveText::Other(san.as_str()), uci.as_deref().map(str::as_bytes));
        let facts = PlyFacts { id, index, number, turn, san, uci };
        self.begin_row(&facts, ply.after.is_some());
    }

    fn needs_only_text(&self) -> bool {
        true
    }

    fn canonical(&mut self, ply: &CanonicalPly<'_>) {
        if self.depth > 0 || self.has_failed {
            return;
        }
        self.end_ply();
        if self.wants_position {
            self.position.follow(ply);
        }
        let san = ply.span.of(self.src);
        self.begin_ply(ply.turn, san, true);
        if !self.table.window.has(ply.index + 1) || !self.out.next_row() {
            return;
        }
        let uci = ply.mv().uci(ply.castling_mode());
        let &CanonicalPly { id, index, number, turn, .. } = ply;
        let (san, uci) = (MoveText::Canonical(san), Some(uci.as_bytes()));
        let facts = PlyFacts { id, index, number, turn, san, uci };
        self.begin_row(&facts, true);
    }

    fn wants_server_comments(&self) -> bool {
        self.wants_words || self.wants_numbers
    }

    fn node(&mut self, _: NodeId, node: &Node) {
        match node.kind {
            NodeKind::RavOpen { .. } => self.depth += 1,
            NodeKind::RavClose => self.depth = self.depth.saturating_sub(1),
            NodeKind::Comment(_) if self.depth == 0 && !self.has_failed => {
                self.comment(node);
            }
            _ => (),
        }
    }
}

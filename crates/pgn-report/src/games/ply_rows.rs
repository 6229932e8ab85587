//! The half-moves of main lines as table rows.

use pgn_chess::{Ply, Variant, Visitor, shakmaty::Color};
use pgn_syntax::{
    Evaluation, Fallback, Game, Node, NodeId, NodeKind, clock_time, command::commands,
};
use pgn_table::{Column, DataType, RowBuilder};

use super::{
    pieces::PieceWriter,
    rows::{PLACE, column, uci},
};

pub(super) const COLUMNS: &[Column] = &[
    PLACE[0],
    PLACE[1],
    PLACE[2],
    PLACE[3],
    column("ply", DataType::Int),
    column("number", DataType::Int),
    column("color", DataType::Text),
    column("san", DataType::Text),
    column("uci", DataType::Text),
    column("fen", DataType::Text),
    column("hash", DataType::Text),
    column("nags", DataType::Text),
    column("comment", DataType::Text),
    column("clk", DataType::Float),
    column("emt", DataType::Float),
    column("eval_cp", DataType::Int),
    column("eval_mate", DataType::Int),
];

/// Writes a row for each half-move of a main line, once its annotations are complete.
pub(super) struct Plies<'a> {
    game: &'a Game,
    src: &'a [u8],
    fallback: Fallback,
    /// True if moves are not checked, so that positions are unknown.
    is_unchecked: bool,
    out: PieceWriter<'a>,
    depth: u32,
    has_failed: bool,
    open: Option<PendingRow>,
}

/// The last half-move, whose row is not written yet.
struct PendingRow {
    ply: i64,
    number: i64,
    color: &'static str,
    san: String,
    uci: Option<String>,
    fen: Option<String>,
    hash: Option<String>,
    nags: String,
    comment: String,
    clk: Option<f64>,
    emt: Option<f64>,
    eval: Option<Evaluation>,
}

impl<'a> Plies<'a> {
    pub(super) fn new(
        game: &'a Game,
        src: &'a [u8],
        fallback: Fallback,
        variant: Variant,
        out: PieceWriter<'a>,
    ) -> Plies<'a> {
        let is_unchecked = variant == Variant::Unchecked;
        Plies { game, src, fallback, is_unchecked, out, depth: 0, has_failed: false, open: None }
    }

    /// Writes the last row, and returns the receiver of the rows.
    pub(super) fn end(mut self) -> PieceWriter<'a> {
        self.write();
        self.out
    }

    fn write(&mut self) {
        let Some(open) = self.open.take() else { return };
        let mut row = RowBuilder::begin(self.out.out());
        row.int(Some(open.ply));
        row.int(Some(open.number));
        row.text(Some(open.color));
        row.text(Some(&open.san));
        row.text(open.uci.as_deref());
        row.text(open.fen.as_deref());
        row.text(open.hash.as_deref());
        row.text(Some(open.nags.as_str()).filter(|nags| !nags.is_empty()));
        row.text(Some(open.comment.as_str()).filter(|comment| !comment.is_empty()));
        row.float(open.clk);
        row.float(open.emt);
        let (centipawns, mate) = match open.eval {
            Some(Evaluation::Centipawns(n)) => (Some(n), None),
            Some(Evaluation::Mate(n)) => (None, Some(n)),
            None => (None, None),
        };
        row.int(centipawns);
        row.int(mate);
        row.end();
    }

    fn comment(&mut self, text: &[u8]) {
        let Some(open) = &mut self.open else { return };
        for word in self.fallback.decode(text).split_whitespace() {
            if !open.comment.is_empty() {
                open.comment.push(' ');
            }
            open.comment.push_str(word);
        }
        let seconds = |operands| clock_time::read(operands).map(|time| time.as_secs_f64());
        for command in commands(text) {
            match command.name {
                b"clk" => open.clk = seconds(command.operands).or(open.clk),
                b"emt" => open.emt = seconds(command.operands).or(open.emt),
                b"eval" => open.eval = Evaluation::read(command.operands).or(open.eval),
                _ => (),
            }
        }
    }
}

impl Visitor for Plies<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        if self.depth > 0 || self.has_failed {
            return;
        }
        self.write();
        let san = match ply.canonical_san() {
            Some(san) => san.to_string(),
            None if self.is_unchecked => self.fallback.decode(ply.span.of(self.src)).into_owned(),
            None => {
                self.has_failed = true;
                return;
            }
        };
        if !self.out.takes_next() {
            return;
        }
        let mut nags = Vec::new();
        self.game.nags_into(ply.id.0 as usize + 1, ply.turn == Color::White, &mut nags);
        let nags: Vec<String> = nags.iter().map(u8::to_string).collect();
        self.open = Some(PendingRow {
            ply: i64::from(ply.index) + 1,
            number: i64::from(ply.number),
            color: if ply.turn == Color::White { "white" } else { "black" },
            san,
            uci: uci(ply),
            fen: ply.after.map(|after| after.fen()),
            hash: ply.after.map(|after| format!("{:016x}", after.polyglot_hash())),
            nags: nags.join(" "),
            comment: String::new(),
            clk: None,
            emt: None,
            eval: None,
        });
    }

    fn node(&mut self, _: NodeId, node: &Node) {
        match node.kind {
            NodeKind::RavOpen { .. } => self.depth += 1,
            NodeKind::RavClose => self.depth = self.depth.saturating_sub(1),
            NodeKind::Comment(_) if self.depth == 0 && !self.has_failed => {
                self.comment(node.comment_text(self.src));
            }
            _ => (),
        }
    }
}

//! The numbers that the comments of a move state: clock times, evaluations, depths and nodes.
//!
//! Servers write commands ([`crate::comments::command`]), engine programs words of their own. [`MoveData::read`] reads
//! both. A form that does not show the unit or the point of view of a number is not read: a number alone, such as
//! `0.35`, is White's view in the files of some programs and the mover's in those of others.

use std::{cell::OnceCell, time::Duration};

use crate::{
    CommentKind, Evaluation, Game, Node, NodeKind, Span,
    comments::{
        annotation::{
            arrow,
            engine_score::{self, EngineScore, MateUnit, whole_score},
            items, read_list,
        },
        clock_time,
        command::places,
        server_comment::{self, ServerComment},
    },
    text::numerals,
};

/// The numbers that the comments of a move state.
///
/// ```
/// use pgn_syntax::{Evaluation, MoveData};
///
/// let mut data = MoveData::default();
/// data.read(b"+0.31/18 0.412s, n=61000", false, None);
/// assert_eq!(data.eval, Some(Evaluation::Centipawns(-31)));
/// assert_eq!((data.depth, data.nodes), (Some(18), Some(61_000)));
/// assert_eq!(data.emt.unwrap().as_millis(), 412);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveData {
    /// The time on the mover's clock after the move.
    pub clk: Option<Duration>,
    /// The time spent on the move.
    pub emt: Option<Duration>,
    /// The evaluation, from White's point of view.
    pub eval: Option<Evaluation>,
    /// True if the evaluation is the score of the search that chose the move, as engine programs write it in their games;
    /// false if it is that of the position after the move.
    pub is_of_search: bool,
    /// The search depth of the evaluation in half-moves.
    pub depth: Option<u32>,
    /// The number of nodes searched.
    pub nodes: Option<u64>,
}

/// How the comments of a game write scores: what one comment does not show, others may.
///
/// ```
/// use pgn_syntax::{Games, MoveData, ScoreForm};
///
/// let src = b"1. e4 {0.31/18 31} e5 {-0.25/18 20} *";
/// let mut games = Games::new(src);
/// let game = games.next().unwrap();
/// let mut data = MoveData::default();
/// data.read(b"-0.25/18 20", false, Some(&ScoreForm::of(game, src)));
/// assert_eq!((data.eval, data.depth), (None, Some(18)));
/// ```
#[derive(Debug)]
pub struct ScoreForm<'a> {
    game: &'a Game,
    src: &'a [u8],
    omits_plus: OnceCell<bool>,
}

impl<'a> ScoreForm<'a> {
    /// Returns the form of a game that was read from `src`. Its comments are read when they are needed.
    #[must_use]
    pub fn of(game: &'a Game, src: &'a [u8]) -> ScoreForm<'a> {
        ScoreForm { game, src, omits_plus: OnceCell::new() }
    }

    /// Returns true if the game has a positive score without `+`. Programs that write the mover's view sign all scores,
    /// so in such a game the point of view of negative scores is unknown, too.
    fn omits_plus(&self) -> bool {
        *self.omits_plus.get_or_init(|| {
            self.game.nodes.iter().any(|node| {
                let is_server = node.kind == NodeKind::Comment(CommentKind::Server);
                if is_server || !node.kind.is_comment() {
                    return false;
                }
                let words = node.comment_text(self.src).trim_ascii();
                EngineScore::read(words).is_some_and(|found| {
                    let eval = found.score.evaluation(MateUnit::HalfMoves);
                    found.score.sign.is_none()
                        && !found.time.is_empty()
                        && eval.is_some_and(|eval| eval != Evaluation::Centipawns(0))
                })
            })
        })
    }
}

impl MoveData {
    /// Adds the numbers of a comment after the move. A number replaces one of an earlier comment.
    ///
    /// `is_white` is true if White made the move: engine programs write scores from the mover's point of
    /// view. `form` is the form of scores in the game of the comment, if the game is known.
    pub fn read(&mut self, comment: &[u8], is_white: bool, form: Option<&ScoreForm<'_>>) {
        let mut at = 0;
        for (start, command) in places(comment) {
            self.read_words(&comment[at..start], is_white, form);
            at = start + command.text.len();
            self.read_command(command.name, command.operands);
        }
        self.read_words(&comment[at..], is_white, form);
    }

    /// Adds the numbers of a comment after the move, as [`read`](Self::read) does. `node` is the comment in the game of
    /// `form`.
    #[inline(always)]
    pub fn read_node(&mut self, node: &Node, is_white: bool, form: &ScoreForm<'_>) {
        let src = form.src;
        if node.kind != NodeKind::Comment(CommentKind::Server) {
            return self.read(node.comment_text(src), is_white, Some(form));
        }
        // The commands of a server are known: the clock is the last one.
        let (start, end) = (node.span.start as usize, node.span.end as usize);
        let words = &src[start + 1..end - 1];
        self.clk = Some(clock_time::of_server(words.strip_suffix(b" ").unwrap_or(words)));
        if words.len() > " [%clk 0:00:00.0] ".len() {
            self.read_server_evaluation(src, node.span);
        }
    }

    fn read_server_evaluation(&mut self, src: &[u8], span: Span) {
        let ServerComment { evaluation, .. } = server_comment::parts(src, span);
        let operand = b"[%eval ".len()..evaluation.1 - evaluation.0 - 1;
        self.read_command(b"eval", &src[evaluation.0..evaluation.1][operand]);
    }

    fn read_command(&mut self, name: &[u8], operands: &[u8]) {
        match name {
            b"clk" => self.clk = clock_time::read(operands).or(self.clk),
            b"emt" => self.emt = clock_time::read(operands).or(self.emt),
            // Tenths of a second (chess.com).
            b"timestamp" => {
                let tenths = number(operands).map(|tenths| Duration::from_millis(tenths * 100));
                self.emt = self.emt.or(tenths);
            }
            b"eval" => {
                if let Some((eval, depth)) = Evaluation::with_depth(operands) {
                    (self.eval, self.is_of_search) = (Some(eval), false);
                    self.depth = depth.or(self.depth);
                }
            }
            b"depth" => self.depth = small(operands).or(self.depth),
            b"nodes" => self.nodes = number(operands).or(self.nodes),
            _ => (),
        }
    }

    /// Adds the numbers of words without commands.
    fn read_words(&mut self, words: &[u8], is_white: bool, form: Option<&ScoreForm<'_>>) {
        let words = words.trim_ascii();
        match words.first() {
            None => (),
            Some(b'(') if arrow(words).is_some() => self.read_arrow(words),
            Some(b'a'..=b'z') => self.read_list(words),
            Some(_) => self.read_score(words, is_white, form),
        }
    }

    /// Reads the score, the depth and the time of an engine program.
    fn read_score(&mut self, words: &[u8], is_white: bool, form: Option<&ScoreForm<'_>>) {
        let Some(found) = EngineScore::read(words) else { return };
        let EngineScore { score, is_depth_first, depth, time, list } = found;
        let Some(depth) = small(depth) else { return };
        if is_depth_first {
            // `16:+0.75`: the score is from White's point of view (Scid, Crafty).
            if let Some(eval) = score.evaluation(MateUnit::Moves).filter(|_| score.sign.is_some()) {
                (self.eval, self.is_of_search, self.depth) = (Some(eval), false, Some(depth));
            }
            return;
        }
        let Some(eval) = score.evaluation(MateUnit::HalfMoves) else { return };
        let emt = engine_score::time(time);
        // PyChess writes White's score and no time, and a positive score without a sign has no known writer.
        let is_signed = match score.sign {
            Some(-1) => !form.is_some_and(ScoreForm::omits_plus),
            sign => sign.is_some(),
        };
        let is_movers = emt.is_some() && is_signed;
        if is_movers || eval == Evaluation::Centipawns(0) {
            self.eval = Some(if is_white { eval } else { eval.of_other_side() });
            self.is_of_search = true;
        }
        self.depth = Some(depth);
        self.emt = emt.or(self.emt);
        for item in items(list) {
            match item {
                (b"n" | b"nodes", Some(value)) => self.nodes = number(value).or(self.nodes),
                (b"tl", Some(value)) => self.clk = engine_score::time(value).or(self.clk),
                _ => (),
            }
        }
    }

    /// Reads `(0.14 → 0.80)`: White's scores before and after the move (Lichess).
    fn read_arrow(&mut self, words: &[u8]) {
        let after = arrow(words).and_then(|(_, after)| whole_score(after));
        self.eval = self.eval.or_else(|| after?.evaluation(MateUnit::Moves));
    }

    /// Reads `d=36, sd=43, mt=74637, tl=1730363, n=16742922381, pv=Nf3 d5, wv=0.10,` (TCEC).
    fn read_list(&mut self, words: &[u8]) {
        let mut data = *self;
        let is_list = read_list(words, |key, value| match key {
            b"d" => data.depth = small(value).or(data.depth),
            b"n" => data.nodes = number(value).or(data.nodes),
            b"mt" => data.emt = time_of_list(value).or(data.emt),
            b"tl" => data.clk = time_of_list(value).or(data.clk),
            // White's view, which has the key `wv` since season 7, and had the key `ev` before.
            b"wv" | b"ev" => {
                let eval = whole_score(value).and_then(|it| it.evaluation(MateUnit::HalfMoves));
                data.is_of_search |= eval.is_some();
                data.eval = eval.or(data.eval);
            }
            _ => (),
        });
        if is_list {
            *self = data;
        }
    }
}

/// Reads a time of a list: whole milliseconds, or `h:mm:ss`.
fn time_of_list(value: &[u8]) -> Option<Duration> {
    match number(value) {
        Some(millis) => Some(Duration::from_millis(millis)),
        None if value.contains(&b':') => clock_time::read(value),
        None => None,
    }
}

/// Reads a number of up to five digits.
fn small(text: &[u8]) -> Option<u32> {
    number(text).filter(|_| text.len() <= 5).and_then(|n| n.try_into().ok())
}

/// Reads a number of up to 15 digits.
fn number(text: &[u8]) -> Option<u64> {
    numerals::number(text, 15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comments::annotation::pieces_into;

    /// Checks the numbers of a comment after a move of Black, written as in a table.
    #[track_caller]
    fn check(comment: &str, expect: &str) {
        let mut data = MoveData::default();
        data.read(comment.as_bytes(), false, None);
        let MoveData { clk, emt, eval, is_of_search: _, depth, nodes } = data;
        let eval = eval.map(|eval| match eval {
            Evaluation::Centipawns(n) => format!("cp {n}"),
            Evaluation::Mate(n) => format!("mate {n}"),
        });
        let parts = [
            clk.map(|time| format!("clk {}", time.as_secs_f64())),
            emt.map(|time| format!("emt {}", time.as_secs_f64())),
            eval,
            depth.map(|n| format!("d {n}")),
            nodes.map(|n| format!("n {n}")),
        ];
        let got: Vec<String> = parts.into_iter().flatten().collect();
        assert_eq!(got.join(", "), expect, "{comment}");
        if data != MoveData::default() {
            let has_words = pieces_into(comment.as_bytes(), &mut Vec::new());
            assert!(!has_words, "{comment}: counts as the words of a person");
        }
    }

    #[test]
    fn commands_of_servers_and_databases() {
        check("[%eval 0.17] [%clk 0:05:00]", "clk 300, cp 17");
        check("[%clk 0:09:58.1][%timestamp 25]", "clk 598.1, emt 2.5");
        check("[%timestamp 25][%emt 3]", "emt 3");
        check("[%emt 0:00:08.078]", "emt 8.078");
        check("[%eval -106,29][%emt 0:00:03]", "emt 3, cp -106, d 29");
        check("[%eval -0.06/16]", "cp -6, d 16");
        check("[%eval #-3,20]", "mate -3, d 20");
        check("[%eval 32766,20]", "mate 1, d 20");
        check("[%eval -32760,9]", "mate -7, d 9");
        check("[%eval -32767,0]", "mate 0, d 0");
        check("[%eval 2999,12]", "cp 2999, d 12");
        check("[%eval -M3]", "mate -3");
        check("[%eval M2]", "mate 2");
        check("[%depth 20] [%nodes 12345]", "d 20, n 12345");
        check("[%eval unclear][%clk soon][%timestamp -1][%depth x]", "");
        check("[%eval 0.1] [%eval 0.2]", "cp 20");
    }

    #[test]
    fn words_of_programs_that_play_matches() {
        check("+0.31/18 0.412s", "emt 0.412, cp -31, d 18");
        check(" -M5/20 0.1s ", "emt 0.1, mate 3, d 20");
        check("-6.31/11 0.005s White wins by adjudication", "emt 0.005, cp 631, d 11");
        check("-6.31/11 0.005s White was lost", "");
        check("+M4/20 0.1s, White mates", "emt 0.1, mate -2, d 20");
        check("0.00/1 0s", "emt 0, cp 0, d 1");
        check(
            "+0.31/12 0.105s, n=1234, sd=20, tl=59.5s",
            "clk 59.5, emt 0.105, cp -31, d 12, n 1234",
        );
        check("-1.25/14/30 200ms", "emt 0.2, cp 125, d 14");
        check("+0,35/12 5", "emt 5, cp -35, d 12");
        check("+0.31/12 1:05", "emt 65, cp -31, d 12");
        check("+999,98/8 1,6", "emt 1.6, cp -99998, d 8");
        check("-0.30/9", "d 9");
        check("+0.31/18, n=5", "d 18, n 5");
        check("0.00/26", "cp 0, d 26");
        check("0.30/14 6", "emt 6, d 14");
        check("(e7-e5) +0.20/12 5", "emt 5, cp -20, d 12");
        check("(b8c6 b1c3 tb=0/0) -0.13/15 03:04.281", "emt 184.281, cp 13, d 15");
        check("-0.25/18 20 (Nf6)", "emt 20, cp 25, d 18");
        check("[%eval 19,21] [%emt 0:00:02] (c5)", "emt 2, cp 19, d 21");
        check("(I like it) +0.20", "");
        check("(the move I like most) +0.35/12 5", "");
        check("[%cal Gg1f3] (Nf3)", "");
        check("-0.25/18 20 (but why?)", "");
        check("(Nf6)", "");
        check("book", "");
        check("1/2", "");
        check("1/2 0.1s", "");
        check("+0.31/18 soon", "");
        check("+0.31/x", "");
        check("+#3/18 0.1s", "");
    }

    /// Scores of both sides are those of the mover only where positive ones have a sign.
    #[test]
    fn scores_without_plus_have_no_known_view() {
        for (first, expected) in [
            ("{+0.31/18 31}", Some(Evaluation::Centipawns(25))),
            ("{0.31/18 31}", None),
            ("{0.00/18 31}", Some(Evaluation::Centipawns(25))),
        ] {
            let src = format!("1. e4 {first} e5 {{-0.25/18 20}} *");
            let mut games = crate::Games::new(src.as_bytes());
            let game = games.next().unwrap();
            let form = ScoreForm::of(game, src.as_bytes());
            let mut comments = game.nodes.iter().filter(|it| it.kind.is_comment());
            let mut data = MoveData::default();
            data.read_node(comments.next_back().unwrap(), false, &form);
            assert_eq!((data.eval, data.depth), (expected, Some(18)), "{src}");
        }
    }

    #[test]
    fn lists_of_tcec() {
        check(
            "d=36, sd=43, pd=e3, mt=74637, tl=1730363, s=224, n=16742922381, pv=Nf3 d5, tb=0, wv=0.10, mb=+0+0,",
            "clk 1730.363, emt 74.637, cp 10, d 36, n 16742922381",
        );
        check(
            "ev=-1.25, d=29, mt=00:00:21, tl=02:31:00, s=1234 kN/s, tb=0,",
            "clk 9060, emt 21, cp -125, d 29",
        );
        check("d=5, wv=-M8,", "mate -4, d 5");
        check("d=5, wv=M9,", "mate 5, d 5");
        check("book, mb=+0+0+0+0+0,", "");
        check("a=b, see the notes", "");
        check("d=5, I like it", "");
        check("d=x, mt=-5, tl=, n=1.5, wv=?,", "");
    }

    #[test]
    fn words_of_programs_that_annotate() {
        check("16:+0.75", "cp 75, d 16");
        check("Stockfish 6: 16:-0.75", "cp -75, d 16");
        check("Stockfish 6:\n16:-0.75", "cp -75, d 16");
        check("14:-Mat06", "mate -6, d 14");
        check("14:#-3", "mate -3, d 14");
        check("Movei: 12:+0.30", "cp 30, d 12");
        check("(0.14 → 0.80) Inaccuracy. Nf3 was best.", "cp 80");
        check("[%eval 0.9] (0.14 → 0.80) Inaccuracy. Nf3 was best.", "cp 90");
        check("(0.14 -> 0.80) Inaccuracy. Nf3 was best.", "cp 80");
        check("(0.14 → Mate in 3) Blunder. Nf3 was best.", "");
        check("(as before → 0.80)", "");
        check("3:25", "");
        check("3:2", "");
    }

    #[test]
    fn ambiguous_numbers_are_not_read() {
        for text in
            ["0.35", "-0.45", "+0.2", "(0.34)", "12", "#-3", "00:08.078", "5", "+0.35 / +0.40"]
        {
            check(text, "");
        }
    }
}

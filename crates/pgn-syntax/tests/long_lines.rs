//! Parsing takes linear time, whatever is repeated on one line.

use std::time::{Duration, Instant};

use pgn_syntax::Games;

/// Fragments that a parser might scan again each time they occur.
const FRAGMENTS: &[&str] = &[
    "[White \"x\" ", "[White \"x\"] ", "[é \"x ", "[x ", "[%x ", "{[%x ", "{", "{a} ",
    "{[%clk 0:0 ", "{[%clk 0:00:01]} ", "{[%csl Ga1,Gb2]} ", "(", "( e4 ", "e4 (", "e4) ", "} ",
    ") ", "$1 ", "$", "! ", "?!", "e.p. ", "1. ", "... ", "0-0 ", "1-0 ", "* ", "* {a}\n", "<",
    ">", "\"", "\\", "\u{200b}", "é", "\0", "--", "Z0 ", "+--", "+-", "=/", "±", "e4+-", "Bd6±",
    "e8(Q) ", "e4 e5 ", "Nf3 Nf6 Ng1 Ng8 ", "word ", "a.b", "; a\n", "% a\n", "\n\n", "\r",
    "\n[x \"", "[A \"\n", "[A \"{\n", "1.e4 {a;} ", "* [Event \"x\"]\n\n",
];

#[test]
fn parsing_time_is_linear() {
    const MAX_TIME: Duration = Duration::from_secs(10);
    for fragment in FRAGMENTS {
        let src = format!("[White \"x\"]\n\n{} *\n", fragment.repeat(60_000));
        let start = Instant::now();
        let mut games = Games::new(src.as_bytes());
        let mut n_nodes = 0;
        while let Some(game) = games.next() {
            n_nodes += game.nodes.len();
        }
        let taken = start.elapsed();
        assert!(taken < MAX_TIME, "{fragment:?}: {n_nodes} nodes in {taken:?}");
    }
}

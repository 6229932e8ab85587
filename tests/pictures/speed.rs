//! The chart of speed against other programs, from the table of docs/performance.md.

use std::fmt::Write as _;

/// The rows of the table that are drawn: test and command, with the words of the chart.
const ROWS: &[(&str, &str, &str)] = &[
    ("B1", "`check`, 1 thread(s); validate", "check all rules"),
    ("B4", "`export`, one; pgn-extract -o", "write export format"),
    ("B5", "`merge --dedup moves`; pgn-extract -D", "remove duplicates"),
    ("B6", "`stats --by Result`; pgn-reader stats", "count results"),
];

/// Where the bars begin.
const LEFT: f64 = 160.0;
/// Length of the longest bar.
const WIDTH: f64 = 270.0;
/// Height of two bars with the space below them.
const ROW: f64 = 56.0;
/// Where the first bar is.
const TOP: f64 = 40.0;

/// Returns the chart of the rows for games without comments.
pub(crate) fn chart(page: &str) -> String {
    let rows: Vec<Row> = ROWS.iter().map(|row| Row::find(page, row)).collect();
    let most = rows.iter().map(|row| row.peer).fold(0.0, f64::max);
    let n_rows = f64::from(u32::try_from(rows.len()).unwrap());
    let height = TOP + n_rows * ROW;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 600 {height}\" width=\"600\" height=\"{height}\" role=\"img\">\n\
         <title>Seconds for 235,529 games: pgnkit and other programs</title>\n\
         <style>text {{ font: 15px system-ui, sans-serif; fill: #1a1d21 }} .faint {{ fill: #565e68 }} .peer {{ fill: #86909c }} .own {{ fill: #2a6fb0 }}\n\
         @media (prefers-color-scheme: dark) {{ text {{ fill: #e8eaed }} .faint {{ fill: #a4adb8 }} .own {{ fill: #6ea8e0 }} }}</style>\n\
         <text x=\"0\" y=\"20\" font-weight=\"600\">Seconds for 235,529 games (160 MB), less is better</text>\n"
    );
    for (i, row) in (0_u32..).zip(&rows) {
        let y = TOP + f64::from(i) * ROW;
        let _ = writeln!(svg, "<text x=\"0\" y=\"{}\">{}</text>", y + 25.0, row.words);
        for (y, class, name, seconds) in
            [(y, "own", "pgnkit", row.own), (y + 22.0, "peer", row.program.as_str(), row.peer)]
        {
            let length = (seconds / most * WIDTH).max(2.0);
            let _ = writeln!(
                svg,
                "<rect x=\"{LEFT}\" y=\"{y}\" width=\"{length:.1}\" height=\"18\" rx=\"2\" class=\"{class}\"/>\n\
                 <text x=\"{:.1}\" y=\"{}\">{seconds:.2} s <tspan class=\"faint\">{name}</tspan></text>",
                LEFT + length + 8.0,
                y + 14.0,
            );
        }
    }
    svg + "</svg>\n"
}

struct Row {
    words: &'static str,
    program: String,
    own: f64,
    peer: f64,
}

impl Row {
    /// Finds the row of a test in the table. Panics if the table does not have it.
    fn find(page: &str, &(test, what, words): &(&str, &str, &'static str)) -> Row {
        let start = format!("| {test} | bare | {what} | ");
        let Some(rest) = page.lines().find_map(|line| line.strip_prefix(&start)) else {
            panic!("docs/performance.md has no row {start}")
        };
        let seconds = |cell: &str| cell.split_once(' ').unwrap().0.parse::<f64>().unwrap();
        let cells: Vec<&str> = rest.split(" | ").collect();
        let peer = what.split_once("; ").unwrap().1;
        let program = match peer {
            "validate" => "pgn-reader, legality only",
            _ => peer.split(' ').next().unwrap(),
        };
        Row { words, program: program.to_owned(), own: seconds(cells[0]), peer: seconds(cells[1]) }
    }
}

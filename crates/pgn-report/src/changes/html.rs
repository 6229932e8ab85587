//! `html`: one page with a section per game and the boards of the places that differ. It loads nothing and has no
//! scripts; sections can be opened and closed with the keyboard.

use super::{ChangedGame, Format, marking::Marking};
use crate::{
    findings::{Board, squares},
    markup::html as escape,
    paint::Paint,
};

pub(super) static FORMAT: Format = Format {
    name: "html",
    about: "One page with boards, for a browser",
    header: Some(header),
    game: render,
    footer,
};

const STYLE: &str = include_str!("html/style.css");
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The content security policy: the page must load nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// Maximum number of details that are shown of a game.
const MAX_DETAILS: usize = 200;

/// Maximum number of boards that are drawn of a game.
const MAX_BOARDS: usize = 40;

const MARKING: Marking = Marking { escape, added: "ins" };

fn header() -> String {
    let dark: String = (0..64)
        .filter(|square| (square % 8 + square / 8) % 2 == 1)
        .map(|square| format!("M{} {}h1v1h-1z", square % 8, square / 8))
        .collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"generator\" content=\"pgnkit {VERSION}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>Changed games</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n\
         <svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>\
         <g id=\"squares\"><path class=\"light\" d=\"M0 0h8v8h-8z\"/><path class=\"dark\" d=\"{dark}\"/></g>\
         </defs></svg>\n<main>\n<h1>Changed games</h1>\n"
    )
}

fn footer(summary: &str) -> String {
    format!("</main>\n<footer><p>{}</p></footer>\n</body>\n</html>\n", escape(summary))
}

/// Appends the section of a game.
fn render(found: &ChangedGame<'_>, _: Paint, out: &mut Vec<u8>) {
    let change = &found.change;
    let mut items = Items::default();
    let n_more = MARKING.each(change, MAX_DETAILS, |what, text, fen| items.push(what, text, fen));
    if n_more > 0 {
        items.push("further", &format!("{n_more} more differences"), None);
    }
    let list = match items.text.as_str() {
        "" => String::new(),
        text => format!("<ul>\n{text}</ul>\n"),
    };
    let section = format!(
        "<details open>\n<summary><span class=\"kind\">{}</span> <bdi>{}</bdi> <small>{}</small></summary>\n\
         {list}</details>\n",
        change.name(),
        escape(&change.title()),
        escape(&found.places())
    );
    out.extend_from_slice(section.as_bytes());
}

/// The differences of a game.
#[derive(Default)]
struct Items {
    text: String,
    /// The position of the last board.
    last: String,
    n_boards: usize,
}

impl Items {
    /// Appends a difference, with a board unless the same board was drawn last.
    fn push(&mut self, what: &str, change: &str, fen: Option<&str>) {
        self.text.push_str(&format!(
            "<li><div><h2>{}</h2><p><bdi>{change}</bdi></p></div>",
            escape(what)
        ));
        if let Some(fen) = fen
            && fen != self.last
            && self.n_boards < MAX_BOARDS
            && let Some(board) = svg(fen)
        {
            self.text.push_str(&board);
            self.n_boards += 1;
            fen.clone_into(&mut self.last);
        }
        self.text.push_str("</li>\n");
    }
}

/// Returns the board of a FEN as SVG; `None` if the FEN has no valid board.
fn svg(fen: &str) -> Option<String> {
    let (turn, ranks) = squares(fen, Board::Unicode)?;
    let mut board = format!(
        "<svg class=\"board\" viewBox=\"0 0 8 8\" role=\"img\" aria-label=\"{turn}: {}\">\
         <title>{turn}</title><use href=\"#squares\"/>",
        escape(fen)
    );
    for (y, rank) in ranks.iter().enumerate() {
        for (x, piece) in rank.iter().enumerate().filter(|(_, piece)| **piece != '.') {
            // U+FE0E selects the form of a letter instead of a picture.
            board.push_str(&format!("<text x=\"{x}.5\" y=\"{y}.8\">{piece}\u{FE0E}</text>"));
        }
    }
    board.push_str("</svg>");
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_stand_on_their_squares() {
        let board = svg("8/8/8/3k4/8/8/8/K7 b - - 0 1").unwrap();
        assert!(board.contains("<title>Black to move</title>"), "{board}");
        assert!(board.contains("<text x=\"3.5\" y=\"3.8\">♚"), "{board}");
        assert!(board.contains("<text x=\"0.5\" y=\"7.8\">♔"), "{board}");
        assert_eq!(board.matches("<text").count(), 2);
        assert_eq!(svg("8/8 w"), None);
    }
}

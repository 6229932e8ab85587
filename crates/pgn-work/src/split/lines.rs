//! `--variations`: the lines of a game, each as a game without variations.

use pgn_chess::{
    Replay, ReplayOptions, Variant,
    export::{Form, result},
    start,
    tag_list::tag_list,
};
use pgn_collate::{Lines, read_lines};
use pgn_syntax::{
    Fallback, Game, Marker, NodeKind,
    strip::{Classes, Stripper},
    write::{Layout, WIDTH, tag_pair},
};

use crate::Reading;

/// Makes games of lines. Made once a thread.
pub(super) struct LineSplitter {
    depth: u32,
    fallback: Fallback,
    options: ReplayOptions,
    /// Bytes of all lines of a game.
    most: usize,
    replay: Replay,
    stripper: Stripper,
}

/// What has become of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// It is its lines now.
    Lines,
    /// It has no variations.
    Plain,
    /// It stays with its variations: some move cannot be played, or there would be too much of it.
    Whole,
}

/// Tags that are true of the main line alone.
const OF_MAIN_LINE: [&str; 2] = ["PlyCount", "Termination"];

impl LineSplitter {
    /// `depth`: 1 for variations of the main line, 2 for theirs, and so on.
    pub(super) fn new(depth: u32, reading: &Reading, fallback: Fallback) -> LineSplitter {
        let classes = Classes { variations: true, ..Classes::default() };
        LineSplitter {
            depth,
            fallback,
            options: reading.replay_options(),
            most: reading.max_game_size,
            replay: Replay::new(),
            stripper: Stripper::new(classes),
        }
    }

    /// Fills `texts` with the games that the lines of a game become: its own text without variations,
    /// then the variations in export format.
    pub(super) fn cut(&mut self, game: &Game, src: &[u8], texts: &mut Vec<Vec<u8>>) -> Cut {
        texts.clear();
        if !game.nodes.iter().any(|node| matches!(node.kind, NodeKind::RavOpen { .. })) {
            return Cut::Plain;
        }
        let begin = start(game, src);
        if begin.variant == Variant::Unchecked {
            return Cut::Whole;
        }
        let options = self.replay.options_for(game, src, &begin, &self.options);
        let mut lines = Lines::new(&begin);
        let (end, last) = read_lines(
            &mut lines,
            (game, src),
            &begin,
            (&mut self.replay, &options),
            self.fallback,
        );
        let ends = lines.variations(last, self.depth);
        let n_bytes: usize = ends.iter().map(|&(_, n_plies)| n_plies as usize * 4).sum();
        if end.failed || n_bytes > self.most {
            return Cut::Whole;
        }
        let mut main = Vec::new();
        self.stripper.strip_into(game, src, &mut main);
        texts.push(main);
        let tags = tag_list(game, src, result(game, src, &end), Form::Export, self.fallback);
        let mut head = Vec::new();
        for tag in tags.iter().filter(|tag| !OF_MAIN_LINE.contains(&tag.name.as_str())) {
            // The game ended otherwise.
            let is_result = tag.name == "Result";
            let value = if is_result { Marker::Unknown.text() } else { &tag.value };
            tag_pair(&mut head, tag.name.as_bytes(), value.as_bytes(), Fallback::default());
        }
        head.push(b'\n');
        let mut layout = Layout::new(WIDTH);
        for (node, _) in ends {
            let mut text = head.clone();
            layout.begin(&text);
            lines.write_line(node, &mut layout, &mut text);
            layout.unit(&mut text, Marker::Unknown.text().as_bytes());
            layout.end(&mut text);
            texts.push(self.fallback.fit(text, game.span.of(src)));
        }
        Cut::Lines
    }
}

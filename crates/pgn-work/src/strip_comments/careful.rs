//! Taking annotation out of games that are hard to read: what is left is read again.

use pgn_syntax::{
    Game, Parser, Part,
    joint::{Joiner, Surroundings},
    reflow::Reflower,
    strip::{Classes, Stripper},
};

use crate::strip_comments::Layout;

/// How often annotation is taken out at most: what was removed may have hidden more of it.
const MOST_ROUNDS: usize = 8;

/// Takes annotation out of games. A thread has one.
pub(super) struct Careful {
    stripper: Stripper,
    reflower: Reflower,
    joiner: Joiner,
    parser: Parser,
    game: Game,
    layout: Layout,
}

impl Careful {
    pub(super) fn new(classes: Classes, layout: Layout) -> Careful {
        Careful {
            stripper: Stripper::new(classes),
            reflower: Reflower::default(),
            joiner: Joiner::default(),
            parser: Parser::default(),
            game: Game::default(),
            layout,
        }
    }

    /// Appends a game without annotation to `out`.
    pub(super) fn strip_into(&mut self, game: &Game, src: &[u8], out: &mut Vec<u8>) {
        let from = out.len();
        self.stripper.strip_into(game, src, out);
        if self.layout == Layout::Reflowed && out[from..] != *game.span.of(src) {
            let stripped = out.split_off(from);
            self.reflower.reflow_into(&stripped, out);
        }
    }

    /// Returns the text of a game that deviates from the standard, without annotation; `None` if
    /// without it other tags, moves or games would be read, so that the text has to stay as it is.
    pub(super) fn strip(
        &mut self,
        game: &Game,
        src: &[u8],
        place: Surroundings<'_>,
    ) -> Option<Vec<u8>> {
        for layout in [self.layout, Layout::Kept] {
            let text = self.strip_often(game, src, layout, place.begins_input);
            if let Some(text) = text
                && self.joiner.keeps_moves((game, src), &text, place)
            {
                return Some(text);
            }
        }
        None
    }

    /// Takes annotation out until nothing changes any more.
    fn strip_often(
        &mut self,
        game: &Game,
        src: &[u8],
        layout: Layout,
        begins_input: bool,
    ) -> Option<Vec<u8>> {
        let wanted = std::mem::replace(&mut self.layout, layout);
        let mut text = Vec::new();
        self.strip_into(game, src, &mut text);
        if let Some(closed) = self.joiner.closed(&text) {
            text = closed;
        }
        let mut is_stable = false;
        for _ in 0..MOST_ROUNDS {
            let part = Part { is_first: begins_input, ..Part::whole(&text) };
            self.parser.start(&part);
            let mut game = std::mem::take(&mut self.game);
            let is_one =
                self.parser.next_game(&part, &mut game) && game.span.end as usize == text.len();
            let mut again = Vec::new();
            if is_one {
                self.strip_into(&game, &text, &mut again);
            }
            self.game = game;
            is_stable = is_one && again == text;
            if !is_one || is_stable {
                break;
            }
            text = again;
        }
        self.layout = wanted;
        is_stable.then_some(text)
    }
}

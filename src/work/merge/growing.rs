//! `--tree`: games of one start become one game with variations.

use std::io;

use pgn_collate::{Marks, Record, Sorter, Tree, TreeOptions};
use pgn_syntax::{Game, Parser, Part, ReadOptions, encoding::Charset};

use super::{
    rewriting::Rewriter,
    store::{Meta, Store},
};
use crate::work::text::set_line_ends;

/// How trees are made.
pub(super) struct Growing {
    pub(super) options: TreeOptions,
    pub(super) read: ReadOptions,
    pub(super) is_crlf: bool,
    pub(super) charset: Charset,
}

/// What has become of the games.
#[derive(Default)]
pub(super) struct Grown {
    /// Games that are in a tree which has the place of another one.
    pub(super) joined: Marks,
    pub(super) n_joined: u64,
    pub(super) n_trees: u64,
    pub(super) n_replaced: u64,
}

/// Joins the games of each start. A tree has the place of its first game.
pub(super) fn grow(
    store: &mut Store,
    starts: Sorter,
    is_dropped: impl Fn(u64) -> bool,
    growing: &Growing,
    out: &mut Rewriter,
) -> io::Result<Grown> {
    let mut sorted = starts.finish()?;
    let (mut record, mut start) = (Record::default(), Vec::new());
    let (mut parser, mut game, mut text) = (Parser::new(growing.read), Game::default(), Vec::new());
    let mut tree = Tree::new(growing.options);
    let mut first: Option<(u64, Meta)> = None;
    let mut grown = Grown::default();
    while sorted.next(&mut record)? {
        let (key, number) = record.key.split_at(record.key.len() - 8);
        let mut index = [0; 8];
        index.copy_from_slice(number);
        let index = u64::from_be_bytes(index);
        if is_dropped(index) {
            continue;
        }
        let meta = store.meta(index)?;
        store.text(&meta, usize::MAX, &mut text)?;
        let part = Part::whole(&text);
        parser.start(&part);
        if !parser.next_game(&part, &mut game) {
            continue;
        }
        if key != start || !tree.has_room(&game) {
            end(store, &mut tree, first.take(), growing, &mut grown, out)?;
            start = key.to_vec();
        }
        tree.add(&game, &text);
        if first.is_some() {
            grown.joined.insert(index);
        } else {
            first = Some((index, meta));
        }
    }
    end(store, &mut tree, first, growing, &mut grown, out)?;
    Ok(grown)
}

/// Writes a tree; a game that is alone stays as it is.
fn end(
    store: &mut Store,
    tree: &mut Tree,
    first: Option<(u64, Meta)>,
    growing: &Growing,
    grown: &mut Grown,
    out: &mut Rewriter,
) -> io::Result<()> {
    if let Some((index, meta)) = first
        && tree.n_games() > 1
    {
        let mut text = Vec::new();
        tree.write(&mut text);
        grown.n_replaced += growing.charset.encode(&mut text, 0);
        if growing.is_crlf {
            set_line_ends(&mut text, 0, true);
        }
        out.push(store, index, &meta, &text)?;
        grown.n_trees += 1;
        grown.n_joined += tree.n_games();
    }
    tree.clear();
    Ok(())
}

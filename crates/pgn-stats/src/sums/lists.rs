//! The lists of a report: for each topic, the keys with the most games and the number of keys.

use std::{cmp::Ordering, io};

use pgn_query::Counts;

use crate::sums::{ranking, tally_store::TallyStore, topic::Topic};

/// A key with the counts of its games.
pub(crate) type Row = (Box<[u8]>, Counts);

/// The keys of a topic.
#[derive(Debug, Default)]
pub(crate) struct List {
    /// The most frequent keys, by descending number of games, then by bytes.
    pub(crate) rows: Vec<Row>,
    /// Number of keys.
    pub(crate) n_keys: u64,
    /// Number of games of all keys.
    pub(crate) n_games: u64,
    /// Number of games of the most frequent key, even if the list has no row for it.
    pub(crate) most: u64,
}

/// The lists of a report, by topic.
#[derive(Debug, Default)]
pub(crate) struct Lists(Vec<(Topic, List)>);

/// An order of rows.
pub(crate) type RowOrder<'a> = dyn Fn(&Row, &Row) -> Ordering + 'a;

/// The selection of rows of a topic.
#[derive(Clone, Copy, Default)]
pub(crate) struct Keep<'a> {
    /// Maximum number of rows; `None`: all.
    pub(crate) max_rows: Option<usize>,
    /// Minimum number of games of a row.
    pub(crate) at_least: u64,
    /// The order of rows; `None`: by descending number of games.
    pub(crate) order: Option<&'a RowOrder<'a>>,
}

impl Lists {
    /// Returns the lists of the topics. Calls `take_move` with the moves of the opening trees: the topic of
    /// the tree, the move, and its counts.
    pub(crate) fn of<'k>(
        tally_store: TallyStore,
        topics: &[Topic],
        keep: &dyn Fn(Topic) -> Keep<'k>,
        mut take_move: impl FnMut(Topic, &[u8], &Counts),
    ) -> io::Result<Lists> {
        let mut lists: Vec<(Topic, Keep<'_>, List)> =
            topics.iter().map(|&topic| (topic, keep(topic), List::default())).collect();
        tally_store.finish(|key, counts| {
            let Some((first, value)) = key.split_first() else { return };
            let mut trees = [Topic::Tree, Topic::TreeOfBlack].into_iter();
            if let Some(tree) = trees.find(|topic| *topic as u8 == *first) {
                return take_move(tree, value, counts);
            }
            let list = lists.iter_mut().find(|(topic, ..)| *topic as u8 == *first);
            let Some((topic, keep, list)) = list else { return };
            // A game has copies only if its key has at least two games.
            let least = if *topic == Topic::Copy { 2 } else { keep.at_least };
            list.most = list.most.max(counts.games());
            if counts.games() < least {
                return;
            }
            list.n_keys += 1;
            list.n_games += counts.games();
            list.rows.push((value.into(), *counts));
            if ranking::is_full(list.rows.len(), keep.max_rows, ranking::SPARE_ROWS) {
                list.cut(keep);
            }
        })?;
        for (_, keep, list) in &mut lists {
            list.cut(keep);
        }
        Ok(Lists(lists.into_iter().map(|(topic, _, list)| (topic, list)).collect()))
    }

    /// Returns the list of a topic.
    pub(crate) fn get(&self, topic: Topic) -> &List {
        static NONE: List = List { rows: Vec::new(), n_keys: 0, n_games: 0, most: 0 };
        self.0.iter().find(|(other, _)| *other == topic).map_or(&NONE, |(_, list)| list)
    }
}

impl List {
    fn cut(&mut self, keep: &Keep<'_>) {
        if let (Some(max_rows), None) = (keep.max_rows, keep.order)
            && let Some(least) = self.rows.len().checked_sub(max_rows)
        {
            // Few rows are left to be sorted, which are large.
            let mut games: Vec<u64> = self.rows.iter().map(|(_, counts)| counts.games()).collect();
            games.sort_unstable();
            let least = games.get(least).copied().unwrap_or(u64::MAX);
            self.rows.retain(|(_, counts)| counts.games() >= least);
        }
        ranking::cut(&mut self.rows, keep.max_rows, |a, b| {
            let order = keep.order.map_or(Ordering::Equal, |order| order(a, b));
            order.then_with(|| b.1.games().cmp(&a.1.games())).then_with(|| a.0.cmp(&b.0))
        });
    }
}

/// Returns the text of a key.
pub(crate) fn key_text(key: &[u8]) -> String {
    String::from_utf8_lossy(key).into_owned()
}

#[cfg(test)]
mod tests {
    use pgn_collate::TempFiles;
    use pgn_query::Tally;
    use pgn_syntax::Marker;

    use super::*;

    #[test]
    fn the_most_frequent_stay() {
        let mut tally_store = TallyStore::new(TempFiles::default());
        let (mut tally, mut key) = (Tally::default(), Vec::new());
        for n in 0..20_000_u32 {
            let name = if n % 4 == 0 { "often".to_owned() } else { n.to_string() };
            let key = Topic::Player.key(name.as_bytes(), &mut key);
            tally.add(key, &Counts::one(Marker::Draw));
        }
        tally_store.add(tally).unwrap();
        let keep = |_| Keep { max_rows: Some(3), ..Keep::default() };
        let lists = Lists::of(tally_store, &[Topic::Player], &keep, |_, _, _| ()).unwrap();
        let list = lists.get(Topic::Player);
        assert_eq!(list.most, 5_000);
        let names: Vec<String> = list.rows.iter().map(|(key, _)| key_text(key)).collect();
        assert_eq!(names, ["often", "1", "10"]);
        assert_eq!((list.n_keys, list.n_games), (15_001, 20_000));
        assert!(lists.get(Topic::Event).rows.is_empty());
    }
}

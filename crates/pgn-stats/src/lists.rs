//! The lists of a report: for each topic, the keys with the most games and the number of keys.

use std::io;

use pgn_query::Counts;

use super::{ledger::Ledger, topic::Topic};

/// A key with the counts of its games.
pub(super) type Row = (Box<[u8]>, Counts);

/// The keys of a topic.
#[derive(Debug, Default)]
pub(super) struct List {
    /// The most frequent keys, by descending number of games, then by bytes.
    pub(super) rows: Vec<Row>,
    /// Number of keys.
    pub(super) n_keys: u64,
    /// Number of games of all keys.
    pub(super) n_games: u64,
}

/// The lists of a report, by topic.
#[derive(Debug, Default)]
pub(super) struct Lists(Vec<(Topic, List)>);

/// Returns how many rows of a topic are kept; `None`: all.
pub(super) type Keep<'a> = &'a dyn Fn(Topic) -> Option<usize>;

impl Lists {
    /// Returns the lists of the topics.
    ///
    /// # Errors
    /// An intermediate file cannot be read.
    pub(super) fn of(ledger: Ledger, topics: &[Topic], keep: Keep<'_>) -> io::Result<Lists> {
        let mut lists: Vec<(Topic, Option<usize>, List)> =
            topics.iter().map(|&topic| (topic, keep(topic), List::default())).collect();
        ledger.finish(|key, counts| {
            let Some((first, value)) = key.split_first() else { return };
            let list = lists.iter_mut().find(|(topic, ..)| *topic as u8 == *first);
            let Some((topic, keep, list)) = list else { return };
            // Only games with copies matter.
            if *topic == Topic::Copy && counts.games() < 2 {
                return;
            }
            list.n_keys += 1;
            list.n_games += counts.games();
            list.rows.push((value.into(), *counts));
            if keep.is_some_and(|keep| list.rows.len() > 2 * keep + 4096) {
                list.cut(*keep);
            }
        })?;
        for (_, keep, list) in &mut lists {
            list.cut(*keep);
        }
        Ok(Lists(lists.into_iter().map(|(topic, _, list)| (topic, list)).collect()))
    }

    /// Returns the list of a topic.
    pub(super) fn get(&self, topic: Topic) -> &List {
        static NONE: List = List { rows: Vec::new(), n_keys: 0, n_games: 0 };
        self.0.iter().find(|(other, _)| *other == topic).map_or(&NONE, |(_, list)| list)
    }
}

impl List {
    fn cut(&mut self, keep: Option<usize>) {
        self.rows.sort_unstable_by(|(a, left), (b, right)| {
            right.games().cmp(&left.games()).then_with(|| a.cmp(b))
        });
        if let Some(keep) = keep {
            self.rows.truncate(keep);
        }
    }
}

/// Returns the text of a key.
pub(super) fn text(key: &[u8]) -> String {
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
        let mut ledger = Ledger::new(TempFiles::default());
        let (mut tally, mut key) = (Tally::default(), Vec::new());
        for n in 0..20_000_u32 {
            let name = if n % 4 == 0 { "often".to_owned() } else { n.to_string() };
            let key = Topic::Player.key(name.as_bytes(), &mut key);
            tally.add(key, &Counts::one(Marker::Draw));
        }
        ledger.add(tally).unwrap();
        let lists = Lists::of(ledger, &[Topic::Player], &|_| Some(3)).unwrap();
        let list = lists.get(Topic::Player);
        let names: Vec<String> = list.rows.iter().map(|(key, _)| text(key)).collect();
        assert_eq!(names, ["often", "1", "10"]);
        assert_eq!((list.n_keys, list.n_games), (15_001, 20_000));
        assert!(lists.get(Topic::Event).rows.is_empty());
    }
}

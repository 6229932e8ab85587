//! Sort keys of games: byte strings that compare in the order of the games.
//!
//! In the order of the standard, games with equal rosters are ordered by their result and their movetext in export
//! format. Few games have equal rosters, so the movetext is not part of the key. [`MovetextOrderer`] makes a second key
//! for these games only.

use pgn_chess::{
    Replay, ReplayOptions,
    export::{ExportOptions, Exporter},
};
use pgn_query::{Depth, Facts, Source, Value, ValueKind, play};
use pgn_syntax::{
    Fallback, Game, TagName,
    collation::{put_bytes, put_natural, put_roster, put_round, put_text},
    is_unknown_value,
};

/// A criterion of the order.
#[derive(Clone, Debug)]
pub enum By {
    /// The collating sequence of the standard (section 12; COL-01 to COL-07).
    Standard,
    /// A field or tag; games without it come last.
    Source {
        /// The field or tag.
        source: Source,
        /// True for descending order.
        descending: bool,
    },
}

/// The options of [`Orderer`].
#[derive(Clone, Debug)]
pub struct OrderOptions {
    /// The criteria. Each one orders the games that are equal by all criteria before it.
    pub by: Vec<By>,
    /// The 8-bit character set of strings that are not UTF-8.
    pub fallback: Fallback,
    /// How moves are read.
    pub replay: ReplayOptions,
}

/// Builds sort keys. Use one per thread.
#[derive(Debug)]
pub struct Orderer {
    options: OrderOptions,
    depth: Depth,
    replay: Replay,
}

/// Maximum number of bytes of movetext in a key. Games that are equal up to this length keep their order.
const MAX_MOVETEXT: usize = 1 << 20;

/// Length in bytes of the end of a key with [`By::Standard`], which holds the offset that [`movetext_at`] returns.
const TAIL: usize = 4;

/// The key of text that is not a game or was not parsed. It is greater than all other keys.
pub const LAST: &[u8] = &[1];

impl Orderer {
    /// Creates an orderer.
    #[must_use]
    pub fn new(options: OrderOptions) -> Orderer {
        let depth = options.by.iter().map(|by| match by {
            By::Standard => Depth::Tags,
            By::Source { source, .. } => source.depth(),
        });
        Orderer { depth: depth.max().unwrap_or(Depth::Tags), replay: Replay::new(), options }
    }

    /// Appends the key of a game to `key`. `file` is the name of its input. With [`By::Standard`], the key does not
    /// contain the movetext; [`movetext_at`] returns where it belongs.
    pub fn key(&mut self, game: &Game, src: &[u8], file: Option<&str>, key: &mut Vec<u8>) {
        let from = key.len();
        key.push(0);
        let replay = &self.options.replay;
        let played =
            (self.depth == Depth::Moves).then(|| play(game, src, &mut self.replay, replay));
        let facts = Facts {
            encoding: self.options.fallback,
            file,
            played: played.as_ref(),
            ..Facts::new(game, src)
        };
        let sources = self.options.by.iter().filter_map(|by| match by {
            By::Standard => None,
            By::Source { source, .. } => Some(source),
        });
        let facts = facts.with_opening(sources, &mut self.replay, replay);
        let mut movetext_at = None;
        for by in &self.options.by {
            match by {
                By::Standard => {
                    put_roster(game, src, self.options.fallback, key);
                    movetext_at.get_or_insert(key.len() - from);
                }
                By::Source { source, descending } => by_source(source, *descending, &facts, key),
            }
        }
        if let Some(at) = movetext_at {
            // The sorter rejects keys of 4 GiB, so the fallback value is never stored.
            key.extend_from_slice(&u32::try_from(at).unwrap_or(u32::MAX).to_be_bytes());
        }
    }
}

/// Returns the offset in a key made with [`By::Standard`] at which the key of the movetext belongs. Games whose keys
/// are equal up to this offset are sorted by [`MovetextOrderer`]. Returns `None` for [`LAST`].
#[must_use]
pub fn movetext_at(key: &[u8]) -> Option<usize> {
    let (key, tail) = key.split_last_chunk::<TAIL>()?;
    Some(u32::from_be_bytes(*tail) as usize).filter(|&at| at <= key.len())
}

/// Builds the second keys of games with equal rosters: result and movetext, the last values of the collating sequence
/// (COL-01).
#[derive(Debug)]
pub struct MovetextOrderer {
    options: ExportOptions,
    exporter: Exporter,
    text: Vec<u8>,
}

impl MovetextOrderer {
    /// Creates an orderer. `replay` says how moves are read.
    #[must_use]
    pub fn new(replay: ReplayOptions) -> MovetextOrderer {
        let replay = ReplayOptions { judge_signs: false, ..replay };
        let options = ExportOptions { replay, ..ExportOptions::default() };
        MovetextOrderer { exporter: Exporter::new(options.clone()), options, text: Vec::new() }
    }

    /// Appends the key of a game to `key`. `fallback` is the character set of its strings that are not UTF-8.
    pub fn key(&mut self, game: &Game, src: &[u8], fallback: Fallback, key: &mut Vec<u8>) {
        if self.options.fallback != fallback {
            self.options.fallback = fallback;
            self.exporter = Exporter::new(self.options.clone());
        }
        self.text.clear();
        let (end, is_written) = self.exporter.write_movetext(game, src, &mut self.text);
        let result = pgn_chess::export::result(game, src, &end);
        put_text(result.text(), key);
        let movetext = match is_written {
            true => &self.text[..],
            false => &src[game.movetext_start as usize..game.end as usize],
        };
        put_bytes(&movetext[..movetext.len().min(MAX_MOVETEXT)], key);
    }
}

fn by_source(source: &Source, descending: bool, facts: &Facts<'_>, key: &mut Vec<u8>) {
    let mut values = Vec::new();
    source.values(facts, &mut values);
    if source.kind() == ValueKind::Round && values.is_empty() {
        values.extend(text_of_round(facts));
    }
    let key_of = |value: &Value<'_>| {
        let mut bytes = Vec::new();
        put_value(source.kind(), value, &mut bytes);
        if descending {
            bytes.iter_mut().for_each(|byte| *byte = !*byte);
        }
        bytes
    };
    // The value that sorts first is taken.
    match values.iter().map(key_of).min() {
        Some(bytes) => {
            key.push(0);
            key.extend_from_slice(&bytes);
        }
        None => key.push(1),
    }
}

/// Returns the text of a round whose number is unknown, such as `?.1`; `None` if all of it is.
fn text_of_round(facts: &Facts<'_>) -> Option<Value<'static>> {
    let round = facts.game.value(facts.src, TagName::ROUND);
    let text = facts.encoding.decode(round.trim_ascii()).into_owned();
    (!is_unknown_value(text.as_bytes())).then(|| Value::Text(text.into()))
}

fn put_value(kind: ValueKind, value: &Value<'_>, key: &mut Vec<u8>) {
    match value {
        Value::Number(number) => {
            // With the sign bit inverted, negative numbers sort before positive ones.
            key.extend_from_slice(&(number.cast_unsigned() ^ 1 << 63).to_be_bytes());
        }
        Value::Decimal(number) => key.extend_from_slice(&number.sort_key()),
        Value::Date(date) => {
            key.extend_from_slice(&date.year.to_be_bytes());
            key.extend_from_slice(&[date.month.unwrap_or(0), date.day.unwrap_or(0)]);
        }
        Value::Speed(speed) => key.push(*speed as u8),
        Value::Text(text) => match kind {
            ValueKind::Round => put_round(text, key),
            ValueKind::Natural => put_natural(text.trim(), key),
            ValueKind::Eco | ValueKind::Word => put_text(&text.to_lowercase(), key),
            _ => put_text(text, key),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(by: &[By], text: &str) -> Vec<Vec<u8>> {
        let mut orderer = Orderer::new(OrderOptions {
            by: by.to_vec(),
            fallback: Fallback::default(),
            replay: ReplayOptions::default(),
        });
        let mut movetexts = MovetextOrderer::new(ReplayOptions::default());
        let mut games = pgn_syntax::Games::new(text.as_bytes());
        let mut keys = Vec::new();
        while let Some(game) = games.next() {
            let mut key = Vec::new();
            orderer.key(game, text.as_bytes(), None, &mut key);
            if matches!(by, [By::Standard]) {
                let rest = key.split_off(movetext_at(&key).unwrap());
                movetexts.key(game, text.as_bytes(), Fallback::default(), &mut key);
                key.extend_from_slice(&rest);
            }
            keys.push(key);
        }
        keys
    }

    /// Asserts that games with these values of a tag sort in this order.
    #[track_caller]
    fn check(by: By, tag: &str, values: &[&str]) {
        let game = |value: &&str| format!("[Event \"x\"]\n[{tag} \"{value}\"]\n\n1. e4 *\n\n");
        let keys = keys(&[by], &values.iter().map(game).collect::<String>());
        for (at, two) in keys.windows(2).enumerate() {
            assert!(two[0] < two[1], "{tag}: {} is not before {}", values[at], values[at + 1]);
        }
    }

    fn source(name: &str, descending: bool) -> By {
        By::Source { source: Source::find(name).unwrap(), descending }
    }

    #[test]
    fn standard_order() {
        check(
            By::Standard,
            "Date",
            &["????.??.??", "1992.??.??", "1992.01.01", "1992.01.02", "2001.01.01"],
        );
        check(By::Standard, "Date", &["spring 1851", "1850.12.31"]);
        check(
            By::Standard,
            "Round",
            &["?", "-", "1", "2", "2.9", "2.10", "10", "99999999999999999999", "Final", "final"],
        );
        check(By::Standard, "Result", &["*", "0-1", "1-0", "1/2-1/2"]);
        check(By::Standard, "White", &["?", "A", "AB", "Ab", "Z", "a", "Ä"]);
    }

    #[test]
    fn movetext_decides_last() {
        let texts = ["1. d4 *", "1. e4 *", "1. e4 e5 *", "1. e4 e5 2. Nf3 *"];
        let keys = keys(&[By::Standard], &texts.join("\n\n"));
        // Movetext in export format is compared byte by byte: `*` sorts before letters.
        assert!(keys.is_sorted_by(|a, b| a < b) && keys.len() == 4);
    }

    #[test]
    fn fields() {
        check(
            source("date", false),
            "Date",
            &["1992.??.??", "1992.01.01", "2001.01.01", "????.??.??"],
        );
        check(
            source("date", true),
            "Date",
            &["2001.01.01", "1992.01.01", "1992.??.??", "????.??.??"],
        );
        let boards = ["0", "1", "1.2", "1.10", "2", "2a", "10", "11", "A2", "A10", "?"];
        check(source("Board", false), "Board", &boards);
        check(source("WhiteElo", false), "WhiteElo", &["-5", "0", "999", "2600", "?"]);
        check(source("WhiteElo", true), "WhiteElo", &["2600", "999", "0", "-5", "?"]);
        check(source("White", true), "White", &["b", "ab", "aa", "a", "?"]);
        let rounds = ["2", "2.9", "2.10", "10", "2a", "?.1", "QF", "R3", "SF", "?"];
        check(source("round", false), "Round", &rounds);
        check(source("Round", false), "Round", &rounds);
        check(source("Round", true), "Round", &["SF", "QF", "10", "2.10", "2", "-"]);
        check(source("ECO", false), "ECO", &["A00", "B20", "b21", "E99", "?"]);
        // `?` is not a code; the move 1. e4 gives B00.
        check(source("eco", false), "ECO", &["A00", "?", "B20", "b21", "E99"]);
    }

    #[test]
    fn either_side_counts() {
        let text = "[WhiteElo \"2000\"]\n[BlackElo \"2700\"]\n\n*\n\n[WhiteElo \"2600\"]\n[BlackElo \"2500\"]\n\n*\n";
        let down = keys(&[source("elo", true)], text);
        assert!(down[0] < down[1]);
        let up = keys(&[source("elo", false)], text);
        assert!(up[0] < up[1]);
    }
}

//! The account of a run: finds each game of the inputs in the result or among the copies and rejects that were set
//! aside, and reports the games that are lost.
//!
//! In several rounds, each game of the inputs is paired with one of the result or of the files set
//! aside, from the strictest key to the loosest. A game without a partner may still be a copy of a kept game, as
//! found by `merge --dedup`.

mod copies;
mod fingerprints;

use std::io;

use crate::{
    matching::{
        location::Location,
        pairing::{Order, RoundPairing, Rounds},
    },
    storage::{
        sorter::{Record, Sorted, Sorter},
        spool::TempFiles,
        stored::Stored as _,
    },
};
use copies::Copies;

pub use crate::copies::content::Amount;
pub use fingerprints::{Fingerprinter, Fingerprints};

/// The kind of file that a game was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRole {
    /// An input.
    Input,
    /// The result.
    Result,
    /// A file of copies that were set aside.
    Duplicates,
    /// A file of rejected games.
    Rejects,
    /// The result: a tree of several games.
    Tree,
    /// A line of a tree of the result, which names its game.
    LineOfTree,
    /// A file that had its games before the run: that of `--against`, or the text to which the result was appended.
    Earlier,
}

stored_enum! { FileRole: Input, Result, Duplicates, Rejects, Tree, LineOfTree, Earlier }

/// Location of a game. Its index counts the games of all inputs, or all other games in the order in which they were
/// added.
pub type GameLocation = Location<FileRole>;

/// The record of a game.
type Fingerprinted = (GameLocation, Fingerprints);

/// Collects the games of all sides.
#[derive(Debug)]
pub struct Account {
    rounds: Rounds,
    /// Number of games of the inputs, and of all other sides together.
    n_games: [u64; 2],
}

/// A function that returns the key of a game in a round; `None` if the game takes no part in it.
type RoundKey = fn(&GameLocation, &Fingerprints) -> Option<Vec<u8>>;

/// The keys of the rounds. The first one compares the whole content; the last three are [`BY_NAME`], [`BY_LINE`] and
/// [`BY_TAGS`]. A key with the result comes before the same key without it, and all facts come before some of them.
/// Otherwise a game could take the partner of another game that differs in these.
const ROUNDS: [RoundKey; 20] = [
    |_, it| Some(it.whole.to_vec()),
    |_, it| Some([&it.annotated_line()[..], &it.tags?, &[it.result]].concat()),
    |_, it| Some([&it.line[..], &it.tags?, &[it.result]].concat()),
    |_, it| Some([it.line, it.tags?, it.annotation].concat()),
    |_, it| Some([it.line, it.tags?].concat()),
    |_, it| Some([it.line, it.known].concat()),
    |_, it| Some([&it.annotated_line()[..], &it.facts.all()?, &[it.result]].concat()),
    |_, it| Some([&it.line[..], &it.facts.all()?, &[it.result]].concat()),
    |_, it| Some([&it.line[..], &it.facts.all()?].concat()),
    |_, it| Some([&it.annotated_line()[..], &it.facts.without_initials()?, &[it.result]].concat()),
    |_, it| Some([&it.line[..], &it.facts.without_initials()?, &[it.result]].concat()),
    |_, it| Some([&it.line[..], &it.facts.without_initials()?].concat()),
    |_, it| Some([&it.line[..], &it.annotation, &it.facts.players_and_year()?].concat()),
    |_, it| Some([&it.line[..], &it.facts.players_and_year()?].concat()),
    |_, it| Some([&it.line[..], &it.annotation, &it.facts.year_and_round()?].concat()),
    |_, it| Some([&it.line[..], &it.facts.year_and_round()?].concat()),
    |_, it| (it.amount != Amount::default()).then(|| [it.line, it.annotation].concat()),
    |_, it| (it.n_plies > 0).then(|| [it.line, it.source].concat()),
    |_, it| (it.n_plies > 0).then(|| it.line.to_vec()),
    |place, it| (it.has_error || place.side != FileRole::Input).then_some(it.tags?.to_vec()),
];

/// Index of the last round that compares whole trees: by all tags.
const OF_TREES: usize = 5;
/// Index of the first round that compares the lines of trees: by moves, players, event and year.
const BY_NAME: usize = BY_LINE - 1;
/// Index of the round that compares main lines only.
const BY_LINE: usize = BY_TAGS - 1;
/// Index of the round that finds games with repaired errors: by tags, if the main line is not shorter.
const BY_TAGS: usize = ROUNDS.len() - 1;

/// Numbers of games by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Games of the inputs.
    pub inputs: u64,
    /// Games of the inputs found in the result.
    pub kept: u64,
    /// Games of the inputs found among the copies, or recognized as copies of games in the result.
    pub copies: u64,
    /// Games of the inputs found among the rejects.
    pub rejected: u64,
    /// Games of the inputs that were not found.
    pub lost: u64,
    /// Games of the result with less annotation than the inputs have.
    pub poorer: u64,
    /// Games of the result that were found by their moves alone, because their tags differ.
    pub by_moves: u64,
    /// Games of the result that the inputs do not have.
    pub added: u64,
}

/// A game of the inputs that is lost or has lost annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortfall {
    /// The game was not found.
    Lost(GameLocation),
    /// The game of the inputs, and the game of the result, which has less annotation.
    Poorer(GameLocation, GameLocation),
}

/// The outcome for all games of an [`Account`].
#[derive(Debug)]
pub struct Accounted {
    /// The numbers of games.
    pub totals: Totals,
    shortfalls: Sorted,
    record: Record,
}

impl Account {
    /// Returns an empty account that uses about `limit` bytes of memory, and intermediate files
    /// above that.
    #[must_use]
    pub fn new(limit: usize, temp_files: &TempFiles) -> Account {
        Account { rounds: Rounds::new(limit / 4, temp_files), n_games: [0; 2] }
    }

    /// Adds a game. Its index is assigned here; that of `place` is ignored.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be written.
    pub fn push(&mut self, place: &GameLocation, fingerprints: &Fingerprints) -> io::Result<()> {
        let n = &mut self.n_games[usize::from(place.side != FileRole::Input)];
        let record = (GameLocation { index: *n, ..*place }, *fingerprints).to_bytes();
        *n += 1;
        let key = key_in(0, Half::Result, &record).unwrap_or_default();
        self.rounds.push(&key, &record)
    }

    /// Pairs the games and counts the outcomes.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read or written.
    pub fn finish(self) -> io::Result<Accounted> {
        let Account { mut rounds, n_games } = self;
        let mut found = Found {
            totals: Totals { inputs: n_games[0], ..Totals::default() },
            shortfalls: rounds.sorter(),
            copies: Copies::new(rounds.sorter()),
        };
        for round in 0..ROUNDS.len() {
            for (next_round, next_half, order) in [
                (round, Half::Aside, Order::LastToFirst),
                (round + 1, Half::Result, Order::FirstToLast),
            ] {
                let key = |record: &[u8]| key_in(next_round, next_half, record);
                let next = RoundPairing { key: &key, order };
                rounds.run(&mut |old, new| found.pair(old, new, round), &next)?;
            }
        }
        let mut left = rounds.finish()?;
        let mut record = Record::default();
        while left.next(&mut record)? {
            found.alone(&record.payload)?;
        }
        let Found { mut totals, mut shortfalls, copies } = found;
        copies.finish(&mut totals.copies, &mut |lost| {
            totals.lost += 1;
            shortfalls.push(&GameLocation::of_bytes(lost).index.to_be_bytes(), lost)
        })?;
        Ok(Accounted { totals, shortfalls: shortfalls.finish()?, record })
    }
}

impl Accounted {
    /// Returns the next game that is lost or has less annotation, in the order of the inputs; `None` at the end.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read.
    pub fn next_shortfall(&mut self) -> io::Result<Option<Shortfall>> {
        if !self.shortfalls.next(&mut self.record)? {
            return Ok(None);
        }
        let (old, new) = self.record.payload.split_at(Fingerprinted::LEN);
        let old = GameLocation::of_bytes(old);
        Ok(Some(match new {
            [] => Shortfall::Lost(old),
            new => Shortfall::Poorer(old, GameLocation::of_bytes(new)),
        }))
    }
}

/// A half of a round. In the first half, games of the inputs are paired with the result, the first ones first; in the
/// second half with the files set aside, the last ones first, because the first of several copies is usually kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    Result,
    Aside,
}

/// Returns the key of a record in a half of a round; `None` if the record takes no part in it.
fn key_in(round: usize, half: Half, record: &[u8]) -> Option<Vec<u8>> {
    let (place, fingerprints) = Fingerprinted::of_bytes(record);
    let of_result = half == Half::Result;
    let takes_part = match place.side {
        FileRole::Input => true,
        FileRole::Result => of_result,
        FileRole::Tree => of_result && round <= OF_TREES,
        FileRole::LineOfTree => of_result && matches!(round, BY_NAME | BY_LINE),
        FileRole::Duplicates | FileRole::Rejects | FileRole::Earlier => !of_result,
    };
    ROUNDS.get(round).filter(|_| takes_part)?(&place, &fingerprints)
}

/// The outcomes so far.
struct Found {
    totals: Totals,
    /// Games that are lost or have less annotation, by their index.
    shortfalls: Sorter,
    copies: Copies,
}

impl Found {
    /// Counts a pair of packed games that was found in `round`.
    fn pair(&mut self, old: &[u8], new: &[u8], round: usize) -> io::Result<()> {
        let ((old_place, old_marks), (new_place, new_marks)) =
            (Fingerprinted::of_bytes(old), Fingerprinted::of_bytes(new));
        let is_shorter = round == BY_TAGS && new_marks.n_plies < old_marks.n_plies;
        // Other players can play the same moves in another year, so games of different years are not a pair.
        if is_shorter || round == BY_LINE && old_marks.facts.has_other_year(&new_marks.facts) {
            self.alone(new)?;
            return self.alone(old);
        }
        match new_place.side {
            FileRole::Input => (),
            FileRole::Duplicates => self.totals.copies += 1,
            FileRole::Rejects => self.totals.rejected += 1,
            FileRole::Earlier => {
                self.totals.copies += 1;
                self.copies.kept(&old_marks)?;
            }
            FileRole::LineOfTree => {
                self.totals.kept += 1;
                self.totals.by_moves += u64::from(round == BY_LINE);
                self.copies.kept(&old_marks)?;
            }
            FileRole::Result | FileRole::Tree => {
                self.totals.kept += 1;
                self.totals.by_moves += u64::from(round == BY_LINE);
                if new_marks.amount.is_less_than(&old_marks.amount) {
                    self.totals.poorer += 1;
                    let key = old_place.index.to_be_bytes();
                    self.shortfalls.push(&key, &[old, new].concat())?;
                }
                self.copies.kept(&old_marks)?;
                if (new_marks.key, new_marks.facts) != (old_marks.key, old_marks.facts) {
                    self.copies.kept(&new_marks)?;
                }
            }
        }
        Ok(())
    }

    /// Counts a packed game without a partner.
    fn alone(&mut self, record: &[u8]) -> io::Result<()> {
        let (place, fingerprints) = Fingerprinted::of_bytes(record);
        match place.side {
            FileRole::Input => self.copies.open(&fingerprints, record)?,
            FileRole::Result => self.totals.added += 1,
            // Not an added game: copies and rejects may also be in the result, games from before the run are no
            // additions, and the lines of a tree are the games that count.
            FileRole::Duplicates
            | FileRole::Rejects
            | FileRole::Tree
            | FileRole::LineOfTree
            | FileRole::Earlier => (),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use pgn_chess::ReplayOptions;
    use pgn_stream::{GameNumber, LineNumber};
    use pgn_syntax::{Fallback, encoding::Charset};

    use super::*;

    /// Accounts for the games of `input` in `result`, `duplicates` and `rejects`. Returns the counts of kept, copied,
    /// rejected and lost games, then the number of each lost game, or after `~` of each game with less annotation.
    fn account([input, result, duplicates, rejects]: [&str; 4]) -> String {
        let mut account = Account::new(0, &TempFiles::default());
        let mut fingerprinter = Fingerprinter::new(Fallback::default(), ReplayOptions::default());
        let sides = [FileRole::Input, FileRole::Result, FileRole::Duplicates, FileRole::Rejects];
        for (role, text) in sides.into_iter().zip([input, result, duplicates, rejects]) {
            let mut games = pgn_syntax::Games::new(text.as_bytes());
            let mut number = 0;
            while let Some(game) = games.next() {
                number += 1;
                let mut push = |role, fingerprints: &Fingerprints| {
                    let (offset, len) = (1 << 40, 9);
                    let place = GameLocation {
                        side: role,
                        index: 0,
                        input: 7,
                        number: GameNumber(number),
                        line: LineNumber(8),
                        offset,
                        len,
                    };
                    let record = (place, *fingerprints);
                    assert_eq!(Fingerprinted::of_bytes(&record.to_bytes()), record);
                    account.push(&place, fingerprints).unwrap();
                };
                let lines = match role {
                    FileRole::Result => fingerprinter.lines_of_tree(game, text.as_bytes()),
                    _ => Vec::new(),
                };
                let role = if lines.is_empty() { role } else { FileRole::Tree };
                push(role, &fingerprinter.fingerprints(game, text.as_bytes()));
                lines.iter().for_each(|line| push(FileRole::LineOfTree, line));
            }
        }
        let mut accounted = account.finish().unwrap();
        let Totals { inputs, kept, copies, rejected, lost, .. } = accounted.totals;
        assert_eq!(inputs, kept + copies + rejected + lost);
        let mut shown = format!("{kept} {copies} {rejected} {lost}");
        while let Some(found) = accounted.next_shortfall().unwrap() {
            shown.push_str(&match found {
                Shortfall::Lost(place) => format!(" -{}", place.number),
                Shortfall::Poorer(old, new) => format!(" {}~{}", old.number, new.number),
            });
        }
        shown
    }

    const LONG: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0";

    fn game(white: &str, date: &str, text: &str) -> String {
        format!("[White \"{white}\"]\n[Black \"Smith, J\"]\n[Date \"{date}\"]\n\n{text}\n\n")
    }

    #[test]
    fn each_game_is_found_where_it_went() {
        let (tal, tal_again) = (game("Tal, M", "1960.03.15", LONG), game("Tal", "1960", LONG));
        let later = game("Tal, M", "1961.03.15", LONG);
        let bad = game("Bad", "1960", "1. e4 Ke4 *");
        let all = [&tal[..], &tal_again, &later, &bad].concat();
        let kept = [&tal[..], &later, &bad].concat();
        assert_eq!(account([&all, &all, "", ""]), "4 0 0 0");
        assert_eq!(account([&all, &kept, "", ""]), "3 1 0 0");
        assert_eq!(account([&all, &[&tal[..], &bad].concat(), "", ""]), "2 1 0 1 -3");
        assert_eq!(account([&all, &[&tal[..], &later].concat(), &tal_again, &bad]), "2 1 1 0");
        assert_eq!(account([&all, &later, "", ""]), "1 0 0 3 -1 -2 -4");
        assert_eq!(account([&all, "", "", ""]), "0 0 0 4 -1 -2 -3 -4");
        assert_eq!(account([&tal, &all, "", ""]), "1 0 0 0");
        assert_eq!(account(["", "", "", ""]), "0 0 0 0");
    }

    #[test]
    fn of_equal_games_the_first_is_missing_if_only_the_copy_is_there() {
        let tal = game("Tal, M", "1960.03.15", LONG);
        let twice = [&tal[..], &tal].concat();
        assert_eq!(account([&twice, &tal, &tal, ""]), "1 1 0 0");
        assert_eq!(account([&twice, "", &tal, ""]), "0 1 0 1 -1");
        assert_eq!(account([&twice, &tal, "", ""]), "1 1 0 0");
    }

    /// A short draw with the same moves by other players does not prove that the game was kept.
    #[test]
    fn the_same_moves_of_another_year_are_another_game() {
        let old = game("Leko", "1993.05.01", LONG).replace("Smith, J", "Adorjan");
        let new = |date: &str| game("Ivkov", date, LONG).replace("Smith, J", "Xie Jun");
        assert_eq!(account([&old, &new("1992"), "", ""]), "0 0 0 1 -1");
        assert_eq!(account([&old, &new("1993.06"), "", ""]), "1 0 0 0");
        assert_eq!(account([&old, &new("????"), "", ""]), "1 0 0 0");
    }

    #[test]
    fn games_changed_by_export_or_fixes_are_not_lost() {
        let old = game("Tal, M", "15.03.1960", "1. e4 e5 {a  b} 2. Nf3 (2. f4) Nc6 $1 1/2-1/2");
        for new in [
            old.replace("Tal, M", "Tal, Mikhail"),
            old.replace("15.03.1960", "1960.03.15"),
            old.replace("1. e4 e5", "1.e2-e4 e7e5"),
            old.replace("$1", "!").replace("{a  b}", "{a\nb} {c}"),
            old.replace("[White", "[Event \"x\"]\n[White").replace("Smith, J", "Jones"),
        ] {
            assert_eq!(account([&old, &new, "", ""]), "1 0 0 0", "{new}");
        }
        for new in [old.replace("{a  b}", "{a}"), old.replace("$1", ""), old.replace("(2. f4)", "")]
        {
            assert_eq!(account([&old, &new, "", ""]), "1 0 0 0 1~1", "{new}");
        }
        assert_eq!(account([&old, &old.replace("Nc6", "Nf6"), "", ""]), "0 0 0 1 -1");
        // The error is repaired, or left out.
        let bad = game("Tal, M", "1960", "1. e4 e5 2. Ke3 d6 *");
        for new in [bad.replace("Ke3", "Ke2"), bad.replace("2. Ke3 d6", "{2. Ke3 d6}")] {
            assert_eq!(account([&bad, &new, "", ""]), "1 0 0 0", "{new}");
        }
        assert_eq!(account([&bad, &bad.replace("e5 2. Ke3 d6", ""), "", ""]), "0 0 0 1 -1");
    }

    /// Of two games with the same moves, the one that is gone is lost, whatever else changed in the other one.
    #[test]
    fn a_game_is_no_partner_of_one_with_other_facts_or_another_result() {
        let text = |event: &str, round: u32, white: &str, result: &str| {
            let date = format!("2001.01.0{round}");
            let roster = format!("[Event \"{event}\"]\n[Round \"{round}\"]\n");
            roster + &game(white, &date, &LONG.replace("1-0", result))
        };
        let kept = text("a", 7, "Tal, M", "1/2-1/2");
        for gone in [
            text("a", 7, "Tal, M", "1-0"),
            text("a", 3, "Tal, M", "1/2-1/2"),
            text("a", 7, "Tal, X", "1/2-1/2"),
        ] {
            let orders = [([&gone[..], &kept], "1 0 0 1 -1"), ([&kept, &gone], "1 0 0 1 -2")];
            for (input, expected) in orders {
                for result in [
                    kept.clone(),
                    kept.replace("[White", "[ECO \"C84\"]\n[White"),
                    text("other", 7, "Tal, M", "1/2-1/2"),
                ] {
                    assert_eq!(account([&input.concat(), &result, "", ""]), expected, "{result}");
                }
            }
        }
        // The names were completed, or the result was corrected, and the event was renamed.
        let [third, seventh] = [3, 7].map(|round| text("a", round, "Tal", "1/2-1/2"));
        for result in [text("other", 7, "Tal, M", "1/2-1/2"), text("other", 7, "Tal", "1-0")] {
            let input = [&third[..], &seventh].concat();
            assert_eq!(account([&input, &result, "", ""]), "1 0 0 1 -1", "{result}");
        }
    }

    /// A bare game and an annotated one of the same players are no loss of each other's annotation.
    #[test]
    fn equal_games_are_told_apart_by_their_annotation() {
        let bare = game("Tal, M", "1960", LONG);
        let annotated = bare.replace("e5", "e5 {a}");
        let (both, marked) = ([&bare[..], &annotated].concat(), "[Annotator \"x\"]\n[White");
        let result = [&annotated[..], &bare].concat().replace("[White", marked);
        assert_eq!(account([&both, &result, "", ""]), "2 0 0 0");
        let renamed = [&annotated[..], &bare].concat().replace("Tal, M", "Tal, Mikhail");
        assert_eq!(account([&both, &renamed, "", ""]), "2 0 0 0");
        assert_eq!(account([&both, &bare.replace("[White", marked), "", ""]), "1 1 0 0");
        // NAGs count, too.
        let [both, result, renamed] =
            [both, result, renamed].map(|text| text.replace("{a}", "$13"));
        assert_eq!(account([&both, &result, "", ""]), "2 0 0 0");
        assert_eq!(account([&both, &renamed, "", ""]), "2 0 0 0");
    }

    /// Returns the tree of games.
    fn tree(games: &[&str]) -> String {
        let mut tree = crate::Tree::new(ReplayOptions::default());
        for text in games {
            let mut games = pgn_syntax::Games::new(text.as_bytes());
            tree.add(games.next().unwrap(), text.as_bytes(), Fallback::default());
        }
        let mut out = Vec::new();
        tree.write(Charset::Utf8, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn games_are_found_in_trees_by_the_names_of_their_lines() {
        let short = "1. e4 e5 2. Nf3 (2. f4 exf4 {King - Gambit}) 2... Nc6 1-0";
        let games = [
            game("Tal, M", "1960", short),
            game("Tal, M", "1960", LONG),
            game("Fischer, R", "1970.01.01", LONG),
            game("K\u{f6}nig {x}", "", "1. d4 d5 *"),
            // The same name and moves.
            game("Fischer, R", "1970.01.01", LONG),
        ];
        let games: Vec<&str> = games.iter().map(String::as_str).collect();
        let all = games.concat();
        assert_eq!(account([&all, &tree(&games), "", ""]), "5 0 0 0");
        // Trees of older versions have a name once: of two such games, one is a copy.
        let of_older = tree(&games).replace(" (2)}", "}").replace("(2)}", "}");
        assert_eq!(account([&all, &of_older, "", ""]), "4 1 0 0");
        for left_out in 0..4 {
            let mut rest = games.clone();
            rest.remove(left_out);
            let expected = match left_out {
                2 => "4 1 0 0".to_owned(),
                n => format!("4 0 0 1 -{}", n + 1),
            };
            assert_eq!(account([&all, &tree(&rest), "", ""]), expected, "{left_out}");
        }
        // Games of the same name that differ in other tags.
        let rounds = ["1", "2"].map(|round| {
            game("A", "2001", "1. e4 1-0")
                .replace("[White", &format!("[Round \"{round}\"]\n[White"))
        });
        let of_rounds = tree(&[&rounds[0], &rounds[1]]);
        assert_eq!(account([&rounds.concat(), &of_rounds, "", ""]), "2 0 0 0");
        // The result has other games besides the tree.
        let with_others = [games[0], &*tree(&games[1..4]), games[4]].concat();
        assert_eq!(account([&all, &with_others, "", ""]), "5 0 0 0");
        // Comments of this form lose no game.
        let annotated = game("a", "1990", "1. e4 (1. d4 {Tal - Fischer, 1960}) e5 {b - c, 1980} *");
        let other_tags = annotated.replace("\"a\"", "\"z\"");
        assert_eq!(account([&annotated, &annotated, "", ""]), "1 0 0 0");
        assert_eq!(account([&annotated, &other_tags, "", ""]), "1 0 0 0");
    }

    #[test]
    fn short_games_are_told_apart_by_their_tags() {
        let games = |names: &[&str]| {
            let all = names.iter().map(|name| game(name, "2001.01.01", "1. e4 e5 1/2-1/2"));
            all.collect::<String>()
        };
        assert_eq!(account([&games(&["a", "b", "c"]), &games(&["c", "a"]), "", ""]), "2 0 0 1 -2");
        // Games without moves and players are paired by their known tags.
        let problem =
            "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n\n";
        let exported = format!("[Event \"?\"]\n[SetUp \"1\"]\n{problem}");
        assert_eq!(account([problem, &exported, "", ""]), "1 0 0 0");
        assert_eq!(account([&problem.replace("4K3", "3K4"), &exported, "", ""]), "0 0 0 1 -1");
        // Renamed games are paired with the remaining ones.
        assert_eq!(account([&games(&["a", "b"]), &games(&["b", "x"]), "", ""]), "2 0 0 0");
    }
}

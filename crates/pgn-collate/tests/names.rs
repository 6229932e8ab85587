//! Proposals for names: recall on variants that rules generate, and names that must not be joined.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::{HashMap, HashSet};

use pgn_collate::{
    TempFiles,
    names::{
        Authority, Certainty, MAX_COMPARED, NameBook, NameCounts, NameKind, NotCompared,
        PlayerFacts, Proposals, Row,
    },
};
use pgn_query::fold;

/// Names in the preferred form.
const NAMES: &[&str] = &[
    "Alekhine, Alexander",
    "Anand, Viswanathan",
    "Andersson, Ulf",
    "Aronian, Levon",
    "Bednářský, Jiří",
    "Böhm, Hans",
    "Botvinnik, Mikhail",
    "Capablanca, José Raúl",
    "Černý, Jan",
    "Dzindzichashvili, Roman",
    "Euwe, Max",
    "Flohr, Salo",
    "Fressinet, Laurent",
    "Gufeld, Eduard",
    "Hübner, Robert",
    "Ivanišević, Ivan",
    "Janowski, Dawid",
    "Keres, Paul",
    "Kortschnoi, Viktor",
    "Kožul, Zdenko",
    "Larsen, Bent",
    "Löwenthal, Johann",
    "Maróczy, Géza",
    "Müller, Karsten",
    "Núñez, Jesús",
    "O'Kelly de Galway, Albéric",
    "Ødegård, Peder",
    "Petrosian, Tigran",
    "Polgár, Judit",
    "Réti, Richard",
    "Spassky, Boris",
    "Šarić, Ante",
    "Tal, Mikhail",
    "Uhlmann, Wolfgang",
    "Vachier-Lagrave, Maxime",
    "Włodarczyk, Zbigniew",
    "Zukertort, Johannes",
];

/// A rule: its name, the variant that it makes of family and given names, and the minimum recall in percent.
type Rule = (&'static str, fn(&str, &str) -> String, usize);

fn initials(given: &str) -> Vec<String> {
    given.split(' ').map(|word| word.chars().take(1).collect()).collect()
}

fn plain(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            ' ' | '-' | '\'' | ',' | '.' => c.to_string(),
            c => {
                let folded = fold(&c.to_string());
                if c.is_uppercase() { folded.to_uppercase() } else { folded }
            }
        })
        .collect()
}

const RULES: &[Rule] = &[
    ("blank left out", |f, g| format!("{f},{g}"), 100),
    ("capitals", |f, g| format!("{f}, {g}").to_uppercase(), 100),
    ("family in capitals", |f, g| format!("{}, {g}", f.to_uppercase()), 100),
    ("no accents", |f, g| plain(&format!("{f}, {g}")), 100),
    ("given name first", |f, g| format!("{g} {f}"), 90),
    ("no comma", |f, g| format!("{f} {g}"), 90),
    ("initial first", |f, g| format!("{}. {f}", &initials(g)[0]), 90),
    ("initials", |f, g| format!("{f}, {}", initials(g).join(" ")), 100),
    ("initials with points", |f, g| format!("{f}, {}.", initials(g).join(".")), 100),
    ("initials, no comma", |f, g| format!("{f} {}", initials(g).join("")), 85),
    ("initials, no accents", |f, g| plain(&format!("{f},{}", initials(g)[0])), 100),
    (
        "umlauts as two letters",
        |f, g| format!("{f}, {g}").replace('ü', "ue").replace('ö', "oe").replace('ä', "ae"),
        100,
    ),
];

fn propose(names: &[(&str, u64)]) -> Vec<Row> {
    let mut counts = NameCounts::default();
    for (name, n) in names {
        for _ in 0..*n {
            counts.add(
                NameKind::Player,
                name,
                &PlayerFacts { year: Some(1990), ..PlayerFacts::default() },
            );
        }
    }
    rows(counts)
}

fn rows(counts: NameCounts) -> Vec<Row> {
    let proposals = proposals(counts);
    assert_eq!(proposals.not_compared, []);
    proposals.rows
}

fn proposals(counts: NameCounts) -> Proposals {
    let mut book = NameBook::new(0, &TempFiles::default());
    book.add(counts).unwrap();
    book.finish().unwrap().propose(&Authority::default()).unwrap()
}

/// A family with more names than are compared. All spellings of the compared names are compared, and the others are
/// counted.
#[test]
fn what_is_not_compared_is_counted() {
    let letters = ["ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te", "vi"];
    let mut names = Vec::new();
    for a in letters {
        for b in letters {
            names.extend(letters.map(|c| format!("{a}{b}{c}")));
        }
    }
    for (n_names, n_left_out) in [(MAX_COMPARED, 0), (MAX_COMPARED + 100, 200)] {
        let mut counts = NameCounts::default();
        for name in &names[..n_names] {
            for text in [format!("Šmith, {name}"), format!("SMITH,{name}")] {
                counts.add(NameKind::Player, &text, &PlayerFacts::default());
            }
        }
        let found = proposals(counts);
        assert_eq!(found.rows.len(), 2 * MAX_COMPARED);
        let left_out = NotCompared { family: "smith".to_owned(), n: n_left_out };
        assert_eq!(found.not_compared, if n_left_out > 0 { vec![left_out] } else { Vec::new() });
    }
}

#[test]
fn variants_made_by_rule_are_found() {
    for (rule, vary, least) in RULES {
        let variants: Vec<(String, &str)> = NAMES
            .iter()
            .map(|name| {
                let (family, given) = name.split_once(", ").unwrap();
                (vary(family, given), *name)
            })
            .filter(|(variant, name)| variant != name)
            .collect();
        let all: Vec<(&str, u64)> = NAMES
            .iter()
            .map(|name| (*name, 3))
            .chain(variants.iter().map(|(variant, _)| (variant.as_str(), 1)))
            .collect();
        let rows = propose(&all);
        let new_of: HashMap<&str, &str> =
            rows.iter().map(|row| (row.old.as_str(), row.new.as_str())).collect();
        let is_found =
            |(variant, name): &&(String, &str)| new_of.get(variant.as_str()) == Some(name);
        let n_found = variants.iter().filter(is_found).count();
        let missed: Vec<_> = variants.iter().filter(|it| !is_found(it)).collect();
        println!("{rule}: {n_found} of {}", variants.len());
        assert!(n_found * 100 >= least * variants.len(), "{rule}: {missed:?}");
        // No other names are joined.
        let known: HashSet<(&str, &str)> =
            variants.iter().map(|(variant, name)| (variant.as_str(), *name)).collect();
        for row in rows.iter().filter(|row| row.old != row.new) {
            assert!(known.contains(&(row.old.as_str(), row.new.as_str())), "{row:?}");
        }
    }
}

#[test]
fn what_speaks_against_keeps_names_apart() {
    let seen = PlayerFacts { year: Some(2000), ..PlayerFacts::default() };
    let joined = |a: PlayerFacts, b: PlayerFacts| {
        let mut counts = NameCounts::default();
        counts.add(NameKind::Player, "Smirnov, Andrei", &a);
        counts.add(NameKind::Player, "Smirnov,A", &b);
        let rows = rows(counts);
        rows.iter().map(|row| row.certainty).max()
    };
    assert_eq!(joined(seen, seen), Some(Certainty::Likely));
    let id = |id| PlayerFacts { id: Some(id), ..seen };
    assert_eq!(joined(id(1), id(1)), Some(Certainty::Sure));
    assert_eq!(joined(id(1), id(2)), None);
    let rating = |rating| PlayerFacts { rating: Some(rating), ..seen };
    assert_eq!(joined(rating(2400), rating(2400)), Some(Certainty::Sure));
    assert_eq!(joined(rating(2400), rating(2410)), Some(Certainty::Likely));
    assert_eq!(joined(rating(2400), rating(1900)), None);
    let year = |year| PlayerFacts { year: Some(year), ..seen };
    assert_eq!(joined(year(1890), year(2000)), None);
    let title = |title, year| PlayerFacts { title: Some(title), year: Some(year), ..seen };
    assert_eq!(joined(title(4, 1999), title(0, 2005)), None);
    // Opponents in a game are two people, also if their spellings begin with other letters.
    for [white, black] in [
        ["Smirnov, Andrei", "Smirnov,A"],
        ["Hao Wang", "Wang, Hao"],
        ["Таль, Михаил", "Tal, Mikhail"],
    ] {
        let mut counts = NameCounts::default();
        counts.add_players([(white, seen), (black, seen)]);
        assert_eq!(rows(counts), [], "{white}");
    }
    // A father and a son are two people, even with one number.
    let mut counts = NameCounts::default();
    counts.add(NameKind::Player, "Smith, John", &id(1));
    counts.add(NameKind::Player, "Smith, John Jr", &id(1));
    assert_eq!(rows(counts), []);
}

#[test]
fn short_names_of_two_players_are_left_alone() {
    let rows =
        propose(&[("Polgar, Judit", 5), ("Polgar, Jana", 3), ("Polgar, J", 2), ("Polgar,J", 1)]);
    let rows: Vec<_> = rows.iter().map(|row| (row.old.as_str(), row.new.as_str())).collect();
    assert_eq!(rows, [("Polgar, J", "Polgar, J"), ("Polgar,J", "Polgar, J")]);
    assert!(
        propose(&[("Kasparov", 1), ("Kasparov, Garry", 1), ("Kasparov, Sergey", 1)]).is_empty()
    );
    let rows = propose(&[("Kasparov", 1), ("Kasparov, Garry", 1)]);
    assert_eq!(rows[1].certainty, Certainty::Check);
}

#[test]
fn spellings_of_two_players_of_one_name_are_left_alone() {
    let mut counts = NameCounts::default();
    let id = |id| PlayerFacts { id: Some(id), ..PlayerFacts::default() };
    counts.add(NameKind::Player, "Smith, John", &id(1));
    counts.add(NameKind::Player, "SMITH, JOHN", &id(2));
    counts.add(NameKind::Player, "Smith,John", &PlayerFacts::default());
    assert_eq!(rows(counts), []);
}

/// Spellings of a short name do not confirm that it is the short form of another one.
#[test]
fn two_spellings_of_a_short_name_do_not_confirm_each_other() {
    let facts = |year, rating, id| PlayerFacts {
        year: Some(year),
        rating: Some(rating),
        id,
        ..PlayerFacts::default()
    };
    let certainty = |names: &[(&str, PlayerFacts)]| {
        let mut counts = NameCounts::default();
        names.iter().for_each(|(name, facts)| counts.add(NameKind::Player, name, facts));
        let rows = rows(counts);
        let different: HashSet<_> = names.iter().map(|(name, _)| name).collect();
        assert_eq!(rows.len(), different.len(), "{names:?}");
        rows[1..].iter().map(|row| row.certainty).collect::<Vec<_>>()
    };
    for id in [None, Some(1)] {
        let short = facts(2012, 2116, id);
        let names = [("Dahl,Max", facts(2025, 2159, None)), ("Dahl,M", short), ("Dahl, M.", short)];
        assert_eq!(certainty(&names), [Certainty::Likely; 2], "{id:?}");
    }
    // Nor does a third one that has the initials of both.
    let names = [
        ("Xu,Yinglun", facts(2025, 2159, None)),
        ("Xu,Yi", facts(2012, 2116, None)),
        ("Xu, Y.", facts(2025, 2159, None)),
        ("Xu, Y.", facts(2012, 2116, None)),
    ];
    assert_eq!(certainty(&names), [Certainty::Likely, Certainty::Sure]);
    let short = facts(1990, 2400, None);
    let names = [("Ivanov,Sergey", facts(2021, 2316, None)), ("Ivanov", short), ("IVANOV", short)];
    assert_eq!(certainty(&names), [Certainty::Check; 2]);
}

/// A spelling with several FIDE numbers may be that of several players, so that it confirms nothing.
#[test]
fn spellings_with_several_numbers_are_checked() {
    let found = |names: &[(&str, u32)]| {
        let mut counts = NameCounts::default();
        for &(name, id) in names {
            let facts = PlayerFacts { id: Some(id), ..PlayerFacts::default() };
            counts.add(NameKind::Player, name, &facts);
        }
        let rows = rows(counts).into_iter().filter(|row| row.old != row.new);
        rows.map(|row| (row.old, row.new, row.certainty.name(), row.why)).collect::<Vec<_>>()
    };
    let row =
        |old: &str, new: &str, certainty, why| (old.to_owned(), new.to_owned(), certainty, why);
    assert_eq!(
        found(&[("Banerjee,S", 1), ("Banerjee,S", 2), ("Banerjee,Supratit", 2)]),
        [row("Banerjee,S", "Banerjee,Supratit", "check", "several FIDE numbers")]
    );
    // The spelling with number 1 is not joined with that of number 2 through a spelling with both.
    assert_eq!(
        found(&[
            ("Banerjee,S", 1),
            ("Banerjee, S.", 1),
            ("Banerjee, S.", 2),
            ("Banerjee,Supratit", 2)
        ]),
        [row("Banerjee,S", "Banerjee, S.", "sure", "case, blanks or punctuation")]
    );
    // A wrong number beside the preferred spelling takes nothing from the spelling with the right one.
    assert_eq!(
        found(&[("Carlsen, Magnus", 1), ("Carlsen, Magnus", 3), ("Carlsen,M", 1)]),
        [row("Carlsen,M", "Carlsen, Magnus", "sure", "initials")]
    );
}

#[test]
fn names_of_two_players_are_joined_with_neither() {
    for names in [
        ["Petrosian, Tigran L", "Petrosian, Tigran V", "Petrosian, Tigran"],
        ["Smith, John Andrew", "Smith, John Brian", "Smith, John"],
        ["Smith, J A", "Smith, J B", "Smith, J"],
        ["Peter, Ivan", "Ivan, Peter", "Ivan Peter"],
        ["Martin, Paul", "Paul, Martin", "Martin Paul"],
    ] {
        for counts in [[1, 1, 1], [2, 1, 1], [1, 1, 2]] {
            let names: Vec<_> = names.into_iter().zip(counts).collect();
            assert_eq!(propose(&names), [], "{names:?}");
        }
    }
    // One of two players has the rating of the name.
    let mut counts = NameCounts::default();
    let facts = |rating| PlayerFacts { year: Some(1990), rating, ..PlayerFacts::default() };
    for (name, rating) in
        [("Peter, Ivan", Some(2300)), ("Ivan, Peter", None), ("Ivan Peter", Some(2300))]
    {
        counts.add(NameKind::Player, name, &facts(rating));
    }
    let new = rows(counts).into_iter().map(|row| (row.old, row.new));
    let names = ["Peter, Ivan", "Ivan Peter"].map(|old| (old.to_owned(), "Peter, Ivan".to_owned()));
    assert_eq!(new.collect::<Vec<_>>(), names);
    // Three spellings of one player are in two families.
    let names = [("Magnus Carlsen", 1), ("Carlsen Magnus", 1), ("Carlsen, Magnus", 1)];
    assert_eq!(propose(&names).len(), 3);
}

#[test]
fn names_of_the_list_of_players() {
    const LIST: &str = "<playerslist>
<player><fideid>5000017</fideid><name>Anand, Viswanathan</name></player>
<player><fideid>1503014</fideid><name>Carlsen, Magnus</name></player>
</playerslist>";
    let found = |names: &[(&str, u32)]| {
        let mut counts = NameCounts::default();
        for &(name, id) in names {
            let facts = PlayerFacts { id: (id > 0).then_some(id), ..PlayerFacts::default() };
            counts.add(NameKind::Player, name, &facts);
        }
        let mut book = NameBook::new(0, &TempFiles::default());
        book.add(counts).unwrap();
        let blocks = book.finish().unwrap();
        let list = Authority::read(&mut LIST.as_bytes(), &blocks.ids, &blocks.names).unwrap();
        let rows = blocks.propose(&list).unwrap().rows.into_iter();
        rows.map(|row| format!("{} > {}: {}", row.old, row.new, row.certainty.name()))
            .collect::<Vec<_>>()
    };
    for name in ["CARLSEN, Magnus", "Carlsen Magnus", "Magnus Carlsen"] {
        assert_eq!(found(&[(name, 0)]), [format!("{name} > Carlsen, Magnus: likely")]);
    }
    assert_eq!(
        found(&[("Viswanathan Anand", 0), ("Anand, V.", 0)]),
        [
            "Viswanathan Anand > Anand, Viswanathan: likely",
            "Anand, V. > Anand, Viswanathan: likely"
        ]
    );
    // With the number alone, the row is to be checked.
    let vishy = ("Anand, Vishy", 5_000_017);
    let checked = "Anand, Vishy > Anand, Viswanathan: check";
    assert_eq!(found(&[vishy]), [checked]);
    assert_eq!(
        found(&[vishy, ("Anand, V.", 5_000_017)]),
        [checked, "Anand, V. > Anand, Viswanathan: sure"]
    );
    assert_eq!(
        found(&[("Smith, John", 5_000_017), ("Smith, J", 5_000_017)]),
        ["Smith, John > Smith, John: sure", "Smith, J > Smith, John: sure"]
    );
}

#[test]
fn events_and_sites() {
    let mut counts = NameCounts::default();
    let seen = PlayerFacts::default();
    for event in ["Wijk aan Zee", "WIJK-AAN-ZEE", "Open 1-2", "Open 12", "Open 1/2"] {
        counts.add(NameKind::Event, event, &seen);
    }
    for event in ["Match BOT", "match bot"] {
        counts.add(NameKind::Event, event, &seen);
    }
    for site in ["Oslo NOR", "oslo nor", "Oslo (NOR)", "Bad Ems", "BAD EMS"] {
        counts.add(NameKind::Site, site, &seen);
    }
    for site in ["Riga", "Riga LAT", "Valencia ESP", "Valencia VEN", "Valencia", "valencia ESP"] {
        counts.add(NameKind::Site, site, &seen);
    }
    let rows = rows(counts);
    let rows: Vec<_> =
        rows.iter().map(|it| (it.old.as_str(), it.new.as_str(), it.certainty.name())).collect();
    assert_eq!(
        rows,
        [
            ("Match BOT", "Match BOT", "sure"),
            ("match bot", "Match BOT", "sure"),
            ("Open 1-2", "Open 1-2", "sure"),
            ("Open 1/2", "Open 1-2", "sure"),
            ("Wijk aan Zee", "Wijk aan Zee", "sure"),
            ("WIJK-AAN-ZEE", "Wijk aan Zee", "sure"),
            ("Bad Ems", "Bad Ems", "sure"),
            ("BAD EMS", "Bad Ems", "sure"),
            ("Oslo (NOR)", "Oslo (NOR)", "sure"),
            ("Oslo NOR", "Oslo (NOR)", "sure"),
            ("oslo nor", "Oslo (NOR)", "sure"),
            ("Riga", "Riga", "sure"),
            ("Riga LAT", "Riga", "likely"),
            ("Valencia ESP", "Valencia ESP", "sure"),
            ("valencia ESP", "Valencia ESP", "sure"),
        ]
    );
}

/// A spelling with blanks at its ends, or two in a row, is not preferred to one without.
#[test]
fn spellings_without_stray_blanks_are_preferred() {
    for (names, best) in [
        (&[(" Tal, M. ", 1), ("Tal, M.", 1), ("Tal,M.", 1)][..], "Tal, M."),
        (&[("Tal,  Mikhail", 3), ("Tal, Mikhail", 1)], "Tal, Mikhail"),
    ] {
        let rows = propose(names);
        assert_eq!(rows.len(), names.len(), "{names:?}");
        assert!(rows.iter().all(|row| row.new == best), "{names:?}: {rows:?}");
    }
}

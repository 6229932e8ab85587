//! The heap of a club, small: files of many years, in many character sets, with dates as people wrote them, copies
//! and broken games.

use std::{fs, path::Path};

use pgn_syntax::encoding::Charset;

/// A file: its name, character set, how a date is written, and which rounds of which players it has.
struct File {
    name: &'static str,
    set: &'static str,
    date: fn(usize, usize) -> String,
    players: &'static [&'static str],
    years: std::ops::Range<usize>,
}

fn german(round: usize, year: usize) -> String {
    format!("{}.{}.{year}", 2 * round, round)
}

fn american(round: usize, year: usize) -> String {
    format!("{round}/{}/{year}", 2 * round)
}

fn standard(round: usize, year: usize) -> String {
    format!("{year}.{round:02}.{:02}", 2 * round)
}

const GERMANS: &[&str] = &["Müller, Karsten", "Hübner, Robert", "Löwenthal, Jörg", "Böhm, Günther"];
const SHORT: &[&str] = &["Müller,K", "Hübner,R", "Löwenthal,J", "Böhm,G"];
const YUGOSLAVS: &[&str] = &["Ivanišević, Ivan", "Kožul, Zdenko", "Šarić, Ivan", "Đurić, Stefan"];
const RUSSIANS: &[&str] =
    &["Ботвинник, Михаил", "Смыслов, Василий", "Таль, Михаил", "Керес, Пауль"];

const FILES: &[File] = &[
    File { name: "1988.PGN", set: "cp850", date: german, players: GERMANS, years: 1988..1990 },
    File {
        name: "archive/liga.pgn",
        set: "utf-8",
        date: standard,
        players: SHORT,
        years: 1989..1991,
    },
    File {
        name: "archive/visit.pgn",
        set: "windows-1250",
        date: american,
        players: YUGOSLAVS,
        years: 1994..1995,
    },
    File {
        name: "mail/match.pgn",
        set: "windows-1251",
        date: standard,
        players: RUSSIANS,
        years: 1996..1997,
    },
    File { name: "mac.pgn", set: "macintosh", date: german, players: GERMANS, years: 1990..1991 },
];

const OPENINGS: [&str; 6] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7",
    "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6",
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O",
    "1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 5. Nf3 O-O",
    "1. c4 e5 2. Nc3 Nf6 3. g3 d5 4. cxd5 Nxd5 5. Bg2 Nb6",
    "1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. e5 c5 5. a3 Ba5",
];

/// Returns the games of a file: each player against each other, once a year.
fn games(file: &File) -> String {
    let mut text = String::new();
    for year in file.years.clone() {
        let mut round = 0;
        for (at, white) in file.players.iter().enumerate() {
            for black in &file.players[at + 1..] {
                round += 1;
                let date = (file.date)(round + 3, year);
                // The move depends on the year, so that games of different years differ.
                let last = ["6. h3 h6", "6. h4 h5", "6. h3 h5"][year % 3];
                let moves = if (year + round).is_multiple_of(11) { "6. Ke4 h6" } else { last };
                text.push_str(&format!(
                    "[Event \"Club championship\"]\n[Site \"Köln\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n\
                     [White \"{white}\"]\n[Black \"{black}\"]\n[Result \"1/2-1/2\"]\n\n\
                     {} {moves} 1/2-1/2\n\n",
                    OPENINGS[round - 1]
                ));
            }
        }
    }
    let site = match file.set {
        "windows-1251" => "Москва",
        "windows-1250" => "Banja Luka",
        _ => "Köln",
    };
    text.replace("Köln", site)
}

/// Makes the heap.
pub(crate) fn make(dir: &Path) {
    for file in FILES {
        let mut bytes = games(file).into_bytes();
        assert_eq!(Charset::find(file.set).unwrap().encode(&mut bytes, 0), 0, "{}", file.name);
        let path = dir.join(file.name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    // A mail with games in it, and one that breaks off.
    let mail = "From: Karsten\nSubject: our match\n\nDear friends, here are the games.\n\n";
    let games = games(&FILES[1]);
    fs::write(dir.join("mail/mail.pgn"), format!("{mail}{}", &games[..games.len() / 3])).unwrap();
}

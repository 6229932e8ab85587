//! `git-merge` and `git-textconv`, alone and as git runs them.

mod additions;
mod bytes;
mod textconv;

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, Output},
};

use crate::support::{self, PGNKIT, pgnkit, run};
use fastrand::Rng;

/// The main line of every game.
const MOVES: [&str; 16] = [
    "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6",
    "c3", "O-O",
];

/// Moves of each side that are legal instead of any move of the main line, and not in it.
const OTHERS: [[&str; 3]; 2] = [["a3", "h3", "h4"], ["h6", "h5", "g6"]];

/// The names of the players and of the tags that edits change.
const TAGS: [&str; 4] = ["Event", "Site", "White", "Annotator"];

/// A game of the model.
#[derive(Clone, Debug, Default, PartialEq)]
struct Game {
    id: usize,
    tags: BTreeMap<&'static str, String>,
    comments: BTreeMap<usize, String>,
    nags: BTreeMap<usize, u8>,
    /// By the half-move that they replace, and their first move.
    variations: BTreeMap<(usize, &'static str), String>,
}

/// A place of a file that one edit changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Tag(usize, &'static str),
    Comment(usize, usize),
    Nag(usize, usize),
    Variation(usize, usize, &'static str),
    Added(usize),
    Removed(usize),
}

impl Place {
    fn game(self) -> usize {
        match self {
            Place::Tag(game, _) | Place::Comment(game, _) | Place::Nag(game, _) => game,
            Place::Variation(game, ..) | Place::Added(game) | Place::Removed(game) => game,
        }
    }

    /// Returns true if an edit here and one there touch different things.
    fn is_apart(self, other: Place) -> bool {
        let is_removal = |place| matches!(place, Place::Removed(_));
        self != other && (self.game() != other.game() || !is_removal(self) && !is_removal(other))
    }
}

fn game(rng: &mut Rng, id: usize) -> Game {
    let mut game = Game { id, ..Game::default() };
    for name in ["Event", "White"] {
        game.tags.insert(name, format!("{name} {id}"));
    }
    for ply in 0..MOVES.len() {
        if rng.u8(..4) == 0 {
            game.comments
                .insert(ply, format!("comment {id} {ply} {}", "word ".repeat(rng.usize(..20))));
        }
        if rng.u8(..4) == 0 {
            game.nags.insert(ply, rng.u8(1..7));
        }
        if rng.u8(..6) == 0 {
            let first = OTHERS[ply % 2][rng.usize(..3)];
            game.variations.insert((ply, first), format!("line {id} {ply}"));
        }
    }
    game
}

fn place(rng: &mut Rng, n_games: usize, side: usize) -> Place {
    let (game, ply) = (rng.usize(..n_games), rng.usize(..MOVES.len()));
    match rng.u8(..16) {
        0..4 => Place::Tag(game, TAGS[rng.usize(..TAGS.len())]),
        4..8 => Place::Comment(game, ply),
        8..11 => Place::Nag(game, ply),
        11..14 => Place::Variation(game, ply, OTHERS[ply % 2][rng.usize(..3)]),
        14 => Place::Added(1000 + side),
        _ => Place::Removed(game),
    }
}

/// Makes an edit: what is there goes or changes, what is not there comes.
fn edit(games: &mut Vec<Game>, place: Place, word: &str) {
    let index = games.iter().position(|game| game.id == place.game());
    match place {
        Place::Added(id) => {
            let tags = [("White", format!("White {word}")), ("Event", format!("Event {word}"))];
            games.push(Game { id, tags: tags.into(), ..Game::default() });
        }
        Place::Removed(_) => drop(games.remove(index.unwrap())),
        Place::Tag(_, name) => drop(games[index.unwrap()].tags.insert(name, word.to_owned())),
        Place::Comment(_, ply) => {
            let comments = &mut games[index.unwrap()].comments;
            if comments.contains_key(&ply) && word.len().is_multiple_of(2) {
                comments.remove(&ply);
            } else {
                comments.insert(ply, word.to_owned());
            }
        }
        Place::Nag(_, ply) => {
            let nags = &mut games[index.unwrap()].nags;
            if nags.remove(&ply).is_none() {
                nags.insert(ply, 14);
            }
        }
        Place::Variation(_, ply, first) => {
            let variations = &mut games[index.unwrap()].variations;
            if variations.remove(&(ply, first)).is_none() {
                variations.insert((ply, first), word.to_owned());
            }
        }
    }
}

fn text(games: &[Game]) -> String {
    let mut out = String::new();
    for game in games {
        for (name, value) in &game.tags {
            out += &format!("[{name} \"{value}\"]\n");
        }
        out += "\n";
        for (ply, mv) in MOVES.iter().enumerate() {
            let number = format!("{}{} ", ply / 2 + 1, if ply % 2 == 0 { "." } else { "..." });
            out += &format!("{number}{mv} ");
            if let Some(nag) = game.nags.get(&ply) {
                out += &format!("${nag} ");
            }
            if let Some(comment) = game.comments.get(&ply) {
                out += &format!("{{{comment}}} ");
            }
            for ((_, first), words) in game.variations.range((ply, "")..(ply + 1, "")) {
                out += &format!("({number}{first} {{{words}}}) ");
            }
        }
        out += "1-0\n\n";
    }
    out
}

/// Returns the standard's form of a text, with variations and NAGs in one order.
fn exported(text: &[u8], layout: &str) -> Vec<u8> {
    run(pgnkit(["export", "--isolated", "-qq", "--layout", layout]), text).stdout
}

/// Returns what the merge driver makes of three texts, and its status.
fn merge(dir: &Path, texts: [&[u8]; 3]) -> (Vec<u8>, i32) {
    for (name, text) in ["o", "a", "b"].into_iter().zip(texts) {
        fs::write(dir.join(name), text).unwrap();
    }
    let mut program = pgnkit(["git-merge", "-q", "o", "a", "b", "7", "games.pgn"]);
    program.current_dir(dir);
    let status = run(program, b"").status.code().unwrap();
    (fs::read(dir.join("a")).unwrap(), status)
}

/// Returns the games of a text as sorted lines of one thing each, in order.
fn things(text: &[u8]) -> Vec<Vec<String>> {
    let laid = String::from_utf8(exported(text, "moves")).unwrap();
    let mut games = vec![Vec::new()];
    for line in laid.lines() {
        if line.starts_with("[Event ") && !games.last().unwrap().is_empty() {
            games.push(Vec::new());
        }
        games.last_mut().unwrap().push(line.to_owned());
    }
    games.iter_mut().for_each(|game| game.sort());
    games
}

#[test]
fn independent_edits_join() {
    let dir = tempfile::tempdir().unwrap();
    let mut rng = Rng::with_seed(7);
    let mut n_same_game = 0;
    for pair in 0..80 {
        let n_games = rng.usize(1..5);
        let base: Vec<Game> = (0..n_games).map(|id| game(&mut rng, id)).collect();
        let (first, second) = loop {
            let (first, second) = (place(&mut rng, n_games, 0), place(&mut rng, n_games, 1));
            if first.is_apart(second) {
                break (first, second);
            }
        };
        n_same_game += usize::from(first.game() == second.game());
        let words = [format!("new words {pair}"), format!("other words {pair}")];
        let (mut ours, mut theirs, mut both) = (base.clone(), base.clone(), base.clone());
        edit(&mut ours, first, &words[0]);
        edit(&mut theirs, second, &words[1]);
        edit(&mut both, first, &words[0]);
        edit(&mut both, second, &words[1]);
        let layout = ["80", "moves", "lines"][rng.usize(..3)];
        let texts = [&base, &ours, &theirs].map(|games| exported(text(games).as_bytes(), layout));
        let (merged, status) = merge(dir.path(), [&texts[0], &texts[1], &texts[2]]);
        let case = format!("pair {pair}: {first:?}, {second:?}");
        assert_eq!(status, 0, "{case}: {}", String::from_utf8_lossy(&merged));
        let (found, expected) = (things(&merged), things(text(&both).as_bytes()));
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, expected, "{case}");
        }
        assert_eq!(found.len(), expected.len(), "{case}");
        assert_eq!(exported(&merged, layout), merged, "{case}: another layout");
    }
    assert!(n_same_game > 16, "{n_same_game} pairs in one game");
}

#[test]
fn the_same_place_in_two_ways_is_a_conflict() {
    let dir = tempfile::tempdir().unwrap();
    let base = "[White \"a\"]\n\n1. e4 {x} e5 *\n";
    let cases = [
        ("{x}", "{y}", "{z}"),
        ("[White \"a\"]", "[White \"b\"]", "[White \"c\"]"),
        ("e5 *", "e5 2. Nf3 *", "e5 2. Nc3 *"),
        ("e4 {x}", "e4 $1 {x}", "e4 $2 {x}"),
        ("*", "1-0", "0-1"),
    ];
    for (old, ours, theirs) in cases {
        let side = |new: &str| base.replacen(old, new, 1);
        let (ours, theirs) = (side(ours), side(theirs));
        let (text, status) = merge(dir.path(), [base, &ours, &theirs].map(str::as_bytes));
        let text = String::from_utf8(text).unwrap();
        assert_eq!(status, 1, "{text}");
        let markers = ["<<<<<<< ours\n", "=======\n", ">>>>>>> theirs\n"];
        assert!(markers.iter().all(|it| text.contains(it)), "{text}");
        expect_conflicts(&text, text.matches("<<<<<<<").count());
    }
    // Removed on one side, changed on the other.
    let (text, status) =
        merge(dir.path(), [base.as_bytes(), b"", base.replace('x', "y").as_bytes()]);
    assert_eq!(status, 1);
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("<<<<<<< ours\n=======\n[White"));
    expect_conflicts(&text, 1);
}

/// Checks that each conflict of a text is one finding, and that there is no other.
fn expect_conflicts(text: &str, n: usize) {
    let output = run(
        pgnkit(["check", "--isolated", "--severity", "info", "--output-format", "concise"]),
        text.as_bytes(),
    );
    assert_eq!(output.status.code(), Some(1), "{text}");
    let found = String::from_utf8(output.stdout).unwrap();
    let is_conflict = |line: &str| line.contains(" conflict-marker `<<<<<<< ours`");
    assert!(found.lines().count() == n && found.lines().all(is_conflict), "{text}{found}");
}

#[test]
fn markers_have_the_length_that_check_recognizes() {
    let dir = tempfile::tempdir().unwrap();
    for (size, expected) in [("0", 7), ("3", 7), ("9", 9)] {
        for (name, text) in [("o", "1. e4 *\n"), ("a", "1. e4 {a} *\n"), ("b", "1. e4 {b} *\n")] {
            fs::write(dir.path().join(name), text).unwrap();
        }
        let mut program = pgnkit(["git-merge", "-q", "o", "a", "b", size]);
        program.current_dir(dir.path());
        assert_eq!(run(program, b"").status.code(), Some(1));
        let text = fs::read_to_string(dir.path().join("a")).unwrap();
        assert!(text.contains(&format!("\n{} ours\n", "<".repeat(expected))), "{size}: {text}");
    }
}

#[test]
fn compressed_files_are_not_merged() {
    let dir = tempfile::tempdir().unwrap();
    let packed = |name: &str, text: &[u8]| {
        let path = dir.path().join(name);
        let mut program = pgnkit(["export", "--isolated", "-q", "-o"]);
        program.arg(&path);
        assert!(run(program, text).status.success());
        fs::read(path).unwrap()
    };
    for ending in ["gz", "zst", "xz", "bz2"] {
        let texts = ["1. e4 *", "1. d4 *", "1. c4 *"];
        let packed = texts.map(|text| packed(&format!("x.pgn.{ending}"), text.as_bytes()));
        for (name, bytes) in ["o", "a", "b"].into_iter().zip(&packed) {
            fs::write(dir.path().join(name), bytes).unwrap();
        }
        let mut program = pgnkit(["git-merge", "o", "a", "b", "7", "games.pgn.gz"]);
        program.current_dir(dir.path());
        let output = run(program, b"");
        let message = String::from_utf8(output.stderr).unwrap();
        let expected =
            "games.pgn.gz: compressed files cannot be merged; this side is left as it is";
        assert!(output.status.code() == Some(1) && message.contains(expected), "{message}");
        assert!(fs::read(dir.path().join("a")).unwrap() == packed[1], "{ending}");
    }
}

#[test]
fn binary_data_is_not_merged() {
    let dir = tempfile::tempdir().unwrap();
    // No byte is NUL.
    let [o, a, b] = [1_u8, 2, 3].map(|n| [1, 2, 3, 4, 5, 6, n, 0xFF].repeat(40));
    assert_eq!(merge(dir.path(), [&o, &a, &b]), (a, 1));
    // Text in another format is merged line by line, as git does.
    let [o, a, b] = [("1", "2"), ("3", "2"), ("1", "4")]
        .map(|(x, y)| format!("<html>\n{x}\n\n\n[Event \"x\"]\n\n1. e4 *\n{y}\n"));
    let expected = a.replace('2', "4");
    let merged = merge(dir.path(), [o.as_bytes(), a.as_bytes(), b.as_bytes()]);
    assert_eq!(merged, (expected.into_bytes(), 0));
}

/// Runs git in a repository, apart from the settings of the user.
fn git(dir: &Path, args: &[&str]) -> Output {
    Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"])
        .args(args)
        .current_dir(dir)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_EDITOR", "true")
        .output()
        .unwrap()
}

#[test]
fn git_merges_rebases_picks_and_stashes() {
    if Command::new("git").arg("--version").output().is_err() {
        support::say("git: is not installed");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let git_ok = |args: &[&str]| {
        let output = git(dir, args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    git_ok(&["init", "-q", "-b", "main"]);
    let program = PGNKIT.replace('\\', "/");
    let generated = run(pgnkit(["generate", "gitattributes"]), b"").stdout;
    let generated = String::from_utf8(generated).unwrap();
    let settings = generated.lines().filter_map(|it| it.strip_prefix("#   git config --global "));
    for setting in settings {
        let (key, value) = setting.split_once(' ').unwrap();
        let value = value.trim_matches('\'').replace("pgnkit ", &format!("'{program}' "));
        git_ok(&["config", key, &value]);
    }
    fs::write(dir.join(".gitattributes"), generated).unwrap();
    // An option, if the drivers took it for one.
    let file = dir.join("-games.pgn");
    let base = "[White \"a\"]\n\n1. e4 {x} e5 2. Nf3 Nc6 *\n\n[White \"b\"]\n\n1. d4 *\n";
    let save = |from: &str, to: &str| {
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(&file, text.replacen(from, to, 1)).unwrap();
    };
    let commit = |message: &str| git_ok(&["commit", "-qam", message]);
    fs::write(&file, base).unwrap();
    git_ok(&["add", "."]);
    commit("base");
    git_ok(&["branch", "other"]);
    git_ok(&["branch", "third"]);
    save("{x}", "{ours}");
    commit("ours");
    // The difference is one line, whatever the layout.
    let diff = git_ok(&["diff", "HEAD~1"]);
    assert!(diff.contains("-{x}\n+{ours}\n"), "{diff}");
    git_ok(&["checkout", "-q", "other"]);
    save("e5", "e5 $1");
    commit("theirs");
    git_ok(&["checkout", "-q", "third"]);
    save("Nc6 *", "Nc6 3. Bb5 *");
    commit("third");
    git_ok(&["checkout", "-q", "main"]);
    git_ok(&["merge", "-q", "--no-edit", "other"]);
    git_ok(&["cherry-pick", "third"]);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("1. e4 {ours} 1... e5 $1 2. Nf3 Nc6 3. Bb5 *"), "{text}");
    // Changes that wait, beside a commit.
    save("{ours}", "{ours, again}");
    git_ok(&["stash", "-q"]);
    save("Bb5", "Bb5 {Spanish}");
    commit("named");
    git_ok(&["stash", "pop", "-q"]);
    commit("stashed");
    git_ok(&["checkout", "-q", "third"]);
    save("1. d4", "1. d4 d5");
    commit("second game");
    git_ok(&["rebase", "-q", "main"]);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("{ours, again}") && text.contains("{Spanish}"), "{text}");
    assert!(text.contains("1. d4 d5 *"), "{text}");
    // The same comment in two ways.
    git_ok(&["checkout", "-q", "other"]);
    save("{x}", "{theirs}");
    commit("another comment");
    let output = git(dir, &["merge", "-q", "third"]);
    assert_eq!(output.status.code(), Some(1));
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.contains("<<<<<<< ours\n{theirs}\n=======\n{ours, again}\n>>>>>>> theirs\n"),
        "{text}"
    );
}

#[test]
fn hooks_of_both_repositories_agree() {
    let root = support::root();
    let read = |name: &str| fs::read_to_string(root.join(name)).unwrap();
    let compiled = read(".pre-commit-hooks.yaml");
    let installed = read("integrations/pre-commit/.pre-commit-hooks.yaml");
    assert_eq!(compiled.replace("language: rust", "language: python"), installed);
    let package = read("integrations/pre-commit/pyproject.toml");
    let version = env!("CARGO_PKG_VERSION");
    assert!(package.contains(&format!("version = \"{version}\"\n")), "{package}");
    assert!(package.contains(&format!("\"pgnkit=={version}\"")), "{package}");
}

//! `split` and `merge` on generated games and the corpus: no game is lost, and memory limits do not matter.

use std::{collections::BTreeMap, fs, path::Path};

use crate::support::{self, run_in as run, with_copies, write_settled};
use pgn_syntax::Games;
use pgn_testkit::{Generator, Style};

/// Returns how often each game is in `texts`, by its trimmed bytes.
fn games(texts: &[&[u8]]) -> BTreeMap<Vec<u8>, usize> {
    let mut all = BTreeMap::new();
    for text in texts {
        let mut games = Games::new(text);
        while let Some(game) = games.next() {
            *all.entry(game.span.of(text).trim_ascii().to_vec()).or_insert(0) += 1;
        }
    }
    all
}

#[test]
fn no_game_is_lost_and_memory_does_not_matter() {
    let dir = tempfile::tempdir().unwrap();
    let text = with_copies(1000);
    write_settled(dir.path().join("all.pgn"), &text);
    assert!(text.len() > 2 << 20, "more than the store has of the least memory: {}", text.len());
    for key in ["exact", "moves", "moves+players", "position:30", "prefix"] {
        let dedup = format!("--dedup={key}");
        let mut results = Vec::new();
        for memory in ["4MiB", "1GiB"] {
            let out = run(
                dir.path(),
                &[
                    "merge", &dedup, "--memory", memory, "--duplicates", "dups.pgn", "--force",
                    "--report", "r.tsv", "all.pgn",
                ],
            );
            let dups = fs::read(dir.path().join("dups.pgn")).unwrap();
            let report = fs::read(dir.path().join("r.tsv")).unwrap();
            let n_dups: usize = games(&[&dups]).values().sum();
            assert!(n_dups > 250 || key == "exact", "{key}: {n_dups} duplicates found");
            assert_eq!(report.split(|&b| b == b'\n').count(), n_dups + 2);
            assert!(games(&[&text]) == games(&[&out, &dups]), "{key}: games are lost");
            results.push((out, dups, report));
        }
        assert!(results[0] == results[1], "{key}: memory matters");
    }
}

#[test]
fn unions_keep_all_data_with_any_memory_limit() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let text = with_copies(700);
    // Copies with more information: a tag, a comment, a NAG, a variation of the last move.
    let more = String::from_utf8(with_copies(400))
        .unwrap()
        .replace("[Event ", "[Annotator \"A\"]\n[Event ");
    fs::write(at("all.pgn"), &text).unwrap();
    fs::write(at("more.pgn"), more.replace(" 2. ", " {more} $146 2. ")).unwrap();
    let mut results = Vec::new();
    for memory in ["4MiB", "1GiB"] {
        let args =
            ["merge", "--dedup=moves", "--keep", "union", "--sort", "standard", "--memory", memory];
        let files = ["--duplicates", "d.pgn", "--force", "--report", "r.tsv", "-o", "out.pgn"];
        run(dir.path(), &[&args[..], &files, &["all.pgn", "more.pgn"]].concat());
        let read = |name: &str| fs::read(at(name)).unwrap();
        results.push([read("out.pgn"), read("d.pgn"), read("r.tsv")]);
    }
    assert!(results[0] == results[1], "memory matters");
    let [out, dropped, report] = results.remove(0);
    let n_games = |texts: &[&[u8]]| games(texts).values().sum::<usize>();
    let both = [fs::read(at("all.pgn")).unwrap(), fs::read(at("more.pgn")).unwrap()];
    let both = [&both[0][..], &both[1]];
    assert_eq!(n_games(&[&out, &dropped]), n_games(&both));
    // Dropped games are unchanged; kept games are unchanged or have more.
    let before = games(&both);
    assert!(games(&[&dropped]).keys().all(|game| before.contains_key(game)));
    let kept = games(&[&out]);
    let n_changed = kept.keys().filter(|game| !before.contains_key(*game)).count();
    let report = String::from_utf8(report).unwrap();
    assert!(n_changed > 300 && n_changed < kept.len(), "{n_changed} of {}", kept.len());
    assert!(report.contains("\tAnnotator; 1 comment; 1 NAG\n"), "{report}");
    // A second run finds no copies.
    run(
        dir.path(),
        &["merge", "--dedup=moves", "--keep", "union", "out.pgn", "more.pgn", "-o", "again.pgn"],
    );
    assert!(fs::read(at("again.pgn")).unwrap() == out);
}

/// Returns the names of the files of a folder.
fn parts(dir: &Path) -> Vec<String> {
    let files = support::files_below(dir);
    let mut names: Vec<String> =
        files.iter().map(|file| dir.join(file).to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[test]
fn split_and_merge_restore_the_input() {
    let dir = tempfile::tempdir().unwrap();
    let generated = dir.path().join("generated.pgn");
    fs::write(&generated, Generator::new(3, Style::Annotated).games(300)).unwrap();
    let corpus = support::root().join("tests/corpus");
    let files = support::files_below(&corpus).into_iter().map(|file| corpus.join(file));
    let mut n_files = 0;
    for file in
        files.filter(|file| file.extension().is_some_and(|it| it == "pgn")).chain([generated])
    {
        n_files += 1;
        let text = fs::read(&file).unwrap();
        for how in [["--games", "7"], ["--size", "3000"], ["--chunks", "5"]] {
            let to = dir.path().join(format!("{n_files}-{}", how[0]));
            let [to_name, file_name] = [&to, &file].map(|path| path.to_str().unwrap());
            run(dir.path(), &["split", how[0], how[1], "--dir", to_name, file_name]);
            let parts = parts(&to);
            let mut args = vec!["merge"];
            args.extend(parts.iter().map(String::as_str));
            assert!(run(dir.path(), &args) == text, "{} {how:?}", file.display());
        }
    }
    assert!(n_files > 3, "{n_files} files");
}

#[test]
fn every_game_is_in_each_part_that_it_belongs_to() {
    let dir = tempfile::tempdir().unwrap();
    let text = Generator::new(5, Style::Bare).games(400);
    fs::write(dir.path().join("all.pgn"), &text).unwrap();
    for (by, n_each) in [("player", 2), ("player:1", 2), ("White", 1), ("date:year", 1), ("ECO", 1)]
    {
        let to = dir.path().join(by.replace(':', "-"));
        run(dir.path(), &["split", "--by", by, "--dir", to.to_str().unwrap(), "all.pgn"]);
        let texts: Vec<Vec<u8>> = parts(&to).iter().map(|part| fs::read(part).unwrap()).collect();
        let all: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
        let mut expected = games(&[&text]);
        expected.values_mut().for_each(|n| *n *= n_each);
        assert!(games(&all) == expected, "{by}");
    }
}

#[test]
fn sorting_is_stable_and_memory_does_not_matter() {
    let dir = tempfile::tempdir().unwrap();
    let text = with_copies(1000);
    // Copies of games with equal rosters and other moves.
    let ties = String::from_utf8_lossy(&text).replace(" 1. ", " 1. {same} ").into_bytes();
    let text = [text, ties].concat();
    write_settled(dir.path().join("all.pgn"), &text);
    for order in ["standard", "date:desc,White", "result"] {
        let sort = |options: &str| {
            let options = options.split(' ');
            let args = ["merge", "--sort", order, "all.pgn"];
            run(dir.path(), &args.into_iter().chain(options).collect::<Vec<_>>())
        };
        let sorted = sort("--memory=1GiB");
        for options in ["--memory=4MiB", "--no-mmap", "-j1", "-j3"] {
            assert!(sorted == sort(options), "{order}: {options} matters");
        }
        assert!(games(&[&text]) == games(&[&sorted]), "{order}: games are lost");
        fs::write(dir.path().join("sorted.pgn"), &sorted).unwrap();
        let again = run(dir.path(), &["merge", "--sort", order, "sorted.pgn"]);
        assert!(again == sorted, "{order}: not stable");
    }
}

#[test]
fn a_sorted_file_is_in_order_for_check() {
    let dir = tempfile::tempdir().unwrap();
    let games = [
        ("1992-05-01", "", "\u{c9}v", "1-0"),
        ("1992.4.30", "2.10", "B \\\"x\\\"", "0-1"),
        ("1992.04.30", "2.9", "A", "1/2-1/2"),
        ("spring", "12345678901", "A", "*"),
        ("????.??.??", "?", "Z", "1-0"),
        ("????.??.??", "-", "A", "1-0"),
    ];
    let text: String = games
        .iter()
        .map(|(date, round, white, result)| {
            let tags = format!("[Event \"x\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n");
            format!("{tags}[White \"{white}\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n")
        })
        .collect();
    let findings = |text: &[u8]| {
        fs::write(dir.path().join("in.pgn"), text).unwrap();
        let args = ["check", "--select=not-sorted", "--severity=info", "--exit-zero", "in.pgn"];
        String::from_utf8(run(dir.path(), &args)).unwrap()
    };
    assert!(findings(text.as_bytes()).contains("G002"));
    let sorted = run(dir.path(), &["merge", "--sort=standard", "in.pgn"]);
    let found = findings(&sorted);
    assert!(!found.contains("G002"), "{found}\n{}", String::from_utf8_lossy(&sorted));
}

#[test]
fn a_second_run_drops_nothing() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("all.pgn"), with_copies(300)).unwrap();
    for key in ["exact", "moves", "moves+players", "position:30"] {
        let dedup = format!("--dedup={key}");
        run(dir.path(), &["merge", &dedup, "all.pgn", "-o", "once.pgn"]);
        let twice = run(dir.path(), &["merge", &dedup, "once.pgn"]);
        assert!(twice == fs::read(dir.path().join("once.pgn")).unwrap(), "{key}");
    }
}

#[test]
fn a_master_is_read_once_unless_it_has_changed() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let text = with_copies(200);
    // Cut between two games, so that copies are on both sides.
    let cut = text.len() / 2;
    let cut = cut + text[cut..].windows(8).position(|it| it == b"\n\n[Event").unwrap() + 2;
    fs::write(at("master.pgn"), &text[..cut]).unwrap();
    fs::write(at("new.pgn"), [&text[cut..], &text[..cut]].concat()).unwrap();
    for key in ["exact", "moves", "moves+players", "position:30", "prefix"] {
        let _ = fs::remove_file(at("master.pgn.pgnkit-keys"));
        let dedup = format!("--dedup={key}");
        let merge = || {
            let mut program = support::pgnkit([
                "merge", "-v", &dedup, "--against", "master.pgn", "--report", "r.tsv",
                "--duplicates", "d.pgn", "--force", "new.pgn",
            ]);
            program.current_dir(dir.path());
            let output = support::run(program, b"");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let report = fs::read_to_string(at("r.tsv")).unwrap();
            (output.stdout, report, String::from_utf8(output.stderr).unwrap())
        };
        let (first, report, said) = merge();
        assert!(!said.contains("pgnkit-keys") && at("master.pgn.pgnkit-keys").exists(), "{said}");
        assert!(report.contains("\tmaster.pgn\t"), "{key}: {report}");
        // Games of the master are not written, and no game is lost.
        let n_games = |text: &[u8]| games(&[text]).values().sum::<usize>();
        assert!(n_games(&first) < n_games(&text[cut..]), "{key}");
        assert!(
            games(&[&first, &fs::read(at("d.pgn")).unwrap()])
                == games(&[&fs::read(at("new.pgn")).unwrap()])
        );
        let (again, same_report, said) = merge();
        assert!(said.contains("from master.pgn.pgnkit-keys"), "{said}");
        assert!(again == first && same_report == report, "{key}");
        // Damaged keys are ignored and computed again.
        let mut keys = fs::read(at("master.pgn.pgnkit-keys")).unwrap();
        let middle = keys.len() / 2;
        keys[middle] ^= 1;
        fs::write(at("master.pgn.pgnkit-keys"), keys).unwrap();
        let (again, _, said) = merge();
        let expect = "warning: master.pgn.pgnkit-keys: damaged; the keys are computed again\n";
        assert!(said.starts_with(expect) && again == first, "{said}");
        let (again, _, said) = merge();
        assert!(said.contains("from master.pgn.pgnkit-keys") && again == first, "{said}");
    }
    // Another file with the size and modification time of the master, which other systems do not tell apart.
    let modified = fs::metadata(at("master.pgn")).unwrap().modified().unwrap();
    fs::write(at("other.pgn"), fs::read(at("master.pgn")).unwrap()).unwrap();
    fs::File::options().append(true).open(at("other.pgn")).unwrap().set_modified(modified).unwrap();
    fs::rename(at("other.pgn"), at("master.pgn")).unwrap();
    let args = ["merge", "-v", "--dedup=prefix", "--against", "master.pgn", "new.pgn"];
    let mut program = support::pgnkit(args);
    program.current_dir(dir.path());
    let said = String::from_utf8(support::run(program, b"").stderr).unwrap();
    assert!(!cfg!(unix) || !said.contains("pgnkit-keys"), "{said}");
    // The new games are added: then no game is new.
    run(
        dir.path(),
        &["merge", "--against", "master.pgn", "--append", "-o", "master.pgn", "new.pgn"],
    );
    assert_eq!(run(dir.path(), &["merge", "--against", "master.pgn", "new.pgn"]), b"");
    assert_eq!(fs::read(at("master.pgn")).unwrap()[..cut], text[..cut]);
}

/// Returns the moves of each game without annotation, as UCI.
fn main_lines(dir: &Path, file: &str) -> std::collections::BTreeSet<String> {
    let args = ["export", "-q", "--format", "reduced", "--notation", "uci", "--width", "0", file];
    let text = String::from_utf8(run(dir, &args)).unwrap();
    let lines = text.lines().filter(|line| line.starts_with("1. "));
    lines.map(|line| line.rsplit_once(' ').unwrap().0.to_owned()).collect()
}

#[test]
fn a_tree_splits_into_the_lines_of_its_games() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("all.pgn"), Generator::new(17, Style::Bare).games(400)).unwrap();
    // The beginnings of the games, so that lines also diverge late, or end within others.
    let beginnings = run(dir.path(), &["export", "-q", "--plies", "..30", "all.pgn"]);
    fs::write(dir.path().join("short.pgn"), beginnings).unwrap();
    for memory in ["4MiB", "1GiB"] {
        let args = ["merge", "--tree", "--memory", memory, "all.pgn", "short.pgn", "-o", memory];
        run(dir.path(), &args);
    }
    let tree = fs::read(dir.path().join("1GiB")).unwrap();
    assert!(tree == fs::read(dir.path().join("4MiB")).unwrap(), "memory matters");
    fs::write(dir.path().join("tree.pgn"), &tree).unwrap();
    let n_trees = games(&[&tree]).values().sum::<usize>();
    let before = main_lines(dir.path(), "all.pgn");
    assert!(n_trees < 60 && before.len() > 300, "{n_trees} {}", before.len());
    run(
        dir.path(),
        &["split", "--variations", "--games", "1000000", "--name", "s{n}.pgn", "tree.pgn"],
    );
    let after = main_lines(dir.path(), "s1.pgn");
    let is_whole = |line: &&String| {
        let longer = before.range::<String, _>(*line..).nth(1);
        longer.is_none_or(|longer| !longer.starts_with(&format!("{line} ")))
    };
    assert!(before.iter().filter(is_whole).all(|line| after.contains(line)), "lines are lost");
    assert!(after.iter().all(|line| before.contains(line)), "lines are new");
    // Export changes nothing.
    assert!(run(dir.path(), &["export", "tree.pgn"]) == tree);
}

#[test]
fn variations_that_repeat_the_main_line_are_split() {
    let dir = tempfile::tempdir().unwrap();
    // No line would have the comment.
    let whole = "1. e4 e5 (1... c5) (1... e5 2. Nf3 {a}) 2. Nf3 Nc6 *\n";
    for (name, game) in [("a", "1. e4 (1. e4 e5 2. d4) 1... e5 2. Nf3 *\n"), ("b", whole)] {
        fs::write(dir.path().join(name), game).unwrap();
        run(dir.path(), &["split", "--variations", "--name", "{stem}{n}.pgn", name]);
    }
    let lines = Vec::from_iter(main_lines(dir.path(), "a1.pgn"));
    assert_eq!(lines, ["1. e2e4 e7e5 2. d2d4", "1. e2e4 e7e5 2. g1f3"]);
    assert_eq!(fs::read_to_string(dir.path().join("b1.pgn")).unwrap(), whole);
}

/// Returns all files of a folder by name, except those that are still being written.
fn finished(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = support::files_below(dir).into_iter().map(|file| {
        let bytes = fs::read(dir.join(&file)).unwrap();
        (file.to_str().unwrap().to_owned(), bytes)
    });
    files.filter(|(name, _)| !name.split('/').any(|part| part.starts_with('.'))).collect()
}

/// `tests/by-hand/kill.py` does this two hundred times, with larger files.
#[test]
fn a_killed_run_leaves_no_half_file() {
    let dir = tempfile::tempdir().unwrap();
    let text = with_copies(600);
    fs::write(dir.path().join("in.pgn"), &text).unwrap();
    let commands: [&[&str]; 2] = [
        &[
            "merge", "--dedup", "--sort", "standard", "--duplicates", "out/d.pgn", "-o",
            "out/all.pgn", "in.pgn",
        ],
        &["split", "--games", "20", "--dir", "out", "in.pgn"],
    ];
    let out = dir.path().join("out");
    for command in commands {
        let fresh = || {
            let _ = fs::remove_dir_all(&out);
            fs::create_dir_all(&out).unwrap();
        };
        fresh();
        let started = std::time::Instant::now();
        run(dir.path(), command);
        let (whole, lasted) = (finished(&out), started.elapsed());
        for n in 0..12 {
            fresh();
            let mut program = support::pgnkit(command);
            program.current_dir(dir.path()).stderr(std::process::Stdio::null());
            let mut child = program.spawn().unwrap();
            std::thread::sleep(lasted * n / 11);
            child.kill().unwrap();
            child.wait().unwrap();
            for (name, bytes) in finished(&out) {
                assert!(whole.get(&name) == Some(&bytes), "{name} is not whole");
            }
            assert!(fs::read(dir.path().join("in.pgn")).unwrap() == text, "the input has changed");
        }
    }
}

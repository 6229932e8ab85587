//! Mutates real files and checks the promises of each command for any input: no game is lost, a second run
//! changes nothing, and the way of reading does not matter.
//!
//! `table.rs` lists the promises, one function each. Every round mutates a dozen small files; every eighth one
//! mutates one file of more than a chunk. If a promise does not hold, the files are reduced to a few bytes
//! and kept.
//!
//! - `PGNKIT_FUZZ_SEED=N` sets the seed, which is printed. Round `n` depends only on the seed and `n`.
//! - `PGNKIT_FUZZ_SECONDS=S` sets the duration; the default is [`SECONDS`] and at most [`MAX_ROUNDS`].
//! - `PGNKIT_FUZZ_ROUND=N` runs this round only, `PGNKIT_FUZZ_ONLY=WORDS` only the promises with these words.
//! - `PGNKIT_FUZZ_KEEP=FOLDER` is where the files of failures are kept.
//! - `PGNKIT_FUZZ_PROGRAM=FILE` tests another build of the program.
//! - `PGNKIT_FUZZ_WITHIN=1` runs the commands within this process, one after another, which finds more in the same time:
//!   `PGNKIT_FUZZ_WITHIN=1 PGNKIT_FUZZ_SECONDS=1800 cargo test --release --test all promises::mutated`.
//! - `PGNKIT_CORPORA=FOLDER` also mutates the files of its folder `open`, not only `tests/corpus` and
//!   `tests/broken`.

mod archive;
mod case;
mod forms;
mod mutate;
mod table;
mod within;

use std::{
    env, fs,
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use crate::support::{corpora, files_below, say};
use case::{Case, keep, shrink};
use mutate::{File, Sources};
use pgn_testkit::Rng;
use table::{PROMISES, Promise, Size};

const SEED: u64 = 1;
const SECONDS: u64 = 60;
/// The minimum number of rounds on any machine; one with a large file is among them.
const MIN_ROUNDS: u64 = 3;
/// The maximum number of rounds if no duration is set, so that all machines try the same.
const MAX_ROUNDS: u64 = 16;
/// One of this number of rounds has a large file.
const LARGE_EVERY: u64 = 8;
/// The time for the reduction of a failure.
const SHRINKING: Duration = Duration::from_secs(30);
/// The number of known cases that are tested together: as many as each promise looks at one by one.
const GROUP: usize = 4;
/// The number of failures of one kind that are reduced.
const MAX_OF_A_KIND: usize = 3;

/// Returns the number in a variable of the environment.
fn number(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

/// A run: what is tested, and the failures.
struct Run {
    seed: u64,
    sources: Sources,
    promises: Vec<&'static Promise>,
    folder: PathBuf,
    /// The promise and kind of each failure.
    objections: Mutex<Vec<String>>,
}

impl Run {
    fn round(&self, round: u64) {
        let mut rng = Rng::new(self.seed.wrapping_mul(1_000_003).wrapping_add(round));
        let is_large = round.is_multiple_of(LARGE_EVERY);
        let files = if is_large {
            self.sources.large_file(&mut rng)
        } else {
            self.sources.small_files(&mut rng)
        };
        let size = if is_large { Size::Large } else { Size::Small };
        for promise in self.promises.iter().filter(|it| it.size == size) {
            let variant = rng.bits();
            if let Err(words) = (promise.holds)(&Case::new(&files), &mut Rng::new(variant)) {
                self.object(round, promise, &files, variant, &words);
            }
        }
    }

    /// Reduces the files, keeps them and reports the failure.
    fn object(&self, round: u64, promise: &Promise, files: &[File], variant: u64, words: &str) {
        let kind_of = |words: &str| words.split(':').next().unwrap_or_default().to_owned();
        let kind = format!("{}: {}", promise.name, kind_of(words));
        let n_known = {
            let mut objections = self.objections.lock().unwrap();
            objections.push(kind.clone());
            objections.iter().filter(|it| **it == kind).count()
        };
        let seed = self.seed;
        if n_known > MAX_OF_A_KIND {
            return say(&format!("round {round}: {kind}, again"));
        }
        let mut last = words.to_owned();
        let deadline = Instant::now() + SHRINKING;
        let files = shrink(files, deadline, &mut |files| match (promise.holds)(
            &Case::new(files),
            &mut Rng::new(variant),
        ) {
            Err(words) if kind_of(&words) == kind_of(&last) => {
                last = words;
                true
            }
            _ => false,
        });
        let name: String =
            promise.name.chars().map(|it| if it.is_alphanumeric() { it } else { '-' }).collect();
        let folder = self.folder.join(format!("{name}-{seed}-{round}"));
        let text = format!("seed {seed}, round {round}: {}: {last}\n", promise.name);
        keep(&folder, &files, &text);
        say(&format!("{}  files: {}", text, folder.display()));
        for file in files.iter().filter(|file| file.bytes.len() < 400) {
            say(&format!("  {}: b\"{}\"", file.name, file.bytes.escape_ascii()));
        }
    }
}

#[test]
fn every_promise_holds_for_mutated_files() {
    let seed = number("PGNKIT_FUZZ_SEED").unwrap_or(SEED);
    let seconds = number("PGNKIT_FUZZ_SECONDS").unwrap_or(SECONDS);
    let most = env::var_os("PGNKIT_FUZZ_SECONDS").map_or(MAX_ROUNDS, |_| u64::MAX);
    let only = env::var("PGNKIT_FUZZ_ONLY").unwrap_or_default();
    let folder = env::var_os("PGNKIT_FUZZ_KEEP")
        .map_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("promises"), PathBuf::from);
    let is_tried = |promise: &&Promise| promise.name.contains(&only);
    let run = Run {
        seed,
        sources: Sources::open(),
        promises: PROMISES.iter().filter(is_tried).collect(),
        folder,
        objections: Mutex::default(),
    };
    say(&format!("promises: seed {seed}, {seconds} seconds"));
    let start = Instant::now();
    let next = AtomicU64::new(0);
    if let Some(round) = number("PGNKIT_FUZZ_ROUND") {
        run.round(round);
    } else {
        let n_threads = match env::var_os("PGNKIT_FUZZ_WITHIN") {
            Some(_) => 1,
            None => thread::available_parallelism().map_or(1, |n| n.get().min(4)),
        };
        thread::scope(|scope| {
            for _ in 0..n_threads {
                scope.spawn(|| {
                    loop {
                        let round = next.fetch_add(1, Ordering::Relaxed);
                        let is_over = start.elapsed().as_secs() >= seconds || round >= most;
                        if round >= MIN_ROUNDS && is_over {
                            next.fetch_sub(1, Ordering::Relaxed);
                            break;
                        }
                        run.round(round);
                    }
                });
            }
        });
    }
    let objections = run.objections.into_inner().unwrap();
    say(&format!("promises: {} rounds, {} objections", next.into_inner(), objections.len()));
    assert!(objections.is_empty(), "seed {seed}: {objections:#?}");
}

/// The smallest files that once broke a promise, all of them in one case, and each large one in a case of its
/// own.
#[test]
#[ignore = "reads the corpora: set PGNKIT_CORPORA, and --include-ignored"]
fn every_promise_holds_for_the_faults_of_the_corpora() {
    let folder = corpora().join("faults");
    let mut small = Vec::new();
    for path in files_below(&folder) {
        let name = path.display().to_string();
        let bytes = fs::read(folder.join(&path)).unwrap();
        match path.extension().and_then(|it| it.to_str()) {
            Some("pgn") => {
                let twin = File { name: format!("twin-{name}"), bytes: bytes.clone() };
                small.extend([File { name, bytes }, twin]);
            }
            Some("zst" | "zip") => {
                let packed = Case::new(&[File { name: name.clone(), bytes }]);
                let bytes = packed.run(&format!("filter d/{name}")).unwrap().stdout;
                let file = File { name: "large.pgn".to_owned(), bytes };
                check(&[file], if name.ends_with("zst") { Size::Large } else { Size::Small });
            }
            _ => (),
        }
    }
    assert!(!small.is_empty(), "PGNKIT_CORPORA has no folder faults");
    check(&small, Size::Small);
}

/// The files of `cases/`, which once broke a promise, in groups and all of them together.
#[test]
fn every_promise_holds_for_known_cases() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/promises/cases");
    let files: Vec<File> = files_below(&folder)
        .iter()
        .map(|path| {
            let bytes = fs::read(folder.join(path)).unwrap();
            File { name: path.display().to_string(), bytes }
        })
        .collect();
    assert!(files.len() > 1);
    check(&files, Size::Small);
    files.chunks(GROUP).for_each(|files| check(files, Size::Small));
}

#[track_caller]
fn check(files: &[File], size: Size) {
    for promise in PROMISES.iter().filter(|it| it.size == size) {
        if let Err(words) = (promise.holds)(&Case::new(files), &mut Rng::new(SEED)) {
            panic!("{}: {words}", promise.name);
        }
    }
}

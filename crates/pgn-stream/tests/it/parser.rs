//! The real parser on chunks.

use std::{fmt::Write, io, path::Path};

use pgn_stream::{
    BoundaryFinders, ChunkView, Failure, Flags, Flow, Input, InputEnd, InputInfo, Job, NoProgress,
    Options, Piece, Place, Read, Sink, run,
};
use pgn_syntax::{Game, Parser, Part, ReadOptions, count_line_ends, cut_points};

use crate::toy::{file, games, options};

struct Parse;

impl Job for Parse {
    type Scratch = (Parser, Game);
    type Draft = Vec<(usize, usize, String)>;
    type Output = String;

    fn scratch(&self) -> (Parser, Game) {
        (Parser::new(ReadOptions::default()), Game::default())
    }

    fn read(
        &self,
        (parser, game): &mut (Parser, Game),
        chunk: &ChunkView<'_>,
    ) -> Read<Self::Draft> {
        let (is_first, is_last) = (chunk.is_first, chunk.is_last());
        let part = Part { src: chunk.bytes, is_first, is_last, after: chunk.next };
        let mut games = Vec::new();
        parser.start(&part);
        let mut games_end = 0;
        while parser.next_game(&part, game) {
            let what = format!(
                "{} tags {} nodes {:?} {:?}",
                game.tags.len(),
                game.nodes.len(),
                game.marker.map(|it| it.0),
                game.errors.iter().map(|it| it.kind).collect::<Vec<_>>()
            );
            let span = game.span.of(chunk.bytes);
            assert!(span.as_ptr() == chunk.bytes[games_end..].as_ptr(), "spans tile the text");
            games.push((games_end, games_end + span.len(), what));
            games_end += span.len();
        }
        assert!(parser.rest() == games_end || games.is_empty() || is_last);
        let n_lines = count_line_ends(&chunk.bytes[..games_end]);
        let n_games = games.len() as u64;
        let flags = Flags::default();
        Read { n_games, n_lines: Some(n_lines), games_end, draft: games, flags }
    }

    fn finish(
        &self,
        _: &mut (Parser, Game),
        games: Self::Draft,
        chunk: &ChunkView<'_>,
        place: &Place,
    ) -> String {
        let mut out = String::new();
        let mut line = place.first_line.unwrap();
        for (number, (start, end, what)) in (place.first_game.0..).zip(games) {
            let offset = place.offset + start as u64;
            writeln!(out, "#{number} line {line} at {offset}, {} bytes: {what}", end - start)
                .unwrap();
            line += count_line_ends(&chunk.bytes[start..end]);
        }
        out
    }

    fn oversized(
        &self,
        _: &mut (Parser, Game),
        _: &ChunkView<'_>,
        place: &Place,
        piece: Piece,
    ) -> String {
        let what = if piece.is_last { "end" } else { "a piece" };
        let (number, line) = (place.first_game, place.first_line.unwrap());
        let report =
            format!("#{number} line {line} at {}: {what} of an oversized game\n", place.offset);
        // How many pieces there are depends on the chunks.
        if piece.is_last { report } else { String::new() }
    }
}

#[derive(Default)]
struct Text(String);

impl Sink<String> for Text {
    fn begin(&mut self, _: &InputInfo) -> io::Result<()> {
        Ok(())
    }

    fn take(&mut self, _: &InputInfo, output: String) -> io::Result<Flow> {
        self.0 += &output;
        Ok(Flow::Continue)
    }

    fn failed(&mut self, failure: &Failure<'_>) -> io::Result<Flow> {
        Err(io::Error::other(failure.message.to_owned()))
    }

    fn end(&mut self, _: &InputInfo, end: &InputEnd) -> io::Result<Flow> {
        writeln!(self.0, "{} games, {} bytes", end.n_games, end.n_bytes).unwrap();
        Ok(Flow::Continue)
    }

    fn idle(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn parse(path: &Path, options: &Options) -> String {
    let mut text = Text::default();
    let inputs = std::iter::once(Input::Path(path.to_owned()));
    run(inputs, options, &Parse, &mut text, &NoProgress).unwrap();
    text.0
}

const BOUNDARIES: BoundaryFinders =
    BoundaryFinders { boundary: cut_points::find_boundary, pause: cut_points::find_pause };

#[track_caller]
fn check(path: &Path, sizes: &[usize]) {
    let whole = parse(path, &Options { boundaries: BOUNDARIES, ..options(1, 1 << 30) });
    for &size in sizes {
        for threads in [1, 3] {
            for mmap in [true, false] {
                let got = parse(
                    path,
                    &Options { boundaries: BOUNDARIES, mmap, ..options(threads, size) },
                );
                if got != whole {
                    let line = got.lines().zip(whole.lines()).find(|(a, b)| a != b);
                    panic!("{} in chunks of {size}: {line:#?}", path.display());
                }
            }
        }
    }
}

#[test]
fn games_of_all_sorts() {
    for line_end in ["\n", "\r\n", "\r"] {
        let mut text = games(300, line_end);
        let odd = [
            "1. e4 e5 1-0\n\n1. d4 *\n\n1. c4 1/2-1/2\n",
            "[Event \"glued\"]\n\n1. e4 1-0[Event \"next\"]\n1. d4 0-1\n",
            "[Event \"open\"]\n\n1. e4 {never closed\n\n[Event \"next\"]\n\n1. e4 {x} *\n\n",
            "junk between\n\n{a comment before} % an escape\n",
            "[Event \"no marker\"]\n\n1. e4\n\n[Event \"b\"]\n\n1. e4 ; [Event \"no\"]\n*\n\n\n\n",
            "[Event \"zeros\"]\n\n1. e4 0-0\n\n[Event \"tags only\"]\n\n[Event \"again\"]\n\n*\n",
        ];
        for n in 0..200 {
            text.extend_from_slice(odd[n % odd.len()].replace('\n', line_end).as_bytes());
        }
        let file = file(&text);
        check(file.path(), &[100, 300, 1000, 10_000]);
    }
}

/// The text before and after a long line is read in the same way however the text is cut.
#[test]
fn long_lines_between_games() {
    const MAX: usize = 150_000;
    let long = |text: &str| text.repeat((MAX + MAX / 3) / text.len());
    let (nuls, words, signs) = (long("\0"), long("lorem ipsum "), long("x"));
    let texts = [
        (21, format!("{words}\n\n")),
        (21, format!("{signs}\r\n\r\n")),
        (22, format!("1. e4 e5 *\n{signs}\n\n")),
        (21, format!("[Event \"c\"]\n\n1. e4 {{{words}}} e5 *\n\n")),
        (21, format!("[Event \"c\"]\n[Annotator \"{words}\"]\n[White \"w\"]\n\n1. e4 *\n\n")),
        // Without an empty line after it, the line belongs to the next game.
        (20, format!("{nuls}\n")),
        (23, format!("{words}\n\n[Event \"small\"]\n\n*\n\n{nuls}{nuls}{nuls}\n\n")),
    ];
    for (expect, text) in &texts {
        for (before, after) in [(10, 10), (0, 20), (20, 0)] {
            let all = [&games(before, "\n"), text.as_bytes(), &games(after, "\n")].concat();
            let file = file(&all);
            let read = |size, threads, mmap| {
                let options = options(threads, size);
                let options = Options { boundaries: BOUNDARIES, max_line: MAX, mmap, ..options };
                parse(file.path(), &options)
            };
            let first = read(70_000, 1, true);
            let n_oversized = first.matches("oversized").count();
            assert!(n_oversized > 0, "{first}");
            let n_games = first.lines().filter(|line| line.starts_with('#')).count();
            let is_alone = after == 0 && text.starts_with('\0');
            assert_eq!(n_games, expect + usize::from(is_alone), "{first}");
            for (size, threads, mmap) in [(1000, 1, false), (5000, 3, true), (64_000, 3, false)] {
                let got = read(size, threads, mmap);
                assert!(got == first, "{size} {mmap} {:?}\n{first}\n{got}", &text[..20]);
            }
        }
    }
}

/// Games of about the maximum size, and larger ones, are the same however the text is cut.
#[test]
fn games_near_the_limit() {
    const MAX: usize = 300_000;
    for len in [MAX - 5000, MAX - 3000, MAX - 100, MAX + 100, MAX + 5000, 2 * MAX] {
        let words = "lorem {ipsum\n".repeat(len / 13);
        let game = format!("[Event \"c\"]\n\n1. e4 {{{words}}} e5 *\n\n");
        let all = [&games(5, "\n"), game.as_bytes(), game.as_bytes(), &games(500, "\n")].concat();
        let file = file(&all);
        let read = |size, threads, mmap| {
            let options = Options { mmap, max_game_size: MAX, ..options(threads, size) };
            parse(file.path(), &Options { boundaries: BOUNDARIES, ..options })
        };
        let first = read(70_000, 1, true);
        let n_oversized = first.matches("oversized").count();
        assert_eq!(n_oversized, if len > MAX + 4096 { 2 } else { 0 }, "{len}");
        for (size, threads, mmap) in [(3000, 1, false), (20_000, 3, true), (150_000, 3, false)] {
            let got = read(size, threads, mmap);
            assert!(got == first, "{len} {size} {mmap}");
        }
    }
}

/// Reads the real files of the corpora.
#[test]
#[ignore = "reads the corpora: set PGNKIT_CORPORA, and --include-ignored"]
fn corpora() {
    let root = std::env::var_os("PGNKIT_CORPORA").expect("PGNKIT_CORPORA is not set");
    let mut folders = vec![std::path::PathBuf::from(root)];
    let mut n_files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let size = path.metadata().map_or(0, |it| it.len());
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "pgn") && size < 4 << 20 {
                n_files += 1;
                check(&path, &[3000, 65_536]);
            }
        }
    }
    assert!(n_files > 0, "no files");
}

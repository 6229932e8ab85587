//! A job with a minimal grammar: braces hide everything, a line that ends in a marker ends the game, and the empty
//! lines after it belong to it.

use std::{
    io,
    io::Write as _,
    num::NonZeroUsize,
    path::Path,
    sync::{Arc, mpsc},
};

use pgn_stream::{
    BoundaryFinders, ChunkView, Cut, Failure, Flags, Flow, Input, InputEnd, InputInfo, Job,
    NoProgress, Options, Piece, Place, Read, Sink, Summary, Workers, run,
};
use pgn_syntax::count_line_ends;

pub(crate) const BOUNDARIES: BoundaryFinders = BoundaryFinders { boundary, pause };

fn is_marker_line(line: &[u8]) -> bool {
    let word = line.trim_ascii_end().rsplit(|b| *b == b' ').next().unwrap_or(b"");
    matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*")
}

/// Finds a tag line after an empty line, with a marker before that.
fn boundary(bytes: &[u8], from: usize) -> Option<usize> {
    (from..bytes.len().saturating_sub(1)).rev().find(|&at| {
        if !(bytes[at] == b'[' && at > 0 && bytes[at - 1] == b'\n' && bytes[at..].contains(&b'\n'))
        {
            return false;
        }
        let before = bytes[..at].trim_ascii_end();
        let n_line_ends = bytes[before.len()..at].iter().filter(|b| **b == b'\n').count();
        let line = before.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        n_line_ends >= 2 && is_marker_line(&before[line..])
    })
}

fn pause(bytes: &[u8], _: usize) -> Option<usize> {
    let text = bytes.trim_ascii_end();
    let line = text.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
    let n_line_ends = bytes[text.len()..].iter().filter(|b| **b == b'\n').count();
    (n_line_ends >= 2 && is_marker_line(&text[line..])).then_some(bytes.len())
}

/// Returns the end of the game at `start`; `None` if it is not in `bytes`.
fn game_end(bytes: &[u8], start: usize, chunk: &ChunkView<'_>) -> Option<usize> {
    let mut at = start;
    let mut in_comment = false;
    let mut line = start;
    loop {
        match bytes.get(at) {
            None if chunk.is_last() => return Some(bytes.len()),
            None => return None,
            Some(b'{') => in_comment = true,
            Some(b'}') => in_comment = false,
            Some(b'\n') => {
                if !in_comment && is_marker_line(&bytes[line..at]) {
                    break;
                }
                line = at + 1;
            }
            Some(_) => (),
        }
        at += 1;
    }
    let blanks = bytes[at..].iter().position(|b| !b.is_ascii_whitespace());
    match blanks {
        Some(n) => Some(at + n),
        None if chunk.is_last() || chunk.cut == Cut::Pause => Some(bytes.len()),
        None => chunk.next.first().filter(|b| !b.is_ascii_whitespace()).map(|_| bytes.len()),
    }
}

pub(crate) struct Toy;

impl Job for Toy {
    type Scratch = ();
    type Draft = Vec<(usize, usize)>;
    type Output = String;

    fn scratch(&self) {}

    fn read(&self, (): &mut (), chunk: &ChunkView<'_>) -> Read<Self::Draft> {
        let mut games = Vec::new();
        let mut at = 0;
        while at < chunk.bytes.len()
            && let Some(end) = game_end(chunk.bytes, at, chunk)
        {
            let game = &chunk.bytes[at..end];
            assert!(chunk.is_careful || !game.starts_with(b"[PANIC IN READ"), "read");
            assert!(!game.starts_with(b"[PANIC ALWAYS"), "always");
            games.push((at, end));
            at = end;
        }
        let n_lines = count_line_ends(&chunk.bytes[..at]);
        let n_games = games.len() as u64;
        let flags = Flags::default();
        Read { n_games, n_lines: Some(n_lines), games_end: at, draft: games, flags }
    }

    fn finish(
        &self,
        (): &mut (),
        games: Self::Draft,
        chunk: &ChunkView<'_>,
        place: &Place,
    ) -> String {
        assert_eq!(place.offset, chunk.offset);
        let mut out = Vec::new();
        let mut line = place.first_line.unwrap_or_default();
        for (number, (start, end)) in (place.first_game.0..).zip(games) {
            let text = &chunk.bytes[start..end];
            let careless = text.starts_with(b"[PANIC IN FINISH") && !chunk.is_careful;
            assert!(!careless, "finish");
            let offset = chunk.offset + start as u64;
            write!(out, "#{number} line {line} at {offset}\n{}", text.escape_ascii()).unwrap();
            out.push(b'\n');
            line += count_line_ends(text);
        }
        String::from_utf8(out).unwrap()
    }

    fn oversized(&self, (): &mut (), chunk: &ChunkView<'_>, place: &Place, piece: Piece) -> String {
        let mut out = String::new();
        if piece.is_first {
            let Place { offset, first_game, .. } = place;
            let first_line = place.first_line.unwrap();
            out += &format!("#{first_game} line {first_line} at {offset}\n");
        }
        out += &chunk.bytes.escape_ascii().to_string();
        if piece.is_last {
            out += "(oversized)\n";
        }
        out
    }
}

/// A sink that records its calls as text.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) text: String,
    /// Number of calls of `idle`.
    pub(crate) n_idle: usize,
    /// Number of games after which the sink stops.
    pub(crate) most: Option<usize>,
    /// Error with which the sink fails.
    pub(crate) fail: Option<io::ErrorKind>,
    /// Receives each output when it comes.
    pub(crate) outputs: Option<mpsc::Sender<String>>,
    /// If set, the sink waits for a message after the first output.
    pub(crate) resume: Option<mpsc::Receiver<()>>,
}

fn name(input: &InputInfo) -> String {
    let path = input.path().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let member = input.member.as_ref().map(|it| format!("!{it}")).unwrap_or_default();
    format!("{path}{member}")
}

impl Sink<String> for Log {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.text += &format!("begin {}\n", name(input));
        Ok(())
    }

    fn take(&mut self, _: &InputInfo, output: String) -> io::Result<Flow> {
        if let Some(kind) = self.fail {
            return Err(kind.into());
        }
        if let Some(outputs) = &self.outputs {
            let _ = outputs.send(output.clone());
        }
        if let Some(resume) = self.resume.take() {
            resume.recv().unwrap();
        }
        self.text += &output;
        let n_games = self.text.lines().filter(|it| it.starts_with('#')).count();
        Ok(if self.most.is_some_and(|most| n_games >= most) { Flow::Stop } else { Flow::Continue })
    }

    fn failed(&mut self, it: &Failure<'_>) -> io::Result<Flow> {
        let Place { offset, first_game, .. } = it.place;
        let first_line = it.place.first_line.unwrap();
        self.text +=
            &format!("failed ({}) #{first_game} line {first_line} at {offset}\n", it.message);
        Ok(Flow::Continue)
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<Flow> {
        let InputEnd { error, n_games, n_bytes } = end;
        self.text += &format!("end {} {n_games} {n_bytes}", name(input));
        if let Some(error) = error {
            self.text += &format!(" error: {error}");
        }
        self.text.push('\n');
        Ok(Flow::Continue)
    }

    fn idle(&mut self) -> io::Result<()> {
        self.n_idle += 1;
        Ok(())
    }
}

pub(crate) fn options(threads: usize, chunk_size: usize) -> Options {
    let workers = Arc::new(Workers::new(NonZeroUsize::new(threads).unwrap()));
    Options { workers, chunk_size, cuts_at_pauses: true, ..Options::new(BOUNDARIES) }
}

pub(crate) fn log(inputs: Vec<Input>, options: &Options) -> (Log, Summary) {
    let mut log = Log::default();
    let summary = run(inputs.into_iter(), options, &Toy, &mut log, &NoProgress).unwrap();
    (log, summary)
}

/// Returns the log of a run over one file.
pub(crate) fn log_of_file(path: &Path, options: &Options) -> String {
    log(vec![Input::Path(path.to_owned())], options).0.text
}

pub(crate) fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    // Not recently written, so that the file may be mapped.
    let an_hour_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    file.as_file().set_modified(an_hour_ago).unwrap();
    file
}

/// Returns games of all kinds. Some contain a comment with a pasted game, which cannot be recognized from the text
/// near it.
pub(crate) fn games(n_games: usize, line_end: &str) -> Vec<u8> {
    let mut text = String::new();
    for n in 0..n_games {
        text += &format!("[Event \"game {n}\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3 ");
        if n % 7 == 3 {
            let k = n % 5 + 1;
            text += "{pasted\n\n";
            text += &"[Event \"x\"]\n\n1. d4 1-0\n\n".repeat(k);
            text += "}\n";
        }
        if n % 11 == 5 {
            text += &"2... Nc6 3. Bb5 a6\n".repeat(n % 40);
        }
        text += ["1-0\n\n", "0-1\n\n", "*\n\n\n", "1/2-1/2\n\n"][n % 4];
    }
    text.replace('\n', line_end).into_bytes()
}

/// Reports only games that contain this text. In chunks without one it counts no lines.
pub(crate) struct Few(pub(crate) &'static str);

impl Job for Few {
    type Scratch = ();
    type Draft = (bool, Vec<(usize, usize)>);
    type Output = String;

    fn scratch(&self) {}

    fn read(&self, (): &mut (), chunk: &ChunkView<'_>) -> Read<Self::Draft> {
        let Read { draft, n_games, n_lines, games_end, flags } = Toy.read(&mut (), chunk);
        let is_reported = chunk.bytes[..games_end].escape_ascii().to_string().contains(self.0);
        let n_lines = n_lines.filter(|_| is_reported);
        Read { draft: (is_reported, draft), n_games, n_lines, games_end, flags }
    }

    fn finish(
        &self,
        (): &mut (),
        (is_reported, games): Self::Draft,
        chunk: &ChunkView<'_>,
        place: &Place,
    ) -> String {
        assert!(place.first_line.is_some() || !is_reported);
        let text = Toy.finish(&mut (), games, chunk, place);
        let mut reported = String::new();
        let mut lines = text.lines();
        while let (Some(place), Some(game)) = (lines.next(), lines.next()) {
            if game.contains(self.0) {
                reported += &format!("{place}\n{game}\n");
            }
        }
        reported
    }

    fn oversized(&self, (): &mut (), chunk: &ChunkView<'_>, place: &Place, piece: Piece) -> String {
        Toy.oversized(&mut (), chunk, place, piece)
    }
}

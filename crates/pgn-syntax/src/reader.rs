//! A reader for the games of any [`Read`], for callers without chunks of their own.

use std::io::{self, Read};

use crate::{
    game::Game,
    parser::{Parser, Part, ReadOptions},
    text::{
        line_ends::count_line_ends,
        line_index::count_columns,
        scan::{line_start, past_line_end},
        span::TooLarge,
    },
};

/// The number of bytes that are parsed at once, unless a game is larger.
const CHUNK: usize = 1 << 20;

/// The number of bytes after a chunk that the parser sees: enough to hold a tag pair.
const AFTER: usize = 4096;

/// A reader for the games of any input that implements [`Read`], one after another.
///
/// Memory is about 1 MiB and ten times the largest game, of up to 4 GiB. For an input that is not trusted,
/// [`GameReader::with_max_game_size`] bounds the memory for the text of a game, and the option
/// [`max_elements`](field@ReadOptions::max_elements) that for its elements.
///
/// The input is read in blocks of 1 MiB and needs no [`BufReader`](std::io::BufReader). The first games are returned
/// when a block is complete or the input ends, so a live stream, such as a socket, is delayed. The crate `pgn-stream`
/// returns the games of such an input when they are complete, and reads on after a game that is too large.
///
/// The input may begin with a byte order mark of UTF-8. UTF-16 is not decoded: such an input
/// has no games, and must be converted to UTF-8 first.
///
/// ```
/// use pgn_syntax::GameReader;
///
/// let mut games = GameReader::new(&b"1. e4 e5 *\n\n1. d4 *\n"[..]);
/// let mut plies = Vec::new();
/// while games.advance()? {
///     let (game, text) = (games.game(), games.text());
///     plies.push((games.text_offset() + u64::from(game.start), game.n_plies));
///     assert!(game.mainline().all(|node| matches!(node.span.of(text), b"e4" | b"e5" | b"d4")));
/// }
/// assert_eq!(plies, [(0, 2), (12, 1)]);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// A reader uses one thread. Several inputs can be read at once, each with a reader of its own:
///
/// ```
/// use std::{io, thread};
///
/// use pgn_syntax::GameReader;
///
/// fn n_plies(input: impl io::Read) -> io::Result<usize> {
///     let (mut games, mut n) = (GameReader::new(input), 0);
///     while games.advance()? {
///         n += games.game().mainline().count();
///     }
///     Ok(n)
/// }
///
/// let inputs = [&b"1. e4 e5 *\n\n1. d4 *\n"[..], b"1. c4 *\n"];
/// let found: Vec<io::Result<usize>> = thread::scope(|scope| {
///     let threads = inputs.map(|input| scope.spawn(move || n_plies(input)));
///     threads.map(|thread| thread.join().expect("no panic")).into()
/// });
/// assert_eq!(found.into_iter().collect::<io::Result<Vec<_>>>()?, [3, 1]);
/// # Ok::<(), io::Error>(())
/// ```
#[derive(Debug)]
pub struct GameReader<R> {
    input: R,
    parser: Parser,
    game: Game,
    buffer: Vec<u8>,
    /// The end of the chunk in the buffer that was parsed last.
    cut: usize,
    /// The offset of the buffer in the input.
    offset: u64,
    /// The minimum size of the next chunk in bytes, unless the input ends before.
    chunk: usize,
    /// The maximum size of a chunk in bytes. A larger one is an error.
    max_chunk: usize,
    /// True if the chunk is the last one of the input.
    is_last: bool,
    /// True if the parser has been started with the chunk.
    is_started: bool,
    /// The place of the current game; `None` if lines are not counted.
    place: Option<Place>,
    /// An error of the input, to be returned after the complete games before it.
    error: Option<io::Error>,
}

/// The place in the input of an offset in the buffer.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The number of line ends before it.
    n_ends: u64,
    /// Its column, counted from 1.
    column: usize,
    /// The offset.
    at: usize,
}

impl Place {
    /// Moves to a later offset.
    fn advance_to(&mut self, buffer: &[u8], to: usize) {
        let Some(text) = buffer.get(self.at..to) else { return };
        // CR LF ends one line: it is counted with its LF.
        let is_open = text.ends_with(b"\r") && buffer.get(to) == Some(&b'\n');
        let ended = &text[..text.len() - usize::from(is_open)];
        let start = line_start(ended, ended.len());
        self.n_ends += count_line_ends(ended);
        self.column = if start == 0 { self.column } else { 1 } + count_columns(&text[start..]);
        self.at = to;
    }
}

impl<R: Read> GameReader<R> {
    /// Returns a reader of the games of `input`, with the default options.
    #[must_use]
    pub fn new(input: R) -> GameReader<R> {
        GameReader::with_options(input, ReadOptions::default())
    }

    /// Returns a reader of the games of `input`, with these options.
    #[must_use]
    pub fn with_options(input: R, options: ReadOptions) -> GameReader<R> {
        GameReader {
            input,
            parser: Parser::new(options),
            game: Game::default(),
            buffer: Vec::new(),
            cut: 0,
            offset: 0,
            chunk: CHUNK,
            max_chunk: TooLarge::MAX - AFTER,
            is_last: false,
            is_started: false,
            place: None,
            error: None,
        }
    }

    /// Returns the reader, which now counts lines for [`GameReader::line`] and [`GameReader::locate`]. Call it before the
    /// first game is read.
    #[must_use]
    pub fn with_lines(self) -> GameReader<R> {
        GameReader { place: Some(Place { n_ends: 0, column: 1, at: 0 }), ..self }
    }

    /// Returns the reader, which now returns an error instead of a game of more than about `n_bytes` bytes.
    ///
    /// The text of a game counts from the end of the game before it to the next game, in which the reader sees the end of
    /// the game; games that are up to 4 KiB larger may be read. The games before the error are returned, and those after
    /// it cannot be read: each further call returns the error again.
    ///
    /// ```
    /// use std::io;
    ///
    /// use pgn_syntax::{GameReader, TooLarge};
    ///
    /// // A comment without an end.
    /// let input = b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 {";
    /// let input = io::Read::chain(&input[..], io::repeat(b'a'));
    /// let mut games = GameReader::new(input).with_max_game_size(1 << 16);
    /// assert!(games.advance()?);
    /// let error = games.advance().unwrap_err();
    /// assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    /// assert!(error.get_ref().is_some_and(|error| error.is::<TooLarge>()));
    /// # Ok::<(), io::Error>(())
    /// ```
    #[must_use]
    pub fn with_max_game_size(self, n_bytes: usize) -> GameReader<R> {
        GameReader { max_chunk: n_bytes.min(TooLarge::MAX - AFTER), ..self }
    }

    /// Returns the next game and the text that its spans refer to, or `None` at the end of the input.
    ///
    /// To call other functions of the reader while the game is in use, use [`GameReader::advance`].
    ///
    /// # Errors
    ///
    /// As [`GameReader::advance`].
    #[expect(
        clippy::should_implement_trait,
        reason = "the game borrows from the reader, so this cannot be an Iterator"
    )]
    pub fn next(&mut self) -> io::Result<Option<(&Game, &[u8])>> {
        Ok(self.advance()?.then_some((&self.game, &self.buffer[..self.cut])))
    }

    /// Reads the next game, which [`GameReader::game`] then returns. Returns false at the end of the input.
    ///
    /// # Errors
    ///
    /// Returns the errors of the input, and [`io::ErrorKind::InvalidData`] with a [`TooLarge`] if one game
    /// has more than about 4 GiB, or more than [`GameReader::with_max_game_size`] permits. The input as a whole may be larger.
    ///
    /// Before an error of the input, the games before it are returned, except the last one, which may be incomplete.
    /// Another call reads on, for inputs whose errors pass. Before [`io::ErrorKind::WouldBlock`] no games are returned.
    pub fn advance(&mut self) -> io::Result<bool> {
        loop {
            if self.is_started {
                let (src, after) = self.buffer.split_at(self.cut);
                let (is_first, is_last) = (self.offset == 0, self.is_last);
                let part = Part { src, is_first, is_last, after };
                let is_read = self.parser.next_game(&part, &mut self.game);
                if is_read && !part.can_change_end_of(&self.game) {
                    break;
                }
                if is_last {
                    return Ok(false);
                }
                self.drop_parsed(if is_read {
                    self.game.span.start as usize
                } else {
                    self.parser.rest()
                });
            }
            self.fill()?;
        }
        if let Some(place) = &mut self.place {
            place.advance_to(&self.buffer, self.game.span.start as usize);
        }
        Ok(true)
    }

    /// Returns the game that was read last; an empty game if there is none.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the text that the spans of the game refer to.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.buffer[..self.cut]
    }

    /// Returns the offset in the input of [`GameReader::text`].
    ///
    /// Add it to the offsets of a span to get offsets in the input.
    #[must_use]
    pub fn text_offset(&self) -> u64 {
        self.offset
    }

    /// Returns the line, counted from 1, that the game begins on; `None` if lines are not counted.
    ///
    /// Leading text that is not part of the game does not count: the line is that of [`Game::start`].
    ///
    /// ```
    /// use pgn_syntax::GameReader;
    ///
    /// let mut games = GameReader::new(&b"1. e4 e5 *\n\n\n1. d4 *\n"[..]).with_lines();
    /// let mut lines = Vec::new();
    /// while games.next()?.is_some() {
    ///     lines.extend(games.line());
    /// }
    /// assert_eq!(lines, [1, 4]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn line(&self) -> Option<u64> {
        self.locate(self.game.start).map(|(line, _)| line)
    }

    /// Returns the line and the column in the input, both counted from 1, of an offset of a span of the game; `None` if
    /// lines are not counted.
    ///
    /// Columns count code points, and bytes that are not UTF-8. The time is that of counting from the beginning of the
    /// game: for many places in one large game, use a [`LineIndex`](crate::LineIndex) of its text.
    ///
    /// ```
    /// use pgn_syntax::{GameReader, SyntaxErrorKind};
    ///
    /// let mut games = GameReader::new(&b"1. e4 *\n\n1. d4 ) *\n"[..]).with_lines();
    /// let mut found = Vec::new();
    /// while games.advance()? {
    ///     for error in &games.game().errors {
    ///         found.push((games.locate(error.span.start), error.kind));
    ///     }
    /// }
    /// assert_eq!(found, [(Some((3, 7)), SyntaxErrorKind::UnmatchedParen)]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn locate(&self, offset: u32) -> Option<(u64, usize)> {
        let mut place = self.place?;
        let last = self.buffer.len().max(place.at);
        place.advance_to(&self.buffer, (offset as usize).clamp(place.at, last));
        Some((place.n_ends + 1, place.column))
    }

    /// Returns the input, from which the reader has usually read beyond the games that it returned.
    #[must_use]
    pub fn into_inner(self) -> R {
        self.input
    }

    /// Removes the first `n_parsed` bytes from the buffer: those of the games that were returned. If there were none,
    /// doubles the size of the next chunk.
    fn drop_parsed(&mut self, n_parsed: usize) {
        if let Some(place) = &mut self.place {
            place.advance_to(&self.buffer, n_parsed);
            place.at = place.at.saturating_sub(n_parsed);
        }
        self.game.clear();
        self.buffer.drain(..n_parsed);
        self.cut -= n_parsed;
        self.offset += n_parsed as u64;
        if n_parsed == 0 && self.error.is_none() {
            self.chunk = self.chunk.saturating_mul(2);
        }
        self.is_started = false;
    }

    /// Reads the next chunk. May be called again after an error.
    fn fill(&mut self) -> io::Result<()> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        if self.buffer.len() >= self.max_chunk.saturating_add(AFTER) {
            let error = TooLarge { n_bytes: self.buffer.len() as u64 };
            return Err(io::Error::new(io::ErrorKind::InvalidData, error));
        }
        let target = self.chunk.min(self.max_chunk) + AFTER;
        let n_missing = target.saturating_sub(self.buffer.len());
        let read = self.input.by_ref().take(n_missing as u64).read_to_end(&mut self.buffer);
        self.is_last = read.as_ref().is_ok_and(|&n_read| n_read < n_missing);
        let mut cut = self.buffer.len();
        if !self.is_last {
            cut -= if read.is_ok() { AFTER } else { 0 };
            // A chunk ends with a line end, so that the text after it begins a line, unless one line is longer than a
            // chunk.
            let last = memchr::memrchr2(b'\n', b'\r', &self.buffer[..cut]);
            cut = last.map_or(cut, |last| past_line_end(&self.buffer, last));
        }
        if let Err(error) = read {
            // The games before the error come first.
            if cut == self.cut || error.kind() == io::ErrorKind::WouldBlock {
                return Err(error);
            }
            self.error = Some(error);
        }
        self.cut = cut;
        let (src, after) = self.buffer.split_at(self.cut);
        self.parser.start(&Part { src, is_first: self.offset == 0, is_last: self.is_last, after });
        self.is_started = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Games, LineIndex, Node};

    /// Returns a text of many games, larger than [`AFTER`].
    fn text(line_end: &str) -> String {
        let mut text = String::new();
        for i in 0..200 {
            let moves = "1. e4 e5 2. Nf3 {a} (2. Nc3 \n Nc6) ".repeat(i % 7);
            text += &format!("[Event \"{i}\"]\n[White \"a\"]\n\n{moves} 1-0\n\n")
                .replace('\n', line_end);
        }
        text
    }

    fn reader(text: &str, chunk: usize) -> GameReader<&[u8]> {
        GameReader { chunk, ..GameReader::new(text.as_bytes()) }
    }

    fn texts<'a>(nodes: &'a [Node], src: &'a [u8]) -> Vec<&'a [u8]> {
        nodes.iter().map(|node| node.span.of(src)).collect()
    }

    #[track_caller]
    fn check(text: &str, chunk: usize) {
        let mut whole = Games::new(text.as_bytes());
        let mut reader = reader(text, chunk).with_lines();
        let index = LineIndex::new(text.as_bytes());
        while let Some(expect) = whole.next() {
            assert!(reader.advance().unwrap());
            let line = index.line(expect.start as usize) as u64 + 1;
            assert_eq!(reader.line(), Some(line), "chunk {chunk}");
            let offset = usize::try_from(reader.text_offset()).unwrap();
            let (game, src) = (reader.game(), reader.text());
            for at in (game.span.start..game.span.end).step_by(7) {
                let (line, column) = index.locate(at as usize + offset);
                assert_eq!(reader.locate(at), Some((line as u64 + 1, column)), "chunk {chunk}");
            }
            assert_eq!(game.span.start as usize + offset, expect.span.start as usize);
            assert_eq!(game.span.of(src), expect.span.of(text.as_bytes()), "chunk {chunk}");
            assert_eq!(texts(&game.nodes, src), texts(&expect.nodes, text.as_bytes()));
        }
        assert!(reader.next().unwrap().is_none());
        assert!(reader.next().unwrap().is_none());
    }

    #[test]
    fn a_chunk_ends_with_a_line() {
        for before in ["[t \"\n[", "1-0 words", "\r\n[t \"\r["] {
            let text = format!("{}{before}[t \"\"]\n\n*\n{}", text("\n"), text("\n"));
            let at = text.find(before).unwrap() + before.len();
            for chunk in at - 3..at + 4 {
                check(&text, chunk);
            }
        }
    }

    #[test]
    fn games_equal_those_of_the_whole_text() {
        for line_end in ["\n", "\r\n", "\r"] {
            let text = text(line_end);
            assert!(text.len() > 3 * AFTER);
            for chunk in [2, 3, 17, 64, 100, 1000, AFTER, AFTER + 1, CHUNK] {
                check(&text, chunk);
            }
        }
        for text in ["", "\n", "*", "words", "1. e4"] {
            check(text, CHUNK);
        }
        // Games on one line, and a column in a line that began before the chunk.
        check(&"1. e4 {é} * 1. d4 *".repeat(1000), 64);
    }

    #[test]
    fn the_size_of_games_is_limited_and_not_that_of_the_input() {
        let small = text("\n");
        for n_bytes in [0, 1, 1 << 10, 1 << 16] {
            let large = format!("{small}\n[Event \"x\"]\n\n1. e4 {{{}", "a".repeat(1 << 20));
            let mut games = GameReader::new(large.as_bytes()).with_max_game_size(n_bytes);
            let n = std::iter::from_fn(|| games.advance().ok().filter(|is_read| *is_read)).count();
            assert!(n >= if n_bytes < 1 << 10 { 0 } else { 200 }, "{n_bytes}: {n}");
            assert_eq!(games.advance().unwrap_err().kind(), io::ErrorKind::InvalidData);
            assert!(games.buffer.capacity() <= 4 * (n_bytes + 2 * AFTER), "{n_bytes}");
        }
        let mut games = GameReader::new(small.as_bytes()).with_max_game_size(1 << 12);
        let n = std::iter::from_fn(|| games.advance().unwrap().then_some(())).count();
        assert_eq!(n, 200);
    }

    #[test]
    fn a_game_that_is_too_large_is_an_error() {
        let text = format!("1. e4 {{{}}} e5 *\n", "a".repeat(3 * AFTER));
        let mut reader = GameReader { max_chunk: AFTER, ..reader(&text, 64) };
        for _ in 0..2 {
            let error = reader.next().unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        }
    }

    /// A reader of some bytes that ends with an error.
    struct Broken<'a>(&'a [u8]);

    impl Read for Broken<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() { Err(io::Error::other("broken")) } else { self.0.read(buffer) }
        }
    }

    #[test]
    fn an_error_that_lasts_comes_after_the_complete_games() {
        let text = text("\n");
        let last = text.rfind("[Event").unwrap();
        for (n_bytes, n_games) in [(text.len(), 199), (last + 20, 199), (last - 9, 198), (5, 0)] {
            for chunk in [100, CHUNK] {
                let input = Broken(&text.as_bytes()[..n_bytes]);
                let mut reader = GameReader { chunk, ..GameReader::new(input) };
                for _ in 0..n_games {
                    assert!(reader.next().unwrap().is_some());
                }
                assert!(reader.next().is_err() && reader.next().is_err());
            }
        }
    }

    /// A reader that fails every other time.
    struct Failing<'a>(&'a [u8], bool);

    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            let n = buffer.len().min(1000);
            if self.1 { Err(io::Error::other("fails")) } else { self.0.read(&mut buffer[..n]) }
        }
    }

    #[test]
    fn an_error_of_the_input_loses_no_game() {
        let text = text("\n");
        let input = Failing(text.as_bytes(), false);
        let mut reader = GameReader { chunk: 100, ..GameReader::new(input) };
        let (mut n_games, mut n_errors) = (0, 0);
        loop {
            match reader.next() {
                Ok(Some(_)) => n_games += 1,
                Ok(None) => break,
                Err(_) => n_errors += 1,
            }
        }
        assert_eq!(n_games, 200);
        assert!(n_errors > 10);
    }
}

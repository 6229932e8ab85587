//! Conversion of texts with one game per line, which have tabs in place of line ends.

use std::io::{self, Read};

/// Functions that recognize lines with a whole game, which have a tab in place of each line end of the game.
#[derive(Clone, Copy, Debug)]
pub struct GameLines {
    /// Returns true if the line of a game may begin with these bytes, which contain no line end.
    pub may_begin: fn(&[u8]) -> bool,
    /// Returns true if a line, given without its line end, is a game.
    pub is_game: fn(&[u8]) -> bool,
}

impl GameLines {
    /// Reads from `inner` into `head` until it is known whether the first line is a game, and returns true if it is.
    /// The line of a game is at most `max_game_size` bytes long.
    pub(crate) fn begin(
        self,
        inner: &mut dyn Read,
        head: &mut Vec<u8>,
        max_game_size: usize,
    ) -> io::Result<bool> {
        let mut end = line_end(head, 0);
        // The beginning is examined again only when it has doubled, so that the time stays linear.
        let mut judged = 0;
        while end.is_none() {
            if head.len() >= 2 * judged {
                if !(self.may_begin)(head) {
                    return Ok(false);
                }
                judged = head.len().max(1);
            }
            let len = head.len();
            if len > max_game_size || read_some(inner, head)? == 0 {
                break;
            }
            end = line_end(head, len);
        }
        Ok((self.is_game)(without_cr(&head[..end.unwrap_or(head.len())])))
    }

    /// Returns `text` with line ends in place of the tabs in its games.
    ///
    /// # Panics
    /// Never: reading from memory does not fail.
    #[must_use]
    pub fn unfold(self, text: &[u8]) -> Vec<u8> {
        let mut unfolded = Vec::with_capacity(text.len());
        let read = Unfold::new(text, self, text.len()).read_to_end(&mut unfolded);
        debug_assert!(read.is_ok());
        unfolded
    }
}

/// Reader of the text of `inner` with line ends in place of the tabs in games. Other lines are not changed.
pub(crate) struct Unfold<R> {
    inner: R,
    lines: GameLines,
    /// Maximum length in bytes of the line of a game.
    max_game_size: usize,
    /// The beginning of a line, without a line end.
    line: Vec<u8>,
    /// True if the beginning of a line that is too long was returned, and its rest follows.
    is_too_long: bool,
    /// Converted bytes, of which those from `given` on were not returned yet.
    text: Vec<u8>,
    given: usize,
    /// The end of the input or its error; `None` before.
    end: Option<io::Result<()>>,
}

impl<R: Read> Unfold<R> {
    pub(crate) fn new(inner: R, lines: GameLines, max_game_size: usize) -> Unfold<R> {
        let (line, text) = (Vec::new(), Vec::new());
        Unfold { inner, lines, max_game_size, line, is_too_long: false, text, given: 0, end: None }
    }

    /// Reads until there are bytes to return, or the input has ended.
    fn fill(&mut self) {
        self.text.clear();
        self.given = 0;
        while self.text.is_empty() && self.end.is_none() {
            let old = self.line.len();
            match read_some(&mut self.inner, &mut self.line) {
                Ok(0) => self.end = Some(Ok(())),
                Ok(_) => (),
                Err(error) => self.end = Some(Err(error)),
            }
            let (mut start, mut from) = (0, old);
            while let Some(end) = line_end(&self.line, from) {
                self.take_line(start, end + 1);
                (start, from) = (end + 1, end + 1);
            }
            if self.end.is_some() && start < self.line.len() {
                self.take_line(start, self.line.len());
                start = self.line.len();
            } else if self.is_too_long || self.line.len() - start > self.max_game_size {
                self.is_too_long = true;
                self.text.extend_from_slice(&self.line[start..]);
                start = self.line.len();
            }
            self.line.drain(..start);
        }
    }

    /// Converts a complete line.
    fn take_line(&mut self, start: usize, end: usize) {
        let line = &self.line[start..end];
        let content = without_cr(line.strip_suffix(b"\n").unwrap_or(line));
        let is_rest = std::mem::take(&mut self.is_too_long);
        if is_rest || content.len() > self.max_game_size || !(self.lines.is_game)(content) {
            self.text.extend_from_slice(line);
        } else {
            self.text.extend(content.iter().map(|&b| if b == b'\t' { b'\n' } else { b }));
        }
    }
}

impl<R: Read> Read for Unfold<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given == self.text.len() {
            self.fill();
        }
        let rest = &self.text[self.given..];
        if rest.is_empty()
            && let Some(end) = self.end.replace(Ok(()))
        {
            return end.map(|()| 0);
        }
        let n = rest.len().min(buffer.len());
        buffer[..n].copy_from_slice(&rest[..n]);
        self.given += n;
        Ok(n)
    }
}

fn line_end(text: &[u8], from: usize) -> Option<usize> {
    text[from..].iter().position(|&byte| byte == b'\n').map(|n| from + n)
}

fn without_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Reads the available bytes, with one call, which is made again if a signal interrupts it.
pub(crate) fn read_some(
    reader: &mut (impl Read + ?Sized),
    buffer: &mut Vec<u8>,
) -> io::Result<usize> {
    const PIPE_CAPACITY: usize = 64 << 10; // capacity of a pipe
    let len = buffer.len();
    buffer.resize(len + PIPE_CAPACITY, 0);
    let n = loop {
        match reader.read(&mut buffer[len..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            result => break result,
        }
    };
    buffer.truncate(len + n.as_ref().copied().unwrap_or(0));
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: GameLines = GameLines {
        may_begin: |line| line.first().is_none_or(|&byte| byte == b'['),
        is_game: |line| line.starts_with(b"[") && line.ends_with(b"\t\t"),
    };

    /// Reader that returns its bytes one by one, each after an interruption.
    struct Slow<'a> {
        bytes: &'a [u8],
        is_interrupted: bool,
    }

    impl Slow<'_> {
        fn new(text: &str) -> Slow<'_> {
            Slow { bytes: text.as_bytes(), is_interrupted: false }
        }
    }

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.is_interrupted = !self.is_interrupted;
            if self.is_interrupted {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let n = buffer.len().min(1);
            self.bytes.read(&mut buffer[..n])
        }
    }

    #[track_caller]
    fn check(text: &str, max_game_size: usize, expect: &str) {
        let mut got = String::new();
        Unfold::new(text.as_bytes(), LINES, max_game_size).read_to_string(&mut got).unwrap();
        assert_eq!(got, expect);
        got.clear();
        Unfold::new(Slow::new(text), LINES, max_game_size).read_to_string(&mut got).unwrap();
        assert_eq!(got, expect);
    }

    #[test]
    fn line_ends_are_back() {
        let text = "[A \"1\"]\t\t1. a3 ; x\t*\t\t\r\n[A \"2\"]\t\t*\t\t\n\n[A \"3\"]\t\t*\t\t";
        let expect = "[A \"1\"]\n\n1. a3 ; x\n*\n\n[A \"2\"]\n\n*\n\n\n[A \"3\"]\n\n*\n\n";
        check(text, 1000, expect);
        assert_eq!(LINES.unfold(text.as_bytes()), expect.as_bytes());
    }

    #[test]
    fn other_lines_stay() {
        let text = "[A \"1\"]\t\t*\n1. e4\te5\r\n\r\n[A \"2\"]\t\t*\t\t\n; \t\t\n";
        check(text, 1000, "[A \"1\"]\t\t*\n1. e4\te5\r\n\r\n[A \"2\"]\n\n*\n\n; \t\t\n");
        let long = format!("[{}\t\t\n[A]\t\t\n", "x".repeat(100));
        check(&long, 50, &format!("[{}\t\t\n[A]\n\n", "x".repeat(100)));
    }

    #[test]
    fn the_first_line_is_read_to_its_end() {
        let long = format!("[{}\t\t\nrest", "x".repeat(200_000));
        let is_game = |text: &str, max_game_size| {
            let mut head = Vec::new();
            LINES.begin(&mut text.as_bytes(), &mut head, max_game_size).unwrap()
        };
        assert!(LINES.begin(&mut Slow::new("[\t\t\n"), &mut Vec::new(), 100).unwrap());
        assert!(is_game(&long, 1_000_000) && !is_game(&long, 1_000));
        assert!(is_game("[\t\t", 100) && is_game("[\t\t\r\n", 100));
        assert!(!is_game("", 100) && !is_game("x\t\t", 100) && !is_game("[\n\t\t", 100));
    }
}

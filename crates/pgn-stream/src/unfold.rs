//! Texts that keep a game in one line, with a tab for each line end, while they are read.

use std::io::{self, Read};

/// Gives the text of `inner` with its line ends in their places: a tab is one, and the ends of the
/// lines that are there are none.
pub(crate) struct Unfold<R> {
    inner: R,
}

impl<R: Read> Unfold<R> {
    pub(crate) fn new(inner: R) -> Unfold<R> {
        Unfold { inner }
    }
}

impl<R: Read> Read for Unfold<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let n = self.inner.read(buffer)?;
            let mut kept = 0;
            for at in 0..n {
                let byte = match buffer[at] {
                    b'\n' | b'\r' => continue,
                    b'\t' => b'\n',
                    byte => byte,
                };
                buffer[kept] = byte;
                kept += 1;
            }
            // Nothing at all would mean the end.
            if kept > 0 || n == 0 {
                return Ok(kept);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_back() {
        let mut got = String::new();
        let text = b"[A \"1\"]\t\t1. a3 ; x\t*\t\t\r\n[A \"2\"]\t\t*\t\t\n\n";
        Unfold::new(&text[..]).read_to_string(&mut got).unwrap();
        assert_eq!(got, "[A \"1\"]\n\n1. a3 ; x\n*\n\n[A \"2\"]\n\n*\n\n");
    }
}

//! The code that differs between operating systems: two files with the same functions, of which one is compiled.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub use other::*;
#[cfg(unix)]
pub use unix::*;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_made_of_bytes() {
        assert_eq!(os_string("é.pgn".as_bytes()), Some("é.pgn".into()));
        // Not UTF-8: a name only where names are bytes.
        assert_eq!(os_string(b"\xE9.pgn").is_some(), cfg!(unix));
    }

    #[test]
    fn reading_somewhere_leaves_the_position() {
        use std::io::{Read as _, Write as _};

        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"1234").unwrap();
        let mut read = file.reopen().unwrap();
        let mut bytes = [0; 2];
        if cfg!(unix) {
            assert_eq!(read_at(&read, &mut bytes, 2).unwrap(), 2);
            assert_eq!(&bytes, b"34");
        }
        read.read_exact(&mut bytes).unwrap();
        assert_eq!(&bytes, b"12");
    }
}

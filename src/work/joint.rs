//! What stands between the texts of two games that come together anew.

/// What must stand between text that ends with `tail` and `next`, in the line ends of the former.
pub(crate) fn joint(tail: &[u8; 4], next: &[u8]) -> &'static [u8] {
    let starts_empty = matches!(next.first(), Some(b'\n' | b'\r'));
    let line: &[u8] = if tail.ends_with(b"\r\n") { b"\r\n" } else { b"\n" };
    let has_empty = tail.ends_with(b"\n\n") || tail == b"\r\n\r\n" || tail.ends_with(b"\r\r");
    let has_end = tail.ends_with(b"\n") || tail.ends_with(b"\r");
    match (has_empty, has_end, starts_empty) {
        (true, ..) | (_, true, true) => b"",
        (false, true, false) | (false, false, true) if line == b"\r\n" => b"\r\n",
        (false, true, false) | (false, false, true) => b"\n",
        (false, false, false) => b"\n\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_add_only_what_must_stand_there() {
        let joint =
            |tail: &[u8; 4], next: &[u8]| String::from_utf8_lossy(joint(tail, next)).into_owned();
        assert_eq!(joint(b"0\n\n\n", b"[A"), "");
        assert_eq!(joint(b"1-0\n", b"[A"), "\n");
        assert_eq!(joint(b" 1-0", b"[A"), "\n\n");
        assert_eq!(joint(b"-0\r\n", b"[A"), "\r\n");
        assert_eq!(joint(b"\r\n\r\n", b"[A"), "");
        assert_eq!(joint(b"1-0\n", b"\n[A"), "");
        assert_eq!(joint(b" 1-0", b"\n[A"), "\n");
    }
}

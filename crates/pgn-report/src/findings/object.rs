//! JSON objects that are written member by member, in order and without intermediate values.

use serde::Serialize;

/// A JSON object that is being written.
pub(super) struct Object<'o>(&'o mut Vec<u8>);

impl Object<'_> {
    /// Appends an object with the members that `write` puts into it.
    pub(super) fn write(out: &mut Vec<u8>, write: impl FnOnce(&mut Object<'_>)) {
        out.push(b'{');
        write(&mut Object(out));
        out.push(b'}');
    }

    /// Puts a member; a missing value is null.
    pub(super) fn put(&mut self, key: &'static str, value: impl Serialize) {
        // Writing strings and numbers to a vector cannot fail.
        let _ = serde_json::to_writer(self.key(key), &value);
    }

    /// Puts a member if it has a value.
    pub(super) fn put_some(&mut self, key: &'static str, value: Option<impl Serialize>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// Puts an object as a member.
    pub(super) fn object(&mut self, key: &'static str, write: impl FnOnce(&mut Object<'_>)) {
        Object::write(self.key(key), write);
    }

    /// Puts an array as a member, with an object for each of `items`.
    pub(super) fn array<T>(
        &mut self,
        key: &'static str,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(T, &mut Object<'_>),
    ) {
        let out = self.key(key);
        out.push(b'[');
        for (n, item) in items.into_iter().enumerate() {
            out.extend((n > 0).then_some(b','));
            Object::write(out, |it| write(item, it));
        }
        out.push(b']');
    }

    /// Writes the key of the next member. Returns the buffer for its value.
    fn key(&mut self, key: &str) -> &mut Vec<u8> {
        // No value ends with this brace.
        let comma = if self.0.ends_with(b"{") { "" } else { "," };
        for part in [comma, "\"", key, "\":"] {
            self.0.extend_from_slice(part.as_bytes());
        }
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_in_their_order() {
        let mut out = b"[".to_vec();
        Object::write(&mut out, |it| {
            it.put("z", "{");
            it.put("a", None::<u8>);
            it.put_some("left out", None::<u8>);
            it.object("empty", |_| ());
            it.array("none", [0; 0], |_, _| ());
            it.array("some", [1, 2], |n, it| it.put("n", n));
        });
        let expect = r#"[{"z":"{","a":null,"empty":{},"none":[],"some":[{"n":1},{"n":2}]}"#;
        assert_eq!(String::from_utf8_lossy(&out), expect);
    }
}

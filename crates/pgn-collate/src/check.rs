//! The hash of a file that is written and read in pieces.

/// Tells whether bytes are those that were written.
#[derive(Debug, Default)]
pub struct Check(blake3::Hasher);

impl Check {
    /// More bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The hash of all of them.
    #[must_use]
    pub fn finish(&self) -> [u8; 32] {
        *self.0.finalize().as_bytes()
    }
}

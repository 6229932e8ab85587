//! A checksum of a file that is written and read in pieces.

/// Computes the checksum of bytes.
#[derive(Debug, Default)]
pub struct Checksum(blake3::Hasher);

impl Checksum {
    /// Adds `bytes` to those that the checksum covers.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the checksum of all bytes added so far.
    #[must_use]
    pub fn finish(&self) -> [u8; 32] {
        *self.0.finalize().as_bytes()
    }
}

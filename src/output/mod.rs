//! Bytes to be shown: what commands found or would change, in the formats that people and programs read.

pub(crate) mod changes;
pub(crate) mod findings;
pub(crate) mod games;
mod markup;
pub(crate) mod paint;
pub(crate) mod patch;
mod report;
pub(crate) mod tables;
pub(crate) mod wrap;

/// The bytes of a path that is not UTF-8, in hexadecimal digits.
pub(crate) fn path_bytes(path: &std::path::Path) -> Option<String> {
    if path.to_str().is_some() {
        return None;
    }
    let bytes = path.as_os_str().as_encoded_bytes();
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

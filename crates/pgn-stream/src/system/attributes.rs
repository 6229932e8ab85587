//! Attributes of files: owner, permissions, extended attributes.

use std::{
    fs::{self, Metadata},
    io,
    path::Path,
};

use crate::system::platform;

/// Copies the owner, the extended attributes (including access control lists) and the permissions of `old` to `new`,
/// as far as that is permitted.
///
/// # Errors
///
/// Returns an error if the permissions or an attribute of the user cannot be set.
pub(crate) fn copy(old: &Path, metadata: &Metadata, new: &Path) -> io::Result<()> {
    platform::copy_owner(metadata, new);
    platform::copy_attributes(old, new)?;
    // Last, because a change of owner clears special bits.
    fs::set_permissions(new, metadata.permissions())
}

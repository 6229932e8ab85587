//! Attributes of files: owner, permissions, extended attributes.

use std::{
    fs::{File, Metadata},
    io,
    path::Path,
};

use crate::system::platform;

/// Copies the owner, the extended attributes (including access control lists) and the permissions of `old` to `new`,
/// as far as that is permitted. `new` is an open file: another user could have replaced a path.
///
/// # Errors
///
/// Returns an error if the permissions or an attribute of the user cannot be set.
pub(crate) fn copy(old: &Path, metadata: &Metadata, new: &File) -> io::Result<()> {
    platform::copy_owner(metadata, new);
    platform::copy_attributes(old, new)?;
    // Last, because a change of owner clears special bits.
    new.set_permissions(metadata.permissions())
}

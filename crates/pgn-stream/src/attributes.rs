//! Attributes of files: owner, permissions, extended attributes.

use std::{
    fs::{self, Metadata},
    io,
    path::Path,
};

/// Copies the owner, the extended attributes (including access control lists) and the permissions of `old` to `new`,
/// as far as that is permitted.
///
/// # Errors
///
/// If the permissions or an attribute of the user cannot be set.
pub(crate) fn copy(old: &Path, metadata: &Metadata, new: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, chown};

        if chown(new, None, Some(metadata.gid())).is_ok() {
            let _ = chown(new, Some(metadata.uid()), None);
        }
    }
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    extended::copy(old, new)?;
    #[cfg(not(unix))]
    let _ = old;
    // Last, because a change of owner clears special bits.
    fs::set_permissions(new, metadata.permissions())
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod extended {
    use std::{
        ffi::{CStr, CString},
        io,
        path::Path,
    };

    use rustix::{
        fs::{XattrFlags, getxattr, getxattr_query, listxattr, listxattr_query, setxattr},
        io::Errno,
    };

    pub(super) fn copy(old: &Path, new: &Path) -> io::Result<()> {
        let list = read(|| listxattr_query(old), |buffer| listxattr(old, buffer));
        let Ok(list) = list else {
            return Ok(()); // the file system has none
        };
        for name in list.split_inclusive(|byte| *byte == 0) {
            let Ok(name) = CStr::from_bytes_with_nul(name).map(CString::from) else { continue };
            // An attribute that cannot be read belongs to the system, or was removed meanwhile.
            let query = || getxattr_query(old, &*name);
            let Ok(value) = read(query, |buffer| getxattr(old, &*name, buffer)) else { continue };
            match setxattr(new, &*name, &value, XattrFlags::empty()) {
                Err(error) if name.as_bytes().starts_with(b"user.") => return Err(error.into()),
                // Attributes of the system may need privileges, and most are set by the system itself.
                _ => (),
            }
        }
        Ok(())
    }

    /// Reads a value whose size may change between the query and the read.
    fn read(
        query: impl Fn() -> Result<usize, Errno>,
        get: impl Fn(&mut [u8]) -> Result<usize, Errno>,
    ) -> Result<Vec<u8>, Errno> {
        loop {
            let mut buffer = vec![0; query()?];
            if buffer.is_empty() {
                return Ok(buffer);
            }
            match get(&mut buffer) {
                Ok(len) => {
                    buffer.truncate(len);
                    return Ok(buffer);
                }
                Err(Errno::RANGE) => (),
                Err(error) => return Err(error),
            }
        }
    }
}

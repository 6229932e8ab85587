//! What a file has besides its bytes: owner, permissions, extended attributes.

use std::{
    fs::{self, Metadata},
    io,
    path::Path,
};

/// Gives `new` the owner, the extended attributes (access control lists among them) and the
/// permissions of `old`, as far as that is allowed.
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
    // Last: a new owner takes special bits away.
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
            return Ok(()); // a file system without them
        };
        for name in list.split_inclusive(|byte| *byte == 0) {
            let Ok(name) = CStr::from_bytes_with_nul(name).map(CString::from) else { continue };
            // One that cannot be read is not the user's, or has gone meanwhile.
            let query = || getxattr_query(old, &*name);
            let Ok(value) = read(query, |buffer| getxattr(old, &*name, buffer)) else { continue };
            match setxattr(new, &*name, &value, XattrFlags::empty()) {
                Err(error) if name.as_bytes().starts_with(b"user.") => return Err(error.into()),
                // The system's own can be beyond our rights, and most are set by itself.
                _ => (),
            }
        }
        Ok(())
    }

    /// Reads what may grow between the question for its size and the answer.
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

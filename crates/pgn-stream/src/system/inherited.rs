//! State that the process inherits: descriptors, which of the standard ones were closed, and ignored signals.
//!
//! Contains `unsafe` code, for Unix. Before `main` the standard library opens `/dev/null` in place of a closed stdin,
//! stdout or stderr. After that, `>&-` cannot be distinguished from `>/dev/null`, so the descriptors are checked
//! before.

use std::{
    fs::File,
    io,
    os::fd::{AsFd as _, BorrowedFd},
    sync::atomic::{AtomicU8, Ordering},
};

use rustix::io::{Errno, FdFlags, fcntl_getfd};

/// Bit N: descriptor N was closed when the process started.
static CLOSED: AtomicU8 = AtomicU8::new(0);

extern "C" fn record_closed() {
    let standard = [rustix::stdio::stdin(), rustix::stdio::stdout(), rustix::stdio::stderr()];
    for (number, descriptor) in standard.into_iter().enumerate() {
        if fcntl_getfd(descriptor) == Err(Errno::BADF) {
            CLOSED.fetch_or(1 << number, Ordering::Relaxed);
        }
    }
}

// SAFETY: the loader calls each function pointer of this section once, on the only thread, before
// `main`. `record_closed` has the calling convention it expects and ignores the arguments that some loaders
// pass. It makes three system calls that change nothing and sets an atomic: it uses nothing of the
// standard library that has to be set up first, and cannot panic.
#[cfg_attr(
    any(target_os = "linux", target_os = "android", target_os = "freebsd"),
    unsafe(link_section = ".init_array")
)]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[used]
#[expect(unsafe_code, reason = "only before `main` can a closed descriptor be seen")]
static RECORD_CLOSED: extern "C" fn() = record_closed;

/// Returns a copy of descriptor `number`, which shares its position and its append mode.
///
/// # Errors
///
/// Returns an error if the process was started without that descriptor.
pub(crate) fn descriptor(number: u32) -> io::Result<File> {
    if number < 3 && CLOSED.load(Ordering::Relaxed) & 1 << number != 0 {
        return Err(Errno::BADF.into());
    }
    let copy = match number {
        0 => io::stdin().as_fd().try_clone_to_owned(),
        1 => io::stdout().as_fd().try_clone_to_owned(),
        2 => io::stderr().as_fd().try_clone_to_owned(),
        _ => copy_of(number),
    };
    copy.map(File::from)
}

/// Returns true if `signal` is ignored, as `nohup` and shells arrange it for the programs that they start.
pub(crate) fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action sigaction(2) only writes the present one, to a place that is
    // valid for it. All zero bytes are a valid `sigaction`, so it is initialized if the call fails.
    #[expect(unsafe_code, reason = "asking for the action of a signal has no safe form")]
    let action = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    action.sa_sigaction == libc::SIG_IGN
}

fn copy_of(number: u32) -> io::Result<std::os::fd::OwnedFd> {
    let number = i32::try_from(number).map_err(|_| Errno::BADF)?;
    // SAFETY: the number is not -1. It is only handed to fcntl(2), here and by
    // `try_clone_to_owned`, which answers EBADF if no such descriptor is open and otherwise reads
    // its flags or copies it. The borrow ends with this function.
    #[expect(unsafe_code, reason = "a bare number has no owner to borrow from")]
    let inherited = unsafe { BorrowedFd::borrow_raw(number) };
    // Files that the process has opened itself are closed on exec; inherited ones are not.
    if fcntl_getfd(inherited)?.contains(FdFlags::CLOEXEC) {
        return Err(Errno::BADF.into());
    }
    inherited.try_clone_to_owned()
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsRawFd as _;

    use super::*;

    #[test]
    fn only_inherited_descriptors_are_copied() {
        assert!(descriptor(1).is_ok() && descriptor(2).is_ok());
        let own = tempfile::tempfile().unwrap();
        let number = u32::try_from(own.as_raw_fd()).unwrap();
        assert!(descriptor(number).is_err());
        assert!(descriptor(1 << 20).is_err() && descriptor(u32::MAX).is_err());
    }
}

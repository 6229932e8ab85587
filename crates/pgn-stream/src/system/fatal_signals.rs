//! Signals that end the process with status 2 after the temporary files are removed: SIGBUS, when a mapped file shrinks
//! while it is read, and SIGABRT, when memory cannot be allocated. Contains `unsafe` code.
//!
//! The addresses of maps and the names of their files are kept in a form that a signal handler can read. A SIGBUS from
//! anywhere else has the same effect as before.

use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(unix)]
pub(crate) use unix::{MapGuard, clean_up_after_abort, exit};

#[cfg(not(unix))]
pub(crate) use other::{MapGuard, clean_up_after_abort, exit};

/// Status of a program that failed.
const FAILURE: i32 = 2;

/// True if a thread waits for signals, to remove the temporary files.
static IS_WATCHING: AtomicBool = AtomicBool::new(false);

/// True if a thread has received a fatal signal.
static HAS_FAILED: AtomicBool = AtomicBool::new(false);

/// Records whether a thread waits for other signals. If one does, fatal signals are passed on to it as one of these.
pub(crate) fn set_watching(is_watching: bool) {
    IS_WATCHING.store(is_watching, Ordering::Release);
}

/// Returns true if the process must end with the status [`FAILURE`] at the next signal, because of a fatal one.
pub(crate) fn has_failed() -> bool {
    HAS_FAILED.load(Ordering::Acquire)
}

#[cfg(unix)]
mod unix {
    use std::{
        io,
        mem::MaybeUninit,
        ops::Range,
        path::Path,
        ptr,
        sync::{
            OnceLock,
            atomic::{AtomicU8, AtomicUsize, Ordering},
        },
    };

    use super::{FAILURE, HAS_FAILED, IS_WATCHING};

    const N_SLOTS: usize = 32;
    const NAME_LEN: usize = 512;

    /// The entry of a map, free while `start` is 0. Never deallocated, so that the handler can always read it.
    struct Slot {
        start: AtomicUsize,
        end: AtomicUsize,
        name_len: AtomicUsize,
        name: [AtomicU8; NAME_LEN],
    }

    static SLOTS: [Slot; N_SLOTS] = [const {
        Slot {
            start: AtomicUsize::new(0),
            end: AtomicUsize::new(0),
            name_len: AtomicUsize::new(0),
            name: [const { AtomicU8::new(0) }; NAME_LEN],
        }
    }; N_SLOTS];

    /// Seconds that the signal thread has to remove the temporary files.
    const MAX_CLEANUP_SECONDS: libc::c_uint = 3;

    /// The action for SIGBUS before the handler was installed.
    static BEFORE: OnceLock<Option<libc::sigaction>> = OnceLock::new();

    /// Owns a slot as long as its map exists.
    #[derive(Debug)]
    pub(crate) struct MapGuard {
        slot: usize,
    }

    impl MapGuard {
        /// Fills a slot with the addresses of a map of the file `path`.
        ///
        /// # Errors
        ///
        /// Returns an error if there is no handler or no free slot.
        pub(crate) fn new(range: Range<usize>, path: &Path) -> io::Result<MapGuard> {
            if BEFORE.get_or_init(|| install(libc::SIGBUS, on_sigbus)).is_none() {
                return Err(io::ErrorKind::Unsupported.into());
            }
            let taken = SLOTS.iter().position(|slot| {
                // No map begins at `usize::MAX`, which reserves the slot until the slot is complete.
                slot.start
                    .compare_exchange(0, usize::MAX, Ordering::AcqRel, Ordering::Acquire)
                    .is_ok()
            });
            let Some(index) = taken else { return Err(io::ErrorKind::QuotaExceeded.into()) };
            let slot = &SLOTS[index];
            let mut n = 0;
            for (to, byte) in slot.name.iter().zip(inert(path).bytes()) {
                to.store(byte, Ordering::Relaxed);
                n += 1;
            }
            slot.name_len.store(n, Ordering::Relaxed);
            slot.end.store(range.end, Ordering::Relaxed);
            slot.start.store(range.start, Ordering::Release);
            Ok(MapGuard { slot: index })
        }
    }

    impl Drop for MapGuard {
        fn drop(&mut self) {
            SLOTS[self.slot].start.store(0, Ordering::Release);
        }
    }

    /// Returns a name for the handler to write, with `?` for the characters that would affect a terminal.
    fn inert(path: &Path) -> String {
        path.to_string_lossy().replace(pgn_syntax::look_alike::has_effect, "?")
    }

    /// Removes the temporary files when the process aborts, as it does when memory cannot be allocated, and ends it with
    /// status 2.
    pub(crate) fn clean_up_after_abort() {
        install(libc::SIGABRT, on_sigabrt);
    }

    type Handler = extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void);

    /// Installs a handler, during which its thread receives no other signals. Returns the previous action; `None` if that
    /// fails.
    fn install(signal: libc::c_int, handler: Handler) -> Option<libc::sigaction> {
        let mut before = MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: all zero bytes are a valid `sigaction` (SIG_DFL, no flags, an empty mask); the
        // fields that matter are then set. Both pointers are valid for the call. The handlers only
        // do what is async-signal-safe: atomic operations and the calls named there.
        #[expect(unsafe_code, reason = "signal handlers have no safe form")]
        unsafe {
            let mut action: libc::sigaction = MaybeUninit::zeroed().assume_init();
            action.sa_sigaction = handler as libc::sighandler_t;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            // Other signals are handled by other threads, as the stack of handlers has the size for one.
            libc::sigfillset(&raw mut action.sa_mask);
            if libc::sigaction(signal, &raw const action, before.as_mut_ptr()) != 0 {
                return None;
            }
            Some(before.assume_init())
        }
    }

    /// Handles SIGABRT. Calls only what POSIX permits in a handler.
    extern "C" fn on_sigabrt(_: libc::c_int, _: *mut libc::siginfo_t, _: *mut libc::c_void) {
        // The reason is on stderr already, in a line that does not name the program.
        let mut line = Line { bytes: [0; NAME_LEN + 128], len: 0 };
        line.push(b"pgnkit: error: stopped for the reason above\n");
        fail(&line);
    }

    /// Handles SIGBUS. Calls only what POSIX permits in a handler.
    extern "C" fn on_sigbus(_: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
        // SAFETY: the kernel gives a handler installed with SA_SIGINFO a valid `siginfo_t`, in which
        // SIGBUS sets the address.
        #[expect(unsafe_code, reason = "what the kernel hands over is a raw pointer")]
        let address = unsafe { (*info).si_addr() } as usize;
        let slot = SLOTS.iter().find(|slot| {
            let start = slot.start.load(Ordering::Acquire);
            start != 0 && start <= address && address < slot.end.load(Ordering::Relaxed)
        });
        match slot {
            Some(slot) => {
                let mut line = Line { bytes: [0; NAME_LEN + 128], len: 0 };
                line.push(b"pgnkit: error: ");
                let name_len = slot.name_len.load(Ordering::Relaxed);
                for byte in slot.name.iter().take(name_len) {
                    line.push(&[byte.load(Ordering::Relaxed)]);
                }
                line.push(b": shrank while it was read (--no-mmap reads files that change)\n");
                fail(&line);
            }
            None => {
                // Not an address of a map: restores the old action and returns, so that the fault occurs again.
                let before = BEFORE.get().and_then(Option::as_ref);
                // SAFETY: sigaction and signal are async-signal-safe. `before` points into a static
                // that is written once, and is seen here only after that. The third argument may be
                // null.
                #[expect(unsafe_code, reason = "the only calls that a signal handler may make")]
                unsafe {
                    match before {
                        Some(before) => libc::sigaction(libc::SIGBUS, before, ptr::null_mut()),
                        None => {
                            libc::signal(libc::SIGBUS, libc::SIG_DFL);
                            0
                        }
                    };
                }
            }
        }
    }

    /// Writes the line, and ends the process with status 2 after the temporary files are removed. Several threads can
    /// fail; one of them reports it.
    fn fail(line: &Line) -> ! {
        let is_first = !HAS_FAILED.swap(true, Ordering::AcqRel);
        // SAFETY: the pointer and length are those of an initialized array on the stack;
        // write, kill, getpid and sleep are async-signal-safe.
        #[expect(unsafe_code, reason = "the only calls that a signal handler may make")]
        unsafe {
            if is_first {
                libc::write(libc::STDERR_FILENO, line.bytes.as_ptr().cast(), line.len);
            }
            // The thread of signals removes the temporary files and ends the process.
            if IS_WATCHING.load(Ordering::Acquire) {
                // One that was ignored when the process started has no effect.
                for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP, libc::SIGQUIT] {
                    if is_first {
                        libc::kill(libc::getpid(), signal);
                    }
                }
                libc::sleep(MAX_CLEANUP_SECONDS);
            }
        }
        exit()
    }

    /// Ends the process with the status of a failure, without the functions that the system calls at an exit, which may
    /// need memory.
    pub(crate) fn exit() -> ! {
        // SAFETY: _exit has no arguments that could be wrong, and does not return.
        #[expect(unsafe_code, reason = "the exit of the standard library calls functions")]
        unsafe {
            libc::_exit(FAILURE)
        }
    }

    /// A line that is built without allocation.
    struct Line {
        bytes: [u8; NAME_LEN + 128],
        len: usize,
    }

    impl Line {
        fn push(&mut self, text: &[u8]) {
            for (to, &byte) in self.bytes.iter_mut().skip(self.len).zip(text) {
                *to = byte;
                self.len += 1;
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn names_do_not_act_on_a_terminal() {
            let name = "a\u{1b}[31m\u{9b}\u{202e}\u{61c}\n\u{e9}.pgn";
            assert_eq!(inert(Path::new(name)), "a?[31m????\u{e9}.pgn");
        }
    }
}

/// Systems on which a mapped file cannot shrink, and an abort has no handler.
#[cfg(not(unix))]
mod other {
    use std::{io, ops::Range, path::Path};

    #[derive(Debug)]
    pub(crate) struct MapGuard;

    impl MapGuard {
        pub(crate) fn new(_: Range<usize>, _: &Path) -> io::Result<MapGuard> {
            Ok(MapGuard)
        }
    }

    pub(crate) fn clean_up_after_abort() {}

    pub(crate) fn exit() -> ! {
        std::process::exit(super::FAILURE)
    }
}

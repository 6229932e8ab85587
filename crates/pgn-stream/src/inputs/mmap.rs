//! Mapped files. Contains `unsafe` code.
//!
//! If a mapped file shrinks while it is read, the system raises SIGBUS. The handler installed here names the file and
//! exits with status 2, after the temporary files are removed; a SIGBUS from anywhere else has the same effect as before.

use std::{fs::File, io, ops::Range, path::Path};

use memmap2::{Mmap, MmapOptions};
use pgn_syntax::count_line_ends;

use crate::position::Lines;

/// Number of bytes whose pages are dropped by one call, because each call interrupts the other processors.
const STEP: usize = 8 << 20;

/// A file mapped for reading.
#[derive(Debug)]
pub(crate) struct Map {
    map: Mmap,
    // Declared after the map, so that it is dropped after it.
    _guard: guard::Guard,
}

impl Map {
    /// Maps the first `len` bytes of a regular file. Returns `None` if that fails, so that the file must be read.
    pub(crate) fn open(file: &File, len: usize, path: &Path) -> Option<Map> {
        // SAFETY: the map is read-only. Another process may rewrite or truncate the file meanwhile.
        // Bytes that change are only ever looked at as `u8`s: every reader checks its indexes
        // against slices, and nothing is taken for UTF-8 unchecked, so a change gives other bytes
        // but no broken invariant of safe code. Pages that go away give SIGBUS, for which the guard
        // below installs a handler that ends the process. Files on network file systems and files
        // that are being written are not mapped by the caller; `--no-mmap` is the way out for others.
        #[expect(unsafe_code, reason = "a map of a file has no safe constructor")]
        let map = unsafe { MmapOptions::new().len(len).map(file) };
        let map = map.ok()?;
        let start = map.as_ptr() as usize;
        let guard = guard::Guard::new(start..start + len, path).ok()?;
        #[cfg(unix)]
        let _ = map.advise(memmap2::Advice::Sequential);
        Some(Map { map, _guard: guard })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// Reads one byte of each page group of `range`, so that the pages are in memory when another thread uses them.
    pub(crate) fn fetch(&self, range: Range<usize>) {
        // The system maps sixteen pages at a time.
        const WINDOW: usize = 16 * 4096;
        for &byte in self.bytes()[range].iter().step_by(WINDOW) {
            std::hint::black_box(byte);
        }
    }

    /// Returns the lines of `range`, and drops its pages again.
    pub(crate) fn count_lines(&self, range: Range<usize>) -> Lines {
        let text = &self.bytes()[..range.end.min(self.bytes().len())];
        let (mut start, mut lines) = (range.start, Lines::default());
        while start < text.len() {
            let mut end = text.len().min(start + STEP);
            // CR LF is one line end.
            end += usize::from(text[..end].ends_with(b"\r") && text[end..].starts_with(b"\n"));
            // A code point is not divided.
            end += text[end..].iter().take(3).take_while(|&byte| byte & 0xC0 == 0x80).count();
            lines = lines.then(Lines::of(&text[start..end], count_line_ends(&text[start..end])));
            self.forget(start..end);
            start = end;
        }
        lines
    }

    /// Drops the pages of `range`. A later read takes them from the file again.
    pub(crate) fn forget(&self, range: Range<usize>) {
        #[cfg(unix)]
        {
            // Pages of an incomplete step are dropped with the following range, the last ones with the map.
            let (start, end) = (range.start & !(STEP - 1), range.end & !(STEP - 1));
            if start < end {
                // SAFETY: the pages are those of a shared, read-only map of a file, inside it by the
                // bounds above. MADV_DONTNEED on such pages only drops them from this process; the
                // next read takes them from the file, with the same contents (or the changed ones,
                // for which the argument above holds). References into the map stay valid.
                #[expect(unsafe_code, reason = "dropping pages has no safe form")]
                let _ = unsafe {
                    let advice = memmap2::UncheckedAdvice::DontNeed;
                    self.map.unchecked_advise_range(advice, start, end - start)
                };
            }
        }
        #[cfg(not(unix))]
        let _ = range;
    }
}

#[cfg(unix)]
mod guard {
    //! The addresses of maps and the names of their files, in a form that a signal handler can read.

    use std::{
        mem::MaybeUninit,
        ptr,
        sync::{
            OnceLock,
            atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering},
        },
    };

    use super::{Path, Range, io};
    use crate::system::interrupt;

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

    /// True if a thread has found that a file shrank.
    static HAS_FAULTED: AtomicBool = AtomicBool::new(false);

    /// The action for SIGBUS before the handler was installed.
    static BEFORE: OnceLock<Option<libc::sigaction>> = OnceLock::new();

    /// Owns a slot as long as its map exists.
    #[derive(Debug)]
    pub(super) struct Guard {
        slot: usize,
    }

    impl Guard {
        /// Fills a slot. Returns an error if there is no handler or no free slot.
        pub(super) fn new(range: Range<usize>, path: &Path) -> io::Result<Guard> {
            if BEFORE.get_or_init(install).is_none() {
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
            Ok(Guard { slot: index })
        }
    }

    /// Returns a name for the handler to write, with `?` for the characters that would affect a terminal.
    pub(super) fn inert(path: &Path) -> String {
        path.to_string_lossy().replace(pgn_syntax::look_alike::has_effect, "?")
    }

    impl Drop for Guard {
        fn drop(&mut self) {
            SLOTS[self.slot].start.store(0, Ordering::Release);
        }
    }

    /// Installs the handler and returns the previous action; `None` if that fails.
    fn install() -> Option<libc::sigaction> {
        let mut before = MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: all zero bytes are a valid `sigaction` (SIG_DFL, no flags, an empty mask); the
        // fields that matter are then set. Both pointers are valid for the call. The handler only
        // does what is async-signal-safe: atomic operations and the calls named there.
        #[expect(unsafe_code, reason = "signal handlers have no safe form")]
        unsafe {
            let mut action: libc::sigaction = MaybeUninit::zeroed().assume_init();
            let handler: extern "C" fn(_, _, _) = on_sigbus;
            action.sa_sigaction = handler as libc::sighandler_t;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigemptyset(&raw mut action.sa_mask);
            if libc::sigaction(libc::SIGBUS, &raw const action, before.as_mut_ptr()) != 0 {
                return None;
            }
            Some(before.assume_init())
        }
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
                // Several threads can fault; one of them reports it.
                let is_first = !HAS_FAULTED.swap(true, Ordering::AcqRel);
                // SAFETY: the pointer and length are those of an initialized array on this stack;
                // write, kill, getpid, sleep and _exit are async-signal-safe.
                #[expect(unsafe_code, reason = "the only calls that a signal handler may make")]
                unsafe {
                    if is_first {
                        libc::write(libc::STDERR_FILENO, line.bytes.as_ptr().cast(), line.len);
                    }
                    // The thread of signals removes the temporary files and ends the process.
                    if interrupt::fail_at_next_signal() {
                        // One that was ignored when the process started has no effect.
                        for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP] {
                            if is_first {
                                libc::kill(libc::getpid(), signal);
                            }
                        }
                        // A signal ends a sleep early, which then returns the time that is left.
                        let mut seconds = MAX_CLEANUP_SECONDS;
                        while seconds > 0 {
                            seconds = libc::sleep(seconds);
                        }
                    }
                    libc::_exit(2);
                }
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
}

#[cfg(not(unix))]
mod guard {
    //! On other systems a mapped file cannot shrink.

    use super::{Path, Range, io};

    #[derive(Debug)]
    pub(super) struct Guard;

    impl Guard {
        pub(super) fn new(_: Range<usize>, _: &Path) -> io::Result<Guard> {
            Ok(Guard)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn names_do_not_act_on_a_terminal() {
        let name = "a\u{1b}[31m\u{9b}\u{202e}\u{61c}\n\u{e9}.pgn";
        assert_eq!(guard::inert(Path::new(name)), "a?[31m????\u{e9}.pgn");
    }

    #[test]
    fn a_line_end_across_two_steps_is_one() {
        let file = tempfile::NamedTempFile::new().unwrap();
        // The first step ends between CR and LF.
        let text = b"x\r\n".repeat(STEP);
        assert!(text[..STEP].ends_with(b"\r") && text[STEP..].starts_with(b"\n"));
        std::fs::write(file.path(), &text).unwrap();
        let map = Map::open(file.as_file(), text.len(), file.path()).unwrap();
        for range in [0..text.len(), 0..0, 3..STEP, 3 * STEP / 2..text.len()] {
            let expect = count_line_ends(&text[range.clone()]);
            assert_eq!(map.count_lines(range).n_ends, expect);
        }
    }
}

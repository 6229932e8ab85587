//! Internal faults: panics are caught for each game, and reported in one line without a stack trace.

use std::{
    any::Any,
    cell::RefCell,
    fmt,
    panic::{self, AssertUnwindSafe, PanicHookInfo},
    sync::OnceLock,
};

use pgn_stream::panic_message;

/// A panic that was caught.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// The message of the panic and its place in the source code.
    pub(crate) message: String,
}

thread_local! {
    /// The message and place of the last panic of this thread, from the hook.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Installs the panic hook of the program. A stack trace is printed only if `RUST_BACKTRACE` requests one: the code
/// that catches the panic reports it with the input, line and game.
pub fn install_hook() {
    let wants_trace = std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0");
    let default = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        LAST.with(|last| *last.borrow_mut() = Some(message_of(info)));
        if wants_trace {
            default(info);
        }
    }));
}

/// Runs `work`. Returns its panic as a [`Fault`]. Values that `work` has changed must not be used after a fault, unless
/// they are valid in any state.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|panic| Fault::of(&*panic))
}

impl Fault {
    /// Returns the fault of a panic that was caught on this thread.
    pub(crate) fn of(panic: &(dyn Any + Send)) -> Fault {
        let of_hook = LAST.with(|last| last.borrow_mut().take());
        Fault { message: of_hook.unwrap_or_else(|| panic_message(panic)) }
    }
}

/// Writes `internal fault: MESSAGE; this is a bug in pgnkit, please report it: URL`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("internal fault")?;
        if !self.message.is_empty() {
            write!(f, ": {}", self.message)?;
        }
        let repository = env!("CARGO_PKG_REPOSITORY");
        write!(f, "; this is a bug in pgnkit, please report it: {repository}/issues")
    }
}

fn message_of(info: &PanicHookInfo<'_>) -> String {
    let message = info.payload_as_str().unwrap_or("unknown");
    match info.location() {
        Some(at) => format!("{message} ({}:{}:{})", at.file(), at.line(), at.column()),
        None => message.to_owned(),
    }
}

/// A step of the work on a game in which a test can cause a panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A game of a chunk.
    Game,
    /// A copy whose data is added to the kept game.
    Union,
    /// A game that is joined to a tree.
    Tree,
    /// Two versions of a game that are compared.
    Compare,
}

/// The planted panic: the name of a step, and text of a game; `None` if none is planted.
static PLANTED: OnceLock<Option<(String, String)>> = OnceLock::new();

/// Panics if the environment variable `PGNKIT_FAULT` is `STEP:TEXT` and `bytes`, a game, contain `TEXT`. Has an effect
/// only in debug builds, for tests that a fault affects no other game.
pub fn plant(step: Step, bytes: &[u8]) {
    if !cfg!(debug_assertions) {
        return;
    }
    let planted = PLANTED.get_or_init(|| {
        let value = std::env::var("PGNKIT_FAULT").ok()?;
        let (step, text) = value.split_once(':')?;
        Some((step.to_owned(), text.to_owned()))
    });
    let Some((name, text)) = planted else { return };
    let is_there = || bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(!name.eq_ignore_ascii_case(&format!("{step:?}")) || !is_there(), "planted");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_one_line_with_the_address_for_reports() {
        assert_eq!(catch(|| 7), Ok(7));
        let fault = Fault::of(&"out of bounds");
        assert_eq!(
            fault.to_string(),
            "internal fault: out of bounds; this is a bug in pgnkit, please report it: \
             https://github.com/pgnkit/pgnkit/issues"
        );
    }
}

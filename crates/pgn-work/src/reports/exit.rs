//! The exit status of the program. `pgn-stream` repeats the number of a failure for the ends of a process that do not
//! return here: `FAILURE` in `system/fatal_signals.rs`.

use std::process::ExitCode;

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// Nothing to report.
    Clean,
    /// Findings that count, files that would change, or a game with errors under `--on-error fail`.
    Findings,
    /// The arguments were wrong, or something could not be read, written or done.
    Failed,
}

impl ExitStatus {
    /// Returns the exit status as a number.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            ExitStatus::Clean => 0,
            ExitStatus::Findings => 1,
            ExitStatus::Failed => 2,
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> ExitCode {
        ExitCode::from(status.code())
    }
}

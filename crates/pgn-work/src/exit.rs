//! The exit status of the program: its only numbers stand here.

use std::process::ExitCode;

/// How a run ended. The later one wins when two happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    /// Nothing to report.
    Clean,
    /// Findings that fail, files that would change, a bad game under `--on-error fail`.
    Findings,
    /// The request was wrong, or something could not be read, written or done.
    Failed,
}

impl ExitStatus {
    /// Returns the number that the shell sees.
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

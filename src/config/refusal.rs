//! Options that cannot be used in a run. Such an option is an error if it was typed, and is left out if a settings file
//! sets it.

use std::fmt;

/// The long options of a run that do not have their defaults.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options<'a> {
    /// Those of the command line.
    pub(super) typed: &'a [String],
    /// Those of the command line and of settings.
    pub(super) all: &'a [String],
}

impl Options<'_> {
    /// Returns true if the long option `name` was typed.
    pub(crate) fn is_typed(&self, name: &str) -> bool {
        self.typed.iter().any(|known| known == name)
    }

    /// Returns true if the long option `name` was typed or a setting has its value.
    pub(crate) fn is_set(&self, name: &str) -> bool {
        self.all.iter().any(|known| known == name)
    }
}

/// The error of an option that the other options of a run exclude.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// The long options of which one must be removed, the first choice first.
    options: Vec<&'static str>,
    cause: Cause,
    message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// The first option has no effect in this run.
    Misplaced,
    /// The options contradict each other. In settings, that is an error unless one of them was typed.
    Contradiction,
}

impl Refusal {
    /// Returns `Ok` if the long option `option` can be used in the run.
    ///
    /// # Errors
    /// Returns the refusal of the option with `message` if `fits` is false.
    pub(crate) fn unless(
        fits: bool,
        option: &'static str,
        message: impl FnOnce() -> String,
    ) -> Result<(), Refusal> {
        if fits { Ok(()) } else { Err(Refusal::misplaced(option, message())) }
    }

    /// Returns the refusal of an option that has no effect in the run.
    pub(crate) fn misplaced(option: &'static str, message: String) -> Refusal {
        Refusal { options: vec![option], cause: Cause::Misplaced, message }
    }

    /// Returns the refusal of options that contradict each other.
    pub(crate) fn contradiction(options: &[&'static str], message: String) -> Refusal {
        Refusal { options: options.to_vec(), cause: Cause::Contradiction, message }
    }

    /// Adds an option that has to go if the others were typed.
    pub(crate) fn also(mut self, option: &'static str) -> Refusal {
        self.options.push(option);
        self
    }

    /// Returns the option to leave out because a settings file sets it; `None` if the refusal is an error of the command
    /// line, or of settings that contradict each other.
    pub(super) fn setting_to_drop(&self, run: Options<'_>) -> Option<&'static str> {
        let is_setting = |option: &&&str| run.is_set(option) && !run.is_typed(option);
        let option = *self.options.iter().find(is_setting)?;
        let is_any_typed = self.options.iter().any(|option| run.is_typed(option));
        (self.cause == Cause::Misplaced || is_any_typed).then_some(option)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_yield_to_typed_options() {
        let left_out = |refusal: &Refusal, settings: &str, typed: &str| {
            let words = |list: &str| list.split(' ').map(str::to_owned).collect::<Vec<_>>();
            let (typed, all) = (words(typed), words(&format!("{settings} {typed}")));
            refusal.setting_to_drop(Options { typed: &typed, all: &all })
        };
        let misplaced = Refusal::misplaced("nags", String::new()).also("format");
        assert_eq!(left_out(&misplaced, "nags format", ""), Some("nags"));
        assert_eq!(left_out(&misplaced, "format", "nags"), Some("format"));
        assert_eq!(left_out(&misplaced, "", "nags format"), None);
        let contradiction = Refusal::contradiction(&["notation", "output-encoding"], String::new());
        assert_eq!(left_out(&contradiction, "notation output-encoding", ""), None);
        assert_eq!(left_out(&contradiction, "notation", "output-encoding"), Some("notation"));
        assert_eq!(
            left_out(&contradiction, "output-encoding", "notation"),
            Some("output-encoding")
        );
    }
}

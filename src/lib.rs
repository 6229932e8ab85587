//! pgnkit.

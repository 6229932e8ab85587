//! How the linker lays the program out, which is what starting it costs: half a hundred windows of 64 KiB of
//! it come into memory to check a small file. The figures are in `docs/performance.md`.

use std::{env, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |key: &str, value: &str| env::var(key).is_ok_and(|it| it == value);
    if !(is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && is("CARGO_CFG_TARGET_ARCH", "x86_64"))
    {
        return;
    }
    // Addresses in tables take a few bits instead of 24 bytes each in the file, all of which are read at the
    // start. A program linked like that needs as late a glibc: so only where this machine has it. A linker that
    // does not know the option says so and goes on.
    if env::var("HOST").ok() == env::var("TARGET").ok() && glibc().is_some_and(|it| it >= (2, 36)) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// The version of this machine's glibc.
fn glibc() -> Option<(u32, u32)> {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    let (major, minor) = version.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

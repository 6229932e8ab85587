//! The commit that `pgnkit --version` names, and linker options that shrink the program, its packages, and what a
//! short run needs of it in memory. The figures are in `docs/performance.md`.

use std::{env, path::Path, process::Command};

/// The linker script that `tests/by-hand/startup_order.py` writes.
const STARTUP: &str = "integrations/linux/startup.ld";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=PGNKIT_TARGET={}", env::var("TARGET").unwrap_or_default());
    println!("cargo::rustc-env=PGNKIT_COMMIT={}", commit().unwrap_or_default());
    let is = |key: &str, value: &str| env::var(key).is_ok_and(|it| it == value);
    if !(is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && is("CARGO_CFG_TARGET_ARCH", "x86_64"))
    {
        return;
    }
    if links_with_lld() {
        // Functions with the same code are there once, which saves a megabyte.
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
        if is("PROFILE", "release") {
            lay_out();
        }
    }
    // Packed relative relocations take a few bits each instead of 24 bytes, and all of them are
    // read at start. The result needs glibc 2.36, so the option is set only if the build machine
    // has it. A linker that does not know the option warns and continues.
    if env::var("HOST").ok() == env::var("TARGET").ok() && glibc().is_some_and(|it| it >= (2, 36)) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Has LLD order the functions of the program. It takes seconds, so only what is released has it.
fn lay_out() {
    // Functions that are alike lie together: packages, which are compressed, are a tenth smaller.
    println!("cargo::rustc-link-arg-bins=-Wl,--bp-compression-sort=function");
    // What a short run calls lies together before them, and a third less of the program comes into memory.
    let script = Path::new(&env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join(STARTUP);
    println!("cargo::rerun-if-changed={STARTUP}");
    if script.exists() {
        println!("cargo::rustc-link-arg-bins=-T{}", script.display());
    }
}

/// Returns true if the program is linked by the LLD that comes with Rust. Compilers of distributions come without
/// it, and a builder may name another linker: these may not know the option.
fn links_with_lld() -> bool {
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    if env::var_os("RUSTC_LINKER").is_some() || flags.contains("link") {
        return false;
    }
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().ok();
    let sysroot = output.and_then(|it| String::from_utf8(it.stdout).ok()).unwrap_or_default();
    let lld = "lib/rustlib/x86_64-unknown-linux-gnu/bin/gcc-ld/ld.lld";
    Path::new(sysroot.trim()).join(lld).exists()
}

/// Returns the commit and its date, in parentheses after a blank; `None` in a build with debug assertions, which would
/// be made anew after each commit, and outside of the repository.
fn commit() -> Option<String> {
    let root = env::var("CARGO_MANIFEST_DIR").ok()?;
    let git = |args: &[&str]| {
        let output = Command::new("git").arg("-C").arg(&root).args(args).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    if env::var("PROFILE").ok()? != "release" || !git(&["rev-parse", "--show-prefix"])?.is_empty() {
        return None;
    }
    println!("cargo::rerun-if-changed={}", git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    Some(format!(" ({})", git(&["show", "-s", "--format=%h %cs"])?))
}

/// Returns the version of the glibc of the build machine.
fn glibc() -> Option<(u32, u32)> {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    let (major, minor) = version.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

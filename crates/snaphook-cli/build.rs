//! Facts about the build, for `snaphook --version`.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    fact("TARGET", std::env::var("TARGET").ok());
    fact("RUSTC", said_by("RUSTC", "rustc", &["--version"]));
    // A test build is not made anew at every commit.
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = release.then(commit).flatten();
    fact("COMMIT", commit);
}

/// The commit that this is built from; nothing outside of a checkout.
fn commit() -> Option<String> {
    for path in ["HEAD", "logs/HEAD"] {
        let path = said_by("GIT", "git", &["rev-parse", "--git-path", path])?;
        println!("cargo::rerun-if-changed={path}");
    }
    let commit = said_by("GIT", "git", &["rev-parse", "--short=12", "HEAD"])?;
    let changes = said_by("GIT", "git", &["status", "--porcelain", "-uno"])?;
    Some(if changes.is_empty() {
        commit
    } else {
        format!("{commit} with changes")
    })
}

/// What a program printed: the one that a variable names, or this one.
fn said_by(variable: &str, program: &str, args: &[&str]) -> Option<String> {
    let program = std::env::var(variable).unwrap_or_else(|_| program.to_owned());
    let output = Command::new(program).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn fact(name: &str, value: Option<String>) {
    let value = value.unwrap_or_default();
    println!("cargo::rustc-env=SNAPHOOK_BUILD_{name}={value}");
}

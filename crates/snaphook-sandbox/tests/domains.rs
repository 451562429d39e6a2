//! Domains that a hook may reach. The test is a program of its own, because it is also the
//! launcher: its `main` begins as that of `snaphook` does.

#![cfg_attr(
    target_os = "linux",
    expect(
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used,
        reason = "a test without the usual harness"
    )
)]

#[cfg(target_os = "linux")]
#[expect(dead_code, reason = "most of it is for the other tests")]
#[path = "it/inside.rs"]
mod inside;
#[cfg(target_os = "linux")]
#[path = "it/launched.rs"]
mod launched;

#[cfg(target_os = "linux")]
fn main() {
    if let Some(error) = snaphook_sandbox::run_launcher(std::env::args_os().skip(1)) {
        eprintln!("{error}");
        std::process::exit(125);
    }
    // A run of other tests by their name.
    let named = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    for (name, test) in launched::TESTS {
        if named
            .as_ref()
            .is_none_or(|named| name.contains(named.as_str()))
        {
            test();
            println!("test {name} ... ok");
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {}

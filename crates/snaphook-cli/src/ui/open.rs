//! Opens the page in the browser. Every user of a machine sees the arguments of programs, so the
//! browser gets the path of a private file, which leads to the address with the key.

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Stdio};

use tempfile::TempPath;

use crate::world;

/// Opens this address; the file must stay until the browser has read it.
pub(super) fn open(address: &str) -> std::io::Result<Option<TempPath>> {
    let folder = world::state_dir().unwrap_or_else(std::env::temp_dir);
    std::fs::create_dir_all(&folder)?;
    // Made for its owner alone.
    let mut file = tempfile::Builder::new()
        .prefix("open-")
        .suffix(".html")
        .tempfile_in(&folder)?;
    // The address consists of digits, letters and `:/#=.[]`.
    writeln!(
        file,
        "<!doctype html><meta charset=\"utf-8\"><title>snaphook</title>\
         <meta http-equiv=\"refresh\" content=\"0;url={address}\">\
         <a href=\"{address}\">Open snaphook</a>"
    )?;
    let path = file.into_temp_path();
    start(path.as_os_str())?;
    Ok(Some(path))
}

#[cfg(target_os = "macos")]
fn start(file: &OsStr) -> std::io::Result<()> {
    run(Command::new("open").arg(file))
}

#[cfg(windows)]
fn start(file: &OsStr) -> std::io::Result<()> {
    run(Command::new("explorer").arg(file))
}

#[cfg(not(any(windows, target_os = "macos")))]
fn start(file: &OsStr) -> std::io::Result<()> {
    run(Command::new("xdg-open").arg(file))
}

fn run(command: &mut Command) -> std::io::Result<()> {
    let quiet = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut started = quiet.spawn()?;
    // So that it does not stay as a zombie; some browsers run until they are closed.
    std::thread::spawn(move || started.wait());
    Ok(())
}

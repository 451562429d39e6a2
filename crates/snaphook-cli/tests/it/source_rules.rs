//! Rules for every Rust file of the repository: a header, a limit on its length, and no
//! code in `mod.rs` and `lib.rs`; and which modules of the engine may know which.

use std::path::{Path, PathBuf};

/// A longer file is hard to keep in mind.
const MOST_LINES: usize = 500;

/// The Rust files of the workspace, of the example and of the fuzz targets.
fn rust_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["crates", "examples", "fuzz"] {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    assert!(files.len() > 500, "{} files", files.len());
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = entry.path();
        if entry.file_type().unwrap().is_dir() {
            if entry.file_name() != "target" {
                collect(&path, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Fails with every file about which `check` complains.
fn assert_all(check: impl Fn(&Path, &str) -> Option<String>) {
    let mut complaints = Vec::new();
    for path in rust_files() {
        let text = std::fs::read_to_string(&path).unwrap();
        if let Some(complaint) = check(&path, &text) {
            complaints.push(format!("{}: {complaint}", path.display()));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_file_begins_with_a_header() {
    assert_all(|_, text| (!text.starts_with("//! ")).then(|| "it has no `//!` header".to_owned()));
}

#[test]
fn files_are_short() {
    assert_all(|_, text| {
        let lines = text.lines().count();
        (lines > MOST_LINES).then(|| format!("{lines} lines, at most {MOST_LINES}"))
    });
}

#[test]
fn modules_only_declare_and_export() {
    assert_all(|path, text| {
        let name = path.file_name()?.to_str()?;
        let is_source = path.components().any(|part| part.as_os_str() == "src");
        if !is_source || !["mod.rs", "lib.rs"].contains(&name) {
            return None;
        }
        let code = text.lines().find(|line| defines(line))?;
        Some(format!("move this to a file of its own: {}", code.trim()))
    });
}

#[test]
fn the_state_of_the_engine_knows_nothing_above_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/snaphook-engine/src");
    let below = ["engine", "session", "permission"].map(|module| source.join(module));
    assert!(below.iter().all(|module| module.is_dir()), "{below:?}");
    let above = ["crate::dispatch", "crate::explain", "crate::reload"];
    assert_all(|path, text| {
        if !below.iter().any(|module| path.starts_with(module)) {
            return None;
        }
        let mut lines = text.lines();
        let line = lines.find(|line| above.iter().any(|name| line.contains(name)))?;
        Some(format!("a module above it: {}", line.trim()))
    });
}

/// Whether a line begins a function, a type or an implementation.
fn defines(line: &str) -> bool {
    let mut words = line.split_whitespace().skip_while(|word| {
        word.starts_with("pub") || ["in", "async", "const", "unsafe", "static"].contains(word)
    });
    let word = words.next().unwrap_or_default();
    ["fn", "struct", "enum", "trait", "union", "macro_rules!"].contains(&word)
        || word == "impl"
        || word.starts_with("impl<")
}

#[test]
fn the_rule_sees_definitions() {
    for line in [
        "pub(crate) fn a() {",
        "impl<T> A for T {",
        "const fn a() {}",
        "enum A {",
    ] {
        assert!(defines(line), "{line}");
    }
    for line in [
        "pub mod a;",
        "pub use a::fn_name;",
        "//! fn a()",
        "pub const A: u8 = 1;",
    ] {
        assert!(!defines(line), "{line}");
    }
}

//! Many writers at once, in threads and in processes.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use snaphook_core::permission::Behavior;
use snaphook_settings::edit::Edit;
use snaphook_settings::node::Node;

const FILE: &str = "SNAPHOOK_TEST_EDIT_FILE";
const NUMBER: &str = "SNAPHOOK_TEST_EDIT_WRITER";
const WRITERS: usize = 8;
const EDITS: usize = 50;

const BEFORE: &str = "{\n  // kept\n  \"model\": \"x\"\n}\n";

/// A folder in memory, where there is one: so many writes that are made to
/// last would take minutes on a slow disk.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| tempfile::tempdir().unwrap())
}

fn rule(writer: usize, number: usize) -> String {
    format!("Bash(echo {writer} {number})")
}

fn write(file: &Path, writer: usize) {
    for number in 0..EDITS {
        let edit = Edit::new().add_rules(Behavior::Allow, [rule(writer, number)]);
        assert!(edit.apply_to_file(file).unwrap().changed);
    }
}

fn rules(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let value = Node::parse_json(&text).unwrap().to_value();
    let list = value["permissions"]["allow"].as_array().cloned();
    let list = list.unwrap_or_default();
    list.iter()
        .map(|rule| rule.as_str().unwrap().to_owned())
        .collect()
}

#[track_caller]
fn check_all_are_there(file: &Path) {
    let mut found = rules(file);
    found.sort();
    let of_writer = |writer| (0..EDITS).map(move |number| rule(writer, number));
    let mut expected: Vec<String> = (0..WRITERS).flat_map(of_writer).collect();
    expected.sort();
    assert_eq!(found, expected);
    assert!(
        fs::read_to_string(file)
            .unwrap()
            .starts_with("{\n  // kept\n")
    );
    let left = fs::read_dir(file.parent().unwrap()).unwrap().count();
    assert_eq!(left, 1, "nothing is left behind");
}

#[test]
fn threads_lose_nothing_and_a_reader_sees_whole_files() {
    let folder = folder();
    let file = folder.path().join("settings.json");
    fs::write(&file, BEFORE).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut seen = 0;
            while !done.load(Ordering::Relaxed) {
                let count = rules(&file).len();
                assert!(count >= seen, "what was there is there");
                seen = count;
                std::thread::yield_now();
            }
        });
        let file = &file;
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| scope.spawn(move || write(file, writer)))
            .collect();
        let ended: Vec<_> = writers.into_iter().map(|writer| writer.join()).collect();
        // Also when one of them failed, or the reader would never end.
        done.store(true, Ordering::Relaxed);
        assert!(ended.iter().all(Result::is_ok));
    });
    check_all_are_there(&file);
}

/// Starts this program again as a writer.
fn writer(file: &Path, number: usize) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "writers::a_writer_of_its_own", "--ignored"])
        .env(FILE, file)
        .env(NUMBER, number.to_string())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
#[ignore = "started by the other tests"]
fn a_writer_of_its_own() {
    let file = PathBuf::from(env::var_os(FILE).unwrap());
    write(&file, env::var(NUMBER).unwrap().parse().unwrap());
}

#[test]
fn processes_lose_nothing_and_a_reader_sees_whole_files() {
    let folder = folder();
    let file = folder.path().join("settings.json");
    fs::write(&file, BEFORE).unwrap();
    let mut children: Vec<Child> = (0..WRITERS).map(|number| writer(&file, number)).collect();
    while children
        .iter_mut()
        .any(|child| child.try_wait().unwrap().is_none())
    {
        rules(&file);
    }
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    check_all_are_there(&file);
}

#[test]
fn adding_and_removing_at_once_lose_nothing() {
    let folder = folder();
    let file = folder.path().join("settings.json");
    let old: Vec<String> = (0..EDITS).map(|number| rule(0, number)).collect();
    let add = Edit::new().add_rules(Behavior::Allow, old.clone());
    add.apply_to_file(&file).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for rule in &old {
                let edit = Edit::new().remove_rules(Behavior::Allow, [&**rule]);
                assert!(edit.apply_to_file(&file).unwrap().changed);
            }
        });
        scope.spawn(|| write(&file, 1));
    });
    let new: Vec<String> = (0..EDITS).map(|number| rule(1, number)).collect();
    assert_eq!(rules(&file), new);
}

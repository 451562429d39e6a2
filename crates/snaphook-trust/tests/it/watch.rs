//! Checking again before a run.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::time::{Duration, SystemTime};

use rustix::fs::{CWD, FileType, Mode, mknodat};
use snaphook_trust::{TrustPlace, Watch};

use crate::common::{World, command};

#[test]
fn evidence_holds_as_long_as_nothing_changes() {
    let world = World::with_guard();
    let watch = world.watch(&command("./guard.sh"));
    assert_eq!(watch.evidence(), &world.evidence(&command("./guard.sh")));
    assert_eq!(watch.project(), world.project);
    assert!(watch.still_holds());
    assert!(watch.still_holds());
}

#[test]
fn a_changed_script_is_seen_and_so_is_its_return() {
    let world = World::with_guard();
    let watch = world.watch(&command("./guard.sh"));
    world.write("guard.sh", "exit 1\n");
    assert!(!watch.still_holds());
    world.write("guard.sh", "exit 0\n");
    assert!(watch.still_holds());
    world.remove("guard.sh");
    assert!(!watch.still_holds());
}

#[test]
fn a_change_that_sets_back_the_clock_is_seen() {
    let world = World::with_guard();
    let path = world.project.join("guard.sh");
    let old = SystemTime::now() - Duration::from_secs(3600);
    let set_back = || {
        let file = File::options().write(true).open(&path).unwrap();
        file.set_modified(old).unwrap();
    };
    set_back();
    let watch = world.watch(&command("./guard.sh"));
    assert!(watch.still_holds());
    world.write("guard.sh", "exit 1\n");
    set_back();
    assert!(!watch.still_holds());
}

#[test]
fn a_file_that_was_only_touched_or_replaced_by_an_equal_one_holds() {
    let world = World::with_guard();
    let watch = world.watch(&command("./guard.sh"));
    let path = world.project.join("guard.sh");
    let file = File::options().write(true).open(&path).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    assert!(watch.still_holds());
    world.write("new.sh", "exit 0\n");
    fs::rename(world.project.join("new.sh"), &path).unwrap();
    assert!(watch.still_holds());
}

#[test]
fn a_swap_for_a_link_is_seen() {
    let world = World::with_guard();
    let watch = world.watch(&command("./guard.sh"));
    world.write("copy.sh", "exit 0\n");
    world.remove("guard.sh");
    world.link("guard.sh", "copy.sh");
    assert!(!watch.still_holds());
    let watch = world.watch(&command("./guard.sh"));
    assert!(watch.still_holds());
    world.write("third.sh", "exit 0\n");
    world.remove("guard.sh");
    world.link("guard.sh", "third.sh");
    assert!(!watch.still_holds());
}

#[test]
fn a_swap_for_a_fifo_is_seen_without_waiting() {
    let world = World::with_guard();
    let watch = world.watch(&command("./guard.sh"));
    world.remove("guard.sh");
    let path = world.project.join("guard.sh");
    mknodat(CWD, &path, FileType::Fifo, Mode::RWXU, 0).unwrap();
    assert!(!watch.still_holds());
}

#[test]
fn a_file_that_appears_under_any_word_is_seen() {
    for text in [
        "bash guard.sh",
        "./guard.sh",
        "$X/guard.sh",
        "cat x | sh -c 'guard.sh'",
    ] {
        let world = World::new();
        let watch = world.watch(&command(text));
        world.write("unrelated.sh", "");
        assert!(watch.still_holds(), "{text}");
        world.write("guard.sh", "");
        assert!(!watch.still_holds(), "{text}");
    }
}

#[test]
fn a_folder_that_appears_before_its_script_is_seen() {
    let world = World::new();
    let watch = world.watch(&command("cd hooks && sh guard.sh"));
    assert!(watch.still_holds());
    world.write("hooks/guard.sh", "");
    assert!(!watch.still_holds());
}

#[test]
fn a_project_whose_path_leads_elsewhere_is_seen() {
    let world = World::with_guard();
    let other = world.folder().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("guard.sh"), "exit 0\n").unwrap();
    let alias = world.folder().join("alias");
    symlink(&world.project, &alias).unwrap();
    let place = TrustPlace {
        project: &alias,
        home: None,
    };
    let watch = Watch::new(&command("./guard.sh"), &place);
    assert!(watch.still_holds());
    fs::remove_file(&alias).unwrap();
    symlink(&other, &alias).unwrap();
    assert!(!watch.still_holds());
}

#[test]
fn many_may_ask_at_once() {
    let world = World::with_guard();
    let watch = world.watch(&command("./guard.sh"));
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| (0..50).all(|_| watch.still_holds())))
            .collect();
        assert!(asked.into_iter().all(|thread| thread.join().unwrap()));
    });
}

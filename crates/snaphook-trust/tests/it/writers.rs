//! Many writers at once, and writers that are killed.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use snaphook_trust::{Evidence, TrustFile, TrustPlace, TrustStore};

use crate::common::{NOW, World, command};

const STORE: &str = "SNAPHOOK_TEST_TRUST_STORE";
const PROJECT: &str = "SNAPHOOK_TEST_TRUST_PROJECT";
const NUMBER: &str = "SNAPHOOK_TEST_TRUST_WRITER";

fn name(writer: &str, number: usize) -> String {
    format!("echo {writer} {number}")
}

fn trust(store: &TrustFile, project: &Path, text: &str) {
    let hook = command(text);
    let place = TrustPlace {
        project,
        home: None,
    };
    let evidence = Evidence::gather(&hook, &place);
    store.trust(project, &[(&hook, &evidence)], NOW).unwrap();
}

fn names(world: &World) -> Vec<String> {
    let list = world.store.list().unwrap();
    let hooks = list.into_iter().flat_map(|project| project.hooks);
    let mut names: Vec<String> = hooks.map(|record| record.name).collect();
    names.sort();
    names
}

/// Starts this program again as a writer that trusts so many hooks and says
/// so after each.
fn writer(world: &World, number: usize, count: usize) -> Child {
    Command::new(env::current_exe().unwrap())
        .args([
            "--exact",
            "writers::a_writer_of_its_own",
            "--ignored",
            "--nocapture",
        ])
        .env(STORE, world.store.path())
        .env(PROJECT, &world.project)
        .env(NUMBER, format!("{number} {count}"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
#[ignore = "started by the other tests"]
fn a_writer_of_its_own() {
    let store = TrustFile::new(PathBuf::from(env::var_os(STORE).unwrap()));
    let project = PathBuf::from(env::var_os(PROJECT).unwrap());
    let task = env::var(NUMBER).unwrap();
    let (number, count) = task.split_once(' ').unwrap();
    println!();
    for at in 0..count.parse().unwrap() {
        trust(&store, &project, &name(number, at));
        println!("trusted {at}");
    }
}

#[test]
fn threads_lose_nothing() {
    let world = World::new();
    std::thread::scope(|scope| {
        for writer in 0..6 {
            let world = &world;
            scope.spawn(move || {
                for number in 0..5 {
                    let text = name(&writer.to_string(), number);
                    trust(&world.store.clone(), &world.project, &text);
                }
            });
        }
    });
    let mut expected: Vec<String> = (0..6)
        .flat_map(|writer: usize| (0..5).map(move |number| name(&writer.to_string(), number)))
        .collect();
    expected.sort();
    assert_eq!(names(&world), expected);
}

#[test]
fn processes_lose_nothing() {
    let world = World::new();
    let mut children: Vec<Child> = (0..4).map(|number| writer(&world, number, 8)).collect();
    // A reader never waits and never sees half a store.
    while children
        .iter_mut()
        .any(|child| child.try_wait().unwrap().is_none())
    {
        assert_eq!(world.store.problem(), None);
    }
    for child in children {
        assert!(child.wait_with_output().unwrap().status.success());
    }
    let mut expected: Vec<String> = (0..4)
        .flat_map(|writer: usize| (0..8).map(move |number| name(&writer.to_string(), number)))
        .collect();
    expected.sort();
    assert_eq!(names(&world), expected);
}

#[test]
fn revoking_and_trusting_at_once_lose_nothing() {
    let world = World::new();
    (0..10).for_each(|number| trust(&world.store, &world.project, &name("old", number)));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0..10 {
                let old = name("old", number);
                let revoked = world
                    .store
                    .revoke(&world.project, |record| record.name == old);
                assert_eq!(revoked.unwrap().len(), 1);
            }
        });
        scope.spawn(|| {
            (0..10).for_each(|number| trust(&world.store, &world.project, &name("new", number)));
        });
    });
    let expected: Vec<String> = (0..10).map(|number| name("new", number)).collect();
    assert_eq!(names(&world), expected);
}

#[test]
fn a_killed_writer_leaves_a_whole_store() {
    let world = World::new();
    for round in 0..6 {
        let mut child = writer(&world, round, 1000);
        let said = BufReader::new(child.stdout.take().unwrap()).lines();
        let done = said
            .map(Result::unwrap)
            .filter(|line| line.starts_with("trusted "))
            .take(round + 3)
            .count();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(world.store.problem(), None);
        let kept = names(&world);
        let mine = (0..done).map(|number| name(&round.to_string(), number));
        for name in mine {
            assert!(kept.contains(&name), "{name}");
        }
    }
}

#[test]
fn what_a_crash_left_behind_does_no_harm() {
    let world = World::new();
    trust(&world.store, &world.project, "echo before");
    let folder = world.store.path().parent().unwrap();
    let whole = fs::read_to_string(world.store.path()).unwrap();
    // A writer died before its rename: with a part of the text, or with none.
    fs::write(folder.join(".trust.json.AbC123.tmp"), &whole[..40]).unwrap();
    fs::write(folder.join(".trust.json.XyZ789.tmp"), "").unwrap();
    fs::write(folder.join("trust.json.backup"), "mine").unwrap();
    assert_eq!(names(&world), ["echo before"]);
    trust(&world.store, &world.project, "echo then");
    assert_eq!(names(&world), ["echo before", "echo then"]);
    let mut left: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, ["trust.json", "trust.json.backup", "trust.json.lock"]);
}

#[test]
fn a_store_that_cannot_be_written_stays_as_it_is() {
    let world = World::new();
    trust(&world.store, &world.project, "echo before");
    // Nothing can be locked where a folder is in the way.
    let lock = world.store.path().with_file_name("trust.json.lock");
    fs::remove_file(&lock).unwrap();
    fs::create_dir(&lock).unwrap();
    let hook = command("echo then");
    let evidence = world.evidence(&hook);
    let error = world
        .store
        .trust(&world.project, &[(&hook, &evidence)], NOW)
        .unwrap_err();
    assert!(error.to_string().contains("failed to lock"), "{error}");
    assert_eq!(names(&world), ["echo before"]);
}

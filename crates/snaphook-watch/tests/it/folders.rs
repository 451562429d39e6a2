//! Folders: every file below them.

use snaphook_watch::ChangeKind::{Add, Change, Unlink};
use snaphook_watch::{WatchProblem, WatchTarget};

use crate::common::{World, problem};

#[tokio::test]
async fn every_file_below_is_told_of() {
    for native in [true, false] {
        let world = World::new(native);
        world.write("f/a", "");
        world.write("f/deep/er/b", "");
        world.watch_tree("f").await;
        world.write("f/a", "changed");
        world.write("f/deep/er/b", "changed");
        world.write("f/deep/c", "");
        world.write("f/new/and/deep/d", "");
        let told = [
            ("f/a", Change),
            ("f/deep/er/b", Change),
            ("f/deep/c", Add),
            ("f/new/and/deep/d", Add),
        ];
        world.expect(&told).await;
        world.write("f/new/and/deep/d", "a folder that is new is watched, too");
        world.expect(&[("f/new/and/deep/d", Change)]).await;
        std::fs::remove_dir_all(world.path("f/new")).unwrap();
        world.rename("f/deep", "f/moved");
        let told = [
            ("f/new/and/deep/d", Unlink),
            ("f/deep/c", Unlink),
            ("f/deep/er/b", Unlink),
            ("f/moved/c", Add),
            ("f/moved/er/b", Add),
        ];
        world.expect(&told).await;
        std::fs::remove_dir_all(world.path("f")).unwrap();
        let told = [
            ("f/a", Unlink),
            ("f/moved/c", Unlink),
            ("f/moved/er/b", Unlink),
        ];
        world.expect(&told).await;
        world.write("f/a", "the folder is back");
        world.expect(&[("f/a", Add)]).await;
    }
}

#[tokio::test]
async fn a_file_may_become_a_folder_and_a_folder_a_file() {
    let world = World::new(true);
    world.write("x", "a file");
    world.watch_tree("x").await;
    world.remove("x");
    world.write("x/a", "in a folder");
    world.expect(&[("x", Unlink), ("x/a", Add)]).await;
    std::fs::remove_dir_all(world.path("x")).unwrap();
    world.write("x", "a file");
    world.expect(&[("x/a", Unlink), ("x", Add)]).await;
}

#[tokio::test]
async fn ten_thousand_files() {
    let world = World::with(|options| options.limit = 20_000).in_memory();
    for number in 0..10_000 {
        world.write(&format!("f/{}/{number}", number % 10), "");
    }
    world.watch_tree("f").await;
    world.write("f/7/777", "one of them");
    world.expect(&[("f/7/777", Change)]).await;
    // More events than the system keeps: it is looked at everything.
    let names: Vec<String> = (0..10_000).map(|n| format!("f/{}/{n}", n % 10)).collect();
    for name in &names {
        world.write(name, "all of them");
    }
    let changed: Vec<_> = names.iter().map(|name| (name.as_str(), Change)).collect();
    world.expect(&changed).await;
    std::fs::remove_dir_all(world.path("f")).unwrap();
    let gone: Vec<_> = names.iter().map(|name| (name.as_str(), Unlink)).collect();
    world.expect(&gone).await;
}

#[tokio::test]
async fn there_is_a_limit_and_it_is_told() {
    let world = World::with(|options| options.limit = 10);
    for number in 0..30 {
        world.write(&format!("f/{number:02}"), "");
    }
    let problems = world.watch(vec![WatchTarget::Tree(world.path("f"))]).await;
    assert!(
        matches!(&problems[..], [WatchProblem::TooMany { limit: 10, .. }]),
        "{problems:?}"
    );
    assert!(problems[0].to_string().contains("watch fewer"));
    // The folder and nine files.
    world.write("f/29", "not watched");
    world.write("f/08", "watched");
    world.expect(&[("f/08", Change)]).await;
}

#[tokio::test]
async fn the_limit_is_told_when_it_is_reached_later() {
    let world = World::with(|options| options.limit = 3);
    world.write("f/a", "");
    world.watch_tree("f").await;
    for name in ["f/b", "f/c", "f/d"] {
        world.write(name, "");
    }
    assert!(matches!(
        problem(&world.list).await,
        WatchProblem::TooMany { .. }
    ));
}

#[tokio::test]
async fn the_insides_of_git_are_left_out() {
    let world = World::new(true);
    world.write("f/.git/index", "");
    world.watch_tree("f").await;
    world.write("f/.git/index", "changed");
    world.write("f/.git/refs/new", "");
    world.write("f/.gitignore", "");
    world.expect(&[("f/.gitignore", Add)]).await;
}

#[tokio::test]
async fn names_come_and_go_whatever_they_hold() {
    let world = World::new(true);
    world.write("f/a", "");
    world.watch(vec![WatchTarget::Names(world.path("f"))]).await;
    world.write("f/a", "does not matter");
    world.write("f/b/inside", "");
    world.expect(&[("f/b", Add)]).await;
    world.write("f/b/more", "does not matter either");
    std::fs::remove_dir_all(world.path("f")).unwrap();
    world.expect(&[("f/a", Unlink), ("f/b", Unlink)]).await;
    world.write("f/c", "");
    world.expect(&[("f/c", Add)]).await;
}

//! One file: everything that can happen to it, told by the operating system
//! and found out by looking.

use std::io::Write;

use snaphook_watch::ChangeKind::{Add, Change, Unlink};
use snaphook_watch::WatchTarget;

use crate::common::{World, next};

/// Runs a test in both ways.
macro_rules! both_ways {
    ($($name:ident => $test:ident;)*) => {
        $(mod $name {
            #[tokio::test]
            async fn told() {
                super::$test(super::World::new(true)).await;
            }

            #[tokio::test]
            async fn looked_at() {
                super::$test(super::World::new(false)).await;
            }
        })*
    };
}

both_ways! {
    a_life => a_life_of_a_file;
    renamed_over => a_file_that_is_renamed_over;
    missing_folders => a_file_whose_folders_are_missing;
    replaced_folder => a_file_whose_folder_is_replaced;
    moved_away => a_file_whose_folder_is_moved_away_and_back;
}

async fn a_life_of_a_file(world: World) {
    world.watch_file("a").await;
    world.write("a", "created");
    world.expect(&[("a", Add)]).await;
    world.write("a", "written anew");
    world.expect(&[("a", Change)]).await;
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .open(world.path("a"))
        .unwrap();
    file.write_all(b" and more").unwrap();
    world.expect(&[("a", Change)]).await;
    file.set_len(0).unwrap();
    world.expect(&[("a", Change)]).await;
    world.remove("a");
    world.expect(&[("a", Unlink)]).await;
    world.write("a", "again");
    world.expect(&[("a", Add)]).await;
}

async fn a_file_that_is_renamed_over(world: World) {
    world.write("a", "old");
    world.watch_file("a").await;
    for text in ["new", "NEW", "new"] {
        world.write("a.tmp", text);
        world.rename("a.tmp", "a");
        world.expect(&[("a", Change)]).await;
    }
    world.rename("a", "b");
    world.expect(&[("a", Unlink)]).await;
    world.rename("b", "a");
    world.expect(&[("a", Add)]).await;
}

async fn a_file_whose_folders_are_missing(world: World) {
    world.watch_file("x/y/z/a").await;
    world.write("x/other", "");
    world.write("x/y/z/a", "deep");
    world.expect(&[("x/y/z/a", Add)]).await;
    std::fs::remove_dir_all(world.path("x")).unwrap();
    world.expect(&[("x/y/z/a", Unlink)]).await;
    world.write("x/y/z/a", "again");
    world.expect(&[("x/y/z/a", Add)]).await;
    world.write("x/y/z/a", "and again");
    world.expect(&[("x/y/z/a", Change)]).await;
}

async fn a_file_whose_folder_is_replaced(world: World) {
    world.write("f/a", "one");
    world.write("g/a", "another");
    world.watch_file("f/a").await;
    world.rename("f", "old");
    world.rename("g", "f");
    world.expect(&[("f/a", Change)]).await;
    world.write("old/a", "nobody watches this");
    world.write("f/a", "but this");
    world.expect(&[("f/a", Change)]).await;
    std::fs::remove_dir_all(world.path("f")).unwrap();
    world.write("f/a", "made anew at once");
    world.expect(&[("f/a", Change)]).await;
    world.write("f/a", "still watched");
    world.expect(&[("f/a", Change)]).await;
}

async fn a_file_whose_folder_is_moved_away_and_back(world: World) {
    world.write("top/f/a", "one");
    world.watch_file("top/f/a").await;
    world.rename("top", "elsewhere");
    world.expect(&[("top/f/a", Unlink)]).await;
    world.rename("elsewhere", "top");
    world.expect(&[("top/f/a", Add)]).await;
    world.write("top/f/a", "two");
    world.expect(&[("top/f/a", Change)]).await;
}

#[tokio::test]
async fn a_burst_is_one_change() {
    let world = World::with(|options| {
        options.quiet = std::time::Duration::from_secs(1);
        options.longest = std::time::Duration::from_secs(60);
    });
    world.write("a", "");
    world.watch_file("a").await;
    for number in 0..50 {
        world.write("a", &number.to_string());
    }
    world.remove("a");
    world.write("a", "last");
    let told = next(&world.list).await;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].kind, Change);
    // What was a second change would be told before this.
    world.remove("a");
    assert_eq!(next(&world.list).await[0].kind, Unlink);
}

#[tokio::test]
async fn a_file_that_never_rests_is_told_of_all_the_same() {
    let world = World::with(|options| {
        options.quiet = std::time::Duration::from_secs(3600);
        options.longest = std::time::Duration::from_millis(100);
    });
    world.watch_file("a").await;
    world.write("a", "1");
    world.expect(&[("a", Add)]).await;
}

#[tokio::test]
async fn reading_and_permissions_are_no_change() {
    let world = World::new(true);
    world.write("a", "text");
    world.watch_file("a").await;
    std::fs::read(world.path("a")).unwrap();
    let mut permissions = std::fs::metadata(world.path("a")).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(world.path("a"), permissions).unwrap();
    world.remove("a");
    world.expect(&[("a", Unlink)]).await;
}

#[tokio::test]
async fn a_folder_of_that_name_is_there_or_not() {
    let world = World::new(true);
    let target = WatchTarget::File(world.path("a"));
    world.watch(vec![target]).await;
    world.write("a/inside", "");
    world.expect(&[("a", Add)]).await;
    world.write("a/inside", "nobody cares");
    std::fs::remove_dir_all(world.path("a")).unwrap();
    world.expect(&[("a", Unlink)]).await;
}

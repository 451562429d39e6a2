//! Links: what they lead to is what is watched.

use std::os::unix::fs::symlink;

use snaphook_watch::ChangeKind::{Add, Change, Unlink};

use crate::common::World;

#[tokio::test]
async fn a_file_behind_a_link_is_told_of_by_the_name_of_the_link() {
    let world = World::new(true);
    world.write("dotfiles/settings", "one");
    std::fs::create_dir(world.path("home")).unwrap();
    symlink("../dotfiles/settings", world.path("home/settings")).unwrap();
    world.watch_file("home/settings").await;
    world.write("dotfiles/settings", "two, in place");
    world.expect(&[("home/settings", Change)]).await;
    world.write("dotfiles/new", "three, by rename");
    world.rename("dotfiles/new", "dotfiles/settings");
    world.expect(&[("home/settings", Change)]).await;
    // The link leads elsewhere.
    world.write("other", "four");
    symlink(world.path("other"), world.path("home/link")).unwrap();
    world.rename("home/link", "home/settings");
    world.expect(&[("home/settings", Change)]).await;
    world.write("dotfiles/settings", "nobody looks here");
    world.write("other", "but here");
    world.expect(&[("home/settings", Change)]).await;
    world.remove("other");
    world.expect(&[("home/settings", Unlink)]).await;
    world.write("other", "back");
    world.expect(&[("home/settings", Add)]).await;
}

#[tokio::test]
async fn one_folder_by_two_names_is_told_of_by_both() {
    let world = World::new(true);
    world.write("real/a", "one");
    symlink("real", world.path("link")).unwrap();
    let file = |name: &str| snaphook_watch::WatchTarget::File(world.path(name));
    world.watch(vec![file("real/a"), file("link/a")]).await;
    world.write("real/a", "two");
    world
        .expect(&[("real/a", Change), ("link/a", Change)])
        .await;
    std::fs::remove_file(world.path("link")).unwrap();
    world.expect(&[("link/a", Unlink)]).await;
    world.write("real/a", "three");
    world.expect(&[("real/a", Change)]).await;
}

#[tokio::test]
async fn a_tree_follows_no_links_to_folders() {
    let world = World::new(true);
    world.write("outside/a", "");
    world.write("f/b", "");
    symlink("../outside", world.path("f/folder")).unwrap();
    symlink("../outside/a", world.path("f/file")).unwrap();
    symlink(".", world.path("f/circle")).unwrap();
    world.watch_tree("f").await;
    world.write("outside/c", "not told");
    world.write("f/b", "told");
    world.expect(&[("f/b", Change)]).await;
}

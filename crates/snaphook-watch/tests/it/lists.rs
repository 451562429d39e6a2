//! Lists: replaced, dropped, many of them.

use std::collections::BTreeMap;

use snaphook_watch::ChangeKind::{Add, Change};
use snaphook_watch::{WatchTarget, Watcher};

use crate::common::{World, expect, set};

#[tokio::test]
async fn a_new_list_takes_the_place_of_the_old() {
    let world = World::new(true);
    let file = |name: &str| WatchTarget::File(world.path(name));
    world.watch(vec![file("a"), file("b")]).await;
    // Nothing of what stays is missed, nothing of what goes is told.
    world.write("a", "");
    world.write("b", "");
    world.watch(vec![file("b"), file("c")]).await;
    world.write("c", "");
    world.expect(&[("b", Add), ("c", Add)]).await;
    world.watch(Vec::new()).await;
    world.write("c", "not told");
    world.watch(vec![file("c"), file("d")]).await;
    world.write("d", "");
    world.expect(&[("d", Add)]).await;
}

#[tokio::test]
async fn each_list_has_its_own() {
    let world = World::new(true);
    world.write("a", "");
    let other = world.watcher.list();
    let target = || vec![WatchTarget::File(world.path("a"))];
    world.watch(target()).await;
    set(&other, target()).await;
    world.write("a", "changed");
    world.expect(&[("a", Change)]).await;
    expect(&other, BTreeMap::from([(world.path("a"), Change)])).await;
    drop(other);
    world.write("a", "changed again");
    world.expect(&[("a", Change)]).await;
}

#[tokio::test]
async fn changes_wait_until_they_are_fetched_as_one_for_each_file() {
    let world = World::with(|options| options.quiet = std::time::Duration::from_millis(1));
    let other = world.watcher.list();
    let target = || {
        vec![
            WatchTarget::File(world.path("a")),
            WatchTarget::File(world.path("b")),
        ]
    };
    world.watch(target()).await;
    set(&other, target()).await;
    // The other list is fetched step by step, this one at the end.
    world.write("a", "1");
    expect(&other, BTreeMap::from([(world.path("a"), Add)])).await;
    world.write("a", "2");
    expect(&other, BTreeMap::from([(world.path("a"), Change)])).await;
    world.write("b", "1");
    expect(&other, BTreeMap::from([(world.path("b"), Add)])).await;
    world.remove("b");
    expect(
        &other,
        BTreeMap::from([(world.path("b"), snaphook_watch::ChangeKind::Unlink)]),
    )
    .await;
    // When this is answered, it was told to both.
    world.watch(target()).await;
    world.expect(&[("a", Add)]).await;
}

#[tokio::test]
async fn a_list_ends_with_its_watcher() {
    let watcher = Watcher::start(Default::default()).unwrap();
    let list = watcher.list();
    set(&list, Vec::new()).await;
    drop(watcher);
    assert_eq!(list.next().await, None);
}

//! Whatever happens to a folder: what was told, taken together, is what is
//! there.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use snaphook_watch::ChangeKind;

use crate::common::World;

/// A random number generator that needs no crate and repeats itself.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    /// A path of up to three names out of three.
    fn path(&mut self) -> PathBuf {
        let names = (0..=self.below(3)).map(|_| ["a", "b", "c"][self.below(3) as usize]);
        names.collect()
    }
}

/// Does something; much of it cannot be done, which is as good.
fn do_something(root: &Path, random: &mut Random) {
    let path = root.join(random.path());
    let _ = match random.below(6) {
        0 | 1 => path
            .parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| std::fs::write(&path, "x")),
        2 => std::fs::remove_file(&path),
        3 => std::fs::remove_dir_all(&path),
        4 => std::fs::create_dir_all(&path),
        _ => std::fs::rename(&path, root.join(random.path())),
    };
}

fn files_below(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        match entry.path().is_dir() {
            true => files_below(&entry.path(), found),
            false => drop(found.insert(entry.path())),
        }
    }
}

#[tokio::test]
async fn what_was_told_is_what_is_there() {
    for (native, seed) in [(true, 1), (true, 99), (true, 12345), (false, 7)] {
        let world = World::with(|options| {
            options.native = native;
            options.quiet = Duration::from_millis(5);
            options.poll = Duration::from_millis(5);
        });
        let root = world.path("f");
        world.watch_tree("f").await;
        let mut random = Random(seed);
        let mut known: BTreeSet<PathBuf> = BTreeSet::new();
        for _ in 0..40 {
            for _ in 0..random.below(12) {
                do_something(&root, &mut random);
            }
            let mut there = BTreeSet::new();
            files_below(&root, &mut there);
            while known != there {
                let batch = tokio::time::timeout(Duration::from_secs(60), world.list.next());
                let batch = batch
                    .await
                    .unwrap_or_else(|_| panic!("{seed}: {known:?} instead of {there:?}"));
                for change in batch.unwrap().changes {
                    match change.kind {
                        ChangeKind::Add => assert!(known.insert(change.path)),
                        ChangeKind::Unlink => assert!(known.remove(&change.path)),
                        ChangeKind::Change => assert!(known.contains(&change.path)),
                    }
                }
            }
        }
    }
}

//! The store: all of a tree or nothing, and every change of it is noticed.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use snaphook_packs::{EntryMode, PackStore, StoreError, TreeContent};

use crate::common::{files_in, tree};

fn pack() -> TreeContent {
    let mut content = tree(&[("hooks/hooks.json", "{}"), ("lib/x.py", "pass")]);
    content
        .add("run.sh", EntryMode::Executable, b"exit 2".to_vec())
        .unwrap();
    content
        .add("link", EntryMode::Symlink, b"run.sh".to_vec())
        .unwrap();
    content
}

/// Lets a test write where nobody should.
fn open(path: &Path) {
    let mode = if path.is_dir() { 0o755 } else { 0o644 };
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn every_change_of_a_tree_is_noticed() {
    type Change = fn(&Path);
    let changes: [(&str, Change); 9] = [
        ("another content", |root| {
            open(&root.join("run.sh"));
            fs::write(root.join("run.sh"), "exit 0").unwrap();
        }),
        ("another mode", |root| {
            fs::set_permissions(root.join("lib/x.py"), fs::Permissions::from_mode(0o755)).unwrap();
        }),
        ("a file more", |root| {
            fs::write(root.join("lib/json.py"), "evil").unwrap()
        }),
        ("a folder more", |root| {
            fs::create_dir(root.join("lib/__pycache__")).unwrap()
        }),
        ("a file less", |root| {
            fs::remove_file(root.join("lib/x.py")).unwrap()
        }),
        ("a symlink instead of a file", |root| {
            fs::remove_file(root.join("run.sh")).unwrap();
            symlink("/bin/true", root.join("run.sh")).unwrap();
        }),
        ("another symlink", |root| {
            fs::remove_file(root.join("link")).unwrap();
            symlink("lib/x.py", root.join("link")).unwrap();
        }),
        ("a symlink instead of a folder", |root| {
            fs::rename(root.join("lib"), root.parent().unwrap().join("lib")).unwrap();
            symlink("../lib", root.join("lib")).unwrap();
        }),
        ("a file instead of a link", |root| {
            fs::remove_file(root.join("link")).unwrap();
            fs::write(root.join("link"), "run.sh").unwrap();
        }),
    ];
    for (what, change) in changes {
        let folder = tempfile::tempdir().unwrap();
        let store = PackStore::new(folder.path().join("packs"));
        let digest = store.add(&pack(), None).unwrap();
        let stored = store.open(&digest).unwrap();
        stored.verify().unwrap();
        for path in ["", "lib", "hooks"] {
            open(&stored.root().join(path));
        }
        change(stored.root());
        let error = stored.verify().unwrap_err();
        assert!(
            matches!(error, StoreError::Changed { .. }),
            "{what}: {error}"
        );
        // Fetched again, it is whole again.
        assert_eq!(store.add(&pack(), None).unwrap(), digest);
        store.open(&digest).unwrap().verify().unwrap();
        store.keep_only(|_| false).unwrap();
    }
}

#[test]
fn a_change_that_is_taken_back_is_another_moment() {
    let folder = tempfile::tempdir().unwrap();
    let store = PackStore::new(folder.path());
    let digest = store.add(&pack(), None).unwrap();
    let stored = store.open(&digest).unwrap();
    let before = stored.verify().unwrap();
    assert_eq!(stored.verify().unwrap(), before);
    open(stored.root());
    let run = stored.root().join("run.sh");
    fs::remove_file(&run).unwrap();
    fs::write(&run, "exit 2").unwrap();
    fs::set_permissions(&run, fs::Permissions::from_mode(0o555)).unwrap();
    assert_ne!(stored.verify().unwrap(), before);
}

#[test]
fn the_listing_is_held_against_the_digest() {
    let folder = tempfile::tempdir().unwrap();
    let store = PackStore::new(folder.path());
    let digest = store.add(&pack(), None).unwrap();
    let listing = store.tree_folder(&digest).parent().unwrap().join("listing");
    open(&listing);
    let text = fs::read_to_string(&listing).unwrap();
    fs::write(&listing, text.replacen("100755", "100644", 1)).unwrap();
    let error = store.open(&digest).unwrap_err();
    assert!(matches!(error, StoreError::Changed { .. }), "{error}");
}

#[test]
fn two_writers_and_a_crash_leave_one_whole_tree() {
    let folder = tempfile::tempdir().unwrap();
    let store = PackStore::new(folder.path());
    // What a process that was killed left behind.
    fs::create_dir_all(folder.path().join(".new-gone/entry/tree")).unwrap();
    let digests: Vec<_> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| store.add(&pack(), None).unwrap()))
            .collect();
        writers
            .into_iter()
            .map(|writer| writer.join().unwrap())
            .collect()
    });
    assert!(digests.iter().all(|digest| *digest == digests[0]));
    store.open(&digests[0]).unwrap().verify().unwrap();
    assert_eq!(files_in(folder.path()), [digests[0].hex()]);
    assert_eq!(store.keep_only(|_| true).unwrap(), []);
    assert_eq!(store.keep_only(|_| false).unwrap(), [digests[0]]);
    assert_eq!(files_in(folder.path()), [""; 0]);
}

#[test]
fn a_refused_tree_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = PackStore::new(folder.path().join("packs"));
    store
        .add(&tree(&[("a", "1"), ("A", "2")]), None)
        .unwrap_err();
    assert_eq!(files_in(folder.path()), [""; 0]);
}

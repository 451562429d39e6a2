//! Which trees are refused, and that a tree and its listing say the same.

use proptest::prelude::*;
use snaphook_packs::{
    EntryMode, PackTree, TreeContent, TreeDigest, TreeEntry, TreeError, check_path,
};

use crate::common::tree;

#[test]
fn only_paths_that_mean_one_file_everywhere_are_taken() {
    for path in ["a", "a/b.sh", ".claude/x", "ünï/cödé.md", "a b/c"] {
        check_path(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    let deep = "a/".repeat(40) + "b";
    let long = "x".repeat(300);
    for path in [
        "",
        "/etc/passwd",
        "../x",
        "a/../b",
        "a/..",
        "a//b",
        "./a",
        "a/.",
        "a\\..\\b",
        "C:/x",
        "c:x",
        "\\\\host\\x",
        "a\nb",
        "a\u{1b}[2Jb",
        "a\u{202e}b",
        "a\u{200b}",
        "\u{feff}a",
        ".git/config",
        "a/.GIT/hooks/x",
        "GIT~1/x",
        "a/con",
        "NUL.txt",
        "com1",
        "a./b",
        "a /b",
        "a:b",
        "a*",
        "a?",
        &deep,
        &long,
    ] {
        assert!(check_path(path).is_err(), "{path:?}");
    }
}

#[test]
fn two_paths_may_not_be_one_file_elsewhere() {
    for (one, other) in [
        ("Guard.sh", "guard.sh"),
        ("a/x", "A/y"),
        ("caf\u{e9}", "cafe\u{301}"),
        ("\u{fb01}le", "file"),
        ("STRASSE", "stra\u{df}e"),
        ("\u{212a}ey", "key"),
    ] {
        let error = tree(&[(one, "1"), (other, "2")]).checked().unwrap_err();
        assert!(
            matches!(error, TreeError::Collision { .. }),
            "{one} {other}: {error}"
        );
    }
    let error = tree(&[("a", "1"), ("A/b", "2")]).checked().unwrap_err();
    assert!(matches!(error, TreeError::FileAndFolder(_)), "{error}");
}

fn with_links(links: &[(&str, &str)]) -> Result<PackTree, TreeError> {
    let mut content = tree(&[("real/deep/x.sh", "x"), ("top.sh", "y")]);
    for (path, target) in links {
        content.add(path, EntryMode::Symlink, target.as_bytes().to_vec())?;
    }
    content.checked()
}

#[test]
fn symlinks_stay_in_the_pack() {
    for links in [
        &[("a", "top.sh")][..],
        &[("real/a", "../top.sh")],
        &[("d", "real/deep"), ("e", "d/../../top.sh")],
        &[("d", "real")],
    ] {
        with_links(links).unwrap_or_else(|error| panic!("{links:?}: {error}"));
    }
    for links in [
        &[("a", "../x")][..],
        &[("a", "/etc/passwd")],
        &[("a", "nothing")],
        &[("a", "a")],
        &[("a", "b"), ("b", "a")],
        // By its text it stays inside, but `here` leads to the root first.
        &[("here", "."), ("real/deep/out", "../../here/../x")],
        &[("a", "top.sh/..")],
        &[("a", "..\\x")],
        &[("a", "C:x")],
        &[("a", "")],
    ] {
        let error = with_links(links).unwrap_err();
        assert!(
            matches!(error, TreeError::Symlink { .. }),
            "{links:?}: {error}"
        );
    }
    // A file below a symlink would be written through it.
    let error = with_links(&[("d", "real"), ("d/x", "top.sh")]).unwrap_err();
    assert!(matches!(error, TreeError::FileAndFolder(_)), "{error}");
}

#[test]
fn what_would_run_code_on_checkout_is_refused() {
    let refused = |files: &[(&str, &str)]| tree(files).checked().unwrap_err();
    let error = refused(&[(".gitattributes", "*.txt filter=evil\n")]);
    assert!(matches!(error, TreeError::Attribute { .. }), "{error}");
    let error = refused(&[("a/.gitattributes", "# x\n* text merge=evil")]);
    assert!(matches!(error, TreeError::Attribute { .. }), "{error}");
    let error = refused(&[(".gitmodules", "[submodule \"x\"]")]);
    assert!(matches!(error, TreeError::Submodules(_)), "{error}");
    let error = refused(&[
        ("r/HEAD", "x"),
        ("r/config", "[core] fsmonitor = evil"),
        ("r/objects/x", ""),
    ]);
    assert!(matches!(error, TreeError::Repository(_)), "{error}");
    let error = refused(&[("Head", "x"), ("config", "x"), ("refs/x", "")]);
    assert!(matches!(error, TreeError::Repository(_)), "{error}");
    tree(&[(".gitattributes", "* text=auto eol=lf\n*.py diff=python")])
        .checked()
        .unwrap();
}

#[test]
fn there_are_limits() {
    let mut content = TreeContent::default();
    let error = content
        .add("large", EntryMode::File, vec![0; 17 * 1024 * 1024])
        .unwrap_err();
    assert!(matches!(error, TreeError::LargeFile(_)), "{error}");
    for number in 0..4 {
        content
            .add(
                &number.to_string(),
                EntryMode::File,
                vec![0; 15 * 1024 * 1024],
            )
            .unwrap();
    }
    let error = content
        .add("more", EntryMode::File, vec![0; 15 * 1024 * 1024])
        .unwrap_err();
    assert_eq!(error, TreeError::LargeTree);
    assert_eq!(
        TreeContent::default().checked().unwrap_err(),
        TreeError::Empty
    );
}

#[test]
fn the_digest_is_that_of_sorted_lines() {
    let mut content = tree(&[("b", "2"), ("a", "1")]);
    content
        .add("c", EntryMode::Executable, b"3".to_vec())
        .unwrap();
    let tree = content.checked().unwrap();
    let hex = |text: &str| TreeDigest::of(text.as_bytes()).hex();
    let listing = format!(
        "100644 a {}\n100644 b {}\n100755 c {}\n",
        hex("1"),
        hex("2"),
        hex("3")
    );
    assert_eq!(tree.listing(), listing);
    assert_eq!(tree.digest(), TreeDigest::of(listing.as_bytes()));
    assert_eq!(PackTree::parse(&listing).unwrap(), tree);
    let other_order = format!("100644 b {}\n100644 a {}\n", hex("2"), hex("1"));
    PackTree::parse(&other_order).unwrap_err();
    PackTree::parse(&format!("100644 ../x {}\n", hex("1"))).unwrap_err();
    PackTree::parse(&format!("040000 x {}\n", hex("1"))).unwrap_err();
}

proptest! {
    #[test]
    fn no_text_gets_a_bad_path_into_a_tree(path in "\\PC{1,40}") {
        let entry = TreeEntry {
            mode: EntryMode::File,
            path: path.clone(),
            sha256: TreeDigest::of(b""),
        };
        if let Ok(tree) = PackTree::new(vec![entry]) {
            let escapes = path.split('/').any(|name| matches!(name, "" | "." | ".."));
            prop_assert!(!escapes && !path.contains(['\\', ':']));
            prop_assert_eq!(PackTree::parse(&tree.listing()).unwrap(), tree);
        }
    }

    #[test]
    fn any_bytes_are_a_listing_or_an_error(text in "\\PC{0,200}") {
        let _ = PackTree::parse(&text);
    }
}

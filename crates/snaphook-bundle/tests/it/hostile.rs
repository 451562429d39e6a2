//! Archives that were made to harm whoever unpacks them.

use snaphook_bundle::{BundleError, PolicyBundle};
use tar::EntryType;

use crate::common::{Entry, Policy, archive, entries_of, gzip, repack};

#[track_caller]
fn error(entries: &[Entry<'_>]) -> BundleError {
    PolicyBundle::read_unverified(&archive(entries)).unwrap_err()
}

#[test]
fn no_name_leads_out_of_the_bundle() {
    for name in [
        "../evil",
        "/etc/cron.d/evil",
        "snaphook/../../evil",
        "snaphook\\..\\evil",
        "C:/evil",
        "snaphook/./x",
        "snaphook//x",
        "snaphook/nul",
        "snaphook/x.",
        "",
    ] {
        let found = error(&[Entry::file(name, b"x")]);
        assert!(matches!(found, BundleError::Name { .. }), "{name}: {found}");
    }
}

#[test]
fn nothing_but_plain_files_is_taken() {
    for kind in [
        EntryType::Symlink,
        EntryType::Link,
        EntryType::Char,
        EntryType::Block,
        EntryType::Fifo,
        EntryType::GNUSparse,
    ] {
        let entry = Entry {
            name: "snaphook/x",
            kind,
            content: b"",
        };
        let found = error(&[entry]);
        let refused = matches!(
            found,
            BundleError::EntryKind { .. } | BundleError::Archive(_)
        );
        assert!(refused, "{kind:?}: {found}");
    }
}

#[test]
fn a_name_is_there_once_on_every_system() {
    for (one, other) in [
        ("snaphook/a", "snaphook/a"),
        ("snaphook/a", "./snaphook/a"),
        ("snaphook/a", "snaphook/A"),
        ("snaphook/é", "snaphook/É"),
    ] {
        let found = error(&[Entry::file(one, b"1"), Entry::file(other, b"2")]);
        assert!(
            matches!(found, BundleError::Duplicate(_)),
            "{one} {other}: {found}"
        );
    }
}

#[test]
fn what_unpacks_to_gigabytes_is_not_unpacked() {
    // A header that says 10 GB, and zeros as long as the reader asks for them.
    let mut header = tar::Header::new_gnu();
    header.set_path("snaphook/zeros").unwrap();
    header.set_size(10 * 1024 * 1024 * 1024);
    header.set_cksum();
    let mut bomb = header.as_bytes().to_vec();
    bomb.resize(80 * 1024 * 1024, 0);
    let found = PolicyBundle::read_unverified(&gzip(&bomb)).unwrap_err();
    assert!(matches!(found, BundleError::TooLarge { .. }), "{found}");
    // Zeros behind the end of the archive.
    let zeros = gzip(&vec![0; 80 * 1024 * 1024]);
    let found = PolicyBundle::read_unverified(&zeros).unwrap_err();
    assert!(matches!(found, BundleError::TooLarge { .. }), "{found}");
    let names: Vec<String> = (0..5000)
        .map(|number| format!("snaphook/{number}"))
        .collect();
    let entries: Vec<_> = names.iter().map(|name| Entry::file(name, b"")).collect();
    assert!(matches!(error(&entries), BundleError::TooLarge { .. }));
    let large = vec![0; 17 * 1024 * 1024];
    let found = PolicyBundle::read_unverified(&large).unwrap_err();
    assert!(matches!(found, BundleError::TooLarge { .. }), "{found}");
}

#[test]
fn half_a_download_and_more_than_a_whole_one_are_refused() {
    let policy = Policy::new();
    let whole = policy.numbered(1);
    PolicyBundle::verify(&whole, &policy.keys()).unwrap();
    for length in 0..whole.len() {
        policy.refused(&whole[..length]);
    }
    let mut longer = whole.clone();
    longer.push(0);
    assert!(policy.refused(&longer).contains("1 more bytes follow"));
    let twice = [&whole[..], &whole[..]].concat();
    assert!(policy.refused(&twice).contains("more bytes follow"));
}

#[test]
fn no_changed_byte_makes_another_policy() {
    let policy = Policy::new();
    let whole = policy.numbered(1);
    let known = PolicyBundle::verify(&whole, &policy.keys()).unwrap();
    let known: Vec<_> = known
        .own_files()
        .map(|(name, text)| (name.to_owned(), text.clone()))
        .collect();
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 0x41;
        // What is not part of any file may change: the operating system in the header.
        if let Ok(bundle) = PolicyBundle::verify(&changed, &policy.keys()) {
            let files = bundle
                .own_files()
                .map(|(name, text)| (name.to_owned(), text.clone()));
            assert_eq!(files.collect::<Vec<_>>(), known, "byte {at}");
        }
    }
}

#[test]
fn a_manifest_that_is_missing_or_wrong_is_refused() {
    let policy = Policy::new();
    let files = entries_of(&policy.numbered(1));
    let with = |manifest: Option<&str>| {
        let mut files = files.clone();
        files.retain(|(name, _)| name != ".manifest");
        if let Some(text) = manifest {
            files.push((".manifest".to_owned(), text.as_bytes().to_vec()));
        }
        PolicyBundle::read_unverified(&repack(&files)).map(|_| ())
    };
    let good = r#"{"revision": "v1", "roots": ["snaphook", "other"],
        "metadata": {"snaphook": {"sequence": 1}, "more": 1}, "wasm": []}"#;
    with(Some(good)).unwrap();
    for wrong in [
        "",
        "[]",
        r#"{"revision": "v1"}"#,
        r#"{"revision": "", "roots": ["snaphook"], "metadata": {"snaphook": {"sequence": 1}}}"#,
        r#"{"revision": "v1", "roots": [], "metadata": {"snaphook": {"sequence": 1}}}"#,
        r#"{"revision": "v1", "roots": [""], "metadata": {"snaphook": {"sequence": 1}}}"#,
        r#"{"revision": "v1", "roots": ["snaphook", ""], "metadata": {"snaphook": {"sequence": 1}}}"#,
        r#"{"revision": "v1", "roots": ["snap"], "metadata": {"snaphook": {"sequence": 1}}}"#,
        r#"{"revision": "v1", "roots": ["snaphook"], "metadata": {"snaphook": {"sequence": 0}}}"#,
        r#"{"revision": "v1", "roots": ["snaphook"], "metadata": {"snaphook": {}}}"#,
        r#"{"revision": "v1", "roots": ["snaphook"], "metadata": {}}"#,
        r#"{"revision": "v1", "roots": ["snaphook"], "metadata": {"snaphook": {"sequence": 1, "onlyOn": "x"}}}"#,
        r#"{"revision": "v1", "roots": ["snaphook"], "metadata": {"snaphook": {"sequence": 1, "expires": "soon"}}}"#,
        r#"{"revision": "v1", "roots": ["snaphook"], "metadata": {"snaphook": {"sequence": 1, "rollout": {"percent": 101}}}}"#,
        r#"{"revision": "v1", "roots": ["snaphook"], "metadata": {"snaphook": {"sequence": 1, "sequence": 9}}}"#,
    ] {
        let found = with(Some(wrong)).unwrap_err();
        assert!(
            matches!(found, BundleError::Manifest(_)),
            "{wrong}: {found}"
        );
    }
    assert!(matches!(with(None).unwrap_err(), BundleError::Manifest(_)));
    let mut outside = files.clone();
    outside.push(("elsewhere/x".to_owned(), b"x".to_vec()));
    let found = PolicyBundle::read_unverified(&repack(&outside)).unwrap_err();
    assert!(
        found
            .to_string()
            .contains("`elsewhere/x` is in none of the `roots`")
    );
    let mut beside = files;
    beside.push(("snaphookery/x".to_owned(), b"x".to_vec()));
    assert!(PolicyBundle::read_unverified(&repack(&beside)).is_err());
}

#[test]
fn what_cannot_be_a_policy_is_not_built() {
    let policy = Policy::new();
    let metadata = || snaphook_bundle::PolicyMetadata {
        sequence: 1,
        ..Default::default()
    };
    policy.write(
        "settings/more.json",
        r#"{"policySource": {"url": "https://a.test", "keys": {"a": "b"}}}"#,
    );
    let found = policy.try_build(metadata()).unwrap_err().to_string();
    assert!(found.contains("only files of a machine"), "{found}");
    policy.write("settings/more.json", "{ oops");
    assert!(matches!(
        policy.try_build(metadata()).unwrap_err(),
        BundleError::Settings(_)
    ));
    std::fs::remove_dir_all(policy.folder.path().join("settings")).unwrap();
    let found = policy.try_build(metadata()).unwrap_err().to_string();
    assert!(found.contains("no settings file"), "{found}");
}

#[cfg(unix)]
#[test]
fn a_link_in_the_folder_is_not_followed() {
    let policy = Policy::new();
    std::os::unix::fs::symlink("/etc/passwd", policy.folder.path().join("secret")).unwrap();
    let metadata = snaphook_bundle::PolicyMetadata {
        sequence: 1,
        ..Default::default()
    };
    let found = policy.try_build(metadata).unwrap_err();
    assert!(matches!(found, BundleError::EntryKind { .. }), "{found}");
}

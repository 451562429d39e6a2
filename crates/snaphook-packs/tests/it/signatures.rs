//! Signatures of SSH keys, made on the spot, and of minisign.

use std::process::{Command, Stdio};

use snaphook_packs::fetch::{SignatureError, signed_listing, verify_signature};
use snaphook_packs::{EntryMode, TreeContent};

use crate::common::tree;

/// Signs the list of the files with a new key.
fn signed(mut content: TreeContent, namespace: &str) -> Option<TreeContent> {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("key");
    let made = Command::new("ssh-keygen")
        .args(["-q", "-t", "ed25519", "-N", "", "-f"])
        .arg(&key)
        .stdin(Stdio::null())
        .status();
    if made.is_err() {
        println!("skipped: there is no ssh-keygen");
        return None;
    }
    let listing = folder.path().join("listing");
    std::fs::write(&listing, signed_listing(&content.checked().unwrap())).unwrap();
    let status = Command::new("ssh-keygen")
        .args(["-q", "-Y", "sign", "-n", namespace, "-f"])
        .args([&key, &listing])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(status.unwrap().success());
    let signature = std::fs::read(folder.path().join("listing.sig")).unwrap();
    content
        .add("snaphook-pack.sig", EntryMode::File, signature)
        .unwrap();
    Some(content)
}

fn verify(content: &TreeContent) -> Result<Option<String>, SignatureError> {
    let folder = tempfile::tempdir().unwrap();
    let verified = verify_signature(content, &content.checked().unwrap(), folder.path());
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
    verified
}

#[test]
fn a_signature_holds_for_exactly_these_files() {
    let files = [("hooks/hooks.json", "{}"), ("x.sh", "exit 2")];
    let Some(content) = signed(tree(&files), "snaphook-pack") else {
        return;
    };
    let signer = verify(&content).unwrap().unwrap();
    assert!(signer.starts_with("ssh:SHA256:"), "{signer}");
    let signature = content.file("snaphook-pack.sig").unwrap().to_vec();
    let mut other = tree(&[("hooks/hooks.json", "{}"), ("x.sh", "exit 0")]);
    other
        .add("snaphook-pack.sig", EntryMode::File, signature.clone())
        .unwrap();
    assert!(matches!(verify(&other), Err(SignatureError::Bad { .. })));
    let mut more = tree(&files);
    more.add("more.sh", EntryMode::File, b"x".to_vec()).unwrap();
    more.add("snaphook-pack.sig", EntryMode::File, signature.clone())
        .unwrap();
    assert!(matches!(verify(&more), Err(SignatureError::Bad { .. })));
    let mut run = TreeContent::default();
    for (path, text) in files {
        run.add(path, EntryMode::Executable, text.as_bytes().to_vec())
            .unwrap();
    }
    run.add("snaphook-pack.sig", EntryMode::File, signature)
        .unwrap();
    assert!(matches!(verify(&run), Err(SignatureError::Bad { .. })));
}

#[test]
fn a_signature_for_something_else_does_not_count() {
    let Some(content) = signed(tree(&[("a", "1")]), "git") else {
        return;
    };
    assert!(matches!(verify(&content), Err(SignatureError::Bad { .. })));
    let mut broken = tree(&[("a", "1")]);
    broken
        .add(
            "snaphook-pack.sig",
            EntryMode::File,
            b"-----BEGIN SSH SIGNATURE-----".to_vec(),
        )
        .unwrap();
    verify(&broken).unwrap_err();
    assert_eq!(verify(&tree(&[("a", "1")])), Ok(None));
}

/// Made once, of the files `a` and `minisign.pub`.
const MINISIGN_KEY: &str = "RWRzbmFwaG9va1I7tP8UWQI//VO6iYkun9vP0Ff6bSV+E+bPaeA0ER9d";
const MINISIG: &str = "\
untrusted comment: signature
RURzbmFwaG9va7XtLNTBrrRKZO1qNORGlvA4u+QLJLbKdFbdWpLOaed7DgXeMtaq8K8g+nTeEiFbwoOu9UXC15z82xp/pmQuGgA=
trusted comment: a test
ERp36oKmAoT9UiuChvBkcB+rA7uM1fr+QS1zxPkeI2nw7YwSKPvhQUqQRvGjm9PWUShR1VdFWobQ2u0turcQDg==
";

#[test]
fn a_signature_of_minisign_holds_for_exactly_these_files() {
    let key = format!("untrusted comment: minisign public key\n{MINISIGN_KEY}\n");
    let signed = |a: &str| {
        let mut content = tree(&[("a", a), ("minisign.pub", &key)]);
        let signature = MINISIG.as_bytes().to_vec();
        content
            .add("snaphook-pack.minisig", EntryMode::File, signature)
            .unwrap();
        content
    };
    let signer = verify(&signed("1")).unwrap();
    assert_eq!(signer, Some(format!("minisign:{MINISIGN_KEY}")));
    let error = verify(&signed("2")).unwrap_err();
    assert!(matches!(error, SignatureError::Bad { .. }), "{error}");
    // Without its key, nobody knows whose it is.
    let mut content = tree(&[("a", "1")]);
    let signature = MINISIG.as_bytes().to_vec();
    content
        .add("snaphook-pack.minisig", EntryMode::File, signature)
        .unwrap();
    let error = verify(&content).unwrap_err();
    assert!(matches!(error, SignatureError::Unchecked { .. }), "{error}");
}

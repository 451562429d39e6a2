//! Bundles that nobody who may sign has signed.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use snaphook_bundle::{BundleError, PolicyBundle, SigningKeyFile, TrustedKeys};

use crate::common::{Policy, entries_of, repack};

const SIGNATURES: &str = ".signatures.json";

type Files = Vec<(String, Vec<u8>)>;

/// The policy with another file of signatures.
fn with_document(files: &Files, document: &Value) -> Vec<u8> {
    let mut files = files.clone();
    files.retain(|(name, _)| name != SIGNATURES);
    files.push((SIGNATURES.to_owned(), document.to_string().into_bytes()));
    repack(&files)
}

fn document_of(files: &Files) -> Value {
    let (_, text) = files.iter().find(|(name, _)| name == SIGNATURES).unwrap();
    serde_json::from_slice(text).unwrap()
}

/// A token with another header, and the signature of the first.
fn with_header(token: &str, header: &Value) -> String {
    let (_, rest) = token.split_once('.').unwrap();
    format!("{}.{rest}", URL_SAFE_NO_PAD.encode(header.to_string()))
}

fn signed() -> (Policy, Files, String) {
    let policy = Policy::new();
    let files = entries_of(&policy.numbered(1));
    let token = document_of(&files)["signatures"][0]
        .as_str()
        .unwrap()
        .to_owned();
    (policy, files, token)
}

#[test]
fn a_bundle_without_a_signature_is_refused() {
    let (policy, files, token) = signed();
    let mut without = files.clone();
    without.retain(|(name, _)| name != SIGNATURES);
    let found = PolicyBundle::verify(&repack(&without), &policy.keys()).unwrap_err();
    assert!(matches!(found, BundleError::Unsigned), "{found}");
    for document in [
        json!({"signatures": []}),
        json!({"signatures": [""]}),
        json!({"signatures": ["a.b.c"]}),
        json!({"signatures": [token, token]}),
        json!({}),
        json!([]),
        json!({"signatures": token}),
        json!({"signatures": [], "ssh": {"payload": "", "signature": ""}}),
        json!({"signatures": [token], "ssh": {"payload": "", "signature": ""}}),
    ] {
        policy.refused(&with_document(&files, &document));
    }
    PolicyBundle::verify(
        &with_document(&files, &json!({"signatures": [token]})),
        &policy.keys(),
    )
    .unwrap();
}

#[test]
fn the_file_does_not_choose_the_algorithm() {
    let (policy, files, token) = signed();
    for alg in [
        "none", "None", "", "HS256", "RS256", "ES256", "eddsa", "EdDSA ",
    ] {
        let header = json!({"alg": alg, "kid": "release"});
        let document = json!({"signatures": [with_header(&token, &header)]});
        let found = policy.refused(&with_document(&files, &document));
        assert!(found.contains("not EdDSA"), "{alg}: {found}");
    }
    // The public key as the secret of an HMAC: no such algorithm is ever looked at.
    let unsigned = token.rsplit_once('.').unwrap().0;
    policy.refused(&with_document(
        &files,
        &json!({"signatures": [format!("{unsigned}.")]}),
    ));
    let critical = json!({"alg": "EdDSA", "kid": "release", "crit": ["exp"]});
    let document = json!({"signatures": [with_header(&token, &critical)]});
    assert!(
        policy
            .refused(&with_document(&files, &document))
            .contains("extensions")
    );
}

#[test]
fn only_the_key_that_it_names_counts() {
    let (policy, files, token) = signed();
    for (header, expected) in [
        (json!({"alg": "EdDSA"}), "does not name its key"),
        (
            json!({"alg": "EdDSA", "kid": "other"}),
            "names the key `other`",
        ),
        // It is the header that is signed, too.
        (
            json!({"alg": "EdDSA", "kid": "release", "typ": "JWT"}),
            "did not make it",
        ),
    ] {
        let document = json!({"signatures": [with_header(&token, &header)]});
        let found = policy.refused(&with_document(&files, &document));
        assert!(found.contains(expected), "{found}");
    }
    // The same id, and another key.
    let other = SigningKeyFile::generate("release")
        .unwrap()
        .public()
        .to_string();
    let keys = TrustedKeys::read([(&"release".to_owned(), &other)]).unwrap();
    let found = PolicyBundle::verify(&policy.numbered(1), &keys)
        .unwrap_err()
        .to_string();
    assert!(found.contains("`release` did not make it"), "{found}");
    // The same key, and another id.
    let key = policy.key.public().to_string();
    let keys = TrustedKeys::read([(&"old".to_owned(), &key)]).unwrap();
    assert!(PolicyBundle::verify(&policy.numbered(1), &keys).is_err());
}

#[test]
fn every_file_and_no_other_is_signed() {
    let (policy, files, _) = signed();
    let refused = |files: &Files| policy.refused(&repack(files));
    let mut more = files.clone();
    more.push(("snaphook/settings/z.json".to_owned(), b"{}".to_vec()));
    assert!(refused(&more).contains("`snaphook/settings/z.json` was not signed"));
    let mut fewer = files.clone();
    fewer.retain(|(name, _)| name != "snaphook/hooks/guard.sh");
    assert!(refused(&fewer).contains("`snaphook/hooks/guard.sh` was signed and is missing"));
    let mut changed = files.clone();
    for (name, content) in &mut changed {
        if name == "snaphook/hooks/guard.sh" {
            *content = b"#!/bin/sh\nexit 0\n".to_vec();
        }
    }
    assert!(refused(&changed).contains("`snaphook/hooks/guard.sh` was changed"));
    let mut manifest = files.clone();
    for (name, content) in &mut manifest {
        if name == ".manifest" {
            let text = String::from_utf8(content.clone()).unwrap();
            *content = text
                .replace("\"sequence\": 1", "\"sequence\": 9")
                .into_bytes();
        }
    }
    assert_ne!(manifest, files);
    assert!(refused(&manifest).contains("`.manifest` was changed"));
    // Another bundle's signature.
    policy.write("hooks/more.sh", "x");
    let other = entries_of(&policy.numbered(2));
    let mixed = with_document(&files, &document_of(&other));
    policy.refused(&mixed);
}

/// Made by `ssh-keygen -Y sign -n NAMESPACE` over a payload.
#[cfg(unix)]
mod ssh {
    use std::io::Write;
    use std::process::{Command, Stdio};

    use snaphook_bundle::{
        BundleBuilder, BundleSignature, BundleSigner, PolicyMetadata, SshPayload,
    };
    use snaphook_core::kind::Kinds;

    use super::*;

    struct SshKey {
        folder: tempfile::TempDir,
        namespace: &'static str,
    }

    impl SshKey {
        /// `None` where OpenSSH is not installed.
        fn generate(kind: &str, namespace: &'static str) -> Option<Self> {
            let folder = tempfile::tempdir().unwrap();
            let made = Command::new("ssh-keygen")
                .args(["-q", "-t", kind, "-N", "", "-f"])
                .arg(folder.path().join("key"))
                .status();
            if !made.is_ok_and(|status| status.success()) {
                eprintln!("skipped: ssh-keygen is not installed");
                return None;
            }
            Some(Self { folder, namespace })
        }

        fn keys(&self) -> Result<TrustedKeys, BundleError> {
            let text = std::fs::read_to_string(self.folder.path().join("key.pub")).unwrap();
            TrustedKeys::read([(&"ada".to_owned(), &text)])
        }
    }

    impl BundleSigner for SshKey {
        fn sign(&self, payload: SshPayload) -> Result<BundleSignature, BundleError> {
            let mut child = Command::new("ssh-keygen")
                .args(["-q", "-Y", "sign", "-n", self.namespace, "-f"])
                .arg(self.folder.path().join("key"))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            child.stdin.take().unwrap().write_all(&payload.0).unwrap();
            let output = child.wait_with_output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            Ok(BundleSignature::Ssh(text))
        }

        fn key_id(&self) -> Option<&str> {
            None
        }
    }

    fn build(policy: &Policy, key: &SshKey) -> Vec<u8> {
        let metadata = PolicyMetadata {
            sequence: 1,
            ..PolicyMetadata::default()
        };
        let builder = BundleBuilder::new("v1", metadata);
        builder
            .build(policy.folder.path(), &Kinds::default(), key)
            .unwrap()
    }

    #[test]
    fn keys_of_openssh_sign_for_this_and_nothing_else() {
        let policy = Policy::new();
        let Some(key) = SshKey::generate("ed25519", SshPayload::NAMESPACE) else {
            return;
        };
        let archive = build(&policy, &key);
        let bundle = PolicyBundle::verify(&archive, &key.keys().unwrap()).unwrap();
        assert_eq!(bundle.key(), "ada");
        assert!(policy.refused(&archive).contains("is not trusted"));
        let files = entries_of(&archive);
        let mut changed = files.clone();
        changed[0].1.push(b' ');
        changed.push(("snaphook/x".to_owned(), Vec::new()));
        assert!(PolicyBundle::verify(&repack(&changed), &key.keys().unwrap()).is_err());
        // Another payload under the same signature.
        let mut document = document_of(&files);
        let payload = json!({"files": []}).to_string();
        document["ssh"]["payload"] = URL_SAFE_NO_PAD.encode(payload).into();
        let forged = with_document(&files, &document);
        assert!(PolicyBundle::verify(&forged, &key.keys().unwrap()).is_err());
        let Some(git) = SshKey::generate("ed25519", "git") else {
            return;
        };
        let found = PolicyBundle::verify(&build(&policy, &git), &git.keys().unwrap());
        let found = found.unwrap_err().to_string();
        assert!(found.contains("made for something else"), "{found}");
        let Some(rsa) = SshKey::generate("rsa", SshPayload::NAMESPACE) else {
            return;
        };
        assert!(rsa.keys().is_err());
        let found = PolicyBundle::verify(&build(&policy, &rsa), &policy.keys());
        assert!(
            found
                .unwrap_err()
                .to_string()
                .contains("not an Ed25519 key")
        );
    }
}

//! The lock file: what is refused in it, and how it is changed.

use std::path::Path;

use serde_json::{Value, json};
use snaphook_packs::{LockError, PackLock, TreeDigest};

fn locked() -> Value {
    json!({
        "name": "guard",
        "source": "github:acme/hooks",
        "rev": "v1",
        "commit": "a".repeat(40),
        "tree": TreeDigest::of(b"x").to_string(),
        "hooks": [{
            "name": "guard", "event": "PreToolUse", "type": "command", "file": "hooks/hooks.json",
            "digest": TreeDigest::of(b"y").to_string(), "guard": true,
            "rights": {"network": "unknown", "filesystem": ["./"], "env": "unknown"},
        }],
    })
}

fn parse(packs: Value) -> Result<PackLock, LockError> {
    let text = json!({"version": 1, "packs": packs}).to_string();
    PackLock::parse(Path::new("snaphook.lock"), text.as_bytes())
}

#[test]
fn what_is_written_is_read() {
    let lock = parse(json!([locked()])).unwrap();
    assert!(lock.packs[0].has_guard());
    let again = PackLock::parse(Path::new("x"), lock.text().as_bytes()).unwrap();
    assert_eq!(again, lock);
}

#[test]
fn what_this_program_could_not_have_written_is_refused() {
    let with = |key: &str, value: Value| {
        let mut pack = locked();
        pack[key] = value;
        json!([pack])
    };
    for packs in [
        json!([locked(), locked()]),
        with("name", json!("../x")),
        with("name", json!("gu\u{430}rd")),
        with("source", json!("--upload-pack=x")),
        with("source", json!("ext::sh -c x")),
        with("rev", json!("--x")),
        with("commit", json!("abc")),
        with("commit", Value::Null),
        with("path", json!("../../etc")),
        with("tree", json!("sha256:../../x")),
        with("source", json!("./folder")),
        with("source", json!("https://a.example/x.tar.gz")),
        with("unknown", json!(1)),
        with("hooks", json!([{"file": "../x"}])),
    ] {
        assert!(parse(packs.clone()).is_err(), "{packs}");
    }
    let mut twice = locked();
    twice["name"] = json!("GUARD");
    parse(json!([locked(), twice])).unwrap_err();
    let newer = br#"{"version": 2, "packs": {}}"#;
    let error = PackLock::parse(Path::new("x"), newer).unwrap_err();
    assert!(matches!(error, LockError::Version { .. }), "{error}");
    let conflict = b"<<<<<<< HEAD\n{\"version\": 1}";
    let error = PackLock::parse(Path::new("x"), conflict).unwrap_err();
    assert!(matches!(error, LockError::Syntax { .. }), "{error}");
}

#[test]
fn writers_take_turns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("snaphook.lock");
    let packs: Vec<Value> = (0..8)
        .map(|number| {
            let mut pack = locked();
            pack["name"] = json!(format!("pack-{number}"));
            pack
        })
        .collect();
    std::thread::scope(|scope| {
        for pack in &packs {
            let path = &path;
            scope.spawn(move || {
                let pack = parse(json!([pack])).unwrap().packs.remove(0);
                PackLock::change(path, |lock| {
                    lock.put(pack);
                    Ok::<(), LockError>(())
                })
                .unwrap();
            });
        }
    });
    assert_eq!(PackLock::load(&path).unwrap().packs.len(), 8);
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1);
}

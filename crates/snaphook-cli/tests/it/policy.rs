//! A signed policy, from the folder where it is written to the machines where it holds.

use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::Ran;
use crate::static_server::{Served, StaticServer};
use crate::world::World;

const GUARD: &str = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
    {"name": "WORD", "command": "${CLAUDE_PLUGIN_ROOT}/hooks/guard.sh", "onFailure": "block"}]}]}}"#;
const SCRIPT: &str = "#!/bin/sh\nif grep -q WORD; then echo 'no WORD here' >&2; exit 2; fi\n";
const TEST: &str = r#"{"settings": "../settings/policy.json", "cases": [{"name": "WORD is refused",
    "input": {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "WORD"}},
    "expect": {"blockReason": {"$contains": "no WORD here"}}}]}"#;

/// An organisation: its machine, its server, and its key.
pub(crate) struct Organisation {
    pub(crate) world: World,
    pub(crate) server: StaticServer,
    key: String,
}

impl Organisation {
    pub(crate) fn new() -> Self {
        let world = World::new();
        std::fs::create_dir_all(world.path("build")).unwrap();
        let ran = world.snaphook_in("build", &["bundle", "keygen", "release.pem"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        let key = ran.json()["release"].as_str().unwrap().to_owned();
        Self {
            world,
            server: StaticServer::start(),
            key,
        }
    }

    /// Managed settings with a source, which has these keys beside the usual ones.
    pub(crate) fn manage(&self, more: &Value) {
        let mut source = json!({
            "url": self.server.url("policy.tar.gz"),
            "keys": {"release": self.key},
            "pollSeconds": 1,
        });
        for (key, value) in more.as_object().unwrap() {
            source[key] = value.clone();
        }
        let settings = json!({"policySource": source});
        let file = "etc/snaphook/managed-settings.json";
        self.world.write(file, &settings.to_string());
    }

    /// A bundle that refuses a word.
    pub(crate) fn bundle(&self, word: &str, args: &[&str]) -> Vec<u8> {
        let fill = |text: &str| text.replace("WORD", word);
        self.world
            .write("build/policy/settings/policy.json", &fill(GUARD));
        self.world
            .write("build/policy/hooks/guard.sh", &fill(SCRIPT));
        self.world
            .write("build/policy/tests/word.hooktest.json", &fill(TEST));
        let build = [
            "bundle",
            "build",
            "policy",
            "-o",
            "out.tar.gz",
            "--key",
            "release.pem",
        ];
        let ran = self
            .world
            .snaphook_in("build", &[&build[..], args].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
        std::fs::read(self.world.path("build/out.tar.gz")).unwrap()
    }

    pub(crate) fn publish(&self, archive: Vec<u8>) {
        self.server.serve("policy.tar.gz", Served::File(archive));
    }

    fn fetch(&self) -> Ran {
        self.world.snaphook(&["agent", "--once"])
    }

    /// Fires a call of Bash.
    fn fire(&self, command: &str) -> Ran {
        let input = json!({"command": command}).to_string();
        self.world.snaphook(&[
            "fire",
            "PreToolUse",
            "--tool",
            "Bash",
            "--tool-input",
            &input,
            "--json",
        ])
    }

    #[track_caller]
    fn assert_decides(&self, command: &str, blocked: bool) {
        let ran = self.fire(command);
        assert_eq!(ran.code == 2, blocked, "{command}: {ran:?}");
        assert_eq!(ran.json()["blocked"], blocked, "{command}: {ran:?}");
    }

    fn status(&self) -> Value {
        self.world.snaphook(&["bundle", "status", "--json"]).json()
    }

    fn revision(&self) -> Option<String> {
        let status = self.status();
        status["inForce"]["revision"].as_str().map(str::to_owned)
    }
}

fn diagnostics(ran: &Ran) -> String {
    ran.json()["diagnostics"].to_string()
}

#[test]
fn a_policy_comes_by_http_and_holds_offline() {
    let org = Organisation::new();
    org.manage(&json!({}));
    org.assert_decides("rmrf", false);
    assert!(diagnostics(&org.fire("rmrf")).contains("there is no policy bundle yet"));
    let first = org.bundle("rmrf", &["--revision", "v1", "--sequence", "1"]);
    org.publish(first.clone());
    let ran = org.fetch();
    assert_eq!(
        (
            ran.code,
            ran.stderr.contains("`v1` (sequence 1) is in force now")
        ),
        (0, true),
        "{ran:?}"
    );
    org.assert_decides("rmrf", true);
    org.assert_decides("sudo", false);
    assert!(!diagnostics(&org.fire("sudo")).contains("policy"));
    // The same again: it has not changed, and is not sent again.
    assert_eq!(org.fetch().code, 0);
    let requests = org.server.requests();
    assert!(
        requests[0].starts_with("/policy.tar.gz  modes=snapshot"),
        "{requests:?}"
    );
    assert!(
        requests[1].contains('"') && requests[1].contains("wait="),
        "{requests:?}"
    );
    org.publish(org.bundle("sudo", &["--revision", "v2", "--sequence", "2"]));
    assert_eq!(org.fetch().code, 0);
    org.assert_decides("rmrf", false);
    org.assert_decides("sudo", true);
    // Replayed by somebody on the way.
    org.publish(first);
    let ran = org.fetch();
    assert_eq!(
        (ran.code, ran.stderr.contains("never taken again")),
        (1, true),
        "{ran:?}"
    );
    org.assert_decides("sudo", true);
    assert!(diagnostics(&org.fire("x")).contains("never taken again"));
    org.server.serve("policy.tar.gz", Served::Status(503));
    assert_eq!(org.fetch().code, 1);
    assert!(org.status()["problem"].as_str().unwrap().contains("503"));
    org.assert_decides("sudo", true);
    assert_eq!(org.revision().as_deref(), Some("v2"));
}

#[test]
fn what_does_not_count_is_refused_and_told() {
    let org = Organisation::new();
    org.manage(&json!({"onStale": "block"}));
    let ran = org.fire("ls");
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("there is no policy bundle yet"),
        "{ran:?}"
    );
    org.publish(org.bundle("rmrf", &["--sequence", "1"]));
    assert_eq!(org.fetch().code, 0);
    org.assert_decides("ls", false);
    let good = org.bundle("sudo", &["--sequence", "5"]);
    let other = Organisation::new().bundle("nothing", &["--sequence", "9"]);
    org.world.write(
        "build/policy/tests/word.hooktest.json",
        &TEST.replace("no WORD", "another word"),
    );
    let build = [
        "bundle",
        "build",
        "policy",
        "-o",
        "bad.tar.gz",
        "--key",
        "release.pem",
        "--sequence",
        "6",
    ];
    assert_eq!(org.world.snaphook_in("build", &build).code, 0);
    let failing = std::fs::read(org.world.path("build/bad.tar.gz")).unwrap();
    let expired = org.bundle(
        "sudo",
        &["--sequence", "7", "--expires", "2020-01-01T00:00:00Z"],
    );
    for (served, expected) in [
        (Served::Half(good.clone()), "failed to get"),
        (
            Served::File(good[..good.len() / 2].to_vec()),
            "not a gzip-compressed tar archive",
        ),
        (Served::File(other), "`release` did not make it"),
        (Served::File(failing), "the tests of the bundle"),
        (Served::File(expired), "expired"),
        (Served::File(vec![0; 17 * 1024 * 1024]), "larger than 16 MB"),
        (Served::Status(200), "not a gzip-compressed tar archive"),
    ] {
        org.server.serve("policy.tar.gz", served);
        let ran = org.fetch();
        assert_eq!(ran.code, 1, "{expected}: {ran:?}");
        assert!(ran.stderr.contains(expected), "{expected}: {ran:?}");
        assert!(
            diagnostics(&org.fire("ls")).contains("the last request"),
            "{expected}"
        );
        org.assert_decides("rmrf", true);
        org.assert_decides("sudo", false);
    }
    org.publish(good);
    assert_eq!(org.fetch().code, 0);
    org.assert_decides("sudo", true);
    assert!(!diagnostics(&org.fire("ls")).contains("the last request"));
}

#[test]
fn a_stale_policy_blocks_where_settings_say_so() {
    let org = Organisation::new();
    org.manage(&json!({"maxStaleness": 3600, "onStale": "block"}));
    org.publish(org.bundle("rmrf", &["--sequence", "1"]));
    assert_eq!(org.fetch().code, 0);
    org.assert_decides("ls", false);
    // The clock moved: the server was asked in the future, or long ago.
    let file = "state/snaphook/policy/fetch.json";
    let state: Value = serde_json::from_str(&org.world.read(file)).unwrap();
    for (at, expected) in [
        (1_000_000_000_i64, "2001-09-09"),
        (9_000_000_000, "clock was set back"),
    ] {
        let mut state = state.clone();
        for source in state["sources"].as_object_mut().unwrap().values_mut() {
            source["checkedAt"] = at.into();
        }
        org.world.write(file, &state.to_string());
        let ran = org.fire("ls");
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.stderr.contains(expected), "{ran:?}");
        org.manage(&json!({"maxStaleness": 3600, "onStale": "keep"}));
        org.assert_decides("ls", false);
        assert!(diagnostics(&org.fire("ls")).contains(expected));
        org.assert_decides("rmrf", true);
        org.manage(&json!({"maxStaleness": 3600, "onStale": "block"}));
    }
    org.world.write(file, "");
    assert_eq!(org.fire("ls").code, 2);
    assert_eq!(org.fetch().code, 0);
    org.assert_decides("ls", false);
}

#[test]
fn a_source_that_cannot_be_used_blocks_and_only_managed_settings_name_one() {
    let org = Organisation::new();
    for wrong in [
        json!({"url": "http://policy.example.com/p"}),
        json!({"url": ""}),
        json!({"keys": {}}),
        json!({"keys": {"release": "nonsense"}}),
        json!({"pollSeconds": 0}),
        json!({"onStale": "open"}),
    ] {
        org.manage(&wrong);
        let ran = org.fire("ls");
        assert_eq!(ran.code, 2, "{wrong}: {ran:?}");
        assert!(ran.stderr.contains("policySource"), "{wrong}: {ran:?}");
    }
    let mut source = json!({"url": "https://a.test", "keys": {"a": "b"}});
    source["onStale"] = "block".into();
    std::fs::remove_file(org.world.path("etc/snaphook/managed-settings.json")).unwrap();
    for file in [
        "home/.claude/settings.json",
        "project/.claude/settings.json",
    ] {
        org.world
            .write(file, &json!({"policySource": source}).to_string());
        org.assert_decides("ls", false);
    }
    assert_eq!(org.fetch().code, 1);
}

#[test]
fn an_observed_policy_is_recorded_and_decides_nothing() {
    let org = Organisation::new();
    org.manage(&json!({"observeUrl": org.server.url("next.tar.gz")}));
    org.publish(org.bundle("rmrf", &["--sequence", "1"]));
    let next = org.bundle("sudo", &["--sequence", "2"]);
    org.server.serve("next.tar.gz", Served::File(next));
    let ran = org.fetch();
    assert!(ran.stderr.contains("is observed now"), "{ran:?}");
    org.assert_decides("rmrf", true);
    org.assert_decides("sudo", false);
    org.assert_decides("sudo again", false);
    org.assert_decides("rmrf sudo", true);
    let stats = org
        .world
        .snaphook(&["log", "stats", "--observed", "--json"])
        .json();
    assert_eq!(
        stats,
        json!([{"hook": "sudo", "events": 4, "wouldBlock": 3, "wouldNewlyBlock": 2,
            "wouldAsk": 0, "wouldAllow": 0, "failures": 0, "newlyBlocked": [2, 3]}])
    );
    let ran = org.world.snaphook(&["log", "stats", "--observed"]);
    assert!(ran.stdout.contains("would block"), "{ran:?}");
    // The same policy, put in force.
    org.publish(org.bundle("sudo", &["--sequence", "3"]));
    assert_eq!(org.fetch().code, 0);
    org.assert_decides("sudo", true);
    assert_eq!(org.status()["observed"], Value::Null);
}

#[test]
fn verify_diff_and_test_say_what_is_in_a_bundle() {
    let org = Organisation::new();
    let old = org.bundle("rmrf", &["--revision", "v1", "--sequence", "1"]);
    std::fs::write(org.world.path("build/old.tar.gz"), old).unwrap();
    let new = org.bundle("sudo", &["--revision", "v2", "--sequence", "2"]);
    std::fs::write(org.world.path("build/new.tar.gz"), &new[..]).unwrap();
    let run = |args: &[&str]| org.world.snaphook_in("build", args);
    let trust = format!("release={}", org.key);
    let ran = run(&[
        "bundle",
        "verify",
        "old.tar.gz",
        "--trust",
        &trust,
        "--json",
    ]);
    assert_eq!(ran.json()["key"], "release");
    let ran = run(&["bundle", "verify", "old.tar.gz"]);
    assert_eq!(
        (ran.code, ran.stderr.contains("--trust")),
        (1, true),
        "{ran:?}"
    );
    org.manage(&json!({}));
    let ran = run(&["bundle", "diff", "old.tar.gz", "new.tar.gz"]);
    for line in [
        "revision: v1, now v2",
        "hook removed: rmrf",
        "hook added: sudo",
        "file changed: hooks/guard.sh",
    ] {
        assert!(ran.stdout.contains(line), "{line}: {ran:?}");
    }
    let ran = run(&["bundle", "test", "new.tar.gz"]);
    assert_eq!(
        (ran.code, ran.stdout.contains("1 passed")),
        (0, true),
        "{ran:?}"
    );
    std::fs::write(org.world.path("build/half.tar.gz"), &new[..new.len() / 2]).unwrap();
    for args in [
        &["bundle", "verify", "half.tar.gz"][..],
        &["bundle", "diff", "old.tar.gz", "half.tar.gz"],
        &["bundle", "test", "half.tar.gz"],
        &["bundle", "keygen", "release.pem"],
        &[
            "bundle",
            "build",
            "policy",
            "-o",
            "x",
            "--key",
            "old.tar.gz",
        ],
    ] {
        let ran = run(args);
        assert_eq!(ran.code, 1, "{args:?} {ran:?}");
        assert!(ran.stderr.contains("help:"), "{args:?} {ran:?}");
    }
}

/// A process that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Tries again until it holds; the limit is only against hanging.
#[track_caller]
fn eventually(what: &str, holds: impl Fn() -> bool) {
    for _ in 0..1200 {
        if holds() {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("{what}");
}

#[test]
fn the_service_takes_a_new_policy_while_its_request_is_held() {
    let org = Organisation::new();
    org.server.hold_requests();
    org.manage(&json!({"pollSeconds": 100}));
    org.publish(org.bundle("rmrf", &["--revision", "v1", "--sequence", "1"]));
    let mut command = org.world.command(&["agent"]);
    let child = command
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let _service = Running(child);
    eventually("the first", || org.revision().as_deref() == Some("v1"));
    org.server.wait_for("wait=100");
    org.publish(org.bundle("sudo", &["--revision", "v2", "--sequence", "2"]));
    eventually("the second", || org.revision().as_deref() == Some("v2"));
    org.assert_decides("sudo", true);
}

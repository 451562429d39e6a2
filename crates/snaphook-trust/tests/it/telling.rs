//! What is told about a hook that is not trusted any more.

use std::time::Duration;

use snaphook_core::hook::Hook;
use snaphook_trust::{Digest, TrustState, TrustStore};

use crate::common::{World, at, command, hook_on, program};

#[test]
fn a_changed_field_is_told_with_both_values() {
    let world = World::with_guard();
    let mut hook = at(command("./guard.sh"), 4);
    world.trust(&hook);
    hook.timeout = Some(Duration::from_secs(5));
    hook.condition = Some("Bash(rm *)".into());
    assert_eq!(
        world.changes(&hook),
        [
            r#"if: was none, now "Bash(rm *)""#,
            r#"timeout: was none, now "5s""#
        ]
    );
    let changed = at(command("sh guard.sh"), 4);
    assert_eq!(
        world.changes(&changed),
        [r#"command: was "./guard.sh", now "sh guard.sh""#]
    );
    let other = hook_on("PostToolUse", Some("Edit"), command("./guard.sh").handler);
    assert_eq!(
        world.changes(&other),
        [
            r#"event: was "PreToolUse", now "PostToolUse""#,
            r#"matcher: was "Bash", now "Edit""#
        ]
    );
}

#[test]
fn lists_are_told_whole() {
    let world = World::new();
    world.trust(&at(program("run", &["a"]), 1));
    assert_eq!(
        world.changes(&at(program("run", &["a", "b c"]), 1)),
        [r#"args: was ["a"], now ["a", "b c"]"#]
    );
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let world = World::new();
    world.trust(&at(command("echo hi"), 1));
    let changed = at(command("echo \u{1b}[2J\u{202e}"), 1);
    assert_eq!(
        world.changes(&changed),
        [r#"command: was "echo hi", now "echo \u{1b}[2J\u{202e}""#]
    );
}

#[test]
fn a_changed_script_is_told_with_both_digests() {
    let world = World::with_guard();
    let hook = command("./guard.sh");
    world.trust(&hook);
    world.write("guard.sh", "exit 1\n");
    let (was, now) = (Digest::of(b"exit 0\n"), Digest::of(b"exit 1\n"));
    assert_eq!(
        world.changes(&hook),
        [format!(
            "guard.sh: the content changed (sha256 was {was}, now {now})"
        )]
    );
    world.remove("guard.sh");
    assert_eq!(world.changes(&hook), ["guard.sh: it is gone"]);
}

#[test]
fn links_are_told() {
    let world = World::with_guard();
    world.write("copy.sh", "exit 0\n");
    world.write("third.sh", "exit 0\n");
    let hook = command("./guard.sh");
    world.trust(&hook);
    world.remove("guard.sh");
    world.link("guard.sh", "copy.sh");
    assert_eq!(
        world.changes(&hook),
        [r#"guard.sh: is a symlink to "copy.sh" now"#]
    );
    world.trust(&hook);
    world.remove("guard.sh");
    world.link("guard.sh", "third.sh");
    assert_eq!(
        world.changes(&hook),
        [
            r#"guard.sh: is reached by the symlink "guard.sh" → "third.sh" now, was by the symlink "guard.sh" → "copy.sh""#
        ]
    );
    world.trust(&hook);
    world.remove("guard.sh");
    world.write("guard.sh", "exit 0\n");
    assert_eq!(
        world.changes(&hook),
        [r#"guard.sh: is no longer a symlink to "third.sh""#]
    );
}

#[test]
fn scripts_that_come_and_go_are_told() {
    let world = World::new();
    let hook = command("./guard.sh");
    world.trust(&hook);
    world.write("guard.sh", "");
    assert_eq!(world.changes(&hook), ["guard.sh: it is new"]);

    let world = World::with_guard();
    world.write("other.sh", "");
    world.trust(&at(command("./guard.sh"), 1));
    let changes = world.changes(&at(command("./other.sh"), 1));
    assert_eq!(
        changes[1..],
        [
            "other.sh: the hook did not name it before",
            "guard.sh: the hook does not name it any more"
        ]
    );

    world.remove("guard.sh");
    world.link("guard.sh", "/dev/zero");
    let changes = world.changes(&at(command("./guard.sh"), 1));
    assert!(changes[0].starts_with("guard.sh: it is neither a file nor a folder"));
}

#[test]
fn a_name_that_was_given_finds_its_record() {
    let world = World::new();
    let named = |text: &str, line: usize| {
        let mut hook = at(command(text), line);
        hook.name = "guard".into();
        hook
    };
    world.trust(&at(command("echo other"), 9));
    world.trust(&named("echo hi", 1));
    assert_eq!(
        world.changes(&named("echo ho", 9)),
        [r#"command: was "echo hi", now "echo ho""#]
    );
}

#[test]
fn a_hook_like_none_that_was_trusted_is_unknown() {
    let world = World::new();
    world.trust(&at(command("echo hi"), 1));
    assert_eq!(
        world.trust_state(&at(command("echo ho"), 2)),
        TrustState::Unknown
    );
    let elsewhere = hook_on("Stop", None, command("echo ho").handler);
    assert_eq!(world.trust_state(&at(elsewhere, 1)), TrustState::Unknown);
}

#[test]
fn the_nearest_record_is_told_about() {
    let world = World::new();
    let under = |matcher: &str, timeout: u64| {
        let handler = command("echo hi").handler;
        let mut hook = hook_on("PreToolUse", Some(matcher), handler);
        hook.timeout = Some(Duration::from_secs(timeout));
        hook
    };
    world.trust(&under("Edit", 1));
    world.trust(&under("Bash", 2));
    assert_eq!(
        world.changes(&under("Edit", 3)),
        [r#"timeout: was "1s", now "3s""#]
    );
    assert_eq!(
        world.changes(&under("Bash", 3)),
        [r#"timeout: was "2s", now "3s""#]
    );
}

#[test]
fn seen_together_a_new_hook_is_not_taken_for_its_neighbour() {
    let world = World::new();
    let old = at(command("echo old"), 5);
    world.trust(&old);
    // A new hook was put before it, on its line.
    let (new, moved) = (at(command("echo new"), 5), at(command("echo old"), 8));
    let evidence = [&new, &moved].map(|hook: &Hook| world.evidence(hook));
    let hooks = [(&new, &evidence[0]), (&moved, &evidence[1])];
    let standings = world.store.trust_states(&world.project, &hooks);
    assert_eq!(standings, [TrustState::Unknown, TrustState::Trusted]);
    // Two that changed each find their own.
    world.store.revoke_all(&world.project).unwrap();
    let mut pair = [at(command("echo a"), 1), at(command("echo b"), 2)];
    pair.iter().for_each(|hook| world.trust(hook));
    pair.iter_mut().for_each(|hook| hook.once = true);
    let evidence = pair.each_ref().map(|hook| world.evidence(hook));
    let hooks = [(&pair[0], &evidence[0]), (&pair[1], &evidence[1])];
    for standing in world.store.trust_states(&world.project, &hooks) {
        let TrustState::Changed(changes) = standing else {
            panic!("{standing:?}");
        };
        assert_eq!(changes.len(), 1);
        assert_eq!(changes[0].to_string(), "once: was false, now true");
    }
}

#[test]
fn a_store_of_a_hosts_own_need_not_tell_anything() {
    struct Everything;
    impl TrustStore for Everything {
        fn trust_state(
            &self,
            _: &std::path::Path,
            _: &Hook,
            evidence: &snaphook_trust::Evidence,
        ) -> TrustState {
            if evidence.obstacles().is_empty() {
                TrustState::Trusted
            } else {
                TrustState::Unknown
            }
        }
    }
    let store: Box<dyn TrustStore> = Box::new(Everything);
    let world = World::new();
    let hook = command("true");
    let evidence = world.evidence(&hook);
    let standings = store.trust_states(&world.project, &[(&hook, &evidence)]);
    assert_eq!(standings, [TrustState::Trusted]);
    assert_eq!(store.problem(), None);
    assert_eq!(world.store.list().unwrap(), []);
}

//! What another bundle changes, in words.

use snaphook_bundle::{PolicyBundle, compare_bundles};
use snaphook_core::kind::Kinds;

use crate::common::Policy;

#[test]
fn every_change_has_a_line() {
    let policy = Policy::new();
    policy.write(
        "settings/rules.yaml",
        "permissions: {deny: ['Bash(rm *)'], allow: ['Read'], defaultMode: plan}\nallowManagedHooksOnly: true\n",
    );
    let old = PolicyBundle::verify(&policy.numbered(1), &policy.keys()).unwrap();
    policy.write(
        "settings/policy.json",
        r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
            {"name": "no-rm", "command": "${CLAUDE_PLUGIN_ROOT}/hooks/guard.sh", "timeout": 5}]}],
            "Stop": [{"hooks": [{"name": "tests", "command": "make test"}]}]}}"#,
    );
    policy.write(
        "settings/rules.yaml",
        "permissions: {deny: ['Bash(sudo *)'], defaultMode: default}\n",
    );
    policy.write("hooks/guard.sh", "#!/bin/sh\nexit 0\n");
    let new = PolicyBundle::verify(&policy.numbered(2), &policy.keys()).unwrap();
    let lines = compare_bundles(&old, &new, &Kinds::default()).unwrap();
    assert_eq!(
        lines,
        [
            "revision: v1, now v2",
            "sequence: 1, now 2",
            "hook changed: no-rm on PreToolUse `Bash`: command `${CLAUDE_PLUGIN_ROOT}/hooks/guard.sh`, a guard, now command `${CLAUDE_PLUGIN_ROOT}/hooks/guard.sh`, at most 5 s",
            "hook added: tests on Stop `*`: command `make test`",
            "rule removed: allow Read",
            "rule removed: deny Bash(rm *)",
            "rule added: deny Bash(sudo *)",
            "right changed: mode: plan, now default",
            "setting removed: allowManagedHooksOnly in settings/rules.yaml: true",
            "file changed: hooks/guard.sh",
        ]
    );
    let same = compare_bundles(&new, &new, &Kinds::default()).unwrap();
    assert_eq!(same, Vec::<String>::new());
}

//! `enable` and `disable`, and what an organisation manages.

use serde_json::json;

use crate::world::{World, hooks, logs};

const MANAGED: &str = "etc/snaphook/managed-settings.json";
const USER: &str = "home/.claude/settings.json";

#[test]
fn a_managed_hook_is_refused_with_its_file() {
    let world = World::new();
    world.write(MANAGED, &logs("audit"));
    world.write(USER, &logs("user"));
    let before = world.read(USER);
    let ran = world.snaphook(&["disable", "user", "audit"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_eq!(
        ran.stderr,
        "\
error: `audit` cannot be disabled here: it is managed by the organisation, in W/etc/snaphook/managed-settings.json:1
help: ask the administrator of this machine; only managed settings disable managed hooks
"
    );
    assert_eq!(world.read(USER), before, "nothing is switched off by half");
    // Of one name, the managed one stays.
    world.write(USER, &hooks("Stop", &[("audit", "true")]));
    let ran = world.snaphook(&["disable", "audit"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stdout.ends_with(
            "\
2 hooks are named `audit`
audit is still on: the organisation manages it  Stop W/etc/snaphook/managed-settings.json:1
audit is off  Stop W/home/.claude/settings.json:1
"
        ),
        "{ran:?}"
    );
}

#[test]
fn what_the_organisation_switches_off_stays_off() {
    let world = World::new();
    world.write(USER, &logs("user"));
    for (switch, said) in [
        (json!({"disabledHooks": ["user"]}), "`disabledHooks`"),
        (json!({"disableAllHooks": true}), "`disableAllHooks`"),
        (
            json!({"allowManagedHooksOnly": true}),
            "`allowManagedHooksOnly`",
        ),
        (
            json!({"strictPluginOnlyCustomization": ["hooks"]}),
            "`strictPluginOnlyCustomization`",
        ),
    ] {
        world.write(MANAGED, &switch.to_string());
        let ran = world.snaphook(&["enable", "user"]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert_eq!(
            ran.stdout,
            format!(
                "\
nothing was changed
user is still off: {said} in W/etc/snaphook/managed-settings.json:1, which only the organisation changes  Stop W/home/.claude/settings.json:1
"
            )
        );
    }
    // A managed hook that its own file disables.
    let mut settings = crate::world::settings("Stop", &[("audit", "true")]);
    settings["disabledHooks"] = json!(["audit"]);
    world.write(MANAGED, &settings.to_string());
    let ran = world.snaphook(&["enable", "audit"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stdout.contains("which only the organisation changes"),
        "{ran:?}"
    );
    assert_eq!(world.read(MANAGED), settings.to_string());
}

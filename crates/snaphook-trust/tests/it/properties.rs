//! Laws of evidence, for any command.

use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use snaphook_core::hook::{CommandDef, Hook, HookId, Scope, Shell, Source};
use snaphook_trust::ScriptState;

use crate::common::{World, command, command_def};

static WORLD: LazyLock<World> = LazyLock::new(|| {
    let world = World::new();
    world.write("guard.sh", "exit 0\n");
    world.write("hooks/deep.sh", "exit 1\n");
    world.link("link.sh", "hooks/deep.sh");
    world.link("dangling.sh", "nowhere");
    world
});

/// Texts made of what shells and paths are made of.
fn text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just("./guard.sh".to_owned()),
        Just("hooks/deep.sh".to_owned()),
        Just("link.sh".to_owned()),
        Just("dangling.sh".to_owned()),
        Just("$CLAUDE_PROJECT_DIR/".to_owned()),
        Just("${SNAPHOOK_PROJECT_DIR}".to_owned()),
        Just("cd hooks && ".to_owned()),
        Just("bash -c ".to_owned()),
        Just("X=".to_owned()),
        "[ \\t\\n'\"`$(){}<>|&;=:,@~*?\\\\/.-]{1,3}",
        "\\PC{0,4}",
    ];
    proptest::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

fn hook() -> impl Strategy<Value = Hook> {
    let args = proptest::option::of(proptest::collection::vec(text(), 0..3));
    let env = proptest::collection::vec(("[A-Z]{1,4}", text()), 0..2);
    let cwd = proptest::option::of(text());
    (text(), args, env, cwd, any::<bool>()).prop_map(|(command, args, env, cwd, power)| {
        command_def(CommandDef {
            command,
            args,
            env,
            cwd,
            shell: if power {
                Shell::PowerShell
            } else {
                Shell::Posix
            },
            interactive: false,
            worker: None,
            sandbox: None,
        })
    })
}

proptest! {
    #[test]
    fn evidence_is_the_same_each_time_and_wherever_the_hook_stands(
        hook in hook(),
        id in ".{0,8}",
        line in any::<usize>(),
        enabled in any::<bool>(),
    ) {
        let evidence = WORLD.evidence(&hook);
        prop_assert_eq!(&evidence, &WORLD.evidence(&hook));
        let mut moved = hook;
        moved.id = HookId::from(&*id);
        moved.enabled = enabled;
        moved.source = Source {
            scope: Scope::Local,
            file: Some(Path::new("/else/where.json").into()),
            line: Some(line),
            origin: None,
        };
        prop_assert_eq!(&evidence, &WORLD.evidence(&moved));
        prop_assert_eq!(evidence.digest(), WORLD.evidence(&moved).digest());
    }

    #[test]
    fn a_watch_agrees_with_the_evidence(hook in hook()) {
        let watch = WORLD.watch(&hook);
        prop_assert_eq!(watch.evidence(), &WORLD.evidence(&hook));
        prop_assert_eq!(watch.still_holds(), watch.evidence().obstacles().is_empty());
    }

    #[test]
    fn a_script_that_stands_by_itself_is_found_whatever_is_around(
        // No letters of commands that only write.
        before in "[a-l ./|&;'\"`(){}$=-]{0,20}",
        after in "\\PC{0,20}",
    ) {
        let scripts = WORLD.scripts(&command(&format!("{before}; bash hooks/deep.sh {after}")));
        let found = scripts.iter().find(|script| script.path == "hooks/deep.sh");
        let is_file = matches!(found.unwrap().state, ScriptState::File { .. });
        prop_assert!(is_file);
    }
}

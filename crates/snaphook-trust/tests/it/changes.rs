//! Any single change returns just that hook to untrusted.

use std::time::Duration;

use serde_json::{Value, json};
use snaphook_core::hook::{
    Background, BuiltinDef, CommandDef, HandlerDef, Hook, HookId, OnFailure, Rewake, Scope, Shell,
    WorkerDef, WorkerPool,
};
use snaphook_core::kind::{FunctionDef, UncheckedDef, UnloadableDef};
use snaphook_http::HttpDef;
use snaphook_llm::{AgentDef, PromptDef};
use snaphook_mcp::McpToolDef;
use snaphook_trust::TrustState;

use crate::common::{World, at, command, command_def, hook_on};

/// Trusts a hook between two neighbours, and holds that each of the others is
/// not trusted while the neighbours are.
#[track_caller]
fn each_is_a_change(world: &World, hook: &Hook, others: &[Hook]) {
    let neighbours = [command("./before.sh"), command("bash ./guard.sh")];
    neighbours.iter().for_each(|hook| world.trust(hook));
    assert!(!world.trusts(hook));
    world.trust(hook);
    assert!(world.trusts(hook));
    for (number, other) in others.iter().enumerate() {
        assert!(!world.trusts(other), "change {number}: {other:?}");
    }
    assert!(world.trusts(hook));
    assert!(neighbours.iter().all(|hook| world.trusts(hook)));
}

/// The hook with one thing changed, for every change.
fn variants<T>(of: impl Fn() -> T, edits: &[fn(&mut T)]) -> Vec<T> {
    let edited = edits.iter().map(|edit| {
        let mut one = of();
        edit(&mut one);
        one
    });
    edited.collect()
}

#[test]
fn one_byte_of_a_script_is_a_change_for_the_hooks_that_name_it() {
    let world = World::with_guard();
    world.write("other.sh", "exit 0\n");
    let hooks = [
        command("./guard.sh"),
        command("sh other.sh"),
        command("true"),
    ];
    hooks.iter().for_each(|hook| world.trust(hook));
    world.write("guard.sh", "exit 1\n");
    let trusted = hooks.each_ref().map(|hook| world.trusts(hook));
    assert_eq!(trusted, [false, true, true]);
    world.write("guard.sh", "exit 0\n");
    assert!(hooks.iter().all(|hook| world.trusts(hook)));
}

#[test]
fn every_option_of_a_hook_counts() {
    let edits: &[fn(&mut Hook)] = &[
        |hook| *hook = hook_on("PostToolUse", Some("Bash"), hook.handler.clone()),
        |hook| *hook = hook_on("PreToolUse", Some("Bas"), hook.handler.clone()),
        |hook| *hook = hook_on("PreToolUse", Some("*"), hook.handler.clone()),
        |hook| *hook = hook_on("PreToolUse", None, hook.handler.clone()),
        |hook| hook.condition = Some("Bash(git push *)".into()),
        |hook| hook.name = "guard".into(),
        |hook| hook.description = Some("looks".to_owned()),
        |hook| hook.status_message = Some("looking".to_owned()),
        |hook| hook.timeout = Some(Duration::from_secs(60)),
        |hook| hook.timeout = Some(Duration::from_millis(1)),
        |hook| hook.on_failure = OnFailure::Block,
        |hook| hook.once = true,
        |hook| hook.row = Some(0),
        |hook| hook.background = Some(Background::default()),
        |hook| {
            let rewake = Some(Rewake::default());
            hook.background = Some(Background { rewake });
        },
        |hook| {
            let message = Some("look".to_owned());
            let rewake = Some(Rewake {
                message,
                summary: None,
            });
            hook.background = Some(Background { rewake });
        },
        |hook| {
            let summary = Some("look".to_owned());
            let rewake = Some(Rewake {
                message: None,
                summary,
            });
            hook.background = Some(Background { rewake });
        },
    ];
    let world = World::with_guard();
    let of = || command("./guard.sh");
    each_is_a_change(&world, &of(), &variants(of, edits));
}

#[test]
fn every_field_of_a_command_counts() {
    let of = || CommandDef {
        command: "./guard.sh".to_owned(),
        ..CommandDef::default()
    };
    let edits: &[fn(&mut CommandDef)] = &[
        |def| def.command.push(' '),
        |def| def.command = "./guard.sh x".to_owned(),
        |def| def.args = Some(Vec::new()),
        |def| def.args = Some(vec!["x".to_owned()]),
        |def| def.args = Some(vec!["x".to_owned(), "y".to_owned()]),
        |def| def.args = Some(vec!["x y".to_owned()]),
        |def| def.shell = Shell::PowerShell,
        |def| def.env = vec![("A".to_owned(), "1".to_owned())],
        |def| def.env = vec![("A".to_owned(), "2".to_owned())],
        |def| def.env = vec![("B".to_owned(), "1".to_owned())],
        |def| def.cwd = Some(".".to_owned()),
        |def| def.interactive = true,
        |def| def.worker = Some(WorkerDef::default()),
        |def| {
            let pool = WorkerPool::new(2).unwrap();
            def.worker = Some(WorkerDef { pool });
        },
    ];
    let world = World::with_guard();
    let others: Vec<Hook> = variants(of, edits).into_iter().map(command_def).collect();
    each_is_a_change(&world, &command_def(of()), &others);
    // They are changes among themselves too.
    for (number, hook) in others.iter().enumerate() {
        world.trust(hook);
        let rest = &others[number + 1..];
        assert!(rest.iter().all(|other| !world.trusts(other)), "{number}");
    }
}

#[test]
fn every_field_of_the_other_handlers_counts() {
    let http = || HttpDef {
        url: "https://a".to_owned(),
        ..HttpDef::default()
    };
    let https = variants(
        http,
        &[
            |def| def.url.push('b'),
            |def| def.headers = vec![("A".to_owned(), "b".to_owned())],
            |def| def.allowed_env_vars = vec!["A".to_owned()],
        ],
    );
    let tool = || McpToolDef {
        server: "s".to_owned(),
        tool: "t".to_owned(),
        input: Some(json!({"a": [1]})),
    };
    let tools = variants(
        tool,
        &[
            |def| def.server.push('b'),
            |def| def.tool.push('b'),
            |def| def.input = None,
            |def| def.input = Some(json!({"a": [2]})),
        ],
    );
    let prompt = || PromptDef {
        prompt: "p".to_owned(),
        ..PromptDef::default()
    };
    let prompts = variants(
        prompt,
        &[
            |def| def.prompt.push('b'),
            |def| def.model = Some("m".to_owned()),
            |def| def.continue_on_block = true,
        ],
    );
    let agent = || AgentDef {
        prompt: "p".to_owned(),
        ..AgentDef::default()
    };
    let agents = variants(
        agent,
        &[
            |def| def.prompt.push('b'),
            |def| def.model = Some("m".to_owned()),
            |def| def.max_turns = Some(3),
        ],
    );
    let builtin = || BuiltinDef {
        name: "b".to_owned(),
        args: Vec::new(),
    };
    let builtins = variants(
        builtin,
        &[
            |def| def.name.push('b'),
            |def| def.args.push("a".to_owned()),
        ],
    );
    let other = |kind: &str, value: i32| {
        let fields = [("x".to_owned(), json!(value))].into_iter().collect();
        HandlerDef::new(UncheckedDef {
            kind: kind.into(),
            fields,
        })
    };
    let broken = |kind: &str, written: Value| {
        HandlerDef::new(UnloadableDef {
            kind: kind.into(),
            runs: None,
            written: [("x".to_owned(), written)].into_iter().collect(),
            reason: "why".to_owned(),
        })
    };
    let groups: [(HandlerDef, Vec<HandlerDef>); 7] = [
        (
            HandlerDef::new(http()),
            https.into_iter().map(HandlerDef::new).collect(),
        ),
        (
            HandlerDef::new(tool()),
            tools.into_iter().map(HandlerDef::new).collect(),
        ),
        (
            HandlerDef::new(prompt()),
            prompts.into_iter().map(HandlerDef::new).collect(),
        ),
        (
            HandlerDef::new(agent()),
            agents.into_iter().map(HandlerDef::new).collect(),
        ),
        (
            HandlerDef::new(builtin()),
            builtins.into_iter().map(HandlerDef::new).collect(),
        ),
        (
            other("k", 1),
            vec![other("k", 2), other("l", 1), FunctionDef.into()],
        ),
        (
            broken("command", json!(1)),
            vec![broken("command", json!(2)), broken("http", json!(1))],
        ),
    ];
    for (handler, others) in groups {
        let hook = |handler: HandlerDef| hook_on("Stop", None, handler);
        let others: Vec<Hook> = others.into_iter().map(hook).collect();
        each_is_a_change(&World::with_guard(), &hook(handler), &others);
    }
    // A prompt and an agent that say the same are two things.
    let world = World::new();
    world.trust(&hook_on("Stop", None, HandlerDef::new(prompt())));
    assert!(!world.trusts(&hook_on("Stop", None, HandlerDef::new(agent()))));
}

#[test]
fn the_reason_why_a_hook_cannot_be_loaded_does_not_count() {
    let world = World::new();
    let hook = |reason: &str| {
        let handler = HandlerDef::new(FunctionDef).to_unloadable(reason);
        hook_on("Stop", None, handler)
    };
    world.trust(&hook("the old words"));
    assert!(world.trusts(&hook("the new words")));
}

#[test]
fn where_a_hook_stands_does_not_count() {
    let world = World::with_guard();
    let hook = command("./guard.sh");
    world.trust(&hook);
    let mut moved = at(hook.clone(), 7);
    moved.id = HookId::from("other");
    moved.enabled = false;
    moved.source.scope = Scope::Local;
    assert!(world.trusts(&moved));
    let mut in_row = hook;
    in_row.row = Some(1);
    world.trust(&in_row);
    in_row.row = Some(2);
    assert!(world.trusts(&in_row));
}

#[test]
fn the_order_of_keys_in_a_hosts_own_fields_does_not_count() {
    let hook = |fields: &str| {
        let fields = serde_json::from_str(fields).unwrap();
        hook_on(
            "Stop",
            None,
            HandlerDef::new(UncheckedDef {
                kind: "k".into(),
                fields,
            }),
        )
    };
    let world = World::new();
    world.trust(&hook(r#"{"a": 1, "b": {"c": 2, "d": 3}}"#));
    assert!(world.trusts(&hook(r#"{"b": {"d": 3, "c": 2}, "a": 1}"#)));
}

#[test]
fn a_script_swapped_for_a_link_to_an_equal_one_is_a_change() {
    let world = World::with_guard();
    let hook = command("./guard.sh");
    world.trust(&hook);
    world.write("copy.sh", "exit 0\n");
    world.remove("guard.sh");
    world.link("guard.sh", "copy.sh");
    assert!(!world.trusts(&hook));
    // And so is a link that points elsewhere, wherever that is.
    world.trust(&hook);
    world.write("deep/copy.sh", "exit 0\n");
    world.remove("guard.sh");
    world.link("guard.sh", "deep/copy.sh");
    assert!(!world.trusts(&hook));
    world.trust(&hook);
    std::fs::write(world.home.join("copy.sh"), "exit 0\n").unwrap();
    world.remove("guard.sh");
    world.link("guard.sh", world.home.join("copy.sh"));
    assert!(!world.trusts(&hook));
    // The content outside counts as well.
    world.trust(&hook);
    assert!(world.trusts(&hook));
    std::fs::write(world.home.join("copy.sh"), "exit 1\n").unwrap();
    assert!(!world.trusts(&hook));
}

#[test]
fn a_folder_on_the_way_swapped_for_a_link_is_a_change() {
    let world = World::new();
    world.write("hooks/guard.sh", "exit 0\n");
    let hook = command("\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh");
    world.trust(&hook);
    std::fs::rename(world.project.join("hooks"), world.project.join("old")).unwrap();
    world.link("hooks", "old");
    assert!(!world.trusts(&hook));
}

#[test]
fn a_script_that_appears_or_goes_is_a_change() {
    for text in ["./guard.sh", "bash guard.sh"] {
        let world = World::new();
        let hook = command(text);
        world.trust(&hook);
        assert!(world.trusts(&hook));
        world.write("guard.sh", "exit 0\n");
        assert!(!world.trusts(&hook), "{text}");
        world.trust(&hook);
        world.remove("guard.sh");
        assert!(!world.trusts(&hook), "{text}");
    }
}

#[test]
fn a_hook_without_scripts_is_trusted_by_its_definition() {
    let world = World::new();
    let hook = command("jq -r .tool_input.command | grep -q rm && exit 2");
    assert_eq!(world.trust_state(&hook), TrustState::Unknown);
    world.trust(&hook);
    world.write("unrelated.txt", "x");
    assert!(world.trusts(&hook));
}

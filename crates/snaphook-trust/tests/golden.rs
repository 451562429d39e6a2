//! Ids and digests that people have in their settings and trust stores. The code that
//! computes them may change; these values must not.

use std::sync::Arc;

use snaphook_core::hook::{Hook, Scope};
use snaphook_core::kind::{KindSpec, Kinds};
use snaphook_settings::{LoadContext, parse};
use snaphook_trust::HookDefinition;

/// A hook as settings have it, its id, and the digest of its definition.
const GOLDEN: &[(&str, &str, &str)] = &[
    (
        r#"{"command": "./guard.sh"}"#,
        "PreToolUse-b9098832",
        "ae2e14cfd727e400fefaeab891c1e57ba1a2492848bbd5b165c0260429e339b1",
    ),
    (
        r#"{"command": "guard", "args": ["a", "b c"], "shell": "powershell",
            "env": {"B": "2", "A": "1"}, "cwd": "x", "interactive": true, "timeout": 1.5,
            "onFailure": "block", "if": "Bash(git *)", "name": "n", "description": "d",
            "statusMessage": "s", "once": true}"#,
        "PreToolUse-746c934b",
        "99edbb90d4d745731f7302b707c230658069ea2f32952d2c7de853ed51dbbd98",
    ),
    (
        r#"{"command": "guard", "args": [], "worker": true, "workerPool": 3,
            "asyncRewake": true, "rewakeMessage": "m", "rewakeSummary": "s"}"#,
        "PreToolUse-d9ab884b",
        "1332e98ed67417704f8c948c2755536203a488647b37d52007bd1df7b98985e7",
    ),
    (
        r#"{"type": "http", "url": "https://user@x.test/guard?key=1",
            "headers": {"X-B": "$TOKEN", "X-A": "a"}, "allowedEnvVars": ["TOKEN"]}"#,
        "PreToolUse-1dfed5ce",
        "c2c32ab6a082e0286560a81bd4356145317c267d387f67cc3a7a2a02a56a0703",
    ),
    (
        r#"{"type": "http", "url": "https://x.test/"}"#,
        "PreToolUse-434d080b",
        "6fb88317d7d56ec1b6399df6f7f9a436a613193a2a618cb8da6b28fd6e332237",
    ),
    (
        r#"{"type": "mcp_tool", "server": "s", "tool": "t", "input": {"b": "${x}", "a": [1, null]}}"#,
        "PreToolUse-729801e0",
        "a203bf43b6e73fb229a0ed6d825580fb242c87228adaeac15cb98de63fb42f03",
    ),
    (
        r#"{"type": "mcp_tool", "server": "s", "tool": "t"}"#,
        "PreToolUse-729801e0",
        "e0e70cec73de9fa214ff48ded2684cb102d3d3749dfade34ba0be1c4ca32615e",
    ),
    (
        r#"{"type": "prompt", "prompt": "is it fine?", "model": "haiku", "continueOnBlock": true}"#,
        "PreToolUse-faf18864",
        "73fdaf39d25756760b0002107db29c2ad0e63f67513d68cc202a05bd790d3581",
    ),
    (
        r#"{"type": "prompt", "prompt": "is it fine?"}"#,
        "PreToolUse-faf18864",
        "6028407702e0e44fbd162bbe3cb50d2d858419f82c73da75540e081a37b9aada",
    ),
    (
        r#"{"type": "agent", "prompt": "look\naround", "model": "opus", "maxTurns": 7}"#,
        "PreToolUse-bd71d841",
        "d98fe7a43116580150c89482bb5e0664d5031ca977e92773d953b4b3878e2885",
    ),
    (
        r#"{"type": "builtin", "command": "deny_paths", "args": ["x"]}"#,
        "PreToolUse-3a5fc506",
        "ee10e80919fb9efed7c03a734491b3a524e3ca08dfa13db7a9613ed6e4ead50b",
    ),
    (
        r#"{"type": "builtin", "command": "log"}"#,
        "PreToolUse-5f0c7ac3",
        "afd9b3e65bdaed965696d72ad4e524c360292485b17c48b798094dcad7d8156e",
    ),
    (
        r#"{"type": "ssh", "host": "h", "port": 22, "more": {"z": 1, "a": ["b"]}}"#,
        "PreToolUse-d0f717f3",
        "5132bc5d809483a7575d142b05aa4ac267a1af9167f5025f2d762e6aa0c6dc63",
    ),
    (
        r#"{"type": "http", "onFailure": "block"}"#,
        "PreToolUse-2878f3af",
        "549552b536a9f90f4fe592aa8f8ebe4ced6aadb2c74f15912f327dae4a906d8c",
    ),
    (
        r#"{"type": "nothing", "onFailure": "block"}"#,
        "PreToolUse-704ee21f",
        "99be1c3684121b3cfbcb25020e7d0d11fcd6835aa200d1daaa72236deb9846d1",
    ),
];

fn read(hook: &str) -> Option<Hook> {
    let text =
        format!(r#"{{"hooks": {{"PreToolUse": [{{"matcher": "Bash", "hooks": [{hook}]}}]}}}}"#);
    let kinds = Kinds::default().with([
        Arc::new(snaphook_http::Http) as Arc<dyn KindSpec>,
        Arc::new(snaphook_mcp::McpTool),
        Arc::new(snaphook_llm::Prompt),
        Arc::new(snaphook_llm::Agent),
    ]);
    let loading = LoadContext::default().kinds(kinds);
    let mut loading = loading.unchecked_kinds(["ssh".to_owned()]);
    let settings = parse("s.json".as_ref(), &text, Scope::Project, &mut loading);
    settings.ok()?.hooks.pop()
}

#[test]
fn ids_and_digests_do_not_change() {
    let found: Vec<_> = GOLDEN
        .iter()
        .map(|(text, ..)| {
            let hook = read(text).unwrap();
            let digest = HookDefinition::of(&hook).digest().to_string();
            (*text, hook.id.to_string(), digest)
        })
        .collect();
    let golden: Vec<_> = GOLDEN
        .iter()
        .map(|(text, id, digest)| (*text, (*id).to_owned(), (*digest).to_owned()))
        .collect();
    assert_eq!(found, golden, "{found:#?}");
}

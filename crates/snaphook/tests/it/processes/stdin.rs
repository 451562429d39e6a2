//! What hooks read their input from.

use crate::common::*;
use serde_json::json;
use snaphook::StdinKind;

/// Whether the hook's stdin is a pipe, for an input of this size.
async fn is_pipe(kind: StdinKind, size: usize, options: serde_json::Value) -> bool {
    let mut hook = json!({"command": "test -p /dev/stdin && exit 2; cat >/dev/null"});
    for (key, value) in options.as_object().unwrap() {
        hook[key] = value.clone();
    }
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}});
    let engine = builder().stdin(kind).settings_json(settings.to_string());
    fire(&engine.build().unwrap(), call(size)).await.blocked
}

#[tokio::test]
async fn a_host_may_choose() {
    for size in [0, 1 << 20] {
        assert!(is_pipe(StdinKind::Pipe, size, json!({})).await);
        let file = cfg!(target_os = "linux");
        assert_eq!(is_pipe(StdinKind::File, size, json!({})).await, !file);
    }
}

#[tokio::test]
async fn a_hook_that_asks_has_a_pipe() {
    for kind in [StdinKind::Auto, StdinKind::Pipe, StdinKind::File] {
        assert!(is_pipe(kind, 1 << 20, json!({"interactive": true})).await);
    }
}

#[tokio::test]
async fn every_hook_reads_the_input_from_its_beginning() {
    let hooks: Vec<_> = (0..5)
        .map(|n| fake(&["count", &format!("say:{n}")]))
        .collect();
    for kind in [StdinKind::Pipe, StdinKind::File] {
        let settings = json!({"hooks": {"PreToolUse": [{"hooks": hooks}]}});
        let engine = builder().stdin(kind).settings_json(settings.to_string());
        let input = call(300_000);
        let length = (input.fields().to_line().len() + 1).to_string();
        let outcome = fire(&engine.build().unwrap(), input).await;
        for (n, entry) in outcome.hooks.iter().enumerate() {
            let said = entry.stdout.as_deref().unwrap();
            assert_eq!(said.trim(), format!("{length}\n{n}"), "{kind:?}");
        }
    }
}

#[tokio::test]
async fn a_hook_may_open_its_stdin_again_and_cannot_change_it() {
    let script = "cat /dev/stdin | wc -c; { echo x >>/dev/stdin; } 2>/dev/null && echo changed";
    let engine = builder().stdin(StdinKind::File).settings_json(
        json!({"hooks": {"PreToolUse": [{"hooks": [{"command": format!("{script}; exit 0")}]}]}})
            .to_string(),
    );
    let input = call(100_000);
    let length = (input.fields().to_line().len() + 1).to_string();
    let outcome = fire(&engine.build().unwrap(), input).await;
    assert_eq!(outcome.hooks[0].stdout.as_deref().unwrap().trim(), length);
}

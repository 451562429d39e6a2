//! What is found in hooks of the types `prompt` and `agent` that can be read.

use std::path::Path;
use std::sync::Arc;

use snaphook_core::Severity;
use snaphook_core::hook::Scope;
use snaphook_core::kind::{KindSpec, Kinds};
use snaphook_llm::{Agent, Prompt};
use snaphook_settings::{Files, FoundPath, LintContext, LoadContext, lint, parse};

struct NoFiles;

impl Files for NoFiles {
    fn look(&self, _: &Path) -> FoundPath {
        FoundPath::Unknown
    }
}

/// What is found where these variables are set: the messages, and what they
/// point at.
fn found(text: &str, variables: Option<&[&str]>) -> Vec<(String, String)> {
    let kinds = Kinds::default().with([Arc::new(Prompt) as Arc<dyn KindSpec>, Arc::new(Agent)]);
    let settings = parse(
        "s.json".as_ref(),
        text,
        Scope::User,
        &mut LoadContext::default().kinds(kinds.clone()),
    );
    let is_set = |name: &str| variables.is_some_and(|set| set.contains(&name));
    let context = LintContext {
        conditions: None,
        kinds: &kinds,
        runnable: &["command", "prompt"],
        project_dir: Path::new("/p"),
        home: None,
        files: &NoFiles,
        is_set: variables.is_some().then_some(&is_set),
    };
    let findings = lint([&settings.unwrap()], &context);
    let ours = findings
        .into_iter()
        .filter(|finding| finding.code == "model-without-key");
    ours.map(|finding| {
        assert_eq!(finding.severity, Severity::Hint);
        (finding.message, text[finding.location.span].to_owned())
    })
    .collect()
}

fn settings(hook: &str, more: &str) -> String {
    format!(r#"{{"hooks": {{"Stop": [{{"hooks": [{{"prompt": "p", {hook}}}]}}]}}{more}}}"#)
}

#[test]
fn a_model_without_a_key_is_found() {
    for (hook, more, set, missing, shown) in [
        (
            r#""type": "prompt""#,
            "",
            &[][..],
            "none of `ANTHROPIC_API_KEY`, `OPENAI_API_KEY` is set",
            r#""prompt""#,
        ),
        (
            r#""type": "prompt", "model": "claude-x""#,
            "",
            &["OPENAI_API_KEY"],
            "`ANTHROPIC_API_KEY` is not set",
            r#""claude-x""#,
        ),
        (
            r#""type": "prompt""#,
            r#", "hookModel": "openai/x""#,
            &["ANTHROPIC_API_KEY"],
            "`OPENAI_API_KEY` is not set",
            r#""prompt""#,
        ),
        (
            r#""type": "prompt", "model": "x""#,
            r#", "hookModel": {"baseUrl": "http://h", "keyVariable": "MINE"}"#,
            &["OPENAI_API_KEY"],
            "`MINE` is not set",
            r#""x""#,
        ),
    ] {
        let found = found(&settings(hook, more), Some(set));
        assert_eq!(found.len(), 1, "{hook} {more}");
        assert!(found[0].0.ends_with(missing), "{found:?}");
        assert_eq!(found[0].1, shown);
    }
}

#[test]
fn what_has_a_key_or_may_need_none_is_left_alone() {
    let prompt = r#""type": "prompt""#;
    for (hook, more, set) in [
        (prompt, "", Some(&["OPENAI_API_KEY"][..])),
        (prompt, "", Some(&["OPENAI_BASE_URL"])),
        (prompt, "", None),
        (
            prompt,
            r#", "hookModel": {"baseUrl": "http://localhost:1"}"#,
            Some(&[]),
        ),
        (r#""type": "agent""#, "", Some(&[])),
        (r#""command": "x""#, "", Some(&[])),
    ] {
        assert_eq!(found(&settings(hook, more), set), [], "{hook} {more}");
    }
}

//! Types of hooks that the host brings: factories, and what their handlers get.

use std::sync::Mutex;
use std::time::Duration;

use serde_json::json;
use snaphook::answer::{CapturedOutput, ProcessExit, ProcessResult, Response};
use snaphook::hook::Hook;
use snaphook::kind::UncheckedDef;
use snaphook::{Answer, Call, Handler, HandlerFactory, MakeError, Registry, RunFuture};

use super::*;
use crate::common::fire;

type Make = fn(&Hook) -> Result<Run, String>;
type Run = Box<dyn Fn(Call) -> RunFuture<'static> + Send + Sync>;

/// A factory made of a function.
struct Factory(Make);

impl HandlerFactory for Factory {
    fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, MakeError> {
        Ok(Arc::new(ClosureHandler(
            (self.0)(hook).map_err(MakeError::unusable)?,
        )))
    }
}

struct ClosureHandler(Run);

impl Handler for ClosureHandler {
    fn run(&self, call: Call) -> RunFuture<'_> {
        (self.0)(call)
    }
}

fn ssh() -> &'static str {
    "ssh"
}

fn settings() -> Value {
    json!({"hooks": {"stop": {"type": "ssh", "host": "build", "name": "remote"}}})
}

fn stop_now(engine: &Engine) -> Input {
    let cwd = std::env::temp_dir();
    input(
        engine,
        json!({"hook_event_name": "stop", "stop_response": "bye", "cwd": cwd}),
    )
}

/// Says the host that the settings name.
fn says_host(hook: &Hook) -> Result<Run, String> {
    let Some(def) = hook.handler.get::<UncheckedDef>() else {
        return Err("this is not an ssh hook".to_owned());
    };
    let host = def.fields.get("host").and_then(Value::as_str);
    let host = host.ok_or("an ssh hook needs a `host`")?.to_owned();
    Ok(Box::new(move |_| {
        let answer = Answer::context(format!("ran on {host}"));
        Box::pin(async { Response::Answer(Box::new(answer)) })
    }))
}

#[tokio::test]
async fn settings_may_use_a_type_that_the_host_registered() {
    let engine = speaking(Cagent)
        .handler(ssh(), Arc::new(Factory(says_host)))
        .settings_json(settings().to_string())
        .build()
        .unwrap();
    assert!(engine.findings().is_empty(), "{:?}", engine.findings());
    let outcome = fire(&engine, stop_now(&engine)).await;
    assert_eq!(outcome.additional_context, ["ran on build"]);
    // Without the factory it is a slip.
    let engine = cagent(&settings());
    let codes: Vec<_> = engine.findings().iter().map(|found| found.code).collect();
    assert!(codes.contains(&"unknown-type"), "{codes:?}");
}

#[test]
fn a_factory_checks_its_hook_and_fails_with_a_message() {
    let hook = json!({"type": "ssh", "name": "nowhere"});
    let engine = speaking(Cagent)
        .handler(ssh(), Arc::new(Factory(says_host)))
        .settings_json(json!({"hooks": {"stop": hook}}).to_string())
        .build()
        .unwrap();
    let diagnostics = engine.diagnostics();
    assert_eq!(diagnostics[0].code, "no-handler");
    assert!(diagnostics[0].message.contains("needs a `host`"));
    assert!(!engine.has(&engine.event("stop")));
    let refused = engine.session("s").add_hook("stop", None, &hook);
    assert_eq!(
        refused.unwrap_err().to_string(),
        "an ssh hook needs a `host`"
    );
}

#[tokio::test]
async fn engines_share_a_private_registry_and_keep_their_own() {
    let private = Registry::default();
    private.register(ssh(), Arc::new(Factory(says_host)));
    let engine = || {
        speaking(Cagent)
            .registry(private.clone())
            .settings_json(settings().to_string())
    };
    let own: Make = |_| {
        Ok(Box::new(|_| {
            let answer = Answer::context("ran here");
            Box::pin(async { Response::Answer(Box::new(answer)) })
        }))
    };
    let shared = engine().build().unwrap();
    let apart = engine()
        .handler(ssh(), Arc::new(Factory(own)))
        .build()
        .unwrap();
    let said = async |engine: &Engine| {
        fire(engine, stop_now(engine))
            .await
            .into_merged()
            .additional_context
    };
    assert_eq!(said(&shared).await, ["ran on build"]);
    assert_eq!(said(&apart).await, ["ran here"]);
    // The default one knows what every engine runs.
    let default = speaking(Cagent).build().unwrap();
    let types = |engine: &Engine| {
        let types = engine.registry().types().into_iter();
        types
            .map(|kind| kind.as_str().to_owned())
            .collect::<Vec<_>>()
    };
    for kind in ["builtin", "command"] {
        assert!(types(&default).contains(&kind.to_owned()), "{kind}");
    }
    let mut with_ssh = types(&default);
    with_ssh.push("ssh".to_owned());
    assert_eq!(types(&shared), with_ssh);
    assert!(default.registry().get(ssh()).is_none());
    assert!(shared.registry().get(ssh()).is_some());
    assert!(private.get("command").is_none());
    // What is registered later is there for hooks that come later.
    let late = "late";
    private.register(late, Arc::new(Factory(own)));
    let hook = json!({"type": "late"});
    let session = shared.session("s");
    assert!(session.add_hook("stop", None, &hook).is_ok());
    assert!(default.session("s").add_hook("stop", None, &hook).is_err());
}

#[test]
fn a_registry_may_be_used_from_several_threads() {
    let registry = Registry::default();
    std::thread::scope(|scope| {
        for number in 0..8 {
            let registry = registry.clone();
            scope.spawn(move || {
                for round in 0..100 {
                    let kind = format!("{number}-{round}");
                    registry.register(kind.clone(), Arc::new(Factory(says_host)));
                    assert!(registry.get(&kind).is_some());
                }
            });
        }
    });
    assert_eq!(registry.types().len(), 800);
}

#[tokio::test]
async fn a_handler_gets_bytes_folder_and_environment_and_may_return_a_process_result() {
    static GOT: Mutex<Option<(String, bool, bool)>> = Mutex::new(None);
    let make: Make = |_| {
        Ok(Box::new(|call| {
            let line = String::from_utf8(call.line().to_vec()).unwrap();
            let folder = call.working_dir(None) == Some(std::env::temp_dir());
            let env = call.environment();
            let told = env.iter().any(|(name, _)| &**name == "CLAUDE_PROJECT_DIR");
            *GOT.lock().unwrap() = Some((line, folder, told));
            Box::pin(async {
                Response::Process(ProcessResult {
                    stderr: CapturedOutput {
                        text: "not yet\n".to_owned(),
                        ..CapturedOutput::default()
                    },
                    ended: ProcessExit::Exit(2),
                    ..ProcessResult::default()
                })
            })
        }))
    };
    let engine = speaking(Cagent)
        .handler(ssh(), Arc::new(Factory(make)))
        .settings_json(settings().to_string())
        .build()
        .unwrap();
    let outcome = fire(&engine, stop_now(&engine)).await;
    assert_eq!(outcome.block_reason.as_deref(), Some("not yet"));
    let native = engine.dialect().result(&outcome);
    assert_eq!(native["ExitCode"], 2);
    assert_eq!(native["Stderr"], "not yet\n");
    let (line, folder, told) = GOT.lock().unwrap().take().unwrap();
    assert!(line.contains(r#""hook_event_name":"stop""#), "{line}");
    assert!(line.contains(r#""stop_response":"bye""#), "{line}");
    assert!(line.ends_with("}\n") && folder && told);
}

#[test]
fn in_gen_every_type_of_hook_has_the_same_timeout() {
    let quiet: Make = |_| Ok(Box::new(|_| Box::pin(std::future::pending())));
    let hooks = json!([{"type": "prompt", "prompt": "?"}, {"type": "agent", "prompt": "?"},
        {"type": "command", "command": "true"}]);
    let settings = json!({"hooks": {"Stop": [{"hooks": hooks}]}}).to_string();
    let timeouts = |builder: EngineBuilder| {
        let engine = builder
            .handler("prompt", Arc::new(Factory(quiet)))
            .handler("agent", Arc::new(Factory(quiet)))
            .settings_json(&settings)
            .build()
            .unwrap();
        let snapshot = engine.snapshot();
        let hooks = snapshot.configured().iter();
        hooks
            .map(|hook| hook.effective_timeout().as_secs())
            .collect::<Vec<_>>()
    };
    assert_eq!(timeouts(builder()), [30, 60, 600]);
    assert_eq!(timeouts(speaking(Gen)), [600, 600, 600]);
}

#[tokio::test]
async fn the_engine_alone_owns_the_timeout() {
    let make: Make = |_| Ok(Box::new(|_| Box::pin(std::future::pending())));
    let hook = json!({"type": "ssh", "timeout": 0.05});
    let engine = speaking(Cagent)
        .handler(ssh(), Arc::new(Factory(make)))
        .settings_json(json!({"hooks": {"stop": hook}}).to_string())
        .build()
        .unwrap();
    let outcome = fire(&engine, stop_now(&engine)).await;
    assert_eq!(outcome.hooks[0].status.as_str(), "timedOut");
    assert_eq!(
        engine.configured()[0].timeout,
        Some(Duration::from_millis(50))
    );
}

#[tokio::test]
async fn a_host_may_run_a_kind_that_the_dialect_does_not_have() {
    let hook =
        json!({"hooks": {"stop": {"type": "http", "url": "https://a.example/", "name": "h"}}});
    let without = cagent(&hook);
    let findings = without.findings();
    let messages: Vec<_> = findings.iter().map(|one| &*one.message).collect();
    assert!(
        messages[0].contains("the dialect cagent has no http hooks"),
        "{messages:?}"
    );
    fn says(_: &Hook) -> Result<Run, String> {
        Ok(Box::new(|_| {
            let answer = Answer::context("mine");
            Box::pin(async { Response::Answer(Box::new(answer)) })
        }))
    }
    let engine = speaking(Cagent)
        .handler("http", Arc::new(Factory(says)))
        .settings_json(hook.to_string())
        .build()
        .unwrap();
    assert!(engine.findings().is_empty(), "{:?}", engine.findings());
    let outcome = fire(&engine, stop_now(&engine)).await;
    assert_eq!(outcome.additional_context, ["mine"]);
}

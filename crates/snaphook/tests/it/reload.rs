//! Settings that are loaded anew while the engine runs.

mod asked;
mod files;
mod flood;
mod handlers;
mod sessions;

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use snaphook::{Answer, Engine, EngineBuilder, FunctionHook, ReloadReport, TrustPolicy};

use crate::common::{HANG, run};
use crate::scopes::World;

pub(super) const USER: &str = "home/.claude/settings.json";
pub(super) const PROJECT: &str = "project/.claude/settings.json";
pub(super) const MANAGED: &str = "etc/snaphook/managed-settings.json";

/// An engine on this world, whose project the host vouches for.
pub(super) fn builder(world: &World) -> EngineBuilder {
    world.builder().trust(TrustPolicy::All)
}

pub(super) fn engine(world: &World) -> Engine {
    builder(world).build().unwrap()
}

/// Settings with hooks on Notification that say these words.
pub(super) fn saying(words: &[&str]) -> String {
    let hooks: Vec<Value> = words.iter().map(|word| says(word)).collect();
    json!({"hooks": {"Notification": [{"hooks": hooks}]}}).to_string()
}

pub(super) fn says(word: &str) -> Value {
    let answer =
        json!({"hookSpecificOutput": {"hookEventName": "Notification", "additionalContext": word}});
    json!({"name": word, "command": "/bin/echo", "args": [answer.to_string()]})
}

/// What the hooks on Notification say now.
pub(super) async fn said(engine: &Engine) -> Vec<String> {
    let input =
        json!({"hook_event_name": "Notification", "notification_type": "x", "message": "m"});
    let input = snaphook::Input::parse(&input.to_string()).unwrap();
    run(&engine.session("s"), input)
        .await
        .into_merged()
        .additional_context
}

pub(super) async fn reload(engine: &Engine) -> ReloadReport {
    tokio::time::timeout(HANG, engine.reload())
        .await
        .expect("the reload hangs")
}

/// The fates of the files that changed, by the ends of their names.
pub(super) fn fates(reloaded: &ReloadReport) -> Vec<(String, &'static str)> {
    let files = reloaded.files.iter();
    files
        .map(|file| {
            let fate = match file.fate {
                snaphook::ReloadFate::Taken => "taken",
                snaphook::ReloadFate::TakenOverBlock { .. } => "taken over a block",
                snaphook::ReloadFate::Broken { .. } => "broken",
                snaphook::ReloadFate::Blocked { .. } => "blocked",
                _ => "another",
            };
            let name = file.path.file_name().unwrap();
            (name.to_string_lossy().into_owned(), fate)
        })
        .collect()
}

pub(super) fn names(hooks: &[snaphook::ChangedHook]) -> Vec<&str> {
    hooks.iter().map(|hook| hook.name.as_str()).collect()
}

/// What hooks on ConfigChange were asked.
pub(super) type ReloadQuestions = Arc<Mutex<Vec<(String, String)>>>;

/// A function on ConfigChange that notes what it is asked, and answers.
pub(super) fn guard(
    asked: &ReloadQuestions,
    answer: impl Fn(&str) -> Option<Answer> + Send + Sync + 'static,
) -> FunctionHook {
    let asked = Arc::clone(asked);
    FunctionHook::new("ConfigChange", "guard", move |call| {
        let text = |key| {
            call.input
                .fields()
                .text(key)
                .unwrap_or_default()
                .into_owned()
        };
        let (source, path) = (text("source"), text("file_path"));
        let answer = answer(&path);
        asked.lock().unwrap().push((source, path));
        async move { answer }
    })
}

pub(super) fn take(asked: &ReloadQuestions) -> Vec<(String, String)> {
    std::mem::take(&mut asked.lock().unwrap())
}

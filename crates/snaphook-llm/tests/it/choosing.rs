//! Whom a hook asks.

use std::sync::{Arc, Mutex};

use serde_json::json;
use snaphook_llm::{
    Anthropic, ChatMessage, Completion, CompletionFuture, Endpoint, LanguageModel, LlmFactory,
    ModelKey, ModelRequest,
};

use crate::common::{agent, entry, fire, harness, harness_of, prompt, settings, tokens};
use crate::formats::{Format, KEY};
use crate::server::Server;

/// A model of the host's own: says this, and remembers what it was asked.
struct RecordingModel {
    says: fn() -> Completion,
    asked: Mutex<Vec<ModelRequest>>,
}

impl RecordingModel {
    fn new(says: fn() -> Completion) -> Arc<Self> {
        Arc::new(Self {
            says,
            asked: Mutex::default(),
        })
    }
}

impl LanguageModel for RecordingModel {
    fn complete<'a>(&'a self, request: &'a ModelRequest) -> CompletionFuture<'a> {
        self.asked.lock().unwrap().push(request.clone());
        let said = (self.says)();
        Box::pin(async move { Ok(said) })
    }
}

#[tokio::test]
async fn a_host_may_bring_a_model_of_its_own() {
    let own = RecordingModel::new(|| Completion::text(r#"{"ok": false, "reason": "mine"}"#));
    let factory = Arc::new(LlmFactory::with_model(own.clone()));
    let mut said = settings("PreToolUse", &prompt(json!({})));
    said["hookModel"] = json!("openai/from-settings");
    let harness = harness_of(factory.clone(), &[], &said);
    let outcome = fire(&harness, "PreToolUse", json!({})).await;
    assert_eq!(outcome.block_reason.as_deref(), Some("mine"));

    let mut said = said.clone();
    said["hooks"]["PreToolUse"][0]["hooks"][0]["model"] = json!("from-hook");
    let harness = harness_of(factory, &[], &said);
    fire(&harness, "PreToolUse", json!({})).await;
    let asked = own.asked.lock().unwrap();
    let models: Vec<_> = asked
        .iter()
        .map(|request| request.model.as_deref())
        .collect();
    assert_eq!(models, [Some("openai/from-settings"), Some("from-hook")]);
    assert!(
        matches!(&asked[0].messages[..], [ChatMessage::User(text)] if text.contains("Harmless?"))
    );
    assert!(asked[0].deadline.is_some() && asked[0].schema.is_some());
}

#[tokio::test]
async fn a_model_that_panics_takes_nothing_with_it() {
    let own = RecordingModel::new(|| panic!("on purpose"));
    let factory = Arc::new(LlmFactory::with_model(own));
    for hook in [prompt(json!({})), agent(json!({}))] {
        let settings = settings("PreToolUse", &hook);
        let harness = harness_of(factory.clone(), &[], &settings);
        let outcome = fire(&harness, "PreToolUse", json!({})).await;
        assert_eq!(
            entry(&outcome),
            ("failed", "the model's client panicked".to_owned())
        );
    }
}

#[tokio::test]
async fn the_settings_may_name_a_server_and_the_variable_of_its_key() {
    let format = Format::OpenAi;
    let server = Server::with([format.says(r#"{"ok": true}"#)]).await;
    let mut said = settings("PreToolUse", &prompt(json!({"model": "org/model"})));
    said["hookModel"] = json!({
        "provider": "openai", "baseUrl": format!("{}/api/v1/", server.url), "keyVariable": "ROUTER_KEY",
    });
    let env = [
        ("ROUTER_KEY", KEY),
        ("OPENAI_API_KEY", "not-this-one"),
        ("OPENAI_BASE_URL", "http://127.0.0.1:1"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()));
    let harness = harness(&env, &said);
    let outcome = fire(&harness, "PreToolUse", json!({})).await;
    assert_eq!(entry(&outcome).0, "success");
    assert_eq!(tokens(&outcome), Some((10, 5)));
    let seen = &server.seen()[0];
    assert_eq!(seen.path, "/api/v1/chat/completions");
    assert_eq!(seen.headers["authorization"], format!("Bearer {KEY}"));
    assert_eq!(seen.body["model"], "org/model");
}

#[tokio::test]
async fn a_server_without_a_key_gets_none() {
    let format = Format::OpenAi;
    let server = Server::with([format.says(r#"{"ok": true}"#)]).await;
    let mut env = format.env(&server);
    env.retain(|(name, _)| name == "OPENAI_BASE_URL");
    env.push(("SNAPHOOK_HOOK_MODEL".to_owned(), "llama3.2".to_owned()));
    let settings = settings("PreToolUse", &prompt(json!({})));
    let harness = harness(&env, &settings);
    assert_eq!(
        entry(&fire(&harness, "PreToolUse", json!({})).await).0,
        "success"
    );
    let seen = &server.seen()[0];
    assert!(!seen.headers.contains_key("authorization"));
    assert_eq!(seen.body["model"], "llama3.2");
}

#[tokio::test]
async fn a_ready_client_may_be_set_up_by_the_host() {
    let format = Format::Anthropic;
    let server = Server::with([format.says(r#"{"ok": true}"#)]).await;
    let endpoint = Endpoint::new(&server.url, "claude-x").unwrap();
    let client = Anthropic::new(endpoint.key(ModelKey::new(KEY).unwrap()));
    let factory = Arc::new(LlmFactory::with_model(Arc::new(client)));
    for (model, status) in [
        (None, "success"),
        (Some("opus"), "success"),
        (Some("openai/x"), "failed"),
    ] {
        let settings = settings("PreToolUse", &prompt(json!({"model": model})));
        let harness = harness_of(factory.clone(), &[], &settings);
        assert_eq!(
            entry(&fire(&harness, "PreToolUse", json!({})).await).0,
            status,
            "{model:?}"
        );
    }
    let asked: Vec<_> = server
        .seen()
        .iter()
        .map(|seen| seen.body["model"].clone())
        .collect();
    assert_eq!(asked, ["claude-x", "claude-opus-5"]);
}

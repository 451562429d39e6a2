//! What the tests share.

use std::collections::HashMap;
use std::ffi::OsString;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use snaphook_core::input::{CommonFields, Input, typed::PreToolUse};
use snaphook_core::outcome::{HookEntry, Outcome};
use snaphook_exec::{Registry, Surroundings};
use snaphook_http::{HttpFactory, HttpKind, LookupFuture, Resolver};
use snaphook_testkit::handlers::HookHarness;

/// Nothing in these tests takes this long unless it hangs.
pub(crate) const HANG: Duration = Duration::from_secs(60);

/// No outcome may show this.
pub(crate) const SECRET: &str = "s3cr3t-v4lue";

/// An http hook with more fields.
pub(crate) fn hook(url: impl Into<String>, more: Value) -> Value {
    let mut hook = json!({"type": "http", "url": url.into()});
    for (key, value) in more.as_object().unwrap() {
        hook[key] = value.clone();
    }
    hook
}

/// What a harness is made of here.
pub(crate) struct Bench {
    pub(crate) factory: HttpFactory,
    /// Settings beside the hooks.
    pub(crate) settings: Value,
    pub(crate) env: Vec<(&'static str, OsString)>,
}

impl Default for Bench {
    fn default() -> Self {
        Self {
            factory: HttpFactory::new(),
            settings: json!({}),
            env: vec![("TOKEN", SECRET.into())],
        }
    }
}

impl Bench {
    pub(crate) fn settings(settings: Value) -> Self {
        Self {
            settings,
            ..Self::default()
        }
    }

    pub(crate) fn names(names: impl Resolver + 'static) -> Self {
        Self {
            factory: HttpFactory::new().resolver(Arc::new(names)),
            ..Self::default()
        }
    }

    pub(crate) fn harness(&self, hook: &Value) -> HookHarness {
        let mut settings = self.settings.clone();
        settings["hooks"] = json!({"PreToolUse": [{"hooks": [hook]}]});
        let registry = Registry::default();
        registry.register("http", Arc::new(self.factory.clone()));
        let env = self.env.iter();
        HookHarness::new(&[&HttpKind], &registry, &settings).with_surroundings(Surroundings {
            env: env
                .map(|(name, value)| ((*name).into(), value.clone()))
                .collect(),
            ..Surroundings::default()
        })
    }

    /// What becomes of this hook.
    pub(crate) async fn run(&self, hook: &Value) -> HookEntry {
        let outcome = fire(&self.harness(hook)).await;
        assert_eq!(outcome.hooks.len(), 1, "{outcome:?}");
        outcome.hooks.into_iter().next().unwrap()
    }

    /// Why this hook fails.
    #[track_caller]
    pub(crate) fn failure(&self, hook: &Value) -> impl Future<Output = String> {
        let entry = self.run(hook);
        async move {
            let entry = entry.await;
            assert_eq!(entry.status.as_str(), "failed", "{entry:?}");
            entry.error.unwrap()
        }
    }
}

pub(crate) fn call() -> Input {
    let common = CommonFields::new("test", "/");
    let tool_input = json!({"command": "ls"});
    Input::new(&common, &PreToolUse::new("Bash", tool_input, "call")).unwrap()
}

/// Fires a tool call; fails when it hangs.
pub(crate) async fn fire(harness: &HookHarness) -> Outcome {
    harness.fire(call()).await
}

/// Names with fixed addresses; others are not found.
pub(crate) struct Names(HashMap<&'static str, Vec<IpAddr>>);

impl Names {
    pub(crate) fn new<const N: usize>(names: [(&'static str, &[&str]); N]) -> Self {
        let parse = |addresses: &[&str]| addresses.iter().map(|a| a.parse().unwrap()).collect();
        let names = names.into_iter();
        Self(names.map(|(name, found)| (name, parse(found))).collect())
    }
}

impl Resolver for Names {
    fn resolve(&self, host: &str) -> LookupFuture {
        let missing = || std::io::Error::new(std::io::ErrorKind::NotFound, "no such name");
        let found = self.0.get(host).cloned().ok_or_else(missing);
        Box::pin(std::future::ready(found))
    }
}

//! A hook that asks a language model to which there is no key here.

use serde_json::Value;
use snaphook_core::kind::{AgentDef, PromptDef};
use snaphook_core::model::{Provider, split};

use super::pass::{LintContext, Subject};
use crate::finding::Finding;
use crate::read::Settings;

const KEY: &str = "hookModel";
const HELP: &str = "set it where the agent runs, or name a server that needs none in `hookModel`";

/// What all files say about the models of hooks. Which of them counts depends on
/// files that may not be here: several are as good as anything.
pub(super) struct Models<'a>(Vec<&'a Value>);

impl<'a> Models<'a> {
    pub(super) fn of(settings: &[&'a Settings]) -> Self {
        let said = settings.iter().flat_map(|file| &file.handlers);
        let models = said.filter(|setting| setting.value.0 == KEY);
        Self(models.map(|setting| &setting.value.1).collect())
    }

    /// The variables one of which must be set for a hook that wants this model;
    /// none where nobody can know.
    fn variables(&self, wanted: Option<&str>) -> Vec<&str> {
        let named = wanted.and_then(|model| split(model).0);
        let servers: Vec<_> = self.0.iter().filter(|value| value.is_object()).collect();
        match (named, servers.as_slice(), self.0.len()) {
            (Some(provider), [], _) => variables_of(&[provider]),
            // It may be the server's own, with a key of its own.
            (Some(_), ..) => Vec::new(),
            (None, [server], 1) => server["keyVariable"].as_str().into_iter().collect(),
            (None, [_, ..], _) => Vec::new(),
            (None, [], _) => {
                let said = match self.0.as_slice() {
                    [Value::String(model)] => Some(model.as_str()),
                    _ => None,
                };
                let provider = wanted.or(said).and_then(|model| {
                    let (named, name) = split(model);
                    named.or_else(|| Provider::of_model(name))
                });
                match provider {
                    Some(provider) => variables_of(&[provider]),
                    None => variables_of(Provider::ALL),
                }
            }
        }
    }
}

/// A key will do, and so will an address, whose server may need none.
fn variables_of(providers: &[Provider]) -> Vec<&'static str> {
    let keys = providers.iter().map(|provider| provider.key_variable());
    let addresses = providers.iter().map(|provider| provider.base_variable());
    keys.chain(addresses).collect()
}

pub(super) fn check(
    subject: &Subject<'_>,
    models: &Models<'_>,
    context: &LintContext<'_>,
    findings: &mut Vec<Finding>,
) {
    let handler = &subject.hook.handler;
    let of_prompt = handler.get::<PromptDef>().map(|def| &def.model);
    let of_agent = || handler.get::<AgentDef>().map(|def| &def.model);
    let Some(wanted) = of_prompt.or_else(of_agent) else {
        return;
    };
    let kind = handler.kind();
    let (Some(is_set), true) = (context.is_set, context.runnable.contains(&kind.as_str())) else {
        return;
    };
    let variables = models.variables(wanted.as_deref());
    if variables.is_empty() || variables.iter().any(|name| is_set(name)) {
        return;
    }
    let is_address = |name: &str| Provider::ALL.iter().any(|one| one.base_variable() == name);
    let keys: Vec<_> = variables
        .iter()
        .filter(|name| !is_address(name))
        .map(|name| format!("`{name}`"))
        .collect();
    let missing = match keys.as_slice() {
        [one] => format!("{one} is not set"),
        several => format!("none of {} is set", several.join(", ")),
    };
    let spans = subject.spans;
    let span = spans.model.as_ref().or(spans.kind.as_ref());
    findings.push(subject.hint(
        "model-without-key",
        span.unwrap_or(&spans.handler).clone(),
        format!("there is no key for the model of this hook: {missing}"),
        HELP,
    ));
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use snaphook_core::Severity;
    use snaphook_core::hook::Scope;

    use crate::lint::{Files, Found, LintContext, lint};
    use crate::load::parse;
    use crate::read::Loading;

    struct NoFiles;

    impl Files for NoFiles {
        fn look(&self, _: &Path) -> Found {
            Found::Unknown
        }
    }

    /// What is found where these variables are set: the messages, and what they
    /// point at.
    fn found(text: &str, variables: Option<&[&str]>) -> Vec<(String, String)> {
        let settings = parse(
            "s.json".as_ref(),
            text,
            Scope::User,
            &mut Loading::default(),
        );
        let is_set = |name: &str| variables.is_some_and(|set| set.contains(&name));
        let context = LintContext {
            kinds: &snaphook_core::kind::Kinds::default(),
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
}

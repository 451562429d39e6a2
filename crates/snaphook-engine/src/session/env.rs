//! The variables that hooks have set for a session (`CLAUDE_ENV_FILE`), with who
//! set them: what a project's hook sets does not change what the user's and the
//! organisation's hooks run. Pure.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use snaphook_core::env_file::decides_what_runs;
use snaphook_core::hook::{Hook, Scope};

/// Who set a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VariableSetter {
    /// A hook of the user, the organisation, the host, or a plugin.
    User,
    /// A hook of the project, or of a skill or an agent file.
    Project,
}

impl VariableSetter {
    /// Whose word a hook of this scope is.
    #[must_use]
    pub fn of(scope: Scope) -> Self {
        match scope {
            Scope::Project | Scope::Local | Scope::Skill | Scope::Agent => Self::Project,
            Scope::Managed
            | Scope::User
            | Scope::Explicit
            | Scope::Plugin
            | Scope::Host
            | Scope::Session => Self::User,
        }
    }
}

/// What somebody made of a variable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetVariable {
    /// Who.
    pub by: VariableSetter,
    /// Its value; `None` if it was taken away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// A variable as it is kept: at most one word of each, the last counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum KeptVariable {
    /// With who set it, in the order in which they did.
    Set(Vec<SetVariable>),
    /// As older versions kept it. Nobody knows who set it: it counts as the
    /// project's.
    Old(String),
}

/// Whether a hook gets a variable that the project sets. Other hooks than the
/// project's get none that decides which code they run, and their guards get none.
pub(crate) fn gets_project_variable(hook: &Hook, name: &str) -> bool {
    let of_project = VariableSetter::of(hook.source.rights_of()) == VariableSetter::Project;
    of_project || (!hook.is_guard() && !decides_what_runs(name))
}

/// The variables of a session.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct SessionEnv(BTreeMap<String, Vec<SetVariable>>);

impl SessionEnv {
    /// A hook of this scope has set variables, or taken them away.
    pub(super) fn set(&mut self, scope: Scope, variables: Vec<(String, Option<String>)>) {
        let by = VariableSetter::of(scope);
        for (name, value) in variables {
            self.put(name, SetVariable { by, value });
        }
    }

    fn put(&mut self, name: String, one: SetVariable) {
        let set = self.0.entry(name).or_default();
        set.retain(|other| other.by != one.by);
        set.push(one);
    }

    /// What the agent's own commands get.
    pub(super) fn of_agent(&self) -> BTreeMap<String, String> {
        let all = self.0.iter();
        all.filter_map(|(name, set)| Some((name.clone(), set.last()?.value.clone()?)))
            .collect()
    }

    /// What a hook gets: its value, or nothing where it was taken away.
    pub(crate) fn for_hook(&self, hook: &Hook) -> Vec<(String, Option<String>)> {
        let hears_project = |name: &str| gets_project_variable(hook, name);
        let mut seen = Vec::with_capacity(self.0.len());
        for (name, set) in &self.0 {
            let mut counts = set.iter().rev();
            let counts = counts.find(|one| one.by == VariableSetter::User || hears_project(name));
            if let Some(one) = counts {
                seen.push((name.clone(), one.value.clone()));
            }
        }
        seen
    }

    pub(super) fn kept(&self) -> BTreeMap<String, KeptVariable> {
        let all = self.0.clone().into_iter();
        all.map(|(name, set)| (name, KeptVariable::Set(set)))
            .collect()
    }

    pub(super) fn remember(&mut self, kept: BTreeMap<String, KeptVariable>) {
        for (name, kept) in kept {
            let set = match kept {
                KeptVariable::Set(set) => set,
                KeptVariable::Old(value) => vec![SetVariable {
                    by: VariableSetter::Project,
                    value: Some(value),
                }],
            };
            for one in set {
                self.put(name.clone(), one);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use snaphook_core::event::Event;
    use snaphook_core::hook::{FunctionDef, OnFailure, Source};
    use snaphook_core::matching::GroupMatcher;

    use super::*;

    fn hook(scope: Scope, on_failure: OnFailure) -> Hook {
        let event = Event::resolve("PreToolUse");
        let matcher = GroupMatcher::new(event.spec(), None);
        let source = Source {
            scope,
            file: None,
            line: None,
            origin: None,
        };
        let mut hook = Hook::new(event, matcher, FunctionDef, source);
        hook.on_failure = on_failure;
        hook
    }

    fn seen(env: &SessionEnv, scope: Scope, on_failure: OnFailure) -> Vec<String> {
        let set = env.for_hook(&hook(scope, on_failure)).into_iter();
        set.map(|(name, value)| format!("{name}={}", value.unwrap_or("-".to_owned())))
            .collect()
    }

    fn set(env: &mut SessionEnv, scope: Scope, name: &str, value: Option<&str>) {
        env.set(scope, vec![(name.to_owned(), value.map(str::to_owned))]);
    }

    #[test]
    fn a_project_does_not_set_what_decides_which_code_a_users_hook_runs() {
        let mut env = SessionEnv::default();
        set(&mut env, Scope::User, "PATH", Some("/user"));
        set(&mut env, Scope::User, "TOKEN", Some("user"));
        set(&mut env, Scope::Local, "PATH", Some("/evil"));
        set(&mut env, Scope::Project, "LD_PRELOAD", Some("evil.so"));
        set(&mut env, Scope::Project, "URL", Some("here"));
        set(&mut env, Scope::Project, "TOKEN", None);
        let (plain, guard) = (OnFailure::Continue, OnFailure::Block);
        for scope in [Scope::Project, Scope::Local] {
            for policy in [plain, guard] {
                assert_eq!(
                    seen(&env, scope, policy),
                    ["LD_PRELOAD=evil.so", "PATH=/evil", "TOKEN=-", "URL=here"]
                );
            }
        }
        for scope in [
            Scope::Managed,
            Scope::User,
            Scope::Explicit,
            Scope::Plugin,
            Scope::Session,
        ] {
            assert_eq!(
                seen(&env, scope, plain),
                ["PATH=/user", "TOKEN=-", "URL=here"]
            );
            assert_eq!(seen(&env, scope, guard), ["PATH=/user", "TOKEN=user"]);
        }
        let of_agent = env.of_agent();
        assert_eq!(of_agent["PATH"], "/evil");
        assert_eq!(of_agent.get("TOKEN"), None);

        let mut again = SessionEnv::default();
        let text = serde_json::to_string(&env.kept()).unwrap();
        again.remember(serde_json::from_str(&text).unwrap());
        assert_eq!(again, env, "who set it is kept");
    }

    #[test]
    fn what_an_older_version_kept_counts_as_the_projects() {
        let mut env = SessionEnv::default();
        env.remember(serde_json::from_str(r#"{"PATH": "/x", "A": "b"}"#).unwrap());
        assert_eq!(seen(&env, Scope::User, OnFailure::Continue), ["A=b"]);
    }
}

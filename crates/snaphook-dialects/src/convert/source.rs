//! Reads the canonical tree of a settings file as a list of hooks, each with its event, its
//! matcher and its keys.

use serde_json::{Map, Value};
use snaphook_core::dialect::Rules;
use snaphook_settings::node::{Member, Node};

/// Something of the source that the target does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// The hook, as its event and the beginning of its command; none for what belongs to no
    /// single hook.
    pub hook: Option<String>,
    /// What is lost, in words.
    pub words: String,
}

/// A hook of the source.
#[derive(Debug, Clone)]
pub(super) struct SourceHook {
    /// The event, as the file calls it.
    pub(super) native_event: String,
    /// The canonical event.
    pub(super) event: String,
    pub(super) matcher: Option<String>,
    /// Canonical keys of the hook.
    pub(super) keys: Map<String, Value>,
    /// Keys of its group beside the matcher.
    pub(super) group: Vec<String>,
}

/// So many characters of a command name its hook.
const SHOWN: usize = 60;

/// Switches and variables at the root of a file, which count for its hooks.
const OF_HOOKS: &[&str] = &["env", "disableAllHooks", "disabledHooks", "permissions"];

impl SourceHook {
    /// How a list of losses calls it.
    pub(super) fn label(&self) -> String {
        let does = ["command", "url", "tool", "prompt"];
        let command = does.iter().find_map(|key| self.keys.get(*key)?.as_str());
        let command = command.unwrap_or_default().replace(['\n', '\r'], " ");
        let mut shown: String = command.chars().take(SHOWN).collect();
        if shown.len() < command.len() {
            shown.push('…');
        }
        format!("{} `{shown}`", self.native_event)
    }

    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.keys.get(key)?.as_str()
    }

    pub(super) fn loses(&self, words: impl Into<String>) -> Loss {
        Loss {
            hook: Some(self.label()),
            words: words.into(),
        }
    }
}

/// The hooks of a tree.
pub(super) fn hooks_of(tree: &Node, rules: &Rules, lost: &mut Vec<Loss>) -> Vec<SourceHook> {
    let mut found = Vec::new();
    for member in tree.members().unwrap_or_default() {
        if member.key == "hooks" {
            for event in member.value.members().unwrap_or_default() {
                of_event(event, rules, &mut found, lost);
            }
        } else if OF_HOOKS.contains(&member.key.as_str()) {
            lost.push(Loss {
                hook: None,
                words: format!("`{}` of the file is not converted", member.key),
            });
        }
    }
    found
}

fn of_event(event: &Member, rules: &Rules, found: &mut Vec<SourceHook>, lost: &mut Vec<Loss>) {
    let unreadable = |lost: &mut Vec<Loss>| {
        lost.push(Loss {
            hook: None,
            words: format!(
                "an entry of {} that is not a hook is left out; `snaphook check` says more",
                event.key
            ),
        });
    };
    let Some(groups) = event.value.items() else {
        return unreadable(lost);
    };
    for group in groups {
        let members = group.members().unwrap_or_default();
        let of_key = |key: &str| members.iter().rfind(|member| member.key == key);
        let Some(hooks) = of_key("hooks").and_then(|hooks| hooks.value.items()) else {
            unreadable(lost);
            continue;
        };
        let matcher = of_key("matcher").and_then(|matcher| matcher.value.text());
        let others = members.iter().map(|member| member.key.clone());
        let others = others.filter(|key| !matches!(key.as_str(), "hooks" | "matcher"));
        let others: Vec<String> = others.collect();
        for hook in hooks {
            let Value::Object(keys) = hook.to_value() else {
                unreadable(lost);
                continue;
            };
            found.push(SourceHook {
                native_event: event.key.clone(),
                event: rules.names.canonical_event(&event.key).to_owned(),
                matcher: matcher.map(str::to_owned),
                keys,
                group: others.clone(),
            });
        }
    }
}

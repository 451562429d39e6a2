//! `approvers` and `approvals`: who may answer requests, how they wait, who is told.

use serde_json::Value;
use snaphook_core::Severity;
use snaphook_core::event::nearest;
use snaphook_core::hook::Scope;
use snaphook_core::kind::{Key, ValueType};
use snaphook_rules::Rule;

use super::fields::{NodeFields, wrong_type};
use super::file::FileReader;
use super::values::{check, value_of};
use crate::keys::{APPROVALS, APPROVER, APPROVER_WORDS, NOTIFIERS};
use crate::node::{Kind, Node};
use crate::setting::Setting;

/// One entry of `approvers`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ApproverSettings {
    /// Who: words of [`APPROVER_WORDS`], some with a name.
    pub who: Vec<String>,
    /// Tools and rules; empty: all.
    pub tools: Vec<String>,
    /// Choices; empty: all.
    pub choices: Vec<String>,
}

/// One entry of `approvals.notify`: its values by key, held to the keys of its type.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct NotifierSettings {
    /// The word of `type`.
    pub kind: &'static str,
    /// The entry.
    pub fields: Value,
}

/// What a file, or all files together, say of approvals.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ApprovalsSettings {
    /// The lists of `approvers`: an answer needs an entry in each.
    pub approvers: Vec<Setting<Vec<ApproverSettings>>>,
    /// How long a request waits, in seconds.
    pub wait_seconds: Option<Setting<f64>>,
    /// Whether a request waits where nobody looks.
    pub waits_unattended: Option<Setting<bool>>,
    /// The address of links.
    pub url: Option<Setting<String>>,
    /// Names, and the SHA-256 of each key.
    pub keys: Vec<Setting<(String, String)>>,
    /// Who is told.
    pub notify: Vec<Setting<NotifierSettings>>,
    /// A file of the user or the organisation could not be loaded. It may have said who may
    /// answer, so nobody may.
    pub is_incomplete: bool,
}

impl ApprovalsSettings {
    /// Takes what a file of at least the same precedence says.
    pub(crate) fn take(&mut self, said: &Self) {
        self.approvers.extend(said.approvers.iter().cloned());
        self.is_incomplete |= said.is_incomplete;
        let replace = |value: &mut Option<Setting<f64>>, by: &Option<Setting<f64>>| {
            if by.is_some() {
                value.clone_from(by);
            }
        };
        replace(&mut self.wait_seconds, &said.wait_seconds);
        if said.waits_unattended.is_some() {
            self.waits_unattended.clone_from(&said.waits_unattended);
        }
        if said.url.is_some() {
            self.url.clone_from(&said.url);
        }
        self.keys.extend(said.keys.iter().cloned());
        self.notify.extend(said.notify.iter().cloned());
    }

    /// The keys that count: where managed settings have keys, only those. Otherwise users
    /// could make themselves the key that an organisation's list asks for.
    pub fn keys(&self) -> impl Iterator<Item = &(String, String)> {
        let is_managed = |key: &&Setting<(String, String)>| key.scope == Scope::Managed;
        let managed_only = self.keys.iter().any(|key| is_managed(&key));
        let keys = self.keys.iter();
        keys.filter(move |key| !managed_only || is_managed(key))
            .map(|key| &key.value)
    }
}

impl FileReader<'_> {
    /// Reads both keys. A project does not decide who approves what it does.
    pub(super) fn read_approvals(&mut self, fields: &NodeFields<'_>) -> ApprovalsSettings {
        let mut said = ApprovalsSettings::default();
        let of_project = matches!(self.scope(), Scope::Project | Scope::Local);
        for key in ["approvers", "approvals"] {
            for node in fields.all(key) {
                match key {
                    _ if of_project => self.refuse_project_key(key, node),
                    "approvers" => {
                        let list = self.read_approvers(node);
                        said.approvers.push(self.setting(node, list));
                    }
                    _ => self.read_approvals_object(node, &mut said),
                }
            }
        }
        said
    }

    fn refuse_project_key(&mut self, key: &str, node: &Node) {
        self.warn(
            node.span.clone(),
            "not-in-project-settings",
            format!(
                "`{key}` has no effect in a project's file: only the user's and managed settings say who approves"
            ),
            Some("move it to your own settings, such as ~/.config/snaphook/settings.json".to_owned()),
        );
    }

    /// The entries that can be read. One that cannot lets nobody answer.
    fn read_approvers(&mut self, node: &Node) -> Vec<ApproverSettings> {
        let Some(items) = node.items() else {
            let wanted = "a list such as [{\"who\": [\"page\"]}]";
            let message = format!(
                "{}; it lets nobody answer",
                wrong_type("approvers", wanted, node)
            );
            self.error(node, message);
            return Vec::new();
        };
        let mut list = Vec::with_capacity(items.len());
        for item in items {
            if !self.fits("approvers[]", APPROVER, item) {
                continue;
            }
            let texts = |key: &str| -> Vec<String> {
                let found = NodeFields::of(item).get(key).and_then(Node::items);
                let texts = found.unwrap_or_default().iter().filter_map(Node::text);
                texts.map(str::to_owned).collect()
            };
            let entry = ApproverSettings {
                who: texts("who"),
                tools: texts("tools"),
                choices: texts("choices"),
            };
            self.warn_of_words(item, &entry);
            list.push(entry);
        }
        list
    }

    /// Warns of words that name nobody, and of rules that cover nothing.
    fn warn_of_words(&mut self, item: &Node, entry: &ApproverSettings) {
        for word in &entry.who {
            let kind = word.split_once(':').map_or(word.as_str(), |(kind, _)| kind);
            if APPROVER_WORDS.iter().all(|(known, _)| *known != kind) {
                let near = nearest(kind, APPROVER_WORDS.iter().map(|(known, _)| *known));
                self.warn(
                    item.span.clone(),
                    "unknown-approver",
                    format!("`{word}` in `approvers[].who` names nobody"),
                    near.map(|near| format!("did you mean `{near}`?")),
                );
            }
        }
        for text in entry.tools.iter().filter(|text| text.contains('(')) {
            if let Err(error) = Rule::parse(text) {
                self.warn(
                    item.span.clone(),
                    "bad-rule",
                    format!("`{text}` in `approvers[].tools` covers no call: {error}"),
                    None,
                );
            }
        }
    }

    fn read_approvals_object(&mut self, node: &Node, said: &mut ApprovalsSettings) {
        if node.members().is_none() {
            let wanted = "an object such as {\"waitSeconds\": 600}";
            return self.error(node, wrong_type("approvals", wanted, node));
        }
        self.warn_repeated_inside(node);
        self.warn_unknown("approvals", APPROVALS, node);
        let fields = NodeFields::of(node);
        for key in APPROVALS {
            let Some(value) = fields.get(key.name) else {
                continue;
            };
            let name = format!("approvals.{}", key.name);
            if key.name == "notify" {
                let list = self.read_notifiers(&name, value);
                said.notify.extend(list);
            } else if self.holds(&name, &key.holds, value) {
                self.take_approvals_value(key.name, value, said);
            }
        }
    }

    fn take_approvals_value(&mut self, key: &str, node: &Node, said: &mut ApprovalsSettings) {
        match (key, &node.kind) {
            ("waitSeconds", Kind::Number(seconds)) => {
                said.wait_seconds = Some(self.setting(node, *seconds));
            }
            ("unattended", _) => {
                said.waits_unattended = Some(self.setting(node, node.text() == Some("wait")));
            }
            ("url", Kind::Text(url)) => said.url = Some(self.setting(node, url.clone())),
            ("keys", _) => {
                for member in NodeFields::of(node).last_members() {
                    let sum = member.value.text().unwrap_or_default().to_owned();
                    if sum.len() != 64 || !sum.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                        self.warn(
                            member.value.span.clone(),
                            "bad-key-digest",
                            format!(
                                "`approvals.keys.{}` is not the SHA-256 of a key, so no key fits it",
                                member.key
                            ),
                            Some("make a key with `snaphook approvals key NAME`".to_owned()),
                        );
                    }
                    let key = (member.key.clone(), sum);
                    said.keys.push(self.setting(&member.value, key));
                }
            }
            _ => {}
        }
    }

    fn read_notifiers(&mut self, name: &str, node: &Node) -> Vec<Setting<NotifierSettings>> {
        let Some(items) = node.items() else {
            self.error(node, wrong_type(name, "a list", node));
            return Vec::new();
        };
        let mut list = Vec::with_capacity(items.len());
        for item in items {
            let name = format!("{name}[]");
            let word = NodeFields::of(item).get("type").and_then(Node::text);
            let kind = NOTIFIERS.iter().find(|kind| Some(kind.name) == word);
            let Some(kind) = kind else {
                let known: Vec<_> = NOTIFIERS
                    .iter()
                    .map(|kind| format!("\"{}\"", kind.name))
                    .collect();
                let message = format!("`{name}.type` must be {}", known.join(" or "));
                self.error(item, message);
                continue;
            };
            if self.fits(&name, kind.keys, item) {
                self.warn_of_secret(&name, item);
                let fields = value_of(item);
                let entry = NotifierSettings {
                    kind: kind.name,
                    fields,
                };
                list.push(self.setting(item, entry));
            }
        }
        list
    }

    /// Warns of a secret that stands in the file itself.
    fn warn_of_secret(&mut self, name: &str, item: &Node) {
        for key in ["secret", "token"] {
            let Some(node) = NodeFields::of(item).get(key) else {
                continue;
            };
            let text = node.text().unwrap_or_default();
            if !["env:", "file:"]
                .iter()
                .any(|start| text.starts_with(start))
            {
                self.warn(
                    node.span.clone(),
                    "secret-in-settings",
                    format!("`{name}.{key}` must say where the secret is, so this notifier cannot be used"),
                    Some("write `env:NAME` or `file:PATH`".to_owned()),
                );
            }
        }
    }

    /// Whether an object is what its keys say; warns of other keys.
    fn fits(&mut self, name: &str, keys: &'static [Key], node: &Node) -> bool {
        self.warn_unknown(name, keys, node);
        self.holds(name, &ValueType::Object(keys), node)
    }

    /// Whether a value is what its key may hold; an error says so otherwise.
    fn holds(&mut self, name: &str, holds: &ValueType, node: &Node) -> bool {
        match check(name, holds, node) {
            Ok(()) => self.holds_addresses(name, holds, node),
            Err(problem) => {
                let span = problem.node.span.clone();
                self.find(
                    Severity::Error,
                    span,
                    problem.code,
                    problem.message,
                    problem.help,
                );
                false
            }
        }
    }

    /// Whether every address in a value begins with http or https; an error says so
    /// otherwise.
    fn holds_addresses(&mut self, name: &str, holds: &ValueType, node: &Node) -> bool {
        match holds {
            ValueType::Url => {
                let text = node.text().unwrap_or_default().trim_start();
                let scheme = text.split(':').next().unwrap_or_default();
                let is_web = ["http", "https"]
                    .iter()
                    .any(|web| scheme.eq_ignore_ascii_case(web));
                let is_web = is_web && text.contains(':');
                if !is_web {
                    let message = format!("`{name}` must begin with http:// or https://");
                    let span = node.span.clone();
                    self.find(Severity::Error, span, "bad-url", message, None);
                }
                is_web
            }
            ValueType::Object(keys) => {
                let mut all = true;
                for key in *keys {
                    if let Some(value) = NodeFields::of(node).get(key.name) {
                        let name = format!("{name}.{}", key.name);
                        all &= self.holds_addresses(&name, &key.holds, value);
                    }
                }
                all
            }
            _ => true,
        }
    }

    fn warn_unknown(&mut self, name: &str, keys: &[Key], node: &Node) {
        for member in node.members().unwrap_or_default() {
            if keys.iter().all(|known| known.name != member.key) {
                let near = nearest(&member.key, keys.iter().map(|known| known.name));
                self.warn(
                    member.key_span.clone(),
                    "unknown-key",
                    format!("unknown key `{name}.{}`", member.key),
                    near.map(|near| format!("did you mean `{near}`?")),
                );
            }
        }
    }
}

//! The top of a settings file: its switches and its table of hooks.

use std::collections::HashMap;
use std::ops::Range;

use serde_json::Value;
use snaphook_core::Severity;
use snaphook_core::event::{Event, EventName, UnknownEvent, nearest};
use snaphook_core::hook::{Authority, Hook, HookId, Scope, Source};

use super::fields::{NodeFields, wrong_type};
use super::group::holds_guard;
use super::helper::HelperCommand;
use super::loading::LoadContext;
use super::permissions::PermissionSettings;
use super::spans::HookSpans;
use super::switches::Switches;
use crate::finding::Finding;
use crate::keys;
use crate::node::{Member, Node};
use crate::other_agents::event_of_other_agent;
use crate::setting::Setting;
use crate::source_text::SourceText;

/// What one settings file says.
#[derive(Debug)]
pub struct Settings {
    /// Where it is.
    pub scope: Scope,
    /// Its hooks, top to bottom.
    pub hooks: Vec<Hook>,
    /// The events it has a list for, also an empty one.
    pub events: Vec<Setting<EventName>>,
    /// What it says beside its hooks.
    pub switches: Switches,
    /// `env`: variables for hooks.
    pub env: Vec<Setting<(String, String)>>,
    /// What it says to handlers, by key.
    pub handlers: Vec<Setting<(String, Value)>>,
    /// What it says of permissions.
    pub permissions: PermissionSettings,
    /// `statusLine`: the command that draws the host's status line.
    pub status_line: Option<HelperCommand>,
    /// `fileSuggestion`: the command that completes names of files.
    pub file_suggestion: Option<HelperCommand>,
    /// Everything that is wrong or looks wrong in it.
    pub findings: Vec<Finding>,
    /// Where the parts of each hook stand.
    pub spans: HashMap<HookId, HookSpans>,
    /// The text it was read from.
    pub source: SourceText,
}

/// Reads one file.
pub(crate) struct FileReader<'a> {
    pub(super) loading: &'a mut LoadContext,
    pub(super) settings: Settings,
    /// The event being read: findings belong to it.
    pub(super) event: Option<EventName>,
    /// Its name in the dialect, where that has one of its own.
    pub(super) native_event: Option<&'static str>,
    /// Where an entry stands that could not be loaded and may have been the guard
    /// of what the file allows.
    pub(super) lost: Option<Range<usize>>,
}

impl<'a> FileReader<'a> {
    pub(crate) fn new(source: SourceText, scope: Scope, loading: &'a mut LoadContext) -> Self {
        Self {
            loading,
            settings: Settings {
                scope,
                hooks: Vec::new(),
                events: Vec::new(),
                switches: Switches::default(),
                env: Vec::new(),
                handlers: Vec::new(),
                permissions: PermissionSettings::default(),
                status_line: None,
                file_suggestion: None,
                findings: Vec::new(),
                spans: HashMap::new(),
                source,
            },
            event: None,
            native_event: None,
            lost: None,
        }
    }

    pub(crate) fn read(mut self, root: &Node) -> Settings {
        let fields = NodeFields::of(root);
        let kinds = self.loading.known_kinds().clone();
        let is_known = |key: &str| keys::top_level(&kinds).any(|known| known.name == key);
        self.warn_repeated(fields.members(), is_known);
        self.read_switches(&fields);
        if let Some(node) = fields.get("env") {
            self.settings.env = self.read_env(node);
        }
        if let Some(node) = fields.get("statusLine") {
            self.settings.status_line = self.read_helper("statusLine", node);
        }
        if let Some(node) = fields.get("fileSuggestion") {
            self.settings.file_suggestion = self.read_helper("fileSuggestion", node);
        }
        self.read_all_permissions(fields.all("permissions").collect());
        for node in fields.all("hooks") {
            self.read_hooks(node);
        }
        for key in kinds.settings_keys() {
            if let Some((node, value)) = fields.value_for_kind(key) {
                if key.owner_only && self.scope().authority() < Authority::User {
                    self.warn_of_owner_key(key.name, node);
                    continue;
                }
                let setting = self.setting(node, (key.name.to_owned(), value));
                self.settings.handlers.push(setting);
            }
        }
        for member in fields.members() {
            if !is_known(&member.key) {
                self.read_other_key(member);
            }
        }
        self.suspend_permissions();
        self.settings
    }

    /// Reads only `hooks`: in front matter, all other keys are the skill's or
    /// the agent's own.
    pub(crate) fn read_only_hooks(mut self, root: &Node) -> Settings {
        let fields = NodeFields::of(root);
        self.warn_repeated(fields.members(), |key| key == "hooks");
        for node in fields.all("hooks") {
            self.read_hooks(node);
        }
        self.settings
    }

    /// The event of a key in `hooks`. Where an agent file says `Stop`, it means
    /// the end of that agent.
    fn event_of(&self, key: &str) -> Event {
        let rules = self.loading.rules();
        let event = rules.event(key);
        match (self.scope(), event.as_str()) {
            (Scope::Agent, "Stop") => rules.event("SubagentStop"),
            _ => event,
        }
    }

    /// The event that is meant by another agent's name for it.
    fn event_elsewhere(&self, event: &Event) -> Option<&'static str> {
        let meant = event
            .is_custom()
            .then(|| event_of_other_agent(event.as_str()))??;
        (!self.loading.rules().event(meant).is_custom()).then_some(meant)
    }

    /// Settings of other programs may be beside hooks; an event may not.
    fn read_other_key(&mut self, member: &Member) {
        let event = self.loading.rules().event(&member.key);
        if !event.is_custom() {
            self.event = Some(event.name().clone());
            self.find(
                Severity::Error,
                member.key_span.clone(),
                "event-outside-hooks",
                format!(
                    "`{}` is outside of `hooks`, so its hooks do not run",
                    member.key
                ),
                Some(format!(
                    "move it into `hooks`: {{ \"hooks\": {{ \"{}\": […] }} }}",
                    member.key
                )),
            );
            self.note_lost(&event, &member.value);
            self.keep_guards(&event, &member.value);
            self.event = None;
            return;
        }
        let known = keys::top_level(self.loading.known_kinds()).map(|key| key.name);
        if let Some(near) = nearest(&member.key, known) {
            if near == "hooks" {
                self.note_lost_somewhere(&member.value);
            }
            self.warn(
                member.key_span.clone(),
                "unknown-key",
                format!("unknown key `{}`", member.key),
                Some(format!("did you mean `{near}`?")),
            );
        }
    }

    fn read_hooks(&mut self, node: &Node) {
        let Some(events) = node.members() else {
            let mut message = wrong_type("hooks", "an object with a key per event", node);
            message.push_str(", like {\"PreToolUse\": […]}");
            self.error(node, message);
            self.note_lost_somewhere(node);
            return;
        };
        self.warn_repeated_events(events);
        for member in events {
            let event = self.event_of(&member.key);
            // Told of every event: nobody will ever fire this one.
            let elsewhere = self.event_elsewhere(&event);
            if let Some(near) = elsewhere.or_else(|| self.loading.rules().near(&event)) {
                let severity = if holds_guard(&member.value) {
                    Severity::Error
                } else {
                    Severity::Warning
                };
                let slip = UnknownEvent::new(&*member.key, Some(near));
                self.find(
                    severity,
                    member.key_span.clone(),
                    "unknown-event",
                    slip.to_string(),
                    slip.help(),
                );
                let meant = self.loading.rules().event(near);
                self.note_lost(&meant, &member.value);
                let reason = format!("it is under the {slip}");
                self.keep_guards_as(&meant, &member.value, &reason);
            }
            self.event = Some(event.name().clone());
            self.native_event = self.loading.rules().native_event(&member.key);
            let list = self.setting(&member.value, event.name().clone());
            self.settings.events.push(list);
            self.warn_repeated_inside(&member.value);
            match member.value.items() {
                Some(groups) => {
                    for group in groups {
                        self.read_group(&event, group);
                    }
                }
                None => {
                    let object = member.value.members().is_some();
                    self.find(
                        Severity::Error,
                        member.value.span.clone(),
                        "wrong-type",
                        wrong_type(&member.key, "a list of groups", &member.value),
                        object.then(|| "write a list: [ { \"hooks\": [ {…} ] } ]".to_owned()),
                    );
                    self.note_lost(&event, &member.value);
                    self.keep_guards(&event, &member.value);
                }
            }
            self.event = None;
            self.native_event = None;
        }
    }

    pub(super) fn scope(&self) -> Scope {
        self.settings.scope
    }

    pub(super) fn source(&self, node: &Node) -> Source {
        Source {
            scope: self.scope(),
            file: Some(self.settings.source.file().clone()),
            line: Some(self.settings.source.at(node.span.clone()).line),
            origin: None,
        }
    }

    /// Notes a setting that only the user and the organisation have.
    fn warn_of_owner_key(&mut self, key: &str, node: &Node) {
        self.warn(
            node.span.clone(),
            "not-in-project-settings",
            format!(
                "`{key}` has no effect in a project's file: only the user's and managed settings say it"
            ),
            Some("move it to your own settings, such as ~/.config/snaphook/settings.json".to_owned()),
        );
    }

    /// Notes that something cannot take effect.
    pub(super) fn error(&mut self, node: &Node, message: String) {
        self.find(
            Severity::Error,
            node.span.clone(),
            "wrong-type",
            message,
            None,
        );
    }

    pub(super) fn warn(
        &mut self,
        span: Range<usize>,
        code: &'static str,
        message: String,
        help: Option<String>,
    ) {
        self.find(Severity::Warning, span, code, message, help);
    }

    pub(super) fn find(
        &mut self,
        severity: Severity,
        span: Range<usize>,
        code: &'static str,
        message: String,
        help: Option<String>,
    ) {
        self.settings.findings.push(Finding {
            severity,
            code,
            message,
            help,
            location: self.settings.source.at(span),
            event: self.event.clone(),
            hook: None,
        });
    }
}

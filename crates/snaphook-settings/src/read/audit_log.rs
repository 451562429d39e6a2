//! `auditLog`: what is recorded of every event, and for how long.

use snaphook_core::Severity;
use snaphook_core::event::nearest;
use snaphook_core::hook::Scope;

use super::fields::{NodeFields, wrong_type};
use super::file::FileReader;
use super::switches::whole_number;
use crate::keys::AUDIT_LOG;
use crate::node::{Kind, Node};
use crate::setting::Setting;

/// What one file says of the audit log.
#[derive(Debug, Clone, Default)]
pub struct AuditLogSettings {
    /// Whether there is one.
    pub enabled: Option<Setting<bool>>,
    /// Where it is kept, as written.
    pub file: Option<Setting<String>>,
    /// Days after which a record goes; 0: never.
    pub max_days: Option<Setting<u32>>,
    /// Megabytes that all records together may take; 0: any number.
    pub max_megabytes: Option<Setting<u32>>,
    /// Fields whose values are not kept.
    pub redact_fields: Vec<Setting<String>>,
}

impl FileReader<'_> {
    /// Reads it. A project does not decide whether, and where, somebody records
    /// what is done in it.
    pub(super) fn read_audit_log(&mut self, node: &Node) -> AuditLogSettings {
        if matches!(self.scope(), Scope::Project | Scope::Local) {
            self.warn(
                node.span.clone(),
                "not-in-project-settings",
                "`auditLog` has no effect in a project's file: only the user's and managed settings configure the log"
                    .to_owned(),
                Some(
                    "move it to your own settings, such as ~/.config/snaphook/settings.json"
                        .to_owned(),
                ),
            );
            return AuditLogSettings::default();
        }
        if let Kind::Bool(flag) = node.kind {
            return AuditLogSettings {
                enabled: Some(self.setting(node, flag)),
                ..AuditLogSettings::default()
            };
        }
        let Some(members) = node.members() else {
            let wanted = "true, false, or an object such as {\"maxDays\": 7}";
            self.error(node, wrong_type("auditLog", wanted, node));
            return AuditLogSettings::default();
        };
        self.warn_repeated_inside(node);
        for member in members {
            if AUDIT_LOG.iter().all(|known| known.name != member.key) {
                let near = nearest(&member.key, AUDIT_LOG.iter().map(|known| known.name));
                self.warn(
                    member.key_span.clone(),
                    "unknown-key",
                    format!("unknown key `auditLog.{}`", member.key),
                    near.map(|near| format!("did you mean `{near}`?")),
                );
            }
        }
        let fields = NodeFields::of(node);
        AuditLogSettings {
            enabled: self.read_log_flag(&fields),
            file: self.read_log_file(&fields),
            max_days: self.read_log_number(&fields, "maxDays"),
            max_megabytes: self.read_log_number(&fields, "maxMegabytes"),
            redact_fields: match fields.get("redactFields") {
                None => Vec::new(),
                Some(list) => self
                    .read_texts("auditLog.redactFields", "a list of names", list)
                    .into_iter()
                    .map(|(text, item)| self.setting(item, text))
                    .collect(),
            },
        }
    }

    fn read_log_flag(&mut self, fields: &NodeFields<'_>) -> Option<Setting<bool>> {
        let node = fields.get("enabled")?;
        if let Kind::Bool(flag) = node.kind {
            return Some(self.setting(node, flag));
        }
        self.error(node, wrong_type("auditLog.enabled", "true or false", node));
        None
    }

    fn read_log_file(&mut self, fields: &NodeFields<'_>) -> Option<Setting<String>> {
        let node = fields.get("file")?;
        match node.text() {
            Some(text) if !text.trim().is_empty() => Some(self.setting(node, text.to_owned())),
            Some(_) => {
                self.find(
                    Severity::Error,
                    node.span.clone(),
                    "missing-field",
                    "`auditLog.file` is empty".to_owned(),
                    Some("name a file, or leave it out".to_owned()),
                );
                None
            }
            None => {
                self.error(node, wrong_type("auditLog.file", "a string", node));
                None
            }
        }
    }

    fn read_log_number(&mut self, fields: &NodeFields<'_>, key: &str) -> Option<Setting<u32>> {
        let node = fields.get(key)?;
        match whole_number(node) {
            Some(number) => Some(self.setting(node, number)),
            None => {
                let key = format!("auditLog.{key}");
                self.error(node, wrong_type(&key, "a whole number", node));
                None
            }
        }
    }
}

//! An entry of `approvals.notify` becomes something that sends notices. One that cannot be
//! used stays as a notifier that always fails: that nobody is told must not go unnoticed.

use std::sync::Arc;

use serde_json::Value;
use snaphook_approvals::{ApprovalNotice, ApprovalNotifier, NotifyFuture};
use snaphook_settings::{NotifierSettings, Setting};

use crate::kinds::NOTIFIER_KINDS;
use crate::post::NoticePoster;

/// Reads a secret: `env:NAME` or `file:PATH`. The error is for people.
pub type SecretReader<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// Why an entry cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotifierError {
    /// This version does not know the kind.
    #[error("the type `{0}` is unknown")]
    Kind(String),
    /// A value is missing, or is not what it must be.
    #[error("its `{0}` cannot be used")]
    Value(&'static str),
    /// A secret cannot be read.
    #[error("its `{key}` cannot be read: {why}")]
    Secret {
        /// The key.
        key: &'static str,
        /// Why.
        why: String,
    },
}

/// The values of one entry.
pub(crate) struct NotifierFields<'a> {
    fields: &'a Value,
    secrets: SecretReader<'a>,
    /// What sends notices.
    pub(crate) poster: &'a NoticePoster,
}

impl NotifierFields<'_> {
    pub(crate) fn text(&self, key: &'static str) -> Result<String, NotifierError> {
        let text = self.fields.get(key).and_then(Value::as_str);
        text.map(str::to_owned).ok_or(NotifierError::Value(key))
    }

    pub(crate) fn flag(&self, key: &str) -> bool {
        self.fields.get(key).and_then(Value::as_bool) == Some(true)
    }

    pub(crate) fn number(&self, key: &str) -> Option<u64> {
        self.fields.get(key)?.as_u64()
    }

    /// A secret, which must be there.
    pub(crate) fn secret(&self, key: &'static str) -> Result<String, NotifierError> {
        let place = self.text(key)?;
        let read = (self.secrets)(&place).map_err(|why| NotifierError::Secret { key, why })?;
        let secret = read.trim().to_owned();
        match secret.is_empty() {
            false => Ok(secret),
            true => Err(NotifierError::Secret {
                key,
                why: "it is empty".to_owned(),
            }),
        }
    }

    pub(crate) fn optional_secret(
        &self,
        key: &'static str,
    ) -> Result<Option<String>, NotifierError> {
        match self.fields.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(_) => self.secret(key).map(Some),
        }
    }
}

/// What sends the notices of one entry.
#[must_use]
pub fn notifier(
    entry: &Setting<NotifierSettings>,
    secrets: SecretReader<'_>,
) -> Arc<dyn ApprovalNotifier> {
    let settings = &entry.value;
    let name = match settings.fields.get("name").and_then(Value::as_str) {
        Some(name) => format!("{} \"{name}\"", settings.kind),
        None => format!("{} of {}", settings.kind, entry.place()),
    };
    let poster = NoticePoster::new();
    let fields = NotifierFields {
        fields: &settings.fields,
        secrets,
        poster: &poster,
    };
    let kind = NOTIFIER_KINDS
        .iter()
        .find(|kind| kind.name == settings.kind);
    let made = match kind {
        Some(kind) => (kind.make)(name.clone(), &fields),
        None => Err(NotifierError::Kind(settings.kind.to_owned())),
    };
    made.unwrap_or_else(|error| Arc::new(BrokenNotifier { name, error }))
}

/// A notifier that cannot be used.
struct BrokenNotifier {
    name: String,
    error: NotifierError,
}

impl ApprovalNotifier for BrokenNotifier {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn notify(&self, _: ApprovalNotice) -> NotifyFuture<'_> {
        Box::pin(async { Err(self.error.to_string()) })
    }
}

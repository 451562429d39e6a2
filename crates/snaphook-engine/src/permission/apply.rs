//! Updates that PermissionRequest hooks ask for: checked against what their scope
//! may change, then applied to the session or written into a settings file.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use snaphook_core::hook::Scope;
use snaphook_core::outcome::Outcome;
use snaphook_core::permission::{Destination, RuleText, Update, UpdateKind};
use snaphook_settings::edit::{Edit, EditError};

use super::current::CurrentPermissions;
use super::settings::granted;
use crate::session::Session;

/// What became of one update that a PermissionRequest hook asked for.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", schemars(rename = "Updated"))]
pub struct UpdateResult {
    /// The update; where it could not be read, none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub update: Option<Update>,
    /// The name of the hook, or of the approver.
    pub by: String,
    /// Whether it holds now.
    pub applied: bool,
    /// The file that it was written into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Why it was not applied, or not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
}

/// An update, and who asks for it.
#[derive(Debug, Clone)]
pub struct RequestedUpdate {
    /// The update as the hook or the host wrote it.
    pub value: Value,
    /// The name of the hook, or of the approver.
    pub by: String,
    /// The scope whose rights the update is held to.
    pub scope: Scope,
}

impl RequestedUpdate {
    /// Returns the updates that the hooks of an outcome ask for.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Vec<Self> {
        let hooks = outcome.updated_permissions_by.iter();
        let updates = outcome.updated_permissions.iter().zip(hooks);
        updates
            .map(|(value, id)| {
                let entry = outcome.hooks.iter().find(|entry| entry.id == *id);
                Self {
                    value: value.clone(),
                    by: entry.map_or_else(|| id.to_string(), |entry| entry.name.to_string()),
                    // A hook that nobody knows is held to the least.
                    scope: entry.map_or(Scope::Project, |entry| entry.rights_of),
                }
            })
            .collect()
    }
}

impl Session {
    /// Applies updates one after the other, and says what became of each.
    pub async fn apply_updates(
        &self,
        current: &CurrentPermissions,
        requested: Vec<RequestedUpdate>,
    ) -> Vec<UpdateResult> {
        let mut made = Vec::with_capacity(requested.len());
        for one in requested {
            made.push(apply(self, current, one).await);
        }
        made
    }
}

async fn apply(
    session: &Session,
    current: &CurrentPermissions,
    wanted: RequestedUpdate,
) -> UpdateResult {
    let not = |update: Option<Update>, why: String, by: String| UpdateResult {
        update,
        by,
        applied: false,
        file: None,
        why_not: Some(why),
    };
    let update = match Update::read(&wanted.value) {
        Ok(update) => update,
        Err(error) => return not(None, error.to_string(), wanted.by),
    };
    let update = absolute(update, current);
    let refusal = current
        .permissions
        .refuses(&update, wanted.scope, current.bypass);
    if let Some(why) = refusal {
        return not(Some(update), why, wanted.by);
    }
    // Whether its rules can be read.
    if let Err(error) = current.permissions.clone().apply(&update, &current.bases) {
        return not(Some(update), error.to_string(), wanted.by);
    }
    let mut updated = UpdateResult {
        update: Some(update.clone()),
        by: wanted.by,
        applied: true,
        file: None,
        why_not: None,
    };
    let engine = session.engine().snapshot_data();
    if update.destination == Destination::Session {
        session.keep_update(Arc::new(update));
        return updated;
    }
    let Some(file) = engine.destinations.file(update.destination) else {
        updated.why_not = Some(format!(
            "no file is configured for {}: it applies to this session only",
            update.destination.as_str()
        ));
        session.keep_update(Arc::new(update));
        return updated;
    };
    if engine.destinations.leads_away(update.destination, &file) {
        updated.why_not = Some(format!(
            "{} leads out of the project, so nothing is written there: it applies to this session \
            only",
            file.display()
        ));
        session.keep_update(Arc::new(update));
        return updated;
    }
    let (kept, path) = (update.clone(), file.clone());
    let shared = Arc::clone(session.engine().shared());
    // Locks and disks may take their time.
    let written = tokio::task::spawn_blocking(move || {
        edit(&kept).apply_to_file(&path)?;
        Ok::<_, EditError>(shared.trust.grant(&granted(&kept, &path)))
    })
    .await;
    match written {
        Ok(Ok(trusted)) => {
            updated.file = Some(file.display().to_string());
            match trusted {
                Ok(()) => engine.permissions.note_written(Arc::new(update)),
                // As it will be when the file is read.
                Err(why) => {
                    updated.applied = false;
                    updated.why_not = Some(format!("it is written, but does not count: {why}"));
                }
            }
        }
        Ok(Err(error)) => {
            updated.why_not = Some(format!("{error}; it applies to this session only"));
            session.keep_update(Arc::new(update));
        }
        Err(_) => {
            updated.applied = false;
            updated.why_not = Some("writing it was interrupted".to_owned());
        }
    }
    updated
}

/// Folders mean the same wherever the session goes later.
fn absolute(mut update: Update, current: &CurrentPermissions) -> Update {
    if let UpdateKind::AddDirectories { directories }
    | UpdateKind::RemoveDirectories { directories } = &mut update.kind
    {
        for folder in directories {
            *folder = current.bases.folder(folder).display().to_string();
        }
    }
    update
}

/// The update as a change of a settings file.
fn edit(update: &Update) -> Edit {
    let texts = |rules: &[RuleText]| rules.iter().map(ToString::to_string).collect::<Vec<_>>();
    match &update.kind {
        UpdateKind::AddRules { rules, behavior } => Edit::new().add_rules(*behavior, texts(rules)),
        UpdateKind::ReplaceRules { rules, behavior } => {
            Edit::new().replace_rules(*behavior, texts(rules))
        }
        UpdateKind::RemoveRules { rules, behavior } => {
            Edit::new().remove_rules(*behavior, texts(rules))
        }
        UpdateKind::SetMode { mode } => Edit::new().default_mode(mode.as_str()),
        UpdateKind::AddDirectories { directories } => {
            Edit::new().add_directories(directories.clone())
        }
        UpdateKind::RemoveDirectories { directories } => {
            Edit::new().remove_directories(directories.clone())
        }
    }
}

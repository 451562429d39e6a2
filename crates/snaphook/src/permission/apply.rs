//! What PermissionRequest hooks change: held against what they may, applied to
//! the session, or written into a settings file.

use std::sync::Arc;

use serde_json::Value;
use snaphook_core::hook::Scope;
use snaphook_core::outcome::Outcome;
use snaphook_core::permission::{Destination, RuleText, Update, UpdateKind};
use snaphook_settings::edit::{Edit, EditError};

use super::current::Current;
use super::decision::Updated;
use crate::engine::permission_settings::granted;
use crate::session::Session;

/// An update, and who asks for it.
pub(super) struct Wanted {
    pub(super) value: Value,
    pub(super) by: String,
    pub(super) scope: Scope,
}

impl Wanted {
    /// What the hooks of an outcome ask for.
    pub(super) fn of(outcome: &Outcome) -> Vec<Self> {
        let hooks = outcome.updated_permissions_by.iter();
        let updates = outcome.updated_permissions.iter().zip(hooks);
        updates
            .map(|(value, id)| {
                let entry = outcome.hooks.iter().find(|entry| entry.id == *id);
                Self {
                    value: value.clone(),
                    by: entry.map_or_else(|| id.to_string(), |entry| entry.name.to_string()),
                    // A hook that nobody knows is held to the least.
                    scope: entry.map_or(Scope::Project, |entry| entry.scope),
                }
            })
            .collect()
    }
}

/// Makes one update after the other.
pub(super) async fn apply(
    session: &Session,
    current: &Current,
    wanted: Vec<Wanted>,
) -> Vec<Updated> {
    let mut made = Vec::with_capacity(wanted.len());
    for one in wanted {
        made.push(make(session, current, one).await);
    }
    made
}

async fn make(session: &Session, current: &Current, wanted: Wanted) -> Updated {
    let not = |update: Option<Update>, why: String, by: String| Updated {
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
    let mut updated = Updated {
        update: Some(update.clone()),
        by: wanted.by,
        applied: true,
        file: None,
        why_not: None,
    };
    let engine = session.engine().inner();
    if update.destination == Destination::Session {
        session.keep_update(Arc::new(update));
        return updated;
    }
    let Some(file) = engine.destinations.file(update.destination) else {
        updated.why_not = Some(format!(
            "the engine knows no file for {}: it holds for this session",
            update.destination.as_str()
        ));
        session.keep_update(Arc::new(update));
        return updated;
    };
    if engine.destinations.leads_away(update.destination, &file) {
        updated.why_not = Some(format!(
            "{} leads out of the project, so nothing is written there: it holds for this session",
            file.display()
        ));
        session.keep_update(Arc::new(update));
        return updated;
    }
    let (kept, path) = (update.clone(), file.clone());
    let lasting = Arc::clone(session.engine().lasting());
    // Locks and disks may take their time.
    let written = tokio::task::spawn_blocking(move || {
        edit(&kept).apply_to_file(&path)?;
        Ok::<_, EditError>(lasting.trust.grant(&granted(&kept, &path)))
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
            updated.why_not = Some(format!("{error}; it holds for this session"));
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
fn absolute(mut update: Update, current: &Current) -> Update {
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

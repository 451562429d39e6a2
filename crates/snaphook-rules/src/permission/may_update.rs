//! What a hook may change.
//!
//! | | may not |
//! |---|---|
//! | hooks of a project, its skills and agents | loosen the user's settings: these hold in other projects; take deny and ask rules out of local settings: these are the user's, too |
//! | any hook | grant `bypassPermissions` where it is not to be had, or write it into a file |

use snaphook_core::hook::Scope;
use snaphook_core::permission::{Behavior, Destination, Mode, Update, UpdateKind};

use super::permissions::Permissions;

impl Permissions {
    /// Why a hook of this scope may not make an update; `None` if it may.
    /// `bypass` says whether the mode `bypassPermissions` is to be had at all.
    #[must_use]
    pub fn refuses(&self, update: &Update, by: Scope, bypass: bool) -> Option<String> {
        let of_project = matches!(
            by,
            Scope::Project | Scope::Local | Scope::Skill | Scope::Agent
        );
        if of_project && update.destination == Destination::UserSettings && !tightens(update) {
            return Some(format!(
                "a {} hook may not change what holds in the user's other projects",
                by.as_str()
            ));
        }
        let drops_guards = matches!(
            update.kind,
            UpdateKind::ReplaceRules { behavior, .. } | UpdateKind::RemoveRules { behavior, .. }
                if behavior != Behavior::Allow
        );
        if of_project && drops_guards && update.destination == Destination::LocalSettings {
            return Some(format!(
                "a {} hook may not take back what the user denies, or wants to be asked about",
                by.as_str()
            ));
        }
        if !matches!(
            update.kind,
            UpdateKind::SetMode {
                mode: Mode::BypassPermissions
            }
        ) {
            return None;
        }
        match self.bypass_forbidden() {
            Some(said) => Some(format!("{said} forbids bypassPermissions")),
            None if !bypass => {
                Some("bypassPermissions is not available here, and no hook grants it".to_owned())
            }
            None if update.destination != Destination::Session => {
                Some("no hook writes bypassPermissions into a settings file".to_owned())
            }
            None => None,
        }
    }
}

/// Whether an update can only tighten: it adds rules that deny or ask.
fn tightens(update: &Update) -> bool {
    matches!(
        &update.kind,
        UpdateKind::AddRules {
            behavior: Behavior::Deny | Behavior::Ask,
            ..
        }
    )
}

//! The table of kinds.

use std::sync::Arc;

use snaphook_approvals::ApprovalNotifier;

use super::{ntfy, webhook};
use crate::make::{NotifierError, NotifierFields};

/// Makes a notifier of this name.
pub(crate) type MakeNotifier =
    fn(String, &NotifierFields<'_>) -> Result<Arc<dyn ApprovalNotifier>, NotifierError>;

/// A kind of notifier.
#[derive(Clone, Copy)]
pub struct NotifierKind {
    /// The word of `type`.
    pub name: &'static str,
    pub(crate) make: MakeNotifier,
}

/// Every kind.
pub const NOTIFIER_KINDS: &[NotifierKind] = &[
    NotifierKind {
        name: "webhook",
        make: webhook::make,
    },
    NotifierKind {
        name: "ntfy",
        make: ntfy::make,
    },
];

impl std::fmt::Debug for NotifierKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("NotifierKind").field(&self.name).finish()
    }
}

#[cfg(test)]
mod tests {
    use snaphook_settings::keys::NOTIFIERS;

    use super::*;

    #[test]
    fn every_kind_of_the_settings_can_be_made_and_no_other() {
        let read: Vec<_> = NOTIFIERS.iter().map(|kind| kind.name).collect();
        let made: Vec<_> = NOTIFIER_KINDS.iter().map(|kind| kind.name).collect();
        assert_eq!(read, made);
    }
}

//! What the user's and managed settings say of approvals: who may answer, how long requests
//! wait, who is told.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use snaphook_approvals::{ApprovalKeys, ApprovalNotifier, ApproverRule, Approvers};
use snaphook_settings::{ApprovalsSettings, Claude, Dialect, approval_settings};

#[cfg(feature = "notify")]
use super::secret;
use crate::world;

/// These settings, as they are now.
pub(crate) struct OwnApprovals(ApprovalsSettings);

impl OwnApprovals {
    /// Reads them. No project, and no file that the caller names, has a say.
    pub(crate) fn read() -> Self {
        let mut places = world::with_folders(Path::new("/"), |folders| Claude.places(folders));
        places = crate::policy::readable(places);
        places.project = None;
        Self(approval_settings(&places))
    }

    pub(crate) fn approvers(&self) -> Approvers {
        let lists = self.0.approvers.iter();
        let usual = match self.0.is_incomplete {
            false => Approvers::usual(),
            // Nobody knows what it says of approvers.
            true => Approvers::usual().list(Vec::new()),
        };
        lists
            .fold(usual, |all, list| {
                let rules = list.value.iter().map(|entry| ApproverRule {
                    who: entry.who.clone(),
                    tools: entry.tools.clone(),
                    choices: entry.choices.clone(),
                });
                all.list(rules.collect())
            })
            .keys(self.keys())
    }

    pub(crate) fn keys(&self) -> ApprovalKeys {
        ApprovalKeys::new(self.0.keys().cloned())
    }

    pub(crate) fn wait(&self) -> Option<Duration> {
        let seconds = self.0.wait_seconds.as_ref()?.value;
        Duration::try_from_secs_f64(seconds).ok()
    }

    pub(crate) fn waits_unattended(&self) -> bool {
        let said = self.0.waits_unattended.as_ref();
        said.is_some_and(|setting| setting.value)
    }

    /// The address of one-time links.
    pub(crate) fn links(&self) -> Option<&str> {
        self.0.url.as_ref().map(|setting| setting.value.as_str())
    }

    /// Who is told of requests.
    #[cfg(feature = "notify")]
    pub(crate) fn notifiers(&self) -> Vec<Arc<dyn ApprovalNotifier>> {
        let entries = self.0.notify.iter();
        let notifier = |entry| snaphook_notify::notifier(entry, &secret::read);
        entries.map(notifier).collect()
    }

    /// This program cannot tell anybody.
    #[cfg(not(feature = "notify"))]
    pub(crate) fn notifiers(&self) -> Vec<Arc<dyn ApprovalNotifier>> {
        if !self.0.notify.is_empty() {
            crate::tell!(
                "warning: `approvals.notify` has no effect: this program was built without `notify`"
            );
        }
        Vec::new()
    }
}

//! Asks for the policy of this machine, again and again: at once where the server holds
//! requests, else after the time that settings say, and later each time it fails.

use std::sync::Arc;
use std::time::Duration;

use snaphook_bundle::{
    BundleSlot, BundleStore, FetchedPolicy, InstallOutcome, PolicyFetcher, RolloutAnswer,
};

use super::checks::SelfChecks;
use super::place;
use crate::world;

/// The longest pause after failures, unless settings poll more rarely.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Follows the source that managed settings name.
pub(super) struct PolicyFollower {
    store: BundleStore,
    fetcher: Option<PolicyFetcher>,
    failures: u32,
}

/// What one round came to.
pub(super) struct PolicyRound {
    /// What people should know.
    pub(super) lines: Vec<String>,
    /// Whether every bundle is the newest that there is.
    pub(super) succeeded: bool,
    /// When the next round is due.
    pub(super) pause: Duration,
}

impl PolicyFollower {
    pub(super) fn new(store: BundleStore) -> Self {
        Self {
            store,
            fetcher: None,
            failures: 0,
        }
    }

    /// The store.
    pub(super) fn store(&self) -> &BundleStore {
        &self.store
    }

    /// Asks once. A server that can may hold the request.
    pub(super) async fn round(&mut self, may_wait: bool) -> PolicyRound {
        match self.ask(may_wait).await {
            Ok(round) => round,
            Err(line) => {
                self.failures = self.failures.saturating_add(1);
                PolicyRound {
                    lines: vec![line],
                    succeeded: false,
                    pause: self.back_off(LONGEST_PAUSE),
                }
            }
        }
    }

    async fn ask(&mut self, may_wait: bool) -> Result<PolicyRound, String> {
        let written = place::source().map_err(|error| error.to_string())?;
        let written =
            written.ok_or_else(|| "managed settings name no `policySource`".to_owned())?;
        let source = written.value.map_err(|problem| {
            format!(
                "{problem} ({}:{})",
                written.location.file.display(),
                written.location.line
            )
        })?;
        if self
            .fetcher
            .as_ref()
            .is_none_or(|known| *known.source() != source)
        {
            let id = machine_id(&self.store);
            let checks = Arc::new(SelfChecks);
            let store = self.store.clone();
            self.fetcher = Some(PolicyFetcher::new(Arc::clone(&source), store, id, checks));
        }
        let Some(fetcher) = &mut self.fetcher else {
            return Err("there is no fetcher".to_owned());
        };
        let poll = Duration::from_secs(source.poll_seconds.into());
        let wait = if may_wait { poll } else { Duration::ZERO };
        let mut lines = Vec::new();
        let mut succeeded = true;
        let mut long_polled = false;
        // The one that decides comes last, because its request may be held.
        if source.observe_url.is_some() {
            match fetcher.fetch(true, Duration::ZERO).await {
                Ok(fetched) => lines.extend(words_of(&fetched)),
                Err(error) => {
                    lines.push(error.to_string());
                    succeeded = false;
                }
            }
        }
        match fetcher.fetch(false, wait).await {
            Ok(fetched) => {
                lines.extend(words_of(&fetched));
                long_polled = fetched.long_polled;
            }
            Err(error) => {
                lines.push(error.to_string());
                succeeded = false;
            }
        }
        self.failures = match succeeded {
            true => 0,
            false => self.failures.saturating_add(1),
        };
        let pause = match (succeeded, long_polled) {
            (true, true) => Duration::from_millis(100),
            (true, false) => poll,
            (false, _) => self.back_off(poll.max(LONGEST_PAUSE)),
        };
        Ok(PolicyRound {
            lines,
            succeeded,
            pause: spread(pause),
        })
    }

    /// 1, 2, 4 … seconds.
    fn back_off(&self, most: Duration) -> Duration {
        let doublings = self.failures.saturating_sub(1).min(20);
        Duration::from_secs(1 << doublings).min(most)
    }
}

/// A little more, by chance: a thousand machines that start together must not ask together.
fn spread(pause: Duration) -> Duration {
    let chance = uuid::Uuid::new_v4().as_bytes()[0];
    pause + pause.mul_f64(f64::from(chance) / 2550.0)
}

fn words_of(fetched: &FetchedPolicy) -> Option<String> {
    match fetched.outcome.as_ref()? {
        InstallOutcome::Installed(slot, stored) => Some(format!(
            "policy bundle `{}` (sequence {}) is {} now",
            stored.revision,
            stored.sequence,
            match slot {
                BundleSlot::InForce => "in force",
                BundleSlot::Observed => "observed",
            }
        )),
        InstallOutcome::Same(..) => None,
        InstallOutcome::NotForThisMachine(RolloutAnswer::OtherLabels) => {
            Some("the policy bundle is for machines with other labels".to_owned())
        }
        InstallOutcome::NotForThisMachine(_) => {
            Some("the policy bundle is not for this machine yet".to_owned())
        }
        InstallOutcome::Superseded(newer) => Some(format!(
            "the observed policy bundle is older than `{}`, which is in force",
            newer.revision
        )),
    }
}

/// The id of this machine: the system's, else one that is made once.
fn machine_id(store: &BundleStore) -> String {
    let read = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(path).ok()?;
        let text = text.trim().to_owned();
        (!text.is_empty()).then_some(text)
    };
    let own = store.folder().join("machine-id");
    let known = read(world::system_dir().join("machine-id")).or_else(|| read(own.clone()));
    known.unwrap_or_else(|| {
        let id = uuid::Uuid::new_v4().to_string();
        // Where it cannot be kept, the machine has another place in every rollout.
        let _ = std::fs::create_dir_all(store.folder());
        let _ = std::fs::write(own, &id);
        id
    })
}

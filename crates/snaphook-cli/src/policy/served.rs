//! The policy of a running server: it fetches where nothing else does, and reloads its
//! settings when another bundle counts, or the one that counts became too old.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use snaphook::Engine;
use snaphook_bundle::StoredPolicy;
use snaphook_settings::{PolicyReader, PolicyReading};

use super::follow::PolicyFollower;
use super::place;

/// How often it looks while managed settings name no source, or another program fetches.
const LOOK: Duration = Duration::from_secs(15);

/// Follows the policy until it is dropped.
pub(crate) async fn follow_for_server(engine: Engine) {
    let Some(store) = place::store() else {
        return;
    };
    let mut follower = PolicyFollower::new(store);
    let mut told = Vec::new();
    let mut known = current(&follower);
    let mut fetching = false;
    loop {
        let mut pause = LOOK;
        fetching = should_fetch(&follower, fetching);
        if fetching {
            let round = follower.round(true).await;
            if round.lines != told {
                for line in &round.lines {
                    crate::tell!("{line}");
                }
            }
            told = round.lines;
            pause = round.pause;
        }
        let now = current(&follower);
        if now != known {
            known = now;
            engine.reload().await;
        }
        tokio::time::sleep(pause).await;
    }
}

/// What settings would get now; nothing while they name no source.
fn current(follower: &PolicyFollower) -> Option<PolicyReading> {
    let source = place::source().ok().flatten()?.value.ok()?;
    let policy = StoredPolicy::new(follower.store().clone());
    Some(policy.read(&source, &mut |path| {
        std::fs::read(path).map(|bytes| bytes.into())
    }))
}

/// Whether nobody else asked lately, and what comes could be kept.
fn should_fetch(follower: &PolicyFollower, fetches_already: bool) -> bool {
    let Some(source) = place::source().ok().flatten() else {
        return false;
    };
    let Ok(source) = source.value else {
        return false;
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |now| i64::try_from(now.as_secs()).unwrap_or(i64::MAX));
    let status = follower.store().status(&source, now);
    let age = status.checked_at.map(|at| now.saturating_sub(at));
    let half = i64::from(source.poll_seconds / 2);
    let is_recent = age.is_some_and(|age| (0..half).contains(&age)) && status.in_force.is_some();
    (fetches_already || !is_recent) && follower.store().is_writable()
}

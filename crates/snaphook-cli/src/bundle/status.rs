//! Shows the policy of this machine.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;
use snaphook_bundle::{StoredBundle, StoredPolicy};
use snaphook_settings::PolicyReader;

use super::args::StatusArgs;
use crate::error::CommandError;
use crate::{policy, show};

pub(super) fn status(args: &StatusArgs) -> Result<(), CommandError> {
    let source = policy::source()?.ok_or_else(|| {
        CommandError::new("managed settings name no `policySource`")
            .help("add it to /etc/snaphook/managed-settings.json")
    })?;
    let source = source.value.map_err(CommandError::new)?;
    let store = policy::store().ok_or_else(|| {
        CommandError::new("there is no folder to keep policy bundles in")
            .help("set HOME or XDG_STATE_HOME")
    })?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |now| i64::try_from(now.as_secs()).unwrap_or(i64::MAX));
    let status = store.status(&source, now);
    let reading = StoredPolicy::new(store.clone()).read(&source, &mut |path| {
        std::fs::read(path).map(|bytes| bytes.into())
    });
    if args.json {
        return show::json(&json!({
            "url": source.shown_url(),
            "store": store.folder(),
            "inForce": status.in_force,
            "observed": status.observed,
            "checkedAt": status.checked_at,
            "problem": status.problem,
            "blocked": reading.block,
            "warnings": reading.warnings,
        }));
    }
    let line = |what: &str, stored: &Option<StoredBundle>| match stored {
        Some(stored) => crate::say!(
            "{what}: `{}` (sequence {}), since {}",
            stored.revision,
            stored.sequence,
            time(stored.since)
        ),
        None => crate::say!("{what}: none"),
    };
    line("in force", &status.in_force);
    line("observed", &status.observed);
    crate::say!(
        "last asked: {}",
        status.checked_at.map_or_else(|| "never".to_owned(), time)
    );
    if let Some(reason) = &reading.block {
        crate::say!("blocked: {reason}");
    }
    for warning in &reading.warnings {
        crate::say!("warning: {warning}");
    }
    Ok(())
}

fn time(seconds: i64) -> String {
    let time = jiff::Timestamp::from_second(seconds);
    time.map_or_else(|_| "?".to_owned(), |time| time.to_string())
}

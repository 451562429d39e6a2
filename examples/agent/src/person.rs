//! The person in charge, who looks at another window: `snaphook ui`, or `snaphook approvals
//! follow`. Events are recorded in the log that these read, and calls about which a hook says `ask`
//! wait there for an answer.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use snaphook::EngineBuilder;
use snaphook_approvals::{ApprovalStore, StoreApprover};
use snaphook_log::{AuditLog, LogOptions};

/// How long a call waits for an answer, unless `EXAMPLE_AGENT_WAIT` says how many seconds.
const WAIT: u64 = 60;

/// Records every event in a log, and asks whoever looks at it.
pub fn look_on(builder: EngineBuilder, log: &Path, session: &str, project: &Path) -> EngineBuilder {
    let recorder = AuditLog::new(LogOptions::new(log)).recorder("example-agent", Some(project));
    let seconds = std::env::var("EXAMPLE_AGENT_WAIT").ok();
    let seconds = seconds.and_then(|text| text.parse().ok()).unwrap_or(WAIT);
    let log = log.to_owned();
    let open = move || ApprovalStore::open_existing(&log);
    let approver = StoreApprover::new(session, Duration::from_secs(seconds), open)
        .agent("example-agent")
        .cwd(&project.to_string_lossy());
    builder.recorder(recorder).approver(Arc::new(approver))
}

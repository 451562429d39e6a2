//! Opens the store of requests, which is in the database of the audit log.

use snaphook_approvals::{Approval, ApprovalError, ApprovalStore};
use snaphook_settings::AuditLogSettings;

use crate::audit::{LogPlace, place};
use crate::error::CommandError;
use crate::log::audit_settings;

/// The store, if there is one yet.
pub(super) fn open_existing() -> Result<Option<ApprovalStore>, ApprovalError> {
    let settings = audit_settings();
    match place(&settings) {
        LogPlace::At(file) => {
            let store = ApprovalStore::open_existing(&file)?;
            Ok(store.map(|store| redacting(store, &settings)))
        }
        LogPlace::Nowhere => Ok(None),
    }
}

/// The store; makes it where there is none.
pub(super) fn open_or_create() -> Result<ApprovalStore, CommandError> {
    open_store().map_err(|error| failed(&error))
}

/// The store; makes it where there is none. The error is that of the store.
pub(crate) fn open_store() -> Result<ApprovalStore, ApprovalError> {
    let settings = audit_settings();
    match place(&settings) {
        LogPlace::At(file) => Ok(redacting(ApprovalStore::open(&file)?, &settings)),
        LogPlace::Nowhere => Err(ApprovalError::Nowhere),
    }
}

/// The request whose id begins like this.
pub(super) fn find(store: Option<&ApprovalStore>, id: &str) -> Result<Approval, CommandError> {
    let found = match store {
        Some(store) => store.find(id).map_err(|error| failed(&error))?,
        None => Vec::new(),
    };
    let mut found = found.into_iter();
    let unknown = || {
        CommandError::new(format!("no approval has an id that begins with `{id}`"))
            .help("run `snaphook approvals --all` to see them with their ids")
    };
    let first = found
        .next()
        .filter(|_| !id.is_empty())
        .ok_or_else(unknown)?;
    match found.next() {
        None => Ok(first),
        Some(_) => Err(CommandError::new(format!(
            "several approvals have ids that begin with `{id}`"
        ))
        .help("give more of the id; `snaphook approvals --json` prints it whole")),
    }
}

pub(super) fn failed(error: &ApprovalError) -> CommandError {
    CommandError::new(error.to_string()).help(match error {
        ApprovalError::Unsafe { .. } => "let only yourself write there",
        ApprovalError::Nowhere => "set one of them",
        ApprovalError::TooMany(_) => "run `snaphook approvals`",
        _ => "look at the file, or move the log with `auditLog` in your settings",
    })
}

fn redacting(store: ApprovalStore, settings: &AuditLogSettings) -> ApprovalStore {
    store.redact_fields(settings.redact_fields.iter().map(|field| &field.value))
}

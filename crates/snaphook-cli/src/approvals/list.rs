//! Lists requests, one on each line.

use snaphook::about_tool_call;
use snaphook_approvals::{Approval, ApprovalFilter, ApprovalStore};

use super::args::ListApprovalsArgs;
use super::opened::{failed, open_existing};
use crate::error::CommandError;
use crate::show::{self, style};

/// How much of an id is shown: what differs between two requests of one second.
const ID_CHARACTERS: usize = 13;

pub(super) fn list(args: &ListApprovalsArgs) -> Result<(), CommandError> {
    let store = open_existing().map_err(|error| failed(&error))?;
    let mut found = match &store {
        Some(store) => requests(store, args.all)?,
        None => Vec::new(),
    };
    found.reverse();
    if args.json {
        for approval in &found {
            show::json_line(approval)?;
        }
        return Ok(());
    }
    if found.is_empty() {
        crate::tell!("nothing waits for an answer");
    }
    for approval in &found {
        crate::say!("{}", line(approval));
    }
    Ok(())
}

fn requests(store: &ApprovalStore, all: bool) -> Result<Vec<Approval>, CommandError> {
    let filter = match all {
        true => ApprovalFilter::default(),
        false => ApprovalFilter::pending(),
    };
    store.list(&filter).map_err(|error| failed(&error))
}

/// A request on one line: id, state, what it is about, who asks.
pub(super) fn line(approval: &Approval) -> String {
    let id: String = approval.id.chars().take(ID_CHARACTERS).collect();
    let (bold, dim) = (style::BOLD, style::DIM);
    let state = match approval.is_pending() {
        true => time_left(approval),
        false => approval.ended_in_words(),
    };
    let about = match &approval.tool {
        Some(tool) => about_tool_call(tool, &approval.input),
        None => approval.message.clone(),
    };
    let askers: Vec<_> = approval.asked_by.iter().map(|one| &*one.name).collect();
    format!(
        "{bold}{id}{bold:#}  {}  {}  {dim}asked by {}{dim:#}",
        style::one_line(&state),
        style::one_line(&about),
        style::one_line(&askers.join(", ")),
    )
}

/// How long a request still waits, in words.
pub(super) fn time_left(approval: &Approval) -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let now = now.map_or(0, |now| i64::try_from(now.as_millis()).unwrap_or(i64::MAX));
    let seconds = approval.expires.saturating_sub(now).max(0) / 1000;
    match seconds {
        0..=119 => format!("waits {seconds} s"),
        _ => format!("waits {} min", seconds / 60),
    }
}

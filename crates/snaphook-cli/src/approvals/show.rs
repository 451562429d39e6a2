//! Shows one request whole, as a person must see it to judge it.

use snaphook_approvals::Approval;

use super::args::ShowApprovalArgs;
use super::list::time_left;
use super::opened::{failed, find, open_existing};
use crate::error::CommandError;
use crate::show::{self, style};

pub(super) fn show(args: &ShowApprovalArgs) -> Result<(), CommandError> {
    let store = open_existing().map_err(|error| failed(&error))?;
    let approval = find(store.as_ref(), &args.id)?;
    if args.json {
        return show::json(&approval);
    }
    print(&approval);
    Ok(())
}

fn print(approval: &Approval) {
    let (bold, dim) = (style::BOLD, style::DIM);
    let row = |name: &str, text: &str| {
        crate::say!("{dim}{name:<9}{dim:#} {}", style::plain(text));
    };
    crate::say!("{bold}{}{bold:#}", style::one_line(&approval.id));
    match approval.is_pending() {
        true => row("state", &format!("pending, {}", time_left(approval))),
        false => row("state", &approval.ended_in_words()),
    }
    if let Some(tool) = &approval.tool {
        row("tool", tool);
    }
    row("session", &approval.session);
    if let Some(agent) = &approval.agent {
        row("agent", agent);
    }
    if let Some(cwd) = &approval.cwd {
        row("folder", cwd);
    }
    for asker in &approval.asked_by {
        row("asked by", &asker.name);
        if let Some(reason) = asker
            .reason
            .as_ref()
            .filter(|reason| **reason != approval.message)
        {
            row("", reason);
        }
    }
    row("question", &approval.message);
    row("digest", &approval.digest);
    if approval.redacted > 0 {
        row("hidden", &format!("{} secrets", approval.redacted));
    }
    let input = serde_json::to_string_pretty(&approval.input).unwrap_or_default();
    crate::say!("\n{}\n", style::plain(&input));
    for choice in &approval.choices {
        let more = choice.description.as_deref().unwrap_or_default();
        crate::say!(
            "  {bold}{}{bold:#}  {}  {dim}{}{dim:#}",
            style::one_line(&choice.key),
            style::one_line(&choice.label),
            style::one_line(more)
        );
    }
}

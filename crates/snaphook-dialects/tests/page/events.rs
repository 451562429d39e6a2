//! The rows of every dialect: side by side, and one by one.

use snaphook_core::event::{
    EVENTS, EventSpec, MatchesOn, OUTPUT_FIELDS, OnBlock, OutputFields, TextRole,
};
use snaphook_dialects::{Dialect, HAND_WRITTEN};

use crate::table::{Table, code, codes};

fn row(dialect: &dyn Dialect, name: &str) -> Option<&'static EventSpec> {
    dialect.rules().events.iter().find(|row| row.name == name)
}

pub(super) fn side_by_side() -> String {
    let mut table = Table::of_dialects("event");
    for event in EVENTS {
        table.each(&code(event.name), |dialect| {
            row(dialect, event.name).map_or_else(String::new, blocks)
        });
    }
    table.text()
}

pub(super) fn one_by_one() -> String {
    let mut text = String::new();
    for dialect in HAND_WRITTEN {
        text.push_str(&format!("### `{}`\n\n{}\n", dialect.name(), of(*dialect)));
    }
    text
}

fn of(dialect: &dyn Dialect) -> String {
    let names = dialect.rules().names;
    let own = !names.events.is_empty();
    let mut head = vec!["event", "matches on", "timeout", "output", "plain text is"];
    if own {
        head.insert(1, "called");
    }
    let mut table = Table::new(&head);
    for row in dialect.rules().events {
        let called = own.then(|| code(names.native_event(row.name)));
        let cells = [matches_on(row), timeout(row), output(row), plain(row)];
        let first = std::iter::once(code(row.name));
        table.row(first.chain(called).chain(cells));
    }
    table.text()
}

fn blocks(row: &EventSpec) -> String {
    let does = match row.on_block {
        OnBlock::Block => "blocks",
        OnBlock::Deny => "denies",
        OnBlock::Decline => "declines",
        OnBlock::Feedback => "too late; the reason goes to the model",
        OnBlock::Notice => "cannot block; shown to the user",
        OnBlock::Nothing => "ignored",
        OnBlock::DenyRequest => "denies the request",
        OnBlock::OnlyGuardsDeny => "only a guard's failure denies",
        OnBlock::FailCreation => "fails the creation, as any failure does",
        OnBlock::FailRemoval => "fails the removal, as any failure does",
    };
    match row.never_blocks_when {
        Some((field, value)) => format!("{does}, unless `{field}` is `{value}`"),
        None => does.to_owned(),
    }
}

fn matches_on(row: &EventSpec) -> String {
    match row.matches_on {
        MatchesOn::Nothing => String::new(),
        MatchesOn::Tool(name) | MatchesOn::Field { name, .. } => code(name),
        MatchesOn::BaseName(name) => format!("base name of {}", code(name)),
    }
}

fn timeout(row: &EventSpec) -> String {
    let shared = if row.budget.is_some() {
        " for all together"
    } else {
        ""
    };
    format!("{} s{shared}", row.timeout.as_secs_f64())
}

fn output(row: &EventSpec) -> String {
    let honoured = OUTPUT_FIELDS.iter().filter(|field| {
        // An older name of one that is there already.
        field.key != "updatedMCPToolOutput" && row.output.contains(field.field)
    });
    let decides = row.output.contains(OutputFields::PERMISSION);
    let words = decides.then(|| format!(" ({})", row.permission_words.join(", ")));
    codes(honoured.map(|field| field.key)).replace(
        "`permissionDecision`",
        &format!("`permissionDecision`{}", words.unwrap_or_default()),
    )
}

fn plain(row: &EventSpec) -> String {
    match row.text {
        TextRole::Nothing => "",
        TextRole::Context => "context",
        TextRole::CompactInstructions => "compaction instructions",
        TextRole::WorktreePath => "the worktree's path",
    }
    .to_owned()
}

//! Which record tells about a hook that has changed?
//!
//! A record is about a hook if, in this order of preference, they have
//!
//! 1. the same event and what it runs (command and arguments, URL, prompt …),
//! 2. the same event and given name,
//! 3. the same event and place (file and line),
//! 4. what it runs,
//! 5. a given name.
//!
//! Among equals the one with the fewest changes wins, then the latest. Records
//! of hooks that are trusted as they are tell about nobody else, as far as the
//! hooks are seen together. All of this only chooses words: trust goes by the
//! digest alone.

use snaphook_core::hook::Hook;

use crate::{Evidence, TrustChange, TrustRecord, TrustState};

/// The fields of a definition that say what it runs.
const WHAT: [&str; 10] = [
    "type",
    "command",
    "args",
    "url",
    "server",
    "tool",
    "prompt",
    "builtin",
    "fields",
    "unloadable",
];

/// Where each of these hooks is by these records.
pub(crate) fn trust_states(
    records: &[&TrustRecord],
    hooks: &[(&Hook, &Evidence)],
) -> Vec<TrustState> {
    let mut taken = vec![false; records.len()];
    let trusted: Vec<bool> = hooks
        .iter()
        .map(|(_, evidence)| {
            let digest = evidence.digest();
            let mut found = false;
            for (record, taken) in records.iter().zip(&mut taken) {
                if record.digest == digest {
                    *taken = true;
                    found = true;
                }
            }
            found && evidence.obstacles().is_empty()
        })
        .collect();
    let mut standings: Vec<TrustState> = trusted
        .into_iter()
        .map(|trusted| {
            if trusted {
                TrustState::Trusted
            } else {
                TrustState::Unknown
            }
        })
        .collect();
    for (record, hook, changes) in likenesses(records, &taken, hooks, &standings) {
        if !taken[record] && standings[hook] == TrustState::Unknown {
            taken[record] = true;
            standings[hook] = TrustState::Changed(changes);
        }
    }
    standings
}

/// Every record that is left with every hook that it may be about, the best
/// first.
fn likenesses(
    records: &[&TrustRecord],
    taken: &[bool],
    hooks: &[(&Hook, &Evidence)],
    standings: &[TrustState],
) -> Vec<(usize, usize, Vec<TrustChange>)> {
    let mut found = Vec::new();
    let left = |(at, _): &(usize, _)| !taken[*at];
    let unknown = |(at, _): &(usize, _)| standings[*at] == TrustState::Unknown;
    for (at, record) in records.iter().enumerate().filter(left) {
        for (number, (hook, evidence)) in hooks.iter().enumerate().filter(unknown) {
            if let Some(rank) = rank(record, hook, evidence) {
                let changes = TrustChange::all(&record.definition, &record.scripts, evidence);
                let latest = std::cmp::Reverse(record.trusted_at);
                found.push(((rank, changes.len(), latest), (at, number, changes)));
            }
        }
    }
    found.sort_by_key(|(order, _)| *order);
    found.into_iter().map(|(_, likeness)| likeness).collect()
}

fn rank(record: &TrustRecord, hook: &Hook, evidence: &Evidence) -> Option<u8> {
    let (was, now) = (&record.definition, &evidence.definition);
    let event = record.event == hook.event.as_str();
    let what = WHAT.iter().all(|field| was.get(field) == now.get(field));
    let name = now.text("name").is_some() && was.text("name") == now.text("name");
    let file = hook
        .source
        .file
        .as_deref()
        .map(|file| file.to_string_lossy());
    let place = file.is_some() && record.file.as_deref() == file.as_deref();
    let place = place && record.line.is_some() && record.line == hook.source.line;
    match (event, what, name, place) {
        (true, true, ..) => Some(1),
        (true, _, true, _) => Some(2),
        (true, _, _, true) => Some(3),
        (false, true, ..) => Some(4),
        (false, _, true, _) => Some(5),
        _ => None,
    }
}

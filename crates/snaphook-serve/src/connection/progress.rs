//! `hooks/progress`: sends a client what the hooks of its sessions do, as they do it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Instant;

use snaphook::hook::HookId;
use snaphook::outcome::Status;
use snaphook::{PlannedHook, Progress, Stream};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::connected_client::ConnectedClient;
use crate::protocol::{PROGRESS, ProgressParams, ProgressStep};

/// The most dispatches that are followed at a time; the oldest are dropped first.
const MOST_DISPATCHES: usize = 1024;

/// Sends progress until the client is gone. It is for displays: a client that reads
/// slowly misses steps, and no hook waits for it.
pub(super) async fn send_progress(client: Arc<ConnectedClient>, mut steps: Receiver<Progress>) {
    let mut tracker = ProgressTracker::default();
    let sending = async {
        loop {
            match steps.recv().await {
                Ok(step) => {
                    if let Some(params) = tracker.follow(&client, step) {
                        client.link.notify(PROGRESS, &params).await;
                    }
                }
                // Some steps were missed.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    };
    client.gone.run_until_cancelled(sending).await;
}

/// The dispatches of the client's sessions.
#[derive(Default)]
struct ProgressTracker(BTreeMap<u64, TrackedDispatch>);

struct TrackedDispatch {
    session_id: Arc<str>,
    event: String,
    hooks: HashMap<HookId, TrackedHook>,
}

struct TrackedHook {
    name: String,
    status_message: Option<String>,
    started: Option<Instant>,
    /// The unfinished character at the end of stdout and of stderr.
    cut: [Vec<u8>; 2],
}

impl From<&PlannedHook> for TrackedHook {
    fn from(hook: &PlannedHook) -> Self {
        Self {
            name: hook.name.to_string(),
            status_message: hook.status_message.clone(),
            started: None,
            cut: Default::default(),
        }
    }
}

impl TrackedHook {
    fn elapsed_ms(&self) -> f64 {
        let elapsed = self.started.map(|started| started.elapsed());
        elapsed.unwrap_or_default().as_secs_f64() * 1e3
    }
}

impl ProgressTracker {
    /// What to send about a step, if it belongs to a session of the client.
    fn follow(&mut self, client: &ConnectedClient, step: Progress) -> Option<ProgressParams> {
        match step {
            Progress::Planned {
                dispatch,
                event,
                hooks,
                session_id: Some(session_id),
            } if !hooks.is_empty() && client.session(&session_id).is_some() => {
                let hooks = hooks.iter().map(|hook| (hook.id.clone(), hook.into()));
                let tracked = TrackedDispatch {
                    session_id,
                    event: event.to_string(),
                    hooks: hooks.collect(),
                };
                self.0.insert(dispatch, tracked);
                if self.0.len() > MOST_DISPATCHES {
                    self.0.pop_first();
                }
                None
            }
            Progress::Started { dispatch, hook } => self.step(dispatch, hook, |tracked| {
                tracked.started = Some(Instant::now());
                let status_message = tracked.status_message.clone();
                Some(ProgressStep::Started { status_message })
            }),
            Progress::Output {
                dispatch,
                hook,
                stream,
                bytes,
            } => self.step(dispatch, hook, |tracked| {
                let at = usize::from(stream == Stream::Stderr);
                let text = decode(&mut tracked.cut[at], &bytes);
                (!text.is_empty()).then(|| ProgressStep::Output {
                    stream: ["stdout", "stderr"][at],
                    text,
                    elapsed_ms: tracked.elapsed_ms(),
                })
            }),
            Progress::Finished { dispatch, entry } => {
                let (hook, ended) = (entry.id.clone(), entry.status != Status::Background);
                let params = self.step(dispatch, hook.clone(), |_| {
                    Some(ProgressStep::Finished {
                        elapsed_ms: entry.duration_ms,
                        entry,
                    })
                });
                if ended && let Some(tracked) = self.0.get_mut(&dispatch) {
                    tracked.hooks.remove(&hook);
                    if tracked.hooks.is_empty() {
                        self.0.remove(&dispatch);
                    }
                }
                params
            }
            _ => None,
        }
    }

    fn step(
        &mut self,
        dispatch: u64,
        hook: HookId,
        make: impl FnOnce(&mut TrackedHook) -> Option<ProgressStep>,
    ) -> Option<ProgressParams> {
        let tracked = self.0.get_mut(&dispatch)?;
        let one = tracked.hooks.get_mut(&hook)?;
        let step = make(one)?;
        Some(ProgressParams {
            session_id: tracked.session_id.to_string(),
            event: tracked.event.clone(),
            dispatch,
            hook,
            name: one.name.clone(),
            step,
        })
    }
}

/// Decodes a piece of output. A character that the piece cuts is kept for the next.
fn decode(cut: &mut Vec<u8>, piece: &[u8]) -> String {
    cut.extend_from_slice(piece);
    let kept = match std::str::from_utf8(cut) {
        Err(error) if error.error_len().is_none() => cut.split_off(error.valid_up_to()),
        _ => Vec::new(),
    };
    let whole = std::mem::replace(cut, kept);
    match String::from_utf8(whole) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_in_two_pieces_is_whole() {
        let mut cut = Vec::new();
        assert_eq!(decode(&mut cut, b"a\xc3"), "a");
        assert_eq!(decode(&mut cut, b"\xbc\xffb"), "\u{fc}\u{fffd}b");
        assert!(cut.is_empty());
    }
}

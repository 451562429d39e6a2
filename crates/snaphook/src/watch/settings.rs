//! Watches the files that settings come from, and loads these anew.

use std::sync::Arc;

use tokio::sync::broadcast::error::RecvError;

use super::event::WatchEvent;
use super::targets;
use super::watching::WatchShared;
use snaphook_engine::Engine;

/// Follows the settings until it is dropped.
pub(super) async fn follow(shared: Arc<WatchShared>, engine: Engine) {
    let list = shared.watcher.list();
    let mut reloads = engine.settings_changes();
    let mut watched = Vec::new();
    loop {
        // Other settings come from other files.
        let wanted = targets::of_settings(&engine);
        if wanted != watched {
            shared.send_problems(list.set(wanted.clone()).await);
            watched = wanted;
            // What changed before it was watched was not told of.
            shared.reload(&engine).await;
            continue;
        }
        shared.ready();
        tokio::select! {
            batch = list.next() => {
                let Some(batch) = batch else {
                    return;
                };
                shared.send_problems(batch.problems);
                if !batch.changes.is_empty() {
                    shared.reload(&engine).await;
                }
            }
            reloaded = reloads.recv() => match reloaded {
                Ok(reloaded) => shared.send(WatchEvent::Settings(reloaded)),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            },
        }
    }
}

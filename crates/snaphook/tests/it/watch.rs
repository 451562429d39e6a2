//! An engine that follows its settings, and sessions that hear of files, on a
//! real file system.

mod files;
mod settings;

use snaphook::prelude::*;
use std::time::Duration;

use snaphook::Engine;
use snaphook::watch::{WatchEvent, WatchHandle, WatchOptions};
use tokio::sync::broadcast::Receiver;

use crate::common::HANG;

/// Starts to watch, quickly; waits until it does.
pub(super) async fn watch(engine: &Engine) -> (WatchHandle, Receiver<WatchEvent>) {
    let mut options = WatchOptions::default();
    options.quiet = Duration::from_millis(30);
    let watching = engine.watch_with(options).unwrap();
    let events = watching.events();
    tokio::time::timeout(HANG, watching.until_ready())
        .await
        .expect("it never watches");
    (watching, events)
}

pub(super) async fn next(events: &mut Receiver<WatchEvent>) -> WatchEvent {
    tokio::time::timeout(HANG, events.recv())
        .await
        .expect("nothing is told")
        .unwrap()
}

/// Waits until something is so, which only the watcher makes so.
pub(super) async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(HANG, waiting)
        .await
        .unwrap_or_else(|_| panic!("{what} never came"));
}

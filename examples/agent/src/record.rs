//! Writes down every event that is fired, with its input.
//!
//! This is also how a host looks on: with a function on every event, which
//! answers nothing and is marked as `internal`, so that it is not mistaken for
//! a hook that was configured to do something.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use snaphook::event::EVENTS;
use snaphook::{EngineBuilder, FunctionHook};

/// Adds a recorder that writes one line of JSON for each event, in the order in
/// which they are fired.
pub fn every_event(mut builder: EngineBuilder, path: &Path) -> anyhow::Result<EngineBuilder> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let file = Arc::new(Mutex::new(file));
    for event in EVENTS {
        let file = Arc::clone(&file);
        let record = FunctionHook::new(event.name, "record", move |call| {
            let mut line = call.input.fields().to_line();
            line.push(b'\n');
            // Written at once, by itself: lines never mix.
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            let written = file.write_all(&line);
            async { written }
        });
        builder = builder.function(record.internal());
    }
    Ok(builder)
}

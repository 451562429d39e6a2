//! The recorder that a command gives to its engine. It starts late: the settings say
//! whether there is a log, and they are known only once the engine is built.

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use snaphook::outcome::HookEntry;
use snaphook::{DispatchRecord, Engine, Recorder};
use snaphook_log::{AuditLog, LogOptions};

use super::own;
use super::place::{LogPlace, place};

/// How long a command may take to write what it records, when everything else is
/// done.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often in that time it asks for a database that others hold.
const TRIES: u32 = 4;

/// What one command records.
pub(crate) struct Audit {
    source: &'static str,
    no_log: bool,
    log: Arc<LateRecorder>,
}

impl Audit {
    /// For this command; `no_log` when its caller wants none.
    pub(crate) fn of(source: &'static str, no_log: bool) -> Self {
        Self {
            source,
            no_log,
            log: Arc::default(),
        }
    }

    /// What an engine is given: settings are only known when there is one.
    pub(crate) fn recorder(&self) -> Arc<dyn Recorder> {
        Arc::clone(&self.log) as Arc<dyn Recorder>
    }

    /// Begins, unless the settings or the caller want no log. Nothing is opened
    /// before something is recorded.
    pub(crate) fn begin(&self, engine: &Engine, project: &Path, stays: bool) {
        let settings = &own::settings(engine, project);
        if self.no_log {
            let Some(demanded) = settings.demanded() else {
                return;
            };
            crate::tell!(
                "warning: --no-log has no effect: `auditLog` in {} requires the log",
                demanded.place()
            );
        }
        if settings.enabled.as_ref().is_some_and(|flag| !flag.value) {
            return;
        }
        // Without a home there is no place for it, and nothing to say each time.
        let LogPlace::At(file) = place(settings) else {
            return;
        };
        let number = |setting: &Option<snaphook::Setting<u32>>, usual| {
            setting.as_ref().map_or(usual, |setting| setting.value)
        };
        let fields = settings.redact_fields.iter().map(|field| &*field.value);
        let options = LogOptions::new(file)
            .max_days(number(&settings.max_days, LogOptions::MAX_DAYS))
            .max_megabytes(number(&settings.max_megabytes, LogOptions::MAX_MEGABYTES))
            .redact_fields(fields)
            .patience(PATIENCE / TRIES)
            .long_lived(stays);
        // Who goes on for days must not find out at the end.
        let options = match stays {
            true => {
                options.on_failure(|error| crate::tell!("warning: events are not logged: {error}"))
            }
            false => options,
        };
        let log = AuditLog::new(options);
        let recorder = log.recorder(self.source, Some(project));
        let _ = self.log.0.set((log, recorder));
    }

    /// Waits a little until everything is written; says so when it is not.
    pub(crate) fn written(&self) {
        let Some((log, _)) = self.log.0.get() else {
            return;
        };
        if let Err(error) = log.flush(PATIENCE) {
            crate::tell!("warning: {error}");
        }
    }
}

/// A recorder that begins later, or never.
#[derive(Default)]
struct LateRecorder(OnceLock<(AuditLog, Arc<dyn Recorder>)>);

impl Recorder for LateRecorder {
    fn dispatched(&self, dispatched: &DispatchRecord<'_>) {
        if let Some((_, recorder)) = self.0.get() {
            recorder.dispatched(dispatched);
        }
    }

    fn finished_late(&self, dispatch: u64, entry: &HookEntry) {
        if let Some((_, recorder)) = self.0.get() {
            recorder.finished_late(dispatch, entry);
        }
    }
}

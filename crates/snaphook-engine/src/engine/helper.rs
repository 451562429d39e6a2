//! The two helper commands of the settings, `statusLine` and `fileSuggestion`.
//!
//! They are not hooks: nothing waits for their verdict, so a failure is silence.
//! But they are commands from the same files, so they are run by the same
//! handler, in the same environment, and what switches hooks off switches them
//! off.

use snaphook_core::SessionCounts;
use std::sync::Arc;
use std::time::Duration;

use snaphook_core::answer::{Failure, ProcessExit, Response};
use snaphook_core::hook::Hook;
use snaphook_core::input::{Fields, Input};
use snaphook_core::select::HookPolicy;
use snaphook_exec::{Call, Handler, InputLine, ProcessPermit, Registry};
use snaphook_settings::effective::in_rising_precedence;
use snaphook_settings::{HelperCommand, Settings};
use snaphook_trust::CopyStore;
use tokio_util::sync::CancellationToken;

use super::handle::Engine;
use super::snapshot_data::SnapshotData;
use super::trust::Trust;
use super::watched::{HookInPlace, WatchedHook};

/// How long a helper may take unless the builder was told otherwise.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// The helpers that are configured and not switched off.
pub(crate) struct Helpers {
    status_line: Option<Helper>,
    file_suggestion: Option<Helper>,
    time: Duration,
}

struct Helper {
    hook: Arc<Hook>,
    handler: Arc<dyn Handler>,
    /// Tells whether it still is what was trusted.
    watch: Option<Arc<WatchedHook>>,
}

impl Helpers {
    /// Of all files the one with the highest precedence that may run: what
    /// switches hooks off switches these off, and so does a lack of trust.
    pub(super) fn of(
        settings: &[Settings],
        live: HookPolicy,
        trust: &Trust,
        registry: &Registry,
        time: Option<Duration>,
    ) -> Self {
        let first = |of: fn(&Settings) -> Option<&HelperCommand>| {
            in_rising_precedence(settings)
                .rev()
                .filter_map(of)
                .map(HelperCommand::to_hook)
                .filter(|hook| live.includes(hook))
                .find_map(|mut hook| {
                    let mut judged = trust.judge(std::slice::from_mut(&mut hook));
                    let watch = judged.watches.remove(&hook.id);
                    hook.trusted.then_some((hook, watch))
                })
                .and_then(|(hook, watch)| Helper::new(hook, watch, registry))
        };
        Self {
            status_line: first(|settings| settings.status_line.as_ref()),
            file_suggestion: first(|settings| settings.file_suggestion.as_ref()),
            time: time.unwrap_or(DEFAULT_TIME),
        }
    }
}

impl Helper {
    fn new(hook: Hook, watch: Option<Arc<WatchedHook>>, registry: &Registry) -> Option<Self> {
        // A registry that cannot run commands says so of every hook.
        let handler = registry.make(&hook).ok()?;
        Some(Self {
            hook: Arc::new(hook),
            handler,
            watch,
        })
    }
}

impl Engine {
    /// Whether there is a `statusLine` that would run: ask before building its
    /// input.
    #[must_use]
    pub fn has_status_line(&self) -> bool {
        self.snapshot_data().helpers.status_line.is_some()
    }

    /// Runs the command of `statusLine` with this input, and gives its lines:
    /// trimmed, without blank ones. None when there is no such command, when it
    /// is switched off, and when it fails or takes longer than 5 seconds.
    ///
    /// It runs as a command hook would: in the input's `cwd`, with the
    /// variables of the session that `session_id` names. Dropping the future
    /// ends it.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use snaphook::prelude::*;
    /// use snaphook::input::Fields;
    /// use snaphook::{Context, Engine};
    ///
    /// let engine = Engine::builder()
    ///     .context(Context::from_process())
    ///     .settings_json(r#"{ "statusLine": { "command": "grep -o 'opus'" } }"#)
    ///     .build()?;
    /// let input = Fields::parse(r#"{ "model": { "id": "opus" } }"#)?;
    /// assert_eq!(engine.status_line(input).await, ["opus"]);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn status_line(&self, input: Fields) -> Vec<String> {
        self.help(|helpers| helpers.status_line.as_ref(), input)
            .await
    }

    /// Whether there is a `fileSuggestion` that would run.
    #[must_use]
    pub fn has_file_suggestion(&self) -> bool {
        self.snapshot_data().helpers.file_suggestion.is_some()
    }

    /// Runs the command of `fileSuggestion`, as [`Engine::status_line`] does
    /// its own. The input's `query` is what was typed so far; the lines are
    /// the files that are suggested.
    pub async fn suggest_files(&self, input: Fields) -> Vec<String> {
        self.help(|helpers| helpers.file_suggestion.as_ref(), input)
            .await
    }

    async fn help(&self, of: impl Fn(&Helpers) -> Option<&Helper>, input: Fields) -> Vec<String> {
        let engine = self.snapshot_data();
        let helper = of(&engine.helpers);
        let unchanged = |helper: &&Helper| {
            let watch = helper.watch.as_ref();
            watch.is_none_or(|watch| watch.holds_for(&input))
        };
        let Some(helper) = helper.filter(unchanged) else {
            return Vec::new();
        };
        // Held until it is over: a shutdown waits for it.
        let _running = engine.running.token();
        if engine.running.is_closed() {
            return Vec::new();
        }
        let run = async {
            let mut turn = engine.processes.admit().await;
            // Only one runs at a time, so its startup window need not be watched.
            turn.iter_mut()
                .for_each(ProcessPermit::release_startup_permit);
            let mut call = self.call(&engine, helper, input);
            let in_place = match &helper.watch {
                None => HookInPlace::default(),
                Some(watch) => {
                    let copies = engine.state_dir.as_deref().map(CopyStore::new);
                    match watch.start(&mut call, copies.as_ref()) {
                        Ok(in_place) => in_place,
                        Err(error) => return Failure::new(error.to_string()).into(),
                    }
                }
            };
            in_place.hold(helper.handler.run(call)).await
        };
        // Waiting for a turn counts: a user interface wants these lines now or
        // not at all. A future that is dropped ends what it started.
        let response = tokio::select! {
            biased;
            () = engine.ending.cancelled() => return Vec::new(),
            response = tokio::time::timeout(engine.helpers.time, run) => response,
        };
        response.map(lines).unwrap_or_default()
    }

    fn call(&self, engine: &SnapshotData, helper: &Helper, input: Fields) -> Call {
        let session = match input.text("session_id") {
            Some(id) if !id.is_empty() => self.session(&id).env_for(&helper.hook),
            _ => Default::default(),
        };
        let input = Input::as_it_is(helper.hook.event.clone(), input);
        let env = engine.env_of_call(&helper.hook, session, &input);
        Call {
            hook: Arc::clone(&helper.hook),
            input: Arc::new(InputLine::new(Arc::new(input), engine.rules.names)),
            surroundings: Arc::clone(&engine.surroundings),
            env,
            intent: None,
            counts: SessionCounts::default(),
            conversation: None,
            stop: CancellationToken::new(),
            output: None,
            approver: None,
            command: None,
        }
    }
}

fn lines(response: Response) -> Vec<String> {
    let text = match response {
        Response::Process(process) if process.ended == ProcessExit::Exit(0) => process.stdout.text,
        Response::Text(text) => text,
        _ => return Vec::new(),
    };
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

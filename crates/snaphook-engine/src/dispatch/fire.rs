//! How hosts fire an event: on an engine, or in a session.

use std::sync::Arc;

use arc_swap::Guard;
use snaphook_core::hook::HookId;
use snaphook_core::input::Input;
use snaphook_core::outcome::Outcome;

use super::caller::Caller;
use super::execute::{SettingsAt, execute};
use super::options::ExecuteOptions;
use crate::engine::Engine;
use crate::session::Session;

impl Engine {
    /// Runs the hooks of one event and merges what they say, outside any
    /// session: it waits for background hooks, too, and what they say is among
    /// the outcome's notices.
    ///
    /// Dropping the future ends the hooks it started.
    pub fn execute(&self, input: Input) -> impl Future<Output = Outcome> + Send + '_ {
        self.execute_with(input, ExecuteOptions::default())
    }

    /// Fires an event with options, outside any session.
    pub fn execute_with(
        &self,
        input: Input,
        options: ExecuteOptions,
    ) -> impl Future<Output = Outcome> + Send + '_ {
        execute(SettingsAt::Begin(self), Caller::NOBODY, input, options)
    }
}

impl Session {
    /// Runs the hooks of one event. Background hooks go on when it returns.
    pub fn execute(&self, input: Input) -> impl Future<Output = Outcome> + Send + '_ {
        self.execute_with(input, ExecuteOptions::default())
    }

    /// Fires an event in this session, with options.
    pub fn execute_with(
        &self,
        input: Input,
        options: ExecuteOptions,
    ) -> impl Future<Output = Outcome> + Send + '_ {
        let waits = self.engine().shared().wait_for_background;
        self.fire(input, options, waits, &[])
    }

    /// Runs the hooks of an event that some of them saw before in another form. The
    /// hooks in `again` run even if they were to run once.
    pub fn execute_again<'a>(
        &'a self,
        input: Input,
        options: ExecuteOptions,
        again: &'a [HookId],
    ) -> impl Future<Output = Outcome> + Send + 'a {
        let waits = self.engine().shared().wait_for_background;
        self.fire(input, options, waits, again)
    }

    /// Fires an event and waits for its background hooks, too. Their messages are
    /// among the outcome's notices, and nowhere else.
    pub fn execute_to_the_end(
        &self,
        input: Input,
        options: ExecuteOptions,
    ) -> impl Future<Output = Outcome> + Send + '_ {
        self.fire(input, options, true, &[])
    }

    fn fire<'a>(
        &'a self,
        input: Input,
        options: ExecuteOptions,
        waits: bool,
        again: &'a [HookId],
    ) -> impl Future<Output = Outcome> + Send + use<'a> {
        self.note_move(&input);
        let caller = Caller {
            session: Some(self.state()),
            waits,
            counts: true,
            again,
        };
        execute(SettingsAt::Begin(self.engine()), caller, input, options)
    }

    /// Fires an event and returns at once. Its hooks belong to the session;
    /// what they answer is only told to those who watch.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn observe(&self, input: Input) {
        self.note_move(&input);
        let (tasks, cancel) = self.state().background();
        let engine = Guard::into_inner(self.engine().snapshot_data());
        let state = Arc::clone(self.state());
        tasks.spawn(async move {
            let options = ExecuteOptions {
                cancel: Some(cancel),
                ..ExecuteOptions::default()
            };
            // Nobody waits for it, and so it waits for nobody.
            let caller = Caller {
                session: Some(&state),
                waits: false,
                counts: false,
                again: &[],
            };
            execute(SettingsAt::Snapshot(&engine), caller, input, options).await;
        });
    }
}

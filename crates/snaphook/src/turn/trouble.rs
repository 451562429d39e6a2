//! What the user is told of, and what goes wrong.

use snaphook_core::input::typed::{self, TypedInput};
use snaphook_core::input::{Fields, InputError};

use super::hooks::AgentHooks;
use super::told::Told;

/// A notification of something that went wrong: it has a level.
struct Trouble<'a> {
    level: &'static str,
    message: &'a str,
}

impl TypedInput for Trouble<'_> {
    const EVENT: &'static str = typed::Notification::EVENT;

    fn write(&self, fields: &mut Fields) -> Result<(), InputError> {
        typed::Notification::new(self.message, self.level).write(fields)?;
        fields.set("level", self.level)
    }
}

impl AgentHooks {
    /// The agent tells the user something.
    pub async fn notification(&self, notification: typed::Notification) -> Told {
        Told::of(self.fire(&notification).await)
    }

    /// Something went wrong in the agent. Fires OnError, and a Notification of
    /// the type and level `error`: what both say, OnError first.
    pub async fn on_error(&self, message: &str) -> [Told; 2] {
        let level = "error";
        let error = self.fire(&typed::OnError::new(message, level)).await;
        [Told::of(error), self.trouble(level, message).await]
    }

    /// The agent loop reached its limit. Fires OnMaxIterations, and a
    /// Notification of the type and level `warning`.
    pub async fn on_max_iterations(&self, message: &str) -> [Told; 2] {
        let level = "warning";
        let limit = self
            .fire(&typed::OnMaxIterations::new(message, level))
            .await;
        [Told::of(limit), self.trouble(level, message).await]
    }

    async fn trouble(&self, level: &'static str, message: &str) -> Told {
        Told::of(self.fire(&Trouble { level, message }).await)
    }
}

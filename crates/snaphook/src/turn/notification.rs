//! What the user is told of, and what goes wrong.

use snaphook_core::input::typed::{self, TypedInput};
use snaphook_core::input::{Fields, InputError};

use super::hooks::AgentHooks;
use super::messages::HookMessages;

/// A notification of something that went wrong: it has a level.
struct LevelledNotification<'a> {
    level: &'static str,
    message: &'a str,
}

impl TypedInput for LevelledNotification<'_> {
    const EVENT: &'static str = typed::Notification::EVENT;

    fn write(&self, fields: &mut Fields) -> Result<(), InputError> {
        typed::Notification::new(self.message, self.level).write(fields)?;
        fields.set("level", self.level)
    }
}

impl AgentHooks {
    /// The agent tells the user something.
    pub async fn notification(&self, notification: typed::Notification) -> HookMessages {
        HookMessages::of(self.fire(&notification).await)
    }

    /// An error occurred in the agent. Fires OnError, and a Notification of
    /// the type and level `error`: what both say, OnError first.
    pub async fn on_error(&self, message: &str) -> [HookMessages; 2] {
        let level = "error";
        let error = self.fire(&typed::OnError::new(message, level)).await;
        [HookMessages::of(error), self.notify(level, message).await]
    }

    /// The agent loop reached its limit. Fires OnMaxIterations, and a
    /// Notification of the type and level `warning`.
    pub async fn on_max_iterations(&self, message: &str) -> [HookMessages; 2] {
        let level = "warning";
        let limit = self
            .fire(&typed::OnMaxIterations::new(message, level))
            .await;
        [HookMessages::of(limit), self.notify(level, message).await]
    }

    async fn notify(&self, level: &'static str, message: &str) -> HookMessages {
        HookMessages::of(self.fire(&LevelledNotification { level, message }).await)
    }
}

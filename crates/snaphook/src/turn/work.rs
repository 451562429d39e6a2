//! Tasks and teammates.

use snaphook_core::input::typed;

use super::hooks::AgentHooks;
use super::messages::EventReply;
use super::stop::TurnEnd;

impl AgentHooks {
    /// A task is about to be created; the model is told the reason of a block.
    pub async fn task_created(&self, task: typed::TaskCreated) -> EventReply {
        EventReply::of(self.fire(&task).await)
    }

    /// A task is about to be marked as done; the model is told the reason of a block.
    pub async fn task_completed(&self, task: typed::TaskCompleted) -> EventReply {
        EventReply::of(self.fire(&task).await)
    }

    /// A teammate has nothing left to do: it rests, or goes on with a text.
    pub async fn teammate_idle(&self, teammate: &str, team: &str) -> TurnEnd {
        TurnEnd::of(self.fire(&typed::TeammateIdle::new(teammate, team)).await)
    }
}

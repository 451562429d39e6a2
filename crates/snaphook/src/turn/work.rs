//! Tasks and teammates.

use snaphook_core::input::typed;

use super::hooks::AgentHooks;
use super::stop::Ending;
use super::told::Decided;

impl AgentHooks {
    /// A task is about to be created; a refusal is told to the model.
    pub async fn task_created(&self, task: typed::TaskCreated) -> Decided {
        Decided::of(self.fire(&task).await)
    }

    /// A task is about to be marked as done; a refusal is told to the model.
    pub async fn task_completed(&self, task: typed::TaskCompleted) -> Decided {
        Decided::of(self.fire(&task).await)
    }

    /// A teammate has nothing left to do: it rests, or goes on with a text.
    pub async fn teammate_idle(&self, teammate: &str, team: &str) -> Ending {
        Ending::of(self.fire(&typed::TeammateIdle::new(teammate, team)).await)
    }
}

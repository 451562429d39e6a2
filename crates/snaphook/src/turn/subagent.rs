//! Subagents: an agent's hooks, one level down.

use snaphook_core::input::typed;

use super::hooks::AgentHooks;
use super::messages::HookMessages;
use super::stop::TurnEnd;
use snaphook_engine::SessionMemory;

impl AgentHooks {
    /// A subagent begins. Its hooks are for its own places: they see the
    /// configured hooks, tell them its id and type, and count its blocked stops
    /// by themselves. What is said is for the subagent's model.
    ///
    /// SubagentStart is fired in this session, SubagentStop in the subagent's.
    /// The subagent begins with the environment, the intent and the permissions of
    /// this session; hooks that run once and have done so here do not run again
    /// for it.
    pub async fn subagent_start(&self, id: &str, kind: &str) -> (Self, HookMessages) {
        let mut common = self.common.clone();
        common.agent_id = Some(id.to_owned());
        common.agent_type = Some(kind.to_owned());
        let outcome = self.fire(&typed::SubagentStart::new(id, kind)).await;
        // Agents of two sessions may have the same id.
        let session = self.session.child(&format!("{}/{id}", self.session.id()));
        session.remember(SessionMemory {
            blocked_stops: 0,
            ..self.session.memory()
        });
        let hooks = Self {
            permissions: self.permissions,
            ..Self::of(session, common)
        };
        (hooks, HookMessages::of(outcome))
    }

    /// A subagent, whose hooks these are, is about to end.
    pub async fn subagent_stop(&self, transcript: &str, last_message: Option<&str>) -> TurnEnd {
        let name = |field: &Option<String>| field.clone().unwrap_or_default();
        let mut stop = typed::SubagentStop::new(
            self.is_sent_back(),
            name(&self.common.agent_id),
            name(&self.common.agent_type),
            transcript,
        );
        stop.last_assistant_message = last_message.map(str::to_owned);
        let ending = TurnEnd::of(self.fire(&stop).await);
        self.set_sent_back(ending.must_continue());
        ending
    }
}

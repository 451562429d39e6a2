"""The hooks of one agent, place by place: its prompt, its tool calls, its end, what goes
wrong, and compaction.

Whatever cannot be decided is refused; hooks on Stop alone cannot keep an agent from ending
when the server is gone.
"""

from __future__ import annotations

import logging
import uuid
from dataclasses import dataclass, field
from typing import Any, Awaitable, Callable, Dict, List, Literal, Mapping, Optional

from ._errors import SnaphookError
from ._gate import GateResult, Run
from ._session import Executed, Scope

log = logging.getLogger("snaphook.agent")

Trigger = Literal["manual", "auto"]
"""Who wants a compaction: the user, or the agent itself."""


class AgentBlocked(Exception):
    """Hooks refused the prompt, so the agent did not run; or they stopped the agent."""


@dataclass(frozen=True)
class PromptDecision:
    """What hooks decided about a prompt."""

    prompt: str
    """The prompt, as hooks rewrote it."""
    is_rewritten: bool = False
    """Whether hooks rewrote it."""
    context: List[str] = field(default_factory=list)
    """Texts that hooks add for the model."""
    refusal: Optional[str] = None
    """Why the agent must not run, if so."""


@dataclass(frozen=True)
class CompactionDecision:
    """What hooks decided about a compaction."""

    instructions: Optional[str] = None
    """Instructions for it: those that were given, then what hooks add."""
    refusal: Optional[str] = None
    """Why the conversation must not be compacted, if so."""


@dataclass
class AgentHooks:
    """The hooks of one agent, or of a subagent when it has an ``agent_type``. One for each
    run."""

    scope: Scope
    """The session, or the client, whose hooks guard the run."""
    agent_type: Optional[str] = None
    """The subagent's type; ``None`` for the main agent."""
    agent_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    """The subagent's id."""
    stop: Optional[str] = None
    """Why a hook stopped the agent, if one did: no model call may follow."""
    stop_hook_active: bool = False
    """Whether the agent goes on because a hook on Stop sent it back."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Other fields of every input, such as ``permission_mode``."""

    def subagent(self, agent_type: str, agent_id: Optional[str] = None) -> "AgentHooks":
        """The hooks of a subagent, which begins with :meth:`begin`."""
        id = agent_id or str(uuid.uuid4())
        return AgentHooks(self.scope, agent_type, id, fields=self.fields)

    def _all_fields(self) -> Dict[str, Any]:
        if self.agent_type is None:
            return dict(self.fields)
        return {**self.fields, "agent_id": self.agent_id, "agent_type": self.agent_type}

    async def begin(self, prompt: str) -> PromptDecision:
        """Fires UserPromptSubmit, or SubagentStart for a subagent."""
        # What the user wants now is no longer what a hook on Stop wanted.
        self.stop, self.stop_hook_active = None, False
        try:
            if self.agent_type is None:
                executed = await self._fire("UserPromptSubmit", prompt=prompt)
            else:
                executed = await self._fire("SubagentStart")
        except SnaphookError as error:
            refusal = f"The prompt was refused: nobody could decide about it: {error}"
            return PromptDecision(prompt, refusal=refusal)
        if executed.blocked or executed.stops:
            return PromptDecision(prompt, refusal=_refusal(executed))
        rewritten = executed.outcome.get("updatedPrompt")
        return PromptDecision(
            prompt if rewritten is None else rewritten,
            rewritten is not None,
            list(executed.context),
        )

    async def gate(
        self, tool_name: str, tool_input: Mapping[str, Any], run: Run, **more: Any
    ) -> GateResult:
        """Takes a tool call through the gate. After a hook stopped the agent, no other
        call of the same batch is started."""
        if self.stop is not None:
            reason = f"The tool call was denied: the agent was stopped: {self.stop}"
            return GateResult(str(uuid.uuid4()), tool_name, tool_input, reason=reason)
        fields = {**self._all_fields(), **more}
        done = await self.scope.gate(tool_name, tool_input, run, **fields)
        if self.stop is None:
            self.stop = done.stop
        return done

    async def end(self, last_message: str = "", transcript: str = "") -> Optional[str]:
        """Fires Stop, or SubagentStop for a subagent. Returns the text that sends the
        agent back to work, if a hook does. After so many in a row (``stopHookBlockCap``)
        it may end all the same."""
        if self.stop is not None:
            return None
        fields: Dict[str, Any] = {
            "stop_hook_active": self.stop_hook_active,
            "last_assistant_message": last_message,
        }
        event = "Stop"
        if self.agent_type is not None:
            event = "SubagentStop"
            fields["agent_transcript_path"] = transcript
        try:
            executed = await self._fire(event, **fields)
        except SnaphookError as error:
            log.warning("the hooks on %s could not run: %s", event, error)
            return None
        self.stop_hook_active = executed.blocked and not executed.stops
        if not self.stop_hook_active:
            return None
        return executed.text_for_model or executed.reason or "Go on."

    async def run(self, prompt: str, work: Callable[[List[str]], Awaitable[str]]) -> str:
        """Runs the agent from its prompt to its end: ``work`` is called with what the model
        is told next, and returns the last text of the model, until no hook sends the agent
        back. Raises :class:`AgentBlocked` when hooks refuse the prompt or stop the agent."""
        decision = await self.begin(prompt)
        if decision.refusal is not None:
            raise AgentBlocked(decision.refusal)
        texts = [decision.prompt, *decision.context]
        while True:
            last = await work(texts)
            if self.stop is not None:
                raise AgentBlocked(self.stop)
            words = await self.end(last)
            if words is None:
                return last
            texts = [words]

    async def notify(self, message: str, type: str, **more: Any) -> Executed:
        """Tells the user something: fires Notification."""
        return await self._fire("Notification", message=message, notification_type=type, **more)

    async def error(self, message: str) -> List[Executed]:
        """Something went wrong in the agent: fires OnError, then a Notification of the type
        ``error``."""
        first = await self._fire("OnError", message=message, level="error")
        return [first, await self.notify(message, "error", level="error")]

    async def limit_reached(self, message: str) -> List[Executed]:
        """The agent's loop reached its limit: fires OnMaxIterations, then a Notification."""
        first = await self._fire("OnMaxIterations", message=message, level="warning")
        return [first, await self.notify(message, "warning", level="warning")]

    async def failed(self, error: str) -> Executed:
        """The turn ended because of an error: ``rate_limit``, ``server_error``, …; else
        ``unknown``."""
        self.stop_hook_active = False
        return await self._fire("StopFailure", error=error)

    async def before_compaction(
        self, trigger: Trigger, instructions: Optional[str] = None
    ) -> CompactionDecision:
        """The conversation is about to be compacted: fires PreCompact."""
        try:
            executed = await self._fire(
                "PreCompact", trigger=trigger, custom_instructions=instructions
            )
        except SnaphookError as error:
            return CompactionDecision(
                refusal=f"The compaction was refused: nobody could decide: {error}"
            )
        if executed.blocked or executed.stops:
            return CompactionDecision(refusal=_refusal(executed))
        both = [instructions, executed.outcome.get("compactInstructions")]
        return CompactionDecision("\n\n".join(one for one in both if one) or None)

    async def compacted(self, trigger: Trigger, summary: str) -> Executed:
        """The conversation was compacted: fires PostCompact, then SessionStart with the
        source ``compact``. Returns what hooks give the session to begin with."""
        await self._fire("PostCompact", trigger=trigger, compact_summary=summary)
        return await self._fire("SessionStart", source="compact")

    async def _fire(self, event: str, **fields: Any) -> Executed:
        all_fields = {**self._all_fields(), **fields}
        return await self.scope._execute(event, all_fields, False, False)


def _refusal(executed: Executed) -> str:
    outcome = executed.outcome
    words = executed.text_for_user or executed.text_for_model or executed.reason
    return words or outcome.get("stopReason") or "A hook refused the prompt"

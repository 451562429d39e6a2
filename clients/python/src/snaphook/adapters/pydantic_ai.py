"""pydantic-ai: a capability of an agent.

    agent = Agent(model, capabilities=[SnaphookCapability(session)])

A refused prompt, and a hook that stops the agent, end the run with
:class:`AgentBlocked`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from pydantic_ai import ToolReturn
from pydantic_ai.agent import CallToolsNode, ModelRequestNode, UserPromptNode
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.exceptions import ApprovalRequired, CallDeferred, ModelRetry, ToolFailed
from pydantic_ai.messages import ModelRequest, UserPromptPart
from pydantic_graph import End

from ._shared import AgentBlocked, AgentHooks, scope_of

__all__ = ["AgentBlocked", "SnaphookCapability"]

DEFERRED = (ApprovalRequired, CallDeferred)


class SnaphookCapability(AbstractCapability[Any]):
    """Guards an agent; one with an ``agent_type`` is a subagent."""

    def __init__(self, session: Any, agent_type: Optional[str] = None, **fields: Any) -> None:
        self._scope = scope_of(session)
        self._agent_type = agent_type
        self._fields = fields
        self._turn = AgentHooks(self._scope, agent_type, fields=fields)

    async def for_run(self, ctx: Any) -> "SnaphookCapability":
        """A run has a state of its own."""
        return SnaphookCapability(self._scope, self._agent_type, **self._fields)

    async def before_node_run(self, ctx: Any, *, node: Any) -> Any:
        """Fires UserPromptSubmit, or SubagentStart for a subagent, and ends the run
        after a hook stopped it."""
        if isinstance(node, UserPromptNode) and node.user_prompt is not None:
            decided = await self._turn.begin(_text_of(node.user_prompt))
            if decided.refusal is not None:
                raise AgentBlocked(decided.refusal)
            prompt = decided.prompt if decided.is_rewritten else node.user_prompt
            if decided.context:
                before = [prompt] if isinstance(prompt, str) else [*prompt]
                prompt = [*before, *decided.context]
            return replace(node, user_prompt=prompt)
        if isinstance(node, ModelRequestNode) and self._turn.stop is not None:
            raise AgentBlocked(self._turn.stop)
        return node

    async def after_node_run(self, ctx: Any, *, node: Any, result: Any) -> Any:
        """Fires Stop, or SubagentStop for a subagent, at the end of the run."""
        if not isinstance(result, End) or not isinstance(node, CallToolsNode):
            return result
        if self._turn.stop is not None:
            raise AgentBlocked(self._turn.stop)
        words = await self._turn.end(str(result.data.output))
        if words is None:
            return result
        return ModelRequestNode(ModelRequest(parts=[UserPromptPart(words)]))

    async def wrap_tool_execute(
        self, ctx: Any, *, call: Any, tool_def: Any, args: Dict[str, Any], handler: Any
    ) -> Any:
        """Takes a tool call through the gate."""
        returned: List[Any] = []

        async def run(tool_input: Dict[str, Any]) -> Any:
            returned.append(await handler(tool_input))
            value = returned[0]
            return value.return_value if isinstance(value, ToolReturn) else value

        # What the model wrote is JSON; what pydantic validated it to need not be.
        raw = _plain(args)
        if raw is None:
            raw = call.args_as_dict()
        done = await self._turn.gate(
            call.tool_name,
            raw,
            # An input that nobody rewrote goes on as it was validated.
            lambda given: run(args if given == raw else given),
            tool_use_id=call.tool_call_id,
        )
        if isinstance(done.error, DEFERRED):
            raise done.error
        if isinstance(done.error, ModelRetry):
            raise ModelRetry(done.text_for_model)
        if done.is_error:
            raise ToolFailed(done.text_for_model)
        given = returned[0].return_value if isinstance(returned[0], ToolReturn) else returned[0]
        if done.value is not given:
            return done.text_for_model
        texts = [*([] if done.feedback is None else [done.feedback]), *done.context]
        if not texts:
            return returned[0]
        if isinstance(returned[0], ToolReturn):
            old = returned[0].content
            before = [old] if isinstance(old, str) else [*(old or [])]
            return replace(returned[0], content=[*before, *texts])
        return ToolReturn(done.value, content=texts)


def _text_of(prompt: Union[str, Sequence[Any]]) -> str:
    """The text of a prompt, without its pictures and files."""
    if isinstance(prompt, str):
        return prompt
    parts = (one if isinstance(one, str) else getattr(one, "text", "") for one in prompt)
    return "\n".join(part for part in parts if isinstance(part, str) and part)


def _plain(args: Mapping[str, Any]) -> Optional[Dict[str, Any]]:
    """The input as it is, if JSON can hold all of it."""

    def is_plain(value: Any) -> bool:
        if isinstance(value, dict):
            return all(isinstance(key, str) and is_plain(one) for key, one in value.items())
        if isinstance(value, list):
            return all(is_plain(one) for one in value)
        return value is None or type(value) in (str, int, float, bool)

    return dict(args) if is_plain(dict(args)) else None

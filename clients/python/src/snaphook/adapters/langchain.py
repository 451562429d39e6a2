"""LangChain 1.x: a middleware for ``create_agent``; its methods also fit LangGraph.

    agent = create_agent(model, tools, middleware=[SnaphookMiddleware(session)])

With a session of :mod:`snaphook.sync`, the agent is called by ``invoke`` and ``stream``,
else by ``ainvoke`` and ``astream``. In a graph of your own, pass ``wrap_tool_call`` or
``awrap_tool_call`` to ``ToolNode``, and use the other methods as nodes.
"""

from __future__ import annotations

import uuid
from typing import Annotated, Any, Callable, Dict, List, Mapping, Optional, Union

from langchain.agents.middleware import AgentMiddleware, AgentState, hook_config
from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    HumanMessage,
    RemoveMessage,
    ToolMessage,
)
from langgraph.errors import GraphBubbleUp
from langgraph.types import Command
from typing_extensions import NotRequired

from ._shared import AgentHooks, in_thread, scope_of, wait_for

Update = Optional[Dict[str, Any]]
ToolResult = Union[ToolMessage, Command]


def _first(one: Optional[str], other: Optional[str]) -> Optional[str]:
    """Merges the stops of tool calls that ran in parallel; an empty text is a reset."""
    return None if other == "" else one or other


class SnaphookState(AgentState):
    """What a run keeps in the state of the graph, so that it survives a checkpoint."""

    snaphook_stop: NotRequired[Annotated[Optional[str], _first]]
    """Why a hook stopped the agent, if one did."""
    snaphook_agent_id: NotRequired[str]
    snaphook_sent_back: NotRequired[bool]


class SnaphookMiddleware(AgentMiddleware):
    """Guards an agent; one with an ``agent_type`` is a subagent."""

    state_schema = SnaphookState

    def __init__(self, session: Any, agent_type: Optional[str] = None, **fields: Any) -> None:
        super().__init__()
        self._session = session
        self._scope = scope_of(session)
        self._agent_type = agent_type
        self._fields = fields

    def _turn(self, state: Mapping[str, Any]) -> AgentHooks:
        return AgentHooks(
            self._scope,
            self._agent_type,
            state.get("snaphook_agent_id") or str(uuid.uuid4()),
            state.get("snaphook_stop") or None,
            state.get("snaphook_sent_back", False),
            self._fields,
        )

    @hook_config(can_jump_to=["end"])
    async def abefore_agent(self, state: Any, runtime: Any = None) -> Update:
        """Fires UserPromptSubmit, or SubagentStart for a subagent."""
        turn = self._turn({})
        update: Dict[str, Any] = {
            "snaphook_stop": "",
            "snaphook_agent_id": turn.agent_id,
            "snaphook_sent_back": False,
        }
        prompts = _new_prompts(state["messages"])
        if not prompts:
            return update
        decided = await turn.begin("\n".join(one.text for one in prompts))
        messages: List[Any] = []
        if decided.refusal is not None or decided.is_rewritten:
            # A refused prompt must not reach the model with the next one either.
            messages += [RemoveMessage(id=one.id) for one in prompts if one.id is not None]
        if decided.refusal is not None:
            messages.append(AIMessage(decided.refusal))
            return {**update, "messages": messages, "jump_to": "end"}
        if decided.is_rewritten:
            messages.append(HumanMessage(decided.prompt))
        messages += [HumanMessage(text) for text in decided.context]
        return {**update, "messages": messages}

    @hook_config(can_jump_to=["end"])
    async def abefore_model(self, state: Any, runtime: Any = None) -> Update:
        """Ends the run after a hook stopped the agent."""
        stop = state.get("snaphook_stop")
        return {"messages": [AIMessage(stop)], "jump_to": "end"} if stop else None

    @hook_config(can_jump_to=["model"])
    async def aafter_model(self, state: Any, runtime: Any = None) -> Update:
        """Fires Stop, or SubagentStop for a subagent, when the model calls no tool."""
        last = state["messages"][-1]
        calls = isinstance(last, AIMessage) and last.tool_calls
        if calls and state.get("structured_response") is None:
            return None
        words = await self._turn(state).end(last.text)
        if words is None:
            return None
        update = {"messages": [HumanMessage(words)], "snaphook_sent_back": True}
        return {**update, "jump_to": "model"}

    async def awrap_tool_call(self, request: Any, handler: Callable[..., Any]) -> ToolResult:
        """Takes a tool call through the gate."""
        call = request.tool_call
        result: List[ToolResult] = []

        async def run(tool_input: Dict[str, Any]) -> Any:
            ran = await handler(request.override(tool_call={**call, "args": tool_input}))
            result.append(ran)
            message = _message_in(ran)
            if message is not None and message.status == "error":
                raise RuntimeError(message.text)
            return None if message is None else message.content

        turn = self._turn(request.state if isinstance(request.state, Mapping) else {})
        done = await turn.gate(call["name"], call["args"], run, tool_use_id=call["id"])
        if isinstance(done.error, GraphBubbleUp):
            raise done.error  # The tool interrupted the graph, which is not a failure.
        message = ToolMessage(
            done.text_for_model,
            name=call["name"],
            tool_call_id=call["id"],
            status="error" if done.is_error else "success",
        )
        given = result[0] if result else None
        # An output that hooks rewrote or withheld leaves nothing of the old one.
        if isinstance(given, ToolMessage) and done.ran and done.value == given.content:
            message.artifact = given.artifact
            if isinstance(given.content, list):
                texts = [done.feedback or "", *done.context]
                more = [{"type": "text", "text": text} for text in texts if text]
                message.content = [*given.content, *more]
        if isinstance(given, Command) and isinstance(given.update, dict):
            old = given.update.get("messages", [])
            kept = [one for one in old if not isinstance(one, ToolMessage)]
            update = {**given.update, "messages": [message, *kept]}
            if done.stop is not None:
                update["snaphook_stop"] = done.stop
            return Command(graph=given.graph, goto=given.goto, update=update)
        if done.stop is None:
            return message
        return Command(update={"messages": [message], "snaphook_stop": done.stop})

    @hook_config(can_jump_to=["end"])
    def before_agent(self, state: Any, runtime: Any = None) -> Update:
        """As :meth:`abefore_agent`, for ``invoke``."""
        return wait_for(self._session, self.abefore_agent(state))

    @hook_config(can_jump_to=["end"])
    def before_model(self, state: Any, runtime: Any = None) -> Update:
        """As :meth:`abefore_model`, for ``invoke``."""
        return wait_for(self._session, self.abefore_model(state))

    @hook_config(can_jump_to=["model"])
    def after_model(self, state: Any, runtime: Any = None) -> Update:
        """As :meth:`aafter_model`, for ``invoke``."""
        return wait_for(self._session, self.aafter_model(state))

    def wrap_tool_call(self, request: Any, handler: Callable[..., Any]) -> ToolResult:
        """As :meth:`awrap_tool_call`, for ``invoke``."""
        return wait_for(self._session, self.awrap_tool_call(request, in_thread(handler)))


def _new_prompts(messages: List[AnyMessage]) -> List[HumanMessage]:
    """What the user said since the model spoke last."""
    prompts: List[HumanMessage] = []
    for message in reversed(messages):
        if not isinstance(message, HumanMessage):
            break
        prompts.insert(0, message)
    return prompts


def _message_in(result: ToolResult) -> Optional[ToolMessage]:
    if isinstance(result, ToolMessage):
        return result
    update = result.update if isinstance(result.update, dict) else {}
    messages = [one for one in update.get("messages", []) if isinstance(one, ToolMessage)]
    return messages[-1] if messages else None

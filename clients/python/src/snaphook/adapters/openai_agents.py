"""The OpenAI Agents SDK: run an agent behind the gate.

    result = await run(session, agent, "look around")

Every function tool of the agent, of its MCP servers and of agents that it hands over to
passes the gate. A tool that cannot, because it runs at the provider, is refused unless
``unguarded`` names it. A refused prompt raises :class:`AgentBlocked`.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
from typing import Any, Collection, Dict, List, Optional, Tuple

from agents import (
    Agent,
    FunctionTool,
    Handoff,
    RunContextWrapper,
    Runner,
    RunResult,
    RunState,
    ToolsToFinalOutputResult,
    function_tool,
)

from ._shared import AgentBlocked, AgentHooks, begin_with, scope_of, user_message

__all__ = ["AgentBlocked", "as_tool", "guard", "run"]


async def run(
    session: Any,
    agent: Agent[Any],
    input: Any,
    *,
    agent_type: Optional[str] = None,
    unguarded: Collection[str] = (),
    **options: Any,
) -> RunResult:
    """Runs an agent as ``Runner.run`` does, whose ``options`` it takes. One with an
    ``agent_type`` is a subagent. When a hook stops the agent, its words are the final
    output. The state of an interrupted run may be given as the ``input``."""
    guarded = guard(session, agent, agent_type, unguarded)
    turn = guarded.guard.turn
    if isinstance(input, RunState):
        # Its tools were made before: they are those of the run that was interrupted.
        if not isinstance(input._current_agent, _Guarded):
            help = "read it with `RunState.from_json(guard(session, agent), …)`"
            raise TypeError(f"the tools of this state are not guarded\nhelp: {help}")
        guarded = input._current_agent
        turn = guarded.guard.turn
    else:
        items = [user_message(input)] if isinstance(input, str) else list(input)
        input = await begin_with(turn, items)
    while True:
        result = await Runner.run(guarded, input, **options)
        if result.interruptions:
            return result
        words = await turn.end(str(result.final_output))
        if words is None:
            return result
        guarded = guarded.guard.agent(result.last_agent)
        # A session of the SDK remembers what was said before.
        before = [] if options.get("session") is not None else result.to_input_list()
        input = [*before, user_message(words)]


def guard(
    session: Any,
    agent: Agent[Any],
    agent_type: Optional[str] = None,
    unguarded: Collection[str] = (),
) -> "_Guarded":
    """The agent with its tools behind the gate, to read the state of a run with it."""
    turn = AgentHooks(scope_of(session), agent_type)
    return _Guard(turn, frozenset(unguarded)).agent(agent)


def as_tool(session: Any, agent: Agent[Any], name: str, description: str) -> FunctionTool:
    """A subagent as a tool of another agent, with its own calls guarded; instead of
    ``agent.as_tool``."""

    async def delegate(context: RunContextWrapper[Any], task: str) -> str:
        done = await run(session, agent, task, agent_type=name, context=context.context)
        return str(done.final_output)

    options: Any = {"name_override": name, "description_override": description}
    return function_tool(delegate, failure_error_function=None, **options)


class _Guarded(Agent[Any]):
    """An agent whose tools pass the gate, wherever they come from."""

    guard: "_Guard"

    async def get_all_tools(self, run_context: RunContextWrapper[Any]) -> List[Any]:
        return [self.guard.tool(one) for one in await super().get_all_tools(run_context)]


class _Guard:
    """The guard of one run."""

    def __init__(self, turn: AgentHooks, unguarded: Collection[str]) -> None:
        self.turn = turn
        self._unguarded = unguarded
        # With what each was made from, so that nothing else gets its id.
        self._agents: Dict[int, Tuple[Agent[Any], _Guarded]] = {}
        self._tools: Dict[int, Tuple[FunctionTool, FunctionTool]] = {}

    def agent(self, agent: Agent[Any]) -> _Guarded:
        if id(agent) in self._agents:
            return self._agents[id(agent)][1]
        keys = [one.name for one in dataclasses.fields(Agent) if one.init]
        guarded = _Guarded(**{key: getattr(agent, key) for key in keys})
        self._agents[id(agent)] = self._agents[id(guarded)] = (agent, guarded)
        guarded.guard = self
        guarded.handoffs = [self._handoff(one) for one in agent.handoffs]
        behaviour = agent.tool_use_behavior

        async def after_tools(context: Any, results: List[Any]) -> ToolsToFinalOutputResult:
            if self.turn.stop is not None:
                return ToolsToFinalOutputResult(True, self.turn.stop)
            if callable(behaviour):
                decided = behaviour(context, results)
                return await decided if inspect.isawaitable(decided) else decided
            last = behaviour["stop_at_tool_names"] if isinstance(behaviour, dict) else None
            for one in results:
                if behaviour == "stop_on_first_tool" or one.tool.name in (last or ()):
                    return ToolsToFinalOutputResult(True, one.output)
            return ToolsToFinalOutputResult(False)

        guarded.tool_use_behavior = after_tools
        return guarded

    def _handoff(self, to: Any) -> Any:
        if not isinstance(to, Handoff):
            return self.agent(to)
        invoke = to.on_invoke_handoff

        async def hand_over(context: Any, arguments: str) -> Any:
            return self.agent(await invoke(context, arguments))

        return dataclasses.replace(to, on_invoke_handoff=hand_over)

    def tool(self, tool: Any) -> Any:
        if tool.name in self._unguarded:
            return tool
        if not isinstance(tool, FunctionTool):
            raise TypeError(
                f"`{tool.name}` does not run here, so no hook can guard it\n"
                "help: remove it, or name it in `unguarded`"
            )
        if tool._is_agent_tool:
            raise TypeError(
                f"the tool calls of the agent behind `{tool.name}` would not be guarded\n"
                "help: make it with `as_tool` of this module"
            )
        if id(tool) not in self._tools:
            guarded = dataclasses.replace(tool, on_invoke_tool=self._invoke(tool))
            self._tools[id(tool)] = (tool, guarded)
        return self._tools[id(tool)][1]

    def _invoke(self, tool: FunctionTool) -> Any:
        async def invoke(context: Any, arguments: str) -> Any:
            try:
                given = json.loads(arguments or "{}")
            except ValueError as error:
                return f"The tool call was denied: its arguments are not JSON: {error}"

            async def call(tool_input: Dict[str, Any]) -> Any:
                written = arguments if tool_input == given else json.dumps(tool_input)
                return await tool.on_invoke_tool(context, written)

            use = context.tool_call_id
            done = await self.turn.gate(tool.name, given, call, tool_use_id=use)
            return done.text_for_model

        return invoke

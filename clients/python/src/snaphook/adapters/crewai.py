"""CrewAI: run a crew behind the gate, with a session of :mod:`snaphook.sync`.

    output = kickoff(session, crew, inputs={…})

Each task is a prompt. An agent to which another one delegates, and a crew that is run with
an ``agent_type``, is a subagent. A refused task, and a hook that stops the agent, raise
:class:`AgentBlocked`.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

from crewai.hooks.dispatch import HookAborted, InterceptionPoint, scoped_hooks

from .. import sync
from ._shared import AgentBlocked, AgentHooks, scope_of, wait_for
from ._split import SplitCall

__all__ = ["AgentBlocked", "kickoff"]

FAILED = "Error executing tool:"
# How often hooks on Stop may send an agent back; the engine has a limit of its own below it.
RETRIES = 100


def kickoff(
    session: sync.Scope, crew: Any, *, agent_type: Optional[str] = None, **options: Any
) -> Any:
    """Runs a crew as ``crew.kickoff`` does, whose ``options`` it takes."""
    if not isinstance(session, sync.Scope):
        raise TypeError("CrewAI calls tools without `await`: give it a session of `snaphook.sync`")
    guard = _Guard(session, agent_type)
    points: Dict[InterceptionPoint, List[Any]] = {
        InterceptionPoint.PRE_STEP: [guard.before_task],
        InterceptionPoint.PRE_MODEL_CALL: [guard.before_model],
        InterceptionPoint.PRE_TOOL_CALL: [guard.before_tool],
        InterceptionPoint.POST_TOOL_CALL: [guard.after_tool],
    }
    kept = [(one, one.description, one._guardrails, one.guardrail_max_retries) for one in crew.tasks]
    try:
        for task in crew.tasks:
            task._guardrails = [*task._guardrails, guard.end_of(task)]
            task.guardrail_max_retries = max(task.guardrail_max_retries, RETRIES)
        with scoped_hooks(points):
            return crew.kickoff(**options)
    except HookAborted as aborted:
        raise AgentBlocked(aborted.reason) from aborted
    finally:
        guard.close()
        for task, description, guardrails, retries in kept:
            task.description, task._guardrails = description, guardrails
            task.guardrail_max_retries = retries


class _Guard:
    """The guard of one run. CrewAI goes on when a hook raises any other exception than
    ``HookAborted``, so every place turns what goes wrong into one."""

    def __init__(self, session: sync.Scope, agent_type: Optional[str]) -> None:
        self._session = session
        self._agent_type = agent_type
        # With its task, so that nothing else gets its id.
        self._turns: Dict[int, Tuple[Any, AgentHooks]] = {}
        # By the input, which is the same object before and after the call; with that input,
        # so that nothing else gets its id.
        self._pending: Dict[int, Tuple[Any, SplitCall]] = {}

    def _turn(self, task: Any, agent: Any = None) -> AgentHooks:
        if id(task) not in self._turns:
            # Only tasks of the crew begin with a step; the others are delegated.
            kind = getattr(agent, "role", None) or self._agent_type
            self._turns[id(task)] = (task, AgentHooks(scope_of(self._session), kind))
        return self._turns[id(task)][1]

    def before_task(self, context: Any) -> Optional[str]:
        """Fires UserPromptSubmit, or SubagentStart for a subagent."""
        if context.kind != "task":
            return None
        task = context.task
        turn = self._turn(task)
        try:
            decided = wait_for(self._session, turn.begin(task.description))
        except Exception as error:  # noqa: BLE001 - CrewAI would go on
            raise HookAborted(f"the task was refused: {error}", "snaphook") from error
        if decided.refusal is not None:
            raise HookAborted(decided.refusal, "snaphook")
        if decided.is_rewritten:
            task.description = decided.prompt
        if not decided.context:
            return None
        return "\n".join([*([context.payload] if context.payload else []), *decided.context])

    def before_model(self, context: Any) -> None:
        """Ends the run after a hook stopped the agent."""
        for _, turn in [*self._turns.values()]:
            if turn.stop is not None:
                raise HookAborted(turn.stop, "snaphook")

    def before_tool(self, context: Any) -> None:
        """Decides about a tool call; CrewAI runs it, as it runs every other."""
        try:
            denial = self._decide(context)
        except Exception as error:  # noqa: BLE001 - CrewAI would go on
            raise HookAborted(f"the tool call was denied: {error}", "snaphook") from error
        if denial:
            raise HookAborted("the tool call was denied", "snaphook")

    def _decide(self, context: Any) -> bool:
        """Takes a call into the gate, and returns whether it was denied there."""
        turn, given = self._turn(context.task, context.agent), context.tool_input
        begin = SplitCall.begin(turn, context.tool_name, dict(given))
        call = wait_for(self._session, begin)
        self._pending[id(given)] = (given, call)
        if call.tool_input is None:
            return True
        given.clear()
        given.update(call.tool_input)
        return False

    def after_tool(self, context: Any) -> Optional[str]:
        """Fires PostToolUse, or PostToolUseFailure. CrewAI calls it for denied calls, too."""
        _, call = self._pending.pop(id(context.tool_input), (None, None))
        if call is None:
            return None
        text = context.tool_result
        # CrewAI tells of an error by the result's text.
        failed = isinstance(text, str) and text.startswith(FAILED)
        ending = call.fail(RuntimeError(text)) if failed else call.end(text)
        try:
            return wait_for(self._session, ending).text_for_model
        except Exception as error:  # noqa: BLE001 - CrewAI would show the output
            return f"The output is withheld: {error}"

    def end_of(self, task: Any) -> Any:
        """A guardrail that fires Stop, or SubagentStop for a subagent."""

        def snaphook(output: Any) -> Tuple[bool, Any]:
            words = wait_for(self._session, self._turn(task).end(output.raw))
            return (True, output.raw) if words is None else (False, words)

        return snaphook

    def close(self) -> None:
        """Ends the calls that CrewAI gave up."""
        for _, call in self._pending.values():
            wait_for(self._session, call.cancel())

"""Google ADK: a plugin of the runner, which guards all of its agents.

    guard = SnaphookPlugin(session)
    runner = InMemoryRunner(agent, plugins=[guard])
    async for event in guard.run(runner, user_id=…, session_id=…, new_message=…): …

Make it the first plugin. With ``runner.run_async`` instead of ``run``, everything is
guarded too, but hooks on Stop cannot send the agent back.
"""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from typing import Any, AsyncIterator, Dict, Optional

from google.adk.models.llm_response import LlmResponse
from google.adk.plugins import BasePlugin
from google.genai import types

from ._shared import AgentHooks, scope_of
from ._split import SplitCall

# Whether an invocation is that of a subagent, inside a tool call.
_inside: "ContextVar[bool]" = ContextVar("snaphook_inside_tool", default=False)
# The turn of `SnaphookPlugin.run`, which may have several invocations.
_turn: "ContextVar[Optional[AgentHooks]]" = ContextVar("snaphook_turn", default=None)


class SnaphookPlugin(BasePlugin):
    """Guards the agents of a runner."""

    def __init__(self, session: Any, **fields: Any) -> None:
        super().__init__(name="snaphook")
        self._scope = scope_of(session)
        self._fields = fields
        self._turns: Dict[str, AgentHooks] = {}
        self._refusals: Dict[str, str] = {}
        self._pending: Dict[str, SplitCall] = {}

    async def run(self, runner: Any, *, new_message: Any, **options: Any) -> AsyncIterator[Any]:
        """Runs an agent as ``runner.run_async`` does, and again when a hook on Stop sends
        it back."""
        turn = AgentHooks(self._scope, fields=self._fields)
        while new_message is not None:
            text, refused = "", False
            # A generator runs in the context of its caller, so the turn is set for each step.
            events = runner.run_async(new_message=new_message, **options)
            while True:
                token = _turn.set(turn)
                try:
                    event = await events.__anext__()
                except StopAsyncIteration:
                    break
                except BaseException:
                    await events.aclose()
                    raise
                finally:
                    _turn.reset(token)
                refused = refused or event.invocation_id in self._refusals
                if event.is_final_response() and event.content is not None:
                    text = _text_of(event.content)
                yield event
            words = None if refused else await turn.end(text)
            new_message = None if words is None else _content("user", words)

    async def on_user_message_callback(
        self, *, invocation_context: Any, user_message: Any
    ) -> Optional[types.Content]:
        """Fires UserPromptSubmit, or SubagentStart for the agent of an ``AgentTool``."""
        id = invocation_context.invocation_id
        kind = invocation_context.agent.name if _inside.get() else None
        given = None if kind is not None else _turn.get()
        turn = self._turns[id] = given or AgentHooks(self._scope, kind, fields=self._fields)
        if turn.stop_hook_active or not _text_of(user_message):
            return None  # The words of a hook on Stop, or the answer to a question.
        decided = await turn.begin(_text_of(user_message))
        if decided.refusal is not None:
            self._refusals[id] = decided.refusal
            # The session must not keep the prompt for the next request.
            return _content("user", "(a prompt that hooks refused)")
        if not decided.is_rewritten and not decided.context:
            return None
        parts = [types.Part(text=decided.prompt)] if decided.is_rewritten else user_message.parts
        more = [types.Part(text=text) for text in decided.context]
        return types.Content(role="user", parts=[*parts, *more])

    async def before_run_callback(self, *, invocation_context: Any) -> Optional[types.Content]:
        """Ends the invocation when its prompt was refused."""
        refusal = self._refusals.get(invocation_context.invocation_id)
        return None if refusal is None else _content("model", refusal)

    async def after_run_callback(self, *, invocation_context: Any) -> None:
        """Fires SubagentStop, and forgets the invocation."""
        turn = self._turns.pop(invocation_context.invocation_id, None)
        self._refusals.pop(invocation_context.invocation_id, None)
        if turn is not None and turn.agent_type is not None:
            await turn.end()

    async def before_model_callback(
        self, *, callback_context: Any, llm_request: Any
    ) -> Optional[LlmResponse]:
        """Ends the run after a hook stopped the agent."""
        stop = self._turn_of(callback_context).stop
        return None if stop is None else LlmResponse(content=_content("model", stop))

    async def before_tool_callback(
        self, *, tool: Any, tool_args: Dict[str, Any], tool_context: Any
    ) -> Optional[Dict[str, Any]]:
        """Decides about a tool call; the framework runs it, as it runs every other."""
        turn, use = self._turn_of(tool_context), tool_context.function_call_id
        call = await SplitCall.begin(turn, tool.name, tool_args, tool_use_id=use)
        if call.tool_input is None:
            return {"error": (await call.end()).text_for_model}
        self._pending[use] = call
        # The same object: the gate may have been given it.
        tool_input = dict(call.tool_input)
        tool_args.clear()
        tool_args.update(tool_input)
        _inside.set(True)  # Only in the task of this call.
        return None

    async def after_tool_callback(
        self, *, tool: Any, tool_args: Dict[str, Any], tool_context: Any, result: Any
    ) -> Optional[Dict[str, Any]]:
        """Fires PostToolUse."""
        _inside.set(False)
        pending = self._pending.pop(tool_context.function_call_id, None)
        if pending is None:
            return None
        done = await pending.end(result)
        if done.value is not result:
            return {"result": done.text_for_model}
        texts = [*([] if done.feedback is None else [done.feedback]), *done.context]
        return {**_as_dict(result), "hooks": "\n".join(texts)} if texts else None

    async def on_tool_error_callback(
        self, *, tool: Any, tool_args: Dict[str, Any], tool_context: Any, error: Any
    ) -> Optional[Dict[str, Any]]:
        """Fires PostToolUseFailure."""
        _inside.set(False)
        pending = self._pending.pop(tool_context.function_call_id, None)
        if pending is None:
            return None
        if isinstance(error, asyncio.CancelledError):
            await pending.cancel()
            return None
        return {"error": (await pending.fail(error)).text_for_model}

    def _turn_of(self, context: Any) -> AgentHooks:
        turn = self._turns.get(context.invocation_id)
        return turn or AgentHooks(self._scope, fields=self._fields)


def _content(role: str, text: str) -> types.Content:
    return types.Content(role=role, parts=[types.Part(text=text)])


def _text_of(content: Any) -> str:
    return "\n".join(part.text for part in content.parts or [] if part.text)


def _as_dict(result: Any) -> Dict[str, Any]:
    return result if isinstance(result, dict) else {"result": result}

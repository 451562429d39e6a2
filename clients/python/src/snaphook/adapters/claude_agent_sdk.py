"""The Claude Agent SDK: its hook callbacks, answered by the hooks of a session.

    options = guard(session, ClaudeAgentOptions(…))
    async for message in query(prompt="look around", options=options): …

Every tool call of Claude Code and of its subagents is decided by hooks, rules, mode and
person, as :meth:`Session.authorize` does it, before Claude Code asks its own rules.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, Optional

from claude_agent_sdk import ClaudeAgentOptions, HookMatcher

from .._errors import SnaphookError
from .._gate import WITHHELD
from .._session import Executed
from .._types import Decision
from ._shared import scope_of

EVENTS = (
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "UserPromptSubmit",
    "Stop",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "Notification",
)
# Hooks may ask a person; each has a timeout of its own below this one.
TIMEOUT = 24 * 3600.0
REWRITTEN = "A hook rewrote the prompt, and Claude Code can only send the original"


def guard(
    session: Any, options: Optional[ClaudeAgentOptions] = None, **fields: Any
) -> ClaudeAgentOptions:
    """The options, with callbacks on every event after those that they have."""
    callbacks = _Callbacks(session, fields)
    given = options or ClaudeAgentOptions()
    hooks: Dict[Any, List[HookMatcher]] = {**(given.hooks or {})}
    for event in EVENTS:
        # A callback that fails blocks.
        ours = HookMatcher(hooks=[callbacks.call], timeout=TIMEOUT, on_failure="block")
        hooks[event] = [*hooks.get(event, []), ours]
    return dataclasses.replace(given, hooks=hooks)


class _Callbacks:
    """The callbacks of one guarded agent."""

    def __init__(self, session: Any, fields: Dict[str, Any]) -> None:
        self._scope = scope_of(session)
        self._fields = fields

    async def call(self, input: Any, tool_use_id: Optional[str], context: Any) -> Any:
        """Answers one event of Claude Code."""
        event = input["hook_event_name"]
        # The conversation is that of our session, whatever id Claude Code gave it.
        fields = {key: value for key, value in input.items() if key != "session_id"}
        fields.update(self._fields)
        if tool_use_id is not None:
            fields.setdefault("tool_use_id", tool_use_id)
        try:
            if event == "PreToolUse":
                return _answer_call(await self._authorize(fields))
            executed = await self._scope._execute(event, fields, False, False)
        except SnaphookError as error:
            return _answer_failure(event, fields, error)
        return _answer(event, fields, executed)

    async def _authorize(self, fields: Dict[str, Any]) -> Decision:
        fields = {key: value for key, value in fields.items() if key != "hook_event_name"}
        return await self._scope.authorize(
            fields.pop("tool_name"), fields.pop("tool_input"), **fields
        )


def _answer_call(decision: Decision) -> Dict[str, Any]:
    """The decision about a tool call, as Claude Code reads it."""
    words = {"allow": "allow", "deny": "deny", "defer": "ask"}
    own: Dict[str, Any] = {"permissionDecision": words.get(decision["decision"], "deny")}
    reason = decision.get("textForModel") or decision.get("reason")
    if reason and decision["decision"] != "allow":
        own["permissionDecisionReason"] = reason
    if decision["decision"] == "allow" and decision.get("rewritten"):
        own["updatedInput"] = decision["toolInput"]
    outcomes = decision["outcomes"]
    context = [text for one in outcomes for text in one.get("additionalContext", [])]
    if context:
        own["additionalContext"] = "\n".join(dict.fromkeys(context))
    answer = _common(
        [text for one in outcomes for text in one.get("systemMessages", [])],
        decision.get("stop"),
    )
    return {**answer, "hookSpecificOutput": {"hookEventName": "PreToolUse", **own}}


def _answer(event: str, fields: Dict[str, Any], executed: Executed) -> Dict[str, Any]:
    """The outcome of any other event, as Claude Code reads it."""
    outcome = executed.outcome
    stop = outcome.get("stopReason", "a hook stopped the agent") if executed.stops else None
    answer = _common(outcome.get("systemMessages", []), stop)
    words = executed.text_for_model or executed.text_for_user or executed.reason
    if executed.blocked or (event == "PostToolUse" and words):
        answer["decision"], answer["reason"] = "block", words or "a hook blocked it"
    if outcome.get("updatedPrompt") is not None:
        answer["decision"], answer["reason"] = "block", REWRITTEN
    own: Dict[str, Any] = {}
    if executed.context:
        own["additionalContext"] = "\n".join(executed.context)
    rewritten = outcome.get("updatedToolOutput")
    if rewritten is not None and event == "PostToolUse":
        own["updatedToolOutput"] = _in_shape_of(fields.get("tool_response"), rewritten)
    if own:
        answer["hookSpecificOutput"] = {"hookEventName": event, **own}
    return answer


def _answer_failure(event: str, fields: Dict[str, Any], error: SnaphookError) -> Dict[str, Any]:
    """Nobody could decide: what can be refused is refused."""
    reason = f"nobody could decide about it: {error}"
    own: Dict[str, Any] = {"hookEventName": event}
    if event == "PreToolUse":
        own.update(permissionDecision="deny", permissionDecisionReason=reason)
        return {"hookSpecificOutput": own}
    if event == "PostToolUse":
        own["updatedToolOutput"] = _in_shape_of(fields.get("tool_response"), WITHHELD)
        return {"hookSpecificOutput": own}
    if event in ("UserPromptSubmit", "PreCompact"):
        return {"decision": "block", "reason": reason}
    return {}


def _common(for_user: List[str], stop: Optional[str]) -> Dict[str, Any]:
    answer: Dict[str, Any] = {"systemMessage": "\n".join(for_user)} if for_user else {}
    return answer if stop is None else {**answer, "continue_": False, "stopReason": stop}


def _in_shape_of(given: Any, text: Any) -> Any:
    """A rewritten output in the shape of the tool's own: Claude Code keeps the original
    where the shape is another. The longest text is replaced, and no other is kept."""
    if not isinstance(text, str) or isinstance(given, str):
        return text
    if isinstance(given, list):
        return [{"type": "text", "text": text}]
    if not isinstance(given, dict):
        return text
    texts = {key: value for key, value in given.items() if isinstance(value, str)}
    longest = max(texts, key=lambda key: len(texts[key]), default=None)
    if longest is None:
        return text
    return {**given, **dict.fromkeys(texts, ""), longest: text}

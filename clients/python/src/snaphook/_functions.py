"""Hooks that are functions of this program."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any, Awaitable, Callable, Dict, List, Mapping, Optional, TypeVar, Union

from ._errors import ErrorCode, RpcError

Answer = Optional[Mapping[str, Any]]
"""What a hook answers: the JSON that a command hook prints, or nothing."""


@dataclass(frozen=True)
class FunctionCall:
    """One call of a function hook, and the answers that it may give."""

    event: str
    """The event's canonical name."""
    input: Mapping[str, Any]
    """What a hook reads."""
    session_id: str
    """The session."""
    name: str
    """The hook's name."""

    @property
    def tool_name(self) -> str:
        """The tool, on events about one."""
        return str(self.input.get("tool_name", ""))

    @property
    def tool_input(self) -> Mapping[str, Any]:
        """What the tool is called with."""
        given = self.input.get("tool_input")
        return given if isinstance(given, dict) else {}

    def block(self, reason: str) -> Dict[str, Any]:
        """The operation must not go on."""
        return {"decision": "block", "reason": reason}

    def stop(self, reason: str) -> Dict[str, Any]:
        """The agent stops."""
        return {"continue": False, "stopReason": reason}

    def context(self, text: str) -> Dict[str, Any]:
        """The model is told this."""
        return self._own(additionalContext=text)

    def allow(
        self, reason: str = "", *, updated_input: Optional[Mapping[str, Any]] = None
    ) -> Dict[str, Any]:
        """PreToolUse: the call goes on without asking, perhaps with another input."""
        more: Dict[str, Any] = {} if updated_input is None else {"updatedInput": updated_input}
        return self._decide("allow", reason, more)

    def ask(self, reason: str = "") -> Dict[str, Any]:
        """PreToolUse: a person is asked."""
        return self._decide("ask", reason, {})

    def _decide(self, decision: str, reason: str, more: Dict[str, Any]) -> Dict[str, Any]:
        if reason:
            more["permissionDecisionReason"] = reason
        return self._own(permissionDecision=decision, **more)

    def _own(self, **fields: Any) -> Dict[str, Any]:
        return {"hookSpecificOutput": {"hookEventName": self.event, **fields}}


Function = Callable[[FunctionCall], Union[Answer, Awaitable[Answer]]]
F = TypeVar("F", bound=Callable[..., Any])


class Functions:
    """Every function of one client, by what the server calls it."""

    def __init__(self) -> None:
        self._by_key: Dict[str, Function] = {}
        self._next = 0

    def describe(
        self,
        function: Function,
        *,
        name: Optional[str],
        timeout: Optional[float],
        guard: bool,
        once: bool,
        status_message: Optional[str],
        internal: bool,
    ) -> Dict[str, Any]:
        """Keeps a function, and says what the server must know of it."""
        self._next += 1
        shown = name or getattr(function, "__name__", None) or "function"
        key = f"{shown}-{self._next}"
        self._by_key[key] = function
        definition: Dict[str, Any] = {"type": "function", "function": key, "name": shown}
        if timeout is not None:
            definition["timeout"] = timeout
        if guard:
            definition["onFailure"] = "block"
        if once:
            definition["once"] = True
        if status_message is not None:
            definition["statusMessage"] = status_message
        if internal:
            definition["internal"] = True
        return definition

    def forget(self, keys: List[str]) -> None:
        for key in keys:
            self._by_key.pop(key, None)

    async def call(self, params: Dict[str, Any]) -> Answer:
        function = self._by_key.get(params["function"])
        if function is None:
            words = f"unknown function `{params['function']}`"
            raise RpcError(ErrorCode.METHOD_NOT_FOUND, words)
        call = FunctionCall(
            event=params["event"],
            input=params["input"],
            session_id=params["sessionId"],
            name=params["name"],
        )
        answer = function(call)
        if inspect.isawaitable(answer):
            answer = await answer
        if answer is not None and not isinstance(answer, Mapping):
            raise TypeError(f"{call.name} must answer a mapping or None, not {answer!r}")
        return None if answer is None else dict(answer)

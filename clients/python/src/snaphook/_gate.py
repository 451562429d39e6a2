"""The tool gate: everything that happens around one tool call.

One call of :meth:`Scope.gate` decides about a tool call, runs the tool on the input
as hooks rewrote it, and fires PostToolUse or PostToolUseFailure. It fails closed: the
tool runs only after a decision to allow it.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import time
import uuid
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    Awaitable,
    Callable,
    Dict,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    TypeVar,
    Union,
)

from ._errors import SnaphookError
from ._types import Decision, Outcome

if TYPE_CHECKING:
    from ._session import Scope

log = logging.getLogger("snaphook.gate")

Status = Literal["done", "denied", "deferred", "failed", "timedOut", "cancelled"]
WITHHELD = "The tool ran, but its output is withheld: the hooks after the call could not run"
CANCELLED = "the tool call was cancelled"


@dataclass(frozen=True)
class ToolCall:
    """A tool call that hooks, rules and the person allowed, and that is about to run."""

    id: str
    """The id of this invocation."""
    tool_name: str
    """The tool."""
    tool_input: Mapping[str, Any]
    """The input, as hooks rewrote it."""
    tool_use_id: str
    """The id that the model gave the call, else that of the invocation."""


@dataclass(frozen=True)
class HookFailure:
    """A function of the gate that failed."""

    hook: str
    """The function's name."""
    message: str
    """What went wrong."""


@dataclass
class GateResult:
    """What became of a tool call."""

    id: str
    """The id of this invocation."""
    tool_name: str
    """The tool."""
    tool_input: Mapping[str, Any]
    """The input, as hooks rewrote it."""
    status: Status = "denied"
    """``done``: the tool ran. ``denied``, ``deferred``: it did not run. ``failed``,
    ``timedOut``, ``cancelled``: it was started and did not finish, or the call was
    cancelled before."""
    value: Any = None
    """The tool's result, as hooks rewrote it; only when it is ``done``."""
    reason: Optional[str] = None
    """Why the tool did not run, or how it failed."""
    error: Optional[BaseException] = None
    """What the tool raised, or the error for which nobody could decide."""
    decision: Optional[Decision] = None
    """The whole decision."""
    context: List[str] = field(default_factory=list)
    """Texts that hooks add for the model, in order."""
    feedback: Optional[str] = None
    """What hooks say about the result, in words for the model."""
    classifier_context: List[str] = field(default_factory=list)
    """Texts for a permission classifier."""
    for_user: List[str] = field(default_factory=list)
    """Texts for the user."""
    stop: Optional[str] = None
    """Why a hook stops the agent, if one does. The agent must end its turn."""
    duration_ms: float = 0.0
    """How long the tool itself ran."""
    failures: List[HookFailure] = field(default_factory=list)
    """Functions of the gate that failed."""

    @property
    def ran(self) -> bool:
        """Whether the tool ran to its end."""
        return self.status == "done"

    @property
    def stops(self) -> bool:
        """The agent must stop; ``stop`` says why."""
        return self.stop is not None

    @property
    def is_error(self) -> bool:
        """Whether the text for the model tells of an error or a denial."""
        return self.status != "done"

    @property
    def text_for_model(self) -> str:
        """The tool's result for the model: a text as it is, any other value as JSON, a
        denial with its reason; then feedback and context of hooks."""
        if self.status == "done":
            first = self.value if isinstance(self.value, str) else _json(self.value)
        else:
            first = self.reason or ""
        more = [] if self.feedback is None else [self.feedback]
        return "\n".join([first, *more, *self.context])

    def _take(self, outcome: Outcome) -> None:
        """Keeps what an outcome says beside its decision; a text that hooks repeat when
        they see a rewritten call is kept once."""
        _add_new(self.context, outcome.get("additionalContext", []))
        _add_new(self.classifier_context, outcome.get("classifierContext", []))
        _add_new(self.for_user, outcome.get("systemMessages", []))
        if self.stop is None and not outcome["continue"]:
            self.stop = outcome.get("stopReason", "a hook stopped the agent")


Run = Callable[[Dict[str, Any]], Union[Any, Awaitable[Any]]]
"""The tool: gets the input as hooks rewrote it and returns its result."""
Permit = Union[None, bool, str]
"""What a function before a call answers: a text or ``False`` denies, ``None`` or
``True`` lets the call go on."""
Before = Callable[[ToolCall], Union[Permit, Awaitable[Permit]]]
After = Callable[[GateResult], Union[None, Awaitable[None]]]
B = TypeVar("B", bound=Callable[..., Any])


@dataclass(frozen=True)
class GateFunctions:
    """The functions before and after tool calls, in the order of registration."""

    before: List[Before] = field(default_factory=list)
    after: List[After] = field(default_factory=list)

    def with_more(self, before: Sequence[Before], after: Sequence[After]) -> "GateFunctions":
        return GateFunctions([*self.before, *before], [*self.after, *after])


class Gate:
    """One tool call on its way through the gate."""

    def __init__(
        self,
        scope: "Scope",
        functions: GateFunctions,
        tool_name: str,
        tool_input: Mapping[str, Any],
        fields: Mapping[str, Any],
    ) -> None:
        self._scope = scope
        self._functions = functions
        self._fields = {**fields}
        self.result = GateResult(str(uuid.uuid4()), tool_name, tool_input)
        if self._fields.get("tool_use_id") is None:
            self._fields["tool_use_id"] = self.result.id
        self._started: Optional[float] = None

    async def execute(self, run: Run, timeout: Optional[float]) -> GateResult:
        result = self.result
        log.info("%s start tool=%s", result.id, result.tool_name)
        try:
            if await self._is_allowed():
                await self._run(run, timeout)
        except asyncio.CancelledError:
            result.status, result.reason = "cancelled", CANCELLED
            # Whoever cancelled does not wait, but the call still gets its end.
            self._scope._client._in_background(self._finish())
            raise
        # The tool has run: a cancellation must not keep hooks from looking at it.
        ending = self._scope._client._in_background(self._finish())
        return await asyncio.shield(ending)

    async def _is_allowed(self) -> bool:
        result = self.result
        try:
            decision = await self._scope.authorize(
                result.tool_name, result.tool_input, **self._fields
            )
        except SnaphookError as error:
            result.error = error
            result.reason = f"The tool call was denied: nobody could decide about it: {error}"
            return False
        result.decision = decision
        for outcome in decision["outcomes"]:
            result._take(outcome)
        if result.stop is None:
            result.stop = decision.get("stop")
        if decision["decision"] != "allow":
            words = decision.get("textForModel") or decision.get("reason")
            if decision["decision"] == "defer":
                result.status = "deferred"
                words = decision.get("reason") or "the decision is left to the host"
            elif decision.get("retry"):
                words = f"{words}\nYou may try again."
            result.reason = words or "The tool call was denied"
            return False
        result.tool_input = decision["toolInput"]
        call = ToolCall(
            result.id, result.tool_name, result.tool_input, self._fields["tool_use_id"]
        )
        for function in self._functions.before:
            name = _name(function)
            denial = await self._ask(function, call)
            log.info("%s pre hook=%s %s", result.id, name, "denied" if denial else "allowed")
            if denial is not None:
                result.reason = denial
                return False
        return True

    async def _ask(self, function: Before, call: ToolCall) -> Optional[str]:
        """Why a function denies the call, if it does. One that fails denies."""
        name = _name(function)
        try:
            answer = function(call)
            if inspect.isawaitable(answer):
                answer = await answer
        except Exception as error:  # noqa: BLE001 - a guard that fails denies
            self._note_failure(name, error)
        else:
            if answer is None or answer is True:
                return None
            if answer is False:
                return f"The tool call was denied by {name}"
            if isinstance(answer, str):
                return answer
            self._note_failure(name, TypeError(f"it answered {answer!r}"))
        return f'{name} failed; blocking because onFailure is "block"'

    async def _run(self, run: Run, timeout: Optional[float]) -> None:
        result = self.result
        log.info("%s tool", result.id)
        self._started = time.monotonic()
        try:
            value = run(dict(result.tool_input))
            if inspect.isawaitable(value):
                if timeout is not None:
                    await self._limited(value, timeout)
                    return
                value = await value
        except Exception as error:  # noqa: BLE001 - the tool failed, which is a result
            result.status, result.error = "failed", error
            result.reason = str(error) or type(error).__name__
        else:
            result.status, result.value = "done", value

    async def _limited(self, value: Awaitable[Any], timeout: float) -> None:
        result, task = self.result, asyncio.ensure_future(value)
        try:
            finished, _ = await asyncio.wait([task], timeout=timeout)
        except asyncio.CancelledError:
            task.cancel()
            raise
        if finished:
            result.value = task.result()
            result.status = "done"
            return
        task.cancel()
        result.status, result.reason = "timedOut", f"the tool timed out after {timeout} s"

    async def _finish(self) -> GateResult:
        result = self.result
        log.info("%s result %s", result.id, result.status)
        if self._started is not None:
            result.duration_ms = (time.monotonic() - self._started) * 1000
            try:
                await self._fire_after()
            except SnaphookError as error:
                # Not the tool's failure. A hook may be there to hide secrets, so
                # nobody may see what no hook has seen.
                self._note_failure("PostToolUse", error)
                if result.status == "done":
                    result.value = WITHHELD
                elif result.status == "failed":
                    result.reason = WITHHELD
        for function in self._functions.after:
            try:
                waiting = function(result)
                if inspect.isawaitable(waiting):
                    await waiting
            except Exception as error:  # noqa: BLE001 - it only looks on
                self._note_failure(_name(function), error)
        log.info("%s end %s", result.id, result.status)
        return result

    async def _fire_after(self) -> None:
        result = self.result
        fields = {
            **self._fields,
            "tool_name": result.tool_name,
            "tool_input": result.tool_input,
            "duration_ms": round(result.duration_ms),
        }
        if result.status == "done":
            fields["tool_response"] = _sendable(result.value)
            ran = await self._scope._execute("PostToolUse", fields, False, False)
        else:
            fields["error"] = result.reason
            fields["is_interrupt"] = result.status == "cancelled"
            ran = await self._scope._execute("PostToolUseFailure", fields, False, False)
        result._take(ran.outcome)
        result.feedback = ran.text_for_model
        rewritten = ran.outcome.get("updatedToolOutput")
        if rewritten is None:
            return
        if result.status == "done":
            result.value = rewritten
        elif result.status == "failed":
            result.reason = rewritten if isinstance(rewritten, str) else _json(rewritten)

    def _note_failure(self, hook: str, error: Exception) -> None:
        log.warning("%s hook=%s failed: %s", self.result.id, hook, error)
        self.result.failures.append(HookFailure(hook, f"{type(error).__name__}: {error}"))


def _name(function: Callable[..., Any]) -> str:
    return getattr(function, "__name__", None) or type(function).__name__


def _json(value: Any) -> str:
    sendable = _sendable(value)
    return json.dumps(sendable, ensure_ascii=False, separators=(",", ":"))


def _sendable(value: Any) -> Any:
    """The value, or its text where it has no JSON form."""
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return str(value)
    return value


def _add_new(texts: List[str], more: Sequence[str]) -> None:
    before = list(texts)
    texts.extend(text for text in more if text not in before)

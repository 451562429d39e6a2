"""One session of an agent, and what the client and its sessions have in common."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    AsyncIterator,
    Callable,
    Deque,
    Dict,
    List,
    Mapping,
    Optional,
    Sequence,
    cast,
)

from ._events import AsyncEvents, CustomEvent
from ._functions import F, Function
from ._gate import After, B, Before, Gate, GateFunctions, GateResult, Run
from ._types import Decision, ExplainResult, Outcome, SessionNotice

if TYPE_CHECKING:
    from ._client import Snaphook

__all__ = ["CustomEvent", "Executed", "Scope", "Session"]

# Notices that wait for somebody who reads them; the oldest goes first.
KEPT = 1000


@dataclass(frozen=True)
class Executed:
    """What the hooks of an event had to say."""

    outcome: Outcome
    """All of it, merged."""
    text_for_model: Optional[str] = None
    """The words to pass on to the model."""
    text_for_user: Optional[str] = None
    """The words for the user, where a block concerns the user alone."""
    native: Optional[Any] = None
    """The result in the dialect's own shape, where it was asked for."""

    @property
    def blocked(self) -> bool:
        """The operation must not go on."""
        return self.outcome["blocked"]

    @property
    def reason(self) -> Optional[str]:
        """Why it was blocked."""
        return self.outcome.get("blockReason")

    @property
    def stops(self) -> bool:
        """The agent must stop."""
        return not self.outcome["continue"]

    @property
    def context(self) -> List[str]:
        """Texts for the model."""
        return self.outcome.get("additionalContext", [])


Conversation = Sequence[Mapping[str, str]]
"""Messages, the oldest first: ``role`` (``user`` or ``assistant``) and ``text`` of each."""


class Scope(AsyncEvents):
    """What can be done in a session, and outside of any."""

    _client: "Snaphook"

    def __init__(self) -> None:
        # Functions that are told to the server when this is opened.
        self._functions: List[Dict[str, Any]] = []
        self._own_gate = GateFunctions()
        self.conversation: Optional[Conversation] = None
        """What the user and the agent said so far, for hooks that a model judges; goes with
        every event and every tool call. Without it, they read the transcript."""

    def _in_session(self) -> Dict[str, Any]:
        return {}

    def _gate_functions(self) -> GateFunctions:
        return self._own_gate

    def _refuse_late(self) -> None:
        raise NotImplementedError

    def on(
        self,
        event: str,
        matcher: Optional[str] = None,
        *,
        name: Optional[str] = None,
        timeout: Optional[float] = None,
        guard: bool = False,
        once: bool = False,
        status_message: Optional[str] = None,
        internal: bool = False,
    ) -> Callable[[F], F]:
        """Makes a function a hook, as a decorator; before this is opened.

        It gets a :class:`FunctionCall` and answers the JSON that a command hook
        prints, or ``None``. An exception means that the hook failed; with ``guard``
        a failure blocks. A function that is not ``async`` must not block.
        """
        self._refuse_late()

        def add(function: F) -> F:
            definition = self._client._functions_of.describe(
                function,
                name=name,
                timeout=timeout,
                guard=guard,
                once=once,
                status_message=status_message,
                internal=internal,
            )
            definition["event"] = event
            if matcher is not None:
                definition["matcher"] = matcher
            self._functions.append(definition)
            return function

        return add

    def _event(self, event: Optional[str], fields: Mapping[str, Any]) -> Dict[str, Any]:
        params: Dict[str, Any] = {"input": dict(fields), **self._in_session()}
        if event is not None:
            params["event"] = event
        return self._with_conversation(params)

    def _with_conversation(self, params: Dict[str, Any]) -> Dict[str, Any]:
        said = self.conversation
        return params if said is None else {**params, "conversation": said}

    async def _execute(
        self, event: Optional[str], fields: Mapping[str, Any], wait: bool, native: bool
    ) -> Executed:
        params = self._event(event, fields)
        if wait:
            params["wait"] = True
        if native:
            params["native"] = True
        result = await self._client._request("hooks/execute", params)
        return Executed(
            outcome=result["outcome"],
            text_for_model=result.get("textForModel"),
            text_for_user=result.get("textForUser"),
            native=result.get("native"),
        )

    async def _observe(self, event: Optional[str], fields: Mapping[str, Any]) -> None:
        await self._client._request("hooks/observe", self._event(event, fields))

    async def has(self, event: str) -> bool:
        """Whether any hook could run on an event: ask before building a costly
        input."""
        params = {"event": event, **self._in_session()}
        return bool((await self._client._request("hooks/has", params))["has"])

    async def explain(
        self, event: Optional[str], fields: Optional[Mapping[str, Any]] = None, **more: Any
    ) -> ExplainResult:
        """Which hooks would run on this input, and why the others would not."""
        params = self._event(event, {**(fields or {}), **more})
        return cast(ExplainResult, await self._client._request("hooks/explain", params))

    async def authorize(
        self, tool_name: str, tool_input: Mapping[str, Any], **more: Any
    ) -> Decision:
        """Decides whether a tool call may run: hooks, rules, the mode, and the
        person that the approver asks. ``more`` are other fields of the input, such as
        ``permission_mode``."""
        call = {"tool_name": tool_name, "tool_input": tool_input, **more}
        params = self._with_conversation({"input": call, **self._in_session()})
        return cast(Decision, await self._client._request("permissions/authorize", params))

    def before_tool(self, function: B) -> B:
        """Adds a function before every tool call of :meth:`gate`, as a decorator. It
        gets a :class:`ToolCall`; a text that it returns, or ``False``, denies the call,
        and so does an exception."""
        self._own_gate.before.append(cast(Before, function))
        return function

    def after_tool(self, function: B) -> B:
        """Adds a function after every tool call of :meth:`gate`, as a decorator. It gets
        the :class:`GateResult`, whatever became of the call."""
        self._own_gate.after.append(cast(After, function))
        return function

    async def gate(
        self,
        tool_name: str,
        tool_input: Mapping[str, Any],
        run: Run,
        *,
        timeout: Optional[float] = None,
        before: Sequence[Before] = (),
        after: Sequence[After] = (),
        **more: Any,
    ) -> GateResult:
        """Takes a tool call through the gate: decides about it (:meth:`authorize`), asks
        the functions before it, runs ``run`` with the input as hooks rewrote it, fires
        PostToolUse or PostToolUseFailure, and calls the functions after it.

        The tool runs only if everybody allowed it. What it raises is a result, not an
        exception; ``timeout`` limits a tool that is ``async``, in seconds. ``more`` are
        other fields of the input, such as ``tool_use_id`` and ``permission_mode``.
        """
        functions = self._gate_functions().with_more(before, after)
        return await Gate(self, functions, tool_name, tool_input, more).execute(run, timeout)


class Session(Scope):
    """One session: it remembers what hooks did in it. Open it with ``async with``."""

    def __init__(self, client: "Snaphook", id: Optional[str], cwd: Optional[str]) -> None:
        super().__init__()
        self._client = client
        self._id = id
        self._cwd = cwd
        self._opened = False
        self._notices: Optional[_Feed] = None
        # The key of each function that was added, by the hook's id.
        self._added: Dict[str, str] = {}

    @property
    def id(self) -> str:
        """Its id; one that the server made is known once it is opened."""
        if self._id is None:
            raise RuntimeError("the session has no id before it is opened")
        return self._id

    def _in_session(self) -> Dict[str, Any]:
        if self._notices is None:
            raise RuntimeError("open the session first: `async with hooks.session(…)`")
        return {"sessionId": self.id}

    def _gate_functions(self) -> GateFunctions:
        own = self._own_gate
        return self._client._own_gate.with_more(own.before, own.after)

    def _refuse_late(self) -> None:
        if self._opened:
            raise RuntimeError("the session is open: add it with `await session.add_function(…)`")

    async def open(self) -> "Session":
        """Starts it at the server."""
        if self._opened:
            raise RuntimeError("a session is opened once")
        self._opened = True
        params: Dict[str, Any] = {"functions": self._functions}
        if self._id is not None:
            params["sessionId"] = self._id
        if self._cwd is not None:
            params["cwd"] = self._cwd
        started = await self._client._request("session/start", params)
        self._id = started["sessionId"]
        self._notices = _Feed()
        self._client._sessions[self.id] = self
        return self

    async def end(self, patience: float = 1.0) -> List[SessionNotice]:
        """Ends it: background hooks may finish within ``patience`` seconds. Returns
        the notices that were not sent before."""
        params = {**self._in_session(), "patienceMs": round(patience * 1000)}
        await self._client._settle(patience)
        try:
            ended = await self._client._request("session/end", params)
            left = cast(List[SessionNotice], ended["notices"])
            for notice in left:
                self._told(notice)
            return left
        finally:
            self._over()

    def _told(self, notice: SessionNotice) -> None:
        if self._notices is not None:
            self._notices.put(notice)

    def _over(self) -> None:
        self._client._sessions.pop(self.id, None)
        self._client._functions_of.forget([one["function"] for one in self._functions])
        if self._notices is not None:
            self._notices.end()

    async def __aenter__(self) -> "Session":
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        # Whoever ended it before, or lost the server, need not do so again.
        if self.id in self._client._sessions and self._client.is_open:
            await self.end()

    async def notices(self) -> AsyncIterator[SessionNotice]:
        """What background hooks have to say, until the session ends. Each notice is
        given to one reader."""
        self._in_session()
        assert self._notices is not None
        while True:
            notice = await self._notices.get()
            if notice is None:
                return
            yield notice

    async def add_function(
        self,
        event: str,
        function: Function,
        matcher: Optional[str] = None,
        *,
        name: Optional[str] = None,
        timeout: Optional[float] = None,
        guard: bool = False,
        once: bool = False,
        status_message: Optional[str] = None,
        internal: bool = False,
    ) -> str:
        """Adds a function as a hook, and returns the hook's id."""
        definition = self._client._functions_of.describe(
            function,
            name=name,
            timeout=timeout,
            guard=guard,
            once=once,
            status_message=status_message,
            internal=internal,
        )
        self._functions.append(definition)
        try:
            hook_id = await self.add_hook(event, definition, matcher)
        except BaseException:
            self._client._functions_of.forget([definition["function"]])
            self._functions.remove(definition)
            raise
        self._added[hook_id] = definition["function"]
        return hook_id

    async def add_hook(
        self, event: str, hook: Mapping[str, Any], matcher: Optional[str] = None
    ) -> str:
        """Adds a hook as settings have them, such as ``{"type": "command",
        "command": "…"}``, and returns its id."""
        params = {**self._in_session(), "event": event, "hook": hook}
        if matcher is not None:
            params["matcher"] = matcher
        return str((await self._client._request("session/addHook", params))["hookId"])

    async def remove_hook(self, hook_id: str) -> bool:
        """Removes a hook that was added; false when there is none of that id."""
        params = {**self._in_session(), "hookId": hook_id}
        removed = bool((await self._client._request("session/removeHook", params))["removed"])
        key = self._added.pop(hook_id, None)
        if key is not None:
            self._client._functions_of.forget([key])
            self._functions = [one for one in self._functions if one["function"] != key]
        return removed

    async def set_intent(self, intent: Optional[str]) -> None:
        """Says what the agent is about to do, or with ``None`` that it is done. The
        builtin ``require_intent`` denies calls without an intent."""
        params = self._in_session()
        if intent is not None:
            params["intent"] = intent
        await self._client._request("intent/set", params)

    async def env(self) -> Dict[str, str]:
        """The variables that hooks set, for the commands of the agent."""
        answer = await self._client._request("session/env", self._in_session())
        return cast(Dict[str, str], answer["env"])

    async def update_permissions(self, update: Mapping[str, Any]) -> None:
        """Changes the permissions of this session. ``update`` is written like an entry of
        ``updatedPermissions``: ``{"type": "setMode", "mode": "plan"}``."""
        params = {**self._in_session(), "update": update}
        await self._client._request("permissions/update", params)


class _Feed:
    """Notices on their way to whoever reads them."""

    def __init__(self) -> None:
        self._waiting: Deque[SessionNotice] = deque(maxlen=KEPT)
        self._ended = False
        self._readers: List["asyncio.Future[None]"] = []

    def put(self, notice: SessionNotice) -> None:
        self._waiting.append(notice)
        self._wake()

    def end(self) -> None:
        self._ended = True
        self._wake()

    def _wake(self) -> None:
        readers, self._readers = self._readers, []
        for reader in readers:
            if not reader.done():
                reader.set_result(None)

    async def get(self) -> Optional[SessionNotice]:
        while not self._waiting:
            if self._ended:
                return None
            woken = asyncio.get_running_loop().create_future()
            self._readers.append(woken)
            await woken
        return self._waiting.popleft()

"""The client for programs without asyncio: scripts, and frameworks that call tools
synchronously.

    from snaphook.sync import Snaphook

    with Snaphook.start(settings=["settings.json"]) as hooks, hooks.session() as session:
        done = session.gate("Bash", {"command": "ls"}, run)

The client runs on an event loop in a thread of its own. Functions of the program (tools,
hooks, functions of the gate, the approver) run in other threads, so they may block and
may call the client again.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
import threading
from typing import Any, Awaitable, Callable, Coroutine, Dict, List, Mapping, Optional, Sequence, TypeVar

from . import _agent, _client, _session
from ._agent import AgentBlocked, CompactionDecision, PromptDecision, Trigger
from ._events import SyncEvents
from ._functions import F, Function
from ._gate import After, B, Before, GateResult, Run
from ._session import Conversation, Executed
from ._types import Approval, Decision, ExplainResult, ListResult, Reloaded, SessionNotice

__all__ = ["AgentBlocked", "AgentHooks", "Scope", "Session", "Snaphook"]

T = TypeVar("T")


class _LoopThread:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="snaphook", daemon=True)
        self._thread.start()

    def run(self, doing: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine on the loop and waits for it. An interrupt cancels it."""
        if threading.current_thread() is self._thread:
            doing.close()
            raise RuntimeError("this would wait for itself: call it from another thread")
        if self._loop.is_closed():
            doing.close()
            raise RuntimeError("the client was closed")
        future = asyncio.run_coroutine_threadsafe(doing, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def end(self) -> None:
        if not self._loop.is_closed():
            self.run(self._loop.shutdown_default_executor())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()


def _in_thread(function: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """The function as a coroutine that runs it in a thread."""

    @functools.wraps(function)
    async def call(*arguments: Any) -> Any:
        if inspect.iscoroutinefunction(function):
            return await function(*arguments)
        return await asyncio.to_thread(function, *arguments)

    return call


class Scope(SyncEvents):
    """What can be done in a session, and outside of any."""

    _scope: _session.Scope
    _thread: _LoopThread

    def on(self, event: str, matcher: Optional[str] = None, **options: Any) -> Callable[[F], F]:
        """Makes a function a hook, as a decorator; see :meth:`snaphook.Session.on`."""

        def add(function: F) -> F:
            self._scope.on(event, matcher, **options)(_in_thread(function))
            return function

        return add

    def _execute(
        self, event: Optional[str], fields: Mapping[str, Any], wait: bool, native: bool
    ) -> Executed:
        return self._thread.run(self._scope._execute(event, fields, wait, native))

    def _observe(self, event: Optional[str], fields: Mapping[str, Any]) -> None:
        self._thread.run(self._scope._observe(event, fields))

    @property
    def conversation(self) -> Optional[Conversation]:
        """What the user and the agent said so far, for hooks that a model judges."""
        return self._scope.conversation

    @conversation.setter
    def conversation(self, said: Optional[Conversation]) -> None:
        self._scope.conversation = said

    def has(self, event: str) -> bool:
        """Whether any hook could run on an event."""
        return self._thread.run(self._scope.has(event))

    def explain(
        self, event: Optional[str], fields: Optional[Mapping[str, Any]] = None, **more: Any
    ) -> ExplainResult:
        """Which hooks would run on this input, and why the others would not."""
        return self._thread.run(self._scope.explain(event, fields, **more))

    def authorize(self, tool_name: str, tool_input: Mapping[str, Any], **more: Any) -> Decision:
        """Decides whether a tool call may run."""
        return self._thread.run(self._scope.authorize(tool_name, tool_input, **more))

    def before_tool(self, function: B) -> B:
        """Adds a function before every tool call of :meth:`gate`, as a decorator."""
        self._scope.before_tool(_in_thread(function))
        return function

    def after_tool(self, function: B) -> B:
        """Adds a function after every tool call of :meth:`gate`, as a decorator."""
        self._scope.after_tool(_in_thread(function))
        return function

    def gate(
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
        """Takes a tool call through the gate. A tool that times out goes on in its
        thread, and its result is dropped."""
        doing = self._scope.gate(
            tool_name,
            tool_input,
            _in_thread(run),
            timeout=timeout,
            before=[_in_thread(one) for one in before],
            after=[_in_thread(one) for one in after],
            **more,
        )
        return self._thread.run(doing)


class Session(Scope):
    """One session; open it with ``with``."""

    def __init__(self, session: _session.Session, thread: _LoopThread) -> None:
        self._scope = self._session = session
        self._thread = thread

    @property
    def id(self) -> str:
        """Its id."""
        return self._session.id

    def open(self) -> "Session":
        """Starts it at the server."""
        self._thread.run(self._session.open())
        return self

    def end(self, patience: float = 1.0) -> List[SessionNotice]:
        """Ends it and returns the notices that were not sent before."""
        return self._thread.run(self._session.end(patience))

    def add_function(
        self, event: str, function: Function, matcher: Optional[str] = None, **options: Any
    ) -> str:
        """Adds a function as a hook, and returns the hook's id."""
        doing = self._session.add_function(event, _in_thread(function), matcher, **options)
        return self._thread.run(doing)

    def add_hook(self, event: str, hook: Mapping[str, Any], matcher: Optional[str] = None) -> str:
        """Adds a hook as settings have them, and returns its id."""
        return self._thread.run(self._session.add_hook(event, hook, matcher))

    def remove_hook(self, hook_id: str) -> bool:
        """Removes a hook that was added; false when there is none of that id."""
        return self._thread.run(self._session.remove_hook(hook_id))

    def set_intent(self, intent: Optional[str]) -> None:
        """Says what the agent is about to do, or with ``None`` that it is done."""
        self._thread.run(self._session.set_intent(intent))

    def env(self) -> Dict[str, str]:
        """The variables that hooks set, for the commands of the agent."""
        return self._thread.run(self._session.env())

    def update_permissions(self, update: Mapping[str, Any]) -> None:
        """Changes the permissions of this session."""
        self._thread.run(self._session.update_permissions(update))

    def __enter__(self) -> "Session":
        return self.open()

    def __exit__(self, *_: object) -> None:
        self._thread.run(self._session.__aexit__())


class Snaphook(Scope):
    """Hooks for an agent without asyncio; open it with ``with``."""

    def __init__(self, client: _client.Snaphook) -> None:
        self._scope = self._client = client
        self._thread = _LoopThread()

    @classmethod
    def start(cls, **options: Any) -> "Snaphook":
        """Starts a server of its own; see :meth:`snaphook.Snaphook.start`."""
        return cls(_client.Snaphook.start(**_with_threads(options)))

    @classmethod
    def connect(cls, path: _client.Path, **options: Any) -> "Snaphook":
        """Connects to a server at a Unix socket."""
        return cls(_client.Snaphook.connect(path, **_with_threads(options)))

    @classmethod
    def connect_http(cls, url: str, token: str, **options: Any) -> "Snaphook":
        """Connects to a server over HTTP."""
        return cls(_client.Snaphook.connect_http(url, token, **_with_threads(options)))

    def approver(self, approver: _client.Approver) -> _client.Approver:
        """Names who asks a person, as a decorator; before the client is opened."""
        self._client.approver(_in_thread(approver))
        return approver

    def open(self) -> "Snaphook":
        """Connects to the server."""
        try:
            self._thread.run(self._client.open())
        except BaseException:
            self._thread.end()
            raise
        return self

    def close(self, patience: float = 0.0) -> None:
        """Ends the client and its sessions."""
        try:
            self._thread.run(self._client.close(patience))
        finally:
            self._thread.end()

    def session(self, id: Optional[str] = None, *, cwd: Optional[_client.Path] = None) -> Session:
        """A session, to be opened with ``with``."""
        return Session(self._client.session(id, cwd=cwd), self._thread)

    def list(self, event: Optional[str] = None) -> ListResult:
        """Every configured hook, or those of one event."""
        return self._thread.run(self._client.list(event))

    def reload(self) -> Reloaded:
        """Reads the settings again."""
        return self._thread.run(self._client.reload())

    def answered_elsewhere(self, callback: _client.OnAnswered) -> _client.OnAnswered:
        """Names who hears that somebody else answered a question first, as a decorator."""
        return self._client.answered_elsewhere(callback)

    def approvals(self, **more: Any) -> List[Approval]:
        """The requests for approval that wait; see :meth:`snaphook.Snaphook.approvals`."""
        return self._thread.run(self._client.approvals(**more))

    def approval(self, id: str) -> Approval:
        """One request for approval, as it is now."""
        return self._thread.run(self._client.approval(id))

    def answer_approval(self, approval: Approval, choice: str, **more: Any) -> Approval:
        """Answers a request as it was shown."""
        return self._thread.run(self._client.answer_approval(approval, choice, **more))

    def follow_approvals(self, callback: _client.OnApproval, **more: Any) -> List[Approval]:
        """Has every request sent to the callback as it begins to wait and as it ends. The
        callback runs in the thread of the client and must not block."""
        return self._thread.run(self._client.follow_approvals(callback, **more))

    def __enter__(self) -> "Snaphook":
        return self.open()

    def __exit__(self, *_: object) -> None:
        self.close()


class AgentHooks:
    """The hooks of one agent, or of a subagent when it has an ``agent_type``; see
    :class:`snaphook.AgentHooks`."""

    def __init__(self, scope: Scope, agent_type: Optional[str] = None, **fields: Any) -> None:
        self._hooks = _agent.AgentHooks(scope._scope, agent_type, fields=fields)
        self._scope = scope
        self._thread = scope._thread

    @property
    def stop(self) -> Optional[str]:
        """Why a hook stopped the agent, if one did: no model call may follow."""
        return self._hooks.stop

    def subagent(self, agent_type: str, agent_id: Optional[str] = None) -> "AgentHooks":
        """The hooks of a subagent, which begins with :meth:`begin`."""
        hooks = AgentHooks(self._scope)
        hooks._hooks = self._hooks.subagent(agent_type, agent_id)
        return hooks

    def begin(self, prompt: str) -> PromptDecision:
        """Fires UserPromptSubmit, or SubagentStart for a subagent."""
        return self._thread.run(self._hooks.begin(prompt))

    def gate(
        self, tool_name: str, tool_input: Mapping[str, Any], run: Run, **more: Any
    ) -> GateResult:
        """Takes a tool call through the gate."""
        return self._thread.run(self._hooks.gate(tool_name, tool_input, _in_thread(run), **more))

    def end(self, last_message: str = "", transcript: str = "") -> Optional[str]:
        """Fires Stop, or SubagentStop for a subagent. Returns the text that sends the agent
        back to work, if a hook does."""
        return self._thread.run(self._hooks.end(last_message, transcript))

    def run(self, prompt: str, work: Callable[[List[str]], str]) -> str:
        """Runs the agent from its prompt to its end, and again while a hook sends it back."""
        return self._thread.run(self._hooks.run(prompt, _in_thread(work)))

    def notify(self, message: str, type: str, **more: Any) -> Executed:
        """Tells the user something: fires Notification."""
        return self._thread.run(self._hooks.notify(message, type, **more))

    def error(self, message: str) -> List[Executed]:
        """Something went wrong in the agent: fires OnError, then a Notification."""
        return self._thread.run(self._hooks.error(message))

    def limit_reached(self, message: str) -> List[Executed]:
        """The agent's loop reached its limit: fires OnMaxIterations, then a Notification."""
        return self._thread.run(self._hooks.limit_reached(message))

    def failed(self, error: str) -> Executed:
        """The turn ended because of an error: fires StopFailure."""
        return self._thread.run(self._hooks.failed(error))

    def before_compaction(
        self, trigger: Trigger, instructions: Optional[str] = None
    ) -> CompactionDecision:
        """The conversation is about to be compacted: fires PreCompact."""
        return self._thread.run(self._hooks.before_compaction(trigger, instructions))

    def compacted(self, trigger: Trigger, summary: str) -> Executed:
        """The conversation was compacted: fires PostCompact, then SessionStart."""
        return self._thread.run(self._hooks.compacted(trigger, summary))


def _with_threads(options: Dict[str, Any]) -> Dict[str, Any]:
    approver = options.get("approver")
    return options if approver is None else {**options, "approver": _in_thread(approver)}

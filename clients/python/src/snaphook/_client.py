"""The client: hooks for an agent, served by `snaphook serve`."""

from __future__ import annotations

import asyncio
import inspect
import os
from typing import (
    Any,
    Awaitable,
    Callable,
    Coroutine,
    Dict,
    List,
    Mapping,
    Optional,
    Sequence,
    Set,
    TypeVar,
    Union,
    cast,
)

from ._errors import ErrorCode, RpcError, ServerGone
from ._functions import Functions
from ._http import Http
from ._rpc import Connection, Params
from ._session import Scope, Session
from ._transport import Process, Transport, UnixSocket
from ._types import (
    AnsweredElsewhere,
    Approval,
    HookProgress,
    InitializeResult,
    ListResult,
    Question,
    Reloaded,
    SessionStatus,
)
from ._version import VERSION

PROTOCOL = 1
# How long a server may take to say that it has heard of the end.
LAST_WORDS = 5.0
NAME = "snaphook-python"

T = TypeVar("T")
Path = Union[str, "os.PathLike[str]"]
QuestionAnswer = Union[None, str, Mapping[str, Any]]
"""The key of the option that was chosen, or ``None``; or a mapping with ``selected`` and, for
``deny``, a ``message`` for the model, or, for ``edit``, the edited ``input``."""
Approver = Callable[[Question], Union[QuestionAnswer, Awaitable[QuestionAnswer]]]
"""Asks a person."""
OnApproval = Callable[[Approval], None]
"""Gets requests for approval as they begin to wait and as they end."""
OnAnswered = Callable[[AnsweredElsewhere], None]
"""Hears that somebody else was faster than the approver, and who."""
OnStatus = Callable[[SessionStatus], None]
"""Gets what runs in each session."""
OnProgress = Callable[[HookProgress], None]
"""Gets what each hook of a session does: started, output, finished."""
OnSettingsChanged = Callable[[Reloaded], None]
"""Hears that the settings were read again."""


class Snaphook(Scope):
    """Hooks for an agent. Made by :meth:`start`, :meth:`connect` or
    :meth:`connect_http`, opened with ``async with``."""

    def __init__(
        self,
        transport: Transport,
        *,
        approver: Optional[Approver] = None,
        on_status: Optional[OnStatus] = None,
        on_progress: Optional[OnProgress] = None,
        on_settings_changed: Optional[OnSettingsChanged] = None,
        name: str = NAME,
    ) -> None:
        super().__init__()
        self._client = self
        self._functions_of = Functions()
        self._sessions: Dict[str, Session] = {}
        self._transport = transport
        self._approver = approver
        self._on_approval: Optional[OnApproval] = None
        self._on_answered: Optional[OnAnswered] = None
        self._on_status = on_status
        self._on_progress = on_progress
        # Ends of tool calls for which nobody waits.
        self._background: Set["asyncio.Task[Any]"] = set()
        self._on_settings_changed = on_settings_changed
        self._name = name
        self._connection: Optional[Connection] = None
        self._server: Optional[InitializeResult] = None

    @classmethod
    def start(
        cls,
        *,
        settings: Sequence[Path] = (),
        project: Optional[Path] = None,
        cwd: Optional[Path] = None,
        trust: Optional[str] = None,
        dialect: Optional[str] = None,
        agent: Optional[str] = None,
        plugins: Sequence[Path] = (),
        arguments: Sequence[str] = (),
        binary: Optional[Path] = None,
        env: Optional[Mapping[str, str]] = None,
        stderr: Optional[Callable[[str], None]] = None,
        patience: float = 5.0,
        approver: Optional[Approver] = None,
        on_status: Optional[OnStatus] = None,
        on_progress: Optional[OnProgress] = None,
        on_settings_changed: Optional[OnSettingsChanged] = None,
        name: str = NAME,
    ) -> "Snaphook":
        """A server of its own, which ends with the client. The program is ``binary``,
        else that of the environment variable ``SNAPHOOK_BINARY``, else the one that was
        installed with this package, else ``snaphook`` on the ``PATH``. What it says to
        people goes to ``stderr``, line by line."""
        command: List[str] = ["serve", "--stdio"]
        for file in settings:
            command += ["--settings", os.fspath(file)]
        for plugin in plugins:
            command += ["--plugin", os.fspath(plugin)]
        for option, value in (("project", project), ("cwd", cwd)):
            if value is not None:
                command += [f"--{option}", os.fspath(value)]
        for option, word in (("trust", trust), ("dialect", dialect), ("agent", agent)):
            if word is not None:
                command += [f"--{option}", word]
        command += arguments
        program = None if binary is None else os.fspath(binary)
        process = Process(program, command, env=env, stderr=stderr, patience=patience)
        return cls(
            process,
            approver=approver,
            on_status=on_status,
            on_progress=on_progress,
            on_settings_changed=on_settings_changed,
            name=name,
        )

    @classmethod
    def connect(
        cls,
        path: Path,
        *,
        approver: Optional[Approver] = None,
        on_status: Optional[OnStatus] = None,
        on_progress: Optional[OnProgress] = None,
        on_settings_changed: Optional[OnSettingsChanged] = None,
        name: str = NAME,
    ) -> "Snaphook":
        """A server that listens at a Unix socket (``snaphook serve --socket``)."""
        return cls(
            UnixSocket(os.fspath(path)),
            approver=approver,
            on_status=on_status,
            on_progress=on_progress,
            on_settings_changed=on_settings_changed,
            name=name,
        )

    @classmethod
    def connect_http(
        cls,
        url: str,
        token: str,
        *,
        approver: Optional[Approver] = None,
        on_status: Optional[OnStatus] = None,
        on_progress: Optional[OnProgress] = None,
        on_settings_changed: Optional[OnSettingsChanged] = None,
        name: str = NAME,
    ) -> "Snaphook":
        """A server that listens for HTTP (``snaphook serve --http``)."""
        return cls(
            Http(url, token),
            approver=approver,
            on_status=on_status,
            on_progress=on_progress,
            on_settings_changed=on_settings_changed,
            name=name,
        )

    def _refuse_late(self) -> None:
        if self._connection is not None:
            raise RuntimeError("the client is open: give functions to a session, or before it opens")

    def approver(self, approver: Approver) -> Approver:
        """Names who asks a person, as a decorator; before the client is opened."""
        if self._connection is not None:
            raise RuntimeError("the client is open: name its approver before")
        self._approver = approver
        return approver

    def answered_elsewhere(self, callback: OnAnswered) -> OnAnswered:
        """Names who hears that somebody else answered a question first, as a decorator."""
        self._on_answered = callback
        return callback

    @property
    def is_open(self) -> bool:
        """Whether there is a server at the other end."""
        return self._connection is not None and self._connection.is_open

    @property
    def server(self) -> InitializeResult:
        """What the server said of itself."""
        if self._server is None:
            raise RuntimeError("open the client first: `async with`")
        return self._server

    async def open(self) -> "Snaphook":
        """Gets to the server."""
        if self._connection is not None:
            raise RuntimeError("a client is opened once")
        connection = Connection(self._transport, self._asked, self._told, self._lost)
        self._connection = connection
        try:
            await connection.open()
            self._server = cast(InitializeResult, await self._initialize(connection))
            connection.message_bytes = self._server["limits"]["messageBytes"]
        except BaseException:
            await connection.close()
            raise
        return self

    async def _initialize(self, connection: Connection) -> Any:
        functions = [{k: v for k, v in one.items() if k != "type"} for one in self._functions]
        return await connection.request(
            "initialize",
            {
                "protocolVersion": PROTOCOL,
                "client": {"name": self._name, "version": VERSION},
                "capabilities": {
                    "approvals": self._approver is not None,
                    "status": self._on_status is not None,
                    "progress": self._on_progress is not None,
                    "settings": self._on_settings_changed is not None,
                },
                "functions": functions,
            },
        )

    async def close(self, patience: float = 0.0) -> None:
        """Ends the client and its sessions. Requests in flight may finish within
        ``patience`` seconds. A server that was started ends, too."""
        connection = self._connection
        if connection is None:
            return
        try:
            await self._settle(patience)
            if connection.is_open:
                asked = connection.request("shutdown", {"patienceMs": round(patience * 1000)})
                await asyncio.wait_for(asked, patience + LAST_WORDS)
        except (asyncio.TimeoutError, ServerGone, RpcError):
            pass  # It is about to be closed, one way or the other.
        finally:
            await connection.close()

    async def __aenter__(self) -> "Snaphook":
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def session(self, id: Optional[str] = None, *, cwd: Optional[Path] = None) -> Session:
        """A session, to be opened with ``async with``."""
        return Session(self, id, None if cwd is None else os.fspath(cwd))

    async def list(self, event: Optional[str] = None) -> ListResult:
        """Every configured hook, or those of one event."""
        params = {} if event is None else {"event": event}
        return cast(ListResult, await self._request("hooks/list", params))

    async def reload(self) -> Reloaded:
        """Reads the settings again."""
        return cast(Reloaded, await self._request("hooks/reload", {}))

    async def approvals(
        self,
        *,
        all: bool = False,
        state: Optional[str] = None,
        session_id: Optional[str] = None,
    ) -> List[Approval]:
        """The requests for approval that wait, of every agent of this user; or ``all``."""
        named = {"all": all, "state": state, "sessionId": session_id}
        params = {key: value for key, value in named.items() if value}
        result = await self._request("approvals/list", params)
        return cast(List[Approval], result["approvals"])

    async def approval(self, id: str) -> Approval:
        """One request for approval, as it is now."""
        result = await self._request("approvals/show", {"id": id})
        return cast(Approval, result["approval"])

    async def answer_approval(
        self,
        approval: Approval,
        choice: str,
        *,
        message: Optional[str] = None,
        input: Optional[Mapping[str, Any]] = None,
        key: Optional[str] = None,
    ) -> Approval:
        """Answers a request as it was shown. Raises :class:`RpcError` when the answer does not
        count; ``error.data["reason"]`` says why, ``late`` when somebody was faster."""
        params: Dict[str, Any] = {
            "id": approval["id"],
            "digest": approval["digest"],
            "choice": choice,
        }
        more = {"message": message, "input": input, "key": key}
        params.update({name: value for name, value in more.items() if value is not None})
        return cast(Approval, (await self._request("approvals/answer", params))["approval"])

    async def follow_approvals(
        self, callback: OnApproval, *, since: Optional[int] = None
    ) -> List[Approval]:
        """Has every request sent to the callback as it begins to wait and as it ends; returns
        those that wait now. As long as the client is open, agents wait for an answer."""
        self._on_approval = callback
        params = {} if since is None else {"since": since}
        result = await self._request("approvals/subscribe", params)
        return cast(List[Approval], result["approvals"])

    async def _request(self, method: str, params: Params) -> Any:
        if self._connection is None:
            raise RuntimeError("open the client first: `async with`")
        return await self._connection.request(method, params)

    def _in_background(self, doing: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Runs something that goes on when its caller is cancelled. Closing the client
        waits for it."""
        task = asyncio.ensure_future(doing)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return task

    async def _settle(self, patience: float) -> None:
        """Waits for the ends of tool calls whose callers were cancelled."""
        if self._background:
            await asyncio.wait([*self._background], timeout=patience + LAST_WORDS)

    async def _asked(self, method: str, params: Params) -> Any:
        if method == "function/call":
            return await self._functions_of.call(params)
        if method == "approval/request" and self._approver is not None:
            chosen = self._approver(cast(Question, params))
            if inspect.isawaitable(chosen):
                chosen = await chosen
            return _answer(chosen, params)
        raise RpcError(ErrorCode.METHOD_NOT_FOUND, f"unknown method `{method}`")

    def _told(self, method: str, params: Params) -> None:
        if method == "hooks/notice":
            session = self._sessions.get(params["sessionId"])
            if session is not None:
                session._told(params)  # type: ignore[arg-type]
        elif method == "hooks/status" and self._on_status is not None:
            _call_back(self._on_status, params)
        elif method == "hooks/progress" and self._on_progress is not None:
            _call_back(self._on_progress, params)
        elif method in ("approvals/pending", "approvals/settled"):
            if self._on_approval is not None:
                _call_back(self._on_approval, params["approval"])
        elif method == "approval/answered" and self._on_answered is not None:
            _call_back(self._on_answered, params)
        elif method == "settings/changed" and self._on_settings_changed is not None:
            _call_back(self._on_settings_changed, params)

    def _lost(self) -> None:
        for session in [*self._sessions.values()]:
            session._over()


def _answer(chosen: QuestionAnswer, question: Params) -> Dict[str, Any]:
    """An answer to the question as it was shown: with its digest."""
    if chosen is None:
        return {"cancelled": True}
    answer = {"selected": chosen} if isinstance(chosen, str) else dict(chosen)
    if "digest" in question:
        answer.setdefault("digest", question["digest"])
    return answer


def _call_back(callback: Callable[[Any], None], params: Params) -> None:
    """Calls somebody who only looks on; what goes wrong there is not ours."""
    try:
        callback(params)
    except Exception as error:  # noqa: BLE001
        context = {"message": "a callback of snaphook failed", "exception": error}
        asyncio.get_running_loop().call_exception_handler(context)

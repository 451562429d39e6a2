"""JSON-RPC in both directions over one transport."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextvars import ContextVar
from typing import Any, Awaitable, Callable, Deque, Dict, Optional, Set

from ._errors import ErrorCode, RpcError, ServerGone
from ._transport import Transport

Params = Dict[str, Any]
OnRequest = Callable[[str, Params], Awaitable[Any]]
OnNotification = Callable[[str, Params], None]

# Another server would have the sessions, but nothing that hooks did in them: rules, the
# mode, variables, hooks that ran once. A guard must not forget in silence.
NOT_RESTARTED = (
    "it is not started again, because what hooks did in its sessions is lost\n"
    "help: open a new client, and tell the user that permissions begin anew"
)

# Somebody waits for this task to answer the server: what it asks itself must not
# wait for those who wait for it.
_answering: "ContextVar[bool]" = ContextVar("snaphook_answering", default=False)


class Connection:
    """Asks the server, and answers what it asks."""

    def __init__(
        self,
        transport: Transport,
        on_request: OnRequest,
        on_notification: OnNotification,
        on_gone: Callable[[], None],
    ) -> None:
        self._transport = transport
        self._on_request = on_request
        self._on_notification = on_notification
        self._on_gone = on_gone
        self._next = 0
        self._pending: Dict[int, "asyncio.Future[Any]"] = {}
        self._serving: Dict[Any, "asyncio.Task[None]"] = {}
        # Over HTTP a question may come twice.
        self._answered: Deque[Any] = deque(maxlen=1024)
        # Questions to which nobody waits for an answer any more.
        self._taken_back: Set[Any] = set()
        self._closing = False
        self._tasks: Set["asyncio.Future[Any]"] = set()
        self._reading: Optional["asyncio.Task[None]"] = None
        self._gone: Optional[ServerGone] = None
        self.message_bytes: Optional[int] = None
        """What the server reads of one message at most, once it has said so."""

    async def open(self) -> None:
        await self._transport.open()
        self._reading = asyncio.ensure_future(self._read())

    @property
    def is_open(self) -> bool:
        return self._reading is not None and self._gone is None

    async def request(self, method: str, params: Params) -> Any:
        """Asks, and waits for the answer. Whoever stops waiting takes the request
        back."""
        if self._gone is not None:
            raise ServerGone(str(self._gone))
        self._next += 1
        number = self._next
        answer: "asyncio.Future[Any]" = asyncio.get_running_loop().create_future()
        self._pending[number] = answer
        try:
            message = {"id": number, "method": method, "params": params}
            line = self._written(message)
            await self._transport.send(line, number=number, holds=not _answering.get())
            return await answer
        except asyncio.CancelledError:
            if self.is_open and not self._transport.take_back(number):
                self._later(self._say({"method": "$/cancel", "params": {"id": number}}))
            raise
        finally:
            self._pending.pop(number, None)
            if answer.done() and not answer.cancelled():
                # Also where sending failed: nobody need hear of it twice.
                answer.exception()

    async def _say(self, message: Params) -> None:
        await self._transport.send(self._written(message))

    def _written(self, message: Params) -> bytes:
        message = {"jsonrpc": "2.0", **message}
        try:
            text = json.dumps(message, allow_nan=False, ensure_ascii=False)
        except ValueError as error:
            raise ValueError(f"this cannot be sent as JSON: {error}") from error
        # Half a character, as in names of files that are not text, has no UTF-8.
        line = text.encode("utf-8", "replace")
        if self.message_bytes is not None and len(line) > self.message_bytes:
            raise ValueError(f"a message of {len(line)} bytes: {self.message_bytes} are read")
        return line

    def _later(self, doing: Awaitable[Any]) -> "asyncio.Future[Any]":
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)

        def over(done: "asyncio.Future[Any]") -> None:
            self._tasks.discard(done)
            if not done.cancelled():
                done.exception()

        task.add_done_callback(over)
        return task

    async def _read(self) -> None:
        try:
            while True:
                line = await self._transport.receive()
                if line is None:
                    break
                self._take(line)
            why = await self._transport.why_gone()
        except ServerGone as error:
            why = str(error)
        except asyncio.CancelledError:
            self._end("the client was closed")
            raise
        except Exception as error:  # noqa: BLE001 - nobody must wait in vain
            why = f"what the server said cannot be read: {error}"
        # Before the server has said its limits, there was nothing to lose.
        self._end(why if self.message_bytes is None else f"{why}\n{NOT_RESTARTED}")

    def _end(self, why: str) -> None:
        self._gone = ServerGone(why)
        for answer in self._pending.values():
            if not answer.done():
                answer.set_exception(ServerGone(why))
        for task in list(self._serving.values()):
            task.cancel()
        self._on_gone()

    def _take(self, line: bytes) -> None:
        message = json.loads(line)
        method = message.get("method")
        if method is None:
            self._answer(message)
        elif message.get("id") is not None:
            self._asked(message["id"], method, message.get("params") or {})
        elif method == "$/cancel":
            number = (message.get("params") or {}).get("id")
            task = self._serving.get(number)
            if task is not None:
                self._taken_back.add(number)
                task.cancel()
        else:
            self._on_notification(method, message.get("params") or {})

    def _answer(self, message: Params) -> None:
        error = message.get("error")
        if message.get("id") is None and error is not None:
            # Whose message it was nobody knows, so nobody may go on waiting.
            raise ServerGone(f"the server cannot read what it is sent: {error.get('message')}")
        answer = self._pending.get(message.get("id"))  # type: ignore[arg-type]
        if answer is None or answer.done():
            return
        if error is None:
            answer.set_result(message.get("result"))
            return
        answer.set_exception(RpcError(error["code"], error["message"], error.get("data")))

    def _asked(self, number: Any, method: str, params: Params) -> None:
        if number in self._serving or number in self._answered:
            return
        task = asyncio.ensure_future(self._serve(number, method, params))
        self._serving[number] = task
        self._tasks.add(task)

        def over(done: "asyncio.Future[Any]") -> None:
            self._tasks.discard(done)
            self._serving.pop(number, None)
            self._taken_back.discard(number)
            if not done.cancelled():
                done.exception()

        task.add_done_callback(over)

    async def _serve(self, number: Any, method: str, params: Params) -> None:
        _answering.set(True)
        try:
            result = await self._on_request(method, params)
            # What cannot be sent must fail here, where it can be told.
            line = self._written({"id": number, "result": result})
        except asyncio.CancelledError:
            if self._closing or self._gone is not None or number in self._taken_back:
                raise
            # It cancelled itself, or somebody else did: the hook failed.
            failed = {"code": int(ErrorCode.INTERNAL), "message": "it was cancelled"}
            line = self._written({"id": number, "error": failed})
        except RpcError as error:
            refused = {"code": error.code, "message": error.message}
            line = self._written({"id": number, "error": refused})
        except Exception as error:  # noqa: BLE001 - the hook failed, and is told so
            words = f"{type(error).__name__}: {error}"
            failed = {"code": int(ErrorCode.INTERNAL), "message": words[:10_000]}
            line = self._written({"id": number, "error": failed})
        self._answered.append(number)
        await self._transport.send(line)

    async def close(self) -> None:
        """Ends every task; whoever waits for an answer hears that the client was
        closed."""
        self._closing = True
        try:
            for task in [*self._tasks]:
                task.cancel()
            if self._reading is not None:
                self._reading.cancel()
                await asyncio.wait([self._reading])
            if self._tasks:
                await asyncio.wait([*self._tasks])
        finally:
            await self._transport.close()

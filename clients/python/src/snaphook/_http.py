"""A server over HTTP: requests by POST, what the server says as server-sent events.

As much of HTTP/1.1 as that server speaks, so that nothing needs to be installed.
"""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Coroutine, Dict, List, NamedTuple, Optional, Set, Tuple
from urllib.parse import urlsplit

from ._errors import ServerGone
from ._transport import PIECE, Transport, let_go

# Requests at a time; answers to the server's own requests do not count.
AT_ONCE = 64
# How often a lost stream of events is looked for again, and how long apart.
TRIES, PAUSE = 5, 0.2

Streams = Tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Head(NamedTuple):
    """The head of a response."""

    status: int
    headers: Dict[str, str]


class Http(Transport):
    """A server that listens for HTTP."""

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname:
            raise ValueError(f"{url}: the server speaks plain HTTP: http://127.0.0.1:7878")
        self._address = (parts.hostname, parts.port or 80)
        self._host = parts.netloc.rsplit("@", 1)[-1]
        if not token.isascii() or not token.isprintable():
            raise ValueError("a token is visible ASCII characters")
        self._token = token.strip()
        self._client: Optional[str] = None
        self._idle: List[Streams] = []
        self._open: Set[asyncio.StreamWriter] = set()
        self._tasks: Set["asyncio.Future[None]"] = set()
        self._posts: Dict[int, "asyncio.Future[None]"] = {}
        self._incoming: "asyncio.Queue[Optional[bytes]]"
        self._places: asyncio.Semaphore
        self._why = "the server is gone"

    async def open(self) -> None:
        self._incoming = asyncio.Queue()
        self._places = asyncio.Semaphore(AT_ONCE)
        self._idle.append(await self._connect())

    async def send(
        self, message: bytes, *, number: Optional[int] = None, holds: bool = False
    ) -> None:
        # A request has a connection until it is answered; everything else must get
        # through meanwhile.
        if holds:
            await self._places.acquire()
        task = self._spawn(self._post(message))
        if holds:
            task.add_done_callback(lambda _: self._places.release())
        if number is not None:
            self._posts[number] = task
            task.add_done_callback(lambda _: self._posts.pop(number, None))

    def take_back(self, number: int) -> bool:
        # A message of its own could overtake the request. The server takes a
        # connection that is closed for a cancel.
        task = self._posts.get(number)
        if task is not None:
            task.cancel()
        return True

    async def receive(self) -> Optional[bytes]:
        return await self._incoming.get()

    async def why_gone(self) -> str:
        return self._why

    async def close(self) -> None:
        for task in [*self._tasks]:
            task.cancel()
        if self._tasks:
            await asyncio.wait([*self._tasks])
        for writer in [*self._open]:
            await self._drop(writer)
        self._idle.clear()

    def _spawn(self, doing: Coroutine[Any, Any, None]) -> "asyncio.Future[None]":
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _lost(self, why: str) -> None:
        self._why = why
        self._incoming.put_nowait(None)

    async def _connect(self) -> Streams:
        host, port = self._address
        try:
            streams = await asyncio.open_connection(host, port)
        except OSError as error:
            raise ServerGone(
                f"no server answers at http://{self._host}: {error}; "
                f"start one with `snaphook serve --http {host}:{port}`"
            ) from error
        self._open.add(streams[1])
        return streams

    async def _drop(self, writer: asyncio.StreamWriter) -> None:
        self._open.discard(writer)
        await let_go(writer)

    def _request(self, method: str, path: str, body: bytes = b"") -> bytes:
        head = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self._host}",
            f"Authorization: Bearer {self._token}",
        ]
        if self._client is not None:
            head.append(f"Snaphook-Client: {self._client}")
        if method == "POST":
            head += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        return "\r\n".join([*head, "", ""]).encode("ascii") + body

    async def _post(self, message: bytes) -> None:
        try:
            status, body = await self._exchange(self._request("POST", "/rpc", message))
        except (OSError, ServerGone, asyncio.IncompleteReadError, ValueError) as error:
            self._lost(f"the server at http://{self._host} is gone: {error}")
            return
        if status in (401, 403, 404, 503):
            words = body.decode("utf-8", "replace").strip()
            self._lost(f"http://{self._host} answered {status}: {words}")
        elif body.strip():
            self._incoming.put_nowait(body)

    async def _exchange(self, request: bytes) -> Tuple[int, bytes]:
        """One request on a connection that is free, or on a new one."""
        while True:
            used = bool(self._idle)
            reader, writer = self._idle.pop() if used else await self._connect()
            try:
                writer.write(request)
                await writer.drain()
                head = await _read_head(reader)
            except (ConnectionError, asyncio.IncompleteReadError):
                await self._drop(writer)
                # The server lets go of connections that were idle.
                if used:
                    continue
                raise
            except BaseException:
                await self._drop(writer)
                raise
            try:
                body = b"".join([piece async for piece in _read_body(reader, head)])
            except BaseException:
                await self._drop(writer)
                raise
            if head.headers.get("connection", "").lower() == "close":
                await self._drop(writer)
            else:
                self._idle.append((reader, writer))
            self._welcome(head)
            return head.status, body

    def _welcome(self, head: Head) -> None:
        """The server has named this client: from now on it may have something to
        say by itself."""
        client = head.headers.get("snaphook-client")
        if client is not None and self._client is None:
            self._client = client
            self._spawn(self._listen())

    async def _listen(self) -> None:
        tries, why = 0, ""
        while tries < TRIES:
            try:
                async for event in self._events():
                    tries = 0
                    self._incoming.put_nowait(event)
                why = "the stream of events ended"
            except (OSError, ServerGone, asyncio.IncompleteReadError, ValueError) as error:
                why = str(error)
            tries += 1
            await asyncio.sleep(PAUSE)
        self._lost(f"the server at http://{self._host} is gone: {why}")

    async def _events(self) -> AsyncIterator[bytes]:
        reader, writer = await self._connect()
        try:
            writer.write(self._request("GET", "/events"))
            await writer.drain()
            head = await _read_head(reader)
            if head.status != 200:
                raise ServerGone(f"failed to open the event stream: status {head.status}")
            rest = bytearray()
            async for piece in _read_body(reader, head):
                rest += piece
                if b"\n" not in piece:
                    continue
                *lines, last = bytes(rest).split(b"\n")
                rest = bytearray(last)
                for line in lines:
                    # The server writes each event as one line of data.
                    if line.startswith(b"data: "):
                        yield line[len(b"data: ") :]
        finally:
            await self._drop(writer)


async def _read_head(reader: asyncio.StreamReader) -> Head:
    text = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = text.split("\r\n")
    version, status, *_ = first.split(" ", 2)
    if not version.startswith("HTTP/1."):
        raise ValueError("the other side does not speak HTTP")
    headers = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if colon:
            headers[name.strip().lower()] = value.strip()
    return Head(int(status), headers)


async def _read_body(reader: asyncio.StreamReader, head: Head) -> AsyncIterator[bytes]:
    if head.headers.get("transfer-encoding", "").lower() == "chunked":
        while True:
            size = int((await reader.readline()).split(b";")[0], 16)
            if size == 0:
                await reader.readline()
                return
            left = size
            while left:
                piece = await reader.read(min(left, PIECE))
                if not piece:
                    raise asyncio.IncompleteReadError(b"", left)
                left -= len(piece)
                yield piece
            await reader.readline()
    left = int(head.headers.get("content-length", "0"))
    while left:
        piece = await reader.read(min(left, PIECE))
        if not piece:
            raise asyncio.IncompleteReadError(b"", left)
        left -= len(piece)
        yield piece

"""Ways to a server that speak in lines: a process of one's own, and a socket."""

from __future__ import annotations

import asyncio
import os
import sys
from abc import ABC, abstractmethod
from collections import deque
from typing import Callable, Deque, Dict, Mapping, Optional, Sequence

from ._errors import ServerGone, ServerNotFound
from ._program import find_program

PIECE = 64 * 1024
# How long the other side may take to read what was written before the end.
LAST_BYTES = 1.0


class Transport(ABC):
    """Carries messages to a server and back, each one line of JSON."""

    @abstractmethod
    async def open(self) -> None:
        """Gets to the server."""

    @abstractmethod
    async def send(
        self, message: bytes, *, number: Optional[int] = None, holds: bool = False
    ) -> None:
        """Sends a message; waits while the server reads nothing. ``number`` is that of
        a request, and ``holds`` says that others may wait until it is answered."""

    def take_back(self, number: int) -> bool:
        """Takes a request back that was sent, if that is done by other means than a
        message that follows it."""
        return False

    @abstractmethod
    async def receive(self) -> Optional[bytes]:
        """The next message; nothing when there are no more."""

    @abstractmethod
    async def close(self) -> None:
        """Lets go of everything that it holds. May be called at any time."""

    async def why_gone(self) -> str:
        """Why there are no more messages."""
        return "the server closed the connection"


class Lines(Transport):
    """Messages as lines of a stream, of any length."""

    def __init__(self) -> None:
        self._reader: Optional[asyncio.StreamReader] = None
        self._writer: Optional[asyncio.StreamWriter] = None
        # Made where it is used: before Python 3.10 a lock belongs to a loop from the start.
        self._draining: Optional[asyncio.Lock] = None
        self._rest = bytearray()
        self._lines: Deque[bytes] = deque()

    async def send(
        self, message: bytes, *, number: Optional[int] = None, holds: bool = False
    ) -> None:
        writer = self._writer
        if writer is None:
            raise ServerGone("the connection to the server is closed")
        if writer.is_closing():
            raise ServerGone(await self.why_gone())
        if self._draining is None:
            self._draining = asyncio.Lock()
        try:
            writer.write(message + b"\n")
            # Before Python 3.10.6 only one task may wait for the reader.
            async with self._draining:
                await writer.drain()
        except (ConnectionError, RuntimeError) as error:
            raise ServerGone(await self.why_gone()) from error

    async def receive(self) -> Optional[bytes]:
        while not self._lines:
            if self._reader is None:
                return None
            try:
                piece = await self._reader.read(PIECE)
            except ConnectionError:
                return None
            if not piece:
                return None
            *whole, rest = piece.split(b"\n")
            if whole:
                self._rest += whole[0]
                whole[0] = bytes(self._rest)
                self._rest.clear()
            self._rest += rest
            self._lines.extend(line for line in whole if line.strip())
        return self._lines.popleft()

    async def close(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            await let_go(writer)


class UnixSocket(Lines):
    """A server that listens at a Unix socket."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path

    async def open(self) -> None:
        try:
            self._reader, self._writer = await asyncio.open_unix_connection(self.path)
        except (OSError, NotImplementedError, AttributeError) as error:
            raise ServerGone(
                f"no server answers at {self.path}: {error}; "
                f"start one with `snaphook serve --socket {self.path}`"
            ) from error


class Process(Lines):
    """A server of one's own: it is started here and ends with the client."""

    def __init__(
        self,
        binary: Optional[str],
        arguments: Sequence[str],
        *,
        env: Optional[Mapping[str, str]] = None,
        stderr: Optional[Callable[[str], None]] = None,
        patience: float = 5.0,
    ) -> None:
        super().__init__()
        self.binary = binary
        self.arguments = list(arguments)
        self._env: Optional[Dict[str, str]] = None if env is None else dict(env)
        self._show = stderr if stderr is not None else _to_stderr
        # Words that are on this program's stderr already are not said twice.
        self._tells_words = stderr is not None
        self._patience = patience
        self._process: Optional[asyncio.subprocess.Process] = None
        self._complaints: Deque[str] = deque(maxlen=20)
        self._listening: Optional["asyncio.Task[None]"] = None

    async def open(self) -> None:
        program = find_program(self.binary)
        try:
            self._process = await asyncio.create_subprocess_exec(
                program,
                *self.arguments,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=self._env,
                # A Ctrl-C at the terminal is for the agent: it ends the server.
                start_new_session=os.name == "posix",
            )
        except OSError as error:
            raise ServerNotFound(f"cannot start {program}: {error}") from error
        self._reader, self._writer = self._process.stdout, self._process.stdin
        self._listening = asyncio.ensure_future(self._listen())

    @property
    def pid(self) -> Optional[int]:
        """The process, once it is started."""
        return None if self._process is None else self._process.pid

    async def _listen(self) -> None:
        """Passes on what the server says to people, and keeps the end of it."""
        assert self._process is not None and self._process.stderr is not None
        rest = b""
        while True:
            piece = await self._process.stderr.read(PIECE)
            *lines, rest = (rest + piece).split(b"\n")
            if not piece and rest:
                lines, rest = [rest], b""
            for line in lines:
                text = line.decode("utf-8", "replace")
                self._complaints.append(text)
                try:
                    self._show(text)
                except Exception as error:  # noqa: BLE001 - who looks on stops nothing
                    context = {"message": "a callback of snaphook failed", "exception": error}
                    asyncio.get_running_loop().call_exception_handler(context)
            # A line without end is cut.
            rest = rest[-PIECE:]
            if not piece:
                return

    async def why_gone(self) -> str:
        if self._process is None:
            return "the server was not started"
        status = await _within(5.0, self._process.wait())
        if self._listening is not None:
            await _within(1.0, asyncio.shield(self._listening))
        said = "\n".join(self._complaints).strip() if self._tells_words else ""
        how = "closed its output" if status is None else f"ended ({_status(status)})"
        return f"{self.binary or 'snaphook'} {how}" + (f": {said}" if said else "")

    async def close(self) -> None:
        process = self._process
        if process is None:
            return
        try:
            # Without its stdin the server ends by itself.
            await super().close()
            await _within(self._patience, process.wait())
        finally:
            await self._end(process)

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        for end in (process.terminate, process.kill):
            if process.returncode is not None:
                break
            try:
                end()
            except ProcessLookupError:
                break
            await _within(2.0, process.wait())
        if self._listening is not None:
            # What the server left behind may hold its stderr open.
            await _within(1.0, self._listening)
            self._listening = None


async def let_go(writer: asyncio.StreamWriter) -> None:
    """Closes a connection. What the other side does not read is given up."""
    writer.close()
    closed = asyncio.ensure_future(writer.wait_closed())
    # Whoever stops waiting need not hear of it.
    closed.add_done_callback(lambda done: done.cancelled() or done.exception())
    try:
        # Not cancelled: others wait for the same.
        await asyncio.wait([closed], timeout=LAST_BYTES)
    finally:
        if not closed.done():
            writer.transport.abort()
    try:
        await closed
    except (ConnectionError, RuntimeError):
        pass


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr)


def _status(code: int) -> str:
    return f"exit status {code}" if code >= 0 else f"signal {-code}"


async def _within(seconds: float, awaitable):  # type: ignore[no-untyped-def]
    """The result, or nothing when it takes longer."""
    try:
        return await asyncio.wait_for(awaitable, seconds)
    except asyncio.TimeoutError:
        return None

"""Servers that are there, that are not, and that die."""

import asyncio
import json
import os
import signal
import stat
from unittest import mock

from snaphook import RpcError, ServerGone, ServerNotFound, Snaphook, SnaphookError

from .common import BINARY, LIMIT, World, command, group

HOOKS = {"PreToolUse": [group(command("exit 2"), matcher="Bash")]}


def is_there(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class Own(World):
    async def test_the_server_ends_with_the_client(self):
        async with self.start(HOOKS) as hooks:
            pid = hooks._transport.pid
            self.assertTrue(is_there(pid))
        self.assertFalse(is_there(pid))
        self.assertFalse(hooks.is_open)
        with self.assertRaises(ServerGone):
            await hooks.execute("Stop")

    async def test_a_program_that_is_not_there_is_said_to_be_missing(self):
        with self.assertRaisesRegex(ServerNotFound, "`binary=` names\nhelp: "):
            await Snaphook.start(binary="/repo/none/snaphook").open()

    async def test_a_program_that_cannot_serve_says_why(self):
        client = Snaphook.start(
            binary=BINARY, settings=["/repo/none.json"], stderr=self.said.append
        )
        with self.assertRaisesRegex(ServerGone, r"exit status 1[\s\S]*none\.json"):
            await client.open()
        self.assertIn("none.json", "\n".join(self.said))

    async def test_who_hears_the_complaints_and_fails_does_not_keep_them_from_others(self):
        def refuse(line):
            raise ValueError(line)

        client = Snaphook.start(binary=BINARY, settings=["/repo/none.json"], stderr=refuse)
        with self.assertRaisesRegex(ServerGone, r"exit status 1[\s\S]*none\.json"):
            await client.open()
        told = [str(context["exception"]) for context in self.unhandled]
        self.assertIn("none.json", "\n".join(told))
        self.unhandled.clear()

    async def test_a_program_that_is_another_one_is_not_talked_to(self):
        script = self.folder / "other"
        script.write_text("#!/bin/sh\necho hello\ncat >/dev/null\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        with self.assertRaisesRegex(SnaphookError, "cannot be read"):
            await Snaphook.start(binary=script).open()

    async def test_whoever_waits_hears_that_the_server_died(self):
        started = self.folder / "started"
        hooks = {"Stop": [group(command(f"touch {started}; sleep 60"))]}
        async with self.start(hooks) as client, client.session() as session:
            waiting = asyncio.ensure_future(session.execute("Stop"))
            reading = asyncio.ensure_future(_all(session.notices()))
            await self.until(started.exists)
            os.kill(client._transport.pid, signal.SIGKILL)
            with self.assertRaisesRegex(ServerGone, r"signal 9[\s\S]*not started again"):
                await waiting
            self.assertEqual(await asyncio.wait_for(reading, LIMIT), [])
            with self.assertRaises(ServerGone):
                await client.has("Stop")

    async def test_nothing_is_left_of_a_client_that_was_cancelled_while_it_opened(self):
        script = self.folder / "silent"
        script.write_text(f"#!/bin/sh\necho $$ > {self.folder}/pid\nexec sleep 60\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        opening = asyncio.ensure_future(Snaphook.start(binary=script, patience=0.05).open())
        pid = self.folder / "pid"
        await self.until(lambda: pid.exists() and pid.read_text().strip())
        opening.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await opening
        self.assertFalse(is_there(int(pid.read_text())))


async def _all(iterator):
    return [one async for one in iterator]


class Socket(World):
    async def test_clients_share_a_server(self):
        path = self.folder / "s"
        process = await self.serve(HOOKS, "--socket", str(path))
        await self.line_with(process, "listening at")
        async with Snaphook.connect(path) as one, Snaphook.connect(path) as two:
            async with one.session("s1"):
                with self.assertRaises(RpcError):
                    await two.session("s1").open()
            ran = await two.execute("PreToolUse", tool_name="Bash", tool_input={})
            self.assertTrue(ran.blocked)
        self.assertIsNone(process.returncode)

    async def test_a_socket_without_a_server_is_said_to_be_one(self):
        with self.assertRaisesRegex(ServerGone, "snaphook serve --socket"):
            await Snaphook.connect(self.folder / "none").open()


class Deaf(World):
    """A server that greets, and reads nothing more."""

    async def listen(self):
        over = asyncio.Event()
        gone = asyncio.Event()

        async def serve(reader, writer):
            asked = json.loads(await reader.readline())
            greeting = {"protocolVersion": 1, "limits": {"messageBytes": 1 << 24}}
            answer = {"jsonrpc": "2.0", "id": asked["id"], "result": greeting}
            writer.write(json.dumps(answer).encode() + b"\n")
            await over.wait()
            writer.transport.abort()
            gone.set()

        path = self.folder / "deaf"
        server = await asyncio.start_unix_server(serve, str(path))

        async def end():
            over.set()
            await gone.wait()
            server.close()
            await server.wait_closed()

        self.addAsyncCleanup(end)
        return path

    async def test_closing_does_not_wait_for_a_server_that_reads_nothing(self):
        client = await Snaphook.connect(await self.listen()).open()
        call = asyncio.ensure_future(client.execute("Stop", text="x" * (8 << 20)))
        # Until the way to the server is full.
        await self.until(lambda: client._transport._writer.transport.get_write_buffer_size())
        with mock.patch("snaphook._client.LAST_WORDS", 0.05):
            await asyncio.wait_for(client.close(), LIMIT)
        with self.assertRaises(ServerGone):
            await call


class Http(World):
    async def serve_http(self, hooks, *arguments):
        process = await self.serve(hooks, "--http", "127.0.0.1:0", *arguments)
        url = await self.line_with(process, "listening at")
        token = await self.line_with(process, "token:")
        return process, url, token

    async def test_everything_works_over_http(self):
        behind = command("echo behind >&2; exit 2", asyncRewake=True)
        _, url, token = await self.serve_http({**HOOKS, "Stop": [group(behind)]})
        client = Snaphook.connect_http(url, token)

        @client.on("UserPromptSubmit")
        async def echo(call):
            return call.context(call.input["prompt"])

        async with client as hooks:
            ran = await hooks.execute("PreToolUse", tool_name="Bash", tool_input={})
            self.assertTrue(ran.blocked)
            # More than there are connections, each with a question in between.
            many = (hooks.execute("UserPromptSubmit", prompt=str(n)) for n in range(150))
            ran = await asyncio.gather(*many)
            self.assertEqual([one.context for one in ran], [[str(n)] for n in range(150)])
            async with hooks.session() as session:
                await session.execute("Stop")
                async for notice in session.notices():
                    self.assertIn("behind", notice["text"])
                    break

    async def test_functions_that_use_the_client_do_not_wait_for_themselves(self):
        _, url, token = await self.serve_http({})
        client = Snaphook.connect_http(url, token)

        @client.on("UserPromptSubmit")
        async def asks(call):
            await client.has("Stop")

        async with client as hooks:
            many = (hooks.execute("UserPromptSubmit", prompt="x") for _ in range(100))
            ran = await asyncio.wait_for(asyncio.gather(*many), LIMIT)
            self.assertTrue(all(one.outcome["hooks"][0]["status"] == "success" for one in ran))

    async def test_a_cancelled_event_ends_its_hooks(self):
        started, ended = self.folder / "started", self.folder / "ended"
        script = f"trap 'touch {ended}; exit 0' TERM; touch {started}; sleep 60 & wait"
        _, url, token = await self.serve_http({"Stop": [group(command(script))]})
        async with Snaphook.connect_http(url, token) as hooks:
            running = asyncio.ensure_future(hooks.execute("Stop"))
            await self.until(started.exists)
            running.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await running
            await self.until(ended.exists)

    async def test_a_request_that_is_taken_back_is_not_followed_by_a_cancel(self):
        # That could overtake it; its connection is closed instead.
        said, closed = [], asyncio.Event()

        async def serve(reader, writer):
            while True:
                try:
                    head = (await reader.readuntil(b"\r\n\r\n")).decode()
                except asyncio.IncompleteReadError:
                    break
                if head.startswith("GET"):
                    writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                    continue
                length = int(head.lower().split("content-length:")[1].split("\r\n")[0])
                asked = json.loads(await reader.readexactly(length))
                said.append(asked["method"])
                if asked["method"] == "hooks/execute":
                    self.assertEqual(await reader.read(), b"")
                    closed.set()
                    break
                greeting = {"protocolVersion": 1, "limits": {"messageBytes": 1 << 24}}
                answer = {"jsonrpc": "2.0", "id": asked["id"], "result": greeting}
                body = json.dumps(answer).encode()
                writer.write(b"HTTP/1.1 200 OK\r\nSnaphook-Client: c\r\n")
                writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with Snaphook.connect_http(f"http://127.0.0.1:{port}", "0123456789abcdef") as hooks:
            running = asyncio.ensure_future(hooks.execute("Stop"))
            await self.until(lambda: "hooks/execute" in said)
            running.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await running
            await asyncio.wait_for(closed.wait(), LIMIT)
            self.assertFalse(await self.posts_left(hooks))
        server.close()
        await server.wait_closed()
        self.assertEqual(said, ["initialize", "hooks/execute", "shutdown"])

    async def posts_left(self, hooks):
        await self.until(lambda: not hooks._transport._posts)
        return hooks._transport._places.locked()

    async def test_a_wrong_token_and_a_server_that_dies_are_told(self):
        process, url, token = await self.serve_http(HOOKS)
        with self.assertRaisesRegex(ServerGone, "401"):
            await Snaphook.connect_http(url, "0123456789abcdef").open()
        async with Snaphook.connect_http(url, token) as hooks:
            process.kill()
            await process.wait()
            with self.assertRaises(ServerGone):
                await hooks.execute("Stop")
        with self.assertRaisesRegex(ServerGone, "snaphook serve --http"):
            await Snaphook.connect_http(url, token).open()

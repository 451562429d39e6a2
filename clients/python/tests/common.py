"""A server of the real program, on settings of the test's own."""

import asyncio
import json
import os
import tempfile
import unittest
from pathlib import Path

from snaphook import Snaphook

ROOT = Path(__file__).resolve().parents[3]
BINARY = os.environ.get("SNAPHOOK_BINARY") or str(ROOT / "target" / "debug" / "snaphook")
LIMIT = 120.0


def command(script, **more):
    """A command hook."""
    return {"type": "command", "command": script, **more}


def group(*hooks, matcher=None):
    """Hooks behind one matcher."""
    return {"hooks": list(hooks), **({} if matcher is None else {"matcher": matcher})}


class World(unittest.IsolatedAsyncioTestCase):
    """A folder with settings, and whatever was started there ends with the test."""

    def setUp(self):
        if not os.access(BINARY, os.X_OK):
            self.fail(f"{BINARY} is not there: `cargo build --bin snaphook` first")
        folder = tempfile.TemporaryDirectory(prefix="snaphook-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.said = []
        # An asyncio program with a leak is loud in this mode.
        self.unhandled = []

    async def asyncSetUp(self):
        loop = asyncio.get_running_loop()
        loop.slow_callback_duration = 60.0
        loop.set_exception_handler(lambda _, context: self.unhandled.append(context))
        self.addAsyncCleanup(self.nothing_is_left)

    async def nothing_is_left(self):
        others = asyncio.all_tasks() - {asyncio.current_task()}
        self.assertEqual(others, set(), "tasks that nobody ended")
        self.assertEqual(self.unhandled, [])

    def settings(self, hooks=None, **more):
        file = self.folder / "settings.json"
        file.write_text(json.dumps({"hooks": hooks or {}, **more}))
        return file

    def start(self, hooks=None, *, other=None, **options):
        """A client with a server of its own."""
        file = self.settings(hooks, **(other or {}))
        return Snaphook.start(
            settings=[file],
            cwd=self.folder,
            binary=BINARY,
            stderr=self.said.append,
            env=self.environment(),
            **options,
        )

    def environment(self):
        """No settings of the person who runs the test."""
        home = str(self.folder)
        return {**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home}

    async def serve(self, hooks, *arguments):
        """A server beside the test; its process, for which the test need not care."""
        file = self.settings(hooks)
        process = await asyncio.create_subprocess_exec(
            BINARY,
            "serve",
            "--settings",
            str(file),
            "--cwd",
            str(self.folder),
            *arguments,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            env=self.environment(),
        )

        async def end():
            if process.returncode is None:
                process.terminate()
            await process.communicate()

        self.addAsyncCleanup(end)
        return process

    async def line_with(self, process, words):
        """What the server says after these words, once it says them."""

        async def look():
            while True:
                line = (await process.stderr.readline()).decode()
                self.assertTrue(line, f"it ended before it said {words!r}")
                if words in line:
                    return line.split(words, 1)[1].strip()

        return await asyncio.wait_for(look(), LIMIT)

    async def until(self, condition):
        """Waits for something that another process does."""

        async def look():
            while not condition():
                await asyncio.sleep(0.01)

        await asyncio.wait_for(look(), LIMIT)

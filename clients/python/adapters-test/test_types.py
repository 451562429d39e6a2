"""The client is typed: mypy accepts right inputs of events and refuses wrong ones."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from harness import ROOT, framework

with framework("mypy"):
    import mypy  # noqa: F401

PROGRAM = '''
from typing import Any, Dict

from snaphook import AgentHooks, CustomEvent, Session, sync


async def right(session: Session, extra: Dict[str, Any]) -> None:
    await session.execute("PreToolUse", tool_name="Bash", tool_input={"command": "ls"})
    await session.execute("UserPromptSubmit", {"prompt": "x", "permission_mode": "plan"})
    await session.execute("Stop")
    await session.observe("FileChanged", {"file_path": "a", "event": "change"})
    await session.execute(CustomEvent("Deployed"), extra, to="production")
    await session.execute(None, extra)
    await AgentHooks(session).before_compaction("auto")


async def wrong(session: Session, other: sync.Session) -> None:
    await session.execute("PreToolUse", tool_name="Bash", toolInput={})  # wrong
    await session.execute("UserPromptSubmit", {"prompts": "x"})  # wrong
    await session.execute("UserPromptSubmit")  # wrong
    await session.execute("PreCompact", trigger="later")  # wrong
    await session.observe("Stop", stop_hook_active="yes")  # wrong
    await session.execute("Deployed", {})  # wrong
    other.execute("UserPromptSubmit", {"prompts": "x"})  # wrong
'''


class Types(unittest.TestCase):
    def test_a_wrong_field_of_an_event_is_an_error(self):
        with tempfile.TemporaryDirectory(prefix="snaphook-") as folder:
            file = Path(folder) / "program.py"
            file.write_text(PROGRAM)
            command = [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.11"]
            command += ["--cache-dir", str(Path(folder) / "cache"), str(file)]
            env = {**os.environ, "MYPYPATH": str(ROOT / "clients" / "python" / "src")}
            said = subprocess.run(command, env=env, capture_output=True, text=True, cwd=folder)
        found = {int(line) for line in re.findall(r"program\.py:(\d+): error", said.stdout)}
        lines = PROGRAM.splitlines()
        wrong = {number for number, line in enumerate(lines, 1) if line.endswith("# wrong")}
        self.assertEqual(found, wrong, said.stdout + said.stderr)
        self.assertNotIn("snaphook/_", said.stdout)

"""The package itself: its README runs, and every Python it promises can read it."""

import ast
import asyncio
import re
import subprocess
import sys
from pathlib import Path

from .common import BINARY, World, command, group

PACKAGE = Path(__file__).resolve().parents[1]
OLDEST = (3, 9)


class Package(World):
    async def test_the_agent_of_the_readme_runs(self):
        text = (PACKAGE / "README.md").read_text()
        agent = re.search(r"```python\n(# agent\.py\n.*?)```", text, re.DOTALL)
        self.assertIsNotNone(agent, "there is an agent in the README")
        (self.folder / "agent.py").write_text(agent[1])
        refuse = command("grep -q 'rm -rf' && { echo 'not that' >&2; exit 2; }; exit 0")
        rules = {"allow": ["Bash(echo *)"]}
        self.settings({"PreToolUse": [group(refuse, matcher="Bash")]}, permissions=rules)
        environment = {
            **self.environment(),
            "SNAPHOOK_BINARY": BINARY,
            "PYTHONPATH": str(PACKAGE / "src"),
        }
        ran = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-X", "dev", "agent.py"],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("hello", ran.stdout)
        self.assertIn("not that", ran.stdout)
        self.assertNotIn("Warning", ran.stderr)

    def test_the_oldest_python_can_read_it(self):
        for file in (PACKAGE / "src").rglob("*.py"):
            ast.parse(file.read_text(), filename=str(file), feature_version=OLDEST)

    def test_the_version_stands_once(self):
        version = re.search(r'VERSION = "(.+)"', (PACKAGE / "src/snaphook/_version.py").read_text())
        workspace = (PACKAGE.parents[1] / "Cargo.toml").read_text()
        self.assertIn(f'version = "{version[1]}"', workspace)

#!/usr/bin/env python3
"""Tests the adapters against the frameworks themselves.

    python3 clients/adapters.py [--install] [node] [python] [crewai] [agent-hooks]

Installs the pinned frameworks into target/adapters, each environment once for each list
of versions, and runs its tests with the program of `SNAPHOOK_BINARY` or target/debug. What
cannot be installed, or not in time, is skipped with one line; with CI=true it is a failure,
unless the package manager cannot reach its registry at all. All of it ends within `LIMIT` seconds. With
--install it only installs, and takes its time: other work goes on beside it.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").resolve() / "adapters"
PYTHON = ROOT / "clients" / "python" / "adapters-test"
NODE = ROOT / "clients" / "typescript" / "adapters-test"
OLDEST_PYTHON = (3, 10)
INSTALL_ONLY = "--install" in sys.argv[1:]
LIMIT = 1200 if INSTALL_ONLY else 340
STARTED = time.monotonic()


class NotInstalled(Exception):
    """An environment could not be made."""

    def __init__(self, why, is_late=False):
        super().__init__(why)
        self.is_late = is_late


def installed(name, files, install):
    """The folder of an environment, which is made where these versions are missing."""
    versions = b"".join(one.read_bytes() for one in files) + sys.version.encode()
    folder = TARGET / f"{name}-{hashlib.sha256(versions).hexdigest()[:12]}"
    if not (folder / "installed").exists():
        for old in TARGET.glob(f"{name}-*"):
            shutil.rmtree(old)
        folder.mkdir(parents=True)
        try:
            install(folder)
        except (OSError, subprocess.SubprocessError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            is_late = isinstance(error, subprocess.TimeoutExpired)
            raise NotInstalled(str(error), is_late) from error
        (folder / "installed").touch()
    return folder


def call(*command, cwd=None, env=None):
    left = max(1, LIMIT - (time.monotonic() - STARTED))
    subprocess.run([str(one) for one in command], cwd=cwd, env=env, check=True, timeout=left)


def succeeds(*command):
    """Whether a command ends well, and soon."""
    try:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.run(command, timeout=60, **quiet).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


class Python:
    """Frameworks in a virtual environment."""

    def __init__(self, name, requirements, *tests):
        self.name, self.requirements, self.tests = name, PYTHON / requirements, tests

    def install(self):
        if sys.version_info < OLDEST_PYTHON:
            raise NotInstalled("the frameworks need Python 3.10 or newer")

        def install(folder):
            call(sys.executable, "-m", "venv", folder / "venv")
            pip = [folder / "venv" / "bin" / "python", "-m", "pip", "install", "--quiet"]
            call(*pip, "--requirement", self.requirements)

        return installed(self.name, [self.requirements], install)

    def finds_packages(self):
        with tempfile.TemporaryDirectory() as folder:
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--retries", "0"]
            return succeeds(*pip, "--timeout", "20", "--no-deps", "--dest", folder, "pip")

    def test(self, folder):
        env = {**os.environ, "SNAPHOOK_ADAPTERS": "required", "PYTHONDONTWRITEBYTECODE": "1"}
        run = [folder / "venv" / "bin" / "python", "-W", "ignore", "-m", "unittest", *self.tests]
        call(*run, cwd=PYTHON, env=env)


class Node:
    """Frameworks from npm, with the client among them as it is published."""

    def install(self):
        def install(folder):
            for file in ("package.json", "package-lock.json", ".npmrc"):
                shutil.copy(NODE / file, folder)
            call("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", cwd=folder)

        return installed("node", [NODE / "package.json", NODE / "package-lock.json"], install)

    def finds_packages(self):
        once = ["--fetch-retries=0", "--fetch-timeout=20000", "--prefer-online"]
        return succeeds("npm", "view", "npm", "version", *once)

    def test(self, folder):
        if not (NODE.parent / "node_modules").exists():
            call("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", cwd=NODE.parent)
        call("npm", "run", "--silent", "build", cwd=NODE.parent)
        package = folder / "node_modules" / "snaphook"
        shutil.rmtree(package, ignore_errors=True)
        package.mkdir(parents=True)
        shutil.copy(NODE.parent / "package.json", package)
        shutil.copytree(NODE.parent / "dist" / "src", package / "dist" / "src")
        for old in folder.glob("*.ts"):
            old.unlink()
        for file in [*NODE.glob("*.ts"), NODE / "tsconfig.json"]:
            shutil.copy(file, folder)
        shutil.rmtree(folder / "dist", ignore_errors=True)
        call(folder / "node_modules" / ".bin" / "tsc", "-p", folder, cwd=folder)
        tests = sorted((folder / "dist").glob("*.test.js"))
        env = {**os.environ, "SNAPHOOK_ROOT": str(ROOT)}
        call("node", "--test", "--test-reporter=dot", *tests, cwd=folder, env=env)


ENVIRONMENTS = {
    "node": Node(),
    "python": Python(
        "python",
        "requirements.txt",
        "test_langchain",
        "test_openai_agents",
        "test_pydantic_ai",
        "test_google_adk",
        "test_claude_agent_sdk",
        "test_types",
    ),
    "crewai": Python("crewai", "requirements-crewai.txt", "test_crewai"),
    "agent-hooks": Python("agent-hooks", "requirements-agent-hooks.txt", "test_agent_hooks"),
}


def main(names):
    failed = []
    names = names or [*ENVIRONMENTS]
    with ThreadPoolExecutor() as pool:
        # They wait for the network most of the time.
        installing = {name: pool.submit(ENVIRONMENTS[name].install) for name in names}
        for name, folder in installing.items():
            print(f"-- adapters: {name}", flush=True)
            try:
                ready = folder.result()
                if not INSTALL_ONLY:
                    ENVIRONMENTS[name].test(ready)
            except NotInstalled as error:
                print(f"skipped: the frameworks of `{name}` cannot be installed: {error}")
                in_ci = os.environ.get("CI") == "true" and not error.is_late
                if in_ci and ENVIRONMENTS[name].finds_packages():
                    failed.append(name)
            except subprocess.SubprocessError as error:
                print(f"failed: {error}")
                failed.append(name)
    return f"error: the adapters failed: {', '.join(failed)}" if failed else 0


if __name__ == "__main__":
    sys.exit(main([name for name in sys.argv[1:] if name != "--install"]))

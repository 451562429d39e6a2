"""Installs agents from npm and PyPI, each into a folder of its own."""
import json
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

PACKAGES = json.loads((Path(__file__).parent / "packages.json").read_text())


# When installing has to be over, on the monotonic clock.
deadline = None


class Unavailable(Exception):
    """An agent cannot be installed here; the text says why."""


def pinned_version(agent):
    """The version that is installed."""
    package = PACKAGES[agent].get("pip") or PACKAGES[agent]["npm"][0]
    return re.split(r"==|(?<=.)@", package)[-1]


def program_path(agent, folder):
    """The value of PATH with which the agent's program is found, after installing it."""
    package, root = PACKAGES[agent], folder / agent
    first = [root / "node_modules/.bin", root / "venv/bin"]
    if package.get("node") == 22 and _node_major() < 22:
        _npm(folder / "node22", ["node@22"])
        first.append(folder / "node22/node_modules/.bin")
    path = os.pathsep.join([*map(str, first), os.environ["PATH"]])
    if "npm" in package:
        flags = ["--ignore-scripts"] if package.get("ignore-scripts") else []
        _npm(root, [*flags, *package["npm"]], path)
    else:
        _pip(root, package)
    return path


def _node_major():
    try:
        text = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout
    except OSError:
        raise Unavailable("it needs Node") from None
    return int(re.match(r"v(\d+)", text)[1])


def _npm(root, packages, path=None):
    if (root / "installed").exists() or (root / "node_modules").exists():
        return
    if not shutil.which("npm"):
        raise Unavailable("it needs npm")
    root.mkdir(parents=True, exist_ok=True)
    flags = ["--no-audit", "--no-fund", "--loglevel=error", "--prefix", str(root)]
    environment = {**os.environ, "PATH": path or os.environ["PATH"]}
    _run(["npm", "install", *flags, *packages], root, environment)


def _pip(root, package):
    if (root / "venv/bin/pip").exists():
        return
    python = _python(package["python"])
    root.mkdir(parents=True, exist_ok=True)
    _run([python, "-m", "venv", str(root / "venv")], root)
    _run([str(root / "venv/bin/pip"), "install", "--quiet", package["pip"]], root)


def _python(version):
    """A Python of a version, from PATH or from pyenv."""
    found = shutil.which(f"python{version}")
    if found and subprocess.run([found, "--version"], capture_output=True).returncode == 0:
        return found
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for candidate in sorted(pyenv.glob(f"versions/{version}.*/bin/python"), reverse=True):
        return str(candidate)
    raise Unavailable(f"it needs Python {version}")


def _run(command, root, environment=None):
    left = 1800 if deadline is None else max(deadline - time.monotonic(), 0.1)
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment,
                              timeout=left, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as error:
        shutil.rmtree(root, ignore_errors=True)
        raise Unavailable(f"`{' '.join(command[:2])} …` failed: {error}"[:300]) from None
    if done.returncode != 0:
        shutil.rmtree(root, ignore_errors=True)
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no output"]
        raise Unavailable(f"`{' '.join(command[:3])} …` failed: {lines[0][:200]}")

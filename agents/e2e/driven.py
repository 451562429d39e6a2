"""One run of one agent with one set of hooks, and what can be seen of it."""
import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path

PATCH = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: made.txt\n+made by the agent\n*** End Patch\nEOF"


class Bench:
    """An installed agent and the programs that drive it."""

    def __init__(self, row, path, runs, canary, snaphook, install):
        self.row, self.path, self.runs = row, path, runs
        self.canary, self.snaphook, self.install = canary, snaphook, install

    def drive(self, cell, settings, *script, limit=None, missing=False, uninstall=False):
        """Configures the agent with snaphook, drives it once, and returns what happened."""
        root = self.runs / self.row["agent"] / cell
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(parents=True)
        (root / "settings.json").write_text(settings)
        program = root / "bin/snaphook"
        program.parent.mkdir()
        try:
            os.link(self.snaphook, program)
        except OSError:
            shutil.copy2(self.snaphook, program)
        words = {"snaphook": shlex.quote(str(program)), "agent": self.row["agent"], "limit": limit or 30}
        lines = ["set -e", "mkdir -p ~/.config/snaphook", "cp ../settings.json ~/.config/snaphook/settings.json"]
        if uninstall:
            lines.append("mkdir ../before && cp -r ~ . ../before")
        lines.append(self.install.format(**words) + " >../install.txt 2>&1 || { cat ../install.txt >&2; exit 1; }")
        if uninstall:
            lines += ["{snaphook} uninstall {agent} --scope user --yes >../uninstall.txt 2>&1".format(**words),
                      "mkdir ../after && cp -r ~ . ../after"]
        if missing:
            lines.append("rm ../bin/snaphook")
        if script[0] == "write" and not self.row["writes"]:
            script = ("shell", PATCH)
        command = [str(self.canary), "drive", self.row["agent"], "--root", str(root),
                   "--setup", "\n".join(lines), *script]
        # A temporary folder of its own: `install` refuses programs in the system's one.
        (root / "tmp").mkdir()
        environment = {**os.environ, "PATH": self.path, "TMPDIR": str(root / "tmp")}
        done = subprocess.run(command, capture_output=True, text=True, env=environment,
                              stdin=subprocess.DEVNULL)
        (root / "report.json").write_text(done.stdout)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip()[-600:])
        return Ran(root, json.loads(done.stdout))


class Ran:
    """What a run left."""

    def __init__(self, root, report):
        self.root, self.report = root, report
        self.asked = [r for r in report["requests"] if r["asks_model"]]
        self.bodies = "\n".join(json.dumps(r["body"], ensure_ascii=False) for r in self.asked)

    @property
    def output(self):
        """What the call left: the text of its file, or None."""
        file = self.root / "project/ran.txt"
        return file.read_text().strip() if file.exists() else None

    def made(self, name):
        return (self.root / "project" / name).exists()

    def fired(self, event):
        """Whether the hook of an event ran."""
        return (self.root / f"fired-{event}").exists()

    @property
    def called(self):
        """Whether the model had the agent call a tool."""
        return any(r["call"] for r in self.asked)

    def saw(self, text):
        """Whether the model was told a text."""
        return text in self.bodies

    def unchanged(self):
        """The files that installing and uninstalling left different. `install` asks agents
        for their version; a new file that does not name snaphook is of such an agent."""
        before, after = (_files(self.root / name) for name in ("before", "after"))
        changed = (k for k in before.keys() | after.keys() if before.get(k) != after.get(k))
        return sorted(k for k in changed if k in before or b"snaphook" in k.encode() + after[k])

    @property
    def printed(self):
        """What the agent printed."""
        return self.report["stdout"] + self.report["stderr"]

    def why(self):
        """A line for a cell that does not hold."""
        if self.report["timed_out"]:
            return "the agent hung"
        if not self.called:
            return "the model was not asked for a call: " + (self.report["stderr"] or self.report["stdout"])[-300:]
        return ""


def _files(folder):
    """The bytes of each file, except those that snaphook keeps for itself."""
    own = ("snaphook",)
    return {str(p.relative_to(folder)): p.read_bytes() for p in Path(folder).rglob("*")
            if p.is_file() and not any(part in own for part in p.relative_to(folder).parts[:-1])}

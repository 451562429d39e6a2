#!/usr/bin/env python3
"""Formats the file that was edited, and tells the model if that changed it."""

import json
import os
import shutil
import subprocess
import sys

# Ending: formatters, the first that is installed counts. `{}` is the file.
FORMATTERS = {
    ".rs": [["rustfmt", "--edition", "2024", "{}"]],
    ".go": [["gofmt", "-w", "{}"]],
    ".py": [["ruff", "format", "-q", "{}"], ["black", "-q", "{}"]],
    ".js": [["prettier", "--log-level", "warn", "--write", "{}"]],
    ".ts": [["prettier", "--log-level", "warn", "--write", "{}"]],
    ".css": [["prettier", "--log-level", "warn", "--write", "{}"]],
    ".json": [[sys.executable, "-m", "json.tool", "--indent", "2", "{}", "{}"]],
    ".sh": [["shfmt", "-w", "{}"]],
}


def content(path):
    with open(path, "rb") as file:
        return file.read()


event = json.load(sys.stdin)
path = os.path.join(event["cwd"], event["tool_input"].get("file_path") or "")
if not os.path.isfile(path):
    sys.exit(0)

ending = os.path.splitext(path)[1]
installed = (f for f in FORMATTERS.get(ending, []) if shutil.which(f[0]))
formatter = next(installed, None)
if formatter is None:
    sys.exit(0)

before = content(path)
# A list, no shell: a file may be called `$(rm x).py`.
ran = subprocess.run(
    [word.replace("{}", path) for word in formatter],
    stdin=subprocess.DEVNULL,
    capture_output=True,
    text=True,
    errors="replace",
)
name = os.path.relpath(path, event["cwd"])
if ran.returncode != 0:
    said = (ran.stderr or ran.stdout).strip()[:2000]
    print(f"{name} cannot be formatted: {said}", file=sys.stderr)
    sys.exit(2)
if content(path) != before:
    context = f"{name} was formatted after your edit; read it again before the next one."
    output = {"hookEventName": "PostToolUse", "additionalContext": context}
    print(json.dumps({"hookSpecificOutput": output}))

#!/usr/bin/env python3
"""Adds the event on stdin to an audit file, or verifies one: audit.py --verify FILE."""

import fcntl
import hashlib
import json
import os
import sys
import time

LONGEST = 2000
FIRST = "0" * 64


def digest(text):
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def short(value):
    """The same value, with long texts as their digest."""
    if isinstance(value, str) and len(value) > LONGEST:
        return f"sha256:{digest(value)} ({len(value)} characters)"
    if isinstance(value, list):
        return [short(item) for item in value]
    if isinstance(value, dict):
        return {key: short(item) for key, item in value.items()}
    return value


def verify(path):
    before = FIRST
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if json.loads(line).get("before") != before:
                sys.exit(f"{path}:{number}: the line before it is not what it was")
            before = digest(line)
    print(f"{path}: whole; the last digest is {before}")


def last_line(file):
    """The last line of a file, without reading all of it."""
    file.seek(0, os.SEEK_END)
    end, block = file.tell(), b""
    while end > 0 and block.count(b"\n") < 2:
        step = min(end, 65536)
        end -= step
        file.seek(end)
        block = file.read(step) + block
    lines = block.splitlines(keepends=True)
    return lines[-1].decode() if lines else None


def add(event):
    default = os.path.join(os.environ.get("CLAUDE_PROJECT_DIR", "."), ".snaphook/audit.jsonl")
    path = os.environ.get("AUDIT_FILE", default)
    keys = ("session_id", "hook_event_name", "agent_id", "tool_name", "tool_use_id", "tool_input")
    record = {"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
    record.update((key, short(event[key])) for key in keys if event.get(key) is not None)
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
    with os.fdopen(os.open(path, flags, 0o600), "a+b") as file:
        # Several agents may write to it.
        fcntl.flock(file, fcntl.LOCK_EX)
        last = last_line(file)
        record["before"] = digest(last) if last else FIRST
        file.write(json.dumps(record).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


if sys.argv[1:2] == ["--verify"]:
    verify(sys.argv[2])
else:
    add(json.load(sys.stdin))

#!/usr/bin/env python3
"""Refuses edits of the files that a list names: read-only.py LIST."""

import fnmatch
import json
import os
import sys

event = json.load(sys.stdin)
tool_input = event["tool_input"]
path = tool_input.get("file_path") or tool_input.get("notebook_path")
if not path:
    sys.exit("this tool's input has no path")  # Exit 1: the guard failed, and blocks.

project = os.path.realpath(os.environ.get("CLAUDE_PROJECT_DIR") or event["cwd"])
written = os.path.abspath(os.path.join(event["cwd"], path))
# As it is written, and where its links lead: either may be protected.
names = {os.path.relpath(p, project) for p in (written, os.path.realpath(written))}

with open(sys.argv[1], encoding="utf-8") as file:
    lines = [line.strip() for line in file]
for pattern in (line for line in lines if line and not line.startswith("#")):
    for name in names:
        if fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(
            os.path.basename(name), pattern
        ):
            print(f"{name} is not edited by hand (`{pattern}` is protected).", file=sys.stderr)
            sys.exit(2)

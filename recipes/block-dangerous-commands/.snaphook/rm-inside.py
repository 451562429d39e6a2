#!/usr/bin/env python3
"""Lets a recursive `rm` through only for plain paths inside the project.

The settings' `if` has made sure that some command of the line is an `rm`. Where this
cannot tell what goes, it refuses: a person can still run the command.
"""

import json
import os
import re
import shlex
import sys

RECURSIVE = re.compile(r"^(-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)$")


def refuse(reason):
    print(reason, file=sys.stderr)
    sys.exit(2)


def is_inside(path, cwd, project):
    """Whether a path is below the project, and not the project itself or its .git."""
    real = os.path.realpath(os.path.join(cwd, path))
    below = os.path.relpath(real, os.path.realpath(project))
    first = below.split(os.sep)[0]
    return first not in ("..", ".", ".git") and not os.path.isabs(below)


event = json.load(sys.stdin)
command = event["tool_input"]["command"]
cwd = event["cwd"]
project = os.environ.get("CLAUDE_PROJECT_DIR") or cwd

try:
    # Operators are words of their own: `rm -rf a;rm -rf /` has two commands.
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = list(lexer)
except ValueError:
    refuse("This command has quotes that do not end, so nobody knows what it removes.")

if any(RECURSIVE.match(word) for word in words):
    if re.search(r"\bcd\b|\bpushd\b", command):
        refuse("Do not change the folder and remove recursively in one command; use paths.")
    targets, of_rm = [], False
    for word in words:
        if os.path.basename(word) == "rm":
            of_rm = True
        elif not word.strip("();<>|&"):
            of_rm = False
        elif of_rm and not word.startswith("-"):
            targets.append(word)
    if not targets:
        refuse("Nobody can tell what this removes recursively. Name the paths after `rm`.")
    for target in targets:
        if re.search(r"[$`*?\[{~]", target):
            refuse(f"`{target}` may be anything. Name what should go, path by path.")
        if not is_inside(target, cwd, project):
            refuse(f"`{target}` is not inside the project; it is not removed recursively.")

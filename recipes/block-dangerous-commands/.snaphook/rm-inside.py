#!/usr/bin/env python3
"""Lets a recursive `rm` through only if it stands alone and names paths inside the project.

The settings' `if` has made sure that some command of the line is an `rm`, maybe behind
`sudo` or in the code of another shell. This script does not look for it there: what
removes recursively must be a plain `rm` and nothing else, so that nothing can hide. A
person can still run what is refused.
"""

import json
import os
import re
import shlex
import sys

# -r, -rf, -fR, --recursive; also what an expansion could turn into one.
MAYBE_RECURSIVE = re.compile(r"(^|[^\w./-])(-[a-zA-Z]*[rR]|--r)|[$`{]")
OPTION = re.compile(r"-[a-zA-Z]*|--[a-z-]*(=\w*)?")
OPERATORS = set("();<>|&")


def refuse(reason):
    print(reason, file=sys.stderr)
    sys.exit(2)


def is_inside(path, cwd, project):
    """Whether a path is below the project, and not the project itself or its .git."""
    real = os.path.realpath(os.path.join(cwd, path))
    first = os.path.relpath(real, os.path.realpath(project)).split(os.sep)[0]
    return first not in ("..", ".", ".git")


event = json.load(sys.stdin)
command = event["tool_input"]["command"].strip()
cwd = event["cwd"]
project = os.environ.get("CLAUDE_PROJECT_DIR") or cwd

if not MAYBE_RECURSIVE.search(re.sub(r"[\"'\\]", "", command)):
    sys.exit(0)

try:
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""  # `build#;rm x` has no comment.
    words = list(lexer)
except ValueError:
    refuse("This command has quotes that do not end, so nobody knows what it removes.")

alone = words[0] == "rm" and "\n" not in command
if not alone or any(OPERATORS.issuperset(word) for word in words if word):
    refuse("Remove recursively with a plain `rm` in a command of its own.")
for word in words[1:]:
    if re.search(r"[$`*?\[{~]", word):
        refuse(f"`{word}` may be anything. Name what should go, path by path.")
    if not OPTION.fullmatch(word) and not is_inside(word, cwd, project):
        refuse(f"`{word}` is not inside the project; it is not removed recursively.")

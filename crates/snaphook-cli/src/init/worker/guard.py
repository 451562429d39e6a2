#!/usr/bin/env python3
"""Refuses to remove folders: what goes must be named file by file.

snaphook starts this script once and asks it for every event ("worker": true in the
settings). Anywhere else it is an ordinary hook: one event on stdin, and it ends. The
library beside it takes care of both; this is only the function.
"""

import re

from snaphook_worker import Block, run

# -r, -R, -rf, -fr, …, --recursive, as a word of its own.
RECURSIVE = re.compile(r"(?<![-\w])(-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)(?![-\w])")


def guard(event):
    # The settings' `if` has made sure that some command in it is an `rm`.
    command = event["tool_input"]["command"]
    # What a variable or a command puts there nobody can see here; quotes hide nothing.
    unseen = "$" in command or "`" in command
    if unseen or RECURSIVE.search(re.sub(r"['\"\\]", "", command)):
        raise Block("Folders are not removed here. Name the files that should go.")


run(guard)

#!/usr/bin/env python3
"""Shows an event on the desktop."""

import json
import os
import shutil
import subprocess
import sys

# The texts are arguments of the script, so that no quote of theirs is code.
OSASCRIPT = (
    "on run words\n"
    "display notification (item 2 of words) with title (item 1 of words)\n"
    "end run"
)


def command(title, text):
    own = os.environ.get("NOTIFY_COMMAND")
    if own:
        return [own, title, text]
    if shutil.which("notify-send"):
        return ["notify-send", "--app-name=agent", "--", title, text]
    if shutil.which("osascript"):
        return ["osascript", "-e", OSASCRIPT, title, text]
    return None


event = json.load(sys.stdin)
folder = os.path.basename(event["cwd"].rstrip("/")) or "/"
if event["hook_event_name"] == "Stop":
    title, text = f"Done in {folder}", event.get("last_assistant_message") or "The agent is done."
else:
    title, text = event.get("title") or f"Agent in {folder}", event.get("message") or ""

words = command(title, " ".join(text.split())[:200])
if words:
    subprocess.run(words, stdin=subprocess.DEVNULL, check=True)

import asyncio
import os
import subprocess
import sys
import time

from snaphook_worker import Block, getenv, run


def say(text):
    return {"systemMessage": text}


def hook(event):
    what, _, rest = event.get("tool_input", {}).get("do", "").partition(":")
    if what == "block":
        raise Block("no\nway")
    if what == "block-more":
        raise Block("no", say("seen"))
    if what == "fail":
        raise RuntimeError("oops")
    if what == "exit":
        print("said on stderr", file=sys.stderr)
        sys.exit(2)
    if what == "text":
        return "some text"
    if what == "none":
        return None
    if what == "noise":
        print("noise")
        subprocess.run(["echo", "more noise"], check=True)
        assert subprocess.run(["cat"], check=True, capture_output=True).stdout == b""
    if what == "bad":
        return {"x": object()}
    if what == "env":
        return say(getenv("TOKEN", "not set"))
    if what == "folder":
        return say(os.getcwd())
    if what == "crash":
        os._exit(3)
    if what == "wait":
        while not os.path.exists(rest):
            time.sleep(0.002)
    return say("%d %s" % (os.getpid(), event["tool_use_id"]))


async def hook_later(event):
    what, _, rest = event.get("tool_input", {}).get("do", "").partition(":")
    while what == "wait" and not os.path.exists(rest):
        await asyncio.sleep(0.002)
    return hook(event)


kind, _, concurrency = os.environ["KIND"].partition(" ")
run(hook_later if kind == "async" else hook, concurrency=int(concurrency))

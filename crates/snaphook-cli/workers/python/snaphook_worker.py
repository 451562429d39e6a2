"""Hooks for AI agents, written as one function.

    from snaphook_worker import Block, run

    def guard(event):
        if "rm -rf" in event.get("tool_input", {}).get("command", ""):
            raise Block("no rm -rf here")

    run(guard)

Under snaphook with `"worker": true` the script is started once and answers every
event; anywhere else it is an ordinary hook that reads one event and ends.

The function gets the event's input and gives

    None            go on
    a dict          the answer as JSON
    a str           text, which some events add to the context
    raises Block    exit 2: refuse, with a reason
    raises else     exit 1: the hook failed; the traceback is its reason

`sys.exit(code)` ends the event, not the worker. What the function prints goes to
stderr. It may be `async def`.

By default a worker works on one event at a time, in the folder and with the
variables of that event, as an ordinary hook would. `run(guard, concurrency=8)`
works on up to 8 at once, in threads or, for `async def`, in tasks; these have one
folder and one environment together, so take the folder from the event's `cwd`, and
the event's variables from `getenv`.

One file, no dependencies, Python 3.9 or later. Copy it beside your script.
"""

import contextvars
import json
import os
import sys

__all__ = ["Block", "getenv", "run"]

_variables = contextvars.ContextVar("variables", default=None)


class Block(Exception):
    """Refuses what the event is about; the reason is told to who wanted it.

    `output` may be a dict with more to say: `{"systemMessage": "…"}`.
    """

    def __init__(self, reason="", output=None):
        super().__init__(reason)
        self.reason = str(reason)
        self.output = output


def getenv(name, default=None):
    """A variable of the event that is worked on now."""
    own = _variables.get()
    if own and name in own:
        return own[name]
    return os.environ.get(name, default)


def run(handler, concurrency=1):
    """Answers events with `handler`, until there are no more."""
    if concurrency < 1:
        raise ValueError("concurrency must be at least 1")
    worker = os.environ.pop("SNAPHOOK_WORKER", None)
    # What the function or a program that it starts prints must not get between
    # the answers, nor may they read what is meant for us.
    stdin, stdout = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    sys.stdout.flush()
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    if worker is None:
        _run_once(handler, stdin, stdout)
    elif concurrency == 1:
        _run_one_by_one(handler, stdin, stdout)
    elif _is_async(handler):
        _run_in_tasks(handler, stdin, stdout, concurrency)
    else:
        _run_in_threads(handler, stdin, stdout, concurrency)


# What the function says.


def _is_async(handler):
    code = getattr(handler, "__code__", None) or getattr(
        getattr(handler, "__call__", None), "__code__", None
    )
    return bool(code and code.co_flags & 0x80)


def _failed(error):
    """Exit code, output and reason of an exception."""
    if isinstance(error, Block):
        return 2, error.output, error.reason
    if isinstance(error, SystemExit):
        code = error.code
        if code is None or isinstance(code, int):
            return code or 0, None, None
        return 1, None, str(code)
    import traceback

    lines = traceback.format_exception(type(error), error, error.__traceback__)
    return 1, None, "".join(lines)


def _call(handler, event, finish=None):
    """Exit code, output and reason of one event."""
    try:
        output = handler(event)
        if finish is not None and hasattr(output, "__await__"):
            output = finish(output)
    except (Exception, SystemExit) as error:
        return _failed(error)
    return 0, output, None


async def _await(handler, event):
    try:
        return 0, await handler(event), None
    except (Exception, SystemExit) as error:
        return _failed(error)


def _finisher():
    """Runs what an `async def` gives, in one loop for all events."""
    loop = None

    def finish(awaitable):
        nonlocal loop
        import asyncio

        if loop is None:
            loop = asyncio.new_event_loop()
            asyncio.set_event_loop(loop)

        async def wait():
            return await awaitable

        return loop.run_until_complete(wait())

    return finish


# What is read and written.


def _write(file, data):
    written = os.write(file, data)
    while written < len(data):
        data = data[written:]
        written = os.write(file, data)


def _answer(number, code, output, reason):
    if output is None and not reason:
        return b'{"id":%d,"exit":%d}\n' % (number, code)
    answer = {"id": number, "exit": code}
    if output is not None:
        answer["output"] = output
    if reason:
        answer["reason"] = reason
    try:
        return json.dumps(answer).encode() + b"\n"
    except (TypeError, ValueError) as error:
        return _answer(number, 1, None, "its answer is not JSON: %s" % error)


def _lines(stdin, stdout, concurrency):
    """Says that it is ready; then the requests, as they come."""
    _write(stdout, b'{"ready":true,"concurrency":%d}\n' % concurrency)
    decode = json.JSONDecoder().raw_decode
    with open(stdin, "rb", buffering=65536) as lines:
        readline = lines.readline
        while True:
            line = readline()
            if not line:
                return
            yield decode(line.decode())[0]


# The ways to run.


def _run_once(handler, stdin, stdout):
    with open(stdin, "rb") as file:
        text = file.read().decode("utf-8", "replace").strip()
    code, output, reason = _call(handler, json.loads(text or "{}"), _finisher())
    if reason:
        print(reason.rstrip("\n"), file=sys.stderr)
    if output is not None:
        try:
            text = output if isinstance(output, str) else json.dumps(output)
        except (TypeError, ValueError) as error:
            print("its answer is not JSON: %s" % error, file=sys.stderr)
            code, text = code or 1, ""
        _write(stdout, text.encode("utf-8", "backslashreplace") + b"\n")
    os.close(stdout)
    sys.stderr.flush()
    sys.exit(code)


def _run_one_by_one(handler, stdin, stdout):
    import io

    finish = _finisher()
    home = os.getcwd()
    here = None
    stderr = sys.stderr
    heard = io.StringIO()
    sys.stdout = sys.stderr = heard
    for request in _lines(stdin, stdout, 1):
        event = request["input"]
        folder = request.get("cwd") or event.get("cwd")
        if folder != here:
            here = folder
            _go_to(folder, home)
        variables = request.get("env")
        before = _set(variables) if variables else None
        code, output, reason = _call(handler, event, finish)
        if before:
            _set(before)
        if heard.tell():
            # A hook that says why on stderr and exits is understood, too.
            said = heard.getvalue()
            heard.seek(0)
            heard.truncate()
            if code and not reason:
                reason = said
            else:
                stderr.write(said)
                stderr.flush()
        _write(stdout, _answer(request["id"], code, output, reason))


def _go_to(folder, home):
    try:
        os.chdir(folder or home)
    except (OSError, ValueError, TypeError):
        os.chdir(home)


def _set(variables):
    """Sets variables; gives what they were."""
    before = {name: os.environ.get(name) for name in variables}
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
    return before


def _run_in_threads(handler, stdin, stdout, concurrency):
    import threading
    from concurrent.futures import ThreadPoolExecutor

    writing = threading.Lock()

    def work(request):
        _variables.set(request.get("env"))
        answer = _answer(request["id"], *_call(handler, request["input"], None))
        with writing:
            _write(stdout, answer)

    with ThreadPoolExecutor(concurrency) as threads:
        for request in _lines(stdin, stdout, concurrency):
            threads.submit(work, request)


def _run_in_tasks(handler, stdin, stdout, concurrency):
    import asyncio
    import threading

    async def work(request):
        _variables.set(request.get("env"))
        said = await _await(handler, request["input"])
        _write(stdout, _answer(request["id"], *said))

    async def serve():
        loop = asyncio.get_running_loop()
        over = asyncio.Event()
        tasks = set()

        def start(request):
            task = loop.create_task(work(request))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

        def read():
            try:
                for request in _lines(stdin, stdout, concurrency):
                    loop.call_soon_threadsafe(start, request)
            finally:
                loop.call_soon_threadsafe(over.set)

        threading.Thread(target=read, daemon=True).start()
        await over.wait()
        await asyncio.gather(*tasks)

    asyncio.run(serve())

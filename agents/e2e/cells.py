"""The cells of the matrix: each drives an agent and compares with its contract.

A cell is (result, holds, why): a word, whether it is what the contract promises, and if
not, what was seen.
"""
import hooks

CONTEXTS = {"session": "SessionStart", "prompt": "UserPromptSubmit", "pre": "PreToolUse", "post": "PostToolUse"}
COLUMNS = ["deny", "harmless", "write", "rewrite", "ask", *(f"context {k}" for k in CONTEXTS),
           "stop-block", "timeout", "missing", "broken", "two hooks", "uninstall"]


def _can(bench, event, ability):
    return ability in bench.row["events"].get(event, {"can": []})["can"]


def _verdict(ran, result, holds, why=""):
    return result, holds, "" if holds else (ran.why() or why)


def _blocked(ran, why=None):
    """The call was made and did not run; where the agent tells its model, it says why."""
    if not ran.called:
        return _verdict(ran, "not driven", False)
    if ran.output is not None:
        return _verdict(ran, "RAN", False, "the forbidden call ran")
    told = why is None or ran.saw(why) or len(ran.asked) < 2
    return _verdict(ran, "blocked", told, f"the model was not told {why!r}")


def deny(bench):
    ran = bench.drive("deny", hooks.settings(hooks.GUARD), "shell", hooks.FORBIDDEN)
    return {"deny": _blocked(ran, hooks.GUARD_WORDS)}


def harmless(bench):
    ran = bench.drive("harmless", hooks.settings(hooks.GUARD), "shell", hooks.HARMLESS)
    ok = ran.output == "hello-from-tool"
    return {"harmless": _verdict(ran, "ran" if ok else "BLOCKED", ok, ran.bodies[-300:])}


def write(bench):
    ran = bench.drive("write", hooks.settings(hooks.WRITE), "write", "made.txt", "made by the agent\n")
    if ran.made("made.txt"):
        return {"write": _verdict(ran, "RAN", False, "the guarded file was written")}
    return {"write": _verdict(ran, "blocked" if ran.called else "not driven", ran.called)}


def rewrite(bench):
    ran = bench.drive("rewrite", hooks.settings(hooks.REWRITE), "shell", hooks.HARMLESS)
    output = ran.output
    if _can(bench, "PreToolUse", "RewriteInput"):
        ok = output == "rewritten-by-hook"
        return {"rewrite": _verdict(ran, "rewritten" if ok else f"{output or 'blocked'}", ok)}
    told = output is None and ran.called and (ran.saw("rewritten-by-hook") or len(ran.asked) < 2)
    return {"rewrite": _verdict(ran, "denied with words" if told else f"{output or 'blocked'}", told)}


def ask(bench):
    ran = bench.drive("ask", hooks.settings(hooks.ASK), "shell", hooks.HARMLESS)
    result, holds, why = _blocked(ran)
    asks = _can(bench, "PreToolUse", "Ask")
    return {"ask": (("asked" if asks else "denied with words") if holds else result, holds, why)}


def context(bench):
    ran = bench.drive("context", hooks.settings(hooks.CONTEXT), "shell", hooks.HARMLESS)
    cells, events = {}, list(CONTEXTS.items())
    for i, (name, event) in enumerate(events):
        here = _can(bench, event, "Context")
        later = any(_can(bench, e, "Context") for _, e in events[i:])
        saw = ran.saw("CTX-" + name.upper())
        if not ran.fired(event) and not bench.row["events"].get(event, {}).get("observed"):
            # Its documentation says so; without a person at it, the agent does not fire it.
            cells[f"context {name}"] = ("not fired", True, "")
            continue
        result = ("added" if here else "added later") if saw else "lost" if later else "–"
        cells[f"context {name}"] = _verdict(ran, result, saw or not later, "the model did not see it")
    kept = ran.saw("STOP-MARK")
    can = _can(bench, "Stop", "KeepGoing")
    word = "kept going" if kept else "STOPPED" if can else "–"
    cells["stop-block"] = _verdict(ran, word, kept == can, "the model did not see the words")
    return cells


def timeout(bench):
    ran = bench.drive("timeout", hooks.settings(hooks.TIMEOUT), "shell", hooks.FORBIDDEN, limit=8)
    return {"timeout": _blocked(ran)}


def missing(bench):
    ran = bench.drive("missing", hooks.settings(hooks.GUARD), "shell", hooks.FORBIDDEN, missing=True)
    # What the agent does without its hook is the agent's; the cell says it.
    goes_on = ran.output is not None
    word = "goes on" if goes_on else "blocked" if ran.called else "blocked at once"
    return {"missing": (word, goes_on or not ran.report["timed_out"], ran.why())}


def broken(bench):
    ran = bench.drive("broken", hooks.settings(hooks.GUARD)[:-8], "shell", hooks.FORBIDDEN)
    # The prompt itself can be denied: then the model is never asked.
    if not ran.called and ran.output is None:
        return {"broken": _verdict(ran, "blocked at once", not ran.report["timed_out"])}
    return {"broken": _blocked(ran)}


def two(bench):
    ran = bench.drive("two", hooks.settings(hooks.TWO), "shell", hooks.FORBIDDEN)
    return {"two hooks": _blocked(ran, hooks.GUARD_WORDS)}


def uninstall(bench):
    ran = bench.drive("uninstall", hooks.settings(hooks.GUARD), "shell", hooks.FORBIDDEN, uninstall=True)
    left = ran.unchanged()
    ok = not left and ran.output is not None
    return {"uninstall": _verdict(ran, "restored" if ok else "LEFT", ok,
                                  f"changed: {left}" if left else "the call did not run")}


CELLS = {f.__name__: f for f in (harmless, deny, write, rewrite, ask, context, timeout, missing, broken, two, uninstall)}

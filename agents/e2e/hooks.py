"""The hooks that the runs configure, as settings of snaphook."""
import json

GUARD_WORDS = "forbidden by the e2e guard"
FORBIDDEN = "echo forbidden-thing | tee ran.txt"
HARMLESS = "echo hello-from-tool | tee ran.txt"
REWRITTEN = "echo rewritten-by-hook | tee ran.txt"

_DENY = f"grep -q forbidden-thing && {{ echo '{GUARD_WORDS}' >&2; exit 2; }}; exit 0"


def _hook(name, command, **more):
    return {"name": name, "command": command, "timeout": 20, **more}


def _output(event, **fields):
    return "echo '" + json.dumps({"hookSpecificOutput": {"hookEventName": event, **fields}}) + "'"


def _before(*hooks, matcher="Bash"):
    return {"PreToolUse": [{"matcher": matcher, "hooks": list(hooks)}]}


def _guard(command=_DENY, **more):
    return _hook("guard", command, onFailure="block", **more)


def _note(event):
    """Adds a mark as context."""
    mark = "CTX-" + {"SessionStart": "SESSION", "UserPromptSubmit": "PROMPT",
                     "PreToolUse": "PRE", "PostToolUse": "POST"}[event]
    return [{"hooks": [_hook("context", f": >../fired-{event}; " + _output(event, additionalContext=mark))]}]


GUARD = _before(_guard())
REWRITE = _before(_hook("rewrite", _output(
    "PreToolUse", permissionDecision="allow", updatedInput={"command": REWRITTEN})))
ASK = _before(_hook("ask", _output(
    "PreToolUse", permissionDecision="ask", permissionDecisionReason="asked by the e2e hook")))
CONTEXT = {
    **{event: _note(event) for event in ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse")},
    "Stop": [{"hooks": [_hook("stop", "[ -e ../stopped ] && exit 0; : >../stopped; echo STOP-MARK >&2; exit 2")]}],
}
TIMEOUT = _before(_guard("sleep 600", timeout=900))
TWO = _before(_hook("context", _output("PreToolUse", additionalContext="CTX-PRE")),
              _hook("allow", _output("PreToolUse", permissionDecision="allow")), _guard())
WRITE = _before(_guard("grep -q made.txt && { echo '" + GUARD_WORDS + "' >&2; exit 2; }; exit 0"),
                matcher="Write|Edit|MultiEdit")


def settings(hooks):
    """The text of a settings file."""
    return json.dumps({"hooks": hooks}, indent=1) + "\n"

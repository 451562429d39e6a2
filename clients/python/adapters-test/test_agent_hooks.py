"""snaphook as an interceptor behind a host of AGENT-HOOKS-0.1: the standard's own emitter and
reference agent, and its public conformance vectors.

Each scripted interceptor of a vector is a function hook of a real server, behind a
`SnaphookInterceptor` of its own. So its verdict goes the whole way: into the answer of a hook,
through the engine, and out of the outcome again. What the vectors say of hosts (composition,
identities, the approval seam) is the emitter's work; what they say of verdicts is ours.
"""

import asyncio
import copy
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "clients" / "python" / "src")]

from snaphook import Snaphook  # noqa: E402
from snaphook.adapters.agent_hooks import SnaphookInterceptor  # noqa: E402

try:
    from agent_hooks.ctk import load_vectors, run_vector
    from agent_hooks.ctk.reference import ReferenceHarness
    from agent_hooks.path import apply
except ImportError:
    if os.environ.get("SNAPHOOK_ADAPTERS") == "required":
        raise
    raise unittest.SkipTest("agent-hooks-sdk is not installed") from None

BINARY = os.environ.get("SNAPHOOK_BINARY") or str(ROOT / "target" / "debug" / "snaphook")

# The vectors of the standard itself; later ones are about declarations of hosts.
LAST = "AH-CTK-113"
# At least so many pass; the page of the book says which do not, and why.
WANTED = 38

EVENTS = [
    "SessionStart",
    "UserPromptSubmit",
    "BeforeLlmCall",
    "AfterLlmCall",
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "Stop",
    "MessageDisplay",
    "SessionEnd",
]


class AnsweringHook:
    """A scripted interceptor as a hook: its verdict in the words of a hook's answer."""

    def __init__(self, scripted):
        self.scripted = scripted
        self.begin(None)

    def begin(self, context):
        """A new context, as the host gives it: the input of a hook has another shape."""
        self.context = context
        self.verdict = None

    def ask(self):
        # Once for each context: a point may be several events, and a rewrite is looked at again.
        if self.verdict is None:
            self.verdict = {"fault": True}
            self.verdict = self.scripted.intercept(copy.deepcopy(self.context))
        if "fault" in self.verdict:
            raise RuntimeError("the script says so")
        return self.verdict

    def __call__(self, call):
        event = call.input["hook_event_name"]
        verdict = self.ask()
        decision = verdict.get("decision")
        answer = {}
        texts = [one.get("message") or one.get("reason") for one in verdict.get("warnings", [])]
        if texts:
            answer["systemMessage"] = "\n".join(texts)
        reason = verdict.get("reason") or verdict.get("message") or "denied"
        if decision == "allow":
            return answer
        if decision == "deny":
            return {**answer, **self.refusal(event, reason, "approval" in verdict)}
        if decision != "transform" or "transform" not in verdict:
            raise ValueError("malformed verdict")
        return {**answer, "hookSpecificOutput": self.rewrite(event, verdict["transform"])}

    @staticmethod
    def refusal(event, reason, liftable):
        if event == "PreToolUse":
            decision = "ask" if liftable else "deny"
            own = {"permissionDecision": decision, "permissionDecisionReason": reason}
            return {"hookSpecificOutput": {"hookEventName": event, **own}}
        if event in ("SessionStart", "PostToolUse", "PostToolUseFailure", "Stop"):
            return {"continue": False, "stopReason": reason}
        if event in ("MessageDisplay", "SessionEnd"):
            return {}
        return {"decision": "block", "reason": reason}

    def rewrite(self, event, transform):
        target = copy.deepcopy(self.context["target"])
        target = apply(target, transform["path"], transform["value"])
        fields = {
            "UserPromptSubmit": lambda: {"updatedPrompt": target["content"]},
            "BeforeLlmCall": lambda: {
                "updatedRequest": {**self.context["model"], "messages": target}
            },
            "AfterLlmCall": lambda: {"updatedResponse": target},
            "PreToolUse": lambda: {"updatedInput": target},
            "PostToolUse": lambda: {"updatedToolOutput": target},
            "MessageDisplay": lambda: {"displayContent": target["content"]},
        }
        if event in ("Stop", "MessageDisplay") and "content" not in (target or {}):
            raise ValueError("the output cannot be rewritten to this")
        if event == "Stop":
            return {"hookEventName": event}  # MessageDisplay follows.
        if event not in fields:
            raise ValueError(f"hooks on {event} rewrite nothing")
        return {"hookEventName": event, **fields[event]()}


class ThroughSnaphook:
    """An interceptor that gives its contexts to hooks, by a server of its own."""

    def __init__(self, scripted, folder, number):
        self.hook = AnsweringHook(scripted)
        settings = folder / f"settings-{number}.json"
        settings.write_text(json.dumps({"permissions": {"defaultMode": "bypassPermissions"}}))
        self.client = Snaphook.start(
            settings=[settings], binary=BINARY, cwd=folder, arguments=["--no-log", "--no-watch"]
        )
        for event in EVENTS:
            self.client.on(event, guard=True, name="scripted")(self.hook)
        self.interceptor = SnaphookInterceptor(self.client)

    async def intercept(self, context):
        self.hook.begin(context)
        return await self.interceptor.intercept(context)


class SnaphookHarness(ReferenceHarness):
    """The reference agent, whose interceptors are behind snaphook."""

    def __init__(self, folder):
        super().__init__()
        self.folder = folder
        self.through = []

    def setup(self, scenario, interceptors, *more, **named):
        self.through = [
            ThroughSnaphook(one, self.folder, number) for number, one in enumerate(interceptors)
        ]
        super().setup(scenario, self.through, *more, **named)

    async def run(self):
        for one in self.through:
            await one.client.open()
        try:
            return await super().run()
        finally:
            for one in self.through:
                await one.client.close()


class Conformance(unittest.TestCase):
    def test_the_vectors_of_the_standard(self):
        vectors = [vector for vector in load_vectors() if vector["id"] <= LAST]
        self.assertEqual(len(vectors), 51)
        counts, told = {}, []
        with tempfile.TemporaryDirectory() as folder:
            harness = SnaphookHarness(Path(folder))
            for vector in vectors:
                result = asyncio.run(run_vector(harness, vector))
                counts[result.status] = counts.get(result.status, 0) + 1
                if result.status != "pass":
                    told.append(f"{result.id} {result.status}: {result.detail} {result.failures}")
        print(f"AGENT-HOOKS-0.1, as an interceptor: {counts}", *told, sep="\n  ")
        self.assertGreaterEqual(counts["pass"], WANTED, told)


if __name__ == "__main__":
    unittest.main()

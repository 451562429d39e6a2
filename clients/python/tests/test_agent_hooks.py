"""The interceptor of AGENT-HOOKS-0.1, without a package of the standard."""

import asyncio

from snaphook.adapters.agent_hooks import GuardFailed, SnaphookInterceptor

from .common import World, command, group


def context(point, **fields):
    return {
        "spec": "agent-hooks/0.1",
        "interception_point": point,
        "timestamp": "2026-01-01T00:00:00Z",
        "sequence": 0,
        "agent": {"id": "a", "framework": "test"},
        "session": {"id": "s"},
        **fields,
    }


def tool_call(name="Bash", **args):
    call = {"id": "call-1", "name": name, "args": args}
    return context("pre_tool_call", tool_call=call, target=args)


class TheInterceptor(World):
    async def verdict(self, hooks, context, **options):
        async with self.start(hooks, **options) as client:
            return await SnaphookInterceptor(client).intercept(context)

    async def test_rules_decide_and_what_needs_approval_may_be_lifted(self):
        rules = {"permissions": {"allow": ["Deploy"], "deny": ["Wipe"]}}
        allowed = await self.verdict({}, tool_call("Deploy"), other=rules)
        self.assertEqual(allowed, {"decision": "allow"})
        denied = await self.verdict({}, tool_call("Wipe"), other=rules)
        self.assertEqual(denied["decision"], "deny")
        self.assertNotIn("approval", denied)
        asked = await self.verdict({}, tool_call("Other", a=1), other=rules)
        self.assertEqual(asked["decision"], "deny")
        self.assertEqual(asked["approval"], {"tool_name": "Other", "tool_input": {"a": 1}})

    async def test_a_rewrite_is_a_transform_of_what_changed(self):
        rewrites = command(
            """cat >/dev/null; echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse",
            "permissionDecision": "allow", "updatedInput": {"a": 1, "b": {"c": 3}}}}'"""
        )
        verdict = await self.verdict(
            {"PreToolUse": [group(rewrites)]}, tool_call("Deploy", a=1, b={"c": 2})
        )
        self.assertEqual(verdict["transform"], {"path": "$target.b.c", "value": 3})

    async def test_a_guard_that_fails_is_an_interceptor_that_fails(self):
        guard = command("exit 1", onFailure="block")
        with self.assertRaises(GuardFailed):
            await self.verdict({"PreToolUse": [group(guard)]}, tool_call("Deploy"))
        prompt = context("input", input={"content": "hi", "role": "user"})
        with self.assertRaises(GuardFailed):
            await self.verdict({"UserPromptSubmit": [group(guard)]}, prompt)

    async def test_what_cannot_be_read_is_denied(self):
        for broken in (
            {**tool_call(), "spec": "agent-hooks/9.0"},
            {**tool_call(), "interception_point": "pre_tool_cal"},
            {**tool_call(), "tool_call": {"name": "Bash"}},
            {},
        ):
            verdict = await self.verdict({}, broken, other={"permissions": {"allow": ["Bash"]}})
            self.assertEqual(verdict["decision"], "deny", broken)

    async def test_nobody_decides_when_the_server_is_gone(self):
        client = self.start({})
        async with client:
            interceptor = SnaphookInterceptor(client)
        verdict = await interceptor.intercept(tool_call())
        self.assertEqual(verdict["decision"], "deny")

    async def test_calls_at_once_are_each_decided(self):
        guard = command("if grep -q odd; then echo 'odd' >&2; exit 2; fi")
        rules = {"permissions": {"allow": ["Deploy"]}}
        async with self.start({"PreToolUse": [group(guard)]}, other=rules) as client:
            interceptor = SnaphookInterceptor(client)
            calls = [tool_call("Deploy", n="odd" if i % 2 else "even") for i in range(10)]
            verdicts = await asyncio.gather(*map(interceptor.intercept, calls))
        self.assertEqual([v["decision"] for v in verdicts], ["allow", "deny"] * 5)

"""The turn helpers, against the real program."""

from snaphook import AgentBlocked, AgentHooks

from .common import World


def blocks_once(call):
    return None if call.input["stop_hook_active"] else call.block("run the tests")


class Places(World):
    async def test_an_agent_runs_until_no_hook_sends_it_back(self):
        told = []

        async def work(texts):
            told.append(texts)
            return f"answer {len(told)}"

        hooks = self.start()
        hooks.on("UserPromptSubmit")(lambda call: call.context("today is Friday"))
        hooks.on("Stop", name="tests")(blocks_once)
        async with hooks, hooks.session() as session:
            agent = AgentHooks(session)
            self.assertEqual(await agent.run("clean up", work), "answer 2")
        self.assertEqual(told[0], ["clean up", "today is Friday"])
        self.assertIn("run the tests", told[1][0])
        self.assertFalse(agent.stop_hook_active)

    async def test_a_refused_prompt_runs_nothing_also_when_the_server_is_gone(self):
        async def work(texts):
            self.fail("the model was asked")

        hooks = self.start()
        hooks.on("UserPromptSubmit")(lambda call: call.block("no"))
        async with hooks, hooks.session() as session:
            agent = AgentHooks(session)
            with self.assertRaises(AgentBlocked):
                await agent.run("x", work)
        with self.assertRaisesRegex(AgentBlocked, "nobody could decide"):
            await agent.run("x", work)
        self.assertIn("nobody could decide", (await agent.before_compaction("auto")).refusal)

    async def test_a_stopped_agent_calls_no_other_tool_and_does_not_go_on(self):
        ran = []
        hooks = self.start(other={"permissions": {"allow": ["Echo"]}})
        hooks.on("PostToolUse")(lambda call: call.stop("enough"))
        hooks.on("Stop")(lambda call: call.block("go on"))
        async with hooks, hooks.session() as session:
            agent = AgentHooks(session)
            await agent.gate("Echo", {}, ran.append)
            self.assertEqual((await agent.gate("Echo", {}, ran.append)).status, "denied")
            self.assertIsNone(await agent.end("done"))
        self.assertEqual(len(ran), 1)

    async def test_trouble_compaction_and_subagents_have_their_places(self):
        seen = []
        order = ["OnError", "Notification", "OnMaxIterations", "Notification", "StopFailure"]
        order += ["PreCompact", "PostCompact", "SessionStart", "SubagentStart", "SubagentStop"]
        hooks = self.start()
        for event in set(order):
            hooks.on(event)(lambda call: seen.append((call.event, call.input)))
        async with hooks, hooks.session() as session:
            agent = AgentHooks(session, fields={"permission_mode": "plan"})
            await agent.error("lost")
            await agent.limit_reached("too many")
            await agent.failed("rate_limit")
            before = await agent.before_compaction("manual", "keep names")
            self.assertEqual(before.instructions, "keep names")
            await agent.compacted("manual", "short")
            helper = agent.subagent("helper", "h1")
            await helper.begin("look")
            await helper.end("seen")
        self.assertEqual([event for event, _ in seen], order)
        self.assertEqual(seen[1][1]["notification_type"], "error")
        self.assertEqual(seen[7][1]["source"], "compact")
        self.assertEqual(seen[9][1]["agent_id"], "h1")
        self.assertTrue(all(one["permission_mode"] == "plan" for _, one in seen))

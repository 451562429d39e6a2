"""What an agent does with the client, against the real program."""

import asyncio
import json

from snaphook import ErrorCode, RpcError, Snaphook

from .common import LIMIT, World, command, group

REFUSE = command("echo 'not here' >&2; exit 2", name="refuses")


class Events(World):
    async def test_an_event_is_executed(self):
        async with self.start({"PreToolUse": [group(REFUSE, matcher="Bash")]}) as hooks:
            self.assertEqual(hooks.server["protocolVersion"], 1)
            ran = await hooks.execute("PreToolUse", tool_name="Bash", tool_input={"command": "ls"})
            self.assertTrue(ran.blocked)
            self.assertEqual(ran.reason, "not here")
            self.assertIn("not here", ran.text_for_model)
            self.assertEqual(ran.outcome["hooks"][0]["name"], "refuses")
            other = await hooks.execute(None, {"hook_event_name": "PreToolUse", "tool_name": "Read"})
            self.assertFalse(other.blocked)
            self.assertEqual(other.outcome["hooks"], [])

    async def test_words_of_any_language_arrive(self):
        told = command("""printf '{"systemMessage": "Grüße 🦀"}'""")
        async with self.start({"Stop": [group(told)]}) as hooks:
            ran = await hooks.execute("Stop")
            self.assertEqual(ran.outcome["systemMessages"], ["Grüße 🦀"])

    async def test_a_large_input_and_a_large_answer_arrive(self):
        big = "x" * (2 * 1024 * 1024)

        async with self.start() as hooks:
            session = hooks.session()

            @session.on("PostToolUse")
            def length(call):
                return call.context(str(len(call.input["tool_response"])))

            async with session:
                ran = await session.execute("PostToolUse", tool_name="Bash", tool_response=big)
                self.assertEqual(ran.context, [str(len(big))])

    async def test_calls_that_wait_for_the_server_to_read_do_not_fail_each_other(self):
        big = "x" * (512 * 1024)
        async with self.start() as hooks:
            many = (hooks.execute("PostToolUse", tool_name="Bash", tool_response=big) for _ in range(8))
            ran = await asyncio.wait_for(asyncio.gather(*many), LIMIT)
            self.assertEqual([one.blocked for one in ran], [False] * 8)

    async def test_an_event_is_observed(self):
        mark = self.folder / "mark"
        async with self.start({"Stop": [group(command(f"touch {mark}"))]}) as hooks:
            await hooks.observe("Stop")
            await self.until(mark.exists)

    async def test_hooks_are_listed_explained_and_asked_for(self):
        async with self.start({"PreToolUse": [group(REFUSE, matcher="Bash")]}) as hooks:
            self.assertTrue(await hooks.has("PreToolUse"))
            self.assertFalse(await hooks.has("Stop"))
            listed = await hooks.list()
            self.assertEqual([hook["name"] for hook in listed["hooks"]], ["refuses"])
            self.assertEqual((await hooks.list("Stop"))["hooks"], [])
            explained = await hooks.explain("PreToolUse", tool_name="Read", tool_input={})
            self.assertFalse(explained["hooks"][0]["runs"])
            self.assertIn("code", explained["hooks"][0]["why"])

    async def test_settings_are_read_again_and_told_of(self):
        told = asyncio.Queue()
        client = self.start(on_settings_changed=told.put_nowait, arguments=["--no-watch"])
        async with client as hooks:
            self.assertFalse(await hooks.has("Stop"))
            self.settings({"Stop": [group(REFUSE)]})
            reloaded = await hooks.reload()
            self.assertTrue(reloaded["swapped"])
            self.assertEqual([hook["name"] for hook in reloaded["added"]], ["refuses"])
            self.assertTrue(await hooks.has("Stop"))
            changed = await asyncio.wait_for(told.get(), LIMIT)
            self.assertEqual(changed["added"], reloaded["added"])

    async def test_a_refusal_of_the_server_is_an_exception(self):
        async with self.start() as hooks:
            with self.assertRaises(RpcError) as refused:
                await hooks.execute("PreToolUze", tool_name="Bash")
            self.assertEqual(refused.exception.code, ErrorCode.INVALID_PARAMS)
            self.assertIn("PreToolUse", str(refused.exception))

    async def test_what_is_no_json_is_not_sent(self):
        async with self.start() as hooks:
            for wrong in (float("nan"), object()):
                with self.assertRaises((ValueError, TypeError)):
                    await hooks.execute("Stop", number=wrong)
            self.assertFalse((await hooks.execute("Stop")).blocked)

    async def test_a_message_that_is_too_long_is_told_and_the_others_go_on(self):
        big = "x" * (17 * 1024 * 1024)
        async with self.start() as hooks, hooks.session() as session:
            with self.assertRaisesRegex(ValueError, "16777216"):
                await session.execute("Stop", big=big)
            await session.add_function("Stop", lambda call: {"systemMessage": big}, guard=True)
            ran = await session.execute("Stop")
            self.assertIn("16777216", ran.outcome["hooks"][0]["error"])

    async def test_half_a_character_does_no_harm(self):
        async with self.start() as hooks:
            self.assertFalse((await hooks.execute("Stop", name="a\udc80")).blocked)

    async def test_many_events_at_once_get_their_own_answers(self):
        async with self.start() as hooks:
            async with hooks.session() as session:

                async def echo(call):
                    await asyncio.sleep(0)
                    return call.context(call.input["prompt"])

                await session.add_function("UserPromptSubmit", echo)
                all_ran = await asyncio.gather(
                    *(session.execute("UserPromptSubmit", prompt=str(n)) for n in range(500))
                )
                self.assertEqual([ran.context for ran in all_ran], [[str(n)] for n in range(500)])


class Cancelling(World):
    async def test_a_cancelled_event_ends_its_hooks(self):
        started, ended = self.folder / "started", self.folder / "ended"
        script = f"trap 'touch {ended}; exit 0' TERM; touch {started}; sleep 60 & wait"
        async with self.start({"Stop": [group(command(script))]}) as hooks:
            running = asyncio.ensure_future(hooks.execute("Stop"))
            await self.until(started.exists)
            running.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await running
            await self.until(ended.exists)
            self.assertFalse(await hooks.has("PreToolUse"))

    async def test_a_timeout_is_a_cancellation(self):
        async with self.start({"Stop": [group(command("sleep 60"))]}) as hooks:
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(hooks.execute("Stop"), 0.1)


class Permissions(World):
    RULES = {"permissions": {"deny": ["Bash(rm *)"], "ask": ["Bash(git push *)"]}}

    async def test_rules_decide(self):
        async with self.start(other=self.RULES) as hooks:
            decision = await hooks.authorize("Bash", {"command": "rm -r x"})
            self.assertEqual(decision["decision"], "deny")
            self.assertEqual(decision["by"]["kind"], "rule")
            self.assertIn("textForModel", decision)

    async def test_a_person_is_asked(self):
        asked = []
        client = self.start(other=self.RULES)

        @client.approver
        async def approve(question):
            asked.append(question["message"])
            return question["options"][0]["key"]

        async with client as hooks, hooks.session("s1") as session:
            decision = await session.authorize("Bash", {"command": "git push origin"})
            self.assertEqual(decision["decision"], "allow", json.dumps(decision["steps"]))
            self.assertEqual(len(asked), 1)

    async def test_an_answer_has_the_digest_and_may_have_words(self):
        asked, answered = [], []

        def approve(question):
            asked.append(question)
            return {"selected": "deny", "message": "not tonight"}

        async with self.start(other=self.RULES, approver=approve) as hooks:
            hooks.answered_elsewhere(answered.append)
            decision = await hooks.authorize("Bash", {"command": "git push origin"})
            self.assertEqual(decision["decision"], "deny")
            self.assertIn("not tonight", decision["textForModel"])
            self.assertEqual(len(asked[0]["digest"]), 64)
            kept = await hooks.approval(asked[0]["approvalId"])
            self.assertEqual(kept["state"], "denied")
            listed = await hooks.approvals(all=True)
            self.assertIn(kept["id"], [one["id"] for one in listed])
            with self.assertRaisesRegex(RpcError, "already denied") as late:
                await hooks.answer_approval(kept, "allow")
            self.assertEqual(late.exception.code, ErrorCode.APPROVAL)
            self.assertEqual(late.exception.data["reason"], "late")

    async def test_another_client_follows_and_answers(self):
        changes = asyncio.Queue()
        waiting = asyncio.Event()

        async def approve(question):
            waiting.set()
            await asyncio.Event().wait()

        told = asyncio.Queue()
        async with self.start(other=self.RULES, approver=approve) as agent:
            agent.answered_elsewhere(told.put_nowait)
            async with self.start(other=self.RULES) as person:
                await person.follow_approvals(changes.put_nowait)
                deciding = asyncio.ensure_future(
                    agent.authorize("Bash", {"command": "git push origin"})
                )
                pending = await changes.get()
                await waiting.wait()
                await person.answer_approval(pending, "deny", message="no")
                self.assertEqual((await deciding)["decision"], "deny")
                self.assertEqual((await changes.get())["state"], "denied")
                self.assertIn("denied by client:", (await told.get())["how"])

    async def test_nobody_or_a_broken_approver_is_no_yes(self):
        async with self.start(other=self.RULES) as hooks:
            decision = await hooks.authorize("Bash", {"command": "git push origin"})
            self.assertEqual(decision["decision"], "deny")

        def broken(question):
            raise ValueError("no terminal")

        for approver in (broken, lambda question: None):
            async with self.start(other=self.RULES, approver=approver) as hooks:
                decision = await hooks.authorize("Bash", {"command": "git push origin"})
                self.assertEqual(decision["decision"], "deny")


class Opening(World):
    async def test_what_is_not_open_says_so(self):
        client = self.start()
        with self.assertRaisesRegex(RuntimeError, "open the client first"):
            await client.execute("Stop")
        async with client as hooks:
            with self.assertRaisesRegex(RuntimeError, "open the session first"):
                await hooks.session().execute("Stop")
            with self.assertRaisesRegex(RuntimeError, "the client is open"):
                hooks.on("Stop")(lambda call: None)

    async def test_a_client_that_was_never_opened_can_be_closed(self):
        await Snaphook.connect("/repo/none.sock").close()

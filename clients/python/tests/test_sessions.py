"""Sessions, functions and notices, against the real program."""

import asyncio

from snaphook import ErrorCode, RpcError

from .common import LIMIT, World, command, group


class Functions(World):
    async def test_functions_of_the_client_are_hooks_everywhere(self):
        client = self.start()

        @client.on("PreToolUse", "Bash", guard=True, status_message="thinking")
        async def no_deploys(call):
            if "deploy" in call.tool_input["command"]:
                return call.block("not on Fridays")

        async with client as hooks:
            ran = await hooks.execute(
                "PreToolUse", tool_name="Bash", tool_input={"command": "make deploy"}
            )
            self.assertEqual(ran.reason, "not on Fridays")
            self.assertEqual(ran.outcome["hooks"][0]["name"], "no_deploys")
            async with hooks.session("s1") as session:
                ran = await session.execute(
                    "PreToolUse", tool_name="Bash", tool_input={"command": "ls"}
                )
                self.assertFalse(ran.blocked)
                self.assertEqual(ran.outcome["hooks"][0]["status"], "success")

    async def test_answers_have_helpers(self):
        async with self.start() as hooks:
            session = hooks.session()

            @session.on("PreToolUse", "Edit")
            def edit(call):
                return call.allow("fine", updated_input={"file_path": "b"})

            @session.on("PreToolUse", "Bash")
            def bash(call):
                return call.ask("really?")

            @session.on("Stop")
            def stop(call):
                return call.stop("enough")

            async with session:
                ran = await session.execute("PreToolUse", tool_name="Edit", tool_input={})
                self.assertEqual(ran.outcome["permissionDecision"], "allow")
                self.assertEqual(ran.outcome["updatedInput"], {"file_path": "b"})
                ran = await session.execute("PreToolUse", tool_name="Bash", tool_input={})
                self.assertEqual(ran.outcome["permissionDecision"], "ask")
                ran = await session.execute("Stop")
                self.assertTrue(ran.stops)
                self.assertEqual(ran.outcome["stopReason"], "enough")

    async def test_an_exception_is_a_failure_and_a_guards_failure_blocks(self):
        async with self.start() as hooks:
            session = hooks.session()

            @session.on("PreToolUse", "Read")
            def fails(call):
                raise KeyError("x")

            @session.on("PreToolUse", "Bash", guard=True)
            async def guards(call):
                raise OSError("the list cannot be read")

            @session.on("PreToolUse", "Edit", guard=True)
            def no_answer(call):
                return "yes"

            async with session:
                ran = await session.execute("PreToolUse", tool_name="Read", tool_input={})
                self.assertFalse(ran.blocked)
                self.assertIn("KeyError", ran.outcome["hooks"][0]["error"])
                ran = await session.execute("PreToolUse", tool_name="Bash", tool_input={})
                self.assertTrue(ran.blocked)
                self.assertEqual(ran.outcome["blockedBy"], "failure")
                ran = await session.execute("PreToolUse", tool_name="Edit", tool_input={})
                self.assertTrue(ran.blocked)

    async def test_a_function_that_takes_too_long_is_cancelled(self):
        begun, ended = asyncio.Event(), asyncio.Event()
        async with self.start() as hooks, hooks.session() as session:

            async def slow(call):
                begun.set()
                try:
                    await asyncio.sleep(60)
                finally:
                    ended.set()

            await session.add_function("Stop", slow, timeout=0.5)
            ran = await session.execute("Stop")
            self.assertEqual(ran.outcome["hooks"][0]["status"], "timedOut")
            # On a slow machine it is cancelled before it begins.
            if begun.is_set():
                await asyncio.wait_for(ended.wait(), LIMIT)

    async def test_a_function_that_cancels_itself_is_one_that_failed(self):
        async with self.start() as hooks, hooks.session() as session:

            async def gives_up(call):
                raise asyncio.CancelledError

            await session.add_function("PreToolUse", gives_up, guard=True)
            call = session.execute("PreToolUse", tool_name="Bash", tool_input={})
            ran = await asyncio.wait_for(call, LIMIT)
            self.assertTrue(ran.blocked)
            self.assertIn("it was cancelled", ran.outcome["hooks"][0]["error"])

    async def test_a_function_may_use_the_client_itself(self):
        async with self.start({"Notification": [group(command("exit 2"))]}) as hooks:
            async with hooks.session() as session:

                async def asks(call):
                    told = await session.execute("Notification", message="hi")
                    return call.context(told.outcome["hooks"][0]["status"])

                await session.add_function("UserPromptSubmit", asks)
                ran = await session.execute("UserPromptSubmit", prompt="x")
                self.assertEqual(ran.context, ["blocked"])

    async def test_a_function_that_never_would_run_is_refused(self):
        client = self.start()
        client.on("PreToolUze")(lambda call: None)
        with self.assertRaises(RpcError) as refused:
            async with client:
                self.fail("it must not open")
        self.assertEqual(refused.exception.code, ErrorCode.INVALID_PARAMS)


class Sessions(World):
    async def test_hooks_are_added_and_removed(self):
        async with self.start() as hooks, hooks.session("s1", cwd="/repo") as session:
            self.assertEqual(session.id, "s1")
            hook = await session.add_hook("PreToolUse", command("pwd >&2; exit 2"), "Bash")
            ran = await session.execute("PreToolUse", tool_name="Bash", tool_input={})
            self.assertTrue(ran.blocked)
            self.assertTrue(await session.remove_hook(hook))
            self.assertFalse(await session.remove_hook(hook))
            ran = await session.execute("PreToolUse", tool_name="Bash", tool_input={})
            self.assertFalse(ran.blocked)
            with self.assertRaisesRegex(RpcError, "the hook"):
                await session.add_hook("PreToolUse", {"type": "command"})

    async def test_an_id_is_one_sessions_and_free_again_at_its_end(self):
        async with self.start() as hooks:
            async with hooks.session("s1"):
                with self.assertRaises(RpcError) as taken:
                    await hooks.session("s1").open()
                self.assertEqual(taken.exception.code, ErrorCode.SESSION_TAKEN)
            async with hooks.session("s1") as again:
                await again.end()

    async def test_notices_are_an_iterator_that_ends_with_the_session(self):
        behind = command("echo 'tests failed' >&2; exit 2", asyncRewake=True)
        async with self.start({"Stop": [group(behind)]}) as hooks:
            read = []

            async def reader(session):
                async for notice in session.notices():
                    read.append((notice["text"], notice["wake"]))

            async with hooks.session() as session:
                reading = asyncio.ensure_future(reader(session))
                await session.execute("Stop")
                await self.until(lambda: read)
            await asyncio.wait_for(reading, LIMIT)
            self.assertEqual(len(read), 1)
            self.assertIn("tests failed", read[0][0])
            self.assertTrue(read[0][1])

    async def test_what_was_not_sent_comes_with_the_end(self):
        go = self.folder / "go"
        waits = f"while ! test -e {go}; do sleep 0.01; done; echo late >&2; exit 2"
        async with self.start({"Stop": [group(command(waits, asyncRewake=True))]}) as hooks:
            session = await hooks.session().open()
            await session.execute("Stop")
            ending = asyncio.ensure_future(session.end(patience=LIMIT))
            await asyncio.sleep(0)
            go.touch()
            await ending
            self.assertEqual(len([notice async for notice in session.notices()]), 1)

    async def test_what_runs_is_told(self):
        told = asyncio.Queue()
        async with self.start(
            {"Stop": [group(command("true", statusMessage="looking"))]}, on_status=told.put_nowait
        ) as hooks:
            async with hooks.session("s1") as session:
                go = asyncio.Event()

                async def waits(call):
                    await go.wait()

                await session.add_function("Stop", waits, name="waits")
                running = asyncio.ensure_future(session.execute("Stop"))
                while True:
                    status = await asyncio.wait_for(told.get(), LIMIT)
                    if any(hook["name"] == "waits" for hook in status["running"]):
                        break
                self.assertEqual(status["sessionId"], "s1")
                go.set()
                await running

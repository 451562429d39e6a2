"""The tool gate, against the real program. The table of cases is that of every
language."""

import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from .common import LIMIT, ROOT, World, command, group

CASES = json.loads((ROOT / "conformance" / "gate" / "cases.json").read_text(encoding="utf-8"))
ALLOW = {"permissions": {"allow": ["Echo"]}}


def before_of(case):
    """The functions before the call of a case."""

    def make(one):
        def function(call):
            if "raises" in one:
                raise ValueError(one["raises"])
            return one["answers"]

        function.__name__ = one["name"]
        return function

    return [make(one) for one in case.get("before", [])]


class Table(World):
    async def test_every_case_holds(self):
        for case in CASES["cases"]:
            with self.subTest(case["name"]):
                await self.holds(case)

    async def holds(self, case):
        ran_with, ended = [], []

        def run(tool_input):
            ran_with.append(tool_input)
            if "raises" in case["tool"]:
                raise ValueError(case["tool"]["raises"])
            return case["tool"]["returns"]

        settings = dict(case["settings"])
        async with self.start(settings.pop("hooks", {}), other=settings) as hooks:
            async with hooks.session() as session:
                session.after_tool(ended.append)
                call = {"text": "hello"}
                done = await session.gate("Echo", call, run, before=before_of(case))
        self.assertEqual(ended, [done])
        found = {
            "status": done.status,
            "ran_with": ran_with[0] if ran_with else None,
            "value": done.value,
            "text": done.text_for_model,
            "context": done.context,
            "stop": done.stop,
        }
        expect = dict(case["expect"])
        for part in expect.pop("contains", []):
            self.assertIn(part, done.text_for_model)
        for part in expect.pop("lacks", []):
            self.assertNotIn(part, done.text_for_model)
        self.assertEqual({key: found[key] for key in expect}, expect)
        self.assertEqual(done.is_error, done.status != "done")


class Gates(World):
    async def test_a_cancelled_tool_is_told_to_the_hooks(self):
        mark = self.folder / "mark"
        told = command(f"cat > {mark}")
        started, ended = asyncio.Event(), []

        async def run(tool_input):
            started.set()
            await asyncio.sleep(60)

        settings = {"PostToolUseFailure": [group(told)]}
        async with self.start(settings, other=ALLOW) as hooks, hooks.session() as session:
            session.after_tool(ended.append)
            call = asyncio.ensure_future(session.gate("Echo", {}, run))
            await asyncio.wait_for(started.wait(), LIMIT)
            call.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await call
        self.assertTrue(json.loads(mark.read_text())["is_interrupt"])
        self.assertEqual([one.status for one in ended], ["cancelled"])

    async def test_a_call_that_is_cancelled_before_the_decision_never_runs(self):
        ran = []
        slow = command("sleep 60")
        async with self.start({"PreToolUse": [group(slow)]}, other=ALLOW) as hooks:
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(hooks.gate("Echo", {}, ran.append), 0.1)
        self.assertEqual(ran, [])

    async def test_a_tool_that_takes_too_long_times_out(self):
        async def run(tool_input):
            await asyncio.sleep(60)

        async with self.start(other=ALLOW) as hooks:
            done = await hooks.gate("Echo", {}, run, timeout=0.05)
            self.assertEqual(done.status, "timedOut")
            self.assertIn("timed out", done.text_for_model)

    async def test_without_a_server_nothing_runs(self):
        ran = []
        hooks = self.start(other=ALLOW)
        async with hooks:
            pass
        done = await hooks.gate("Echo", {}, ran.append)
        self.assertEqual((done.status, ran), ("denied", []))
        self.assertIn("nobody could decide", done.text_for_model)

    async def test_a_server_that_dies_in_between_withholds_the_output(self):
        async with self.start(other=ALLOW) as hooks:

            async def run(tool_input):
                await hooks._connection.close()
                return "secret"

            done = await hooks.gate("Echo", {}, run)
        self.assertEqual(done.status, "done")
        self.assertNotIn("secret", done.text_for_model)
        self.assertEqual([one.hook for one in done.failures], ["PostToolUse"])


class Model(BaseHTTPRequestHandler):
    """A language model that agrees with everything."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked.append(json.loads(body)["messages"][-1]["content"])
        said = {"message": {"role": "assistant", "content": '{"ok": true}'}}
        answer = json.dumps({"choices": [said]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


class Judged(World):
    def model(self):
        server = HTTPServer(("127.0.0.1", 0), Model)
        server.asked = []
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server

    async def test_hooks_that_a_model_judges_get_the_conversation(self):
        model = self.model()
        url = f"http://127.0.0.1:{model.server_port}/v1"
        own = {"hookModel": {"model": "m", "provider": "openai", "baseUrl": url}, **ALLOW}
        asks = group({"type": "prompt", "prompt": "Is this what the user asked for?"})
        said = [{"role": "user", "text": "clean up"}]
        async with self.start({"PreToolUse": [asks], "PostToolUse": [asks]}, other=own) as hooks:
            hooks.conversation = said
            done = await hooks.gate("Echo", {}, lambda _: "ok")
            self.assertEqual(done.status, "done", done.text_for_model)
            await hooks.execute("PreToolUse", tool_name="Echo", tool_input={}, tool_use_id="1")
        self.assertEqual(len(model.asked), 3)
        for question in model.asked:
            self.assertIn("user: clean up", question)


class State(World):
    async def test_an_intent_satisfies_require_intent(self):
        guard = {"type": "builtin", "command": "require_intent"}
        rules = {"permissions": {"allow": ["Bash"]}}
        async with self.start({"PreToolUse": [group(guard)]}, other=rules) as hooks:
            async with hooks.session() as session:
                for intent, status in ((None, "denied"), ("fix it", "done"), (None, "denied")):
                    await session.set_intent(intent)
                    done = await session.gate("Bash", {"command": "make"}, lambda _: "ok")
                    self.assertEqual(done.status, status)

    async def test_permissions_and_environment_of_a_session(self):
        env = command('echo "export A=1" >> "$CLAUDE_ENV_FILE"')
        async with self.start({"SessionStart": [group(env)]}) as hooks:
            async with hooks.session() as session:
                await session.execute("SessionStart", source="startup")
                self.assertEqual(await session.env(), {"A": "1"})
                rule = {"type": "addRules", "behavior": "allow", "rules": [{"toolName": "Echo"}]}
                await session.update_permissions(rule)
                self.assertEqual((await session.authorize("Echo", {}))["decision"], "allow")

    async def test_progress_of_hooks_is_told(self):
        steps, over = [], asyncio.Event()

        def on_progress(step):
            steps.append(step["kind"])
            if step["kind"] == "finished":
                over.set()

        hook = command("echo working")
        async with self.start({"Stop": [group(hook)]}, on_progress=on_progress) as hooks:
            async with hooks.session() as session:
                await session.execute("Stop")
                await asyncio.wait_for(over.wait(), LIMIT)
        self.assertEqual(steps, ["started", "output", "finished"])

    async def test_a_removed_function_is_forgotten(self):
        async with self.start() as hooks, hooks.session() as session:
            hook = await session.add_function("Stop", lambda call: None)
            self.assertTrue(await session.remove_hook(hook))
            self.assertEqual(hooks._functions_of._by_key, {})

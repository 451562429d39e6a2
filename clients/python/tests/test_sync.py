"""The client without asyncio, against the real program."""

import threading
import unittest

from snaphook.sync import AgentHooks, Snaphook

from .common import BINARY, World, command, group

ALLOW = {"permissions": {"allow": ["Echo"], "ask": ["Bash"]}}


class Sync(World):
    """A plain thread drives the client, as a script does."""

    def client(self, hooks=None, **options):
        file = self.settings(hooks, **ALLOW)
        return Snaphook.start(
            settings=[file],
            cwd=self.folder,
            binary=BINARY,
            stderr=self.said.append,
            env=self.environment(),
            **options,
        )

    async def test_a_script_runs_an_agent(self):
        told = []
        client = self.client()

        @client.on("Stop", name="tests")
        def once(call):
            return None if call.input["stop_hook_active"] else call.block("run the tests")

        with client as hooks, hooks.session() as session:
            agent = AgentHooks(session, permission_mode="default")

            def work(texts):
                told.extend(texts)
                return agent.gate("Echo", {}, lambda _: f"answer {len(told)}").text_for_model

            self.assertEqual(agent.run("clean up", work), "answer 2")
            self.assertIsNone(agent.subagent("helper").begin("look").refusal)
            self.assertIsNone(agent.before_compaction("auto").refusal)
            self.assertEqual(len(agent.error("lost")), 2)
        self.assertEqual(told[0], "clean up")
        self.assertIn("run the tests", told[1])

    async def test_a_script_uses_gate_hooks_and_approver(self):
        refuse = group(command("echo 'not here' >&2; exit 2"), matcher="Write")
        client = self.client({"PreToolUse": [refuse]})
        threads = []

        @client.on("PostToolUse", guard=True)
        def look(call):
            return call.context("seen")

        @client.approver
        def approve(question):
            threads.append(threading.current_thread().name)
            # The client can be used from a callback.
            self.assertTrue(client.has("PreToolUse"))
            return question["options"][0]["key"]

        with client as hooks, hooks.session() as session:

            @session.before_tool
            def no_secrets(call):
                return "secret" not in call.tool_input.get("text", "")

            done = session.gate("Echo", {"text": "hi"}, lambda given: given["text"])
            self.assertEqual(done.text_for_model, "hi\nseen")
            for tool, given in (("Echo", {"text": "secret"}), ("Write", {"file_path": "x"})):
                self.assertEqual(session.gate(tool, given, lambda _: "x").status, "denied")
            self.assertEqual(session.gate("Bash", {"command": "make"}, lambda _: "x").status, "done")
            self.assertEqual(session.env(), {})
        self.assertEqual(len(threads), 1)
        self.assertNotEqual(threads[0], "snaphook")
        with self.assertRaisesRegex(RuntimeError, "closed"):
            client.has("Stop")

    async def test_a_client_that_does_not_open_leaves_no_thread(self):
        client = Snaphook.connect(self.folder / "none.sock")
        with self.assertRaises(Exception):
            client.open()
        names = [thread.name for thread in threading.enumerate()]
        self.assertNotIn("snaphook", names)


if __name__ == "__main__":
    unittest.main()

"""The Claude Agent SDK behind the gate: the real Claude Code on a scripted model."""

import asyncio
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from harness import PROMPT, Driven, calls_of, framework, scenarios

with framework("claude-agent-sdk"):
    from claude_agent_sdk import (
        AgentDefinition,
        AssistantMessage,
        ClaudeAgentOptions,
        ResultMessage,
        create_sdk_mcp_server,
        query,
        tool,
    )

    from snaphook.adapters.claude_agent_sdk import guard

# What the tools of the scenarios are called in Claude Code.
ECHO, HELPER = "mcp__test__echo", "Agent"
USAGE = {"input_tokens": 1, "output_tokens": 1}


class Scripted(BaseHTTPRequestHandler):
    """A model that answers from the scenario, as Anthropic's API does."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(200)
        if "/count_tokens" in self.path or not request.get("stream"):
            body = json.dumps({"input_tokens": 1, **message("text", [])}).encode()
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for event in self.server.events(request):
            text = f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"
            self.wfile.write(text.encode())
        self.close_connection = True


def message(stop, content):
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-5",
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": USAGE,
    }


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, case):
        super().__init__(("127.0.0.1", 0), Scripted)
        self.case = case
        self.lock = threading.Lock()

    def events(self, request):
        with self.lock:
            blocks, stop = self.blocks(request)
        yield {"type": "message_start", "message": message(None, [])}
        for index, (start, delta) in enumerate(blocks):
            yield {"type": "content_block_start", "index": index, "content_block": start}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
            yield {"type": "content_block_stop", "index": index}
        delta = {"stop_reason": stop, "stop_sequence": None}
        yield {"type": "message_delta", "delta": delta, "usage": USAGE}
        yield {"type": "message_stop"}

    def blocks(self, request):
        tools = {one["name"] for one in request.get("tools", [])}
        turn = {"text": "a title"}
        if ECHO in tools:
            # The helper has no tool to start others.
            agent = "main" if HELPER in tools else "helper"
            turn = self.case.answer(agent, request["messages"])
        blocks = []
        for id, name, args in calls_of(turn):
            if name == "helper":
                args = {"description": "look", "prompt": args["task"], "subagent_type": "helper"}
            number = len(self.case.requests)
            use = {"type": "tool_use", "id": f"toolu_{number}_{id}", "input": {}}
            use["name"] = ECHO if name == "echo" else HELPER
            blocks.append((use, {"type": "input_json_delta", "partial_json": json.dumps(args)}))
        if "text" in turn:
            text = {"type": "text_delta", "text": turn["text"]}
            blocks.append(({"type": "text", "text": ""}, text))
        return blocks, "tool_use" if turn.get("calls") else "end_turn"


@scenarios
class ClaudeAgentSdk(Driven):
    untold = frozenset({"continue false stops the agent"})

    def options(self, case):
        text = json.dumps(case.scenario["settings"])
        text = text.replace('"echo"', f'"{ECHO}"').replace('"helper"', f'"{HELPER}"')
        case.scenario = {**case.scenario, "settings": json.loads(text)}
        return super().options(case)

    async def run_agent(self, case):
        @tool("echo", "Says it again.", {"text": str})
        async def echo(args):
            return {"content": [{"type": "text", "text": case.echo(args["text"])}]}

        server = Server(case)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        home = str(self.folder)
        options = ClaudeAgentOptions(
            tools=[HELPER, ECHO],
            # What the framework allows, the hooks may still refuse.
            allowed_tools=[ECHO, HELPER],
            mcp_servers={"test": create_sdk_mcp_server("test", tools=[echo])},
            agents={"helper": AgentDefinition("Helps.", "Help.", tools=[ECHO], background=False)},
            setting_sources=[],
            cwd=home,
            max_turns=9,
            env={
                "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{server.server_port}",
                "ANTHROPIC_API_KEY": "scripted",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
                # A subagent in the background would answer after the turn.
                "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1",
                "HOME": home,
                "CLAUDE_CONFIG_DIR": os.path.join(home, "claude"),
            },
        )
        said = []

        async def run():
            async for one in query(prompt=PROMPT, options=guard(case.session, options)):
                if isinstance(one, AssistantMessage):
                    said.extend(getattr(block, "text", "") for block in one.content)
                elif isinstance(one, ResultMessage):
                    said.append(str(one.result))
                else:
                    said.append(str(one))

        await asyncio.wait_for(run(), 60)
        return "\n".join(said)

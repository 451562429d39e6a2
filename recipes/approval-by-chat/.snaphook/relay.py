#!/usr/bin/env python3
"""Asks a chat whether a tool call may go on, and answers the hook that waits.

POST /hook            the hook's input; answered when somebody has decided
GET  /ask/TOKEN       a page with two buttons
POST /ask/TOKEN       approve=yes or approve=no
"""

import argparse
import html
import json
import os
import secrets
import threading
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LARGEST = 1 << 20
waiting = {}  # token: Question


class Question:
    def __init__(self, text):
        self.text = text
        self.decided = threading.Event()
        self.approved = False


class Relay(BaseHTTPRequestHandler):
    def reply(self, status, body, kind="text/html; charset=utf-8"):
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(data)

    def body(self):
        length = int(self.headers.get("Content-Length") or 0)
        if length > LARGEST:
            raise ValueError("too large")
        return self.rfile.read(length)

    def question(self):
        parts = self.path.split("/")
        return waiting.get(parts[2]) if parts[1:2] == ["ask"] and len(parts) == 3 else None

    def do_GET(self):
        question = self.question()
        if question is None:
            return self.reply(404, "This question does not exist, or it was answered.")
        buttons = "".join(
            f'<button name="approve" value="{value}">{label}</button> '
            for value, label in (("yes", "Approve"), ("no", "Refuse"))
        )
        text = html.escape(question.text)
        self.reply(200, f'<pre>{text}</pre><form method="post">{buttons}</form>')

    def do_POST(self):
        if self.path == "/hook":
            return self.hook()
        question = self.question()
        if question is None:
            return self.reply(404, "This question does not exist, or it was answered.")
        form = urllib.parse.parse_qs(self.body().decode())
        question.approved = form.get("approve") == ["yes"]
        question.decided.set()
        self.reply(200, "Approved." if question.approved else "Refused.")

    def hook(self):
        event = json.loads(self.body())
        what = json.dumps(event.get("tool_input"), ensure_ascii=False)[:1500]
        question = Question(f"{event.get('tool_name')} in {event.get('cwd')}\n{what}")
        token = secrets.token_urlsafe(32)
        waiting[token] = question
        try:
            self.tell_chat(question, token)
            in_time = question.decided.wait(self.server.patience)
        except OSError as error:
            # No success: the hook fails, and blocks.
            return self.reply(502, f"the chat cannot be reached: {error}")
        finally:
            del waiting[token]
        reason = "somebody in the chat " + ("approved" if question.approved else "refused") + " it"
        if not in_time:
            reason = "nobody in the chat answered in time"
        output = {
            "hookEventName": event["hook_event_name"],
            "permissionDecision": "allow" if question.approved else "deny",
            "permissionDecisionReason": reason,
        }
        self.reply(200, json.dumps({"hookSpecificOutput": output}), "application/json")

    def tell_chat(self, question, token):
        link = f"{self.server.public}/ask/{token}"
        message = json.dumps({"text": f"May the agent do this?\n{question.text}\n{link}"})
        request = urllib.request.Request(
            self.server.webhook, message.encode(), {"Content-Type": "application/json"}
        )
        urllib.request.urlopen(request, timeout=10).close()

    def log_message(self, *_):
        """Links are secrets: nothing is logged."""


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--host", default="127.0.0.1", help="the address to listen on")
    words.add_argument("--port", type=int, default=8787)
    words.add_argument("--public", help="the address in links (default: the one listened on)")
    words.add_argument("--patience", type=float, default=280, help="seconds to wait for an answer")
    options = words.parse_args()
    server = ThreadingHTTPServer((options.host, options.port), Relay)
    server.webhook = os.environ["CHAT_WEBHOOK_URL"]
    server.patience = options.patience
    server.public = options.public or f"http://{options.host}:{server.server_port}"
    print(f"listening on {options.host}:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()

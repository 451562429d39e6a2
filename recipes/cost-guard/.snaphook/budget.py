#!/usr/bin/env python3
"""Stops a session that has used up its budget: budget.py PRICES."""

import json
import os
import sys

# A field of `usage`, and the price that it counts with.
FIELDS = {
    "input_tokens": "input",
    "output_tokens": "output",
    "cache_creation_input_tokens": "cache_write",
    "cache_read_input_tokens": "cache_read",
}


def messages(path):
    """The usage of every message, once: a transcript may repeat them."""
    found = {}
    with open(path, encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file):
            try:
                entry = json.loads(line)
            except ValueError:
                continue  # The last line may be half written.
            message = entry.get("message") if isinstance(entry, dict) else None
            if isinstance(message, dict) and isinstance(message.get("usage"), dict):
                found[message.get("id") or number] = message
    return found.values()


def cost(message, prices):
    model = str(message.get("model"))
    known = [name for name in prices if model.startswith(name)]
    price = prices[max(known, key=len)] if known else max(prices.values(), key=lambda p: p["output"])
    usage = message["usage"]
    return sum((usage.get(field) or 0) * price[name] for field, name in FIELDS.items()) / 1e6


event = json.load(sys.stdin)
transcript = event.get("transcript_path")
if not transcript:
    sys.exit(0)
transcript = os.path.join(event["cwd"], transcript)

budget = float(os.environ.get("COST_BUDGET", "5"))
with open(sys.argv[1], encoding="utf-8") as file:
    prices = json.load(file)
# A session that has just begun may have no file yet.
used = sum(cost(m, prices) for m in messages(transcript)) if os.path.exists(transcript) else 0.0

if used >= budget:
    print(f"The budget of this session is used up: ${used:.2f} of ${budget:.2f}.", file=sys.stderr)
    sys.exit(2)
if used >= 0.8 * budget:
    text = f"${used:.2f} of this session's ${budget:.2f} are used; finish what matters most."
    output = {"hookEventName": event["hook_event_name"], "additionalContext": text}
    print(json.dumps({"systemMessage": text, "hookSpecificOutput": output}))

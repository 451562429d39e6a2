#!/usr/bin/env python3
"""Stops a prompt that holds a key. The key itself is not repeated."""

import json
import re
import sys

SHAPES = {
    "an AWS access key": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "a GitHub token": r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})",
    "a GitLab token": r"\bglpat-[A-Za-z0-9_-]{20,}",
    "an API key": r"\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}",
    "a Slack token": r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}",
    "a Google key": r"\bAIza[0-9A-Za-z_-]{35}",
    "a private key": r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
}

prompt = json.load(sys.stdin)["prompt"]
found = [name for name, shape in SHAPES.items() if re.search(shape, prompt)]
if found:
    print(
        f"The prompt holds {' and '.join(found)}. Name the variable or the file instead, "
        "and change the key if it was sent before.",
        file=sys.stderr,
    )
    sys.exit(2)

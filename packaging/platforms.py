#!/usr/bin/env python3
"""What is built for which platform: `platforms.json`, and what the scripts here share.
`platforms.py` prints the targets, `platforms.py TARGET` the one that is released for its system."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LICENCES = ["LICENSE-MIT", "LICENSE-APACHE"]
PLATFORMS = json.loads((ROOT / "packaging" / "platforms.json").read_text())


def version():
    """The version of the workspace, which `.ci/version` compares with every manifest."""
    done = subprocess.run([ROOT / ".ci/version"], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


def platform(target):
    """The row of a target; that of the same system and processor for a target that is
    only built to try things out, such as `x86_64-unknown-linux-gnu`."""
    for key in (lambda name: name, lambda name: name.rpartition("-")[0]):
        for row in PLATFORMS:
            if key(row["target"]) == key(target):
                return row
    known = ", ".join(row["target"] for row in PLATFORMS)
    sys.exit(f"error: nothing is packed for `{target}`\nhelp: the targets are {known}")


def program_name(row):
    return "snaphook.exe" if row["os"] == ["win32"] else "snaphook"


if __name__ == "__main__":
    rows = [platform(target) for target in sys.argv[1:]] or PLATFORMS
    print("\n".join(row["target"] for row in rows))

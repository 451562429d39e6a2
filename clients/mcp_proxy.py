#!/usr/bin/env python3
"""Tests `snaphook mcp-proxy` between the official MCP client and real servers from npm.

    python3 clients/mcp_proxy.py

Installs the pinned packages into target/adapters, and runs the tests with the program of
`SNAPHOOK_BINARY` or target/debug. What cannot be installed is skipped with one line; with
CI=true it is a failure, unless npm cannot reach its registry at all.
"""

import os
import shutil
import subprocess
import sys

import adapters

TESTS = adapters.ROOT / "clients" / "mcp-proxy-test"


def install(folder):
    for name in ("package.json", "package-lock.json"):
        shutil.copy(TESTS / name, folder)
    adapters.call("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", cwd=folder)


def main():
    files = [TESTS / "package.json", TESTS / "package-lock.json"]
    try:
        folder = adapters.installed("mcp-proxy", files, install)
    except adapters.NotInstalled as error:
        print(f"skipped: the MCP servers cannot be installed: {error}")
        failed = os.environ.get("CI") == "true" and adapters.Node().finds_packages()
        return 1 if failed else 0
    shutil.copy(TESTS / "proxy.test.mjs", folder)
    program = os.environ.get("SNAPHOOK_BINARY") or str(
        adapters.TARGET.parent / "debug" / "snaphook"
    )
    env = {**os.environ, "SNAPHOOK_BINARY": program}
    try:
        adapters.call("node", "--test", "proxy.test.mjs", cwd=folder, env=env)
    except subprocess.SubprocessError as error:
        return f"error: {error}"
    return 0


if __name__ == "__main__":
    sys.exit(main())

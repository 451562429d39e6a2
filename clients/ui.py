#!/usr/bin/env python3
"""Tests the page of `snaphook ui` in Chromium.

    python3 clients/ui.py [--pictures]

Installs the pinned playwright-core into target/adapters, and Debian's Chromium with apt-get
where there is none and this may install it. Uses the programs of `SNAPHOOK_BINARY` and
`SNAPHOOK_EXAMPLE_AGENT`, else those in target/debug. What cannot be installed is skipped with
one line. With --pictures it makes the pictures of the book anew.
"""

import os
import shutil
import subprocess
import sys

import adapters

TESTS = adapters.ROOT / "clients" / "ui-test"
PICTURES = adapters.ROOT / "docs" / "src" / "images"
NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium():
    """The path of a Chromium; installs Debian's where that is possible."""
    found = os.environ.get("SNAPHOOK_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found or not shutil.which("apt-get") or os.geteuid() != 0:
        return found
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": True}
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    packages = ["chromium", "fonts-dejavu-core"]
    try:
        subprocess.run(["apt-get", "update", "-qq"], timeout=120, env=env, **quiet)
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
        subprocess.run(install, timeout=400, env=env, **quiet)
    except (OSError, subprocess.SubprocessError):
        return None
    return shutil.which("chromium")


def install(folder):
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(TESTS / name, folder)
    os.environ["PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD"] = "1"
    adapters.call("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", cwd=folder)


def main():
    browser = chromium()
    if not browser:
        print("skipped: the page is tested in Chromium, which is not here and cannot be installed")
        return 0
    try:
        files = [TESTS / "package.json", TESTS / "package-lock.json"]
        folder = adapters.installed("ui", files, install)
    except adapters.NotInstalled as error:
        print(f"skipped: playwright-core cannot be installed: {error}")
        return 0
    for file in TESTS.glob("*.mjs"):
        shutil.copy(file, folder)
    debug = adapters.TARGET.parent / "debug"
    env = {
        "SNAPHOOK_BINARY": str(debug / "snaphook"),
        "SNAPHOOK_EXAMPLE_AGENT": str(debug / "example-agent"),
        **os.environ,
        "SNAPHOOK_CHROMIUM": browser,
    }
    if "--pictures" in sys.argv[1:]:
        env["SNAPHOOK_PICTURES"] = str(PICTURES)
    tests = sorted(folder.glob("*.test.mjs"))
    try:
        # One file at a time: the machine is busy enough with one browser.
        adapters.call("node", "--test", "--test-concurrency=1", *tests, cwd=folder, env=env)
    except subprocess.SubprocessError as error:
        return f"error: {error}"
    return 0


if __name__ == "__main__":
    sys.exit(main())

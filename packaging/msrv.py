#!/usr/bin/env python3
"""The oldest Rust that each library builds with, as its dependencies declare it: prints a
table, and fails where a manifest promises an older one than they allow. `--list VERSION`
prints the crates that promise that version, as arguments for cargo."""

import json
import subprocess
import sys


def number(version):
    return tuple(int(part) for part in version.split(".")[:2])


def below(identifier, nodes, seen):
    """Collects what a crate is built with: its dependencies, without those of its tests."""
    for dependency in nodes[identifier]["deps"]:
        kinds = {kind["kind"] for kind in dependency["dep_kinds"]}
        if kinds & {None, "build"} and dependency["pkg"] not in seen:
            seen.add(dependency["pkg"])
            below(dependency["pkg"], nodes, seen)
    return seen


def main(arguments):
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform"]
    target = arguments[arguments.index("--target") + 1] if "--target" in arguments else "x86_64-unknown-linux-gnu"
    read = json.loads(subprocess.run([*command, target], check=True, stdout=subprocess.PIPE).stdout)
    packages = {package["id"]: package for package in read["packages"]}
    nodes = {node["id"]: node for node in read["resolve"]["nodes"]}
    if "--list" in arguments:
        wanted = arguments[arguments.index("--list") + 1]
        for member in read["workspace_members"]:
            if packages[member]["rust_version"] == wanted:
                print("-p", packages[member]["name"])
        return 0
    broken = False
    for member in sorted(read["workspace_members"]):
        package = packages[member]
        needs = {}
        for identifier in below(member, nodes, set()):
            other = packages[identifier]
            if other["rust_version"]:
                needs.setdefault(number(other["rust_version"]), []).append(other["name"])
        newest = max(needs, default=(0, 0))
        promised = number(package["rust_version"])
        held = [name for version in needs if version > (1, 88) for name in needs[version]]
        because = f"  {', '.join(sorted(held))}" if held else ""
        print(f"{package['name']:20} {package['rust_version']:6} needs {newest[0]}.{newest[1]}{because}")
        if newest > promised:
            print(f"error: {package['name']} promises an older Rust than its dependencies allow", file=sys.stderr)
            broken = True
    return int(broken)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

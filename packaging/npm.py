#!/usr/bin/env python3
"""Packs the npm packages: `npm.py TARGET PROGRAM OUT` the one that brings the program for
a platform, `npm.py client OUT` the one that people install, which needs one of these.

The client's package in the repository is private and names none of them: they are not
published yet when it is built and tested."""

import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from platforms import LICENCES, PLATFORMS, ROOT, platform, program_name, version

CLIENT = ROOT / "clients" / "typescript"
# On Windows npm is a script, which only a shell finds by this name.
NPM = shutil.which("npm")


def pack_program(target, program, out):
    row = platform(target)
    manifest = client_manifest()
    kept = ["version", "license", "engines"]
    package = {
        "name": row["npm"],
        "description": f"The program of the package `snaphook`, for {row['npm'].partition('-')[2]}",
        **{key: manifest[key] for key in kept},
        "repository": {**manifest["repository"], "directory": "packaging"},
        "os": row["os"],
        "cpu": row["cpu"],
        "files": ["bin"],
        # A program cannot be started from within an archive.
        "preferUnplugged": True,
    }
    with stage(package) as folder:
        (folder / "bin").mkdir()
        file = folder / "bin" / program_name(row)
        shutil.copyfile(program, file)
        file.chmod(0o755)
        readme = "The program of [snaphook](https://www.npmjs.com/package/snaphook). Install that.\n"
        (folder / "README.md").write_text(f"# {row['npm']}\n\n{readme}")
        pack(folder, out)


def pack_client(out):
    package = client_manifest()
    for key in ("private", "scripts", "devDependencies"):
        package.pop(key)
    exactly = package["version"]
    package["optionalDependencies"] = {row["npm"]: exactly for row in PLATFORMS}
    with stage(package) as folder:
        subprocess.run([NPM, "run", "--silent", "build"], cwd=CLIENT, check=True)
        shutil.copytree(CLIENT / "dist" / "src", folder / "dist" / "src")
        (folder / "dist" / "src" / "cli.js").chmod(0o755)
        shutil.copyfile(CLIENT / "README.md", folder / "README.md")
        pack(folder, out)


def client_manifest():
    package = json.loads((CLIENT / "package.json").read_text())
    assert package["version"] == version()
    return package


class stage(tempfile.TemporaryDirectory):
    """A folder with a manifest and the licences."""

    def __init__(self, package):
        super().__init__(prefix="snaphook-npm-")
        self.package = package

    def __enter__(self):
        folder = Path(super().__enter__())
        (folder / "package.json").write_text(json.dumps(self.package, indent=2) + "\n")
        for name in LICENCES:
            shutil.copyfile(ROOT / name, folder / name)
        return folder


def pack(folder, out):
    os.makedirs(out, exist_ok=True)
    command = [NPM, "pack", "--ignore-scripts", "--loglevel=error", "--pack-destination"]
    with tempfile.TemporaryDirectory() as packed:
        subprocess.run([*command, packed], cwd=folder, check=True)
        for file in Path(packed).iterdir():
            # npm compresses for speed, and most of this is one large program.
            smallest = gzip.compress(gzip.decompress(file.read_bytes()), 9, mtime=0)
            (Path(out) / file.name).write_bytes(smallest)


if __name__ == "__main__":
    if len(sys.argv) == 4:
        pack_program(*sys.argv[1:])
    elif len(sys.argv) == 3 and sys.argv[1] == "client":
        pack_client(sys.argv[2])
    else:
        sys.exit(f"usage: {sys.argv[0]} (TARGET PROGRAM | client) OUT")

#!/usr/bin/env python3
"""Makes the source package for PyPI, of which pip builds the program where no wheel fits:
`sdist.py MATURIN OUT`. maturin leaves out the crates that only a feature which is off needs,
but cargo reads the manifests of all: this adds them, and lets cargo read the result."""

import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from platforms import ROOT

DEPENDENCY = re.compile(r"^(snaphook[a-z-]*)(?:\.workspace)? *=", re.MULTILINE)


def make(maturin, out):
    out = Path(out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="snaphook-sdist-") as folder:
        command = [shutil.which(maturin) or maturin, "sdist", "--out", folder]
        subprocess.run(command, cwd=ROOT / "clients" / "python", check=True)
        (made,) = Path(folder).glob("*.tar.gz")
        with tarfile.open(made) as archive:
            archive.extractall(folder)
        root = Path(folder) / made.name[: -len(".tar.gz")]
        add_missing(root / "crates")
        read = ["cargo", "metadata", "--locked", "--format-version", "1"]
        subprocess.run(read, cwd=root, check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(out / made.name, "w:gz") as archive:
            archive.add(root, root.name, filter=plain)


def add_missing(crates):
    """Copies the crates that a manifest names, until every one is there."""
    waiting = sorted(crates.iterdir())
    while waiting:
        manifest = (waiting.pop() / "Cargo.toml").read_text()
        for name in DEPENDENCY.findall(manifest):
            source = ROOT / "crates" / name
            if source.is_dir() and not (crates / name).exists():
                shutil.copytree(source, crates / name)
                waiting.append(crates / name)


def plain(entry):
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} MATURIN OUT")
    make(*sys.argv[1:])

#!/usr/bin/env python3
"""Packs the program with its completions and manual: `archive.py TARGET PROGRAM OUT [LEVEL]`
writes `.tar.xz` and `.tar.gz`, or `.zip` for Windows; a level below 9 is for trials. What
cannot run here (a program for another processor) goes without completions and manual: they
are in the other archives."""

import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from platforms import LICENCES, ROOT, platform, program_name, version

SHELLS = ["bash", "elvish", "fish", "powershell", "zsh"]
# Since 1980 there are archives of the kind `.zip`.
EPOCH = (1980, 1, 1, 0, 0, 0)


def pack(target, program, out, level="9"):
    name = f"snaphook-{version()}-{target}"
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="snaphook-archive-") as folder:
        content = Path(folder) / name
        fill(content, target, Path(program))
        files = sorted(file for file in content.rglob("*") if file.is_file())
        if platform(target)["os"] == ["win32"]:
            write_zip(out / f"{name}.zip", content.parent, files)
        else:
            for end, options in (("xz", {"preset": int(level)}), ("gz", {"compresslevel": int(level)})):
                write_tar(out / f"{name}.tar.{end}", end, options, content.parent, files)


def fill(content, target, program):
    content.mkdir()
    own = content / program_name(platform(target))
    shutil.copyfile(program, own)
    own.chmod(0o755)
    for name in ["README.md", "CHANGELOG.md", *LICENCES]:
        shutil.copyfile(ROOT / name, content / name)
    try:
        subprocess.run([own, "--version"], check=True, stdout=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return
    (content / "completions").mkdir()
    for shell in SHELLS:
        with open(content / "completions" / f"snaphook.{shell}", "wb") as file:
            subprocess.run([own, "completions", shell], check=True, stdout=file)
    subprocess.run([own, "man", "--dir", content / "man"], check=True, stdout=subprocess.DEVNULL)


def write_tar(file, end, options, base, files):
    def plain(entry):
        entry.uid = entry.gid = entry.mtime = 0
        entry.uname = entry.gname = ""
        entry.mode = 0o755 if entry.mode & 0o100 else 0o644
        return entry

    with tarfile.open(file, f"w:{end}", **options) as archive:
        for entry in files:
            archive.add(entry, str(entry.relative_to(base)), filter=plain)


def write_zip(file, base, files):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for entry in files:
            info = zipfile.ZipInfo(entry.relative_to(base).as_posix(), EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, entry.read_bytes())


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(f"usage: {sys.argv[0]} TARGET PROGRAM OUT [LEVEL]")
    pack(*sys.argv[1:])

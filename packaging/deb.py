#!/usr/bin/env python3
"""Makes the package for Debian and Ubuntu of an archive: `deb.py TARGET ARCHIVE OUT [LEVEL]`.
The program in it is static, so the package depends on nothing."""

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from platforms import LICENCES, platform, version

# Where an archive's file goes, without its folder.
PLACES = {
    "snaphook": "usr/bin/snaphook",
    "completions/snaphook.bash": "usr/share/bash-completion/completions/snaphook",
    "completions/snaphook.fish": "usr/share/fish/vendor_completions.d/snaphook.fish",
    "completions/snaphook.zsh": "usr/share/zsh/vendor-completions/_snaphook",
    **{name: f"usr/share/doc/snaphook/{name}" for name in ["README.md", "CHANGELOG.md", *LICENCES]},
}
CONTROL = """\
Package: snaphook
Version: {version}
Architecture: {architecture}
Maintainer: snaphook <snaphook@users.noreply.github.com>
Installed-Size: {kilobytes}
Section: devel
Priority: optional
Homepage: https://github.com/snaphook/snaphook
Description: hooks for AI agents
 Fires, tests and explains hooks of AI agents, and serves them to agents that
 are written in any language.
"""


def make(target, archive, out, level="9"):
    architecture = platform(target)["deb"]
    with tempfile.TemporaryDirectory(prefix="snaphook-deb-") as folder:
        root = Path(folder) / "root"
        with tarfile.open(archive) as tar:
            for entry in tar:
                name = entry.name.partition("/")[2]
                manual = name.startswith("man/") and f"usr/share/man/man1/{Path(name).name}"
                place = PLACES.get(name) or manual
                if not entry.isfile() or not place:
                    continue
                file = root / place
                file.parent.mkdir(parents=True, exist_ok=True)
                with tar.extractfile(entry) as content, open(file, "wb") as written:
                    shutil.copyfileobj(content, written)
                file.chmod(0o755 if entry.mode & 0o100 else 0o644)
        size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file())
        control = CONTROL.format(version=version(), architecture=architecture, kilobytes=size // 1024)
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN" / "control").write_text(control)
        for path in [root, *root.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
        out = Path(out) / f"snaphook_{version()}_{architecture}.deb"
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{level}", "--build", root, out]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(f"usage: {sys.argv[0]} TARGET ARCHIVE OUT [LEVEL]")
    make(*sys.argv[1:])

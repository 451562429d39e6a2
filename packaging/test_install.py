#!/usr/bin/env python3
"""`install.sh` against a server on the loopback: what is right is installed, what is wrong
changes nothing."""

import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent / "install.sh"
TOOLS = "sh uname tar mktemp cut grep mkdir cp chmod mv rm cat gzip xz curl sha256sum".split()
TARGETS = ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl", "x86_64-apple-darwin", "aarch64-apple-darwin"]


def archive(name, end, program):
    """An archive as `archive.py` writes it, with this program."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=f"w:{end}") as tar:
        entry = tarfile.TarInfo(f"{name}/snaphook")
        entry.size, entry.mode = len(program), 0o755
        tar.addfile(entry, io.BytesIO(program))
    return buffer.getvalue()


class Release(BaseHTTPRequestHandler):
    def do_GET(self):
        content = self.server.files.get(self.path)
        if content is None:
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        # An interrupted download: less than was promised.
        self.wfile.write(content[: self.server.cut_after])

    def log_message(self, *_):
        pass


@unittest.skipUnless(os.name == "posix", "Windows has install.ps1")
class Install(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="snaphook-install-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.to = self.folder / "home" / ".local" / "bin"
        self.tools = self.folder / "tools"
        self.tools.mkdir()
        for tool in TOOLS:
            found = shutil.which(tool)
            if found:
                (self.tools / tool).symlink_to(found)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Release)
        self.server.cut_after = None
        self.server.files = self.release("1.2.3", "/latest/download") | self.release("1.0.0", "/download/v1.0.0")
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def release(self, version, path, program=None):
        program = program or f"#!/bin/sh\necho snaphook {version}\n".encode()
        files, sums = {}, []
        for target in TARGETS:
            for end in ("xz", "gz"):
                name = f"snaphook-{version}-{target}"
                content = archive(name, end, program)
                files[f"{path}/{name}.tar.{end}"] = content
                sums.append(f"{hashlib.sha256(content).hexdigest()}  {name}.tar.{end}\n")
        return {**files, f"{path}/SHA256SUMS": "".join(sums).encode()}

    def install(self, *arguments, script=None):
        environment = {
            "PATH": str(self.tools),
            "HOME": str(self.folder / "home"),
            "TMPDIR": str(self.folder),
            "SNAPHOOK_RELEASES": "http://127.0.0.1:%d" % self.server.server_address[1],
        }
        return subprocess.run(
            [str(self.tools / "sh"), "-s", "--", *arguments],
            input=script if script is not None else SCRIPT.read_text(),
            env=environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=120,
        )

    def refused(self, ran, words):
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        self.assertIn(words, ran.stderr)
        self.assertFalse((self.to / "snaphook").exists())
        # Nothing is left behind, in its folder or elsewhere.
        self.assertEqual([f.name for f in self.folder.iterdir() if f.name not in ("tools", "home")], [])

    def test_the_newest_is_installed(self):
        ran = self.install()
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn(f"installed snaphook 1.2.3 to {self.to}/snaphook", ran.stdout)
        self.assertIn(f'help: {self.to} is not on the PATH: add `export PATH="{self.to}:$PATH"`', ran.stdout)
        self.assertEqual([file.name for file in self.to.iterdir()], ["snaphook"])

    def test_one_version_replaces_another_and_goes_where_it_is_told(self):
        to = self.folder / "elsewhere with a blank"
        for version in ("1.2.3", "v1.0.0"):
            options = [] if version == "1.2.3" else ["--version", version]
            self.assertEqual(self.install("--to", str(to), *options).returncode, 0)
        said = subprocess.run([to / "snaphook", "--version"], capture_output=True, text=True).stdout
        self.assertEqual(said, "snaphook 1.0.0\n")

    def test_without_xz_it_takes_the_other_archive(self):
        (self.tools / "xz").unlink()
        self.assertEqual(self.install().returncode, 0)

    def test_a_wrong_checksum_installs_nothing(self):
        for path, content in self.release("1.2.3", "/latest/download", b"#!/bin/sh\nexit 0\n").items():
            if not path.endswith("SHA256SUMS"):
                self.server.files[path] = content
        self.refused(self.install(), "nothing was installed\nhelp: try again")

    def test_an_interrupted_download_installs_nothing(self):
        self.server.cut_after = 90
        self.refused(self.install(), "error: cannot download")

    def test_a_file_that_the_checksums_do_not_name_is_not_taken(self):
        self.server.files["/latest/download/SHA256SUMS"] = b"<html>not found</html>\n"
        self.refused(self.install(), "error: the release has no program for")

    def test_a_version_that_does_not_exist(self):
        self.refused(self.install("--version", "9.9.9"), "check the network and that this version exists")

    def test_missing_tools_are_named(self):
        for tools, words in (
            (["curl"], "neither curl nor wget is here"),
            (["sha256sum"], "no sha256sum, shasum or openssl"),
            (["mktemp"], "this needs `mktemp`"),
        ):
            with self.subTest(tools=tools):
                aside = self.folder / "home"
                aside.mkdir(exist_ok=True)
                for tool in tools:
                    (self.tools / tool).rename(aside / tool)
                self.refused(self.install(), words)
                for tool in tools:
                    (aside / tool).rename(self.tools / tool)

    def test_a_program_that_does_not_start_replaces_nothing(self):
        self.assertEqual(self.install().returncode, 0)
        self.server.files |= self.release("1.2.3", "/latest/download", b"#!/bin/sh\nexit 1\n")
        ran = self.install()
        self.assertEqual(ran.returncode, 1)
        self.assertIn("error: the program does not start on this system", ran.stderr)
        self.assertIn("1.2.3", (self.to / "snaphook").read_text())

    def test_a_script_that_came_in_part_does_nothing(self):
        lines = SCRIPT.read_text().splitlines(keepends=True)
        for kept in range(1, len(lines) - 1, 7):
            self.install(script="".join(lines[:kept]))
            self.assertFalse((self.folder / "home").exists())

    def test_wrong_arguments(self):
        self.refused(self.install("--to", "here"), "`here` is not an absolute path")
        self.refused(self.install("--prefix"), "unknown argument `--prefix`")
        self.refused(self.install("--to"), "--to needs a value")


if __name__ == "__main__":
    unittest.main()

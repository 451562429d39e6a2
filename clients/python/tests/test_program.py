"""Where the program is found: everywhere that an installer may have put it, in real
environments, and with the words that help where it is nowhere."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import unittest
import venv
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "snaphook"
FIND = "from snaphook._program import find_program; print(find_program())"


@unittest.skipUnless(os.name == "posix", "the programs of these tests are shell scripts")
class Finding(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="snaphook-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        self.on_path = self.program("on-path")

    def program(self, folder):
        """A program that says which one it is, and what it was given."""
        file = self.folder / folder / "snaphook"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text('#!/bin/sh\necho "$0" "$@"\nexit 7\n')
        file.chmod(0o755)
        return file

    def package(self, folder):
        """The package, copied to where an installer puts it."""
        place = self.folder / folder
        shutil.copytree(PACKAGE, place / "snaphook", ignore=shutil.ignore_patterns("__pycache__"))
        return place

    def run_python(self, *arguments, python=sys.executable, **environment):
        environment = {"PATH": str(self.on_path.parent), "HOME": str(self.folder), **environment}
        return subprocess.run(
            [python, *arguments],
            env={name: str(value) for name, value in environment.items()},
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def found(self, **options):
        ran = self.run_python("-c", FIND, **options)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return Path(ran.stdout.strip())

    def environment_with_package(self):
        """A virtual environment that is not activated; its Python and its scripts."""
        venv.create(self.folder / "venv", with_pip=False)
        version = "python%d.%d" % sys.version_info[:2]
        self.package(f"venv/lib/{version}/site-packages")
        return self.folder / "venv" / "bin" / "python", self.program("venv/bin")

    def test_beside_the_package_in_an_environment_that_is_not_activated(self):
        python, program = self.environment_with_package()
        self.assertEqual(self.found(python=python), program)

    def test_of_the_environment_around_the_package_also_with_another_python(self):
        version = "python%d.%d" % sys.version_info[:2]
        place = self.package(f"other/lib/{version}/site-packages")
        program = self.program("other/bin")
        self.assertEqual(self.found(PYTHONPATH=place), program)

    def test_in_a_folder_of_its_own(self):
        place = self.package("target")
        program = self.program("target/bin")
        self.assertEqual(self.found(PYTHONPATH=place), program)

    def test_in_the_folder_of_the_user(self):
        base = self.folder / "user"
        scheme = {"userbase": str(base)}
        # The system's Python: in a virtual environment there are no packages of the user.
        python = Path(sys.base_prefix) / "bin" / ("python%d.%d" % sys.version_info[:2])
        if not python.is_file():
            self.skipTest(f"{python} is not installed")
        site = sysconfig.get_path("purelib", "posix_user", scheme)
        self.package(os.path.relpath(site, self.folder))
        scripts = sysconfig.get_path("scripts", "posix_user", scheme)
        program = self.program(os.path.relpath(scripts, self.folder))
        self.assertEqual(self.found(python=python, PYTHONUSERBASE=base), program)

    def test_on_the_path_where_it_is_nowhere_else(self):
        place = self.package("alone")
        self.assertEqual(self.found(PYTHONPATH=place), self.on_path)

    def test_the_current_folder_is_not_searched(self):
        place = self.package("alone")
        self.program(".")
        self.assertEqual(
            self.found(PYTHONPATH=place, PATH=f":{self.on_path.parent}"), self.on_path
        )

    def test_what_cannot_be_run_is_passed_over(self):
        python, program = self.environment_with_package()
        program.chmod(0o644)
        self.assertEqual(self.found(python=python), self.on_path)

    def test_the_variable_comes_first(self):
        python, _ = self.environment_with_package()
        named = self.program("named")
        self.assertEqual(self.found(python=python, SNAPHOOK_BINARY=named), named)

    def test_what_is_named_is_never_replaced(self):
        python, _ = self.environment_with_package()
        ran = self.run_python("-m", "snaphook", python=python, SNAPHOOK_BINARY="/none/snaphook")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("cannot find the program `/none/snaphook`, which SNAPHOOK_BINARY", ran.stderr)
        self.assertIn("help: correct SNAPHOOK_BINARY", ran.stderr)

    def test_nowhere_is_an_error_that_helps_and_blocks(self):
        place = self.package("alone")
        ran = self.run_python("-m", "snaphook", PYTHONPATH=place, PATH="/none")
        # As a hook of an agent: every status but 2 would let the call go on.
        self.assertEqual((ran.returncode, ran.stdout), (2, ""))
        self.assertIn("error: cannot find the program `snaphook`", ran.stderr)
        self.assertIn("help: `pip install snaphook` brings the program", ran.stderr)

    def test_the_module_is_the_program(self):
        python, program = self.environment_with_package()
        ran = self.run_python("-m", "snaphook", "fire", "a b", python=python)
        self.assertEqual((ran.returncode, ran.stdout), (7, f"{program} fire a b\n"))

"""Finds the ``snaphook`` program: the one that was named, the one that was installed
together with this package, or the one on the ``PATH``."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Iterator, Optional

from ._errors import ServerNotFound

VARIABLE = "SNAPHOOK_BINARY"
HELP = (
    "help: `pip install snaphook` brings the program where a wheel exists for the system; "
    "elsewhere `cargo install snaphook-cli` does. To use another, name it with `binary=` or "
    f"the environment variable {VARIABLE}"
)


def find_program(binary: Optional[str] = None) -> str:
    """Returns the path of the program. What is named by ``binary`` or the environment
    variable must exist: nothing else is started in its place."""
    for named, by in ((binary, "`binary=`"), (os.environ.get(VARIABLE), VARIABLE)):
        if named:
            found = shutil.which(named)
            if found is None:
                raise ServerNotFound(
                    f"cannot find the program `{named}`, which {by} names\n"
                    f"help: correct {by}, or remove it to use the program that was installed "
                    "with this package"
                )
            return found
    searched = os.environ.get("PATH", "").split(os.pathsep)
    for folder in [*script_folders(), *map(Path, filter(None, searched))]:
        program = folder / ("snaphook.exe" if os.name == "nt" else "snaphook")
        # Not `shutil.which`: on Windows it looks in the current folder first, which may
        # be a project that brings a program of this name.
        if program.is_file() and os.access(program, os.X_OK):
            return str(program)
    raise ServerNotFound(
        f"cannot find the program `snaphook`, neither beside this package nor on the PATH\n{HELP}"
    )


def script_folders() -> Iterator[Path]:
    """Yields the folders in which an installer puts the programs of this package, the
    nearest to the package first."""
    package = Path(__file__).absolute().parent
    scripts = "Scripts" if os.name == "nt" else "bin"
    # A folder of its own (`pip install --target`, an unpacked wheel).
    yield package.parent / scripts
    # The environment around the package, which need not be active nor that of this
    # interpreter: `lib/python3.12/site-packages/snaphook`, `Lib/site-packages/snaphook`.
    if package.parent.name in ("site-packages", "dist-packages"):
        for above in list(package.parents)[1:4]:
            if above.name.lower() in ("lib", "lib64"):
                yield above.parent / scripts
    # Where this interpreter's installer would put it.
    for scheme in (None, _user_scheme()):
        folder = sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts")
        if folder:
            yield Path(folder)


def _user_scheme() -> Optional[str]:
    """Returns the name of the scheme of ``pip install --user``, if there is one here."""
    if sys.version_info >= (3, 10):
        name = sysconfig.get_preferred_scheme("user")
    elif os.name == "nt":
        name = "nt_user"
    elif sys.platform == "darwin" and getattr(sys, "_framework", ""):
        name = "osx_framework_user"
    else:
        name = "posix_user"
    return name if name in sysconfig.get_scheme_names() else None

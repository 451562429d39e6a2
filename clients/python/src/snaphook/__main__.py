"""``python -m snaphook`` is the program ``snaphook`` that was installed with this package."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NoReturn

from ._errors import ServerNotFound
from ._program import find_program

# An agent takes every other status of a hook for "go on".
BLOCKS = 2


def main() -> NoReturn:
    """Becomes the program, with the same arguments, streams and exit status."""
    try:
        program = find_program()
        command = [program, *sys.argv[1:]]
        if os.name == "posix":
            sys.stdout.flush()
            os.execv(program, command)
        # Windows has no `exec`: a Ctrl-C is for the program, which sets the status.
        with subprocess.Popen(command) as process:
            while True:
                try:
                    sys.exit(process.wait())
                except KeyboardInterrupt:
                    continue
    except ServerNotFound as error:
        print(f"error: {error}", file=sys.stderr)
    except OSError as error:
        print(f"error: cannot start {program}: {error}", file=sys.stderr)
    sys.exit(BLOCKS)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Prints the sizes of what people download; with `--check`, fails where one is too large."""

import sys
from pathlib import Path

LIMITS = {".tar.xz": 10, ".zip": 13, ".whl": 13, ".tgz": 13, ".deb": 13}
MB = 1_000_000


def main(folder, check):
    too_large = False
    for file in sorted(Path(folder).iterdir()):
        limit = next((mb for end, mb in LIMITS.items() if file.name.endswith(end)), None)
        if limit is not None:
            size = file.stat().st_size
            print(f"{size / MB:6.2f} MB of {limit:2}  {file.name}")
            too_large |= size > limit * MB
    if check and too_large:
        sys.exit("error: a download is too large\nhelp: CONTRIBUTING.md, section Size, says what each part costs")


if __name__ == "__main__":
    main(sys.argv[1], "--check" in sys.argv)

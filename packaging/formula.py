#!/usr/bin/env python3
"""Prints the Homebrew formula of a release: `formula.py SHA256SUMS`."""

import sys
from pathlib import Path

from platforms import version

TEMPLATE = Path(__file__).resolve().parent / "snaphook.rb.in"


def formula(sums):
    """The template, with the version and the checksum of every archive that it names."""
    digests = {name: digest for digest, name in (line.split() for line in sums.splitlines())}
    text = TEMPLATE.read_text().replace("@VERSION@", version())
    while "@SHA256:" in text:
        before, _, rest = text.partition("@SHA256:")
        target, _, after = rest.partition("@")
        name = f"snaphook-{version()}-{target}.tar.xz"
        if name not in digests:
            sys.exit(f"error: the checksums do not name {name}")
        text = before + digests[name] + after
    return text


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} SHA256SUMS")
    print(formula(Path(sys.argv[1]).read_text()), end="")

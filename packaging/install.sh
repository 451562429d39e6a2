#!/bin/sh
# Installs snaphook: downloads the program of the newest release, or of `--version`, checks
# its checksum, and puts it into ~/.local/bin, or `--to`. It changes nothing else.
#
#   curl -fsSL https://github.com/snaphook/snaphook/releases/latest/download/install.sh | sh
#   … | sh -s -- --version 1.2.3 --to /usr/local/bin
#
# Everything is in functions: what was downloaded only in part does nothing.
set -eu

RELEASES=${SNAPHOOK_RELEASES:-https://github.com/snaphook/snaphook/releases}

fail() {
  echo "error: $1" >&2
  [ -z "${2:-}" ] || echo "help: $2" >&2
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

target() {
  case $(uname -s) in
    Linux) system=unknown-linux-musl ;;
    Darwin) system=apple-darwin ;;
    *) fail "no program for $(uname -s) by this script" "on Windows use install.ps1; elsewhere \`cargo install snaphook-cli --locked\`" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) processor=x86_64 ;;
    aarch64 | arm64) processor=aarch64 ;;
    *) fail "no program for the processor $(uname -m)" "\`cargo install snaphook-cli --locked\` builds one" ;;
  esac
  # A shell that is translated says x86_64.
  if [ "$system" = apple-darwin ] && [ "$(sysctl -n hw.optional.arm64 2>/dev/null || true)" = 1 ]; then
    processor=aarch64
  fi
  echo "$processor-$system"
}

download() { # URL FILE
  if has curl; then
    case $1 in
      https:*) curl -fsSL --proto '=https' --tlsv1.2 --retry 3 -o "$2" "$1" ;;
      *) curl -fsSL --retry 3 -o "$2" "$1" ;;
    esac
  else
    wget -q -O "$2" "$1"
  fi || fail "cannot download $1" "check the network and that this version exists: $RELEASES"
}

checksum() { # FILE
  if has sha256sum; then sha256sum "$1"
  elif has shasum; then shasum -a 256 "$1"
  else openssl dgst -sha256 -r "$1"
  fi | cut -d ' ' -f 1
}

main() {
  version=latest to=${SNAPHOOK_INSTALL_DIR:-${HOME:-}/.local/bin}
  while [ $# -gt 0 ]; do
    case $1 in
      --version | --to) [ $# -gt 1 ] || fail "$1 needs a value" ;;
    esac
    case $1 in
      --version) version=${2#v}; shift 2 ;;
      --to) to=$2; shift 2 ;;
      *) fail "unknown argument \`$1\`" "the arguments are --version VERSION and --to FOLDER" ;;
    esac
  done
  case $to in /*) ;; *) fail "\`$to\` is not an absolute path" "name the folder with --to" ;; esac
  for tool in uname tar mktemp cut grep; do has "$tool" || fail "this needs \`$tool\`" "install it"; done
  has curl || has wget || fail "neither curl nor wget is here" "install one of them"
  has sha256sum || has shasum || has openssl ||
    fail "cannot check what is downloaded: no sha256sum, shasum or openssl" "install one of them"

  target=$(target)
  if [ "$version" = latest ]; then from=$RELEASES/latest/download; else from=$RELEASES/download/v$version; fi
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  trap 'exit 1' HUP INT TERM
  download "$from/SHA256SUMS" "$folder/SHA256SUMS"
  # xz is smaller, but not everywhere.
  if has xz; then end=tar.xz; else end=tar.gz; fi
  line=$(grep -E "^[0-9a-f]{64}  snaphook-[0-9][^/ ]*-$target\.$end\$" "$folder/SHA256SUMS" || true)
  [ "$(printf '%s\n' "$line" | grep -c .)" = 1 ] ||
    fail "the release has no program for $target" "its files: $RELEASES"
  file=${line##* }
  download "$from/$file" "$folder/$file"
  expected=${line%% *} actual=$(checksum "$folder/$file")
  [ "$expected" = "$actual" ] ||
    fail "the checksum of $file is $actual, but must be $expected: nothing was installed" \
      "try again; if it stays so, report it: the file is not the one that was released"
  (cd "$folder" && if [ "$end" = tar.xz ]; then xz -dc "$file" | tar xf -; else tar xzf "$file"; fi) ||
    fail "cannot unpack $file"
  program=$folder/${file%".$end"}/snaphook
  "$program" --version >/dev/null || fail "the program does not start on this system"
  mkdir -p "$to" || fail "cannot make the folder $to" "name another with --to"
  # In one step: agents may be calling the old one.
  { cp "$program" "$to/.snaphook.$$" && chmod 755 "$to/.snaphook.$$" && mv -f "$to/.snaphook.$$" "$to/snaphook"; } ||
    { rm -f "$to/.snaphook.$$"; fail "cannot write to $to" "name another folder with --to"; }
  echo "installed $("$to/snaphook" -V) to $to/snaphook"
  case :$PATH: in
    *:"$to":*) ;;
    *) echo "help: $to is not on the PATH: add \`export PATH=\"$to:\$PATH\"\` to your shell's profile" ;;
  esac
}

main "$@"

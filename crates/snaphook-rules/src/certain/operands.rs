//! Which commands take operands that are only known at run time.
//!
//! Unknown text may begin with `-`, so that an operand becomes an option. That
//! is harmless only where no option of the command runs or writes anything. A
//! glob whose names could begin with `-` is refused for commands that are known
//! to have such an option, the text of a variable wherever nobody vouches for
//! the command.

use super::doubt::{Certain, Doubt};
use super::interpreters::{base, is_interpreter};
use super::line::{CertainPiece, CertainWord};

/// Commands none of whose options runs anything, or writes a file that its
/// operands do not name anyway. By their plain names only.
const PLAIN: &[&str] = &[
    ":",
    "b2sum",
    "basename",
    "cat",
    "cksum",
    "cmp",
    "comm",
    "cut",
    "df",
    "dirname",
    "du",
    "echo",
    "egrep",
    "expand",
    "false",
    "fgrep",
    "fold",
    "grep",
    "head",
    "id",
    "join",
    "jq",
    "ls",
    "md5sum",
    "mkdir",
    "nl",
    "od",
    "paste",
    "printenv",
    "ps",
    "readlink",
    "realpath",
    "rev",
    "rm",
    "rmdir",
    "seq",
    "sha1sum",
    "sha224sum",
    "sha256sum",
    "sha384sum",
    "sha512sum",
    "sleep",
    "stat",
    "strings",
    "sum",
    "tac",
    "tail",
    "touch",
    "tr",
    "true",
    "uname",
    "unexpand",
    "wc",
    "whoami",
];

/// Commands with options that run or write something.
const RUNS: &[&str] = &[
    "7z",
    "ack",
    "ag",
    "ansible",
    "ansible-playbook",
    "ant",
    "apt",
    "apt-get",
    "ar",
    "at",
    "awk",
    "aws",
    "az",
    "base32",
    "base64",
    "bat",
    "batch",
    "bazel",
    "black",
    "brew",
    "bundle",
    "bzip2",
    "c++",
    "cargo",
    "cc",
    "chmod",
    "chown",
    "clang",
    "clang++",
    "cloc",
    "cmake",
    "code",
    "composer",
    "convert",
    "cp",
    "cpio",
    "crontab",
    "ctags",
    "curl",
    "date",
    "dd",
    "delta",
    "deno",
    "diff",
    "dnf",
    "docker",
    "docker-compose",
    "dos2unix",
    "dot",
    "doxygen",
    "dpkg",
    "ed",
    "emacs",
    "eslint",
    "etags",
    "ex",
    "exiftool",
    "fd",
    "fdfind",
    "ffmpeg",
    "file",
    "find",
    "fzf",
    "g++",
    "gawk",
    "gcc",
    "gcloud",
    "gdb",
    "gdbserver",
    "gem",
    "gfind",
    "gh",
    "git",
    "go",
    "gofmt",
    "gpg",
    "gradle",
    "gtar",
    "gzip",
    "helm",
    "hg",
    "htop",
    "iconv",
    "install",
    "isort",
    "java",
    "javac",
    "jest",
    "jj",
    "journalctl",
    "just",
    "kubectl",
    "latex",
    "ld",
    "less",
    "lldb",
    "ln",
    "logger",
    "losetup",
    "ltrace",
    "lualatex",
    "lz4",
    "magick",
    "mail",
    "make",
    "man",
    "mawk",
    "meson",
    "mkfs",
    "mocha",
    "mount",
    "mutt",
    "mv",
    "mvn",
    "mypy",
    "mysql",
    "nano",
    "nc",
    "ninja",
    "nmap",
    "node",
    "npm",
    "npx",
    "nvim",
    "open",
    "openssl",
    "pandoc",
    "patch",
    "pax",
    "pdflatex",
    "perl",
    "phpunit",
    "pip",
    "pip3",
    "pnpm",
    "podman",
    "prename",
    "prettier",
    "psql",
    "pylint",
    "pytest",
    "qemu",
    "rake",
    "rar",
    "rename",
    "rg",
    "rpm",
    "rspec",
    "rsync",
    "rubocop",
    "ruby",
    "ruff",
    "rustc",
    "rustfmt",
    "scp",
    "screen",
    "sed",
    "sftp",
    "shuf",
    "snap",
    "socat",
    "sort",
    "sphinx-build",
    "split",
    "sqlite3",
    "ssh",
    "strace",
    "stylelint",
    "sudo",
    "svn",
    "systemctl",
    "tar",
    "tcpdump",
    "tee",
    "terraform",
    "tmux",
    "top",
    "tox",
    "tree",
    "tsc",
    "uniq",
    "unrar",
    "unzip",
    "uv",
    "vi",
    "view",
    "vim",
    "vitest",
    "wget",
    "xargs",
    "xdg-open",
    "xelatex",
    "xmllint",
    "xxd",
    "xz",
    "yarn",
    "yq",
    "yum",
    "zip",
    "zstd",
];

/// Whether no option of the command runs or writes anything.
pub(super) fn is_plain(name: &str) -> bool {
    PLAIN.contains(&name)
}

/// Checks the operands of a command that is not a wrapper.
pub(super) fn check(words: &[CertainWord]) -> Certain<()> {
    let name = words[0].known().unwrap_or_default();
    if is_plain(name) {
        return Ok(());
    }
    let runs = RUNS.contains(&base(name)) || is_interpreter(name);
    let taken = taken_as_values(words);
    for (at, word) in words.iter().enumerate().skip(1) {
        if taken.contains(&at) {
            continue;
        }
        let unknown = word.has_expansion() && !is_below_known_folder(word);
        if unknown || (runs && word.could_be_option()) {
            let what = "an operand that could be an option which runs or writes something";
            return Err(Doubt::at(word.range.start, what));
        }
    }
    Ok(())
}

/// `./"$X"`, `src/"$X"`: one word, a path, and never an option.
fn is_below_known_folder(word: &CertainWord) -> bool {
    let split = CertainPiece::Expansion { quoted: false };
    let folder = word.head();
    !word.pieces.contains(&split) && folder.contains('/') && !folder.starts_with('-')
}

/// Commands of which some options surely take the next word as their value, and
/// options that take none: where only these are before a value, it is one.
const VALUES: &[(&[&str], &[&str], &[&str])] = &[
    (
        &["git", "commit"],
        &["-m", "--message", "-am"],
        &[
            "-a",
            "--all",
            "-q",
            "--quiet",
            "-v",
            "--verbose",
            "-s",
            "--signoff",
            "--amend",
            "--allow-empty",
            "-n",
            "--no-verify",
            "--no-edit",
        ],
    ),
    (
        &["git", "tag"],
        &["-m", "--message"],
        &["-a", "--annotate", "-f", "--force"],
    ),
    (
        &["git", "stash", "push"],
        &["-m", "--message"],
        &["-u", "--include-untracked", "-q"],
    ),
    (
        &["gh", "pr", "create"],
        &["-t", "--title", "-b", "--body"],
        &["-d", "--draft"],
    ),
    (&["gh", "pr", "comment"], &["-b", "--body"], &[]),
    (
        &["gh", "issue", "create"],
        &["-t", "--title", "-b", "--body"],
        &[],
    ),
    (&["gh", "issue", "comment"], &["-b", "--body"], &[]),
];

/// Where words stand that options take as their values, whatever they are.
fn taken_as_values(words: &[CertainWord]) -> Vec<usize> {
    let is = |(command, ..): &&(&[&str], _, _)| {
        command.len() < words.len()
            && command
                .iter()
                .zip(words)
                .all(|(name, word)| word.known() == Some(name))
    };
    let mut taken = Vec::new();
    let Some((command, values, flags)) = VALUES.iter().find(is) else {
        return taken;
    };
    let mut at = command.len();
    while let Some(option) = words.get(at).and_then(CertainWord::known) {
        if values.contains(&option) {
            let Some(value) = words.get(at + 1).filter(|word| is_one_word(word)) else {
                break;
            };
            if value.known().is_none() {
                taken.push(at + 1);
            }
            at += 2;
        } else if flags.contains(&option) {
            at += 1;
        } else {
            break;
        }
    }
    taken
}

/// Whether it is one word whatever its pieces come to.
fn is_one_word(word: &CertainWord) -> bool {
    let one = |piece: &CertainPiece| {
        !matches!(
            piece,
            CertainPiece::Glob | CertainPiece::Expansion { quoted: false }
        )
    };
    word.pieces.iter().all(one)
}

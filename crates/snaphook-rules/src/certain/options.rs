//! Options whose value is a command. A rule for the command with a `*` was not
//! written with these in mind.

use super::line::CertainWord;

/// Commands with the options, or beginnings of options, that hold a command.
#[rustfmt::skip]
const HOLD_COMMANDS: &[(&[&str], &[&str])] = &[
    (&["tar", "gtar", "bsdtar"], &["--checkpoint-action", "--to-command", "--use-compress-program", "-I", "--rsh-command", "--rmt-command",
        "--info-script", "--new-volume-script", "-F"]),
    (&["rsync"], &["-e", "--rsh", "--rsync-path"]),
    (&["scp", "sftp"], &["-S", "-o", "-F", "-D"]),
    (&["ssh"], &["-F", "-I"]),
    (&["sort", "gsort"], &["--compress-prog"]),
    (&["split", "gsplit"], &["--filter"]),
    (&["man"], &["-P", "--pager", "-H", "--html"]),
    (&["rg"], &["--pre", "--hostname-bin"]),
    (&["zip"], &["-T", "--unzip-command", "-TT"]),
    (&["make", "gmake"], &["SHELL=", "--eval", "-E", "MAKE="]),
    (&["go"], &["-exec", "--exec", "-toolexec", "--toolexec", "-vettool"]),
    (&["cargo"], &["--config"]),
    (&["tcpdump"], &["-z"]),
    (&["wget"], &["--use-askpass", "-e", "--execute"]),
    (&["curl"], &["-K", "--config"]),
    (&["vi", "vim", "nvim", "view", "ex", "emacs"], &["-c", "--cmd", "+", "-S", "--eval", "-s", "-u", "-f", "-l", "--load", "--batch", "-e"]),
    (&["gdb", "lldb"], &["-e", "--e", "-x", "-i", "--i", "--args", "-a", "-o", "-O", "-k", "-s", "-c", "-B", "-P", "--one-line", "--source"]),
    (&["sqlite3"], &["-cmd", "-init", ".", "--cmd", "--init", "-A"]),
    (&["ed", "red"], &["!"]),
    (&["dc"], &["-e", "--expr", "-f", "--file"]),
    (&["m4"], &["-D", "--define"]),
    (&["less", "more"], &["+", "-k", "--lesskey"]),
    (&["git"], &["--exec-path=", "--config-env", "--upload-pack", "--receive-pack", "ext::", "--ext-diff", "--textconv"]),
    (&["npm", "pnpm", "yarn"], &["--script-shell", "--shell", "--node-options"]),
    (&["node"], &["--require", "-r", "--import", "--loader", "--experimental-loader"]),
];

/// Settings of git that `-c` may set without running anything.
const QUIET_SETTINGS: &[&str] = &[
    "advice.",
    "color.",
    "column.",
    "commit.gpgsign=false",
    "core.abbrev",
    "core.autocrlf",
    "core.quotepath",
    "init.defaultbranch",
    "log.",
    "user.email",
    "user.name",
];

/// Subcommands of git that run commands, and with which words; without any,
/// always.
#[rustfmt::skip]
const RUNNING_SUBCOMMANDS: &[(&str, &[&str])] = &[
    ("archive", &["--exec", "--remote"]),
    ("bisect", &["run"]),
    ("clone", &["-u", "-c", "--config", "--template"]),
    ("config", &[]),
    ("daemon", &[]),
    ("difftool", &[]),
    ("filter-branch", &[]),
    ("for-each-repo", &[]),
    ("grep", &["-O", "--open-files-in-pager"]),
    ("hook", &[]),
    ("init", &["--template"]),
    ("instaweb", &[]),
    ("mergetool", &[]),
    ("rebase", &["-x", "--exec"]),
    ("send-email", &[]),
    ("submodule", &["foreach"]),
];

/// Whether a word of the command is such an option.
pub(super) fn hold_command(name: &str, words: &[CertainWord]) -> bool {
    let operands = &words[1..];
    let listed = HOLD_COMMANDS
        .iter()
        .filter(|(names, _)| names.contains(&name));
    let mut options = listed.flat_map(|(_, options)| options.iter());
    if options.any(|option| operands.iter().any(|word| is_option(word, option))) {
        return true;
    }
    let clustered: &[char] = match name {
        "tar" | "gtar" | "bsdtar" => &['I', 'F'],
        "rsync" => &['e'],
        "zip" => &['T'],
        _ => &[],
    };
    // The first word of `tar` is a cluster without `-`, too.
    let in_cluster = |(at, word): (usize, &CertainWord)| {
        let text = word.head();
        let short = text.starts_with('-') && !text.starts_with("--");
        (short || (at == 0 && name != "rsync" && name != "zip")) && text.contains(clustered)
    };
    if !clustered.is_empty() && operands.iter().enumerate().any(in_cluster) {
        return true;
    }
    match name {
        "git" => git_runs(operands),
        // Its program writes a file, which no edit rule names.
        "awk" | "gawk" | "mawk" | "nawk" => {
            operands.iter().filter_map(CertainWord::known).any(|code| {
                let code: String = code.split_whitespace().collect();
                code.contains(">\"")
            })
        }
        // Functions of SQL that run a program or load one.
        "sqlite3" => operands.iter().any(|word| {
            let text = word.known().unwrap_or("edit(").to_lowercase();
            let text: String = text.split_whitespace().collect();
            ["edit(", "load_extension(", "writefile("]
                .iter()
                .any(|part| text.contains(part))
        }),
        "ssh" => operands.iter().any(|word| {
            let text = word.head().to_lowercase();
            ["command", "provider", "include", "match exec"]
                .iter()
                .any(|part| text.contains(part))
                && (text.contains('=') || text.contains(' ') || text.starts_with("-o"))
        }),
        _ => false,
    }
}

/// Whether a word is the option, with a value or not. Long ones may be cut
/// short.
fn is_option(word: &CertainWord, option: &str) -> bool {
    let text = word.head();
    let name = text.split('=').next().unwrap_or_default();
    let cut = name.len() > 2 && name.starts_with("--") && option.starts_with(name);
    text.starts_with(option) || cut
}

/// Whether a word has the letter of a short option among others: `-qu`.
fn is_clustered(word: &CertainWord, option: &str) -> bool {
    let text = word.head();
    let letter = option.strip_prefix('-').filter(|rest| rest.len() == 1);
    let short = text.starts_with('-') && !text.starts_with("--");
    letter.is_some_and(|letter| short && text.contains(letter))
}

fn git_runs(operands: &[CertainWord]) -> bool {
    let known: Vec<&str> = operands
        .iter()
        .map(|word| word.known().unwrap_or("\0"))
        .collect();
    let pairs = known.iter().zip(known.iter().skip(1));
    let sets = pairs.into_iter().any(|(option, value)| {
        let quiet = |setting: &&str| value.to_lowercase().starts_with(setting);
        *option == "-c" && !QUIET_SETTINGS.iter().any(quiet) && value.contains('=')
    });
    let attached = |word: &&str| word.starts_with("-c") && word.contains('=');
    let runs = |(name, with): &(&str, &[&str])| {
        let named = known.iter().position(|word| word == name);
        named.is_some_and(|at| {
            let rest = &operands[at + 1..];
            with.is_empty()
                || with.iter().any(|option| {
                    rest.iter()
                        .any(|word| is_option(word, option) || is_clustered(word, option))
                })
        })
    };
    sets || known.iter().any(attached) || RUNNING_SUBCOMMANDS.iter().any(runs)
}

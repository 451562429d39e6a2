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
    (&["gdb", "lldb"], &["-ex", "--ex", "-x", "-iex", "--eval-command", "--args", "-o", "-c", "--one-line"]),
    (&["sqlite3"], &["-cmd", "-init", ".", "--cmd", "--init"]),
    (&["git"], &["--exec-path=", "--config-env", "--exec", "--upload-pack", "--receive-pack", "--open-files-in-pager",
        "-O", "--ext-diff", "--extcmd", "--tool", "-x", "--to-cmd", "--cc-cmd", "--smtp-server", "ext::", "--template", "--msg-filter",
        "--tree-filter", "--index-filter", "--env-filter", "--commit-filter", "--parent-filter", "--tag-name-filter", "--textconv"]),
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

/// Subcommands of git that run commands.
const RUNNING_SUBCOMMANDS: &[&[&str]] = &[
    &["bisect", "run"],
    &["difftool"],
    &["filter-branch"],
    &["mergetool"],
    &["submodule", "foreach"],
    &["for-each-repo"],
    &["hook"],
    &["instaweb"],
    &["rebase", "-x"],
];

/// Whether a word of the command is such an option.
pub(super) fn hold_command(name: &str, words: &[CertainWord]) -> bool {
    let operands = &words[1..];
    let listed = HOLD_COMMANDS
        .iter()
        .filter(|(names, _)| names.contains(&name));
    let mut options = listed.flat_map(|(_, options)| options.iter());
    if options.any(|option| operands.iter().any(|word| word.head().starts_with(option))) {
        return true;
    }
    match name {
        "git" => git_runs(operands),
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

fn git_runs(operands: &[CertainWord]) -> bool {
    let known: Vec<&str> = operands
        .iter()
        .map(|word| word.known().unwrap_or("\0"))
        .collect();
    let sets = known
        .iter()
        .zip(known.iter().skip(1))
        .any(|(option, value)| {
            let quiet = |setting: &&str| value.to_lowercase().starts_with(setting);
            *option == "-c" && !QUIET_SETTINGS.iter().any(quiet) && value.contains('=')
        });
    let attached = known
        .iter()
        .any(|word| word.starts_with("-c") && word.contains('='));
    let subcommand = |names: &&[&str]| names.iter().all(|name| known.contains(name));
    sets || attached || RUNNING_SUBCOMMANDS.iter().any(subcommand)
}

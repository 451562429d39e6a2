//! The variables whose values are commands, or options of a program, as one
//! table.

use super::CodeFindings;
use super::code::after;
use crate::shell::found::SimpleCommand;
use crate::shell::wrap::InnerCommand;
use crate::shell::{Piece, Word};

/// Values that are commands.
#[rustfmt::skip]
const COMMANDS: &[&str] = &[
    "GIT_SSH_COMMAND", "GIT_SSH", "GIT_PAGER", "GIT_EDITOR", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS", "GIT_PROXY_COMMAND", "GIT_SEQUENCE_EDITOR",
    "PAGER", "MANPAGER", "SYSTEMD_PAGER", "BAT_PAGER", "DELTA_PAGER", "GH_PAGER", "AWS_PAGER", "PSQL_PAGER", "DPKG_PAGER", "ACK_PAGER",
    "EDITOR", "VISUAL", "FCEDIT", "SUDO_EDITOR", "SYSTEMD_EDITOR", "KUBE_EDITOR", "GH_EDITOR", "HGEDITOR", "SVN_EDITOR", "CVSEDITOR", "PSQL_EDITOR",
    "BROWSER", "GH_BROWSER", "LESSOPEN", "LESSCLOSE", "LESSEDIT", "PROMPT_COMMAND", "SHELL", "CONFIG_SHELL", "MAKESHELL",
    "SSH_ASKPASS", "SUDO_ASKPASS", "RUSTC", "RUSTDOC", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "CARGO_BUILD_RUSTC", "CARGO",
    "CC", "CXX", "CPP", "LD", "AR", "AS", "FC", "MAKE", "HOSTCC", "CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER",
    "RSYNC_RSH", "RSYNC_CONNECT_PROG", "CVS_RSH", "SVN_SSH", "HGMERGE", "SVN_MERGE", "KUBECTL_EXTERNAL_DIFF", "BORG_RSH", "BORG_PASSCOMMAND",
    "FZF_DEFAULT_COMMAND", "npm_config_script_shell", "NPM_CONFIG_SCRIPT_SHELL", "npm_config_editor", "PINENTRY_PROGRAM", "TAR_COMMAND",
    "PARALLEL_SHELL", "PARALLEL_SSH", "ANSIBLE_SSH_EXECUTABLE", "ANSIBLE_EXECUTABLE", "GOTOOLEXEC", "HOMEBREW_EDITOR", "HOMEBREW_BROWSER", "DIFFPROG",
];

/// Endings of names whose values mostly are.
const ENDINGS: [&str; 16] = [
    "_EDITOR",
    "_PAGER",
    "_BROWSER",
    "_ASKPASS",
    "_RUNNER",
    "_LINKER",
    "_WRAPPER",
    "_LAUNCHER",
    "_COMMAND",
    "_SHELL",
    "_RSH",
    "_CMD",
    "_HOOK",
    "_PASSCOMMAND",
    "_script_shell",
    "_editor",
];

/// Values that are options of a program, or code for it.
#[rustfmt::skip]
const OPTIONS: &[(&str, &[&str], bool)] = &[
    ("TAR_OPTIONS", &["tar"], true), ("MANOPT", &["man"], true), ("LESS", &["less"], true), ("MORE", &["more"], true),
    ("PERL5OPT", &["perl"], true), ("RUBYOPT", &["ruby"], true), ("NODE_OPTIONS", &["node"], true), ("BUN_OPTIONS", &["bun"], true),
    ("MAKEFLAGS", &["make"], true), ("GNUMAKEFLAGS", &["make"], true), ("FZF_DEFAULT_OPTS", &["fzf"], true),
    ("JAVA_TOOL_OPTIONS", &["java"], true), ("_JAVA_OPTIONS", &["java"], true), ("JDK_JAVA_OPTIONS", &["java"], true),
    ("GOFLAGS", &["go", "test"], true), ("PARALLEL", &["parallel"], true), ("RSYNC_OPTIONS", &["rsync"], true),
    ("VIMINIT", &["vim", "-c"], false), ("EXINIT", &["ex", "-c"], false), ("MYVIMRC", &["vim", "-c"], false),
    ("PERL5DB", &["perl", "-e"], false), ("PYTHONBREAKPOINT", &["python", "-c"], false), ("GIT_CONFIG_PARAMETERS", &["git", "-c"], false),
];

/// Adds what the variables in front of a command, or set by it, hold.
pub(super) fn set(command: &SimpleCommand, inside: &mut CodeFindings) {
    for (name, value) in &command.values {
        one(name, value, inside);
    }
    let name = command
        .words
        .first()
        .and_then(Word::known)
        .unwrap_or_default();
    let name = name.rsplit('/').next().unwrap_or(name);
    let sets = [
        "env",
        "genv",
        "export",
        "declare",
        "typeset",
        "readonly",
        "local",
        "sudo",
        "doas",
        "systemd-run",
        "cross-env",
        "setenv",
    ];
    if !sets.contains(&name) {
        return;
    }
    for word in &command.words[1..] {
        let head = word.head();
        let start = match head.strip_prefix("--setenv=") {
            Some(_) => 9,
            None => 0,
        };
        if let Some((name, _)) = head[start..].split_once('=')
            && !name.is_empty()
            && name
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'+')
        {
            let value = after(word, start + name.len() + 1);
            one(name.trim_end_matches('+'), &value, inside);
        }
    }
}

fn one(name: &str, value: &Word, inside: &mut CodeFindings) {
    if COMMANDS.contains(&name) || name.starts_with("GIT_CONFIG_VALUE_") {
        inside.command(value, true);
    } else if let Some((_, program, splits)) = OPTIONS.iter().find(|(known, ..)| *known == name) {
        options(program, *splits, value, inside);
    } else if ENDINGS.iter().any(|end| name.ends_with(end)) {
        // Of a name that only looks so, an expansion is nothing.
        if value.known().is_some() {
            inside.command(value, false);
        }
    }
}

/// The program, as if it had been given the value.
fn options(program: &[&str], splits: bool, value: &Word, inside: &mut CodeFindings) {
    let mut words: Vec<Word> = program
        .iter()
        .map(|name| Word::text(name, value.range()))
        .collect();
    match value.known() {
        Some("") => return,
        Some(text) if splits => {
            // Each as it is, and all in one: the program knows its quotes.
            let plain = text.replace(['\'', '"'], "");
            words.extend(
                plain
                    .split_whitespace()
                    .map(|part| Word::text(part, value.range())),
            );
            let text = Word::new([Piece::Text(plain)], value.range());
            words.push(text);
        }
        Some(text) => {
            let plain = text.trim_matches(['\'', '"', ' ']).replace("'='", "=");
            words.push(Word::text(&plain, value.range()));
        }
        None => words.push(value.clone()),
    }
    inside.inner.push(InnerCommand::Words(words).doubtful());
}

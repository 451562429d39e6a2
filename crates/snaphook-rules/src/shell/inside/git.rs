//! git: the options and settings that hold commands. Aliases are wrappers.

use super::CodeFindings;
use super::code::after;
use super::options::{fits, setting};
use super::programs::Form;
use crate::shell::{Piece, Word};

/// Settings, in lower case.
#[rustfmt::skip]
pub(super) const KEYS: &[&str] = &[
    "core.pager", "core.sshcommand", "core.editor", "core.fsmonitor", "core.askpass", "core.gitproxy", "core.alternaterefscommand",
    "diff.external", "diff.*.command", "diff.*.textconv", "merge.*.driver", "mergetool.*.cmd", "mergetool.*.path", "difftool.*.cmd", "difftool.*.path",
    "filter.*.clean", "filter.*.smudge", "filter.*.process", "interactive.difffilter", "sequence.editor",
    "credential.helper", "credential.*.helper", "gpg.program", "gpg.*.program", "gpg.ssh.defaultkeycommand", "pager.*", "browser.*.cmd", "browser.*.path", "man.*.cmd", "man.*.path", "help.browser",
    "sendemail.*cmd", "sendemail.smtpserver", "uploadpack.packobjectshook", "remote.*.uploadpack", "remote.*.receivepack", "trailer.*.command", "trailer.*.cmd", "tar.*.command", "web.browser",
    "guitool.*.cmd", "instaweb.httpd", "instaweb.browser", "submodule.*.update", "imap.tunnel", "lfs.customtransfer.*.path", "hook.*.command",
];

/// Settings that name a folder or a file from which commands come.
const ELSEWHERE: [&str; 4] = [
    "core.hookspath",
    "include.path",
    "includeif.*",
    "core.attributesfile",
];

#[rustfmt::skip]
pub(super) const OPTIONS: &[(&str, Form)] = &[
    ("-c", Form::Settings(KEYS)), ("--config", Form::Settings(KEYS)),
    ("--upload-pack", Form::Command), ("--receive-pack", Form::Command), ("--exec", Form::Command),
    ("--extcmd", Form::Command), ("--open-files-in-pager", Form::Command),
    ("--tree-filter", Form::Command), ("--index-filter", Form::Command), ("--msg-filter", Form::Command), ("--env-filter", Form::Command),
    ("--parent-filter", Form::Command), ("--commit-filter", Form::Command), ("--tag-name-filter", Form::Command), ("--setup", Form::Command),
    ("--to-cmd", Form::Command), ("--cc-cmd", Form::Command), ("--header-cmd", Form::Command), ("--sendmail-cmd", Form::Command),
    ("--smtp-server", Form::After("/")), ("--browser", Form::Command), ("--httpd", Form::Command),
];

/// What git is told beside these: settings that are kept, subcommands with
/// letters of their own, addresses that are commands.
pub(super) fn find_git_code(words: &[Word], inside: &mut CodeFindings) {
    let has = |name: &str| words.iter().any(|word| word.known() == Some(name));
    for (at, word) in words.iter().enumerate().skip(1) {
        let head = word.head();
        let next = words.get(at + 1);
        if head.starts_with("ext::") {
            inside.command(&after(word, 5), true);
        }
        let letters: &[&str] = match () {
            () if has("difftool") => &["-x"],
            () if has("clone") || has("ls-remote") || has("fetch-pack") => &["-u"],
            () if has("grep") => &["-O"],
            () => &[],
        };
        for letter in letters {
            if let Some(rest) = head.strip_prefix(letter) {
                match (rest.is_empty(), next) {
                    (false, _) => inside.command(&after(word, 2), true),
                    (true, Some(next)) if *letter != "-O" => inside.command(next, true),
                    _ => {}
                }
            }
        }
        let lower = head.to_ascii_lowercase();
        let value = match lower.strip_prefix("--config-env=") {
            // The value is in a variable.
            Some(rest) => {
                let key = rest.split('=').next().unwrap_or_default();
                if KEYS
                    .iter()
                    .chain(&ELSEWHERE)
                    .any(|pattern| fits(pattern, key))
                {
                    inside.dynamic(word.range());
                }
                continue;
            }
            None if head == "-c" || head == "--config" => next.map(Word::head).unwrap_or_default(),
            None => head.strip_prefix("-c").unwrap_or(head),
        };
        let key = value
            .split('=')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        if ELSEWHERE.iter().any(|pattern| fits(pattern, &key)) && value.contains('=') {
            inside.dynamic(word.range());
        }
        if has("config")
            && KEYS.iter().any(|pattern| fits(pattern, &lower))
            && let Some(next) = next
        {
            let mut pieces = vec![Piece::Text(format!("{lower}="))];
            pieces.extend_from_slice(next.pieces());
            setting(KEYS, &Word::new(pieces, next.range()), true, inside);
        }
    }
}

//! The name of a hook that nobody named.
//!
//! Packs define dozens of hooks whose commands begin alike (`node -e "const p=…`). So a
//! long command is called by the script that it runs and its arguments, and any other
//! long text by its beginning and a short hash of all of it.

use snaphook_redact::Redaction;

use super::handler::HandlerDef;
use super::name::{HookName, NameOrigin};
use crate::kind::CommandDef;

/// The longest name in characters: it is in a column.
const LENGTH: usize = 48;

/// The endings of files that are run.
const ENDINGS: [&str; 18] = [
    "bash", "bat", "cjs", "cmd", "exe", "fish", "js", "lua", "mjs", "php", "pl", "ps1", "py", "rb",
    "sh", "ts", "tsx", "zsh",
];

/// The name that the definition of a hook gives.
pub(super) fn derived_name(handler: &HandlerDef) -> HookName {
    let definition = handler.definition();
    let text = definition.name();
    let text = text.trim();
    if is_short_line(text) {
        return HookName::derived(text, NameOrigin::Definition);
    }
    // Half a secret would no longer be known by those who must not show it.
    let mut redacted = text.to_owned();
    Redaction::thorough().text(&mut redacted);
    let script = handler.get::<CommandDef>().and_then(|_| script(&redacted));
    let (line, complete) = match &script {
        Some((line, complete)) => (line.as_str(), *complete),
        None => (redacted.lines().next().unwrap_or_default(), false),
    };
    if complete {
        return HookName::derived(line, NameOrigin::Script);
    }
    let hash = short_hash(text);
    let name = format!("{} {hash}", cut(line, LENGTH - hash.len() - 1));
    HookName::derived(&name, NameOrigin::Shortened)
}

impl HookName {
    /// The name of the hook with this number in a group with this label.
    #[must_use]
    pub fn of_group(label: &str, number: usize) -> Self {
        let label = label.trim();
        let mut name = label.to_owned();
        if !is_short_line(label) {
            Redaction::thorough().text(&mut name);
            name = cut(name.lines().next().unwrap_or_default(), LENGTH);
        }
        if number > 1 {
            name.push_str(&format!(" #{number}"));
        }
        Self::derived(&name, NameOrigin::Group)
    }
}

fn is_short_line(text: &str) -> bool {
    !text.contains(['\n', '\r']) && text.chars().count() <= LENGTH
}

/// The beginning of a line in at most so many characters, the last of which is `…`.
fn cut(line: &str, length: usize) -> String {
    let mut short: String = line.trim_end().chars().take(length - 1).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

/// The first script in a command with the plain words behind it, and whether these are
/// all that is behind it.
fn script(command: &str) -> Option<(String, bool)> {
    let is_edge = |c: char| c.is_whitespace() || "'\"`;|&()<>,=[]{}".contains(c);
    let mut rest = command;
    loop {
        rest = rest.trim_start_matches(is_edge);
        if rest.is_empty() {
            return None;
        }
        let (word, behind) = rest.split_at(rest.find(is_edge).unwrap_or(rest.len()));
        rest = behind;
        let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
        if !word.contains("://") && is_script(name) {
            return Some(with_arguments(name, behind));
        }
    }
}

fn is_script(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    name.chars().all(is_plain)
        && name.rsplit_once('.').is_some_and(|(stem, ending)| {
            !stem.is_empty() && ENDINGS.binary_search(&ending).is_ok()
        })
}

fn with_arguments(script: &str, behind: &str) -> (String, bool) {
    let mut name = script.to_owned();
    let behind = behind.strip_prefix(['"', '\'']).unwrap_or(behind);
    // Anything but a blank belongs to the word of the script.
    if behind.starts_with(|c: char| !c.is_whitespace()) {
        return (name, false);
    }
    for word in behind.split_whitespace() {
        let bare = word.trim_matches(['"', '\'']);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "._:/@=+-".contains(c);
        let length = name.chars().count() + 1 + bare.len();
        if !bare.chars().all(is_plain) || length > LENGTH {
            return (name, false);
        }
        name.push(' ');
        name.push_str(bare);
    }
    let complete = name.chars().count() <= LENGTH;
    (name, complete)
}

/// Four digits that differ for most texts; no secret depends on them.
fn short_hash(text: &str) -> String {
    // FNV-1a, which is the same in every release and on every machine.
    let mut hash: u32 = 0x811c_9dc5;
    for byte in text.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    format!("#{:04x}", (hash >> 16) ^ (hash & 0xffff))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(command: &str) -> String {
        let def = CommandDef {
            command: command.to_owned(),
            ..CommandDef::default()
        };
        derived_name(&HandlerDef::new(def)).to_string()
    }

    #[test]
    fn a_short_command_is_its_name() {
        assert_eq!(name(" ./guard.sh "), "./guard.sh");
        assert_eq!(name("jq -r .x | sh run.sh"), "jq -r .x | sh run.sh");
        assert_eq!(name(""), "");
    }

    #[test]
    fn a_long_command_is_called_by_its_script() {
        let long = "python3 \"${CLAUDE_PLUGIN_ROOT}/a/long/folder/of/hooks";
        assert_eq!(name(&format!("{long}/check.py\"")), "check.py");
        assert_eq!(
            name(&format!("{long}/run.py\" 'pre:bash' --strict")),
            "run.py pre:bash --strict"
        );
        let other = name(&format!("{long}/run.py\" && echo done >> log"));
        assert!(other.starts_with("run.py… #"), "{other}");
        assert_eq!(name("set -e\n\"$X\"/guard.sh"), "guard.sh");
    }

    #[test]
    fn long_commands_that_begin_alike_are_told_apart() {
        let start = "node -e \"const p=require('path');const r=process.env.ROOT;".repeat(2);
        let (one, other) = (
            name(&format!("{start}a()\"")),
            name(&format!("{start}b()\"")),
        );
        assert!(one.starts_with("node -e \"const p=require("), "{one}");
        assert_ne!(one, other);
        assert_eq!(one.chars().count(), LENGTH);
        let multiline = name("cat >/dev/null\necho hi");
        assert!(multiline.starts_with("cat >/dev/null… #"), "{multiline}");
    }

    #[test]
    fn an_address_is_not_a_script() {
        let name = name("curl -fsSL https://example.com/a/folder/install.sh | bash -s -- --yes");
        assert!(name.starts_with("curl -fsSL https"), "{name}");
    }

    #[test]
    fn hooks_of_one_group_are_numbered() {
        assert_eq!(HookName::of_group("pre:bash", 1), "pre:bash");
        assert_eq!(HookName::of_group("pre:bash", 2), "pre:bash #2");
    }

    #[test]
    fn endings_are_sorted_for_the_search() {
        assert!(ENDINGS.is_sorted());
    }

    #[test]
    fn a_name_that_is_cut_has_no_beginning_of_a_secret() {
        let token = format!("ghp_{}", "a1".repeat(18));
        let command = format!("curl https://a.example/hook?key={token} -d @-");
        let label = HookName::of_group(&command, 1).to_string();
        for shown in [name(&command), label] {
            assert!(!shown.contains("ghp_"), "{shown}");
        }
    }
}

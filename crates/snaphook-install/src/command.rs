//! The command line that is installed, and how it is recognised again among the commands of
//! others.

use std::path::Path;

/// The base name of wrapper scripts, for agents that take only script files.
pub const SCRIPT_NAME: &str = "snaphook-hook.sh";

/// One installed command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookCommand {
    /// The program: an absolute path, or its name alone where `PATH` leads to it.
    pub program: String,
    /// The agent's name.
    pub agent: String,
    /// A version of the agent, where its contract is not the usual one.
    pub agent_version: Option<String>,
    /// The agent's name of the event.
    pub event: Option<String>,
    /// How many seconds the agent waits.
    pub limit: Option<u32>,
    /// Whether the hooks of `.claude/settings.json` run, too.
    pub include_claude: bool,
    /// The exit status of the line where the program is missing or crashes.
    pub exit_on_failure: Option<u8>,
}

/// What stands before the exit status of a line whose program fails.
const OR_EXIT: &str = " || exit ";

impl HookCommand {
    /// The command line, quoted for a POSIX shell; programs that split it without a shell
    /// read it alike.
    #[must_use]
    pub fn line(&self) -> String {
        let mut words = vec![
            quote(&self.program),
            "hook".to_owned(),
            "--agent".to_owned(),
        ];
        words.push(quote(&self.agent));
        if let Some(version) = &self.agent_version {
            words.push(format!("--agent-version {}", quote(version)));
        }
        words.extend(self.event.as_deref().map(quote));
        if let Some(limit) = self.limit {
            words.push(format!("--limit {limit}"));
        }
        if self.include_claude {
            words.push("--include claude".to_owned());
        }
        let exit = self.exit_on_failure;
        let exit = exit.map(|status| format!("{OR_EXIT}{status}"));
        words.join(" ") + &exit.unwrap_or_default()
    }

    /// Reads a command line of ours; `None` for every other one. A command is ours if its
    /// program is called `snaphook` and it runs `hook --agent`.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let failing = line.rsplit_once(OR_EXIT);
        let failing = failing.and_then(|(line, status)| Some((line, status.parse().ok()?)));
        let (line, exit_on_failure) = match failing {
            Some((line, status)) => (line, Some(status)),
            None => (line, None),
        };
        let words = split(line)?;
        let mut words = words.iter().map(String::as_str).peekable();
        words.next_if(|word| *word == "exec");
        let program = words.next().filter(|program| is_our_program(program))?;
        words.next().filter(|word| *word == "hook")?;
        let mut command = Self {
            program: program.to_owned(),
            agent: String::new(),
            agent_version: None,
            event: None,
            limit: None,
            include_claude: false,
            exit_on_failure,
        };
        while let Some(word) = words.next() {
            let (name, inline) = match word.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value)),
                _ => (word, None),
            };
            match name {
                "--agent-version" => {
                    command.agent_version = inline.or_else(|| words.next()).map(str::to_owned);
                }
                "--agent" => command.agent = inline.or_else(|| words.next())?.to_owned(),
                "--limit" => command.limit = inline.or_else(|| words.next())?.parse().ok(),
                "--include" => {
                    command.include_claude |= inline.or_else(|| words.next()) == Some("claude");
                }
                "\"$@\"" | "$@" => {}
                _ if name.starts_with("--") => {
                    if inline.is_none() && takes_value(name) {
                        words.next();
                    }
                }
                _ => command.event = Some(word.to_owned()),
            }
        }
        (!command.agent.is_empty()).then_some(command)
    }
}

/// Whether an entry's command is ours: the bridge itself, or a wrapper script of ours.
#[must_use]
pub fn is_ours(line: &str) -> bool {
    HookCommand::parse(line).is_some() || is_our_script(line)
}

/// Whether a command is nothing but the path of a wrapper script of ours.
#[must_use]
pub(crate) fn is_our_script(line: &str) -> bool {
    let words = split(line).unwrap_or_default();
    matches!(&words[..], [only] if base_name(only) == SCRIPT_NAME)
}

fn takes_value(name: &str) -> bool {
    !matches!(name, "--no-log" | "--keep")
}

fn is_our_program(program: &str) -> bool {
    let name = base_name(program);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    name == "snaphook" || name.starts_with("snaphook-")
}

fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// A path as an installed command names it: with forward slashes, which every shell takes.
#[must_use]
pub fn program_word(path: &Path) -> String {
    let text = path.to_string_lossy();
    match cfg!(windows) {
        true => text.replace('\\', "/"),
        false => text.into_owned(),
    }
}

/// A word quoted for a POSIX shell, without a backslash: some agents refuse these.
#[must_use]
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./+:@%-,=".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\"'\"'"))
}

/// The words of a simple command line; `None` if a quote is not closed, or if it is more
/// than one simple command.
fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.trim().chars();
    while let Some(c) = chars.next() {
        match c {
            '\'' => {
                let text = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '\'' => break,
                        c => text.push(c),
                    }
                }
            }
            '"' => {
                let text = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '"' => break,
                        '\\' => text.push(chars.next()?),
                        c => text.push(c),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(chars.next()?),
            ';' | '|' | '&' | '<' | '>' | '`' | '\n' | '(' | ')' => return None,
            c if c.is_whitespace() => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(program: &str) -> HookCommand {
        HookCommand {
            program: program.to_owned(),
            agent: "codex".to_owned(),
            agent_version: Some("1.2".to_owned()),
            event: Some("PreToolUse".to_owned()),
            limit: Some(60),
            include_claude: true,
            exit_on_failure: None,
        }
    }

    #[test]
    fn a_line_that_denies_where_its_program_fails_reads_back() {
        let command = HookCommand {
            exit_on_failure: Some(2),
            ..command("snaphook")
        };
        assert!(command.line().ends_with(" || exit 2"), "{}", command.line());
        assert_eq!(HookCommand::parse(&command.line()), Some(command));
    }

    #[test]
    fn a_line_reads_back_whatever_the_path() {
        for program in [
            "/usr/bin/snaphook",
            "/home/a b/snaphook",
            "/it's/snaphook",
            "/a\"b$c/snaphook",
        ] {
            let command = command(program);
            assert!(!command.line().contains('\\'), "{}", command.line());
            assert_eq!(HookCommand::parse(&command.line()), Some(command));
        }
    }

    #[test]
    fn the_commands_of_others_are_not_ours() {
        for line in [
            "snaphook fire",
            "/usr/bin/other hook --agent codex",
            "echo snaphook hook --agent codex",
            "snaphook hook --agent codex; rm -rf x",
            "snaphook hook --agent codex || true",
            "snaphook hook --agent codex || exit 0; rm -rf x",
            "snaphook hook --agent codex || x || exit 2",
            "snaphook hook",
            "",
            "'",
        ] {
            assert!(!is_ours(line), "{line}");
        }
        assert!(is_ours("/x/snaphook-0.1.0 hook --agent=codex"));
        assert!(is_ours("'/home/a b/.augment/snaphook-hook.sh'"));
    }
}

//! Which word of a command is the script that it runs.

use crate::scripts::ScriptLanguage;

/// The script of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CopyLaunch {
    /// Which of the words names it.
    pub(super) word: usize,
    /// The language of the interpreter; `None` if it is started by itself.
    pub(super) by: Option<ScriptLanguage>,
}

/// Variables before a command that change which code it runs.
fn is_harmless(name: &str) -> bool {
    let names = [
        "PATH",
        "ENV",
        "BASH_ENV",
        "HOME",
        "IFS",
        "SHELLOPTS",
        "CDPATH",
    ];
    let starts = [
        "LD_",
        "DYLD_",
        "PYTHON",
        "NODE_",
        "PERL",
        "RUBY",
        "CLAUDE_",
        "SNAPHOOK_",
    ];
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.chars().all(plain)
        && !name.is_empty()
        && !names.contains(&name)
        && !starts.iter().any(|start| name.starts_with(start))
}

/// The script that these words run, by what each word says.
pub(super) fn launch(words: &[Option<&str>]) -> Option<CopyLaunch> {
    let mut at = 0;
    let mut env = false;
    loop {
        let word = (*words.get(at)?)?;
        match word {
            "exec" | "command" | "nohup" if at == 0 => at += 1,
            "env" | "/usr/bin/env" if !env => {
                env = true;
                at += 1;
            }
            _ => match word.split_once('=') {
                Some((name, _)) if is_harmless(name) => at += 1,
                Some(_) => return None,
                None => break,
            },
        }
    }
    let program = (*words.get(at)?)?;
    let name = program.rsplit('/').next().unwrap_or(program);
    let rest = &words[at + 1..];
    let script = |skipped: usize, by: ScriptLanguage| CopyLaunch {
        word: at + 1 + skipped,
        by: Some(by),
    };
    if program == "." || program == "source" {
        return Some(script(0, ScriptLanguage::Shell));
    }
    if program == "uv" {
        let [Some("run"), rest @ ..] = rest else {
            return None;
        };
        let flags = ["--script", "-s", "--quiet", "-q", "--no-project"];
        let skipped = options(rest, |option| flags.contains(&option).then_some(1))?;
        return Some(script(1 + skipped, ScriptLanguage::Python));
    }
    let Some(kind) = ScriptLanguage::interpreted_by(name) else {
        return Some(CopyLaunch { word: at, by: None });
    };
    let skipped = match kind {
        ScriptLanguage::Shell => options(rest, shell_option),
        ScriptLanguage::Python => options(rest, |option| {
            let letters = option.strip_prefix('-')?;
            let flags = |c: char| "uBEsSIOqbv".contains(c);
            (!letters.is_empty() && letters.chars().all(flags)).then_some(1)
        }),
        ScriptLanguage::Node { .. } => options(rest, |option| {
            let flags = [
                "--no-warnings",
                "--no-deprecation",
                "--enable-source-maps",
                "--experimental-strip-types",
                "run",
            ];
            let run = option != "run" || name == "bun";
            (flags.contains(&option) && run).then_some(1)
        }),
        _ => options(rest, |option| (option == "-w").then_some(1)),
    }?;
    Some(script(skipped, kind))
}

fn shell_option(option: &str) -> Option<usize> {
    let letters = option.strip_prefix('-')?;
    let (flags, value) = match letters.strip_suffix('o') {
        Some(flags) => (flags, 1),
        None if letters.is_empty() => return None,
        None => (letters, 0),
    };
    flags
        .chars()
        .all(|c| "euxfC".contains(c))
        .then_some(1 + value)
}

/// How many words before the script are options; `None` if one is unknown.
fn options<'a>(
    words: &[Option<&'a str>],
    known: impl Fn(&'a str) -> Option<usize>,
) -> Option<usize> {
    let mut at = 0;
    loop {
        let word = (*words.get(at)?)?;
        match known(word) {
            Some(taken) => at += taken,
            None if word.starts_with('-') || word.is_empty() => return None,
            None => return Some(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(line: &str) -> Option<String> {
        let words: Vec<&str> = line.split(' ').collect();
        let known: Vec<Option<&str>> = words.iter().map(|word| Some(*word)).collect();
        let launch = launch(&known)?;
        Some(format!(
            "{}{}",
            words[launch.word],
            if launch.by.is_some() { "" } else { "!" }
        ))
    }

    #[test]
    fn the_script_is_told_from_options_and_arguments() {
        for (line, expected) in [
            ("./x.sh --a b", Some("./x.sh!")),
            ("bash x.sh", Some("x.sh")),
            ("bash -eu x.sh y", Some("x.sh")),
            ("bash -euo pipefail x.sh", Some("x.sh")),
            ("/usr/bin/env python3 -u x.py", Some("x.py")),
            ("exec node x.js", Some("x.js")),
            ("A=1 python3.12 x.py", Some("x.py")),
            ("uv run --script x.py", Some("x.py")),
            (". x.sh", Some("x.sh")),
            ("PATH=. x.sh", None),
            ("PYTHONPATH=. python3 x.py", None),
            ("bash -c x.sh", None),
            ("python3 -m x", None),
            ("node -r y x.js", None),
            ("bash --rcfile y x.sh", None),
        ] {
            assert_eq!(script(line).as_deref(), expected, "{line}");
        }
    }
}

//! What a command runs that no word names as a file: a folder, a module, the
//! files that a pattern matches, what a build tool finds by itself.
//!
//! | words | runs |
//! |---|---|
//! | `node hooks/index`, `node hooks` | the file of that name with an extension, or the folder |
//! | `python3 -m hooks.m`, `python3 hooks` | the folder `hooks` |
//! | `sh hooks/*.sh`, `. hooks/*`, `for f in hooks/*.sh` | the files that match |
//! | `PATH=$PWD/bin:$PATH x`, `PYTHONPATH=lib` | the folder |
//! | `make -C hooks`, `npm --prefix hooks`, `cargo run --manifest-path hooks/Cargo.toml`, `go run ./hooks`, `run-parts hooks` | the folder |
//! | `make`, `npm run lint`, `cargo test` | what the tool finds: it is told that nobody checks that |
//! | `curl … | sh`, `eval "$(…)"`, `bash -c "$X"` | a text: it is told that nobody checks that |
//! | any other command with a folder among its words | it is told that nobody checks its files |
//!
//! A pure function of the words of one command, with marks in them.

use super::marks::{GAP, GLOB, unmarked};

/// Something that a command runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    /// The command, for people.
    pub(super) what: String,
    pub(super) target: RunTarget,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RunTarget {
    /// The first of these that is there, a file or a folder.
    Entry(Vec<String>),
    /// A folder, with all that is in it.
    Folder(String),
    /// The files that a pattern matches.
    Glob(String),
    /// A word that may be a folder, whose files are not covered.
    Operand(String),
    /// Something that is not covered: what.
    Uncovered(&'static str),
}

/// Variables that hold folders in which programs and modules are looked for.
const CODE: [&str; 6] = [
    "NODE_PATH",
    "PATH",
    "PERL5LIB",
    "PYTHONPATH",
    "RUBYLIB",
    "GEM_PATH",
];

/// Words before the program of a command.
const BEFORE: [&str; 14] = [
    "!", "command", "do", "elif", "else", "env", "exec", "export", "if", "nohup", "then", "time",
    "while", "sudo",
];

/// Whether a word sets one of these variables.
pub(super) fn is_assignment_of_code(word: &str) -> bool {
    let name = word.split_once('=').map(|(name, _)| name);
    name.is_some_and(|name| CODE.contains(&name))
}

/// All that the words of a command run.
pub(super) fn runs(words: &[String]) -> Vec<Run> {
    let mut found = Vec::new();
    let what = display_words(words);
    let mut push = |target| {
        found.push(Run {
            what: what.clone(),
            target,
        });
    };
    let mut rest = words;
    while let [first, others @ ..] = rest {
        if is_assignment_of_code(first) {
            let folders = first.split_once('=').map_or("", |(_, value)| value);
            for folder in folders.split(':').filter(|folder| is_known(folder)) {
                push(RunTarget::Folder(folder.to_owned()));
            }
        } else if !BEFORE.contains(&first.as_str()) && !is_assignment(first) {
            break;
        }
        rest = others;
    }
    let [program, operands @ ..] = rest else {
        return found;
    };
    for target in of_program(program, operands) {
        push(target);
    }
    found
}

fn of_program(program: &str, operands: &[String]) -> Vec<RunTarget> {
    let name = program.rsplit('/').next().unwrap_or(program);
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let mut targets: Vec<RunTarget> = globs(program, operands, plain);
    let folder =
        |names: &[&str]| option(operands, names).map(|value| RunTarget::Folder(value.to_owned()));
    match plain {
        "node" | "nodejs" | "bun" | "tsx" | "ts-node" | "deno" => {
            let runs = matches!(plain, "bun" | "deno");
            let mut entries = operands
                .iter()
                .filter(|word| !word.starts_with('-'))
                .skip_while(|word| runs && *word == "run");
            targets.extend(entries.next().map(node_entry));
            for name in ["-r", "--require", "--import", "--loader"] {
                targets.extend(option(operands, &[name]).map(node_entry));
            }
        }
        "python" | "pypy" => match option(operands, &["-m"]) {
            Some(module) => {
                let top = module.split('.').next().unwrap_or(module);
                targets.push(RunTarget::Entry(vec![top.to_owned(), format!("{top}.py")]));
            }
            None => {
                let entry = operands.iter().find(|word| !word.starts_with('-'));
                targets.extend(entry.map(|entry| RunTarget::Entry(vec![entry.clone()])));
            }
        },
        "run-parts" => {
            let folders = operands.iter().filter(|word| !word.starts_with('-'));
            targets.extend(folders.map(|folder| RunTarget::Folder(folder.clone())));
        }
        "make" | "gmake" => targets.push(
            folder(&["-C", "--directory"])
                .unwrap_or(RunTarget::Uncovered("the Makefile is not checked")),
        ),
        "npm" | "pnpm" | "yarn" => {
            targets.push(folder(&["--prefix", "-C", "--dir", "--cwd"]).unwrap_or(
                RunTarget::Uncovered("package.json and what it starts are not checked"),
            ))
        }
        "cargo" => {
            let manifest = option(operands, &["--manifest-path"]);
            targets.push(match manifest.and_then(|path| path.rsplit_once('/')) {
                Some((folder, _)) => RunTarget::Folder(folder.to_owned()),
                None => RunTarget::Uncovered("the code that it builds is not checked"),
            });
        }
        "go" => {
            let code = operands.iter().skip(1).find(|word| !word.starts_with('-'));
            match (operands.first().map(String::as_str), code) {
                (Some("run"), Some(code)) => targets.push(RunTarget::Entry(vec![code.clone()])),
                _ => targets.push(RunTarget::Uncovered(
                    "the code that it builds is not checked",
                )),
            }
        }
        "just" | "rake" | "task" | "npx" | "uvx" | "tox" | "nox" | "gradle" | "gradlew" | "mvn"
        | "ant" => targets.push(RunTarget::Uncovered("what it starts is not checked")),
        "ruby" | "perl" => targets.extend(folder(&["-I"])),
        "cd" | "pushd" | "for" | "in" => {}
        _ => {
            // A dot is what programs like `jq` read all by.
            let words = operands.iter();
            let words = words.filter(|word| !word.starts_with('-') && *word != ".");
            let pattern = |word: &String| word.contains(GLOB);
            let patterns = targets.is_empty() && words.clone().any(pattern);
            targets.extend(words.map(|word| RunTarget::Operand(word.clone())));
            if patterns {
                let why = "the files that its patterns match are not checked";
                targets.push(RunTarget::Uncovered(why));
            }
        }
    }
    targets.extend(text_run(plain, operands).map(RunTarget::Uncovered));
    if program.contains(GAP) && !after_gap(program) {
        targets.push(RunTarget::Uncovered(
            "which program it starts is only known when it runs",
        ));
    }
    targets.retain(|target| match target {
        RunTarget::Folder(text) | RunTarget::Operand(text) => is_known(text),
        RunTarget::Entry(texts) => texts.iter().all(|text| is_known(text)),
        RunTarget::Glob(_) | RunTarget::Uncovered(_) => true,
    });
    targets
}

/// Why the text that a command runs is not covered: it comes from a pipe, or
/// only the run knows it.
fn text_run(name: &str, operands: &[String]) -> Option<&'static str> {
    let is_shell = matches!(name, "sh" | "bash" | "dash" | "zsh" | "ksh");
    let is_option = |word: &String| word.starts_with('-');
    let is_text = |word: &String| word.starts_with('-') && word.ends_with('c');
    if is_shell && operands.iter().all(is_option) && !operands.iter().any(is_text) {
        return Some("what it reads and runs is not checked");
    }
    let text = match operands.iter().position(is_text) {
        _ if name == "eval" => operands,
        Some(at) if is_shell => &operands[at + 1..],
        _ => return None,
    };
    // What is computed in place (`"$(…)"`) is a command of its own.
    let unknown = |word: &String| word.contains(GAP) && !after_gap(word);
    (text.is_empty() || text.iter().any(unknown))
        .then_some("the text that it runs is only known when it runs")
}

/// Patterns that are run: as the program, by an interpreter, or one by one.
fn globs(program: &str, operands: &[String], plain: &str) -> Vec<RunTarget> {
    const RUNS: [&str; 15] = [
        ".",
        "source",
        "for",
        "sh",
        "bash",
        "dash",
        "zsh",
        "ksh",
        "python",
        "node",
        "ruby",
        "perl",
        "php",
        "bun",
        "run-parts",
    ];
    let run: &[String] = if RUNS.contains(&plain) { operands } else { &[] };
    std::iter::once(program)
        .chain(run.iter().map(String::as_str))
        .filter(|word| word.contains(GLOB))
        .map(|word| RunTarget::Glob(word.to_owned()))
        .collect()
}

fn node_entry(entry: impl AsRef<str>) -> RunTarget {
    let entry = entry.as_ref();
    let ends = ["", ".js", ".mjs", ".cjs", ".json", ".node", ".ts"];
    RunTarget::Entry(ends.iter().map(|end| format!("{entry}{end}")).collect())
}

/// The value of an option, in a word of its own or in the same.
fn option<'w>(words: &'w [String], names: &[&str]) -> Option<&'w str> {
    for (at, word) in words.iter().enumerate() {
        for name in names {
            if word == name {
                return words.get(at + 1).map(String::as_str);
            }
            let value = word.strip_prefix(name);
            let value = match value {
                Some(value) if name.starts_with("--") => value.strip_prefix('='),
                value => value,
            };
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                return Some(value);
            }
        }
    }
    None
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        !name.is_empty() && name.chars().all(plain)
    })
}

/// Whether nothing in it is only known at run time.
fn is_known(text: &str) -> bool {
    !text.is_empty() && !text.contains([GAP, GLOB])
}

/// Whether what follows the unknown part is looked for as a path.
fn after_gap(text: &str) -> bool {
    let rest = text.rsplit_once(GAP).map(|(_, rest)| rest);
    rest.is_some_and(|rest| rest.len() > 1 && rest.starts_with('/'))
}

fn display_words(words: &[String]) -> String {
    const LENGTH: usize = 60;
    let text = unmarked(&words.join(" "));
    match text.char_indices().nth(LENGTH) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(line: &str) -> Vec<RunTarget> {
        let words: Vec<String> = line
            .split(' ')
            .map(|word| word.replace('*', &GLOB.to_string()))
            .collect();
        runs(&words).into_iter().map(|run| run.target).collect()
    }

    fn folder(name: &str) -> Vec<RunTarget> {
        vec![RunTarget::Folder(name.to_owned())]
    }

    #[test]
    fn folders_that_are_run_are_told_from_others() {
        for line in [
            "make -C hooks lint",
            "make -Chooks",
            "make --directory=hooks",
            "npm --prefix hooks run x",
            "cargo run --manifest-path hooks/Cargo.toml",
            "run-parts hooks",
            "PYTHONPATH=hooks",
        ] {
            assert_eq!(targets(line), folder("hooks"), "{line}");
        }
        let path = targets("PATH=./x:/usr/bin name");
        assert_eq!(path, [folder("./x"), folder("/usr/bin")].concat());
        let operand = vec![RunTarget::Operand("src".to_owned())];
        assert_eq!(targets("prettier --check src"), operand);
    }

    #[test]
    fn entries_modules_and_patterns_are_found() {
        let RunTarget::Entry(names) = &targets("node hooks/index")[0] else {
            panic!("no entry");
        };
        assert!(names.contains(&"hooks/index.mjs".to_owned()));
        let module = RunTarget::Entry(vec!["hooks".to_owned(), "hooks.py".to_owned()]);
        assert_eq!(targets("env A=1 python3 -u -m hooks.m"), [module]);
        for line in ["sh hooks/*.sh", "for f in hooks/*.sh", "hooks/*.sh"] {
            let glob = RunTarget::Glob(format!("hooks/{GLOB}.sh"));
            assert!(targets(line).contains(&glob), "{line}");
        }
        assert!(matches!(
            targets("make lint")[..],
            [RunTarget::Uncovered(_)]
        ));
        assert!(matches!(
            targets("npm run lint")[..],
            [RunTarget::Uncovered(_)]
        ));
    }
}

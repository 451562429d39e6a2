//! Does the script that a command names exist, and can it be run?

use std::ops::Range;
use std::path::{Path, PathBuf};

use snaphook_core::hook::{CommandDef, Shell};
use snaphook_core::placeholder::fill_all;

use super::pass::{FoundPath, LintContext, LintedHook};
use super::words::{VariableValues, first_words};
use crate::finding::Finding;

/// Programs whose first argument is a script, which need not be executable.
const INTERPRETERS: &[&str] = &[
    "bash", "bun", "dash", "ksh", "node", "perl", "php", "python", "python3", "ruby", "sh", "tsx",
    "zsh",
];

/// A file that a command names.
struct NamedScript {
    path: String,
    span: Range<usize>,
    /// Whether the system must be able to start it.
    started: bool,
}

pub(super) fn check(
    subject: &LintedHook<'_>,
    context: &LintContext<'_>,
    findings: &mut Vec<Finding>,
) {
    check_for("the hook", subject, context, findings);
}

/// Checks the scripts of a command that messages call something else than a hook.
pub(super) fn check_for(
    who: &str,
    subject: &LintedHook<'_>,
    context: &LintContext<'_>,
    findings: &mut Vec<Finding>,
) {
    let Some(def) = subject.hook.handler.get::<CommandDef>() else {
        return;
    };
    for script in scripts(subject, context, def) {
        let path = Path::new(&script.path);
        let relative = path.is_relative();
        let Some(full) = absolute(path, def, context) else {
            continue;
        };
        let inside = full.strip_prefix(context.project_dir).ok();
        let shown = inside.unwrap_or(&full).display();
        match (context.files.look(&full), script.started) {
            (FoundPath::Missing, _) => {
                let (place, help) = if relative && def.cwd.is_none() {
                    (
                        " in the project",
                        "correct the path; `${CLAUDE_PROJECT_DIR}/…` works in every working directory",
                    )
                } else {
                    ("", "create the file, or correct the path")
                };
                let message = format!("no such file `{shown}`{place}: {who} cannot run it");
                findings.push(subject.warning("script-missing", script.span, message, help));
            }
            (FoundPath::File { executable: false }, true) => findings.push(subject.warning(
                "script-not-executable",
                script.span,
                format!("`{shown}` is not executable: {who} cannot run it"),
                match inside {
                    Some(_) => format!("run `chmod +x {shown}` in the project's folder"),
                    None => format!("run `chmod +x {shown}`"),
                },
            )),
            (FoundPath::Folder, true) => findings.push(subject.warning(
                "script-not-executable",
                script.span,
                format!("`{shown}` is a folder: {who} cannot run it"),
                "name the script in the folder",
            )),
            (FoundPath::File { .. } | FoundPath::Folder | FoundPath::Unknown, _) => {}
        }
    }
}

/// The texts of the scripts that a command names.
pub(super) fn script_texts(subject: &LintedHook<'_>, context: &LintContext<'_>) -> Vec<String> {
    let Some(def) = subject.hook.handler.get::<CommandDef>() else {
        return Vec::new();
    };
    let scripts = scripts(subject, context, def).into_iter();
    scripts
        .filter_map(|script| absolute(Path::new(&script.path), def, context))
        .filter_map(|path| context.files.text(&path))
        .collect()
}

/// The files that are surely meant: paths, not names that the `PATH` resolves.
fn scripts(
    subject: &LintedHook<'_>,
    context: &LintContext<'_>,
    def: &CommandDef,
) -> Vec<NamedScript> {
    let Some(command) = &subject.spans.command else {
        return Vec::new();
    };
    let world = HookVariables { context, def };
    let mut words: Vec<(String, Range<usize>)> = match (&def.args, def.shell) {
        (None, Shell::PowerShell) => Vec::new(),
        (None, Shell::Posix) => first_words(&def.command, 2, &world)
            .into_iter()
            .map(|word| (word.text, subject.source.inside(command, word.span)))
            .collect(),
        (Some(args), _) => {
            let args_span = subject.spans.args.as_ref().unwrap_or(command);
            std::iter::once((&def.command, command))
                .chain(args.first().map(|first| (first, args_span)))
                .map_while(|(word, span)| Some((world.fill(word)?, span.clone())))
                .collect()
        }
    };
    words.truncate(2);
    let interpreted = words.first().is_some_and(|(program, _)| {
        let name = program.rsplit('/').next().unwrap_or(program);
        INTERPRETERS.contains(&name)
    });
    words
        .into_iter()
        .zip([true, false])
        .filter(|(_, first)| *first || interpreted)
        .filter(|((word, _), _)| word.contains('/') && !word.starts_with('-'))
        .filter(|((word, _), _)| !word.contains("://"))
        .map(|((path, span), started)| NamedScript {
            path,
            span,
            started,
        })
        .collect()
}

/// Where a path leads. A session starts in the project, so a relative path is
/// taken from there.
fn absolute(path: &Path, def: &CommandDef, context: &LintContext<'_>) -> Option<PathBuf> {
    if path.is_absolute() {
        return Some(path.to_owned());
    }
    let path = path.strip_prefix(".").unwrap_or(path);
    match def.cwd.as_deref().map(Path::new) {
        None => Some(context.project_dir.join(path)),
        Some(cwd) => cwd.is_absolute().then(|| cwd.join(path)),
    }
}

struct HookVariables<'a> {
    context: &'a LintContext<'a>,
    def: &'a CommandDef,
}

impl HookVariables<'_> {
    /// A word that no shell reads: only placeholders are replaced.
    fn fill(&self, word: &str) -> Option<String> {
        fill_all(word, |name| self.placeholder(name))
    }
}

impl VariableValues for HookVariables<'_> {
    fn shell(&self, name: &str) -> Option<String> {
        if self.def.env.iter().any(|(own, _)| own == name) {
            return None;
        }
        match name {
            "HOME" => Some(self.context.home?.to_str()?.to_owned()),
            name => self.placeholder(name),
        }
    }

    fn placeholder(&self, name: &str) -> Option<String> {
        matches!(name, "CLAUDE_PROJECT_DIR" | "SNAPHOOK_PROJECT_DIR")
            .then(|| self.context.project_dir.to_str().map(str::to_owned))
            .flatten()
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{SeenFinding, hook, silent, the_one};

    const MISSING: &str = "script-missing";
    const NOT_EXECUTABLE: &str = "script-not-executable";

    fn command(command: &str) -> String {
        let text = serde_json::Value::from(command).to_string();
        hook("Stop", &format!(r#""command": {text}"#))
    }

    #[test]
    fn a_script_that_is_not_there_is_found() {
        for (text, shown) in [
            ("./gone.sh", "./gone.sh"),
            (
                "$CLAUDE_PROJECT_DIR/gone.sh --fast",
                "$CLAUDE_PROJECT_DIR/gone.sh",
            ),
            (
                "'${CLAUDE_PROJECT_DIR}/gone.sh' || true",
                "'${CLAUDE_PROJECT_DIR}/gone.sh'",
            ),
            ("python3 ~/gone.py", "~/gone.py"),
            ("/usr/bin/gone", "/usr/bin/gone"),
        ] {
            let SeenFinding { shown: found, .. } = the_one(&command(text), MISSING);
            assert_eq!(found, shown, "{text}");
        }
        let args = r#""command": "bash", "args": ["${CLAUDE_PROJECT_DIR}/gone.sh"]"#;
        the_one(&hook("Stop", args), MISSING);
    }

    #[test]
    fn what_is_there_or_cannot_be_known_is_left_alone() {
        for text in [
            "./run.sh",
            "\"$CLAUDE_PROJECT_DIR\"/run.sh",
            "bash ./plain.sh",
            "gone.sh",
            "$X/gone.sh",
            "${CLAUDE_PLUGIN_ROOT}/gone.sh",
            "./gone-*.sh",
            "X=1 ./gone.sh",
            "cd /x && ./gone.sh",
            "test -x ./gone.sh && ./gone.sh",
            "bash -c './gone.sh'",
            "node --import ./gone.js",
            "cat ./gone.txt",
            "./unknown.sh",
        ] {
            silent(&command(text), MISSING);
            silent(&command(text), NOT_EXECUTABLE);
        }
        let elsewhere = r#""command": "./gone.sh", "cwd": "${HOME}""#;
        silent(&hook("Stop", elsewhere), MISSING);
        let env = r#""command": "$HOME/gone.sh", "env": {"HOME": "/x"}"#;
        silent(&hook("Stop", env), MISSING);
        let powershell = r#""command": "./gone.ps1", "shell": "powershell""#;
        silent(&hook("Stop", powershell), MISSING);
    }

    #[test]
    fn a_script_must_be_executable_unless_an_interpreter_reads_it() {
        let found = the_one(&command("./plain.sh"), NOT_EXECUTABLE);
        assert_eq!(
            found.help,
            "run `chmod +x plain.sh` in the project's folder"
        );
        the_one(&command("./folder"), NOT_EXECUTABLE);
        silent(&command("sh ./plain.sh"), NOT_EXECUTABLE);
        silent(&command("node ./folder"), NOT_EXECUTABLE);
    }
}

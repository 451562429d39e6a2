//! The name that a shell is started under, by which its own complaints are told
//! from whatever a hook prints.
//!
//! A shell exits with 2 when it cannot parse its text or open a redirection. That
//! is not anybody's decision: the hook did not run. The shell begins each such line
//! with its name, and nobody can guess the name that it has here.

use std::hash::{BuildHasher, Hasher, RandomState};

use snaphook_core::answer::{ProcessExit, ProcessResult};

/// The name that people read instead.
const SHOWN: &str = "sh";

/// The name and the text of one shell.
#[derive(Debug)]
pub(crate) struct NamedShell {
    name: String,
    text: String,
}

impl NamedShell {
    /// A shell that runs this text, under a new name.
    pub(crate) fn new(text: String) -> Self {
        // Keys of the standard library's maps are random, so that nobody can
        // guess them.
        let random = || RandomState::new().build_hasher().finish();
        Self {
            name: format!("sh-{:016x}{:016x}", random(), random()),
            text,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Marks the shell's own exit with 2, and gives the shell the name that people
    /// know.
    pub(crate) fn look_at(&self, result: &mut ProcessResult) {
        result.shell_failed = self.has_failed(result);
        for output in [&mut result.stdout, &mut result.stderr] {
            if output.text.contains(&self.name) {
                output.text = output.text.replace(&self.name, SHOWN);
            }
        }
    }

    fn has_failed(&self, result: &ProcessResult) -> bool {
        let complains = |line: &str| {
            let rest = line.strip_prefix(&*self.name);
            rest.is_some_and(|rest| rest.starts_with(':'))
        };
        let stderr = result.stderr.text.trim();
        result.ended == ProcessExit::Exit(2)
            && result.stdout.text.trim().is_empty()
            && !stderr.is_empty()
            && stderr.lines().all(complains)
            && !says_exit(&self.text)
    }
}

/// Whether a text has the word `exit`.
fn says_exit(text: &str) -> bool {
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.any(|word| word == "exit")
}

#[cfg(test)]
mod tests {
    use snaphook_core::answer::CapturedOutput;

    use super::*;

    fn failed(text: &str, stdout: &str, stderr: &str, code: i32) -> bool {
        let shell = NamedShell::new(text.to_owned());
        let mut result = ProcessResult {
            stdout: CapturedOutput::from(stdout.to_owned()),
            stderr: CapturedOutput::from(stderr.replace("NAME", shell.name())),
            ended: ProcessExit::Exit(code),
            ..ProcessResult::default()
        };
        shell.look_at(&mut result);
        assert_eq!(result.stderr.text, stderr.replace("NAME", "sh"));
        result.shell_failed
    }

    #[test]
    fn only_the_shells_own_complaints_are_its_failure() {
        let complaint = "NAME: 1: cannot create /x/log: Directory nonexistent\n";
        assert!(failed("echo x >> /x/log", "", complaint, 2));
        let two = "NAME: -c: line 1: syntax error\nNAME: -c: line 1: `fi'\n";
        assert!(failed("fi", "", two, 2));
        assert!(!failed("x", "", "sh: 1: cannot create /x/log\n", 2));
        assert!(!failed("x", "", "no\n", 2));
        assert!(!failed("x", "", "", 2));
        assert!(!failed("x", "out", complaint, 2));
        assert!(!failed("x", "", &format!("{complaint}no\n"), 2));
        assert!(!failed("x", "", "NAMEx: y", 2));
        assert!(!failed("x", "", complaint, 1));
        assert!(!failed("x > /x/log; exit 2", "", complaint, 2));
        assert!(failed("my_exit > /x/log", "", complaint, 2));
    }

    #[test]
    fn no_two_shells_have_the_same_name() {
        let name = || NamedShell::new(String::new()).name;
        assert_ne!(name(), name());
    }
}

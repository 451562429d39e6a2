//! Which files git reads, prints and writes, by the words it is given and, where
//! these name no files, of the whole repository.

use super::named;
use super::operands::{CommandWords, Depth, Effect, Operand};
use super::target::PathTarget;
use crate::Word;

const GLOBAL: &[&str] = &[
    "-C",
    "-c",
    "--git-dir",
    "--work-tree",
    "--namespace",
    "--exec-path",
    "--config-env",
];

/// Options whose value is the next word and does not name a file. What takes a value
/// in one command is a flag in another (`git blame -s`, `git diff -b`).
fn values(subcommand: &str) -> &'static [&'static str] {
    match subcommand {
        "log" | "whatchanged" | "reflog" | "shortlog" | "rev-list" => &[
            "-n",
            "-S",
            "-G",
            "-O",
            "-L",
            "--author",
            "--committer",
            "--since",
            "--until",
            "--after",
            "--before",
            "--grep",
            "--max-count",
            "--skip",
        ],
        "diff" | "show" | "difftool" | "diff-files" | "diff-index" | "diff-tree" => {
            &["-n", "-S", "-G", "-O", "-L"]
        }
        "format-patch" | "range-diff" => &["-S", "-G", "-o", "--output-directory"],
        "blame" | "annotate" => &["-L", "--since", "--ignore-rev"],
        "grep" => &[
            "-e",
            "-m",
            "--max-count",
            "-A",
            "-B",
            "-C",
            "--max-depth",
            "--threads",
        ],
        "commit" => &[
            "-m",
            "--message",
            "-C",
            "-c",
            "-t",
            "--author",
            "--date",
            "--cleanup",
        ],
        "tag" | "notes" => &["-m", "--message", "-u", "--cleanup"],
        "merge" => &["-m", "-s", "-X"],
        "stash" => &["-m", "--message"],
        "checkout" | "switch" => &["-b", "-B", "--orphan", "--conflict"],
        "restore" => &["-s", "--source", "--conflict"],
        "clean" => &["-e", "--exclude"],
        "am" | "apply" => &["-p", "-C"],
        _ => &[],
    }
}

/// Second words of `git stash`.
const STASH: &[&str] = &[
    "apply", "branch", "clear", "create", "drop", "export", "import", "list", "pop", "push",
    "save", "show", "store",
];

/// Options that make commands print what files hold.
const PATCH: &[&str] = &[
    "-p",
    "-u",
    "-c",
    "-L",
    "-U",
    "-W",
    "--patch",
    "--cc",
    "--dd",
    "--unified",
    "--word-diff",
    "--word-diff-regex",
    "--color-words",
    "--color-moved",
    "--patch-with-stat",
    "--patch-with-raw",
    "--binary",
    "--function-context",
    "--remerge-diff",
    "--diff-merges",
    "--full-index",
    "--inter-hunk-context",
];

/// Options that make commands print names and numbers in place of it.
const SUMMARY: &[&str] = &[
    "--stat",
    "--numstat",
    "--shortstat",
    "--dirstat",
    "--summary",
    "--compact-summary",
    "--name-only",
    "--name-status",
    "--raw",
    "--no-patch",
    "--quiet",
    "--exit-code",
];

/// What a command prints where its words name no files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PrintedFiles {
    /// Nothing of files.
    Nothing,
    /// Files as they are, or were last added.
    Tracked,
    /// Files of commits.
    History,
}

/// A call of git, taken apart.
struct GitCall<'w> {
    source: &'w str,
    subcommand: &'w str,
    folder: Option<PathTarget>,
    /// Which repository is not known.
    elsewhere: bool,
    parsed: CommandWords,
    /// How many operands are before `--`, where there is one.
    before: Option<usize>,
}

/// What git does with the files of a call, its name left out.
pub(super) fn operands(words: &[Word], source: &str) -> Vec<Operand> {
    let Some(call) = GitCall::of(words, source) else {
        return Vec::new();
    };
    let mut found = call.named();
    found.extend(call.printed());
    found
}

impl<'w> GitCall<'w> {
    fn of(words: &'w [Word], source: &'w str) -> Option<Self> {
        let mut folder = None;
        let mut elsewhere = false;
        let mut rest = words.iter();
        let subcommand = loop {
            let word = rest.next()?;
            let head = word.head();
            elsewhere |= head.starts_with("--git-dir") || head.starts_with("--work-tree");
            match head {
                "-C" => folder = rest.next().map(|word| PathTarget::of(word, source)),
                head if GLOBAL.contains(&head) => drop(rest.next()),
                head if head.starts_with('-') => {}
                head => break head,
            }
        };
        let words: Vec<Word> = rest.cloned().collect();
        // The text of a message may come from a file.
        let messages = gives_messages(subcommand);
        let takes = |name: &str| {
            values(subcommand).contains(&name)
                || matches!(name, "--output" | "--pathspec-from-file")
                || (subcommand == "blame" && matches!(name, "--contents" | "--ignore-revs-file"))
                || (subcommand == "config" && matches!(name, "--file" | "-f" | "--blob"))
                || (messages && matches!(name, "--file" | "-F"))
        };
        let parsed = CommandWords::of(&words, takes);
        let end = words.iter().position(|word| word.known() == Some("--"));
        let before = end.map(|end| CommandWords::of(&words[..end], takes).operands.len());
        Some(Self {
            source,
            subcommand,
            folder,
            elsewhere,
            parsed,
            before,
        })
    }

    /// The operands that may be files: without the pattern of a search, and without
    /// the second word of a command.
    fn files(&self) -> &[Word] {
        let lead = match self.subcommand {
            "grep" => usize::from(!self.parsed.has(&["-e", "-f"])),
            "stash" => match self.second() {
                Some(second) if !STASH.contains(&second) => 0,
                _ => 1,
            },
            "reflog" => 1,
            "config" => self.parsed.operands.len(),
            _ => 0,
        };
        self.parsed.operands.get(lead..).unwrap_or_default()
    }

    /// The second word of a command.
    fn second(&self) -> Option<&str> {
        self.parsed.operands.first()?.known()
    }

    /// Whether it prints what files hold, and of which it does.
    fn prints(&self) -> PrintedFiles {
        use PrintedFiles::{History, Nothing, Tracked};
        let parsed = &self.parsed;
        let patch = parsed.has(PATCH);
        let summary = !patch && parsed.has(SUMMARY);
        let if_so = |prints: PrintedFiles, so: bool| if so { prints } else { Nothing };
        match self.subcommand {
            "diff" | "diff-files" if !parsed.has(&["--cached", "--staged"]) => {
                if_so(Tracked, !summary)
            }
            "grep" => Tracked,
            "show" => if_so(History, !summary && !parsed.has(&["-s"])),
            "diff" | "diff-tree" | "diff-index" | "difftool" => if_so(History, !summary),
            "log" | "whatchanged" | "rev-list" => if_so(History, patch),
            "reflog" => if_so(History, patch && self.second() != Some("expire")),
            "stash" => match self.second() {
                Some("show" | "list") => if_so(History, patch),
                _ => Nothing,
            },
            "status" => if_so(History, parsed.has(&["-v", "--verbose"])),
            "cat-file" => if_so(History, !parsed.has(&["-t", "-s", "-e"])),
            "archive" | "format-patch" | "range-diff" | "fast-export" | "bundle" => History,
            _ => Nothing,
        }
    }

    /// What it prints of the whole repository.
    fn printed(&self) -> Vec<Operand> {
        let prints = self.prints();
        let files = self.files();
        let limited = self.before.is_some_and(|before| {
            let lead = self.parsed.operands.len() - files.len();
            let paths = files.get(before.saturating_sub(lead)..).unwrap_or_default();
            // A path with globs or magic (`:/`) may name more than it says.
            let is_plain = |word: &Word| {
                let text = word.known().unwrap_or("*");
                !text.starts_with(':') && !text.contains(['*', '?', '['])
            };
            !paths.is_empty() && paths.iter().all(is_plain)
        });
        if prints == PrintedFiles::Nothing || limited {
            return Vec::new();
        }
        if !files.is_empty() {
            // Each may be a revision, whose files are printed.
            let is_plain = |word: &&Word| !word.head().contains(':');
            let targets = files.iter().filter(is_plain);
            let targets = targets.map(|word| match PathTarget::of(word, self.source) {
                PathTarget::Unknown | PathTarget::Glob(_) => (Depth::History, self.here()),
                target => (Depth::Revision, self.moved(target)),
            });
            return targets
                .map(|(depth, target)| Operand {
                    depth,
                    ..Operand::new(target, Effect::Read)
                })
                .collect();
        }
        let depth = match prints {
            PrintedFiles::History => Depth::History,
            PrintedFiles::Tracked | PrintedFiles::Nothing => Depth::Tracked,
        };
        vec![Operand {
            depth,
            ..Operand::new(self.here(), Effect::Read)
        }]
    }

    /// The folder that it works in.
    fn here(&self) -> PathTarget {
        match self.elsewhere {
            true => PathTarget::Path("/".to_owned()),
            false => self.moved(PathTarget::Path(".".to_owned())),
        }
    }

    fn moved(&self, target: PathTarget) -> PathTarget {
        match &self.folder {
            Some(folder) => target.below(folder),
            None => target,
        }
    }

    /// The files that its words name.
    fn named(&self) -> Vec<Operand> {
        let effects: &[Effect] = match self.subcommand {
            "diff" | "show" | "blame" | "annotate" | "log" | "grep" | "cat-file" | "archive"
            | "add" | "stage" | "difftool" | "hash-object" | "shortlog" | "whatchanged"
            | "diff-files" | "diff-index" | "diff-tree" | "format-patch" | "apply" | "am"
            | "commit" | "interpret-trailers" | "send-email" | "mailsplit" | "mailinfo" => {
                &[Effect::Read]
            }
            "checkout" | "restore" | "rm" | "clean" | "reset" | "checkout-index"
            | "update-index" => &[Effect::Write],
            "stash" => match self.second() {
                // What is put away is gone from where it was.
                Some("push" | "save") => &[Effect::Read, Effect::Write],
                Some(second) if !STASH.contains(&second) => &[Effect::Read, Effect::Write],
                _ => &[Effect::Read],
            },
            "mv" | "config" | "merge-file" => &[Effect::Read, Effect::Write],
            _ => &[],
        };
        let shows_text = match self.subcommand {
            "diff" | "show" | "log" | "whatchanged" | "difftool" | "diff-files" | "diff-index"
            | "diff-tree" | "stash" => self.prints() != PrintedFiles::Nothing,
            _ => true,
        };
        let mut found = Vec::new();
        for effect in effects {
            for word in self.files() {
                self.add(word, *effect, shows_text, &mut found);
            }
            for word in self
                .parsed
                .values(&["--file", "-f", "--blob", "--contents"])
            {
                self.add(word, *effect, true, &mut found);
            }
            if self.parsed.has(&["--pathspec-from-file", "--stdin-paths"]) {
                found.push(Operand::new(PathTarget::Unknown, *effect));
            }
        }
        if gives_messages(self.subcommand) {
            for word in self.parsed.values(&["-F", "--file"]) {
                self.add(word, Effect::Read, true, &mut found);
            }
        }
        for word in self.parsed.values(&["--output"]) {
            self.add(word, Effect::Write, true, &mut found);
        }
        // All below the folder is searched, also what is not committed.
        let others = ["--untracked", "--no-index", "--no-exclude-standard"];
        if self.subcommand == "grep" && self.parsed.has(&others) && self.files().is_empty() {
            found.push(Operand {
                depth: Depth::Below,
                ..Operand::new(self.here(), Effect::Read)
            });
        }
        if self.subcommand == "apply" {
            found.push(Operand {
                depth: Depth::Below,
                ..Operand::new(PathTarget::Path(".".to_owned()), Effect::Write)
            });
        }
        found
    }

    /// Adds what a word names.
    fn add(&self, word: &Word, effect: Effect, deep: bool, found: &mut Vec<Operand>) {
        // `HEAD:file`, `:1:file`.
        let in_tree = word
            .head()
            .rfind(':')
            .filter(|_| effect == Effect::Read)
            .map(|at| PathTarget::of(&word.without_head(at + 1), self.source));
        let is_in_tree = in_tree.is_some();
        for target in std::iter::once(PathTarget::of(word, self.source)).chain(in_tree) {
            // A revision that is not known does not name a file.
            let target = match target {
                // But behind `HEAD:` it names one.
                PathTarget::Unknown if is_in_tree => target,
                PathTarget::Unknown => match named::in_word(word).pop() {
                    Some(name) => PathTarget::Path(name),
                    None => continue,
                },
                target => target,
            };
            let moved = self.folder.as_ref().map(|folder| target.below(folder));
            let whole = matches!(&target, PathTarget::Path(path) if path.trim_matches(['.', '/']).is_empty());
            let depth = match (effect, self.prints()) {
                (Effect::Read, PrintedFiles::Tracked) if whole => Depth::Tracked,
                (Effect::Read, PrintedFiles::History) if whole => Depth::History,
                (Effect::Read, _) if whole || !deep => Depth::Itself,
                _ => Depth::Below,
            };
            for target in moved.into_iter().chain([target]) {
                found.push(Operand {
                    depth,
                    ..Operand::new(target, effect)
                });
            }
        }
    }
}

fn gives_messages(subcommand: &str) -> bool {
    matches!(subcommand, "commit" | "tag" | "notes" | "merge")
}

//! What a line gives to itself: names for programs, and scripts that it writes
//! before it runs them.
//!
//! `hash -p /bin/rm q; q x` and `ln -s /bin/rm q; ./q x` run `rm x`, and so
//! does `echo 'rm x' > f; bash f`. Where something is written to a file that
//! the line runs, and what it is cannot be seen, the script is unknown.

use super::Word;
use super::found::{SimpleCommand, Stdin};
use super::loaded_files::{find_loaded, without_option};
use super::wrap::InnerCommand;
use crate::glob::Glob;

/// Something that a command runs, because another one gave it.
#[derive(Debug)]
pub(super) struct SuppliedCommand {
    /// The place of the command that runs it.
    pub by: usize,
    pub what: SuppliedCode,
}

#[derive(Debug)]
pub(super) enum SuppliedCode {
    /// This runs.
    Runs(InnerCommand),
    /// It is not known what runs.
    Unknown,
    /// A program goes by this text, which is only searched.
    Text(String),
}

/// A name that stands for a program.
pub(super) struct Name<'a> {
    pub(super) name: &'a str,
    pub(super) program: &'a Word,
}

/// A file that the line writes.
pub(super) struct WrittenFile {
    pub(super) file: Word,
    pub(super) writer: usize,
    pub(super) content: WrittenText,
}

#[derive(Clone)]
pub(super) enum WrittenText {
    /// All that is written to it.
    All(Word),
    /// Something is changed in it; this text says how.
    Edit(String),
    Unknown,
}

/// Files that programs run, or run parts of, by themselves.
const STARTED: [(&[&str], &[&str]); 8] = [
    (
        &["python", "python3", "pytest", "pip", "pip3"],
        &[
            "sitecustomize.py",
            "usercustomize.py",
            "conftest.py",
            "setup.py",
        ],
    ),
    (
        &["vim", "vi", "nvim", "ex", "view"],
        &[".vimrc", ".exrc", "init.vim", "init.lua"],
    ),
    (&["gdb", "lldb"], &[".gdbinit", ".lldbinit"]),
    (&["sqlite3", "psql"], &[".sqliterc", ".psqlrc"]),
    (
        &["git"],
        &[
            ".gitconfig",
            "config",
            "pre-commit",
            "post-commit",
            "commit-msg",
            "pre-push",
            "post-checkout",
            "prepare-commit-msg",
            "post-merge",
            "pre-rebase",
            "pre-merge-commit",
            "fsmonitor-watchman",
            "reference-transaction",
            "post-index-change",
        ],
    ),
    (&["direnv"], &[".envrc"]),
    (
        &["tmux", "screen"],
        &[".tmux.conf", ".screenrc", "tmux.conf"],
    ),
    (
        &["npm", "npx", "yarn", "pnpm", "bun", "just", "rake", "cargo"],
        &["package.json", "justfile", "Rakefile", "build.rs", ".npmrc"],
    ),
];

/// Files that shells run when they start.
const STARTUP: [&str; 14] = [
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".profile",
    ".bash_logout",
    ".zshenv",
    ".zshrc",
    ".zprofile",
    ".zlogin",
    ".kshrc",
    ".mkshrc",
    ".shrc",
    ".shinit",
    ".inputrc",
];

/// What the commands from `from` on run by names and files of the line.
pub(super) fn find_supplied(
    commands: &[SimpleCommand],
    source: &str,
    from: usize,
) -> Vec<SuppliedCommand> {
    let names: Vec<Name> = commands.iter().flat_map(names).collect();
    let written: Vec<WrittenFile> = commands
        .iter()
        .enumerate()
        .flat_map(|(at, command)| written(at, command))
        .collect();
    let mut all = Vec::new();
    if names.is_empty() && written.is_empty() {
        return all;
    }
    for (by, command) in commands.iter().enumerate().skip(from) {
        let Some(called) = command.words.first() else {
            continue;
        };
        for name in &names {
            if called.known().map(base) == Some(name.name) {
                let mut words = command.words.clone();
                words[0] = name.program.clone();
                let what = SuppliedCode::Runs(InnerCommand::Words(words));
                all.push(SuppliedCommand { by, what });
            } else if let Some(words) = as_subcommand(name, &command.words) {
                let what = SuppliedCode::Runs(InnerCommand::Words(words));
                all.push(SuppliedCommand { by, what });
            }
        }
        let makes = is_make(called) && written.iter().any(|file| starts_with(called, &file.file));
        let started = |file: &WrittenFile| makes || starts_with(called, &file.file);
        for file in written
            .iter()
            .filter(|file| file.writer != by && started(file))
        {
            let what = match &file.content {
                WrittenText::All(text) if is_shell_word(called) => runs(text, called),
                WrittenText::All(text) => SuppliedCode::Text(text.text_with_gaps()),
                WrittenText::Edit(text) => SuppliedCode::Text(text.clone()),
                // These are written every day, mostly by other means.
                WrittenText::Unknown if is_common(&file.file) => continue,
                WrittenText::Unknown => SuppliedCode::Unknown,
            };
            all.push(SuppliedCommand { by, what });
        }
        for (text, sure) in find_loaded(command, &written, &names, by) {
            let what = match text {
                WrittenText::All(text) => SuppliedCode::Text(text.text_with_gaps()),
                WrittenText::Edit(text) => SuppliedCode::Text(text),
                WrittenText::Unknown if sure => SuppliedCode::Unknown,
                WrittenText::Unknown => continue,
            };
            all.push(SuppliedCommand { by, what });
        }
        let mut files = scripts(command);
        if command.words.len() == 1 && is_shell_word(called) {
            // What a group around it reads.
            let groups = commands.iter().filter(|group| group.words.is_empty());
            files.extend(groups.flat_map(|group| group.reads.iter().cloned()));
        }
        for script in files {
            let script = &script;
            let copied = |name: &&Name| script.known().map(base) == Some(name.name);
            let origin = names.iter().find(copied).map(|name| name.program);
            let is_it = |written: &&WrittenFile| {
                written.writer != by
                    && (same(&written.file, script, source)
                        || origin.is_some_and(|origin| same(&written.file, origin, source)))
            };
            let writers: Vec<&WrittenFile> = written.iter().filter(is_it).collect();
            let edit = |written: &&&WrittenFile| matches!(written.content, WrittenText::Edit(_));
            let whole = writers.iter().filter(|written| !edit(written)).count();
            let edited = writers.iter().any(|written| edit(&written));
            for written in &writers {
                let what = match &written.content {
                    WrittenText::All(_) if edited && whole > 0 => SuppliedCode::Unknown,
                    WrittenText::Edit(text) => SuppliedCode::Text(text.clone()),
                    WrittenText::All(text) if whole == 1 && !is_make(called) => runs(text, called),
                    _ => SuppliedCode::Unknown,
                };
                all.push(SuppliedCommand { by, what });
            }
        }
    }
    all
}

/// `git q` runs `git-q`, and so do other programs with commands of that kind.
fn as_subcommand(name: &Name<'_>, words: &[Word]) -> Option<Vec<Word>> {
    let called = words.first()?.known().map(base)?;
    let rest = name.name.strip_prefix(called)?.strip_prefix('-')?;
    let at = words.iter().position(|word| word.known() == Some(rest))?;
    let mut inner = vec![name.program.clone()];
    inner.extend_from_slice(&words[at + 1..]);
    Some(inner)
}

fn is_common(file: &Word) -> bool {
    let names = ["config", "package.json", "build.rs", ".npmrc"];
    file.known().is_none_or(|file| names.contains(&base(file)))
}

fn runs(text: &Word, called: &Word) -> SuppliedCode {
    let first = text.head().lines().next().unwrap_or_default();
    let by_shell = first.split(['/', ' ']).any(super::wrap::is_shell);
    if first.starts_with("#!") && !by_shell && !is_shell_word(called) {
        return SuppliedCode::Text(text.text_with_gaps());
    }
    SuppliedCode::Runs(InnerCommand::sh_or_here(text.clone(), called))
}

fn is_shell_word(called: &Word) -> bool {
    called.known().map(base).is_some_and(super::wrap::is_shell)
}

/// Whether the program reads that file by itself.
fn starts_with(called: &Word, file: &Word) -> bool {
    let Some(file) = file.known().map(base).or_else(|| {
        let last = file.pieces().last()?;
        match last {
            super::Piece::Text(text) => Some(base(text)),
            super::Piece::Gap(_) => None,
        }
    }) else {
        return false;
    };
    let program = called.known().map(base).unwrap_or_default();
    let listed = |(programs, files): &(&[&str], &[&str])| {
        programs.contains(&program) && files.contains(&file)
    };
    STARTED.iter().any(listed)
        || is_shell_word(called) && STARTUP.contains(&file)
        || is_make(called) && ["Makefile", "makefile", "GNUmakefile"].contains(&file)
}

pub(super) fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Whether two words may name the same file. The folder may have changed in
/// between.
fn same(one: &Word, other: &Word, source: &str) -> bool {
    let last = |word: &Word| word.base_name().unwrap_or_else(|| word.clone());
    let (one_base, other_base) = (last(one), last(other));
    let fits = |name: &str, word: &Word| {
        !name.is_empty() && Glob::plain(name).fit(std::slice::from_ref(word)).possible
    };
    match (one_base.known(), other_base.known()) {
        (Some(one), Some(other)) => one == other && !one.is_empty(),
        (Some(name), None) => fits(name, &other_base),
        (None, Some(name)) => fits(name, &one_base),
        (None, None) => {
            let text = |word: &Word| {
                let text = source.get(word.range()).unwrap_or_default();
                text.replace(['"', '{', '}'], "")
            };
            text(one) == text(other)
        }
    }
}

fn is_make(called: &Word) -> bool {
    matches!(called.known().map(base), Some("make" | "gmake"))
}

/// `hash -p PROGRAM NAME`, `ln -s PROGRAM NAME`.
fn names(command: &SimpleCommand) -> Vec<Name<'_>> {
    let words = &command.words;
    let Some(name) = words.first().and_then(Word::known) else {
        return Vec::new();
    };
    let operands: Vec<&Word> = words[1..]
        .iter()
        .filter(|word| !word.head().starts_with('-') || word.known() == Some("-"))
        .collect();
    let (program, given) = match base(name) {
        "hash"
            if words
                .iter()
                .any(|w| w.head().starts_with("-p") || w.head() == "-tp") =>
        {
            match operands[..] {
                [program, ref given @ ..] if !given.is_empty() => (program, given.to_vec()),
                _ => return Vec::new(),
            }
        }
        "ln" | "cp" | "mv" | "install" | "link" | "ginstall" | "gcp" | "gln" | "gmv" => {
            match operands[..] {
                [.., program, given] => (program, vec![given]),
                _ => return Vec::new(),
            }
        }
        _ => return Vec::new(),
    };
    given
        .into_iter()
        .filter_map(|given| {
            let name = match given.pieces().last()? {
                super::Piece::Text(text) if given.known().is_some() || text.contains('/') => {
                    base(text)
                }
                _ => return None,
            };
            let itself = program.known().map(base) == Some(name);
            (!name.is_empty() && !itself).then_some(Name { name, program })
        })
        .collect()
}

/// The files that a command writes text to.
fn written(at: usize, command: &SimpleCommand) -> Vec<WrittenFile> {
    let device = |file: &Word| file.known().is_some_and(|path| path.starts_with("/dev/"));
    let output = command
        .output()
        .map_or(WrittenText::Unknown, WrittenText::All);
    let mut all: Vec<(Word, WrittenText)> = command
        .writes
        .iter()
        .filter(|file| !device(file))
        .map(|file| (file.clone(), output.clone()))
        .collect();
    let input = match &command.stdin {
        Stdin::Text(text) => WrittenText::All(text.clone()),
        _ => WrittenText::Unknown,
    };
    let words = command.words.get(1..).unwrap_or_default();
    match command.words.first().and_then(Word::known).map(base) {
        Some("tee" | "sponge" | "gtee") => {
            let files = words.iter().filter(|word| !word.head().starts_with('-'));
            all.extend(files.map(|file| (file.clone(), input.clone())));
        }
        Some("cp" | "install" | "mv") => {
            if let [.., from, to] = words
                && from.known().is_some_and(super::wrap::is_device)
            {
                all.push((to.clone(), input));
            }
        }
        Some("dd" | "gdd") => {
            let files = words.iter().filter(|word| word.head().starts_with("of="));
            all.extend(files.map(|word| (super::wrap::after(word, 3), input.clone())));
        }
        Some("find" | "gfind") => {
            let writes = ["-fprintf", "-fprint", "-fls", "-fprint0"];
            let named = words.windows(2).filter(|pair| {
                let option = pair[0].known();
                option.is_some_and(|option| writes.contains(&option))
            });
            all.extend(named.map(|pair| (pair[1].clone(), WrittenText::Unknown)));
        }
        Some("split" | "csplit") => {
            if let Some(last) = words.last() {
                let mut pieces = last.pieces().to_vec();
                pieces.push(super::Piece::Gap(super::Gap::One));
                all.push((Word::new(pieces, last.range()), WrittenText::Unknown));
            }
        }
        Some("sed" | "gsed" | "perl" | "ruby" | "ed" | "ex" | "patch" | "awk" | "gawk") => {
            let mut edit: String = words
                .iter()
                .map(Word::text_with_gaps)
                .collect::<Vec<_>>()
                .join("\n");
            if let Stdin::Text(text) = &command.stdin {
                edit.push('\n');
                edit.push_str(&text.text_with_gaps());
            }
            let files = words.iter().filter(|word| !word.head().starts_with('-'));
            all.extend(files.map(|file| (file.clone(), WrittenText::Edit(edit.clone()))));
            // `w file` of sed.
            for part in edit.split(['w', 'W']).skip(1) {
                let name = part.lines().next().unwrap_or_default();
                let file = name.trim();
                if name.starts_with(' ') && !file.is_empty() && !file.contains(' ') {
                    all.push((
                        Word::text(file, command.range.clone()),
                        WrittenText::Unknown,
                    ));
                }
            }
            // `print > "file"` within the code.
            for part in edit.split('>').skip(1) {
                let mut quotes = part.split('"');
                let before = quotes.next().unwrap_or_default();
                if let Some(file) = quotes.next().filter(|_| before.trim().is_empty()) {
                    let file = Word::text(file, command.range.clone());
                    all.push((file, WrittenText::Edit(edit.clone())));
                }
            }
        }
        _ => {}
    }
    all.into_iter()
        .map(|(file, content)| WrittenFile {
            file,
            writer: at,
            content,
        })
        .collect()
}

/// The files that a command runs as scripts.
fn scripts(command: &SimpleCommand) -> Vec<Word> {
    let Some(called) = command.words.first() else {
        return Vec::new();
    };
    let name = called.known().map(base);
    let mut scripts = vec![called.clone()];
    if name.is_some_and(super::wrap::is_shell) {
        scripts.extend(command.reads.iter().cloned());
        // The value of an option may come before the script.
        let operands = command.words[1..]
            .iter()
            .filter(|word| !word.head().starts_with(['-', '+']));
        let valued = |word: &Word| {
            let head = word.head();
            head.starts_with(['-', '+']) && head.contains(['o', 'O']) || head == "--rcfile"
        };
        let several = command.words.iter().any(valued);
        scripts.extend(operands.take(if several { 2 } else { 1 }).cloned());
    } else if matches!(name, Some("source" | ".")) {
        scripts.extend(command.words.get(1).cloned());
    } else if is_make(called) {
        scripts.extend(command.words[1..].iter().map(without_option));
    }
    scripts
}

//! Which words of a well-known command are files, and what it does with them.

use super::table::{FileCommandRow, FolderDepth, OperandShape};
use super::target::PathTarget;
use crate::{SimpleCommand, Word};

/// What is done to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    Read,
    /// It is written, changed or removed.
    Write,
}

/// How far below a file something is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    Itself,
    /// To all that is below it.
    Below,
    /// To all that is below it and has no dot before its name.
    Visible,
    /// To all files that git tracks in the repository of this folder.
    Tracked,
    /// To all files that some commit of the repository of this folder may hold.
    History,
    /// As [`Depth::History`], unless the name is that of a file that is there.
    Revision,
}

/// A file that a command is given.
#[derive(Debug, Clone)]
pub(super) struct Operand {
    pub target: PathTarget,
    pub effect: Effect,
    pub depth: Depth,
    /// What is not known of it.
    pub doubt: Option<&'static str>,
}

impl Operand {
    pub(super) fn new(target: PathTarget, effect: Effect) -> Self {
        Self {
            target,
            effect,
            depth: Depth::Itself,
            doubt: None,
        }
    }
}

/// The words of a command after its name: options taken apart.
#[derive(Debug, Default)]
pub(super) struct CommandWords {
    pub operands: Vec<Word>,
    /// Options with the value that they have, where the row knows them to have one.
    pub options: Vec<(String, Option<Word>)>,
}

impl CommandWords {
    /// Takes apart the words after the name. `takes` says whether an option has
    /// a value.
    pub(super) fn of(words: &[Word], takes: impl Fn(&str) -> bool) -> Self {
        let mut parsed = Self::default();
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let head = word.head();
            if head == "--" && word.known().is_some() {
                parsed.operands.extend(rest.cloned());
                break;
            }
            if !head.starts_with('-') || word.known() == Some("-") {
                parsed.operands.push(word.clone());
                continue;
            }
            // `--name=value`, `--name value`, and of one dash as `find` has them; but
            // in `-es/a=/b/` the value begins behind the letter.
            if let Some((name, _)) = head.split_once('=')
                && (head.starts_with("--") || takes(name) || !takes_attached(name, &takes))
            {
                let value = behind(word, name.len() + 1);
                parsed.options.push((name.to_owned(), Some(value)));
                continue;
            }
            if takes(head) {
                let value = rest.next().cloned();
                parsed.options.push((head.to_owned(), value));
                continue;
            }
            parsed.options.push((head.to_owned(), None));
            if head.starts_with("--") {
                continue;
            }
            for (at, letter) in head.char_indices().skip(1) {
                let name = format!("-{letter}");
                let end = at + letter.len_utf8();
                if takes(&name) {
                    let attached = end < head.len() || word.known().is_none();
                    let value = if attached {
                        Some(behind(word, end))
                    } else {
                        rest.next().cloned()
                    };
                    parsed.options.push((name, value));
                    break;
                }
                if name != head {
                    parsed.options.push((name, None));
                }
            }
        }
        parsed
    }

    pub(super) fn has(&self, names: &[&str]) -> bool {
        let mut options = self.options.iter();
        options.any(|(name, _)| is_one_of(name, names))
    }

    /// The values of these options.
    pub(super) fn values<'p>(&'p self, names: &'p [&str]) -> impl Iterator<Item = &'p Word> {
        let named = self.options.iter();
        let named = named.filter(|(name, _)| is_one_of(name, names));
        named.filter_map(|(_, value)| value.as_ref())
    }
}

/// Whether an option is one of these; long ones may be cut short.
pub(super) fn is_one_of(option: &str, names: &[&str]) -> bool {
    let short = option.len() > 3 && option.starts_with("--");
    let mut names = names.iter();
    names.any(|name| *name == option || (short && name.starts_with(option)))
}

/// Whether one of the letters of an option takes what follows it as its value.
fn takes_attached(option: &str, takes: impl Fn(&str) -> bool) -> bool {
    let mut letters = option.chars().skip(1);
    letters.any(|letter| takes(&format!("-{letter}")))
}

/// A word without the first bytes of its head.
fn behind(word: &Word, bytes: usize) -> Word {
    word.without_head(bytes)
}

/// What a command of the table is given.
#[derive(Debug, Default)]
pub(super) struct CommandFiles {
    pub files: Vec<Operand>,
    /// Words of which only what it runs knows what they are.
    pub others: Vec<Word>,
    /// Words before the files: a script, a pattern.
    pub lead: Vec<Word>,
}

/// What a command of the table is given.
pub(super) fn operands(
    row: &FileCommandRow,
    command: &SimpleCommand,
    source: &str,
) -> CommandFiles {
    let takes = |name: &str| {
        [row.values, row.reads, row.writes]
            .iter()
            .any(|list| is_one_of(name, list))
    };
    let parsed = CommandWords::of(&command.words()[1..], takes);
    let target = |word: &Word| PathTarget::of(word, source);
    let mut found: Vec<Operand> = Vec::new();
    for (options, effect) in [(row.reads, Effect::Read), (row.writes, Effect::Write)] {
        let files = parsed.values(options);
        found.extend(files.map(|word| Operand::new(target(word), effect)));
    }
    // What is taken for the value of an option may be a file after all: programs of
    // one name differ.
    let written = matches!(row.shape, OperandShape::Writes | OperandShape::Edits);
    let effect = if written { Effect::Write } else { Effect::Read };
    let mut others: Vec<Word> = Vec::new();
    for (name, value) in &parsed.options {
        let Some(value) = value else { continue };
        if is_one_of(name, row.values) && row.lead == 0 && value.known().is_some() {
            found.push(Operand::new(target(value), effect));
            others.push(value.clone());
        } else if !takes(name) {
            others.push(value.clone());
        }
    }
    if !row.assigns.is_empty() {
        let sets = |word: &&Word| word.head().contains('=');
        others.extend(parsed.values(row.assigns).cloned());
        others.extend(parsed.operands.iter().filter(sets).cloned());
    }
    let has_script = parsed.has(row.script);
    let lead = if has_script { 0 } else { row.lead };
    let rest = parsed.operands.get(lead..).unwrap_or_default();
    let words: Vec<PathTarget> = rest.iter().map(target).collect();
    let words = &words[..];
    let in_place =
        parsed.has(row.in_place) || row.in_place.iter().any(|name| starts_with(&parsed, name));
    let depth = match row.deep {
        FolderDepth::Always => Depth::Below,
        FolderDepth::With(options) if parsed.has(options) => Depth::Below,
        FolderDepth::Visible(hidden) if parsed.has(hidden) || seeks_dots(&parsed) => Depth::Below,
        FolderDepth::Visible(_) => Depth::Visible,
        FolderDepth::Never | FolderDepth::With(_) => Depth::Itself,
    };
    let mut doubtful: Vec<Operand> = Vec::new();
    let mut add = |words: &[PathTarget], effect: Effect, depth: Depth| {
        found.extend(words.iter().map(|target| Operand {
            depth,
            ..Operand::new(target.clone(), effect)
        }));
    };
    match row.shape {
        OperandShape::Options => {}
        OperandShape::Reads => {
            add(words, Effect::Read, depth);
            if in_place {
                add(words, Effect::Write, Depth::Itself);
            }
        }
        OperandShape::Script if has_script && !row.in_place.is_empty() => {
            add(words, Effect::Read, Depth::Itself);
            if in_place {
                add(words, Effect::Write, Depth::Itself);
            }
        }
        OperandShape::Script => {
            let scripts = usize::from(!has_script).min(words.len());
            add(&words[..scripts], Effect::Read, Depth::Itself);
            others.extend_from_slice(&rest[scripts..]);
        }
        OperandShape::Writes => add(words, Effect::Write, depth),
        OperandShape::Edits => {
            add(words, Effect::Read, depth);
            if !parsed.has(row.to_output) {
                add(words, Effect::Write, depth);
            }
        }
        OperandShape::Copies | OperandShape::Moves => {
            let into = parsed.values(row.writes).next().map(target);
            let (from, to) = match words.split_last() {
                Some((to, from)) if into.is_none() && !from.is_empty() => (from, Some(to.clone())),
                _ => (words, into),
            };
            add(from, Effect::Read, depth);
            if row.shape == OperandShape::Moves {
                add(from, Effect::Write, depth);
            }
            if let Some(to) = to {
                // Into a folder each goes under its own name.
                let told = parsed.has(row.writes);
                let is_folder = matches!(&to, PathTarget::Path(to) if to.ends_with(['/', '.']));
                let doubt = "whether it goes into a folder is not known";
                let doubt = (!told && !is_folder && from.len() == 1).then_some(doubt);
                add(std::slice::from_ref(&to), Effect::Write, depth);
                doubtful.extend(from.iter().map(|from| Operand {
                    depth,
                    doubt,
                    ..Operand::new(from.within(&to), Effect::Write)
                }));
            }
        }
        OperandShape::Packs => {
            let (packed, files) = words.split_at(words.len().min(1));
            add(packed, Effect::Write, Depth::Itself);
            add(files, Effect::Read, depth);
        }
    }
    let searches = match row.deep {
        FolderDepth::Always => row.lead > 0,
        FolderDepth::With(_) => {
            row.lead > 0 && row.shape == OperandShape::Reads && depth == Depth::Below
        }
        FolderDepth::Visible(_) => !command.is_fed(),
        FolderDepth::Never => false,
    };
    if searches && words.is_empty() {
        add(&[PathTarget::Path(".".to_owned())], Effect::Read, depth);
    }
    found.extend(doubtful);
    let scripts = parsed.values(row.script).cloned();
    let lead = parsed.operands.iter().take(lead).cloned();
    CommandFiles {
        files: found,
        others,
        lead: lead.chain(scripts).collect(),
    }
}

/// Whether an option has a suffix of its own: `-i.bak`, `--in-place=.bak`.
fn starts_with(parsed: &CommandWords, name: &str) -> bool {
    let mut options = parsed.options.iter();
    options.any(|(option, _)| option.starts_with(name) && name.len() > 2)
}

/// Whether a search asks for names with a dot.
fn seeks_dots(parsed: &CommandWords) -> bool {
    let mut globs = parsed.values(&["-g", "--glob", "--iglob"]);
    globs.any(|glob| glob.head().starts_with(['.', '{', '[']) || glob.head().contains("/."))
}

//! One row of the table of read-only commands, and how it tells options, their
//! values and operands apart.
//!
//! Options are read wherever they are, as GNU programs do. Other systems take
//! every word behind the first operand for an operand: there the values of
//! options are checked as paths, too.

use super::super::line::CertainWord;
use super::path::{FilePath, has_glob};

/// What the operands of a command are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EffectOperands {
    /// There are none.
    None,
    /// Text that names no file.
    Texts,
    /// Paths; without any, the command reads its input.
    Paths,
    /// Paths; without any, the command reads the folder it is in.
    Folders,
    /// A pattern or a script, unless one of these options holds it; then paths.
    Pattern(&'static [&'static str]),
}

/// A command that only reads, as long as it has no other options than these.
pub(super) struct EffectRow {
    pub names: &'static [&'static str],
    /// Letters of options without a value.
    pub flags: &'static str,
    /// Letters of options with a value, in the same word or the next.
    pub values: &'static str,
    /// Letters of options whose value, if any, is in the same word.
    pub optional: &'static str,
    /// Long options: `name`, `name=` with a value, `name[=` where the value can
    /// be left out.
    pub long: &'static str,
    /// Options whose value is not a path, whatever it looks like.
    pub texts: &'static [&'static str],
    /// Options whose value is a path.
    pub files: &'static [&'static str],
    pub operands: EffectOperands,
    /// A glob may come to an option: none of the command writes or runs anything.
    pub globs: bool,
    /// The program reads its options itself, and takes a value from the next word.
    pub separate: bool,
    /// It has no options: every word is an operand.
    pub raw: bool,
    /// What else must hold.
    pub also: fn(&EffectWords<'_>) -> bool,
}

pub(super) const PLAIN: EffectRow = EffectRow {
    names: &[],
    flags: "",
    values: "",
    optional: "",
    long: "",
    texts: &[],
    files: &[],
    operands: EffectOperands::Paths,
    globs: true,
    separate: false,
    raw: false,
    also: |_| true,
};

/// The words of a command, told apart.
#[derive(Debug, Default)]
pub(super) struct EffectWords<'w> {
    /// Options as `-n` or `--name`, with their values.
    pub options: Vec<(String, Option<String>)>,
    pub operands: Vec<&'w CertainWord>,
    /// Values of options that are, or could be, paths.
    pub paths: Vec<FilePath>,
    /// An option is behind an operand, where not every program sees one.
    pub has_late_option: bool,
}

impl EffectWords<'_> {
    pub(super) fn has(&self, options: &[&str]) -> bool {
        let mut names = self.options.iter().map(|(name, _)| name.as_str());
        names.any(|name| options.contains(&name))
    }

    /// The values of an option.
    pub(super) fn values_of(&self, options: &[&str]) -> impl Iterator<Item = &str> {
        let named = self.options.iter();
        named
            .filter(move |(name, _)| options.contains(&name.as_str()))
            .filter_map(|(_, value)| value.as_deref())
    }
}

impl EffectRow {
    /// The paths that the command reads; `None` if it may do more than read.
    pub(super) fn reads(&self, words: &[CertainWord]) -> Option<Vec<FilePath>> {
        let parsed = self.parse(words)?;
        (self.also)(&parsed).then(|| self.paths(parsed))?
    }

    /// The paths among the words.
    pub(super) fn paths(&self, parsed: EffectWords<'_>) -> Option<Vec<FilePath>> {
        let mut paths = parsed.paths.clone();
        let skipped = match self.operands {
            EffectOperands::None if !parsed.operands.is_empty() => return None,
            EffectOperands::None | EffectOperands::Texts => usize::MAX,
            EffectOperands::Paths | EffectOperands::Folders => 0,
            EffectOperands::Pattern(held_by) => usize::from(!parsed.has(held_by)),
        };
        for (at, word) in parsed.operands.iter().enumerate() {
            // A glob shows the names of files, whatever the word is for.
            let is_path = at >= skipped || has_glob(word);
            if is_path && word.known() != Some("/dev/null") {
                paths.push(FilePath::of(word)?);
            }
        }
        let reads_folder = matches!(
            self.operands,
            EffectOperands::Folders | EffectOperands::Pattern(_)
        );
        if reads_folder && parsed.operands.len() <= skipped {
            paths.push(FilePath::literal("."));
        }
        Some(paths)
    }

    /// Tells the words apart; `None` if an option is not known.
    pub(super) fn parse<'w>(&self, words: &'w [CertainWord]) -> Option<EffectWords<'w>> {
        let mut parsed = EffectWords::default();
        let mut rest = words[1..].iter();
        let mut ended = self.raw;
        while let Some(word) = rest.next() {
            if !ended && word.known() == Some("--") {
                ended = true;
                continue;
            }
            let is_option = !ended && word.head().starts_with('-') && word.known() != Some("-");
            if !is_option {
                if !ended && word.could_be_option() && !self.globs {
                    return None;
                }
                parsed.operands.push(word);
                continue;
            }
            parsed.has_late_option |= !parsed.operands.is_empty();
            let text = word.known()?;
            match text.strip_prefix("--") {
                Some(long) => self.long(long, &mut rest, &mut parsed)?,
                None => self.cluster(&text[1..], &mut rest, &mut parsed)?,
            }
        }
        Some(parsed)
    }

    fn long<'w>(
        &self,
        text: &str,
        rest: &mut impl Iterator<Item = &'w CertainWord>,
        parsed: &mut EffectWords<'w>,
    ) -> Option<()> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let mut known = self.long.split_whitespace();
        let spec = known.find(|spec| spec.trim_end_matches(['[', '=']) == name)?;
        let option = format!("--{name}");
        if spec.ends_with("[=") {
            self.note(option, value.map(str::to_owned), parsed);
        } else if spec.ends_with('=') {
            return self.value(option, value, rest, parsed);
        } else {
            value.is_none().then_some(())?;
            self.note(option, None, parsed);
        }
        Some(())
    }

    /// `-abc`, `-n5`, `-n 5`.
    fn cluster<'w>(
        &self,
        letters: &str,
        rest: &mut impl Iterator<Item = &'w CertainWord>,
        parsed: &mut EffectWords<'w>,
    ) -> Option<()> {
        for (at, letter) in letters.char_indices() {
            let option = format!("-{letter}");
            let after = &letters[at + letter.len_utf8()..];
            let attached = (!after.is_empty()).then_some(after);
            if self.flags.contains(letter) {
                self.note(option, None, parsed);
            } else if self.optional.contains(letter) {
                self.note(option, attached.map(str::to_owned), parsed);
                return Some(());
            } else if self.values.contains(letter) {
                let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
                if self.separate && attached.is_some_and(|text| !digits(text)) {
                    return None;
                }
                return self.value(option, attached, rest, parsed);
            } else {
                return None;
            }
        }
        Some(())
    }

    fn value<'w>(
        &self,
        option: String,
        attached: Option<&str>,
        rest: &mut impl Iterator<Item = &'w CertainWord>,
        parsed: &mut EffectWords<'w>,
    ) -> Option<()> {
        let value = match attached {
            Some(value) => value,
            None => {
                // Without a value the program fails, or takes the usual one.
                let Some(value) = rest.next() else {
                    self.note(option, None, parsed);
                    return Some(());
                };
                let value = value.known()?;
                let text = self.texts.contains(&option.as_str()) && parsed.operands.is_empty();
                if !text {
                    parsed.paths.push(FilePath::literal(value));
                }
                value
            }
        };
        self.note(option, Some(value.to_owned()), parsed);
        Some(())
    }

    fn note(&self, option: String, value: Option<String>, parsed: &mut EffectWords<'_>) {
        if let Some(value) = &value
            && self.files.contains(&option.as_str())
        {
            parsed.paths.push(FilePath::literal(value));
        }
        parsed.options.push((option, value));
    }
}

//! One option of a wrapper.

use super::inner::InnerCommand;
use super::row::has;
use super::split;
use super::walk::{Turn, Walk, after};
use crate::shell::{Unknown, Word};

impl Walk<'_> {
    pub(super) fn option(&mut self, at: usize, word: &Word) -> Result<Turn, Unknown> {
        let head = word.head().to_owned();
        let name = head.split('=').next().unwrap_or_default();
        if head.starts_with("--") || (head.len() > 2 && self.prefix.lists(name)) {
            return self.long_option(at, word, &head);
        }
        let mut unknown = word.known().is_none();
        if unknown && head.len() == 1 {
            // `-$X`: any option at all.
            self.any_option(at);
            return Ok(Turn::Either);
        }
        for (cut, letter) in head.char_indices().skip(1) {
            let attached = cut + letter.len_utf8() < head.len() || word.pieces().len() > 1;
            let skip = if attached { 1 } else { 2 };
            let mut short = [0; 4];
            let short: &str = letter.encode_utf8(&mut short);
            if self.prefix.asks.contains(letter) {
                self.asked = true;
                return Ok(Turn::Stop);
            }
            if self.is_special(short) {
                let value = if attached {
                    Some(after(word, cut + letter.len_utf8()))
                } else {
                    self.words.get(at + 1).cloned()
                };
                return self.special(short, value, at, skip);
            }
            if self.prefix.values.contains(letter) {
                if matches!(letter, 'I' | 'J') && self.prefix.adds {
                    let value = if attached {
                        Some(after(word, cut + 1))
                    } else {
                        self.words.get(at + 1).cloned()
                    };
                    self.mark = value.and_then(|value| value.known().map(str::to_owned));
                }
                return Ok(Turn::Skip(skip));
            }
            if letter == 'i' && self.prefix.adds {
                let rest = &head[cut + 1..];
                self.mark = Some(if rest.is_empty() { "{}" } else { rest }.to_owned());
                return Ok(Turn::Skip(1));
            }
            if matches!(letter, 'e' | 'l') && self.prefix.adds {
                // What follows is its value, or it has none.
                return Ok(Turn::Skip(1));
            }
            unknown |= !self.prefix.flags.contains(letter) && !letter.is_ascii_digit();
        }
        Ok(if unknown { Turn::Either } else { Turn::Skip(1) })
    }

    fn long_option(&mut self, at: usize, word: &Word, head: &str) -> Result<Turn, Unknown> {
        let (name, attached) = match head.split_once('=') {
            Some((name, _)) => (name, true),
            None => (head, false),
        };
        if word.known().is_none() && !attached {
            // `--$X`: any option at all.
            self.any_option(at);
            return Ok(Turn::Either);
        }
        // Long options may be cut short where that is clear.
        let fits = |list: &'static str| {
            let cut_short = || {
                let long = name.len() > 2 && name.starts_with("--");
                list.split_ascii_whitespace()
                    .find(|option| long && option.starts_with(name))
            };
            list.split_ascii_whitespace()
                .find(|option| *option == name)
                .or_else(cut_short)
        };
        let prefix = self.prefix;
        let lists = [prefix.long_flags, prefix.long_values, prefix.pairs];
        let exact = lists.iter().position(|list| has(list, name));
        let skip = if attached { 1 } else { 2 };
        let special = [prefix.code, prefix.splits, prefix.command, prefix.program];
        if exact.is_none()
            && let Some(option) = special.into_iter().find_map(fits)
        {
            let value = if attached {
                Some(after(word, name.len() + 1))
            } else {
                self.words.get(at + 1).cloned()
            };
            return self.special(option, value, at, skip);
        }
        if name == "--replace" && prefix.adds {
            let value = head.split_once('=').map_or("{}", |(_, value)| value);
            self.mark = Some(value.to_owned());
        }
        if attached {
            return Ok(Turn::Skip(1));
        }
        let meant = exact.or_else(|| lists.into_iter().position(|list| fits(list).is_some()));
        Ok(meant.map_or(Turn::Either, |list| Turn::Skip(list + 1)))
    }

    fn is_special(&self, option: &str) -> bool {
        let prefix = self.prefix;
        [prefix.code, prefix.splits, prefix.command, prefix.program]
            .iter()
            .any(|list| has(list, option))
    }

    /// An option whose name is unknown: it may be one that is followed by code.
    fn any_option(&mut self, at: usize) {
        self.guessed = true;
        if self.prefix.code.is_empty() {
            return;
        }
        let code = self.words.get(at + 1).cloned().map(InnerCommand::sh);
        self.inner.extend(code.map(InnerCommand::doubtful));
    }

    /// An option whose value is code, a command, a program, or is split into
    /// words.
    fn special(
        &mut self,
        option: &str,
        value: Option<Word>,
        at: usize,
        skip: usize,
    ) -> Result<Turn, Unknown> {
        let Some(value) = value else {
            return Ok(Turn::Stop);
        };
        if has(self.prefix.code, option) {
            self.inner.push(InnerCommand::sh(value));
            return Ok(Turn::Skip(skip));
        }
        if has(self.prefix.program, option) {
            self.program = Some(value);
            return Ok(Turn::Skip(skip));
        }
        if has(self.prefix.command, option) {
            if skip == 2 {
                return Ok(Turn::Command(at + 1));
            }
            // Attached: `-eCOMMAND`, or code.
            let mut words = vec![value.clone()];
            words.extend_from_slice(self.words.get(at + 1..).unwrap_or_default());
            self.inner.push(InnerCommand::Words(words));
            self.inner.push(InnerCommand::sh(value));
            return Ok(Turn::Stop);
        }
        // `env -S`.
        let mut words = vec![self.words[0].clone()];
        words.extend(split::words(&value)?);
        words.extend_from_slice(self.words.get(at + skip..).unwrap_or_default());
        self.inner.push(InnerCommand::Words(words));
        Ok(Turn::Stop)
    }
}

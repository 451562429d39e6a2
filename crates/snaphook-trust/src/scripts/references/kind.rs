//! Which language a script is in: by the end of its name, else by its first line.

/// A language, as far as it matters here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScriptLanguage {
    Shell,
    Python,
    /// JavaScript and TypeScript.
    Node {
        /// Whether the name says how its imports are read.
        module: bool,
    },
    /// Another scripting language, or a text that may be one.
    Other,
    /// A program of the machine.
    Program,
    /// No code, by its name.
    Data,
}

const DATA: [&str; 17] = [
    "cfg", "conf", "csv", "env", "html", "ini", "json", "jsonc", "jsonl", "lock", "log", "md",
    "toml", "txt", "xml", "yaml", "yml",
];

impl ScriptLanguage {
    pub(crate) fn of(name: &str, bytes: &[u8]) -> Self {
        let start = &bytes[..bytes.len().min(256)];
        let named = Self::named(name);
        if start.contains(&0) {
            return Self::Program;
        }
        let start = String::from_utf8_lossy(start);
        let first = start.lines().next().unwrap_or_default();
        match (named, first.strip_prefix("#!").map(Self::of_first_line)) {
            // Who reads it depends on how it is started.
            (Some(named), Some(first)) if !named.is_like(first) => Self::Other,
            (Some(named), _) => named,
            (None, first) => first.unwrap_or(Self::Other),
        }
    }

    fn named(name: &str) -> Option<Self> {
        let name = name.rsplit('/').next().unwrap_or(name);
        match name.rsplit_once('.')?.1 {
            "sh" | "bash" | "zsh" | "ksh" | "dash" => Some(Self::Shell),
            "py" => Some(Self::Python),
            "js" | "ts" | "jsx" | "tsx" => Some(Self::Node { module: false }),
            "mjs" | "cjs" | "mts" | "cts" => Some(Self::Node { module: true }),
            extension if DATA.contains(&extension) => Some(Self::Data),
            _ => None,
        }
    }

    fn of_first_line(interpreter: &str) -> Self {
        let mut words = interpreter.split_whitespace();
        let named = |word: &str| Self::interpreted_by(word.rsplit('/').next().unwrap_or(word));
        words.find_map(named).unwrap_or(Self::Other)
    }

    /// The language of an interpreter.
    pub(crate) fn interpreted_by(name: &str) -> Option<Self> {
        let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        match plain {
            "sh" | "bash" | "dash" | "ash" | "zsh" | "ksh" => Some(Self::Shell),
            "python" | "pypy" => Some(Self::Python),
            "node" | "nodejs" | "bun" => Some(Self::Node { module: false }),
            "ruby" | "perl" | "php" | "lua" => Some(Self::Other),
            _ => None,
        }
    }

    /// Whether both are of one language.
    pub(crate) fn is_like(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    /// Whether it is code that an interpreter reads, or a program.
    pub(crate) fn is_code(self) -> bool {
        self != Self::Data
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_name_or_first_line() {
        for (name, text, kind) in [
            ("a/b.sh", "", ScriptLanguage::Shell),
            (
                "a.b/c",
                "#!/usr/bin/env -S bash -e\n",
                ScriptLanguage::Shell,
            ),
            ("guard", "#!/usr/bin/python3.12\n", ScriptLanguage::Python),
            ("guard.py", "", ScriptLanguage::Python),
            ("x.mjs", "", ScriptLanguage::Node { module: true }),
            (
                "x",
                "#!/usr/bin/env node",
                ScriptLanguage::Node { module: false },
            ),
            ("x.rb", "puts 1", ScriptLanguage::Other),
            ("x", "echo", ScriptLanguage::Other),
            ("x", "\u{7f}ELF\0\0", ScriptLanguage::Program),
            ("x.json", "{}", ScriptLanguage::Data),
            ("x.sh", "#!/usr/bin/env python3\n", ScriptLanguage::Other),
        ] {
            assert_eq!(ScriptLanguage::of(name, text.as_bytes()), kind, "{name}");
        }
    }
}

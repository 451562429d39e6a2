//! JavaScript and TypeScript: what `require` and `import` name by a path.

use super::found::{References, Sibling, first_of};

const PLACE: [&str; 11] = [
    "__dirname",
    "__filename",
    "import.meta",
    "argv[1]",
    "require.resolve",
    "createRequire",
    "mainModule",
    "module.paths",
    "new Worker",
    "new URL(",
    "fork(",
];

/// Modules that come with the runtime.
const OWN: [&str; 42] = [
    "assert",
    "async_hooks",
    "buffer",
    "bun",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "domain",
    "events",
    "fs",
    "http",
    "http2",
    "https",
    "inspector",
    "module",
    "net",
    "os",
    "path",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "repl",
    "stream",
    "string_decoder",
    "sys",
    "timers",
    "tls",
    "tty",
    "url",
    "util",
    "v8",
    "vm",
    "wasi",
    "worker_threads",
    "zlib",
];

pub(super) fn references(text: &str, module: bool) -> References {
    let mut found = References::default();
    if let Some(word) = first_of(text, &PLACE) {
        found.need_place(word);
    }
    for call in ["require", "import"] {
        for (at, _) in text.match_indices(call) {
            let after = text[at + call.len()..].trim_start();
            if let Some(argument) = after.strip_prefix('(') {
                match quoted(argument.trim_start()) {
                    Some(name) => found.named(name),
                    None => found.need_place(call),
                }
            } else if let Some(name) = quoted(after)
                && call == "import"
            {
                found.named(name);
            }
        }
    }
    for (at, _) in text.match_indices("from") {
        if let Some(name) = quoted(text[at + 4..].trim_start()) {
            found.named(name);
        }
    }
    let is_import = |line: &str| {
        let words = ["import", "export"];
        let after = words
            .iter()
            .find_map(|word| line.trim_start().strip_prefix(word));
        after.is_some_and(|after| after.starts_with([' ', '{', '*', '"', '\'']))
    };
    found.reads_package = !module && (text.lines().any(is_import) || text.contains("await"));
    found
}

/// The text in quotes that this begins with.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    text[1..].split_once(quote).map(|(name, _)| name)
}

impl References {
    fn named(&mut self, name: &str) {
        if self.siblings.iter().any(|known| known.name == name) {
            return;
        }
        if !name.starts_with("./") && !name.starts_with("../") {
            let own = name.strip_prefix("node:").unwrap_or(name);
            let own = own.split('/').next().unwrap_or(own);
            // A test module is only there with its prefix.
            if !OWN.contains(&own) && !name.starts_with("node:") {
                self.need_place(name);
            }
            return;
        }
        // A folder counts as a whole.
        let ends = ["", ".js", ".json", ".node", ".mjs", ".cjs", ".ts", "/"];
        self.siblings.push(Sibling {
            name: name.to_owned(),
            candidates: ends.iter().map(|end| format!("{name}{end}")).collect(),
            sure: true,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_siblings_and_packages_need_the_place() {
        let text = "const fs = require('fs'); const x = require( \"./lib/x\" )\nimport y from '../y.mjs'\nimport {\n a } from 'node:path'";
        let found = references(text, false);
        let names: Vec<&str> = found.siblings.iter().map(|one| &*one.name).collect();
        assert_eq!(names, ["./lib/x", "../y.mjs"]);
        assert_eq!(found.needs_place, None);
        assert!(found.reads_package);
        for (text, word) in [
            ("require('zod')", "zod"),
            ("require(name)", "require"),
            ("import(`./x`)", "import"),
            ("path.join(__dirname, 'x')", "__dirname"),
        ] {
            let found = references(text, true);
            assert_eq!(found.needs_place.as_deref(), Some(word), "{text}");
        }
    }
}

//! Python: modules beside the script, which come before the installed ones.

use super::found::{References, Sibling, first_of};

const PLACE: [&str; 11] = [
    "__file__",
    "sys.path",
    "importlib",
    "__import__",
    "runpy",
    "pkgutil",
    "pkg_resources",
    "zipimport",
    "argv[0]",
    "inspect.",
    "__loader__",
];

pub(super) fn references(text: &str) -> References {
    let mut found = References::default();
    if let Some(word) = first_of(text, &PLACE) {
        found.need_place(word);
    }
    for statement in text.lines().flat_map(|line| line.split(';')) {
        // Also after `try:` and its like on one line.
        let statement = statement.rsplit(": ").next().unwrap_or(statement).trim();
        if let Some(modules) = statement.strip_prefix("import ") {
            modules.split(',').for_each(|module| found.module(module));
        } else if let Some(module) = statement.strip_prefix("from ") {
            found.module(module);
        }
    }
    found
}

impl References {
    fn module(&mut self, module: &str) {
        let Some(module) = module.split_whitespace().next() else {
            return;
        };
        // Of the package that it is in, whose folder is covered as a whole.
        if let Some(own) = module.strip_prefix('.') {
            if own.starts_with('.') {
                self.need_place("from ..");
            }
            return;
        }
        let name = module.split('.').next().unwrap_or(module);
        let plain = |c: char| c.is_alphanumeric() || c == '_';
        let known = self.siblings.iter().any(|known| known.name == name);
        if name.is_empty() || !name.chars().all(plain) || known {
            return;
        }
        // A folder of that name comes first.
        let mut candidates = vec![format!("{name}/"), format!("{name}.py")];
        candidates.push(format!("{name}.pyc"));
        self.siblings.push(Sibling {
            name: name.to_owned(),
            candidates,
            sure: false,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_may_be_beside_the_script() {
        let text =
            "import json, lib.x as y\nfrom rules import a\ntry: import fast\nfrom . import z\n";
        let found = references(text);
        let names: Vec<&str> = found.siblings.iter().map(|one| &*one.name).collect();
        assert_eq!(names, ["json", "lib", "rules", "fast"]);
        assert_eq!(found.siblings[1].candidates[1], "lib.py");
        assert_eq!(found.needs_place, None);
        let found = references("p = Path(__file__).parent");
        assert_eq!(found.needs_place.as_deref(), Some("__file__"));
    }
}

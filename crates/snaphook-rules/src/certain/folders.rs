//! `cd`, and what may follow it.
//!
//! A `cd` may fail, or be in a subshell, so that a later command may be in any
//! of the folders that some of them, in their order, lead to.

use super::doubt::{Certain, Doubt};
use super::interpreters::{base, is_interpreter};
use super::line::CertainWord;

/// More folders than this are not counted.
const MOST_FOLDERS: usize = 16;

/// Tools that run what they find in the folder they are in: hooks, build
/// files, plugins, configuration that is code.
const RUN_WHAT_THEY_FIND: &[&str] = &[
    "ansible",
    "ansible-playbook",
    "ant",
    "babel",
    "bazel",
    "bazelisk",
    "bun",
    "bunx",
    "bundle",
    "cargo",
    "cmake",
    "composer",
    "conda",
    "ctest",
    "cypress",
    "deno",
    "devbox",
    "devenv",
    "direnv",
    "docker",
    "docker-compose",
    "dotnet",
    "dub",
    "earthly",
    "elixir",
    "eslint",
    "flutter",
    "gem",
    "gh",
    "git",
    "gitk",
    "gmake",
    "go",
    "gradle",
    "gradlew",
    "grunt",
    "gulp",
    "helm",
    "hg",
    "husky",
    "invoke",
    "jest",
    "jj",
    "jshell",
    "just",
    "karma",
    "lefthook",
    "lein",
    "lerna",
    "lint-staged",
    "make",
    "meson",
    "mise",
    "mix",
    "mocha",
    "mvn",
    "mvnw",
    "mypy",
    "next",
    "ninja",
    "nix",
    "nix-build",
    "nix-shell",
    "nox",
    "npm",
    "npx",
    "nuxt",
    "nx",
    "pants",
    "pdm",
    "phpunit",
    "pip",
    "pip3",
    "pipenv",
    "pipx",
    "playwright",
    "pnpm",
    "pnpx",
    "podman",
    "poetry",
    "pre-commit",
    "prettier",
    "pulumi",
    "pylint",
    "pytest",
    "rails",
    "rake",
    "rollup",
    "rspec",
    "rtk",
    "rubocop",
    "rustc",
    "rye",
    "sbt",
    "scons",
    "snaphook",
    "stack",
    "storybook",
    "stylelint",
    "svn",
    "swift",
    "task",
    "terraform",
    "tofu",
    "tox",
    "ts-node",
    "tsc",
    "tsx",
    "turbo",
    "uv",
    "uvx",
    "vagrant",
    "vi",
    "view",
    "vim",
    "nvim",
    "emacs",
    "vite",
    "vitest",
    "webpack",
    "yarn",
    "zig",
];

/// Where the commands of a line may be.
#[derive(Debug)]
pub(super) struct LineFolders {
    reached: Vec<String>,
    moved: bool,
}

impl Default for LineFolders {
    fn default() -> Self {
        Self {
            reached: vec![String::new()],
            moved: false,
        }
    }
}

impl LineFolders {
    /// Follows a `cd`; the folders that it may lead to.
    pub(super) fn follow(&mut self, words: &[CertainWord]) -> Certain<Vec<String>> {
        let at = words[0].range.start;
        let [_, folder] = words else {
            return Err(Doubt::at(at, "`cd` without a literal folder"));
        };
        let home = matches!(folder.pieces(), [super::CertainPiece::Home, ..]);
        let text = folder.to_word().known().map(str::to_owned);
        let Some(text) = text.filter(|text| {
            !text.is_empty() && !text.starts_with(['-', '+']) && (home || !text.starts_with('~'))
        }) else {
            return Err(Doubt::at(at, "`cd` without a literal folder"));
        };
        let led: Vec<String> = self.each(&text).collect();
        self.moved = true;
        for folder in &led {
            if !self.reached.contains(folder) {
                self.reached.push(folder.clone());
            }
        }
        if self.reached.len() > MOST_FOLDERS {
            return Err(Doubt::at(at, "too many moves"));
        }
        Ok(led)
    }

    /// What a path may mean, from every folder that may have been reached.
    pub(super) fn each<'a>(&'a self, path: &'a str) -> impl Iterator<Item = String> + 'a {
        let rooted = path.starts_with(['/', '~']);
        let from = if rooted {
            &self.reached[..1]
        } else {
            &self.reached[..]
        };
        from.iter().map(move |folder| match folder.as_str() {
            "" => path.to_owned(),
            _ if rooted => path.to_owned(),
            folder => format!("{}/{path}", folder.trim_end_matches('/')),
        })
    }

    /// Refuses what runs other code in another folder.
    pub(super) fn check(&self, words: &[CertainWord]) -> Certain<()> {
        let name = words[0].known().unwrap_or_default();
        let relative = name.contains('/') && !name.starts_with('/');
        let finds = RUN_WHAT_THEY_FIND.contains(&base(name)) || is_interpreter(name);
        if self.moved && (relative || finds) {
            let what = "a tool that runs what it finds in a folder, after `cd`";
            return Err(Doubt::at(words[0].range.start, what));
        }
        Ok(())
    }
}

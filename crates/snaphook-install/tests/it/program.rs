//! The path of the program that is written into configurations: it stands there after an
//! upgrade, and it is never that of a package runner.

#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use snaphook_install::stable_program;

/// A folder that is not that of the system's temporary files.
struct Installed(tempfile::TempDir);

impl Installed {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn root(&self) -> PathBuf {
        self.0.path().canonicalize().unwrap()
    }

    fn program(&self, path: &str) -> PathBuf {
        let file = self.root().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, "#!/bin/sh\n").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        file
    }

    /// The path that is written, and whether it is bound to a version; or the error.
    fn stable(&self, program: &Path, search: &[&str]) -> Result<(PathBuf, bool), String> {
        let search: Vec<_> = search
            .iter()
            .map(|folder| self.root().join(folder))
            .collect();
        let found = stable_program(program, &search, &self.root().join("tmp"));
        found
            .map(|found| (found.path, found.versioned))
            .map_err(|error| error.to_string())
    }
}

#[test]
fn copies_of_package_runners_are_refused() {
    for path in [
        ".npm/_npx/a1b2/node_modules/@snaphook/cli-linux-x64/bin/snaphook",
        ".cache/pnpm/dlx/a1b2/node_modules/@snaphook/cli-linux-x64/bin/snaphook",
        ".cache/pnpm/dlx-1234/node_modules/@snaphook/cli-linux-x64/bin/snaphook",
        "x/bunx-1000-snaphook@latest/node_modules/@snaphook/cli-linux-x64/bin/snaphook",
        ".cache/uv/archive-v0/a1b2/bin/snaphook",
        ".cache/uv/builds-v0/.tmpa1b2/bin/snaphook",
        ".cache/uv/environments-v2/script-a1b2/bin/snaphook",
        ".cache/pipx/a1b2/bin/snaphook",
        ".local/pipx/.cache/a1b2/bin/snaphook",
        "Library/Caches/pipx/a1b2/bin/snaphook",
        "tmp/snaphook",
    ] {
        let installed = Installed::new();
        let program = installed.program(path);
        let error = installed.stable(&program, &[]).unwrap_err();
        assert!(
            error.contains("so a hook would not find it later; help: "),
            "{path}: {error}"
        );
    }
}

#[test]
fn what_installers_leave_is_taken_by_its_absolute_path() {
    for path in [
        ".local/bin/snaphook",
        ".cargo/bin/snaphook",
        ".local/share/uv/tools/snaphook/bin/snaphook",
        ".local/share/pipx/venvs/snaphook/bin/snaphook",
        "archive-videos/my project/.venv/bin/snaphook",
        "app/node_modules/@snaphook/cli-linux-x64/bin/snaphook",
    ] {
        let installed = Installed::new();
        let path = installed.program(path);
        assert_eq!(installed.stable(&path, &[]), Ok((path.clone(), false)));
    }
}

/// Homebrew's folders and those of version managers are gone after an upgrade.
#[test]
fn a_link_or_a_shim_stands_for_a_program_that_is_bound_to_a_version() {
    let installed = Installed::new();
    let program = installed.program("Cellar/snaphook/0.1.0/bin/snaphook");
    let bound = (program.clone(), true);
    assert_eq!(installed.stable(&program, &["bin"]), Ok(bound));
    let shim = installed.program("mise/shims/snaphook");
    let expected = (shim, false);
    assert_eq!(
        installed.stable(&program, &["bin", "mise/shims"]),
        Ok(expected)
    );
    std::fs::create_dir(installed.root().join("bin")).unwrap();
    let link = installed.root().join("bin/snaphook");
    std::os::unix::fs::symlink(&program, &link).unwrap();
    let expected = (link, false);
    assert_eq!(
        installed.stable(&program, &["bin", "mise/shims"]),
        Ok(expected)
    );
}

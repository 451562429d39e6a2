//! Which folder the project is.

use std::path::Path;

use super::files::EXTENSIONS;

/// The names of settings files in a settings folder, without their endings.
const STEMS: [&str; 2] = ["settings", "settings.local"];
/// The lock file of packs, which is in the root itself.
const LOCK_STEM: &str = "snaphook";
const LOCK_ENDING: &str = "lock";

/// Finds the root of the project that a folder is in: the nearest folder, up to the
/// root of its Git repository, that has settings in one of these `folders`
/// (`.claude`) or a lock file of packs; else the root of the repository; else the folder itself.
///
/// A link that leads nowhere counts as settings: it was meant to lead to some.
#[must_use]
pub fn project_root<'p>(cwd: &'p Path, folders: &[&str]) -> &'p Path {
    let is_repository = |dir: &&Path| dir.join(".git").exists();
    let Some(repository) = cwd.ancestors().find(is_repository) else {
        return cwd;
    };
    let inside = cwd
        .ancestors()
        .take_while(|dir| dir.starts_with(repository));
    let mut with_settings = inside.filter(|dir| has_settings(dir, folders));
    with_settings.next().unwrap_or(repository)
}

fn has_settings(dir: &Path, folders: &[&str]) -> bool {
    let is_there = |folder: &Path, stem: &str, ending: &str| {
        let file = folder.join(format!("{stem}.{ending}"));
        file.symlink_metadata().is_ok()
    };
    if is_there(dir, LOCK_STEM, LOCK_ENDING) {
        return true;
    }
    folders.iter().any(|name| {
        let folder = dir.join(name);
        let mut stems = STEMS.iter();
        stems.any(|stem| {
            let mut endings = EXTENSIONS.iter();
            endings.any(|ending| is_there(&folder, stem, ending))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folders::SETTINGS_FOLDERS;

    #[test]
    fn the_nearest_folder_with_settings_is_the_project() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for dir in [
            "repo/.git",
            "repo/app/.claude/skills",
            "repo/app/web/.snaphook",
            "repo/app/web/src",
            "repo/lib",
            "plain/.claude",
            "plain/src",
        ] {
            std::fs::create_dir_all(path(dir)).unwrap();
        }
        for file in [
            "repo/app/web/.snaphook/settings.local.yaml",
            "plain/.claude/settings.json",
        ] {
            std::fs::write(path(file), "{}").unwrap();
        }
        for (cwd, root) in [
            ("repo/app/web/src", "repo/app/web"),
            ("repo/app/web", "repo/app/web"),
            // A folder with skills alone has no settings.
            ("repo/app", "repo"),
            ("repo/lib", "repo"),
            ("repo", "repo"),
            // Without a repository no folder above counts: it may be a home.
            ("plain/src", "plain/src"),
            ("plain", "plain"),
        ] {
            let cwd = path(cwd);
            assert_eq!(project_root(&cwd, SETTINGS_FOLDERS), path(root));
        }
    }
}

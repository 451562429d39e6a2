//! Edits on files: folders, modes, links, and what is left behind.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use snaphook_core::permission::Behavior;
use snaphook_settings::edit::{Edit, EditError};

fn allow(rule: &str) -> Edit {
    Edit::new().add_rules(Behavior::Allow, [rule])
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        // Without symlinks, as edits tell paths: /tmp may be one.
        self.0.path().canonicalize().unwrap().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let file = self.path(name);
        fs::write(&file, text).unwrap();
        file
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_missing_file_is_made_with_its_folders_and_nothing_else() {
    let folder = Folder::new();
    let file = folder.path("repo/.claude/settings.local.json");
    let edited = allow("Read").apply_to_file(&file).unwrap();
    assert!(edited.changed && edited.created);
    assert_eq!(edited.file, file);
    assert!(fs::read_to_string(&file).unwrap().contains("\"Read\""));
    assert_eq!(names(file.parent().unwrap()), ["settings.local.json"]);
    // As any program would make it, not for the owner only.
    let other = folder.write("other", "");
    let mode = |file: &Path| fs::metadata(file).unwrap().permissions().mode();
    assert_eq!(mode(&file), mode(&other));
}

#[test]
fn what_changes_nothing_writes_nothing() {
    let folder = Folder::new();
    let missing = folder.path("repo/.claude/settings.json");
    let remove = Edit::new().remove_rules(Behavior::Allow, ["Read"]);
    let edited = remove.apply_to_file(&missing).unwrap();
    assert!(!edited.changed && !edited.created);
    assert!(!folder.path("repo").exists());

    let file = folder.write("s.json", "{ \"permissions\": {\"allow\": [\"Read\"]} }");
    let inode = fs::metadata(&file).unwrap().ino();
    let edited = allow("Read").apply_to_file(&file).unwrap();
    assert!(!edited.changed);
    assert_eq!(fs::metadata(&file).unwrap().ino(), inode);
}

#[test]
fn the_mode_of_a_file_stays() {
    let folder = Folder::new();
    for mode in [0o600, 0o644, 0o664] {
        let file = folder.write("s.json", "{}");
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        allow("Read").apply_to_file(&file).unwrap();
        let now = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(now & 0o777, mode);
    }
}

#[test]
fn a_link_stays_and_what_it_leads_to_is_changed() {
    let folder = Folder::new();
    fs::create_dir(folder.path("dotfiles")).unwrap();
    fs::create_dir(folder.path("home")).unwrap();
    let target = folder.write("dotfiles/settings.json", "{}");
    let link = folder.path("home/settings.json");
    symlink("../dotfiles/settings.json", &link).unwrap();
    let edited = allow("Read").apply_to_file(&link).unwrap();
    assert_eq!(edited.file, target);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().contains("Read"));

    // Also where nothing is there yet.
    let link = folder.path("home/settings.local.json");
    symlink("../dotfiles/local/settings.json", &link).unwrap();
    let edited = allow("Read").apply_to_file(&link).unwrap();
    assert!(edited.created);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&link).unwrap().contains("Read"));
    assert_eq!(
        names(&folder.path("home")),
        ["settings.json", "settings.local.json"]
    );
}

#[test]
fn links_in_a_circle_are_an_error() {
    let folder = Folder::new();
    symlink("b.json", folder.path("a.json")).unwrap();
    symlink("a.json", folder.path("b.json")).unwrap();
    let error = allow("Read")
        .apply_to_file(&folder.path("a.json"))
        .unwrap_err();
    assert!(matches!(error, EditError::Io { .. }), "{error}");
}

#[test]
fn a_file_that_cannot_be_changed_is_left_as_it_was() {
    let folder = Folder::new();
    let broken = folder.write("s.json", "{ \"permissions\": ");
    let error = allow("Read").apply_to_file(&broken).unwrap_err();
    assert!(matches!(error, EditError::Unusable(_)), "{error}");
    assert_eq!(fs::read_to_string(&broken).unwrap(), "{ \"permissions\": ");

    let file = folder.path("latin.json");
    fs::write(&file, b"{ \"a\": \"\xe9\" }").unwrap();
    let error = allow("Read").apply_to_file(&file).unwrap_err();
    assert!(error.to_string().contains("not UTF-8"), "{error}");

    let yaml = folder.write("s.yaml", "permissions: {}");
    let error = allow("Read").apply_to_file(&yaml).unwrap_err();
    assert!(matches!(error, EditError::Yaml(_)), "{error}");

    let directory = folder.path("d.json");
    fs::create_dir(&directory).unwrap();
    let error = allow("Read").apply_to_file(&directory).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("this is a folder, not a settings file"),
        "{error}"
    );
    assert_eq!(
        names(&folder.path("")),
        ["d.json", "latin.json", "s.json", "s.yaml"]
    );
}

#[test]
fn what_a_crash_left_behind_is_removed() {
    let folder = Folder::new();
    let file = folder.write("s.json", "{}");
    folder.write(".s.json.AbC123.tmp", "{ \"half");
    folder.write("s.json.backup", "mine");
    allow("Read").apply_to_file(&file).unwrap();
    assert_eq!(names(&folder.path("")), ["s.json", "s.json.backup"]);
}

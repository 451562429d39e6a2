//! The folders of a project that hold settings, in one place.

use std::path::Path;

/// Their names in the default dialect.
pub const SETTINGS_FOLDERS: &[&str] = &[".claude", ".snaphook"];

/// Whether a folder has one of these names.
#[must_use]
pub fn is_settings_folder(folder: &Path, names: &[&str]) -> bool {
    names.iter().any(|name| folder.ends_with(name))
}

/// The folder that holds the settings folder, by one of these names, of this
/// file; `None` for a settings file that is elsewhere.
#[must_use]
pub fn around_settings_folder<'f>(file: &'f Path, names: &[&str]) -> Option<&'f Path> {
    file.parent()
        .filter(|folder| is_settings_folder(folder, names))
        .and_then(Path::parent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_settings_in_such_a_folder_belong_to_the_folder_around_it() {
        let around = |file: &'static str| around_settings_folder(Path::new(file), SETTINGS_FOLDERS);
        assert_eq!(around("/p/.claude/settings.json"), Some(Path::new("/p")));
        assert_eq!(around("/p/.snaphook/x.json"), Some(Path::new("/p")));
        assert_eq!(around("/p/settings.json"), None);
        assert_eq!(around("/p/my.claude/x.json"), None);
    }
}

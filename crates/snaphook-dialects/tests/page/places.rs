//! Where the settings of every dialect are.

use std::path::{Path, PathBuf};

use snaphook_dialects::Dialect;
use snaphook_settings::{Folders, Places};

use crate::table::{Table, codes};

/// The places of somebody who stands in a project.
fn places(dialect: &dyn Dialect) -> Places {
    dialect.places(&Folders {
        system: Path::new("/etc"),
        home: Some(Path::new("~")),
        config: None,
        claude: None,
        project: Some(Path::new("")),
    })
}

fn files(folders: &[PathBuf], name: &str) -> String {
    codes(
        folders
            .iter()
            .map(|folder| folder.join(name).display().to_string()),
    )
}

pub(super) fn table() -> String {
    let mut table = Table::of_dialects("scope");
    table.each("managed", |d| {
        files(&places(d).managed, "managed-settings.json")
    });
    table.each("user", |d| files(&places(d).user, "settings.json"));
    table.each("project", |d| {
        let places = places(d);
        let folders = places.folders.iter();
        let inside = folders.map(|folder| format!("{folder}/settings.json"));
        codes(inside.chain(places.root_files.iter().map(|name| (*name).to_owned())))
    });
    table.each("local", |d| {
        let places = places(d);
        let folders = places.folders.iter().filter(|_| places.local);
        codes(folders.map(|folder| format!("{folder}/settings.local.json")))
    });
    table.each("plugins below", |d| {
        let homes = places(d).plugin_homes;
        codes(homes.iter().map(|home| home.display().to_string()))
    });
    table.text()
}

//! `schemas/` holds what the code says; a change that is not there fails here.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use snaphook_schema::all;

const UPDATE: &str = "UPDATE_SCHEMAS=1 cargo test -p snaphook-schema --test it";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas")
}

#[test]
fn the_files_hold_what_the_code_says() {
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        return write();
    }
    for file in all(&snaphook::kinds()) {
        let written = std::fs::read_to_string(folder().join(&file.path)).unwrap_or_default();
        let text = file.text();
        let differs = text
            .lines()
            .zip(written.lines())
            .find(|(new, old)| new != old);
        assert!(
            text == written,
            "schemas/{} is out of date: {differs:?}\nwrite it anew with `{UPDATE}`",
            file.path
        );
    }
    let expected: BTreeSet<_> = all(&snaphook::kinds())
        .into_iter()
        .map(|file| file.path)
        .collect();
    assert_eq!(there(), expected, "there are files that nobody writes");
}

fn write() {
    if folder().is_dir() {
        std::fs::remove_dir_all(folder()).unwrap();
    }
    for file in all(&snaphook::kinds()) {
        let path = folder().join(&file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, file.text()).unwrap();
    }
}

fn there() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder()];
    while let Some(one) = folders.pop() {
        for entry in std::fs::read_dir(one).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let inside = path.strip_prefix(folder()).unwrap();
            let parts = inside.iter().map(|part| part.to_str().unwrap());
            found.insert(parts.collect::<Vec<_>>().join("/"));
        }
    }
    found
}

#[test]
fn every_schema_is_one_and_says_where_it_belongs() {
    let mut ids = BTreeSet::new();
    for file in all(&snaphook::kinds()) {
        let schema = &file.schema;
        jsonschema::meta::validate(schema).unwrap_or_else(|error| panic!("{}: {error}", file.path));
        let name = file.path.strip_suffix(".schema.json").unwrap();
        let id = format!("urn:snaphook:schema:{}", name.replace('/', ":"));
        assert_eq!(schema["$id"], id);
        assert_eq!(
            schema["$schema"],
            "https://json-schema.org/draft/2020-12/schema"
        );
        assert!(schema["title"].is_string() && schema["description"].is_string());
        assert!(ids.insert(id));
    }
}

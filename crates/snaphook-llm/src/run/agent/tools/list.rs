//! `list_files`

use serde::Deserialize;

use super::toolbox::Toolbox;
use crate::run::agent::page::Page;

#[derive(Deserialize)]
pub(super) struct ListFilesArgs {
    path: String,
}

pub(super) fn run(
    toolbox: &Toolbox,
    args: ListFilesArgs,
    mut page: Page,
) -> Result<String, String> {
    let real = toolbox.folders.real(&args.path)?;
    let entries = real
        .read_dir()
        .map_err(|error| format!("`{}` cannot be listed: {error}", args.path))?;
    let mut names: Vec<String> = entries
        .flatten()
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => name + "/",
                Ok(kind) if kind.is_symlink() => name + "@",
                _ => name,
            }
        })
        .collect();
    names.sort();
    for (number, name) in names.iter().enumerate() {
        if !page.line(name) {
            page.note(&format!("and {} more", names.len() - number));
            break;
        }
    }
    if names.is_empty() {
        page.note("the folder is empty");
    }
    Ok(page.into_text())
}

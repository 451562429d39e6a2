//! Files: Read, Write and Edit.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde::Deserialize;

#[derive(Deserialize)]
pub struct Read {
    file_path: PathBuf,
}

pub async fn read(cwd: &Path, input: Read) -> anyhow::Result<String> {
    contents(&cwd.join(input.file_path)).await
}

#[derive(Deserialize)]
pub struct Write {
    file_path: PathBuf,
    content: String,
}

pub async fn write(cwd: &Path, input: Write) -> anyhow::Result<String> {
    let file = cwd.join(&input.file_path);
    save(&file, &input.content).await?;
    Ok(format!("{} is written", input.file_path.display()))
}

#[derive(Deserialize)]
pub struct FileEdit {
    file_path: PathBuf,
    old_string: String,
    new_string: String,
}

pub async fn edit(cwd: &Path, input: FileEdit) -> anyhow::Result<String> {
    let file = cwd.join(&input.file_path);
    let text = contents(&file).await?;
    let places = text.matches(&input.old_string).count();
    ensure!(
        places == 1,
        "the old string is there {places} times, it must be there once"
    );
    save(&file, &text.replace(&input.old_string, &input.new_string)).await?;
    Ok(format!("{} is changed", input.file_path.display()))
}

async fn contents(file: &Path) -> anyhow::Result<String> {
    let text = tokio::fs::read_to_string(file).await;
    text.with_context(|| format!("cannot read {}", file.display()))
}

async fn save(file: &Path, text: &str) -> anyhow::Result<()> {
    if let Some(folder) = file.parent() {
        tokio::fs::create_dir_all(folder).await?;
    }
    let saved = tokio::fs::write(file, text).await;
    saved.with_context(|| format!("cannot write {}", file.display()))
}

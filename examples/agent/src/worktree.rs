//! A folder of its own for a subagent. Hooks may make it; else the host does.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use snaphook::turn::{WorktreeCreation, WorktreeRemoval};

use crate::agent::Agent;

/// Where the host makes worktrees, and what is not copied into them.
const OWN: &str = ".claude";

pub async fn create(agent: &mut Agent, name: &str) -> anyhow::Result<PathBuf> {
    match agent.hooks.worktree_create(name).await {
        WorktreeCreation::At(path, messages) => {
            agent.hear_in_tool(&messages);
            Ok(path)
        }
        WorktreeCreation::Failed(reason, messages) => {
            agent.hear_in_tool(&messages);
            bail!("the worktree was not made: {reason}")
        }
        // A copy will do here. In a repository: `git worktree add`.
        WorktreeCreation::ByHost => {
            let from = agent.host.project.clone();
            let to = from.join(OWN).join("worktrees").join(name);
            let made = to.clone();
            tokio::task::spawn_blocking(move || copy_folder(&from, &to))
                .await?
                .with_context(|| format!("cannot make {}", made.display()))?;
            Ok(made)
        }
    }
}

pub async fn remove(agent: &mut Agent, path: PathBuf) {
    match agent.hooks.worktree_remove(&path.to_string_lossy()).await {
        WorktreeRemoval::Gone(messages) | WorktreeRemoval::Failed(_, messages) => {
            agent.hear_in_tool(&messages)
        }
        WorktreeRemoval::ByHost => {
            if let Err(error) = tokio::fs::remove_dir_all(&path).await {
                agent.show("host", &format!("{} stays: {error}", path.display()));
            }
        }
    }
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_dir() && entry.file_name() != OWN && entry.file_name() != ".git" {
            copy_folder(&source, &target)?;
        } else if kind.is_file() {
            std::fs::copy(&source, &target)?;
        }
    }
    Ok(())
}

//! The columns of the table of launches, and the folders in which an agent runs.

use std::path::{Path, PathBuf};

use crate::error::CanaryError;

/// How an agent is started without a person on a scripted model. In arguments, values and
/// files, `{url}` is the model's address, `{home}` and `{project}` are the folders.
#[derive(Debug)]
#[non_exhaustive]
pub struct LaunchSpec {
    /// The agent's name in `snaphook_agents::AGENTS`.
    pub agent: &'static str,
    /// The program.
    pub program: &'static str,
    /// Its arguments, with a prompt.
    pub arguments: &'static [&'static str],
    /// Its environment, beside the folders.
    pub environment: &'static [(&'static str, &'static str)],
    /// Files and their content.
    pub files: &'static [(&'static str, &'static str)],
    /// Programs that configure it before the run.
    pub before: &'static [LaunchStep],
    /// Its shell tool, under each name that it may have.
    pub shell: &'static [ToolCallForm],
    /// Its tool that writes a file.
    pub write: &'static [ToolCallForm],
    /// Its tool that replaces a text.
    pub edit: &'static [ToolCallForm],
    /// After so many seconds it hangs.
    pub seconds: u32,
}

/// A program with arguments.
#[derive(Debug)]
pub struct LaunchStep {
    /// The program.
    pub program: &'static str,
    /// Its arguments.
    pub arguments: &'static [&'static str],
}

/// How a tool is called.
#[derive(Debug, Clone)]
pub struct ToolCallForm {
    /// The tool's name, as the agent offers it to a model.
    pub name: &'static str,
    /// The parameters that get the values of a script: the command; path and content;
    /// path, old and new text.
    pub keys: &'static [&'static str],
    /// Parameters with a fixed value.
    pub fixed: &'static [(&'static str, &'static str)],
}

impl ToolCallForm {
    pub(super) const fn new(name: &'static str, keys: &'static [&'static str]) -> Self {
        Self {
            name,
            keys,
            fixed: &[],
        }
    }

    pub(super) const fn fixed(mut self, fixed: &'static [(&'static str, &'static str)]) -> Self {
        self.fixed = fixed;
        self
    }
}

impl LaunchSpec {
    pub(super) const fn new(agent: &'static str, program: &'static str) -> Self {
        Self {
            agent,
            program,
            arguments: &[],
            environment: &[],
            files: &[],
            before: &[],
            shell: &[],
            write: &[],
            edit: &[],
            seconds: 120,
        }
    }
}

/// The folders in which an agent is driven. Nothing else is written.
#[derive(Debug, Clone)]
pub struct PrivateFolders {
    /// Its home folder.
    pub home: PathBuf,
    /// Its project, a Git repository.
    pub project: PathBuf,
}

impl PrivateFolders {
    /// Both folders below another one.
    #[must_use]
    pub fn below(root: &Path) -> Self {
        Self {
            home: root.join("home"),
            project: root.join("project"),
        }
    }

    /// Makes the folders and the files that the agent needs.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn prepare(&self, launch: &LaunchSpec, url: &str) -> Result<(), CanaryError> {
        let git = self.project.join(".git");
        for folder in [&self.home, &git.join("objects"), &git.join("refs")] {
            std::fs::create_dir_all(folder).map_err(CanaryError::write(folder))?;
        }
        let head = "ref: refs/heads/main\n".to_owned();
        write(&git.join("HEAD"), &head)?;
        let config = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n".to_owned();
        write(&git.join("config"), &config)?;
        write(&self.project.join("README.md"), "# canary\n")?;
        for (path, content) in launch.files {
            write(Path::new(&self.fill(path, url)), &self.fill(content, url))?;
        }
        Ok(())
    }

    /// Puts the folders and the address into a text of the table.
    #[must_use]
    pub fn fill(&self, text: &str, url: &str) -> String {
        text.replace("{url}", url)
            .replace("{home}", &self.home.to_string_lossy())
            .replace("{project}", &self.project.to_string_lossy())
    }

    /// The variables that make them the agent's folders.
    #[must_use]
    pub fn environment(&self) -> Vec<(&'static str, PathBuf)> {
        let below = |path: &str| self.home.join(path);
        vec![
            ("HOME", self.home.clone()),
            ("USERPROFILE", self.home.clone()),
            ("XDG_CONFIG_HOME", below(".config")),
            ("XDG_STATE_HOME", below(".local/state")),
            ("XDG_DATA_HOME", below(".local/share")),
            ("XDG_CACHE_HOME", below(".cache")),
            ("PWD", self.project.clone()),
        ]
    }
}

fn write(path: &Path, content: &str) -> Result<(), CanaryError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(CanaryError::write(folder))?;
    }
    std::fs::write(path, content).map_err(CanaryError::write(path))
}

//! What a hook may reach, in words: for lists, for the question whether to trust it, and
//! for programs.

use serde::Serialize;

use crate::policy::SandboxPolicy;

/// The rights of a hook, as people are shown them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SandboxRights {
    /// Domains; none is no network.
    pub domains: Vec<String>,
    /// What it writes.
    pub writes: Vec<String>,
    /// What it reads beside programs of the system.
    pub reads: Vec<String>,
    /// Variables beside the harmless ones.
    pub env: Vec<String>,
    /// What it asked for and does not get.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<String>,
}

impl SandboxPolicy {
    /// The rights in words; what every hook has is left out.
    #[must_use]
    pub fn rights(&self) -> SandboxRights {
        let path = |path: &std::path::PathBuf| match &self.project {
            Some(project) if path == project => "the project".to_owned(),
            _ => path.display().to_string(),
        };
        let own = |path: &&std::path::PathBuf| self.opened.contains(path);
        let mut domains: Vec<String> = match self.domains.is_empty() {
            true => Vec::new(),
            false => self
                .domains
                .allowed
                .iter()
                .flatten()
                .map(|domain| domain.as_str().to_owned())
                .collect(),
        };
        domains.dedup();
        SandboxRights {
            domains,
            writes: self.write.iter().map(path).collect(),
            reads: self
                .project
                .iter()
                .chain(self.read.iter().filter(own))
                .map(path)
                .collect(),
            env: self.variables.extra(),
            refused: self.refused.clone(),
        }
    }
}

impl SandboxRights {
    /// One line: `sandbox: no network; writes the project; reads the project`.
    #[must_use]
    pub fn line(&self) -> String {
        let list = |items: &[String], none: &str| match items {
            [] => none.to_owned(),
            items => items.join(", "),
        };
        let network = match &*self.domains {
            [] => "no network".to_owned(),
            domains => format!("network {}", domains.join(", ")),
        };
        let mut line = format!(
            "sandbox: {network}; writes {}; reads {} and programs",
            list(&self.writes, "nothing"),
            list(&self.reads, "nothing"),
        );
        if !self.env.is_empty() {
            line.push_str(&format!("; variables {}", self.env.join(", ")));
        }
        line
    }
}

//! Names that mean the same tool.

/// Groups of tool names that mean the same tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aliases {
    groups: Vec<Vec<String>>,
}

/// The groups every host has.
impl Default for Aliases {
    fn default() -> Self {
        Aliases::none()
            .with(["Task", "Agent"])
            .with(["BashOutput", "TaskOutput"])
            .with(["KillShell", "TaskStop"])
    }
}

impl Aliases {
    /// No groups at all.
    #[must_use]
    pub fn none() -> Self {
        Aliases { groups: Vec::new() }
    }

    /// Adds a group; one that shares a name with others is merged with them.
    #[must_use]
    pub fn with<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        let mut group: Vec<String> = names.into_iter().map(Into::into).collect();
        let (shared, mut apart): (Vec<_>, Vec<_>) = self
            .groups
            .into_iter()
            .partition(|known| known.iter().any(|name| group.contains(name)));
        for name in shared.into_iter().flatten() {
            if !group.contains(&name) {
                group.push(name);
            }
        }
        apart.push(group);
        self.groups = apart;
        self
    }

    /// Whether both names mean the same tool.
    #[must_use]
    pub fn same(&self, one: &str, other: &str) -> bool {
        one == other
            || self.groups.iter().any(|group| {
                group.iter().any(|name| name == one) && group.iter().any(|name| name == other)
            })
    }

    /// Every name of the tool, the given one first.
    pub fn of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let others = self
            .groups
            .iter()
            .filter(move |group| group.iter().any(|known| known == name))
            .flatten()
            .map(String::as_str)
            .filter(move |known| *known != name);
        std::iter::once(name).chain(others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_that_share_a_name_are_one() {
        let aliases = Aliases::default()
            .with(["shell", "Bash"])
            .with(["Bash", "sh"]);
        assert!(aliases.same("shell", "sh"));
        assert!(aliases.same("Task", "Agent"));
        assert!(!aliases.same("Task", "Bash"));
        assert_eq!(aliases.of("Agent").collect::<Vec<_>>(), ["Agent", "Task"]);
    }
}

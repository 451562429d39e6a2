//! Tools that go by more than one name.

/// Groups of names that mean the same tool.
#[derive(Debug, Clone)]
pub struct Aliases {
    groups: Vec<Vec<Box<str>>>,
}

impl Default for Aliases {
    fn default() -> Self {
        let mut aliases = Self { groups: Vec::new() };
        aliases.add("Task", "Agent");
        aliases.add("BashOutput", "TaskOutput");
        aliases.add("KillShell", "TaskStop");
        aliases
    }
}

impl Aliases {
    /// No aliases: for values that are no tool names.
    #[must_use]
    pub fn none() -> Self {
        Self { groups: Vec::new() }
    }

    /// Declares that two names mean the same tool.
    pub fn add(&mut self, name: &str, other: &str) {
        let position = |aliases: &Self, wanted: &str| {
            aliases
                .groups
                .iter()
                .position(|group| group.iter().any(|name| &**name == wanted))
        };
        match (position(self, name), position(self, other)) {
            (Some(one), Some(two)) if one == two => {}
            (Some(one), Some(two)) => {
                let merged = self.groups.swap_remove(one.max(two));
                self.groups[one.min(two)].extend(merged);
            }
            (Some(group), None) => self.groups[group].push(other.into()),
            (None, Some(group)) => self.groups[group].push(name.into()),
            (None, None) => self.groups.push(vec![name.into(), other.into()]),
        }
    }

    /// `name` itself, then its other names.
    pub fn names_of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let others = self
            .groups
            .iter()
            .find(|group| group.iter().any(|member| &**member == name))
            .map(Vec::as_slice)
            .unwrap_or_default();
        std::iter::once(name).chain(
            others
                .iter()
                .map(|member| &**member)
                .filter(move |member| *member != name),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Aliases;

    fn names(aliases: &Aliases, name: &str) -> Vec<String> {
        aliases.names_of(name).map(str::to_owned).collect()
    }

    #[test]
    fn groups_join_when_a_name_links_them() {
        let mut aliases = Aliases::default();
        assert_eq!(names(&aliases, "Agent"), ["Agent", "Task"]);
        assert_eq!(names(&aliases, "Bash"), ["Bash"]);
        aliases.add("Subagent", "Agent");
        aliases.add("Agent", "TaskOutput");
        let mut all = names(&aliases, "BashOutput");
        all.sort();
        assert_eq!(
            all,
            ["Agent", "BashOutput", "Subagent", "Task", "TaskOutput"]
        );
        assert_eq!(names(&aliases, "KillShell"), ["KillShell", "TaskStop"]);
    }
}

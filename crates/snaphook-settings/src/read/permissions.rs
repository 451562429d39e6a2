//! `permissions`: rules, the mode to start in, further working directories.
//!
//! A rule that cannot be read costs itself, as an entry anywhere does. But where
//! it was meant to deny or to ask, its tool is asked about from then on: a deny
//! is never lost to a missing parenthesis.

use std::path::PathBuf;

use snaphook_core::Severity;
use snaphook_core::event::nearest;
use snaphook_core::hook::Scope;
use snaphook_core::permission::{Behavior, Mode};
use snaphook_core::tool::{is_known_tool, known_tools};
use snaphook_rules::Rule;

use super::fields::{NodeFields, wrong_type};
use super::file::FileReader;
use crate::folders::around_settings_folder;
use crate::keys::PERMISSIONS;
use crate::node::{Kind, Node};
use crate::other_agents::tool_of_other_agent;
use crate::setting::Setting;

/// What one file says of permissions.
#[derive(Debug, Clone, Default)]
pub struct PermissionSettings {
    /// Its rules.
    pub rules: Vec<Setting<(Behavior, Rule)>>,
    /// `defaultMode`: the mode that sessions start in.
    pub default_mode: Option<Setting<Mode>>,
    /// `additionalDirectories`: as they are written.
    pub directories: Vec<Setting<String>>,
    /// `disableBypassPermissionsMode`: nobody gets into that mode.
    pub bypass_forbidden: Option<Setting<()>>,
    /// Where paths of this file start: the folder around its settings folder.
    pub base: Option<PathBuf>,
    /// The line of an entry that cannot be loaded and may be the guard of what
    /// the file allows: then its allow rules, its folders and a mode that is
    /// looser than the default do not count.
    pub suspended: Option<usize>,
}

impl PermissionSettings {
    /// Suspends what is allowed; where that is, if anything is.
    pub(super) fn suspend(&mut self, line: usize) -> Option<std::ops::Range<usize>> {
        self.suspended = Some(line);
        let allows = |rule: &&Setting<(Behavior, Rule)>| rule.value.0 == Behavior::Allow;
        let rules = self.rules.iter().filter(allows).map(|rule| &rule.location);
        let folders = self.directories.iter().map(|folder| &folder.location);
        let mode = self.default_mode.iter().map(|mode| &mode.location);
        let mut places = rules.chain(folders).chain(mode);
        places.next().map(|place| place.span.clone())
    }
}

impl FileReader<'_> {
    /// Reads `permissions`. Where it occurs twice, what the first denies and asks
    /// about counts, too.
    pub(super) fn read_all_permissions(&mut self, nodes: Vec<&Node>) {
        let mut earlier = PermissionSettings::default();
        for node in nodes {
            let before = std::mem::take(&mut self.settings.permissions);
            let tightens = |rule: &Setting<(Behavior, Rule)>| rule.value.0 != Behavior::Allow;
            earlier
                .rules
                .extend(before.rules.into_iter().filter(tightens));
            earlier.bypass_forbidden = earlier.bypass_forbidden.or(before.bypass_forbidden);
            earlier.default_mode = stricter(earlier.default_mode, before.default_mode);
            self.read_permissions(node);
        }
        let permissions = &mut self.settings.permissions;
        permissions.rules.splice(0..0, earlier.rules);
        let bypass = permissions.bypass_forbidden.take();
        permissions.bypass_forbidden = bypass.or(earlier.bypass_forbidden);
        let mode = permissions.default_mode.take();
        permissions.default_mode = stricter(earlier.default_mode, mode);
    }

    fn read_permissions(&mut self, node: &Node) {
        if node.members().is_none() {
            let wanted = "an object with `allow`, `ask` and `deny`";
            self.error(node, wrong_type("permissions", wanted, node));
            return;
        }
        self.warn_repeated_inside(node);
        let fields = NodeFields::of(node);
        let mut permissions = PermissionSettings {
            base: self.base(),
            ..PermissionSettings::default()
        };
        for behavior in Behavior::ALL {
            let lists: Vec<&Node> = match behavior {
                Behavior::Allow => fields.get(behavior.as_str()).into_iter().collect(),
                Behavior::Deny | Behavior::Ask => fields.all(behavior.as_str()).collect(),
            };
            for node in lists {
                for (text, item) in self.read_rules(behavior, node) {
                    let rules = self.read_rule(behavior, &text, item, &permissions);
                    permissions.rules.extend(rules);
                }
            }
        }
        for node in fields.all("defaultMode") {
            let mode = self.read_mode(node);
            permissions.default_mode = stricter(permissions.default_mode, mode);
        }
        if let Some(node) = fields.get("additionalDirectories") {
            let key = "permissions.additionalDirectories";
            let texts = self.read_texts(key, "a list of folders", node);
            let here = texts.into_iter();
            permissions.directories = here.map(|(text, item)| self.setting(item, text)).collect();
        }
        if let Some(node) = fields.get("disableBypassPermissionsMode") {
            let meant = node.text() == Some("disable") || matches!(node.kind, Kind::Bool(true));
            if meant {
                permissions.bypass_forbidden = Some(self.setting(node, ()));
            }
            if node.text() != Some("disable") {
                let key = "permissions.disableBypassPermissionsMode";
                self.error(node, wrong_type(key, "\"disable\"", node));
            }
        }
        for member in fields.members() {
            if PERMISSIONS.iter().any(|known| known.name == member.key) {
                continue;
            }
            if let Some(near) = nearest(&member.key, PERMISSIONS.iter().map(|known| known.name)) {
                self.warn(
                    member.key_span.clone(),
                    "unknown-key",
                    format!("unknown key `permissions.{}`", member.key),
                    Some(format!("did you mean `{near}`?")),
                );
            }
        }
        self.settings.permissions = permissions;
    }

    fn base(&self) -> Option<PathBuf> {
        let file = std::path::absolute(self.settings.source.file()).ok()?;
        let folders = self.loading.dialect().settings_folders();
        let base = around_settings_folder(&file, folders).or(file.parent())?;
        Some(base.to_owned())
    }

    /// The rules of one list. A lone text that was to deny or to ask does so.
    fn read_rules<'n>(&mut self, behavior: Behavior, node: &'n Node) -> Vec<(String, &'n Node)> {
        let key = format!("permissions.{}", behavior.as_str());
        match node.text().filter(|_| behavior != Behavior::Allow) {
            Some(text) => {
                self.error(node, wrong_type(&key, "a list of rules", node));
                vec![(text.to_owned(), node)]
            }
            None => self.read_texts(&key, "a list of rules", node),
        }
    }

    fn read_rule(
        &mut self,
        behavior: Behavior,
        text: &str,
        node: &Node,
        permissions: &PermissionSettings,
    ) -> Vec<Setting<(Behavior, Rule)>> {
        let based = |rule: Rule| match &permissions.base {
            Some(base) => rule.based_at(base),
            None => rule,
        };
        match Rule::parse(text) {
            Ok(rule) => {
                self.hint_at_tool(behavior, &rule, node);
                self.hint_at_root(&rule, node);
                vec![self.setting(node, (behavior, based(rule)))]
            }
            Err(error) => {
                let asked = match behavior {
                    Behavior::Allow => Vec::new(),
                    Behavior::Deny | Behavior::Ask => tools_of(text),
                };
                let names: Vec<_> = asked.iter().map(|rule| format!("`{rule}`")).collect();
                let instead = match names.is_empty() {
                    false => format!(
                        "; until it is corrected, every call of {} is asked about",
                        names.join(", ")
                    ),
                    true => "; it has no effect".to_owned(),
                };
                self.find(
                    snaphook_core::Severity::Error,
                    node.span.clone(),
                    "bad-rule",
                    format!("invalid rule `{text}`: {}{instead}", error.message),
                    None,
                );
                let asked = asked.into_iter();
                asked
                    .map(|rule| self.setting(node, (Behavior::Ask, rule)))
                    .collect()
            }
        }
    }

    /// A rule for a tool that nobody has matches nothing, and says nothing; an allow
    /// rule must name its tool, or the server of MCP tools.
    fn hint_at_tool(&mut self, behavior: Behavior, rule: &Rule, node: &Node) {
        let tool = rule.tool();
        let server = tool.strip_prefix("mcp__");
        let server = server.map(|rest| rest.split("__").next().unwrap_or_default());
        let is_any = match server {
            Some(server) => server.is_empty() || server.contains('*'),
            None => rule.is_for_any_tool(),
        };
        let (message, help) = match server {
            _ if is_any && behavior == Behavior::Allow => {
                let what = match server {
                    Some(_) => "the server, as in `mcp__github` or `mcp__github__get_*`",
                    None => "its tool, as in `Bash(git status *)`",
                };
                let message = format!("`{tool}` allows nothing: an allow rule must name {what}");
                (message, None)
            }
            Some(_) => return,
            None if is_any || is_known_tool(tool) => return,
            None => {
                let Some(near) = nearest(tool, known_tools()) else {
                    self.hint_at_tool_elsewhere(tool, node);
                    return;
                };
                let message = format!("unknown tool `{tool}`: the rule matches nothing");
                (message, Some(format!("did you mean `{near}`?")))
            }
        };
        let code = "unknown-tool";
        self.warn(node.span.clone(), code, message, help);
    }

    fn hint_at_tool_elsewhere(&mut self, tool: &str, node: &Node) {
        let Some(meant) = tool_of_other_agent(tool) else {
            return;
        };
        self.find(
            Severity::Hint,
            node.span.clone(),
            "name-of-other-agent",
            format!("`{tool}` is the name of `{meant}` in other agents"),
            Some(format!(
                "write `{meant}`, unless the host itself has a tool of that name"
            )),
        );
    }

    /// `Read(/etc/passwd)` starts from the folder around the settings folder, as in a
    /// `.gitignore`: whoever meant the root of the system has a rule that matches nothing.
    fn hint_at_root(&mut self, rule: &Rule, node: &Node) {
        const FOLDERS_OF_SYSTEMS: [&str; 12] = [
            "etc", "home", "Users", "root", "var", "usr", "tmp", "proc", "dev", "sys", "opt", "mnt",
        ];
        let path_tools = ["Read", "Edit", "Write", "MultiEdit", "NotebookEdit"];
        let path = rule.content().and_then(|content| content.strip_prefix('/'));
        let Some(path) = path.filter(|_| path_tools.contains(&rule.tool())) else {
            return;
        };
        let first = path.split('/').next().unwrap_or_default();
        if FOLDERS_OF_SYSTEMS.contains(&first) {
            self.find(
                snaphook_core::Severity::Hint,
                node.span.clone(),
                "path-from-settings",
                format!("`/{path}` starts from the folder that holds the settings folder"),
                Some(format!("write `//{path}` for an absolute path")),
            );
        }
    }

    fn read_mode(&mut self, node: &Node) -> Option<Setting<Mode>> {
        let Some(mode) = node.text().and_then(Mode::of) else {
            let words = Mode::WORDS.map(|word| format!("`{word}`")).join(", ");
            let message = wrong_type("permissions.defaultMode", &format!("one of {words}"), node);
            self.error(node, message);
            return None;
        };
        let loosest = matches!(mode, Mode::BypassPermissions | Mode::Auto);
        if loosest && self.scope() == Scope::Project {
            // Everybody who clones the project would be in it.
            self.warn(
                node.span.clone(),
                "not-in-project-settings",
                format!(
                    "`defaultMode` {} has no effect in a project's file",
                    mode.as_str()
                ),
                Some("move it to your own settings, such as ~/.claude/settings.json".to_owned()),
            );
            return None;
        }
        Some(self.setting(node, mode))
    }
}

/// Of two modes the one that allows less.
fn stricter(one: Option<Setting<Mode>>, other: Option<Setting<Mode>>) -> Option<Setting<Mode>> {
    let looseness = |mode: Mode| match mode {
        Mode::Plan => 0,
        Mode::DontAsk => 1,
        Mode::Default => 2,
        Mode::AcceptEdits => 3,
        Mode::Auto => 4,
        Mode::BypassPermissions => 5,
    };
    let modes = one.into_iter().chain(other);
    modes.min_by_key(|mode| looseness(mode.value))
}

/// The tools that a broken rule speaks of (`Bash|Write` means two), each as a
/// rule for every use of it.
fn tools_of(text: &str) -> Vec<Rule> {
    let is_name = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    let names = text.split(['|', ',']).map(|part| {
        let part = part.trim_start().chars();
        part.take_while(|c| is_name(*c)).collect::<String>()
    });
    names.filter_map(|name| Rule::parse(&name).ok()).collect()
}

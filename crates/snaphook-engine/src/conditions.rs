//! Conditions (`if`): whether a hook that matched runs for this very call.
//!
//! Rules are parsed when the engine is built. A call's input is only looked
//! into when some rule names its tool, and its command is analysed at most
//! once, however many rules ask.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;
use snaphook_core::hook::Hook;
use snaphook_core::input::Input;
use snaphook_core::matching::Aliases;
use snaphook_exec::Surroundings;
use snaphook_rules::{PathRoots, Rule, Subject};
use snaphook_settings::Dialect;
use snaphook_settings::folders::around_settings_folder;

use crate::links::LinksOfTool;
use crate::scripts::ScriptFolders;

/// The parsed condition of every hook, by its place.
#[derive(Debug, Default)]
pub(crate) struct Conditions(Vec<Option<Rule>>);

impl Conditions {
    /// Parses them. One that cannot be read is a finding of the loader; its
    /// hook runs.
    pub(crate) fn of(hooks: &[Arc<Hook>], dialect: &dyn Dialect) -> Self {
        Self(hooks.iter().map(|hook| rule_of(hook, dialect)).collect())
    }

    /// The rule of the hook at this place.
    pub(crate) fn rule(&self, place: usize) -> Option<&Rule> {
        self.0.get(place)?.as_ref()
    }
}

/// Keeps the hooks whose condition holds, by the rule of each. The call is only
/// made where one has a rule.
pub(crate) fn keep_holding<'r, 'c, T>(
    hooks: &mut Vec<T>,
    rule: impl Fn(&T) -> Option<&'r Rule>,
    call: impl FnOnce() -> ConditionCall<'c>,
) {
    if hooks.iter().all(|hook| rule(hook).is_none()) {
        return;
    }
    let call = call();
    let asks = hooks
        .iter()
        .any(|hook| rule(hook).is_some_and(|rule| call.is_named_by(rule)));
    let mut keep = |subject: Option<&Subject<'_>>| {
        hooks.retain(|hook| match (rule(hook), subject) {
            (None, _) => true,
            (Some(rule), Some(subject)) => rule.test(subject).possible,
            // Nobody knows the tool: the hook runs. Else no rule names it.
            (Some(_), None) => asks,
        });
    };
    if asks { call.look(keep) } else { keep(None) }
}

/// The parsed condition of one hook. A function has no `if`; what it has may
/// come with its matcher.
pub(crate) fn rule_of(hook: &Hook, dialect: &dyn Dialect) -> Option<Rule> {
    let rule = Rule::parse_condition(hook.condition.as_deref()?).ok()?;
    Some(match settings_base(hook, dialect.settings_folders()) {
        Some(base) => rule.based_at(&base),
        None => rule,
    })
}

/// The folder that holds the settings folder: where `/x` patterns start.
#[must_use]
pub fn settings_base(hook: &Hook, folders: &[&str]) -> Option<PathBuf> {
    let file = std::path::absolute(hook.source.file.as_deref()?).ok()?;
    let base = around_settings_folder(&file, folders).or(file.parent())?;
    Some(base.to_owned())
}

/// The tool call of an input, not parsed yet.
pub struct ConditionCall<'a> {
    input: &'a Input,
    tool_name: Option<Cow<'a, str>>,
    aliases: &'a Aliases,
    world: &'a Surroundings,
}

impl<'a> ConditionCall<'a> {
    /// Takes the tool call of this input.
    #[must_use]
    pub fn new(input: &'a Input, aliases: &'a Aliases, world: &'a Surroundings) -> Self {
        let tool_name = input.fields().text("tool_name");
        let is_name = |name: &Cow<'_, str>| !name.is_empty() && !input.lacks_tool_name();
        Self {
            input,
            tool_name: tool_name.filter(is_name),
            aliases,
            world,
        }
    }

    /// Whether a rule must look into the call: it names the tool, or nobody
    /// knows the tool.
    fn is_named_by(&self, rule: &Rule) -> bool {
        self.tool_name
            .as_deref()
            .is_none_or(|name| rule.names(name, self.aliases))
    }

    /// Calls `see` with what rules are tested against; with nothing when the
    /// input names no tool, so that nobody can know what it does.
    pub fn look<T>(&self, see: impl FnOnce(Option<&Subject<'_>>) -> T) -> T {
        let Some(name) = self.tool_name.as_deref() else {
            return see(None);
        };
        let fields = self.input.fields();
        let cwd = fields.text("cwd").filter(|cwd| !cwd.is_empty());
        let cwd = cwd
            .map(|cwd| PathBuf::from(cwd.as_ref()))
            .or(self.world.project_dir.clone())
            .unwrap_or_default();
        let links = LinksOfTool(&cwd);
        let project = self.world.project_dir.as_deref();
        let scripts = ScriptFolders::within(std::iter::once(cwd.as_path()).chain(project));
        let places = PathRoots {
            cwd: &cwd,
            home: self.world.home.as_deref(),
            settings_base: None,
            real_path: &links,
            scripts: Some(&scripts),
        };
        let tool_input = fields.value("tool_input").unwrap_or(Value::Null);
        see(Some(&Subject::new(
            name,
            &tool_input,
            self.aliases,
            &places,
        )))
    }
}

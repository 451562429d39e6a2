//! Conditions (`if`, `when`): whether a hook that matched runs for this very event.
//!
//! A hook that allows what it matches runs only where its condition certainly holds;
//! others run where it may. Rules are parsed when the engine is built, expressions
//! are compiled when they are first tested. A call's input is only looked into when some
//! condition asks about it, and its command is analysed at most once, however many
//! conditions ask.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;
use snaphook_core::SessionCounts;
use snaphook_core::event::MatchesOn;
use snaphook_core::hook::Hook;
use snaphook_core::input::Input;
use snaphook_core::matching::Aliases;
use snaphook_exec::Surroundings;
use snaphook_rules::facts::{
    CallFacts, ExpressionLanguage, ExpressionTest, FactScope, FactSubject,
};
use snaphook_rules::{PathRoots, Rule, Subject};
use snaphook_settings::Dialect;
use snaphook_settings::folders::around_settings_folder;

use crate::links::LinksOfTool;
use crate::scripts::ScriptFolders;
use crate::when::HookExpression;

/// The conditions of one hook.
#[derive(Debug)]
pub(crate) struct HookCondition {
    /// Whether it has an `if` that decides.
    has_rule: bool,
    /// Nothing where it cannot be read.
    rule: Option<Rule>,
    when: Option<HookExpression>,
    /// The hook allows what it matches, so that doubt must not match.
    needs_certainty: bool,
}

/// What the conditions of a hook say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ConditionResult {
    /// The hook runs.
    Holds,
    /// The hook does not run.
    Differs,
    /// It cannot be said: the hook fails, and why.
    Failed(String),
}

impl HookCondition {
    /// The conditions of a hook, if it has any that decide. A rule that cannot be read is
    /// a finding of the loader; its hook runs for every call, unless it allows what it
    /// matches.
    pub(crate) fn of(
        hook: &Hook,
        dialect: &dyn Dialect,
        language: Option<&'static dyn ExpressionLanguage>,
    ) -> Option<Self> {
        let needs_certainty = hook.handler.definition().needs_certainty();
        let text = hook.condition.as_deref();
        let rule = text.and_then(|text| Rule::parse_condition(text).ok());
        let rule = rule.map(
            |rule| match settings_base(hook, dialect.settings_folders()) {
                Some(base) => rule.based_at(&base),
                None => rule,
            },
        );
        let has_rule = rule.is_some() || (text.is_some() && needs_certainty);
        let when = HookExpression::of(hook, language);
        (has_rule || when.is_some()).then_some(Self {
            has_rule,
            rule,
            when,
            needs_certainty,
        })
    }

    /// The rule, where it can be read.
    pub(crate) fn rule(&self) -> Option<&Rule> {
        self.rule.as_ref()
    }

    /// Whether it has an `if` that decides.
    pub(crate) fn has_rule(&self) -> bool {
        self.has_rule
    }

    /// The expression.
    pub(crate) fn when(&self) -> Option<&HookExpression> {
        self.when.as_ref()
    }

    /// Whether doubt does not match.
    pub(crate) fn needs_certainty(&self) -> bool {
        self.needs_certainty
    }

    /// Whether the rule holds for a call; `asks` where nobody knows the tool.
    fn rule_holds(&self, subject: Option<&Subject<'_>>, asks: bool) -> bool {
        match (self.has_rule, subject) {
            (false, _) => true,
            // Nobody knows the tool: the hook runs. Else no rule names it.
            (true, None) => asks && !self.needs_certainty,
            (true, Some(subject)) => self.rule.as_ref().is_some_and(|rule| {
                let tested = rule.test(subject);
                match self.needs_certainty {
                    true => tested.certain,
                    false => tested.possible,
                }
            }),
        }
    }

    /// Whether the expression holds.
    pub(crate) fn expression_holds(&self, scope: &FactScope<'_>) -> ConditionResult {
        let Some(when) = &self.when else {
            return ConditionResult::Holds;
        };
        match when.test(scope) {
            Ok(ExpressionTest::False) => ConditionResult::Differs,
            Ok(ExpressionTest::True) if !self.needs_certainty || scope.call.is_certain() => {
                ConditionResult::Holds
            }
            Ok(ExpressionTest::Unknown) if !self.needs_certainty => ConditionResult::Holds,
            Ok(_) => ConditionResult::Differs,
            Err(why) => ConditionResult::Failed(format!("its condition `when` failed: {why}")),
        }
    }

    /// Whether it must look into a call: it names the tool, or nobody knows the tool.
    fn asks_about(&self, call: &ConditionCall<'_>) -> bool {
        let rule = self.rule.as_ref();
        rule.is_some_and(|rule| call.is_named_by(rule))
    }
}

/// The conditions of every hook, by its place.
#[derive(Debug, Default)]
pub(crate) struct Conditions {
    by_place: Vec<Option<HookCondition>>,
    count_calls: bool,
}

impl Conditions {
    /// Parses them.
    pub(crate) fn of(
        hooks: &[Arc<Hook>],
        dialect: &dyn Dialect,
        language: Option<&'static dyn ExpressionLanguage>,
    ) -> Self {
        let goes_by_facts =
            |hook: &Arc<Hook>| hook.when.is_some() || hook.handler.definition().goes_by_session();
        let of_hook = |hook: &Arc<Hook>| HookCondition::of(hook, dialect, language);
        Self {
            by_place: hooks.iter().map(of_hook).collect(),
            count_calls: hooks.iter().any(goes_by_facts),
        }
    }

    /// The condition of the hook at this place.
    pub(crate) fn get(&self, place: usize) -> Option<&HookCondition> {
        self.by_place.get(place)?.as_ref()
    }

    /// Whether some hook may go by what its session has done so far.
    pub(crate) fn count_calls(&self) -> bool {
        self.count_calls
    }
}

/// A selected hook, and what its conditions made of it.
pub(crate) trait Conditional<'c> {
    /// Its conditions; `None` also where it does not run whatever they say.
    fn condition(&self) -> Option<&'c HookCondition>;

    /// Its conditions cannot be tested.
    fn fail(&mut self, why: String);
}

/// Keeps the hooks whose conditions hold, and those whose conditions fail. The call is
/// only made where one has any.
pub(crate) fn keep_holding<'r, 'c, T: Conditional<'r>>(
    hooks: &mut Vec<T>,
    call: impl FnOnce() -> ConditionCall<'c>,
) {
    if hooks.iter().all(|hook| hook.condition().is_none()) {
        return;
    }
    let call = call();
    let conditions = || hooks.iter().filter_map(Conditional::condition);
    let asks = conditions().any(|condition| condition.asks_about(&call));
    let scoped = conditions().any(|condition| condition.when.is_some());
    let mut keep = |subject: Option<&Subject<'_>>, scope: Option<&FactScope<'_>>| {
        hooks.retain_mut(|hook| {
            let Some(condition) = hook.condition() else {
                return true;
            };
            if !condition.rule_holds(subject, asks) {
                return false;
            }
            match scope.map(|scope| condition.expression_holds(scope)) {
                None | Some(ConditionResult::Holds) => true,
                Some(ConditionResult::Differs) => false,
                Some(ConditionResult::Failed(why)) => {
                    hook.fail(why);
                    true
                }
            }
        });
    };
    match (asks, scoped) {
        (_, true) => call.look_with_facts(|subject, scope| keep(subject, Some(scope))),
        (true, false) => call.look(|subject| keep(subject, None)),
        (false, false) => keep(None, None),
    }
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
    counts: SessionCounts,
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
            counts: SessionCounts::default(),
        }
    }

    /// Sets what the session has done so far.
    #[must_use]
    pub fn with_counts(self, counts: SessionCounts) -> Self {
        Self { counts, ..self }
    }

    /// Calls `see` with what rules are tested against, and everything that is known of
    /// the event.
    pub fn look_with_facts<T>(
        &self,
        see: impl FnOnce(Option<&Subject<'_>>, &FactScope<'_>) -> T,
    ) -> T {
        let project = self.world.project_dir.as_deref();
        let var = |name: &str| {
            let value = self.world.var(name)?.to_str()?;
            Some(value.to_owned())
        };
        let about_tool = matches!(self.input.event().spec().matches_on, MatchesOn::Tool(_));
        self.look(|subject| {
            let about = match subject {
                Some(subject) => FactSubject::Call(subject),
                None if about_tool => FactSubject::Nameless,
                None => FactSubject::None,
            };
            let tool_input = subject.map(|subject| subject.tool_input());
            let call = CallFacts::new(about, project);
            let scope = FactScope::new(self.input, tool_input, call, &self.counts, &var);
            see(subject, &scope)
        })
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

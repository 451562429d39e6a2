//! The skills that a call names.

use crate::Subject;
use crate::content::{SKILL_ARGS, SKILL_FIELDS};

/// A skill that a call names.
#[derive(Debug)]
pub(crate) struct SkillCall {
    pub name: String,
    /// The name with what it is given.
    pub whole: String,
}

impl Subject<'_> {
    /// The names of the skill, each with what it is given, of every field that is
    /// there: which of them a tool goes by, only the tool knows. Why not, where they
    /// are not texts.
    pub(crate) fn skills(&self) -> Result<Vec<SkillCall>, &'static str> {
        let given = |fields: &'static [&'static str]| {
            let values = fields
                .iter()
                .filter_map(|field| self.tool_input().get(field));
            values.filter(|value| !value.is_null())
        };
        let mut all_args = Vec::new();
        for args in given(&SKILL_ARGS) {
            let args = args.as_str();
            let args = args
                .ok_or("what the skill is given is not a string")?
                .trim();
            all_args.extend((!args.is_empty()).then_some(args));
        }
        let mut skills = Vec::new();
        for name in given(&SKILL_FIELDS) {
            let name = name.as_str();
            let name = name.ok_or("the name of the skill is not a string")?;
            let whole = name.trim().trim_start_matches('/');
            let name = whole.split_whitespace().next().unwrap_or_default();
            let wholes = match &all_args[..] {
                [] => vec![whole.to_owned()],
                args => args.iter().map(|args| format!("{whole} {args}")).collect(),
            };
            let name = name.to_owned();
            let calls = wholes.into_iter().map(|whole| SkillCall {
                name: name.clone(),
                whole,
            });
            skills.extend(calls);
        }
        Ok(skills)
    }
}

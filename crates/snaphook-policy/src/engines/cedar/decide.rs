//! A request and its answer. A policy that has an error counts as an error of all:
//! Cedar itself would go on without it, and a `forbid` that is left out forbids nothing.

use std::str::FromStr;

use cedar_policy::{
    Authorizer, Context, Decision, Effect, Entities, EntityId, EntityTypeName, EntityUid, Policy,
    PolicySet, Request,
};
use snaphook_rules::facts::FactScope;

use super::context::{context, unknown};
use super::load::one_line;
use crate::decision::PolicyDecision;
use crate::engines::language::{LoadedPolicies, PolicyError};
use crate::engines::mentions::Mentions;
use crate::engines::verdict::PolicyVerdict;

/// A set of policies.
pub(super) struct CedarPolicies {
    pub(super) authorizer: Authorizer,
    pub(super) policies: PolicySet,
    pub(super) entities: Entities,
    pub(super) mentions: Mentions,
}

impl LoadedPolicies for CedarPolicies {
    fn decide(&self, scope: &FactScope<'_>) -> Result<PolicyVerdict, PolicyError> {
        let request = self.request(scope)?;
        let response = self
            .authorizer
            .is_authorized(&request, &self.policies, &self.entities);
        let reasons = response.diagnostics().reason();
        let matched: Vec<&Policy> = reasons.filter_map(|id| self.policies.policy(id)).collect();
        let mut verdict = PolicyVerdict::default();
        match response.decision() {
            Decision::Deny if matched.is_empty() => {}
            Decision::Deny => {
                // Those that only ask deny nothing.
                for policy in &matched {
                    let decision = match policy.annotation("ask") {
                        Some(_) => PolicyDecision::Ask,
                        None => PolicyDecision::Deny,
                    };
                    verdict.decide(decision, vec![message(policy)]);
                }
            }
            Decision::Allow => {
                for policy in &matched {
                    if policy.annotation("ask").is_some() {
                        verdict.decide(PolicyDecision::Ask, vec![message(policy)]);
                    } else if policy.annotation("allow").is_some() {
                        verdict.decide(PolicyDecision::Allow, vec![message(policy)]);
                    }
                }
            }
        }
        let forbidden = verdict.decision == Some(PolicyDecision::Deny);
        if !forbidden && let Some(error) = response.diagnostics().errors().next() {
            return Err(PolicyError::Evaluation(one_line(&error.to_string())));
        }
        if response.decision() == Decision::Deny && matched.is_empty() {
            let nothing = "no policy permits it".to_owned();
            verdict.decide(PolicyDecision::Deny, vec![nothing]);
        }
        Ok(verdict)
    }

    fn unknown(&self, scope: &FactScope<'_>) -> Vec<String> {
        unknown(scope, &self.mentions)
    }
}

impl CedarPolicies {
    fn request(&self, scope: &FactScope<'_>) -> Result<Request, PolicyError> {
        let fields = scope.input.fields();
        let event = scope.input.event();
        let agent = fields.text("agent_type").filter(|name| !name.is_empty());
        let agent = agent.as_deref().unwrap_or("main").to_owned();
        let tool = fields.text("tool_name").filter(|name| !name.is_empty());
        let action = tool.as_deref().unwrap_or(event.as_str()).to_owned();
        let cwd = fields.text("cwd").unwrap_or_default().into_owned();
        let context = Context::from_pairs(context(scope, &self.mentions)?);
        let context = context.map_err(|error| PolicyError::Evaluation(error.to_string()))?;
        let principal = entity("Agent", &agent)?;
        let action = entity("Action", &action)?;
        let resource = entity("Project", &cwd)?;
        let request = Request::new(principal, action, resource, context, None);
        request.map_err(|error| PolicyError::Evaluation(error.to_string()))
    }
}

fn entity(kind: &str, id: &str) -> Result<EntityUid, PolicyError> {
    let kind = EntityTypeName::from_str(kind);
    let kind = kind.map_err(|error| PolicyError::Evaluation(error.to_string()))?;
    Ok(EntityUid::from_type_name_and_id(kind, EntityId::new(id)))
}

/// What a policy says: its `@message`, the text of its `@ask` or `@allow`, or its place.
fn message(policy: &Policy) -> String {
    let texts = ["message", "ask", "allow"].iter();
    let mut texts = texts.filter_map(|name| policy.annotation(name));
    match texts.find(|text| !text.trim().is_empty()) {
        Some(text) => text.to_owned(),
        None => {
            let verb = match policy.effect() {
                Effect::Permit => "permitted",
                Effect::Forbid => "forbidden",
            };
            format!("{verb} by the policy {}", policy.id())
        }
    }
}

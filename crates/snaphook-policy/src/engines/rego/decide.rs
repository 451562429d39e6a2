//! Evaluates the rules of the package `snaphook`. A rule that is undefined says nothing.

use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use regorus::utils::limits::ExecutionTimerConfig;
use regorus::{Engine, Value as Rego};
use serde_json::Value;
use snaphook_rules::facts::FactScope;

use super::input::{input, unknown};
use crate::decision::PolicyDecision;
use crate::engines::language::{LoadedPolicies, PolicyError};
use crate::engines::mentions::Mentions;
use crate::engines::verdict::PolicyVerdict;

/// The longest evaluation of one rule: policies come with projects, too.
const LONGEST: Duration = Duration::from_secs(1);

/// Engines that wait for the next call.
const MOST_IDLE: usize = 8;

/// Policies, ready to be asked.
pub(super) struct RegoPolicies {
    pub(super) prepared: Engine,
    pub(super) idle: Mutex<Vec<Engine>>,
    /// The rules that there are.
    pub(super) declared: Vec<&'static str>,
    pub(super) mentions: Mentions,
}

impl LoadedPolicies for RegoPolicies {
    fn decide(&self, scope: &FactScope<'_>) -> Result<PolicyVerdict, PolicyError> {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let mut engine = idle.unwrap_or_else(|| self.prepared.clone());
        engine.set_execution_timer_config(ExecutionTimerConfig {
            limit: LONGEST,
            check_interval: NonZeroU32::new(64).unwrap_or(NonZeroU32::MIN),
        });
        engine.set_input(Rego::from(input(scope, &self.mentions)));
        let mut verdict = PolicyVerdict::default();
        for rule in &self.declared {
            let value = engine
                .eval_rule(format!("data.snaphook.{rule}"))
                .map_err(|error| PolicyError::Evaluation(one_line(&error.to_string())))?;
            add(&mut verdict, rule, &value)?;
        }
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MOST_IDLE {
            idle.push(engine);
        }
        Ok(verdict)
    }

    fn unknown(&self, scope: &FactScope<'_>) -> Vec<String> {
        unknown(scope, &self.mentions)
    }
}

/// Adds what one rule says.
fn add(verdict: &mut PolicyVerdict, rule: &str, value: &Rego) -> Result<(), PolicyError> {
    if matches!(value, Rego::Undefined) {
        return Ok(());
    }
    let json = value.to_json_str();
    let json = json.map_err(|error| PolicyError::Evaluation(one_line(&error.to_string())))?;
    let json: Value =
        serde_json::from_str(&json).map_err(|error| PolicyError::Evaluation(error.to_string()))?;
    if rule == "decision" {
        return add_decision(verdict, json);
    }
    let items = match json {
        Value::Array(items) => items,
        // A map: its values.
        Value::Object(members) => members.into_iter().map(|(_, value)| value).collect(),
        // `deny := false`, or a single text.
        Value::Bool(false) | Value::Null => Vec::new(),
        other => vec![other],
    };
    if items.is_empty() {
        return Ok(());
    }
    let reasons: Vec<String> = items.iter().map(reason).collect();
    match rule {
        "deny" | "block" => verdict.decide(PolicyDecision::Deny, reasons),
        "ask" => verdict.decide(PolicyDecision::Ask, reasons),
        "halt" => verdict.halt = Some(reasons.join("\n")),
        "add_context" => verdict.context.extend(reasons),
        _ => {
            let priority = |item: &&Value| item["priority"].as_i64().unwrap_or_default();
            let chosen = items.iter().max_by_key(priority);
            let rewrite = chosen.and_then(|item| {
                let both = [item.get("updated_input"), item.get("updatedInput")];
                both.into_iter().flatten().next()
            });
            let Some(rewrite) = rewrite.filter(|value| value.is_object()) else {
                let why = "an item of `modify` has no object `updated_input`";
                return Err(PolicyError::Evaluation(why.to_owned()));
            };
            verdict.updated_input = Some(rewrite.clone());
        }
    }
    Ok(())
}

/// `decision`: a word, an object with `decision` and `reason`, or an answer as hooks print it.
fn add_decision(verdict: &mut PolicyVerdict, json: Value) -> Result<(), PolicyError> {
    let word = match &json {
        Value::String(word) => Some(word.as_str()),
        Value::Object(members) => members.get("decision").and_then(Value::as_str),
        _ => None,
    };
    let own_words = json.get("hookSpecificOutput").is_some() || json.get("continue").is_some();
    match word.map(|word| (word, PolicyDecision::of_word(word))) {
        Some((_, Some(decision))) => {
            let reasons = json.get("reason").map(reason).into_iter().collect();
            verdict.decide(decision, reasons);
            Ok(())
        }
        Some(("block", None)) => {
            let reasons = json.get("reason").map(reason).into_iter().collect();
            verdict.decide(PolicyDecision::Deny, reasons);
            Ok(())
        }
        _ if own_words => {
            verdict.own_words = Some(json);
            Ok(())
        }
        _ if json.is_object() && word.is_none() => Ok(()),
        _ => Err(PolicyError::Evaluation(format!(
            "`data.snaphook.decision` is {json}, not one of {}",
            PolicyDecision::WORDS.join(", ")
        ))),
    }
}

/// The text of an item: itself, or one of its members.
fn reason(item: &Value) -> String {
    let names = ["reason", "message", "msg", "context"].iter();
    let mut texts = names.filter_map(|name| item.get(name)?.as_str());
    match (item, texts.next()) {
        (Value::String(text), _) => text.clone(),
        (_, Some(text)) => text.to_owned(),
        (Value::Bool(true), None) => "by policy".to_owned(),
        (other, None) => other.to_string(),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

//! Reads the files of a folder: policies, and schemas that they are held to.

use std::str::FromStr;

use cedar_policy::{
    Authorizer, Effect, Entities, PolicySet, Schema, SchemaFragment, ValidationMode, Validator,
};

use super::decide::CedarPolicies;
use crate::engines::folder::PolicyFile;
use crate::engines::language::{LoadedPolicies, PolicyError, PolicyFinding};
use crate::engines::mentions::Mentions;

pub(crate) fn load(files: &[PolicyFile]) -> Result<Box<dyn LoadedPolicies>, PolicyError> {
    let policies = policies(files)?;
    let texts = policy_files(files).map(|file| file.text.as_str());
    let mentions = Mentions::of(texts, "context");
    // A schema that cannot be read is a mistake that somebody must see.
    schema(files)?;
    Ok(Box::new(CedarPolicies {
        authorizer: Authorizer::new(),
        policies,
        entities: Entities::empty(),
        mentions,
    }))
}

/// What the validator finds, where there is a schema, and what denies everything.
pub(crate) fn validate(files: &[PolicyFile]) -> Vec<PolicyFinding> {
    let Ok(policies) = policies(files) else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    if let Ok(Some(schema)) = schema(files) {
        let result = Validator::new(schema).validate(&policies, ValidationMode::Strict);
        let errors = result.validation_errors();
        findings.extend(errors.map(|error| PolicyFinding {
            is_error: true,
            message: one_line(&error.to_string()),
        }));
        let warnings = result.validation_warnings();
        findings.extend(warnings.map(|warning| PolicyFinding {
            is_error: false,
            message: one_line(&warning.to_string()),
        }));
    }
    let permits = policies
        .policies()
        .any(|policy| policy.effect() == Effect::Permit);
    if !permits {
        findings.push(PolicyFinding {
            is_error: false,
            message: "no policy permits anything, so every event is denied; add `permit \
                      (principal, action, resource);`"
                .to_owned(),
        });
    }
    findings
}

fn policy_files(files: &[PolicyFile]) -> impl Iterator<Item = &PolicyFile> {
    files.iter().filter(|file| file.name.ends_with(".cedar"))
}

/// The policies of all files. Each has its own ids: they are told apart by the file.
fn policies(files: &[PolicyFile]) -> Result<PolicySet, PolicyError> {
    let mut all = PolicySet::new();
    for file in policy_files(files) {
        let failed = |why: String| PolicyError::Policy {
            file: file.name.clone(),
            why: one_line(&why),
        };
        let set = PolicySet::from_str(&file.text);
        let set = set.map_err(|error| failed(error.to_string()))?;
        if set.templates().next().is_some() {
            return Err(failed("templates are not supported".to_owned()));
        }
        for policy in set.policies() {
            let id = format!("{}:{}", file.name, policy.id());
            let policy = policy.new_id(cedar_policy::PolicyId::new(id));
            all.add(policy).map_err(|error| failed(error.to_string()))?;
        }
    }
    Ok(all)
}

/// The schema, if the folder has one.
fn schema(files: &[PolicyFile]) -> Result<Option<Schema>, PolicyError> {
    let mut fragments = Vec::new();
    for file in files
        .iter()
        .filter(|file| file.name.ends_with(".cedarschema"))
    {
        let fragment = SchemaFragment::from_cedarschema_str(&file.text);
        let (fragment, _) = fragment.map_err(|error| PolicyError::Policy {
            file: file.name.clone(),
            why: one_line(&error.to_string()),
        })?;
        fragments.push(fragment);
    }
    if fragments.is_empty() {
        return Ok(None);
    }
    let schema = Schema::from_schema_fragments(fragments);
    schema.map(Some).map_err(|error| PolicyError::Policy {
        file: "the schema".to_owned(),
        why: one_line(&error.to_string()),
    })
}

pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

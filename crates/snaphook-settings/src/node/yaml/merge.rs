//! `<<`: a mapping takes what it does not say itself from another one, or from
//! a list of others, of which the first that says it counts.

use std::collections::HashSet;

use crate::node::{Kind, Member, Node, SyntaxError};

/// Adds to a mapping's own members what the values of its `<<` bring.
pub(super) fn merge(own: Vec<Member>, others: Vec<Node>) -> Result<Vec<Member>, SyntaxError> {
    if others.is_empty() {
        return Ok(own);
    }
    let mut said: HashSet<String> = own.iter().map(|member| member.key.clone()).collect();
    let mut members = own;
    for other in others {
        let mappings = match other.kind {
            Kind::List(items) => items,
            _ => vec![other],
        };
        for mapping in mappings {
            let found = mapping.type_name();
            let Kind::Object(brought) = mapping.kind else {
                return Err(SyntaxError::new(
                    format!("`<<` takes a mapping or a list of mappings, not {found}"),
                    mapping.span,
                ));
            };
            let new: Vec<_> = brought
                .into_iter()
                .filter(|member| !said.contains(&member.key))
                .collect();
            said.extend(new.iter().map(|member| member.key.clone()));
            members.extend(new);
        }
    }
    Ok(members)
}

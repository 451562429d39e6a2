//! What the page asks of the log: which events, from where.

use axum::http::StatusCode;
use serde::Deserialize;
use snaphook_log::{Filter, LoggedDecision};

use crate::error::Refusal;

/// The most items of a list in a filter.
const MOST_ITEMS: usize = 100;

/// The query string of requests about events. It holds no secret.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct EventsQuery {
    /// A filter as JSON.
    filter: Option<String>,
    /// The id that a page of events begins with.
    pub(crate) first: Option<i64>,
    /// The last event that the page has.
    pub(crate) after: Option<i64>,
    /// The last change of an approval that the page has.
    pub(crate) revision: Option<i64>,
    /// The log that the page knows.
    pub(crate) generation: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
struct FilterQuery {
    events: Vec<String>,
    tools: Vec<String>,
    hooks: Vec<String>,
    decisions: Vec<String>,
    sessions: Vec<String>,
    projects: Vec<String>,
    agents: Vec<String>,
    text: Option<String>,
    since: Option<i64>,
    until: Option<i64>,
}

impl EventsQuery {
    /// The filter.
    pub(crate) fn filter(&self) -> Result<Filter, Refusal> {
        let bad = |why: String| {
            Refusal::new(
                StatusCode::BAD_REQUEST,
                format!("the filter is not valid: {why}"),
            )
        };
        let asked: FilterQuery = match &self.filter {
            None => FilterQuery::default(),
            Some(text) => serde_json::from_str(text).map_err(|error| bad(error.to_string()))?,
        };
        let lists = [&asked.events, &asked.tools, &asked.hooks, &asked.decisions];
        let others = [&asked.sessions, &asked.projects, &asked.agents];
        if lists
            .iter()
            .chain(&others)
            .any(|list| list.len() > MOST_ITEMS)
        {
            return Err(bad("a list is too long".to_owned()));
        }
        let decisions = asked.decisions.iter().map(|word| {
            LoggedDecision::named(word).ok_or_else(|| bad(format!("unknown decision `{word}`")))
        });
        Ok(Filter {
            decisions: decisions.collect::<Result<_, _>>()?,
            events: asked.events,
            tools: asked.tools,
            hooks: asked.hooks,
            sessions: asked.sessions,
            projects: asked.projects,
            agents: asked.agents,
            text: asked.text.filter(|text| !text.trim().is_empty()),
            since: asked.since,
            until: asked.until,
        })
    }
}

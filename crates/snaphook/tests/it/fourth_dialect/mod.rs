//! A made-up fourth dialect, in a folder of its own: nothing outside of it knows
//! it. It differs wherever a dialect may.
//!
//! | | canonical | here |
//! |---|---|---|
//! | events | `PreToolUse`, `PostToolUse` | `before-work`, `after-work`, and `high-tide` of its own |
//! | input | `tool_name`, `tool_input` | `tool`, `order` |
//! | answer | `hookSpecificOutput.permissionDecision` | `log.call` |
//! | settings | `{"hooks": {event: [{matcher, hooks}]}}` | `{"watches": [{at, for, run, minutes}]}` in `harbour.json` |
//! | matcher | names, or an expression | a glob |
//! | timeout | 600 s | 7 min |
//! | result | the outcome | `{"signal": "green", …}` |

mod rows;
mod settings;
mod tests;

use std::path::Path;
use std::sync::LazyLock;

use serde_json::json;
use snaphook::dialect::{
    AnswerRules, CANONICAL, DialectMatcher, OnceRule, OtherExits, Rules, StdoutJson,
};
use snaphook::event::EventSpec;
use snaphook::json::Json;
use snaphook::matching::Matcher;
use snaphook::{Dialect, Folders, Outcome, Places, Strategy};
use snaphook_settings::node::{Node, SyntaxError};

/// The dialect.
#[derive(Debug)]
struct Harbour;

const FILES: &[&str] = &["harbour.json"];

static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
    events: &rows::EVENTS,
    custom: &rows::CUSTOM,
    names: rows::NAMES,
    matcher: glob,
    answers: AnswerRules {
        json: StdoutJson::OpeningBrace,
        other_exits: OtherExits::Fail,
        ..CANONICAL.answers
    },
    once: OnceRule::AfterRun,
    strategy: Strategy::InSequence,
    variables: &["HARBOUR_"],
    ..CANONICAL
});

impl Dialect for Harbour {
    fn name(&self) -> &'static str {
        "harbour"
    }

    fn rules(&self) -> &'static Rules {
        &RULES
    }

    fn places(&self, world: &Folders<'_>) -> Places {
        let mut places = Places::default();
        places.folders = &[];
        places.root_files = FILES;
        places.project = world.project.map(Path::to_owned);
        places
    }

    fn recognises(&self, file: &Path, _: &Node) -> bool {
        FILES.iter().any(|name| file.ends_with(name))
    }

    fn settings(&self, root: Node, _: Option<&str>) -> Result<Node, SyntaxError> {
        settings::canonical(root)
    }

    fn result(&self, outcome: &Outcome) -> Json {
        let signal = if outcome.blocked { "red" } else { "green" };
        json!({"signal": signal, "because": outcome.block_reason, "order": outcome.updated_input})
            .into()
    }
}

/// `*` is any text, all else is itself.
fn glob(_: &EventSpec, text: &str) -> DialectMatcher {
    let quoted = |c: char| match c {
        '*' => ".*".to_owned(),
        c if c.is_alphanumeric() => c.to_string(),
        c => format!("\\{c}"),
    };
    let expression: String = text.chars().map(quoted).collect();
    DialectMatcher::plain(Matcher::anchored(&expression))
}

//! Inputs and answers of a page, as cases of `snaphook test`: all of them in one run.

use serde_json::{Value, json};

use super::blocks::Block;
use super::run::Place;

/// The cases of a page so far. They are called by the line they stand on.
#[derive(Default)]
pub(super) struct Examples(Vec<Value>);

impl Examples {
    /// An input that is taken as it is.
    pub(super) fn input(&mut self, block: &Block) -> Result<(), String> {
        let input: Value =
            serde_json::from_str(&block.text()).map_err(|error| error.to_string())?;
        self.0.push(json!({
            "name": block.line.to_string(),
            "settings": {},
            "input": input,
            "expect": { "diagnostics": { "$absent": true } },
        }));
        Ok(())
    }

    /// An answer that is honoured on this event.
    pub(super) fn answer(&mut self, event: &str, block: &Block) {
        let hook = json!({ "name": "says", "command": "cat", "args": ["answer.json"] });
        self.0.push(json!({
            "name": block.line.to_string(),
            "settings": { "hooks": { event: [ { "hooks": [hook] } ] } },
            "files": { "answer.json": block.text() },
            "input": { "hook_event_name": event, "tool_name": "Bash" },
            "expect": {
                "diagnostics": { "$absent": true },
                "hooks": [ { "status": { "$any": ["success", "blocked"] } } ],
            },
        }));
    }

    /// Runs them; says what is wrong.
    pub(super) fn run(self, place: &Place) -> Result<(), String> {
        if self.0.is_empty() {
            return Ok(());
        }
        let cases = json!({ "cases": self.0 }).to_string();
        let ran = place.snaphook(&["test", &place.aside("page.hooktest.json", &cases)]);
        match ran.code {
            0 => Ok(()),
            _ => Err(format!("by line: {}{}", ran.stdout, ran.stderr)),
        }
    }
}

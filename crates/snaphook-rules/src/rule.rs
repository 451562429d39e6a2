//! Rules: `Tool`, `Tool()`, `Tool(*)`, `Tool(content)`.
//!
//! The content runs from the first `(` to the `)` at the very end, as it
//! stands: there are no escapes, and parentheses within need not balance.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use snaphook_core::matching::JsRegex;

use crate::content::ContentKind;
use crate::glob::Glob;
use crate::path::PathPattern;
use crate::shell::Literals;
use crate::{Aliases, host::HostPattern};

/// How a condition begins that is an expression for a command.
const COMMAND_EXPRESSION: &str = "Bash =~ ";

/// The condition that an expression is found in the whole text of a command, as the
/// matchers of some agents say it.
#[must_use]
pub fn command_condition(expression: &str) -> String {
    format!("{COMMAND_EXPRESSION}{expression}")
}

/// What the names of MCP tools begin with.
const MCP: &str = "mcp__";

/// A parsed rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Where `/x` patterns start, if it is known already.
    base: Option<Arc<Path>>,
    tool: String,
    tools: Option<Glob>,
    content: Option<RuleContent>,
    /// Beside it: an expression that is found in the whole command. Of conditions only.
    expression: Option<JsRegex>,
}

/// The content, compiled for every kind of tool it might meet: which one it
/// is depends on the tool's aliases, known only when the rule is tested.
#[derive(Debug, Clone)]
pub(crate) struct RuleContent {
    pub text: String,
    pub command: Glob,
    pub folded: Glob,
    pub path: PathPattern,
    pub host: Option<HostPattern>,
    /// Its words before the first `*`, to be looked for in code.
    pub literals: Literals,
}

/// Why a rule cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} (at byte {offset})")]
pub struct RuleError {
    /// What was expected and what to do.
    pub message: String,
    /// Where in the rule, in bytes.
    pub offset: usize,
}

impl Rule {
    /// Reads a rule.
    ///
    /// # Errors
    ///
    /// Where the text is not a rule; the message says what to write instead.
    pub fn parse(text: &str) -> Result<Rule, RuleError> {
        let lead = text.len() - text.trim_start().len();
        let rule = text.trim();
        let fail = |offset: usize, message: &str| {
            Err(RuleError {
                message: message.to_owned(),
                offset: lead + offset,
            })
        };
        if rule.is_empty() {
            return fail(
                0,
                "expected a tool name, such as `Bash` or `Bash(git push *)`",
            );
        }
        let open = rule.find('(');
        let tool = rule[..open.unwrap_or(rule.len())].trim_end();
        if tool.is_empty() {
            return fail(
                0,
                "expected a tool name before `(`, as in `Bash(git push *)`",
            );
        }
        let odd = tool
            .char_indices()
            .find(|(_, c)| !(c.is_alphanumeric() || "_-.:/*".contains(*c)));
        if let Some((at, c)) = odd {
            let message = match c {
                ')' => "`)` without `(`: write `Tool(content)`".to_owned(),
                c => format!(
                    "`{c}` cannot be part of a tool name: write one tool name, or `Tool(content)`"
                ),
            };
            return fail(at, &message);
        }
        if let Some(at) = open.and_then(|open| second_rule(&rule[open + 1..])) {
            let message = "expected one rule, and another follows: \
                           write a hook, or an entry of the list, for each";
            return fail(open.unwrap_or(0) + 1 + at, message);
        }
        let content = match open {
            None => None,
            Some(open) => {
                let Some(inner) = rule[open + 1..].strip_suffix(')') else {
                    return fail(rule.len(), "expected `)` at the end of the rule");
                };
                RuleContent::read(inner).map_err(|(offset, message)| RuleError {
                    message,
                    offset: lead + open + 1 + offset,
                })?
            }
        };
        Ok(Rule {
            base: None,
            tool: tool.to_owned(),
            tools: tool.contains('*').then(|| Glob::plain(tool)),
            content,
            expression: None,
        })
    }

    /// Reads the condition of a hook: a rule, or an expression for the whole text of a
    /// command as [`command_condition`] writes it.
    ///
    /// # Errors
    ///
    /// Where the text is neither.
    pub fn parse_condition(text: &str) -> Result<Rule, RuleError> {
        let Some(expression) = text.strip_prefix(COMMAND_EXPRESSION) else {
            return Self::parse(text);
        };
        let regex = JsRegex::new(expression).map_err(|error| RuleError {
            message: error.message,
            offset: COMMAND_EXPRESSION.len() + error.offset,
        })?;
        Ok(Rule {
            base: None,
            tool: "Bash".to_owned(),
            tools: None,
            content: None,
            expression: Some(regex),
        })
    }

    /// The expression that is found in the command, where the rule is one.
    pub(crate) fn expression(&self) -> Option<&JsRegex> {
        self.expression.as_ref()
    }

    /// Sets the folder in which the rule's `/x` patterns start: the one that
    /// holds the settings folder it was written in. It goes before the
    /// subject's, so that rules of several files share one subject.
    #[must_use]
    pub fn based_at(mut self, base: &Path) -> Rule {
        self.base = Some(base.into());
        self
    }

    /// Removes the rule's own start of `/x` patterns; the subject's counts.
    #[must_use]
    pub fn unbased(mut self) -> Rule {
        self.base = None;
        self
    }

    pub(crate) fn base(&self) -> Option<&Path> {
        self.base.as_deref()
    }

    /// The tool the rule names.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The content between the parentheses; `None` where the rule is about
    /// every use of the tool.
    pub fn content(&self) -> Option<&str> {
        self.content.as_ref().map(|content| content.text.as_str())
    }

    /// Whether the content, as a path, is a mere name that matches at any depth.
    pub(crate) fn floats(&self) -> bool {
        let content = self.content.as_ref();
        content.is_some_and(|content| content.path.floats())
    }

    pub(crate) fn compiled(&self) -> Option<&RuleContent> {
        self.content.as_ref()
    }

    /// Whether the rule is about this tool, under any of its names. One that
    /// names an MCP server is about all its tools.
    pub fn names(&self, tool_name: &str, aliases: &Aliases) -> bool {
        match &self.tools {
            Some(glob) => aliases.of(tool_name).any(|name| glob.matches(name)),
            None => {
                aliases.same(&self.tool, tool_name)
                    || aliases.of(tool_name).any(|name| self.is_server_of(name))
            }
        }
    }

    /// Whether the rule names the server of this MCP tool.
    fn is_server_of(&self, tool_name: &str) -> bool {
        self.tool.starts_with(MCP)
            && tool_name
                .strip_prefix(self.tool.as_str())
                .is_some_and(|rest| rest.starts_with("__"))
    }

    /// Whether the rule is for whatever tool fits a pattern: `*`, `Bash*`. It denies
    /// and asks; to allow, a rule must name its tool, or the server of MCP tools.
    #[must_use]
    pub fn is_for_any_tool(&self) -> bool {
        self.tools.is_some() && !self.tool.starts_with(MCP)
    }

    /// Whether an allow rule may go by the tool that the rule names: of MCP
    /// tools it must name the server, and `mcp__a__b` is the tool `b`, not a
    /// server `a__b`.
    pub(crate) fn names_plainly(&self, tool_name: &str, aliases: &Aliases) -> bool {
        let Some(rest) = self.tool.strip_prefix(MCP) else {
            return self.tools.is_none();
        };
        match rest.split_once("__") {
            Some((server, _)) => {
                !server.is_empty()
                    && !server.contains('*')
                    && (self.tools.is_some() || aliases.same(&self.tool, tool_name))
            }
            None => !rest.contains('*'),
        }
    }

    /// Whether the rule could ever match a call of this tool: it names the
    /// tool, and the tool has the kind of content the rule speaks of. For
    /// linters; tools of a host are taken to have paths.
    pub fn can_apply_to(&self, tool_name: &str, aliases: &Aliases) -> bool {
        if !self.names(tool_name, aliases) {
            return false;
        }
        let Some(content) = &self.content else {
            return true;
        };
        match ContentKind::of(tool_name, aliases) {
            ContentKind::None => false,
            ContentKind::Host => content.host.is_some(),
            _ => true,
        }
    }
}

/// Where another rule begins behind the first, as in `Edit(a) || Write(b)`: a
/// parenthesis closes that the content did not open, and then a tool with a
/// parenthesis of its own follows.
fn second_rule(content: &str) -> Option<usize> {
    let mut open = 0usize;
    for (at, c) in content.char_indices() {
        match c {
            '(' => open += 1,
            ')' if open > 0 => open -= 1,
            ')' => {
                let rest = &content[at + 1..];
                let joined = rest.trim_start_matches([' ', '\t', '|', '&', ',', ';', '!', '+']);
                let joined = ["or ", "and ", "OR ", "AND ", "not "]
                    .iter()
                    .fold(joined, |text, word| text.trim_start_matches(word));
                let name = joined.split(['(', ')', ' ']).next().unwrap_or_default();
                let is_rule = !name.is_empty()
                    && name.starts_with(|c: char| c.is_ascii_alphabetic())
                    && name
                        .chars()
                        .all(|c| c.is_alphanumeric() || "_-.:*".contains(c))
                    && joined[name.len()..].trim_start().starts_with('(');
                if is_rule {
                    return Some(at + 1 + (rest.len() - joined.len()));
                }
            }
            _ => {}
        }
    }
    None
}

impl RuleContent {
    fn read(text: &str) -> Result<Option<RuleContent>, (usize, String)> {
        let lead = text.len() - text.trim_start().len();
        let text = text.trim();
        if text.is_empty() || text == "*" {
            return Ok(None);
        }
        if text == ":*" {
            let message = "expected a command before `:*`, as in `Bash(git push:*)`; \
                           for every command write `Bash`";
            return Err((lead, message.to_owned()));
        }
        Ok(Some(RuleContent {
            command: Glob::command(text),
            folded: Glob::command(&text.to_lowercase()),
            path: PathPattern::parse(text),
            host: HostPattern::parse(text),
            literals: Literals::of(text),
            text: text.to_owned(),
        }))
    }
}

/// The rule as it is written, without blanks around its parts.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.content() {
            Some(content) => write!(f, "{}({content})", self.tool),
            None => f.write_str(&self.tool),
        }
    }
}

impl std::str::FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Rule, RuleError> {
        Rule::parse(text)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.tool == other.tool && self.content() == other.content()
    }
}

impl Eq for Rule {}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (String, Option<String>) {
        let rule = Rule::parse(text).expect(text);
        (rule.tool().to_owned(), rule.content().map(str::to_owned))
    }

    #[test]
    fn the_four_forms() {
        assert_eq!(parse("Bash"), ("Bash".into(), None));
        assert_eq!(parse("Bash()"), ("Bash".into(), None));
        assert_eq!(parse("Bash(*)"), ("Bash".into(), None));
        assert_eq!(parse("Bash(ls)"), ("Bash".into(), Some("ls".into())));
        assert_eq!(parse(" Bash( ls ) "), ("Bash".into(), Some("ls".into())));
        assert_eq!(
            parse("Bash(f(x) (y)"),
            ("Bash".into(), Some("f(x) (y".into()))
        );
        assert_eq!(parse("mcp__memory__*"), ("mcp__memory__*".into(), None));
    }

    #[test]
    fn errors_say_where_and_what_to_do() {
        for (text, offset, hint) in [
            ("", 0, "tool name"),
            ("  ", 0, "tool name"),
            ("Bash(git", 8, "expected `)`"),
            ("Bash(git) x", 11, "expected `)`"),
            ("(git)", 0, "before `(`"),
            ("Bash)", 4, "without `(`"),
            ("Bash|Write", 4, "one tool name"),
            ("Ba?h", 2, "tool name"),
            ("Bash(:*)", 5, "before `:*`"),
            ("Edit(*.ts) || Write(*.ts)", 14, "one rule"),
            ("Edit(*.ts)|Write(*.ts)", 11, "one rule"),
            ("Bash(git push *), Bash(rm *)", 18, "one rule"),
            ("Bash(a) or Bash(b)", 11, "one rule"),
        ] {
            let error = Rule::parse(text).expect_err(text);
            let fits = error.offset == offset || text.trim().is_empty();
            assert!(fits && error.message.contains(hint), "{text}: {error:?}");
        }
    }
}
